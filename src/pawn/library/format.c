#include "pawn/library/library_internal.h"

#include <stdio.h>
#include <string.h>

enum { PIECE = 64, DIGITS_MAX = 25, WIDTH_MAX = 4096 };

struct printer {
    struct amx *amx;
    const struct sink *sink;
    uint32_t piece[PIECE];
    size_t used;
};

struct field {
    bool left, plus;
    uint32_t filler, point;
    int width, digits; // digits -1: not given
};

bool chars_of(struct amx *amx, int32_t address, struct chars *chars) {
    chars->length = amx_text_length(amx, address);
    if (chars->length == SIZE_MAX) return false;
    chars->packed = amx_text_packed(amx, address);
    chars->cells = amx_cells(amx, address, 1);
    return true;
}

bool chars_room(struct amx *amx, int32_t address, int32_t room, bool packed, size_t length,
                struct chars *chars) {
    if (room <= 0) {
        *chars = (struct chars){0};
        return true;
    }
    size_t fits = packed ? 4 * (size_t)room - 1 : (size_t)room - 1;
    *chars = (struct chars){.packed = packed, .length = length < fits ? length : fits};
    chars->cells = amx_cells(amx, address, packed ? chars->length / 4 + 1 : chars->length + 1);
    return chars->cells;
}

static bool latin_letter(uint32_t code) { return (code >= 0xc0 && code <= 0xde && code != 0xd7); }
uint32_t lower_case(uint32_t code) {
    return (code >= 'A' && code <= 'Z') || latin_letter(code) ? code + 32 : code;
}
uint32_t upper_case(uint32_t code) {
    return (code >= 'a' && code <= 'z') || (code >= 32 && latin_letter(code - 32)) ? code - 32 : code;
}

static void flush(struct printer *p) {
    if (p->used) p->sink->put(p->sink->user, p->piece, p->used);
    p->used = 0;
}
static void put(struct printer *p, uint32_t code) {
    if (p->used == PIECE) flush(p);
    p->piece[p->used++] = code;
}
static void put_many(struct printer *p, uint32_t code, int count) {
    while (count-- > 0) put(p, code);
}

// Digits with a sign, filled to the field's width; zeros go between sign and digits.
static void put_number(struct printer *p, const struct field *f, char sign, const char *digits) {
    int fill = f->width - (int)strlen(digits) - (sign != 0);
    if (!f->left && f->filler == ' ') put_many(p, ' ', fill);
    if (sign) put(p, (uint8_t)sign);
    if (!f->left && f->filler != ' ') put_many(p, f->filler, fill);
    for (; *digits; digits++) put(p, (uint8_t)*digits);
    if (f->left) put_many(p, ' ', fill);
}

static char sign_of(const struct field *f, bool negative) { return negative ? '-' : f->plus ? '+' : 0; }

static void put_point(char *digits, uint32_t point) {
    char *dot = strchr(digits, '.');
    if (dot) *dot = (char)point;
}

static void put_float(struct printer *p, const struct field *f, float value) {
    char digits[80]; // 39 before the point and 25 after it
    bool negative = value < 0;
    snprintf(digits, sizeof digits, "%.*f", f->digits < 0 ? 5 : f->digits,
             negative ? -(double)value : (double)value);
    put_point(digits, f->point);
    put_number(p, f, sign_of(f, negative), digits);
}

// Three decimals are there; fewer are rounded, more are zeros.
static void put_fixed(struct printer *p, const struct field *f, int32_t value) {
    char digits[64];
    int wanted = f->digits < 0 ? 3 : f->digits;
    int64_t whole = value < 0 ? -(int64_t)value : value, half = FIXED_ONE / 2, part = FIXED_ONE;
    for (int i = 0; i < wanted && half; i++) half /= 10;
    whole += half;
    int len = snprintf(digits, sizeof digits, "%lld", (long long)(whole / FIXED_ONE));
    if (wanted) len += snprintf(digits + len, sizeof digits - (size_t)len, ".");
    for (int i = 0; i < wanted; i++) {
        part /= 10;
        digits[len++] = part ? (char)('0' + whole / part % 10) : '0';
    }
    digits[len] = 0;
    put_point(digits, f->point);
    put_number(p, f, sign_of(f, value < 0), digits);
}

