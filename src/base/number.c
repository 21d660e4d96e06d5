// Numbers in text, declared in base/text.h. What libc is asked for never holds a decimal point, which is the
// only thing that a locale could change; strtod and printf of the libcs we build on round correctly.
#include "base/text.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- whole numbers ----

// The digits of a number without its sign. 0x is hexadecimal; there is no octal.
static enum err magnitude(struct text a, uint64_t *out) {
    unsigned base = 10;
    if (a.len > 2 && a.at[0] == '0' && (a.at[1] | 0x20) == 'x') {
        base = 16;
        a.at += 2;
        a.len -= 2;
    }
    if (!a.len) return ERR_SYNTAX;
    uint64_t value = 0;
    bool over = false;
    for (size_t i = 0; i < a.len; i++) {
        int digit = hex_digit(a.at[i]);
        if (digit < 0 || digit >= (int)base) return ERR_SYNTAX;
        over |= __builtin_mul_overflow(value, (uint64_t)base, &value);
        over |= __builtin_add_overflow(value, (uint64_t)digit, &value);
    }
    *out = over ? UINT64_MAX : value;
    return over ? ERR_RANGE : ERR_NONE;
}

static bool take_sign(struct text *a) {
    bool minus = a->len && a->at[0] == '-';
    if (minus || (a->len && a->at[0] == '+')) a->at++, a->len--;
    return minus;
}

enum err text_to_i64(struct text a, int64_t *out) {
    bool minus = take_sign(&a);
    uint64_t value;
    enum err err = magnitude(a, &value);
    if (err) return err;
    if (value > (uint64_t)INT64_MAX + minus) return ERR_RANGE;
    *out = (int64_t)(minus ? 0 - value : value);
    return ERR_NONE;
}

enum err text_to_u64(struct text a, uint64_t *out) {
    bool minus = take_sign(&a);
    uint64_t value;
    enum err err = magnitude(a, &value);
    if (err) return err;
    if (minus && value) return ERR_RANGE;
    *out = value;
    return ERR_NONE;
}

static size_t put_digits(uint64_t number, char *out) {
    char back[20];
    size_t len = 0;
    do back[len++] = (char)('0' + number % 10);
    while (number /= 10);
    for (size_t i = 0; i < len; i++) out[i] = back[len - 1 - i];
    out[len] = 0;
    return len;
}

static size_t put_signed(int64_t number, char *out) {
    if (number >= 0) return put_digits((uint64_t)number, out);
    *out = '-';
    return 1 + put_digits(0 - (uint64_t)number, out + 1);
}

size_t u64_to_text(uint64_t number, char out[NUMBER_ROOM]) { return put_digits(number, out); }
size_t i64_to_text(int64_t number, char out[NUMBER_ROOM]) { return put_signed(number, out); }

// ---- reading ----

// No double needs more than 767 decimal digits to be told from its neighbours' midpoints; of what is after
// them it only matters whether anything is not zero.
enum { DIGITS_MAX = 780 };

struct decimal {
    bool minus, hex, rest; // rest: nonzero digits were left out
    size_t count;
    int64_t exponent;        // of ten, or of two when hex, for the digits as a whole number
    uint64_t whole;          // the first 19 digits; not of hex
    char digits[DIGITS_MAX]; // without leading zeros
};

static void take_digit(struct decimal *d, char c, bool behind_point) {
    int per_digit = d->hex ? 4 : 1;
    if (behind_point) d->exponent -= per_digit;
    if (!d->count && c == '0') return;
    if (d->count == DIGITS_MAX) {
        d->rest |= c != '0';
        d->exponent += per_digit;
        return;
    }
    if (d->count < 19 && !d->hex) d->whole = d->whole * 10 + (uint64_t)(c - '0');
    d->digits[d->count++] = c;
}

static enum err take_exponent(struct decimal *d, struct text *a) {
    a->at++, a->len--;
    bool minus = take_sign(a);
    if (!a->len) return ERR_SYNTAX;
    int64_t exponent = 0;
    for (; a->len; a->at++, a->len--) {
        if (*a->at < '0' || *a->at > '9') return ERR_SYNTAX;
        if (exponent < INT64_C(1) << 50) exponent = exponent * 10 + (*a->at - '0');
    }
    d->exponent += minus ? -exponent : exponent;
    return ERR_NONE;
}

