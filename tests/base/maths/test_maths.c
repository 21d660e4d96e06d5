#include "support/support.h"

#include "base/maths/chance.h"
#include "base/maths/maths.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

// Every function against libm's long double, which has eleven bits more than a double. Arguments are drawn
// evenly over a range, and evenly over all bit patterns, where most are huge or tiny.

enum { DRAWS = 60000 };

static double of_bits64(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static float of_bits32(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint64_t bits64(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static uint32_t bits32(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

// How far `got` is from `want` in units of the last place of a number with that many bits and that least
// exponent.
static double ulps(long double got, long double want, int digits, int least) {
    if (isnan(want)) return isnan(got) ? 0 : 1e30;
    long double largest = digits == 24 ? (long double)FLT_MAX : (long double)DBL_MAX;
    long double edge = largest + ldexpl(largest, -digits - 1);
    if (fabsl(want) >= edge) return isinf(got) && signbit(got) == signbit(want) ? 0 : 1e30;
    if (isnan(got) || isinf(got)) return fabsl(want) > largest * (1 - ldexpl(1, -digits)) ? 0 : 1e30;
    if (want == 0) return got == 0 && signbit(got) == signbit(want) ? 0 : 1e30;
    int exponent;
    frexpl(want, &exponent);
    if (exponent < least) exponent = least;
    return (double)(fabsl(got - want) / ldexpl(1, exponent - digits));
}

struct one {
    const char *name;
    double (*wide)(double);
    float (*narrow)(float);
    long double (*truth)(long double);
    double low, high, most; // the range people use; allowed error of the wide one
};

static const struct one ones[] = {
    {"sin", md_sin, m_sin, sinl, -20, 20, 1},      {"cos", md_cos, m_cos, cosl, -20, 20, 1},
    {"tan", md_tan, m_tan, tanl, -20, 20, 1},      {"asin", md_asin, m_asin, asinl, -1, 1, 1},
    {"acos", md_acos, m_acos, acosl, -1, 1, 1},    {"atan", md_atan, m_atan, atanl, -10, 10, 1},
    {"exp", md_exp, m_exp, expl, -750, 712, 1},    {"log", md_log, m_log, logl, 0, 4, 1},
    {"sqrt", md_sqrt, m_sqrt, sqrtl, 0, 4, 0.501}, {"exp", md_exp, m_exp, expl, -1, 1, 1},
};

static void check_wide(const struct one *f, double x) {
    double got = f->wide(x), error = ulps((long double)got, f->truth((long double)x), 53, -1021);
    if (error > f->most) fail_msg("%s(%a) = %a, wrong by %g ulp", f->name, x, got, error);
}

static void check_narrow(const struct one *f, float x) {
    float got = f->narrow(x);
    double error = ulps((long double)got, f->truth((long double)x), 24, -125);
    if (error > 0.51) fail_msg("%s(%a) = %a, wrong by %g ulp", f->name, (double)x, (double)got, error);
}

static void functions_of_one_number_are_as_exact_as_promised(void **state) {
    for (size_t i = 0; i < sizeof ones / sizeof *ones; i++) {
        const struct one *f = &ones[i];
        struct chance dice = chance_of(1, chance_stream(f->name), i);
        for (int n = 0; n < DRAWS; n++) {
            double x = f->low + (f->high - f->low) * chance_unit64(&dice);
            check_wide(f, x);
            check_narrow(f, (float)x);
            check_wide(f, of_bits64(chance_u64(&dice)));
            check_narrow(f, of_bits32(chance_u32(&dice)));
        }
    }
}

// Where a multiple of pi/2 is nearest to a double, all digits of the difference are lost but those of a long
// reduction.
static void angles_next_to_a_zero_keep_their_digits(void **state) {
    static const double hard[] = {0x1.921fb54442d18p+0,
                                  0x1.921fb54442d18p+1,
                                  0x1.6ac5b262ca1ffp+849,
                                  0x1.1d3a39a8b8a5bp+20,
                                  0x1.4a4fcc4f2bc6ap+343,
                                  0x1.ffffffffffffp+1023,
                                  1e22,
                                  1e300};
    for (size_t i = 0; i < sizeof hard / sizeof *hard; i++)
        for (size_t f = 0; f < 3; f++) check_wide(&ones[f], hard[i]), check_wide(&ones[f], -hard[i]);
    for (int n = 1; n < 20000; n++)
        for (size_t f = 0; f < 3; f++) {
            check_wide(&ones[f], n * 1.5707963267948966);
            check_narrow(&ones[f], (float)n * 1.5707964f);
        }
    // 6381956970095103 * 2^797 is the double nearest of all to a multiple of pi/2: its cosine is known from
    // Muller's book
    double c = md_cos(ldexp(6381956970095103.0, 797));
    assert_true(fabs(fabs(c) / 4.68716592425462761112e-19 - 1) < 1e-15);
}

static void sine_and_cosine_together_are_the_same(void **state) {
    struct chance dice = chance_of(2, 0, 0);
    for (int n = 0; n < DRAWS; n++) {
        float x = n % 2 ? chance_range(&dice, -7, 7) : of_bits32(chance_u32(&dice)), s, c;
        m_sincos(x, &s, &c);
        assert_true(bits32(s) == bits32(m_sin(x)) && bits32(c) == bits32(m_cos(x)));
        double wide = (double)x, ws, wc;
        md_sincos(wide, &ws, &wc);
        assert_true(bits64(ws) == bits64(md_sin(wide)) && bits64(wc) == bits64(md_cos(wide)));
    }
}

struct two {
    const char *name;
    double (*wide)(double, double);
    float (*narrow)(float, float);
    long double (*truth)(long double, long double);
    double most;
};

static const struct two twos[] = {{"atan2", md_atan2, m_atan2, atan2l, 1.5},
                                  {"pow", md_pow, m_pow, powl, 1},
                                  {"hypot", md_hypot, m_hypot, hypotl, 1},
                                  {"fmod", md_fmod, m_fmod, fmodl, 0}};

static void check_two(const struct two *f, double x, double y) {
    double error = ulps((long double)f->wide(x, y), f->truth((long double)x, (long double)y), 53, -1021);
    if (error > f->most) fail_msg("%s(%a, %a) = %a, wrong by %g ulp", f->name, x, y, f->wide(x, y), error);
    float a = (float)x, b = (float)y, got = f->narrow(a, b);
    error = ulps((long double)got, f->truth((long double)a, (long double)b), 24, -125);
    if (error > 0.51 * (f->most > 0))
        fail_msg("%s(%a, %a) = %a, wrong by %g ulp", f->name, (double)a, (double)b, (double)got, error);
}

static void functions_of_two_numbers_are_as_exact_as_promised(void **state) {
    for (size_t i = 0; i < sizeof twos / sizeof *twos; i++) {
        const struct two *f = &twos[i];
        struct chance dice = chance_of(3, chance_stream(f->name), i);
        for (int n = 0; n < DRAWS; n++) {
            double x = -2 + 6 * chance_unit64(&dice), y = -30 + 60 * chance_unit64(&dice);
            check_two(f, x, y);
            check_two(f, y, x);
            check_two(f, of_bits64(chance_u64(&dice)), of_bits64(chance_u64(&dice)));
            // both near in size, and powers whose result fills the whole range
            double big = exp2(-1000 + 2000 * chance_unit64(&dice));
            check_two(f, big, big * (0.5 + chance_unit64(&dice)));
            check_two(f, big, 1 + 0.5 * chance_unit64(&dice));
            check_two(f, of_bits32(chance_u32(&dice)), of_bits32(chance_u32(&dice)));
            check_two(f, 1 + 0x1p-20 * chance_unit64(&dice), 1e8 * chance_unit64(&dice));
        }
    }
}

// The table of Annex F comes with libm itself: every pair of special values must give what it gives, to the
// sign of zero.
static void special_values_are_those_of_the_standard(void **state) {
    static const double odd[] = {0,
                                 -0.0,
                                 1,
                                 -1,
                                 0.5,
                                 -0.5,
                                 2,
                                 -2,
                                 3,
                                 -3,
                                 1e300,
                                 -1e300,
                                 1e-300,
                                 -1e-300,
                                 5e-324,
                                 -5e-324,
                                 0x1p52,
                                 0x1p53,
                                 0x1.8p1,
                                 -0x1.8p1,
                                 DBL_MAX,
                                 -DBL_MAX,
                                 INFINITY,
                                 -INFINITY,
                                 NAN,
                                 0x1.fffffffffffffp52,
                                 -0x1.fffffffffffffp51,
                                 2.5,
                                 -2.5,
                                 0x1p-1022};
    size_t count = sizeof odd / sizeof *odd;
    for (size_t i = 0; i < count; i++) {
        for (size_t f = 0; f < sizeof ones / sizeof *ones; f++) {
            check_wide(&ones[f], odd[i]);
            check_narrow(&ones[f], (float)odd[i]);
        }
        for (size_t j = 0; j < count; j++)
            for (size_t f = 0; f < sizeof twos / sizeof *twos; f++) check_two(&twos[f], odd[i], odd[j]);
    }
    assert_true(md_pow(-8, 1.0 / 3) != md_pow(-8, 1.0 / 3));
    assert_true(md_pow(10, 3) == 1000 && md_pow(3, 4) == 81 && md_pow(2, -1074) == 5e-324 &&
                m_pow(7, 2) == 49);
}

static void every_nan_is_the_same(void **state) {
    double nans[] = {of_bits64(0xfff8000000001234), of_bits64(0x7ff0000000000001), -(double)NAN};
    for (int i = 0; i < 3; i++) {
        for (size_t f = 0; f < sizeof ones / sizeof *ones; f++) {
            assert_int_equal(bits64(ones[f].wide(nans[i])), 0x7ff8000000000000);
            assert_int_equal(bits32(ones[f].narrow((float)nans[i])), 0x7fc00000);
        }
        for (size_t f = 0; f < sizeof twos / sizeof *twos; f++) {
            assert_int_equal(bits64(twos[f].wide(nans[i], 2)), 0x7ff8000000000000);
            assert_int_equal(bits64(twos[f].wide(2, nans[i])), 0x7ff8000000000000);
            assert_int_equal(bits32(twos[f].narrow(2, (float)nans[i])), 0x7fc00000);
        }
        assert_int_equal(bits64(md_floor(nans[i])), 0x7ff8000000000000);
        assert_int_equal(bits64(md_round(nans[i])), 0x7ff8000000000000);
    }
    assert_int_equal(bits64(md_sqrt(-1)), 0x7ff8000000000000);
    assert_int_equal(bits32(m_sin(INFINITY)), 0x7fc00000);
    assert_int_equal(bits64(md_fmod(1, 0)), 0x7ff8000000000000);
}

static void whole_numbers_are_those_of_libm(void **state) {
    struct chance dice = chance_of(4, 0, 0);
    static const double edges[] = {
        0,         -0.0, 0.5,          -0.5,   0.49999999999999994, -0.49999999999999994, 1.5,
        2.5,       -2.5, 0x1p51 + 0.5, 0x1p52, -0x1p52 + 1,         4503599627370495.5,   INFINITY,
        -INFINITY, 1e300};
    for (int n = 0; n < DRAWS; n++) {
        double x = n < 16  ? edges[n]
                   : n % 2 ? -100 + 200 * chance_unit64(&dice)
                           : of_bits64(chance_u64(&dice));
        if (isnan(x)) continue;
        assert_true(bits64(md_floor(x)) == bits64(floor(x)));
        assert_true(bits64(md_round(x)) == bits64(round(x)));
        float y = (float)x;
        assert_true(bits32(m_floor(y)) == bits32(floorf(y)));
        assert_true(bits32(m_round(y)) == bits32(roundf(y)));
    }
}

TESTS(cmocka_unit_test(functions_of_one_number_are_as_exact_as_promised),
      cmocka_unit_test(angles_next_to_a_zero_keep_their_digits),
      cmocka_unit_test(sine_and_cosine_together_are_the_same),
      cmocka_unit_test(functions_of_two_numbers_are_as_exact_as_promised),
      cmocka_unit_test(special_values_are_those_of_the_standard), cmocka_unit_test(every_nan_is_the_same),
      cmocka_unit_test(whole_numbers_are_those_of_libm))
