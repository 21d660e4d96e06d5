// A plane of its own for each case, and time on it.
#pragma once

#include "support/support.h"

#include "plane_things.h"

static struct plane *plane;

static inline int begin(void **state) {
    struct plane_config config = plane_defaults();
    plane = plane_new(&config);
    return plane ? 0 : -1;
}

static inline int end(void **state) {
    plane_free(plane);
    return 0;
}

static inline void steps(int count) {
    for (int i = 0; i < count; i++) plane_step(plane);
}