static enum err scan(struct text a, struct decimal *d) {
    memset(d, 0, offsetof(struct decimal, digits));
    d->minus = take_sign(&a);
    d->hex = a.len > 2 && a.at[0] == '0' && (a.at[1] | 0x20) == 'x';
    if (d->hex) a.at += 2, a.len -= 2;
    bool any = false, point = false;
    for (; a.len; a.at++, a.len--) {
        int digit = hex_digit(*a.at);
        if (*a.at == '.' && !point)
            point = true;
        else if (digit >= 0 && digit < (d->hex ? 16 : 10))
            take_digit(d, *a.at, point), any = true;
        else
            break;
    }
    if (!any) return ERR_SYNTAX;
    if (a.len && (*a.at | 0x20) == (d->hex ? 'p' : 'e')) return take_exponent(d, &a);
    return a.len ? ERR_SYNTAX : ERR_NONE;
}

// digits, one more if something was left out, and the exponent: a text without a point.
static void respell(const struct decimal *d, char out[DIGITS_MAX + 40]) {
    char *at = out;
    if (d->hex) *at++ = '0', *at++ = 'x';
    memcpy(at, d->digits, d->count);
    at += d->count;
    int64_t exponent = d->exponent;
    if (d->rest) *at++ = '1', exponent -= d->hex ? 4 : 1;
    if (exponent > 99999) exponent = 99999;
    if (exponent < -99999) exponent = -99999;
    *at++ = d->hex ? 'p' : 'e';
    put_signed(exponent, at);
}

