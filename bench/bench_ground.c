// The ground everything stands on: tick memory, hashes.
#include "bench.h"

#include "base/arena.h"
#include "base/hash.h"

#include <stdlib.h>

enum { PIECES = 100 };

static struct arena *arena;
static void in_arena(void *user) {
    if (!arena) arena = arena_new(64 << 10);
    for (unsigned i = 0; i < PIECES; i++) bench_sink((uintptr_t)arena_take(arena, 16 + i, 8));
    arena_reset(arena);
}

static void on_heap(void *user) {
    void *pieces[PIECES];
    for (unsigned i = 0; i < PIECES; i++) bench_sink((uintptr_t)(pieces[i] = calloc(1, 16 + i)));
    for (unsigned i = 0; i < PIECES; i++) free(pieces[i]);
}

static uint8_t bytes[4096];
static void hash_ours(void *user) { bench_sink(hash64(1, bytes, sizeof bytes)); }
static void hash_bytewise(void *user) {
    uint64_t sum = 0xcbf29ce484222325u;
    for (size_t i = 0; i < sizeof bytes; i++) sum = (sum ^ bytes[i]) * 0x100000001b3u;
    bench_sink(sum);
}

BENCHES({.name = "100 pieces and back",
         .a = in_arena,
         .a_name = "arena",
         .b = on_heap,
         .b_name = "calloc",
         .no_allocation = true},
        {.name = "4 KB hashed",
         .a = hash_ours,
         .a_name = "hash64",
         .b = hash_bytewise,
         .b_name = "FNV-1a",
         .no_allocation = true})
