// Library Fixed: numbers with three decimals, kept as thousandths. What does not fit a cell is HALT_DOMAIN.
#include "pawn/library/library_internal.h"

#include "base/maths/maths.h"

static int32_t fit(struct amx *amx, int64_t value) {
    if (value >= INT32_MIN && value <= INT32_MAX) return (int32_t)value;
    amx_raise(amx, HALT_DOMAIN);
    return 0;
}

// a/b to the nearest, halves away from zero.
static int64_t divide_near(int64_t a, int64_t b) {
    if (b < 0) a = -a, b = -b;
    return (a + (a < 0 ? -b / 2 : b / 2)) / b;
}
static int64_t divide_down(int64_t a, int64_t b) { return a / b - (a % b < 0); }

static int32_t n_fixed(struct amx *amx, const int32_t *params) {
    return fit(amx, (int64_t)params[1] * FIXED_ONE);
}

static int32_t n_strfixed(struct amx *amx, const int32_t *params) {
    struct chars text;
    if (!chars_of(amx, params[1], &text)) return 0;
    size_t i = 0;
    while (i < text.length && chars_at(&text, i) <= ' ') i++;
    bool negative = i < text.length && chars_at(&text, i) == '-';
    if (i < text.length && (negative || chars_at(&text, i) == '+')) i++;
    int64_t value = 0; // in ten-thousandths: the last digit rounds
    int decimals = -1;
    for (; i < text.length; i++) {
        uint32_t c = chars_at(&text, i);
        if (c == '.' && decimals < 0) {
            decimals = 0;
            continue;
        }
        if (c < '0' || c > '9') break;
        if (decimals < 4 && value < INT64_MAX / 100000) value = value * 10 + (c - '0');
        if (decimals >= 0 && decimals < 4) decimals++;
    }
    for (int d = decimals < 0 ? 0 : decimals; d < 4; d++) value *= 10;
    value = (value + 5) / 10;
    return fit(amx, negative ? -value : value);
}

static int32_t n_fmul(struct amx *amx, const int32_t *params) {
    return fit(amx, divide_near((int64_t)params[1] * params[2], FIXED_ONE));
}

static int32_t n_fdiv(struct amx *amx, const int32_t *params) {
    if (params[2]) return fit(amx, divide_near((int64_t)params[1] * FIXED_ONE, params[2]));
    amx_raise(amx, HALT_DIVIDE);
    return 0;
}

static int32_t n_fmuldiv(struct amx *amx, const int32_t *params) {
    if (params[3]) return fit(amx, divide_near((int64_t)params[1] * params[2], params[3]));
    amx_raise(amx, HALT_DIVIDE);
    return 0;
}

static int32_t n_ffract(struct amx *amx, const int32_t *params) { return params[1] % FIXED_ONE; }

enum { ROUND_NEAR, ROUND_DOWN, ROUND_UP, ROUND_TO_ZERO, ROUND_EVEN };

static int32_t n_fround(struct amx *amx, const int32_t *params) {
    int64_t value = params[1], half = FIXED_ONE / 2;
    switch (amx_arguments(params) > 1 ? params[2] : ROUND_NEAR) {
    case ROUND_DOWN:
        return (int32_t)divide_down(value, FIXED_ONE);
    case ROUND_UP:
        return (int32_t)-divide_down(-value, FIXED_ONE);
    case ROUND_TO_ZERO:
        return (int32_t)(value / FIXED_ONE);
    case ROUND_EVEN: {
        int64_t near = divide_down(value + half, FIXED_ONE);
        bool tie = near * FIXED_ONE - value == half;
        return (int32_t)(tie && near % 2 ? near - 1 : near);
    }
    default:
        return (int32_t)divide_down(value + half, FIXED_ONE);
    }
}

static int32_t n_fpower(struct amx *amx, const int32_t *params) {
    int64_t exponent = params[2];
    bool reciprocal = exponent < 0;
    if (!params[1] && reciprocal) {
        amx_raise(amx, HALT_DIVIDE);
        return 0;
    }
    double base = params[1] / (double)FIXED_ONE, power = 1;
    for (uint64_t n = (uint64_t)(reciprocal ? -exponent : exponent); n; n >>= 1, base *= base)
        if (n & 1) power *= base;
    double result = (reciprocal ? 1 / power : power) * FIXED_ONE;
    if (!md_finite(result) || result >= 2147483647.5 || result <= -2147483648.5) {
        amx_raise(amx, HALT_DOMAIN);
        return 0;
    }
    return (int32_t)md_round(result);
}

static int32_t n_fsqroot(struct amx *amx, const int32_t *params) {
    if (params[1] >= 0) return (int32_t)md_round(md_sqrt((double)params[1] * FIXED_ONE));
    amx_raise(amx, HALT_DOMAIN);
    return 0;
}

static int32_t n_fabs(struct amx *amx, const int32_t *params) {
    return fit(amx, params[1] < 0 ? -(int64_t)params[1] : params[1]);
}

static const struct amx_native NATIVES[] = {
    {"fixed", n_fixed, 1},     {"strfixed", n_strfixed, 1}, {"fmul", n_fmul, 2},
    {"fdiv", n_fdiv, 2},       {"ffract", n_ffract, 1},     {"fround", n_fround, 1},
    {"fmuldiv", n_fmuldiv, 3}, {"fpower", n_fpower, 2},     {"fsqroot", n_fsqroot, 1},
    {"fabs", n_fabs, 1},
};

const struct amx_library lib_fixed = {
    .name = "Fixed", .natives = NATIVES, .native_count = sizeof NATIVES / sizeof *NATIVES};
