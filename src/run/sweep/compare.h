// Two sweeps beside each other: for each figure that both have, how far the second is from the first, and
// whether that is more than chance makes.
//
//     struct sweep_difference d;
//     sweep_difference(first, 3, second, 3, &d);       // figures by their numbers
//     if (d.differs) printf("%g to %g\n", d.low, d.high);
//     sweep_compare_text(first, second, NULL, &out, &fault);   // or _json; NULL: every figure
//
// Lives with the same seed in both are compared with each other (paired). When the sweeps share fewer than
// three quarters of their lives, means are compared instead. The interval is a bootstrap's: what the
// difference would have been, had chance dealt these lives again, in 95 of 100 deals. When 0 lies in it, the
// sweeps do not differ. The deals are counted chance: the same lives give the same bytes.
#pragma once

#include "run/sweep/gather.h"

struct sweep_difference {
    uint32_t count_a, count_b, pairs; // lives that have the figure; pairs 0: not paired
    double mean_a, mean_b, by, low, high;
    bool differs, known; // known: both have at least two lives with it
};
// False: no memory.
bool sweep_difference(const struct sweep_table *a, uint32_t figure_a, const struct sweep_table *b,
                      uint32_t figure_b, struct sweep_difference *out);

// ERR_UNKNOWN: none of them has this figure, or they have none in common.
enum err sweep_compare_text(const struct sweep_table *a, const struct sweep_table *b, const char *figure,
                            struct buf *out, struct fault *fault);
enum err sweep_compare_json(const struct sweep_table *a, const struct sweep_table *b, const char *figure,
                            struct buf *out, struct fault *fault);
