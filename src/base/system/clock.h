// The three clocks, and beats.
//
// *World* time is counted by whoever steps the world; it may pause or race. *Air* time is the machine's monotonic
// clock, for talking with strangers. *Calendar* time is seconds since 1970 and may jump; a robot is only ever told it.
// All are microseconds in int64_t. Nothing below the loop may ask for air or calendar time: it is handed in.
//
//     struct beat mind = beat_of(60000);
//     if (beat_due(&mind, now_us)) mind_step(…);      // at most once a call; its due time moves on by exactly a period
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct clocks {
    int64_t world_us, air_us, calendar_us;
};

int64_t air_now_us(void);
int64_t calendar_now_us(void);
void clock_pretend(int64_t (*air)(void *user), int64_t (*calendar)(void *user),
                   void *user); // tests; NULL: real ones

// The earlier of two times; INT64_MAX is never.
static inline int64_t clock_earlier(int64_t a, int64_t b) { return a < b ? a : b; }

struct beat {
    int64_t due_us, period_us;
};

struct beat beat_of(int64_t period_us);           // first due at 0
bool beat_due(struct beat *beat, int64_t now_us); // true: take the step