static bool put_text(struct printer *p, const struct field *f, int32_t address) {
    struct chars text;
    if (!chars_of(p->amx, address, &text)) return false;
    size_t count = f->digits >= 0 && (size_t)f->digits < text.length ? (size_t)f->digits : text.length;
    for (size_t i = 0; i < count; i++) put(p, chars_at(&text, i));
    return true;
}

// Prints one value; false when memory or arguments are missing.
static bool put_value(struct printer *p, const struct field *f, uint32_t letter, int32_t address) {
    char digits[16];
    if (letter == 's') return put_text(p, f, address);
    const int32_t *cell = amx_cells(p->amx, address, 1);
    if (!cell) return false;
    int64_t value = *cell;
    switch (letter) {
    case 'c':
        if (!f->left) put_many(p, f->filler, f->width - 1);
        put(p, (uint32_t)*cell);
        if (f->left) put_many(p, ' ', f->width - 1);
        break;
    case 'd':
        snprintf(digits, sizeof digits, "%lld", (long long)(value < 0 ? -value : value));
        put_number(p, f, sign_of(f, value < 0), digits);
        break;
    case 'x':
        snprintf(digits, sizeof digits, "%X", (uint32_t)*cell);
        put_number(p, f, 0, digits);
        break;
    case 'q':
        put_fixed(p, f, *cell);
        break;
    default:
        put_float(p, f, float_of(*cell));
        break;
    }
    return true;
}

// Reads what stands between % and the letter; index is left at the letter, or at the end.
static struct field read_field(const struct chars *format, size_t *index) {
    struct field f = {.filler = ' ', .point = '.', .digits = -1};
    for (; *index < format->length; ++*index) {
        uint32_t c = chars_at(format, *index);
        if (c == '-')
            f.left = true;
        else if (c == '+')
            f.plus = true;
        else if (c == '0')
            f.filler = '0';
        else
            break;
    }
    for (; *index < format->length; ++*index) {
        uint32_t c = chars_at(format, *index);
        int *number = f.digits < 0 ? &f.width : &f.digits;
        if (c >= '0' && c <= '9')
            *number = *number > WIDTH_MAX ? WIDTH_MAX : *number * 10 + (int)(c - '0');
        else if (f.digits < 0 && (c == '.' || c == ','))
            f.point = c, f.digits = 0;
        else
            break;
    }
    if (f.width > WIDTH_MAX) f.width = WIDTH_MAX;
    return f;
}

bool format_text(struct amx *amx, int32_t address, const int32_t *args, int count, const struct sink *sink) {
    struct printer p = {.amx = amx, .sink = sink};
    struct chars format;
    if (!chars_of(amx, address, &format)) return false;
    int next = 0;
    bool good = true;
    for (size_t i = 0; i < format.length && good; i++) {
        uint32_t c = chars_at(&format, i);
        if (c != '%') {
            put(&p, c);
            continue;
        }
        i++;
        struct field f = read_field(&format, &i);
        if (i >= format.length) break;
        c = chars_at(&format, i);
        bool letter = c < 128 && strchr("cdfqrsx", (int)c);
        if (!letter) {
            put(&p, c);
            continue;
        }
        if (next >= count) {
            amx_raise(amx, HALT_NATIVE); // fewer values than placeholders
            good = false;
            break;
        }
        if (c != 's' && f.digits > DIGITS_MAX) f.digits = DIGITS_MAX;
        good = put_value(&p, &f, c, args[next++]);
    }
    flush(&p);
    return good;
}
