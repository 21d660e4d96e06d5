#include "base/maths/maths.h"

#include <float.h>
#include <math.h>
#include <string.h>

#if FLT_EVAL_METHOD != 0
#error "intermediate results need the precision of their type: on 32-bit x86 use -msse2 -mfpmath=sse"
#endif

// What is left of libm here is sqrt and fmod: their results are exact by definition, so all machines agree on
// them.
//
// The tables were printed by tools/polynomials, which also says how they were found. "error" is that of the
// whole function.

// sin x = x + x^3 sine(x^2), cos x = 1 - x^2/2 + x^4 cosine(x^2), |x| <= pi/4; error 2^-57
static const double sine[] = {-0x1.5555555555555p-3, 0x1.1111111111110p-7,   -0x1.a01a01a019926p-13,
                              0x1.71de3a545e700p-19, -0x1.ae64540f0ba18p-26, 0x1.61217c1864fa1p-33,
                              -0x1.ab161757f0c63p-41};
static const double cosine[] = {0x1.5555555555555p-5,   -0x1.6c16c16c16c16p-10, 0x1.a01a01a019d02p-16,
                                -0x1.27e4fb7711e1dp-22, 0x1.1eed8de9ef73ep-29,  -0x1.9394b76d1f265p-37,
                                0x1.ab76cf6e9b365p-45};
// the same for float; error 2^-35
static const double sine_short[] = {-0x1.555555545c0f8p-3, 0x1.11110dea5e8c0p-7, -0x1.a013a11619d1bp-13,
                                    0x1.6dbbee1f24647p-19};
static const double cosine_short[] = {0x1.555555550225fp-5, -0x1.6c16bf51b0df9p-10, 0x1.a015c02820885p-16,
                                      -0x1.2522e6d930e5bp-22};
// atan x = x + x^3 arctangent(x^2), |x| <= 1/16; error 2^-63
static const double arctangent[] = {-0x1.5555555555555p-2, 0x1.999999999994dp-3,  -0x1.249249245a669p-3,
                                    0x1.c71c6feaeee60p-4,  -0x1.745981dd28081p-4, 0x1.37e423f272160p-4};
// atan(i/8) in two doubles
static const double arctangent_high[] = {
    0,
    0x1.fd5ba9aac2f6ep-4,
    0x1.f5b75f92c80ddp-3,
    0x1.6f61941e4def1p-2,
    0x1.dac670561bb4fp-2,
    0x1.1e00babdefeb4p-1,
    0x1.4978fa3269ee1p-1,
    0x1.700a7c5784634p-1,
    0x1.921fb54442d18p-1,
};
static const double arctangent_low[] = {
    0,
    -0x1.cd37686760c17p-59,
    0x1.8ab6e3cf7afbdp-57,
    -0x1.c63aae6f6e918p-56,
    0x1.a2b7f222f65e2p-56,
    -0x1.928df287a668fp-58,
    0x1.2419a87f2a458p-56,
    -0x1.8c34d25aadef6p-56,
    0x1.1a62633145c07p-55,
};
// asin x = x + x^3 arcsine(x^2), |x| <= 1/2; error 2^-57
static const double arcsine[] = {0x1.5555555555556p-3, 0x1.3333333332eaap-4, 0x1.6db6db6e35217p-5,
                                 0x1.f1c71c1baf1c5p-6, 0x1.6e8bb21b0d9bap-6, 0x1.1c4d2df172182p-6,
                                 0x1.c9cff8af3076fp-7, 0x1.781cd742184c7p-7, 0x1.52816d4983b43p-7,
                                 0x1.637b7e101b0dap-8, 0x1.1e9d59329c4d3p-6, -0x1.eb83e904a1bfcp-7,
                                 0x1.d8dbb348232e7p-6};
// exp r = 1 + r + r^2 exponential(r), |r| <= ln 2 / 2; error 2^-61
static const double exponential[] = {0x1.0000000000000p-1,  0x1.5555555555557p-3,  0x1.5555555555556p-5,
                                     0x1.11111111100bep-7,  0x1.6c16c16c162c3p-10, 0x1.a01a01abf85abp-13,
                                     0x1.a01a01a6e1e2ap-16, 0x1.71de01fdbf9cap-19, 0x1.27e4db46cddd1p-22,
                                     0x1.af4e554377204p-26, 0x1.1f7340dbc337ep-29};
