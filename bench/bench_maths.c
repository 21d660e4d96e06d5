// Our functions beside libm's: what the same bits everywhere cost.
#include "bench.h"

#include "base/maths/chance.h"
#include "base/maths/maths.h"

#include <math.h>
#include <string.h>

enum { NUMBERS = 1024 };

#define PAIR(name, type, ours, theirs)                                                                       \
    static void name##_ours(void *user) {                                                                    \
        type total = 0;                                                                                      \
        for (int i = 0; i < NUMBERS; i++) {                                                                  \
            type x = (type)(0.001 + i * (0.998 / NUMBERS));                                                  \
            total += (ours);                                                                                 \
        }                                                                                                    \
        bench_sink((uint64_t)total);                                                                         \
    }                                                                                                        \
    static void name##_theirs(void *user) {                                                                  \
        type total = 0;                                                                                      \
        for (int i = 0; i < NUMBERS; i++) {                                                                  \
            type x = (type)(0.001 + i * (0.998 / NUMBERS));                                                  \
            total += (theirs);                                                                               \
        }                                                                                                    \
        bench_sink((uint64_t)total);                                                                         \
    }

PAIR(f_sin, float, m_sin(x * 6), sinf(x * 6))
PAIR(f_atan2, float, m_atan2(x, 0.5f), atan2f(x, 0.5f))
PAIR(f_exp, float, m_exp(x), expf(x))
PAIR(f_log, float, 8 + m_log(x), 8 + logf(x))
PAIR(f_pow, float, m_pow(x, 2.2f), powf(x, 2.2f))
PAIR(f_hypot, float, m_hypot(x, 2.2f), hypotf(x, 2.2f))
PAIR(d_sin, double, 8 + md_sin(x * 6), 8 + sin(x * 6))
PAIR(d_atan2, double, md_atan2(x, 0.5), atan2(x, 0.5))
PAIR(d_exp, double, md_exp(x), exp(x))
PAIR(d_pow, double, md_pow(x, 2.2), pow(x, 2.2))

static void draw(void *user) {
    struct chance dice = chance_of(1, 2, 3);
    uint64_t total = 0;
    for (int i = 0; i < NUMBERS; i++) total += chance_u64(&dice);
    bench_sink(total);
}

#define ROW(label, fn)                                                                                       \
    {                                                                                                        \
        .name = label, .a = fn##_ours, .b = fn##_theirs, .a_name = "critter", .b_name = "libm",              \
        .no_allocation = true                                                                                \
    }

BENCHES(ROW("sin, float", f_sin), ROW("atan2, float", f_atan2), ROW("exp, float", f_exp),
        ROW("log, float", f_log), ROW("pow, float", f_pow), ROW("hypot, float", f_hypot),
        ROW("sin, double", d_sin), ROW("atan2, double", d_atan2), ROW("exp, double", d_exp),
        ROW("pow, double", d_pow), {.name = "1024 draws", .a = draw, .no_allocation = true})
