// Benchmarks whose answers are known, for test_bench.sh.
#include "bench.h"

#include <stdlib.h>

static void loop(void *user, unsigned times) {
    volatile unsigned *counter = user;
    for (unsigned i = 0; i < times; i++) *counter += i;
}
static void once(void *user) { loop(user, 1000); }
static void three_times(void *user) { loop(user, 3000); }
static void *volatile kept;
static void wasteful(void *user) {
    kept = malloc(100);
    free(kept);
    once(user);
}
static void *counter_new(void) { return calloc(1, sizeof(unsigned)); }

BENCHES({.name = "a \"third\"",
         .a = once,
         .b = three_times,
         .b_name = "thrice",
         .setup = counter_new,
         .teardown = free,
         .no_allocation = true},
        {.name = "alone", .a = once, .setup = counter_new, .teardown = free},
        {.name = "lies", .a = wasteful, .setup = counter_new, .teardown = free, .no_allocation = true})