// log((1+s)/(1-s)) = 2s + s^3 logarithm(s^2), from sqrt(1/2) to sqrt(2); error 2^-60
static const double logarithm[] = {0x1.5555555555555p-1, 0x1.9999999999a3ap-2, 0x1.2492492476765p-2,
                                   0x1.c71c7201f207cp-3, 0x1.745cf8c4c7bcap-3, 0x1.3b1c42e3df02cp-3,
                                   0x1.0fbd2bafa02d6p-3, 0x1.0c1263e1bac13p-3};
// the same as 2s + (2/3) s^3 + s^5 logarithm_tail(s^2); error 2^-66
static const double logarithm_tail[] = {0x1.999999999999ap-2, 0x1.2492492492492p-2, 0x1.c71c71c71c705p-3,
                                        0x1.745d1745d3fa5p-3, 0x1.3b13b138e8d21p-3, 0x1.111112228d09cp-3,
                                        0x1.e1e13e0660250p-4, 0x1.af46b84ce3519p-4, 0x1.82ba3b2ca70ebp-4,
                                        0x1.988893bf1f25ap-4};
// The first of these have so few bits that a small whole number times them is exact.
static const double half_pi_parts[] = {0x1.921fb54000000p+0, 0x1.10b4611800000p-30, 0x1.313198a000000p-61,
                                       0x1.701b839a25205p-92};
static const double half_pi[] = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
static const double ln2[] = {0x1.62e42fefa3800p-1, 0x1.ef35793c76730p-45};
static const double two_thirds[] = {0x1.5555555555555p-1, 0x1.5555555555555p-55};
static const double two_over_pi = 0x1.45f306dc9c883p-1;
static const double one_over_ln2 = 0x1.71547652b82fep+0;
// 2/pi in binary, after a word of zeros that stands before the point
static const uint64_t two_over_pi_bits[] = {
    0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
    0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41,
    0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7,
    0x4f463f669e5fea2d, 0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab,
    0xf0cfbc209af4361d,
};

// --- Bits --------------------------------------------------------------------------------------------------

