// Many timers, cheaply: a timer wheel on any one clock.
//
//     wheel_set(&wheel, &timer, now_us + 33000);   // also moves a timer that is set already
//     wheel_clear(&wheel, &timer);
//     while ((timer = wheel_next(&wheel, now_us))) timer->fire(timer);
//
// Timers are the caller's structs, linked in; nothing is allocated. Timers that are due together come in order of their
// due time, then in the order in which they were set.
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct timer {
    struct timer *next, *previous;
    int64_t due_us;
    uint64_t order;
    uint16_t slot; // 0: not set
    void (*fire)(struct timer *timer);
    void *user;
};

enum { WHEEL_LEVELS = 6, WHEEL_SLOTS = 64 };

struct wheel {
    struct timer slots[WHEEL_LEVELS * WHEEL_SLOTS + 2]; // list heads; the last two: ready, and far away
    int64_t now_tick;
    uint64_t order;
    unsigned count;
    uint64_t busy[WHEEL_LEVELS]; // which slots hold something
};

void wheel_init(struct wheel *wheel, int64_t now_us);
void wheel_set(struct wheel *wheel, struct timer *timer, int64_t due_us);
void wheel_clear(struct wheel *wheel, struct timer *timer); // harmless when it is not set
bool timer_is_set(const struct timer *timer);
struct timer *wheel_next(struct wheel *wheel,
                         int64_t now_us);     // the next timer due by now, taken out; NULL: none
int64_t wheel_due(const struct wheel *wheel); // when the next one is due; INT64_MAX: none is set
