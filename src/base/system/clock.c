#include "base/system/clock.h"

#include <time.h>

// Set by tests before they start anything.
static struct {
    int64_t (*air)(void *user), (*calendar)(void *user);
    void *user;
} pretended;

static int64_t now_us(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t air_now_us(void) { return pretended.air ? pretended.air(pretended.user) : now_us(CLOCK_MONOTONIC); }
int64_t calendar_now_us(void) {
    return pretended.calendar ? pretended.calendar(pretended.user) : now_us(CLOCK_REALTIME);
}

void clock_pretend(int64_t (*air)(void *user), int64_t (*calendar)(void *user), void *user) {
    pretended.air = air;
    pretended.calendar = calendar;
    pretended.user = user;
}

struct beat beat_of(int64_t period_us) {
    return (struct beat){.due_us = 0, .period_us = period_us};
}

bool beat_due(struct beat *beat, int64_t now_us) {
    if (now_us < beat->due_us) return false;
    beat->due_us += beat->period_us;
    return true;
}