static const double TENS[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                              1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// Both numbers are exact, so one multiplication or division rounds once.
static bool exactly(const struct decimal *d, double *out) {
    if (FLT_EVAL_METHOD != 0 || d->hex || d->count > 19 || d->whole > (UINT64_C(1) << 53)) return false;
    if (d->exponent < -22 || d->exponent > 22) return false;
    double whole = (double)d->whole;
    *out = d->exponent < 0 ? whole / TENS[-d->exponent] : whole * TENS[d->exponent];
    return true;
}

static enum err finite_f64(const struct decimal *d, double *out) {
    double value = 0;
    if (d->count && !exactly(d, &value)) {
        char spelled[DIGITS_MAX + 40];
        respell(d, spelled);
        value = strtod(spelled, NULL);
        if (isinf(value)) return ERR_RANGE;
    }
    *out = d->minus ? -value : value;
    return ERR_NONE;
}

enum err text_to_f64(struct text a, double *out) {
    struct decimal d;
    enum err err = scan(a, &d);
    return err ? err : finite_f64(&d, out);
}

enum err text_to_f32(struct text a, float *out) {
    struct decimal d;
    enum err err = scan(a, &d);
    if (err) return err;
    float value = 0;
    if (d.count) {
        char spelled[DIGITS_MAX + 40];
        respell(&d, spelled);
        value = strtof(spelled, NULL);
        if (isinf(value)) return ERR_RANGE;
    }
    *out = d.minus ? -value : value;
    return ERR_NONE;
}

// ---- writing ----

struct shortest {
    char digits[24]; // 0.DIGITS times ten to the point
    int count, point;
};

// number rounded to count digits.
static struct shortest rounded(double number, int count) {
    char spelled[48];
    struct shortest s = {0};
    snprintf(spelled, sizeof spelled, "%.*e", count - 1, number);
    const char *at = spelled;
    for (; *at && *at != 'e'; at++)
        if (*at >= '0' && *at <= '9') s.digits[s.count++] = *at;
    s.point = (int)strtol(at + (*at == 'e'), NULL, 10) + 1;
    return s;
}

// The next decimal of as many digits.
static struct shortest step_up(struct shortest s) {
    int i = s.count - 1;
    while (i >= 0 && s.digits[i] == '9') s.digits[i--] = '0';
    if (i >= 0)
        s.digits[i]++;
    else
        s.digits[0] = '1', s.point++;
    return s;
}

static void spell(const struct shortest *s, char out[48]) {
    memcpy(out, s->digits, (size_t)s->count);
    out[s->count] = 'e';
    put_signed(s->point - s->count, out + s->count + 1);
}

static bool is_f64(const struct shortest *s, double number) {
    char spelled[48];
    spell(s, spelled);
    return strtod(spelled, NULL) == number;
}

static bool is_f32(const struct shortest *s, double number) {
    char spelled[48];
    spell(s, spelled);
    return strtof(spelled, NULL) == (float)number && (float)strtod(spelled, NULL) == (float)number;
}

// Any decimal of `sure` digits survives the way there and back, so what fits in them is found by cutting
// zeros. Below the normal numbers that does not hold, and there every length is tried. Next to a power of two
// the numbers below lie closer than those above: there the decimal above may still be the number where the
// nearest is not.
static struct shortest shortest_of(double number, int sure, int most, double least_normal, bool power_of_two,
                                   bool (*is)(const struct shortest *, double)) {
    struct shortest s = {0};
    for (int count = number < least_normal ? 1 : sure; count <= most; count++) {
        s = rounded(number, count);
        if (is(&s, number)) break;
        if (!power_of_two) continue;
        struct shortest above = step_up(s);
        if (is(&above, number)) {
            s = above;
            break;
        }
    }
    while (s.count > 1 && s.digits[s.count - 1] == '0') s.count--;
    return s;
}

// Plain from 1e-6 to below 1e21, with an exponent outside.
static size_t lay_out(const struct shortest *s, char *out) {
    char *at = out;
    if (s->point > 21 || s->point < -5) {
        *at++ = s->digits[0];
        if (s->count > 1) {
            *at++ = '.';
            memcpy(at, s->digits + 1, (size_t)s->count - 1);
            at += s->count - 1;
        }
        *at++ = 'e';
        return (size_t)(at - out) + put_signed(s->point - 1, at);
    }
    if (s->point <= 0) *at++ = '0', *at++ = '.';
    for (int i = s->point; i < 0; i++) *at++ = '0';
    for (int i = 0; i < s->count || i < s->point; i++) {
        if (i == s->point && i > 0) *at++ = '.';
        *at++ = i < s->count ? s->digits[i] : '0';
    }
    *at = 0;
    return (size_t)(at - out);
}

// The decimal itself lies within half a step of back, so it is the float whichever way it is read.
static bool safely_f32(double back, double number) {
    float wanted = (float)number;
    return (float)(back * (1 - DBL_EPSILON)) == wanted && (float)(back * (1 + DBL_EPSILON)) == wanted;
}

// Whole numbers and short decimals, which are most of what is written, without asking libc: if whole/10^n is
// the number, and whole has no more digits than are sure, then it is the shortest.
static bool quick(double number, double limit, bool is_float, struct shortest *s) {
    if (FLT_EVAL_METHOD != 0 || number >= limit || number < 1e-5) return false;
    for (int places = 0; places <= 9; places++) {
        double whole = floor(number * TENS[places] + 0.5);
        if (whole >= limit) return false;
        double back = whole / TENS[places];
        if (is_float ? !safely_f32(back, number) : back != number) continue;
        char digits[NUMBER_ROOM];
        s->count = (int)put_digits((uint64_t)whole, digits);
        s->point = s->count - places;
        memcpy(s->digits, digits, (size_t)s->count);
        while (s->count > 1 && s->digits[s->count - 1] == '0') s->count--;
        return true;
    }
    return false;
}

static size_t not_finite(double number, char *out) {
    strcpy(out, isnan(number) ? "nan" : "inf");
    return 3;
}

static uint64_t fraction_of(double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits & ((UINT64_C(1) << 52) - 1);
}

static size_t put_number(double number, bool is_float, char out[NUMBER_ROOM]) {
    size_t sign = signbit(number) && !isnan(number);
    if (sign) out[0] = '-', number = -number;
    if (!isfinite(number)) return sign + not_finite(number, out + sign);
    if (number == 0) {
        out[sign] = '0', out[sign + 1] = 0;
        return sign + 1;
    }
    struct shortest s = {0};
    bool power_of_two = !fraction_of(number);
    if (quick(number, is_float ? 1e6 : 1e15, is_float, &s)) return sign + lay_out(&s, out + sign);
    if (is_float)
        s = shortest_of(number, 6, 9, (double)FLT_MIN, power_of_two, is_f32);
    else
        s = shortest_of(number, 15, 17, DBL_MIN, power_of_two, is_f64);
    return sign + lay_out(&s, out + sign);
}

size_t f64_to_text(double number, char out[NUMBER_ROOM]) { return put_number(number, false, out); }
size_t f32_to_text(float number, char out[NUMBER_ROOM]) { return put_number((double)number, true, out); }
