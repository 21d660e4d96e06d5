// The allocator of tests. The linker (--wrap) leads every call of the code under test through these.
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

#define WRAP(type, name, parameters, arguments)                                                              \
    type __real_##name parameters;                                                                           \
    type __wrap_##name parameters;                                                                           \
    type __wrap_##name parameters { return breaks() ? NULL : __real_##name arguments; }

WRAP(void *, malloc, (size_t size), (size))
WRAP(void *, calloc, (size_t n, size_t size), (n, size))
WRAP(void *, realloc, (void *at, size_t size), (at, size))
WRAP(void *, aligned_alloc, (size_t align, size_t size), (align, size))
WRAP(char *, strdup, (const char *text), (text))
