// Many timers, cheaply: a timer wheel on any one clock.
//
//     timer_wheel_set(&wheel, &timer, now_us + 33000);   // also moves a timer that is set already
//     timer_wheel_clear(&wheel, &timer);
//     while ((timer = timer_wheel_next(&wheel, now_us))) timer->fire(timer);
//
// Timers are the caller's structs, linked in; nothing is allocated. Timers that are due together come in order of their
// due time, then in the order in which they were set. A timer set in the past is due at once; time may also go back, or jump
// by days: the cost does not depend on how far. A timer must be cleared before its memory goes.
//
// How: time in microseconds is a number of eleven digits in base 64, and each digit is a wheel of 64 slots. A timer hangs in the
// wheel of the highest digit in which its due time differs from the wheel's own time, in the slot of that digit. So whatever hangs in the
// lowest wheel that is not empty, in its first slot that is not empty, is next; slots of higher wheels are spread over the
// lower ones when their time begins. Setting and clearing take constant time; a timer moves down at most ten times.
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

enum { WHEEL_LEVELS = 11, WHEEL_SLOTS = 64 };

struct timer_wheel {
    struct timer *slots[WHEEL_LEVELS * WHEEL_SLOTS]; // the first of each; its `previous` is the last
    struct timer *late;                              // due before `at`, in order
    uint64_t busy[WHEEL_LEVELS];                     // which slots hold something
    uint64_t at;                                     // the wheel's own time, counted from INT64_MIN
    uint64_t order;
    int64_t due_us; // of the next timer, when known
    bool due_known;
    unsigned count;
};

void timer_wheel_init(struct timer_wheel *wheel, int64_t now_us);
void timer_wheel_set(struct timer_wheel *wheel, struct timer *timer, int64_t due_us);
void timer_wheel_clear(struct timer_wheel *wheel, struct timer *timer); // harmless when it is not set
bool timer_is_set(const struct timer *timer);
struct timer *timer_wheel_next(struct timer_wheel *wheel,
                               int64_t now_us);     // the next timer due by now, taken out; NULL: none
int64_t timer_wheel_due(struct timer_wheel *wheel); // when the next one is due; INT64_MAX: none is set
