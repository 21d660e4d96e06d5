// An arena and no fault before each case of the banks' tests.
#pragma once

#include "support/fine.h"

#include "base/arena.h"

static struct arena *arena;

static inline int begin(void **state) {
    arena = arena_new(64 << 10);
    fault = (struct fault){0};
    return 0;
}
static inline int end(void **state) {
    arena_free(arena);
    return 0;
}
