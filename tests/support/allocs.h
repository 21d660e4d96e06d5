// Counts what is allocated in a stretch of code: nothing allocates in a tick, and this is how that is shown.
//
//     struct allocs region = allocs_begin();
//     robot_step(robot, &senses, &command);
//     allocs_end(&region);
//     assert_int_equal(region.count, 0);
//
// Counts malloc, calloc, realloc and their aligned kin in the thread that asks, whoever calls them, libraries
// too. Also under the sanitizers, which tell us by a hook (ThreadSanitizer only of those that are not
// aligned). Regions do not nest. Link with `allocs` (Meson).
#pragma once

#include <stddef.h>

struct allocs {
    size_t count, bytes, frees;
};

struct allocs allocs_begin(void);
void allocs_end(struct allocs *region);
