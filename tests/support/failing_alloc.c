// The allocator of tests, which can fail on purpose. (To count what a stretch of code allocates: allocs.h.)
// The linker (--wrap) leads every call of the code under test through these.
#include "support/support.h"

#include <stdatomic.h>
#include <stdio.h>

static atomic_uint count, left;
static atomic_bool broke;

void alloc_break_after(unsigned n) {
    atomic_store(&broke, false);
    atomic_store(&left, n);
}
unsigned alloc_count(void) { return atomic_load(&count); }
bool alloc_broke(void) { return atomic_load(&broke); }

static bool breaks(void) {
    atomic_fetch_add(&count, 1);
    unsigned n = atomic_load(&left);
    while (n && !atomic_compare_exchange_weak(&left, &n, n - 1)) {
    }
    if (n == 1) atomic_store(&broke, true);
    return n == 1;
}

unsigned break_every_alloc(void (*body)(void *user), void *user) {
    for (unsigned n = 1;; n++) {
        alloc_break_after(n);
        body(user);
        bool met = alloc_broke();
        alloc_break_after(0);
        if (!met) return n - 1;
    }
}

// Where malloc would answer NULL to an absurd size the sanitizers end the program; so it is answered here.
static bool absurd(size_t n, size_t size) {
    size_t all;
    return __builtin_mul_overflow(n, size, &all) || all > (size_t)1 << 38;
}

#define WRAP(type, name, parameters, arguments, n, size)                                                     \
    type __real_##name parameters;                                                                           \
    type __wrap_##name parameters;                                                                           \
    type __wrap_##name parameters { return absurd(n, size) || breaks() ? NULL : __real_##name arguments; }

WRAP(void *, malloc, (size_t size), (size), 1, size)
WRAP(void *, calloc, (size_t n, size_t size), (n, size), n, size)
WRAP(void *, realloc, (void *at, size_t size), (at, size), 1, size)
WRAP(void *, aligned_alloc, (size_t align, size_t size), (align, size), 1, size)
WRAP(char *, strdup, (const char *text), (text), 1, 1)
