// The numbers that measurements are made of: how far something was off, and how often it was right.
//
//     figure_note(&of.place_mm, off_mm);
//     of.edges.right++;
#pragma once

#include <math.h>
#include <stdint.h>

// One number of a life, as it is told to those who compare lives.
struct figure {
    const char *of, *key, *about, *unit; // of: the robot; key: one word; about: the same for people
    double is;                           // FIGURE_NONE: nothing of the kind happened
    double least, most;                  // where it should lie; -HUGE_VAL and HUGE_VAL: anywhere
};
#define FIGURE_NONE ((double)NAN)
typedef void figure_teller(void *user, const struct figure *figure);

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
