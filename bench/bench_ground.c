// The ground everything stands on: timers, tick memory, hashes.
#include "bench.h"

#include "base/arena.h"
#include "base/hash.h"
#include "base/system/timer_wheel.h"

#include <stdlib.h>

enum { TIMERS = 200, PIECES = 100 };

static struct timer_wheel wheel;
static struct timer timers[TIMERS];
static int64_t now_us;

// A protocol's day: timers are set, mostly moved before they fire, and time goes on by a tick.
static void turn_wheel(void *user) {
    for (unsigned i = 0; i < TIMERS; i++)
        timer_wheel_set(&wheel, &timers[i], now_us + 10000 + (int64_t)i * 7919 % 300000);
    now_us += 33000;
    for (struct timer *timer; (timer = timer_wheel_next(&wheel, now_us));) bench_sink(timer->order);
    bench_sink((uint64_t)timer_wheel_due(&wheel));
}

static int64_t due[TIMERS];
static void search_list(void *user) {
    for (unsigned i = 0; i < TIMERS; i++) due[i] = now_us + 10000 + (int64_t)i * 7919 % 300000;
    now_us += 33000;
    for (unsigned best = 0; best < TIMERS;) {
        best = TIMERS;
        for (unsigned i = 0; i < TIMERS; i++)
            if (due[i] <= now_us && (best == TIMERS || due[i] < due[best])) best = i;
        if (best < TIMERS) due[best] = INT64_MAX, bench_sink(best);
    }
}

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

BENCHES({.name = "200 timers moved, a tick fired",
         .a = turn_wheel,
         .a_name = "wheel",
         .b = search_list,
         .b_name = "list",
         .no_allocation = true},
        {.name = "100 pieces and back",
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
