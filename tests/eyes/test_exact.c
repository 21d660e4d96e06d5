// What small boards have in place of libm: to the last bit what libm gives.
#define sqrt  exact_sqrt
#define sqrtf exact_sqrtf
#define fmod  exact_fmod
#include "eyes/exact.c" // NOLINT: they have the names of the C library, and are nobody else's
#undef sqrt
#undef sqrtf
#undef fmod
#undef INFINITY

#include "support/support.h"

#include <math.h>

static uint64_t dice = 88172645463325252u;
static double any(void) { // of all sizes, both signs, NaN and infinite among them
    dice ^= dice << 13, dice ^= dice >> 7, dice ^= dice << 17;
    return of_bits(dice);
}

static bool same(double a, double b) { return bits_of(a) == bits_of(b) || (a != a && b != b); }

static void roots_are_rounded_as_they_should(void **state) {
    (void)state;
    static const double ODD[] = {0, -0.0, 1, 2, 3, 4, 0x1p-1074, 0x1.fffffffffffffp1023, 0x1.fffffffffffffp0};
    for (size_t i = 0; i < sizeof ODD / sizeof *ODD; i++) assert_true(same(exact_sqrt(ODD[i]), sqrt(ODD[i])));
    assert_true(same(exact_sqrt(HUGE_VAL), HUGE_VAL) && isnan(exact_sqrt(-1)) && isnan(exact_fmod(1, 0)));
    for (int i = 0; i < 50000; i++) {
        double x = any();
        uint32_t bits = (uint32_t)dice;
        float f;
        memcpy(&f, &bits, sizeof f);
        if (!same(exact_sqrt(x), sqrt(x)))
            fail_msg("the root of %a is %a, not %a", x, exact_sqrt(x), sqrt(x));
        if (!same((double)exact_sqrtf(f), (double)sqrtf(f))) fail_msg("the root of %a", (double)f);
    }
}

static void remainders_are_exact(void **state) {
    (void)state;
    static const double ODD[] = {0, -0.0, 1, -720.5, 360, 0x1p-1074, 0x1.8p-1030, HUGE_VAL, 1e300};
    for (size_t i = 0; i < sizeof ODD / sizeof *ODD; i++)
        for (size_t k = 2; k < sizeof ODD / sizeof *ODD; k++) // no noughts
            if (!same(exact_fmod(ODD[i], ODD[k]), fmod(ODD[i], ODD[k])))
                fail_msg("%a of %a is %a, not %a", ODD[i], ODD[k], exact_fmod(ODD[i], ODD[k]),
                         fmod(ODD[i], ODD[k]));
    for (int i = 0; i < 5000; i++) {
        double x = any(), y = any();
        if (!same(exact_fmod(x, y), fmod(x, y))) fail_msg("%a of %a is %a", x, y, exact_fmod(x, y));
    }
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(roots_are_rounded_as_they_should),
                                       cmocka_unit_test(remainders_are_exact)};
    return support_run(argc, argv, tests, NULL, NULL);
}
