// Library Float: IEEE numbers of 32 bits in cells. Sine, power and the like are the house's own, so that a
// script computes the same everywhere.
#include "pawn/library/library_internal.h"

#include "base/maths/maths.h"
#include "base/text.h"

static float arg(const int32_t *params, int n) { return float_of(params[n]); }

static int32_t domain(struct amx *amx) {
    amx_raise(amx, HALT_DOMAIN);
    return 0;
}

static int32_t n_float(struct amx *amx, const int32_t *params) { return cell_of((float)params[1]); }

// As much of a text as is a number.
static int32_t n_strfloat(struct amx *amx, const int32_t *params) {
    struct chars text;
    if (!chars_of(amx, params[1], &text)) return 0;
    char digits[64];
    size_t i = 0, len = 0, good = 0;
    bool point = false, exponent = false;
    while (i < text.length && chars_at(&text, i) <= ' ') i++;
    for (; i < text.length && len < sizeof digits; i++) {
        uint32_t c = chars_at(&text, i);
        bool digit = c >= '0' && c <= '9', after_e = len && (digits[len - 1] == 'e');
        if (c == '+' && (!len || after_e)) {
            if (after_e) digits[len++] = '+';
            continue;
        }
        if (c == '.' && !point && !exponent)
            point = true;
        else if ((c == 'e' || c == 'E') && good && !exponent)
            exponent = true, c = 'e';
        else if (!digit && !(c == '-' && (!len || after_e)))
            break;
        digits[len++] = (char)c;
        if (digit) good = len;
    }
    double value = 0;
    char clean[70];
    size_t n = 0;
    for (size_t k = 0; k < good; k++) { // .5 and 1.e3 get the zeros they leave out
        bool before = k && digits[k - 1] >= '0' && digits[k - 1] <= '9';
        bool behind = k + 1 < good && digits[k + 1] >= '0' && digits[k + 1] <= '9';
        if (digits[k] == '.' && !before) clean[n++] = '0';
        if (digits[k] == '.' && !behind) continue;
        clean[n++] = digits[k];
    }
    if (n && text_to_f64((struct text){clean, n}, &value) == ERR_RANGE) return domain(amx);
    return cell_of((float)value);
}

static int32_t n_floatmul(struct amx *amx, const int32_t *params) {
    return cell_of(arg(params, 1) * arg(params, 2));
}
static int32_t n_floatdiv(struct amx *amx, const int32_t *params) {
    return cell_of(arg(params, 1) / arg(params, 2));
}
static int32_t n_floatadd(struct amx *amx, const int32_t *params) {
    return cell_of(arg(params, 1) + arg(params, 2));
}
static int32_t n_floatsub(struct amx *amx, const int32_t *params) {
    return cell_of(arg(params, 1) - arg(params, 2));
}
static int32_t n_floatabs(struct amx *amx, const int32_t *params) { return params[1] & INT32_MAX; }

static int32_t n_floatfract(struct amx *amx, const int32_t *params) {
    float value = arg(params, 1);
    return cell_of(value - m_floor(value));
}

enum { ROUND_NEAR, ROUND_DOWN, ROUND_UP, ROUND_TO_ZERO, ROUND_EVEN };

static int32_t n_floatround(struct amx *amx, const int32_t *params) {
    double value = (double)arg(params, 1), down = md_floor(value);
    switch (amx_arguments(params) > 1 ? params[2] : ROUND_NEAR) {
    case ROUND_DOWN:
        value = down;
        break;
    case ROUND_UP:
        value = -md_floor(-value);
        break;
    case ROUND_TO_ZERO:
        value = value < 0 ? -md_floor(-value) : down;
        break;
    case ROUND_EVEN: {
        double near = md_floor(value + 0.5);
        value = value - down == 0.5 && md_fmod(near, 2) != 0 ? near - 1 : near;
        break;
    }
    default:
        value = md_floor(value + 0.5);
        break;
    }
    if (!(value >= -2147483648.0 && value <= 2147483647.0)) return domain(amx);
    return (int32_t)value;
}

static int32_t n_floatcmp(struct amx *amx, const int32_t *params) {
    float a = arg(params, 1), b = arg(params, 2);
    return (a > b) - (a < b);
}

static int32_t n_floatsqroot(struct amx *amx, const int32_t *params) {
    float value = arg(params, 1);
    return value < 0 ? domain(amx) : cell_of(m_sqrt(value));
}

static int32_t n_floatpower(struct amx *amx, const int32_t *params) {
    return cell_of((float)md_pow((double)arg(params, 1), (double)arg(params, 2)));
}

static int32_t n_floatlog(struct amx *amx, const int32_t *params) {
    double value = (double)arg(params, 1), base = amx_arguments(params) > 1 ? (double)arg(params, 2) : 10.0;
    if (value <= 0 || base <= 0) return domain(amx);
    return cell_of((float)(md_log(value) / md_log(base)));
}

// Angles come in radians, degrees or grades (400 to the full turn).
static double angle(const int32_t *params) {
    double value = (double)arg(params, 1);
    int32_t mode = amx_arguments(params) > 1 ? params[2] : 0;
    return mode == 1 ? value * MD_PI / 180.0 : mode == 2 ? value * MD_PI / 200.0 : value;
}
static int32_t n_floatsin(struct amx *amx, const int32_t *params) {
    return cell_of((float)md_sin(angle(params)));
}
static int32_t n_floatcos(struct amx *amx, const int32_t *params) {
    return cell_of((float)md_cos(angle(params)));
}
static int32_t n_floattan(struct amx *amx, const int32_t *params) {
    return cell_of((float)md_tan(angle(params)));
}

static const struct amx_native NATIVES[] = {
    {"float", n_float, 1},           {"strfloat", n_strfloat, 1},
    {"floatmul", n_floatmul, 2},     {"floatdiv", n_floatdiv, 2},
    {"floatadd", n_floatadd, 2},     {"floatsub", n_floatsub, 2},
    {"floatfract", n_floatfract, 1}, {"floatround", n_floatround, 1},
    {"floatcmp", n_floatcmp, 2},     {"floatsqroot", n_floatsqroot, 1},
    {"floatpower", n_floatpower, 2}, {"floatlog", n_floatlog, 1},
    {"floatsin", n_floatsin, 1},     {"floatcos", n_floatcos, 1},
    {"floattan", n_floattan, 1},     {"floatabs", n_floatabs, 1},
};

const struct amx_library lib_float = {
    .name = "Float", .natives = NATIVES, .native_count = sizeof NATIVES / sizeof *NATIVES};
