// The three clocks, and periodic beats.
//
// *World* time is counted by whoever steps the world; it may pause or run fast. *Air* time is the machine's
// monotonic clock, for communication. *Calendar* time is seconds since 1970 and may jump; a robot is only
// ever told it. All are in microseconds, in int64_t. Nothing below the main loop may read air or calendar
// time: it is passed in.
//
//     struct beat mind = beat_of(60000);
//     // at most once a call; its due time moves on by exactly a period
//     if (beat_due(&mind, now_us)) mind_step(…);
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct clocks {
    int64_t world_us, air_us, calendar_us;
};

int64_t air_now_us(void);
int64_t calendar_now_us(void);
// For tests; NULL restores the real clock.
void clock_pretend(int64_t (*air)(void *user), int64_t (*calendar)(void *user), void *user);

// The earlier of two times; INT64_MAX means never.
static inline int64_t clock_earlier(int64_t a, int64_t b) { return a < b ? a : b; }

struct beat {
    int64_t due_us, period_us;
};

struct beat beat_of(int64_t period_us);           // first due at 0
bool beat_due(struct beat *beat, int64_t now_us); // true: take the step
