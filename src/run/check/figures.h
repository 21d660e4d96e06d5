// The numbers that measurements are made of: how far something was off, and how often it was right.
//
//     figure_note(&of.place_mm, off_mm);
//     of.edges.right++;
#pragma once

#include <stdint.h>

// Counted in the unit of its name.
struct accuracy_error {
    double sum, most, last;
    uint32_t count;
};
struct accuracy_hits { // ticks, looks, or happenings
    uint32_t right, wrong, missed;
};

static inline void figure_note(struct accuracy_error *e, double by) {
    if (by < 0) by = -by;
    e->sum += by, e->last = by, e->count++;
    if (by > e->most) e->most = by;
}
static inline double figure_mean(const struct accuracy_error *e) { return e->count ? e->sum / e->count : 0; }