static uint64_t bits_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static double of_bits(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static bool negative(double x) { return bits_of(x) >> 63; } // also -0
static double with_sign(double x, double sign) {
    return of_bits((bits_of(x) & INT64_MAX) | (bits_of(sign) & ~(uint64_t)INT64_MAX));
}
static double power_of_two(int n) { return of_bits((uint64_t)(n + 1023) << 52); } // -1022 ... 1023

// x * 2^n, where x is near 1, also where the result is subnormal, zero or infinite.
static double scaled(double x, int n) {
    if (n > 1023) return x * 2 * power_of_two(n - 1 > 1023 ? 1023 : n - 1);
    if (n < -1022) return x * power_of_two(n + 200 < -1022 ? -1022 : n + 200) * 0x1p-200;
    return x * power_of_two(n);
}

// The nearest whole number, for |x| < 2^51: beyond 1.5 * 2^52 a double has no room for a fraction.
static double nearest(double x) { return x + 0x1.8p52 - 0x1.8p52; }

// Even and odd powers apart: half as long a chain for the processor to wait for.
static inline __attribute__((always_inline)) double polynomial(const double *c, int terms, double x) {
    double square = x * x, even = 0, odd = 0;
    int i = terms - 1;
    if (i % 2 == 0) even = c[i--];
    for (; i > 0; i -= 2) {
        odd = odd * square + c[i];
        even = even * square + c[i - 1];
    }
    return even + odd * x;
}
#define POLYNOMIAL(table, x) polynomial(table, (int)(sizeof table / sizeof *table), x)

// --- Sums of two doubles: some 106 bits, for the places where 53 are not enough ----------------------------

struct twofold {
    double high, low;
};

static struct twofold sum_of(double a, double b) {
    double high = a + b, of_b = high - a;
    return (struct twofold){high, (a - (high - of_b)) + (b - of_b)};
}

static struct twofold product_of(double a, double b) { // exact by splitting both into halves of 26 bits
    double high = a * b, ca = a * 0x1.0000002p27, cb = b * 0x1.0000002p27;
    double ah = ca - (ca - a), bh = cb - (cb - b), al = a - ah, bl = b - bh;
    return (struct twofold){high, ((ah * bh - high) + ah * bl + al * bh) + al * bl};
}

static struct twofold times(struct twofold a, struct twofold b) {
    struct twofold p = product_of(a.high, b.high);
    return sum_of(p.high, p.low + (a.high * b.low + a.low * b.high));
}

// --- Angles ------------------------------------------------------------------------------------------------

struct reduced {
    double r, low; // the angle is (r + low) + quarter * pi/2, |r| <= pi/4
    int quarter;   // modulo 4
};

static uint64_t multiply_high(uint64_t a, uint64_t b) {
    uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
    uint64_t middle = ah * bl + (al * bl >> 32), other = al * bh + (uint32_t)middle;
    return ah * bh + (middle >> 32) + (other >> 32);
}

// For |x| >= 2^22 (Payne and Hanek): x is m * 2^e with m whole. Bits of 2/pi worth so much that m * 2^e times
// them is a multiple of 4 cannot matter; the 192 bits after them give the quarter in the top two and the rest
// with 130 good bits.
static struct reduced reduce_large(double x) {
    uint64_t bits = bits_of(x), m = (bits & 0xfffffffffffff) | 1ull << 52;
    int e = (int)(bits >> 52 & 0x7ff) - 1075, start = e + 62, word = start / 64, shift = start % 64;
    uint64_t w[3], p[3];
    for (int i = 0; i < 3; i++) {
        const uint64_t *from = two_over_pi_bits + word + i;
        w[i] = shift ? from[0] << shift | from[1] >> (64 - shift) : from[0];
    }
    p[2] = m * w[2];
    uint64_t carry = multiply_high(m, w[2]);
    p[1] = m * w[1] + carry;
    p[0] = m * w[0] + multiply_high(m, w[1]) + (p[1] < carry);

    int quarter = (int)(p[0] >> 62);
    for (int i = 0; i < 3; i++) p[i] = p[i] << 2 | (i < 2 ? p[i + 1] >> 62 : 0);
    bool above_half = p[0] >> 63;
    if (above_half) { // go down from the next quarter instead
        quarter++;
        for (int i = 0; i < 3; i++) p[i] = ~p[i];
    }
    int zeros = 0;
    for (; zeros < 128 && !(p[0] >> 63); zeros++)
        for (int i = 0; i < 3; i++) p[i] = p[i] << 1 | (i < 2 ? p[i + 1] >> 63 : 0);
    double scale = power_of_two(-zeros), high = (double)(p[0] >> 11) * 0x1p-53 * scale;
    double low = (double)(p[0] << 53 >> 11 | p[1] >> 22) * 0x1p-106 * scale;
    struct twofold r = times((struct twofold){high, low}, (struct twofold){half_pi[0], half_pi[1]});
    if (above_half) r.high = -r.high, r.low = -r.low;
    if (negative(x)) return (struct reduced){-r.high, -r.low, -quarter & 3};
    return (struct reduced){r.high, r.low, quarter & 3};
}

static struct reduced reduce(double x) {
    double size = md_abs(x);
    if (size <= MD_PI / 4) return (struct reduced){x, 0, 0};
    if (size >= 0x1p22) return reduce_large(x);
    double n = nearest(x * two_over_pi);
    struct twofold a = sum_of(x - n * half_pi_parts[0], -n * half_pi_parts[1]);
    struct twofold b = sum_of(a.high, a.low - n * half_pi_parts[2]);
    struct twofold c = sum_of(b.high, b.low - n * half_pi_parts[3]);
    return (struct reduced){c.high, c.low, (int)n & 3};
}

static struct twofold sine_of(double r, double low) { // the high part is not rounded yet
    double z = r * r;
    return (struct twofold){r, r * z * POLYNOMIAL(sine, z) + low * (1 - z * 0.5)};
}

static struct twofold cosine_of(double r, double low) {
    double z = r * r, half = z * 0.5, most = 1 - half;
    return (struct twofold){most, ((1 - most) - half) + (z * z * POLYNOMIAL(cosine, z) - r * low)};
}

static double sine_at(struct reduced a, int quarter) {
    struct twofold value = quarter & 1 ? cosine_of(a.r, a.low) : sine_of(a.r, a.low);
    return quarter & 2 ? -(value.high + value.low) : value.high + value.low;
}

double md_sin(double x) {
    if (!md_finite(x)) return MD_NAN;
    if (md_abs(x) < 0x1p-27) return x;
    struct reduced a = reduce(x);
    return sine_at(a, a.quarter);
}

double md_cos(double x) {
    if (!md_finite(x)) return MD_NAN;
    struct reduced a = reduce(x);
    return sine_at(a, a.quarter + 1);
}

double md_tan(double x) {
    if (!md_finite(x)) return MD_NAN;
    if (md_abs(x) < 0x1p-27) return x;
    struct reduced a = reduce(x);
    struct twofold s = sine_of(a.r, a.low), c = cosine_of(a.r, a.low);
    struct twofold above = a.quarter & 1 ? c : s, below = a.quarter & 1 ? s : c;
    above = sum_of(above.high, above.low), below = sum_of(below.high, below.low);
    double t = above.high / below.high; // and what t times the denominator misses of the numerator
    struct twofold back = product_of(t, below.high);
    t += ((above.high - back.high) - back.low + above.low - t * below.low) / below.high;
    return a.quarter & 1 ? -t : t;
}

void md_sincos(double x, double *s, double *c) {
    *s = md_sin(x);
    *c = md_cos(x);
}

// For float one double is room enough: 2^22 times the second part's last bit is far below the nearest a float
// comes to a multiple of pi/2.
static struct reduced reduce_short(double x) {
    if (md_abs(x) >= 0x1p22) return reduce_large(x);
    double n = nearest(x * two_over_pi);
    return (struct reduced){(x - n * half_pi_parts[0]) - n * (half_pi_parts[1] + half_pi_parts[2]), 0,
                            (int)n & 3};
}

static double sine_short_at(double r, int quarter) {
    double z = r * r, value;
    if (quarter & 1)
        value = 1 - z * 0.5 + z * z * POLYNOMIAL(cosine_short, z);
    else
        value = r + r * z * POLYNOMIAL(sine_short, z);
    return quarter & 2 ? -value : value;
}

float m_sin(float x) {
    if (!m_finite(x)) return M_NAN;
    if (m_abs(x) < 0x1p-13f) return x;
    struct reduced a = reduce_short((double)x);
    return (float)sine_short_at(a.r, a.quarter);
}

float m_cos(float x) {
    if (!m_finite(x)) return M_NAN;
    struct reduced a = reduce_short((double)x);
    return (float)sine_short_at(a.r, a.quarter + 1);
}

void m_sincos(float x, float *s, float *c) {
    *s = *c = M_NAN;
    if (!m_finite(x)) return;
    struct reduced a = reduce_short((double)x);
    *s = m_abs(x) < 0x1p-13f ? x : (float)sine_short_at(a.r, a.quarter);
    *c = (float)sine_short_at(a.r, a.quarter + 1);
}

float m_tan(float x) {
    if (!m_finite(x)) return M_NAN;
    if (m_abs(x) < 0x1p-13f) return x;
    struct reduced a = reduce_short((double)x);
    double s = sine_short_at(a.r, 0), c = sine_short_at(a.r, 1);
    return (float)(a.quarter & 1 ? -c / s : s / c);
}

// --- Angles back -------------------------------------------------------------------------------------------

// base + sign * atan(n/d) for 0 <= n <= d, d not 0: atan c + atan((n - c d) / (d + c n)) with c the nearest
// eighth.
static double arctangent_of(double n, double d, struct twofold base, double sign) {
    int eighth = (int)(n / d * 8 + 0.5);
    double c = eighth * 0.125, t = eighth ? (n - c * d) / (d + c * n) : n / d, z = t * t;
    double small = t * z * POLYNOMIAL(arctangent, z) + arctangent_low[eighth];
    struct twofold most = sum_of(base.high, sign * arctangent_high[eighth]);
    struct twofold all = sum_of(most.high, sign * t);
    return all.high + (all.low + most.low + base.low + sign * small);
}

double md_atan2(double y, double x) {
    if (x != x || y != y) return MD_NAN;
    double n = md_abs(y), d = md_abs(x);
    bool left = negative(x), steep = n > d;
    if (n == 0) return with_sign(left ? MD_PI : 0, y);
    if (!md_finite(d) || !md_finite(n)) { // toward a corner or along an axis of infinity
        if (!md_finite(d) && !md_finite(n))
            n = d = 1;
        else if (md_finite(n))
            n = 0, d = 1;
        else
            return with_sign(half_pi[0], y);
    }
    if (n > d) {
        double swap = n;
        n = d, d = swap;
    }
    if (d > 0x1p1000) n *= 0x1p-100, d *= 0x1p-100;
    if (d < 0x1p-900) n *= 0x1p100, d *= 0x1p100;
    struct twofold none = {0, 0}, quarter = {half_pi[0], half_pi[1]}, half = {2 * half_pi[0], 2 * half_pi[1]};
    double angle = steep ? arctangent_of(n, d, quarter, left ? 1 : -1)
                         : arctangent_of(n, d, left ? half : none, left ? -1 : 1);
    return with_sign(angle, y);
}

double md_atan(double x) { return md_abs(x) < 0x1p-27 ? x : md_atan2(x, 1); }

static double arcsine_of(double x) { // |x| <= 1/2
    double z = x * x;
    return x + x * z * POLYNOMIAL(arcsine, z);
}

// asin sqrt((1-x)/2) for x in [1/2, 1]: half the angle whose cosine is x. The root is mended by what its
// square misses.
static struct twofold half_angle(double x) {
    double z = (1 - x) * 0.5, s = sqrt(z);
    if (s == 0) return (struct twofold){0, 0};
    struct twofold square = product_of(s, s);
    double low = ((z - square.high) - square.low) / (2 * s);
    return (struct twofold){s, low + s * z * POLYNOMIAL(arcsine, z)};
}

double md_asin(double x) {
    double size = md_abs(x);
    if (!(size <= 1)) return MD_NAN;
    if (size < 0x1p-27) return x;
    if (size <= 0.5) return arcsine_of(x);
    struct twofold half = half_angle(size), most = sum_of(half_pi[0], -2 * half.high);
    return with_sign(most.high + (most.low + half_pi[1] - 2 * half.low), x);
}

double md_acos(double x) {
    if (!(md_abs(x) <= 1)) return MD_NAN;
    if (md_abs(x) <= 0.5) {
        double z = x * x;
        struct twofold most = sum_of(half_pi[0], -x);
        return most.high + (most.low + half_pi[1] - x * z * POLYNOMIAL(arcsine, z));
    }
    struct twofold half = half_angle(md_abs(x));
    if (x > 0) return 2 * (half.high + half.low);
    struct twofold most = sum_of(2 * half_pi[0], -2 * half.high);
    return most.high + (most.low + 2 * half_pi[1] - 2 * half.low);
}

float m_asin(float x) { return (float)md_asin((double)x); }
float m_acos(float x) { return (float)md_acos((double)x); }
float m_atan(float x) { return m_abs(x) < 0x1p-13f ? x : (float)md_atan((double)x); }
float m_atan2(float y, float x) { return (float)md_atan2((double)y, (double)x); }

// --- Powers ------------------------------------------------------------------------------------------------

// Of high + low, where |high| < 746 and low is its last bits.
static double exponential_of(double high, double low) {
    double n = nearest(high * one_over_ln2);
    struct twofold r = sum_of(high - n * ln2[0], low - n * ln2[1]);
    return scaled(1 + (r.high + (r.low + r.high * r.high * POLYNOMIAL(exponential, r.high))), (int)n);
}

double md_exp(double x) {
    if (x != x) return MD_NAN;
    if (x > 709.8) return (double)INFINITY;
    if (x < -745.2) return 0;
    return exponential_of(x, 0);
}

// x = m * 2^n with m from sqrt(1/2) to sqrt(2); x is positive and finite.
static double mantissa(double x, int *n) {
    int extra = 0;
    if (x < 0x1p-1022) x *= 0x1p54, extra = 54;
    uint64_t bits = bits_of(x);
    bool upper = (bits & 0xfffffffffffff) > 0x6a09e667f3bcd; // the digits of sqrt(2)
    *n = (int)(bits >> 52) - 1023 - extra + upper;
    return of_bits((bits & 0xfffffffffffff) | (upper ? 0x3feull : 0x3ffull) << 52);
}

double md_log(double x) {
    if (x == 0) return (double)-INFINITY;
    if (!(x > 0)) return MD_NAN;
    if (!md_finite(x)) return x;
    int n;
    double f = mantissa(x, &n) - 1, s = f / (2 + f), z = s * s, half = f * f * 0.5;
    // log(1+f) = 2s + s z L, and 2s = f - f^2/2 + s f^2/2, whose largest term is exact
    double rest = s * (half + z * POLYNOMIAL(logarithm, z));
    if (n == 0) return f - (half - rest);
    return n * ln2[0] - ((half - (rest + n * ln2[1])) - f);
}

static struct twofold long_log(double x) { // relative error about 2^-64
    int n;
    double f = mantissa(x, &n) - 1;
    struct twofold d = sum_of(2, f), s, z, inner, l;
    s.high = f / d.high;
    struct twofold back = product_of(s.high, d.high);
    s.low = ((f - back.high) - back.low - s.high * d.low) / d.high;
    z = times(s, s);
    inner = sum_of(two_thirds[0], z.high * POLYNOMIAL(logarithm_tail, z.high));
    inner.low += two_thirds[1];
    l = times(times(s, z), inner);
    struct twofold sum = sum_of(2 * s.high, l.high);
    sum.low += 2 * s.low + l.low;
    if (n == 0) return sum_of(sum.high, sum.low);
    struct twofold all = sum_of(n * ln2[0], sum.high);
    return sum_of(all.high, all.low + (sum.low + n * ln2[1]));
}

// y as an exponent of a negative number: 0 not whole, 1 odd, 2 even.
static int parity(double y) {
    double size = md_abs(y);
    if (size >= 0x1p53) return 2;
    if (size != (double)(int64_t)size) return 0;
    return (int64_t)size & 1 ? 1 : 2;
}

double md_pow(double x, double y) {
    if (x == 1 || y == 0) return 1;
    if (x != x || y != y) return MD_NAN;
    double size = md_abs(x);
    bool minus = negative(x) && parity(y) == 1;
    if (!md_finite(y)) {
        if (size == 1) return 1;
        return (size > 1) == (y > 0) ? (double)INFINITY : 0;
    }
    if (size == 0 || !md_finite(size)) {
        double value = (size == 0) == (y > 0) ? 0 : (double)INFINITY;
        return minus ? -value : value;
    }
    if (negative(x) && parity(y) == 0) return MD_NAN;
    struct twofold l = long_log(size);
    double guess = l.high * y, value;
    if (guess == 0)
        value = 1;
    else if (guess > 709.8)
        value = (double)INFINITY;
    else if (guess < -745.2)
        value = 0;
    else {
        struct twofold p = product_of(l.high, y);
        value = exponential_of(p.high, p.low + l.low * y);
    }
    return minus ? -value : value;
}

float m_exp(float x) { return (float)md_exp((double)x); }
float m_log(float x) { return (float)md_log((double)x); }

float m_pow(float x, float y) {
    if (!(x > 0) || !m_finite(x) || !m_finite(y)) return (float)md_pow((double)x, (double)y);
    double l = md_log((double)x) * (double)y; // good to 2^-45 where a float has an answer
    return l > 100 ? (float)INFINITY : l < -110 ? 0 : (float)exponential_of(l, 0);
}

// --- Roots and whole numbers -------------------------------------------------------------------------------

float m_hypot(float x, float y) {
    if (!m_finite(x) || !m_finite(y)) return (float)md_hypot((double)x, (double)y);
    return (float)sqrt((double)x * (double)x + (double)y * (double)y);
}

double md_hypot(double x, double y) {
    x = md_abs(x), y = md_abs(y);
    if (x > DBL_MAX || y > DBL_MAX) return (double)INFINITY;
    if (x != x || y != y) return MD_NAN;
    if (x < y) {
        double swap = x;
        x = y, y = swap;
    }
    if (y == 0) return x;
    double scale = 1;
    if (x > 0x1p500) scale = 0x1p600;
    if (x < 0x1p-400) scale = 0x1p-600;
    x /= scale, y /= scale;
    if (y < x * 0x1p-60) return x * scale;
    double h = sqrt(x * x + y * y);
    struct twofold hh = product_of(h, h), xx = product_of(x, x), yy = product_of(y, y);
    double miss = ((xx.high - hh.high) + yy.high) + ((xx.low - hh.low) + yy.low);
    return (h + miss / (2 * h)) * scale;
}

double md_floor(double x) {
    if (x != x) return MD_NAN;
    if (md_abs(x) >= 0x1p52 || x == 0) return x;
    double whole = (double)(int64_t)x;
    return with_sign(whole > x ? whole - 1 : whole, x);
}

double md_round(double x) {
    if (x != x) return MD_NAN;
    if (md_abs(x) >= 0x1p52 || x == 0) return x;
    double size = md_abs(x), whole = (double)(int64_t)size;
    return with_sign(size - whole >= 0.5 ? whole + 1 : whole, x);
}

double md_fmod(double x, double y) {
    if (!md_finite(x) || y != y || y == 0) return MD_NAN;
    return fmod(x, y);
}

float m_fmod(float x, float y) { return (float)md_fmod((double)x, (double)y); }
