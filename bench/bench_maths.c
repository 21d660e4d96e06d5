// Our functions beside libm's, and what a draw costs. The ratio is what counts; nanoseconds depend on the machine.
#include "base/chance.h"
#include "base/maths.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

enum { NUMBERS = 1024, ROUNDS = 2000 };
static double wide[NUMBERS];
static float narrow[NUMBERS];
static volatile double sink;

static double now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

#define TIME(result, from, call)                                                                             \
    do {                                                                                                     \
        double best = 1e30;                                                                                  \
        for (int run = 0; run < 5; run++) {                                                                  \
            double start = now_ns(), total = 0;                                                              \
            for (int r = 0; r < ROUNDS / 5; r++)                                                             \
                for (int i = 0; i < NUMBERS; i++) {                                                          \
                    from[i] += 0;                                                                            \
                    total += (double)(call);                                                                 \
                }                                                                                            \
            sink = total;                                                                                    \
            double each = (now_ns() - start) / (ROUNDS / 5) / NUMBERS;                                       \
            if (each < best) best = each;                                                                    \
        }                                                                                                    \
        result = best;                                                                                       \
    } while (0)

#define COMPARE(name, from, ours, theirs)                                                                    \
    do {                                                                                                     \
        double a, b;                                                                                         \
        TIME(a, from, ours);                                                                                 \
        TIME(b, from, theirs);                                                                               \
        printf("%-10s %6.1f ns   libm %6.1f ns   ratio %.2f\n", name, a, b, a / b);                          \
    } while (0)

int main(void) {
    struct chance dice = chance_of(1, 2, 3);
    for (int i = 0; i < NUMBERS; i++) narrow[i] = (float)(wide[i] = 0.001 + 0.998 * chance_unit64(&dice));
    COMPARE("m_sin", narrow, m_sin(narrow[i] * 6), sinf(narrow[i] * 6));
    COMPARE("m_atan2", narrow, m_atan2(narrow[i], 0.5f), atan2f(narrow[i], 0.5f));
    COMPARE("m_exp", narrow, m_exp(narrow[i]), expf(narrow[i]));
    COMPARE("m_log", narrow, m_log(narrow[i]), logf(narrow[i]));
    COMPARE("m_pow", narrow, m_pow(narrow[i], 2.2f), powf(narrow[i], 2.2f));
    COMPARE("m_hypot", narrow, m_hypot(narrow[i], 2.2f), hypotf(narrow[i], 2.2f));
    COMPARE("md_sin", wide, md_sin(wide[i] * 6), sin(wide[i] * 6));
    COMPARE("md_tan", wide, md_tan(wide[i] * 6), tan(wide[i] * 6));
    COMPARE("md_asin", wide, md_asin(wide[i]), asin(wide[i]));
    COMPARE("md_atan2", wide, md_atan2(wide[i], 0.5), atan2(wide[i], 0.5));
    COMPARE("md_exp", wide, md_exp(wide[i]), exp(wide[i]));
    COMPARE("md_log", wide, md_log(wide[i]), log(wide[i]));
    COMPARE("md_pow", wide, md_pow(wide[i], 2.2), pow(wide[i], 2.2));
    COMPARE("md_hypot", wide, md_hypot(wide[i], 2.2), hypot(wide[i], 2.2));
    double unit, normal;
    TIME(unit, wide, chance_unit(&dice));
    TIME(normal, wide, chance_normal(&dice, 0, 1));
    printf("chance_unit   %6.1f ns\nchance_normal %6.1f ns\n", unit, normal);
    return 0;
}
