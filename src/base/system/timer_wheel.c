#include "base/system/timer_wheel.h"

#include <string.h>

enum { BITS = 6, LATE = 1, FIRST_SLOT = 2 }; // what timer.slot says

static uint64_t count_of(int64_t us) { return (uint64_t)us ^ (uint64_t)1 << 63; }
static unsigned digit(uint64_t time, unsigned level) { return time >> (BITS * level) & (WHEEL_SLOTS - 1); }

void timer_wheel_init(struct timer_wheel *wheel, int64_t now_us) {
    memset(wheel, 0, sizeof *wheel);
    wheel->at = count_of(now_us);
}

static void append(struct timer **first, struct timer *timer) {
    if (!*first) {
        *first = timer->next = timer->previous = timer;
        return;
    }
    timer->next = *first;
    timer->previous = (*first)->previous;
    timer->previous->next = timer;
    (*first)->previous = timer;
}

static void unlink_from(struct timer **first, struct timer *timer) {
    if (timer->next == timer) {
        *first = NULL;
    } else {
        timer->previous->next = timer->next;
        timer->next->previous = timer->previous;
        if (*first == timer) *first = timer->next;
    }
    timer->next = timer->previous = NULL;
}

static bool before(const struct timer *a, const struct timer *b) {
    return a->due_us != b->due_us ? a->due_us < b->due_us : a->order < b->order;
}

// The late ones are few and nearly in order: look from the end.
static void insert_late(struct timer_wheel *wheel, struct timer *timer) {
    timer->slot = LATE;
    struct timer *first = wheel->late;
    if (!first || !before(timer, first->previous)) {
        append(&wheel->late, timer);
        return;
    }
    struct timer *behind = first->previous;
    while (behind != first && before(timer, behind->previous)) behind = behind->previous;
    append(&behind, timer); // in a ring, the last before `behind`
    if (behind == first) wheel->late = timer;
}

static void hang(struct timer_wheel *wheel, struct timer *timer) {
    uint64_t due = count_of(timer->due_us);
    if (due < wheel->at) {
        insert_late(wheel, timer);
        return;
    }
    uint64_t differs = due ^ wheel->at;
    unsigned level = differs ? (63 - (unsigned)__builtin_clzll(differs)) / BITS : 0;
    unsigned slot = level * WHEEL_SLOTS + digit(due, level);
    append(&wheel->slots[slot], timer);
    timer->slot = (uint16_t)(FIRST_SLOT + slot);
    wheel->busy[level] |= (uint64_t)1 << digit(due, level);
}

static void take_out(struct timer_wheel *wheel, struct timer *timer) {
    if (timer->slot == LATE) {
        unlink_from(&wheel->late, timer);
    } else {
        unsigned slot = timer->slot - FIRST_SLOT;
        unlink_from(&wheel->slots[slot], timer);
        if (!wheel->slots[slot]) wheel->busy[slot / WHEEL_SLOTS] &= ~((uint64_t)1 << slot % WHEEL_SLOTS);
    }
    timer->slot = 0;
}

void timer_wheel_set(struct timer_wheel *wheel, struct timer *timer, int64_t due_us) {
    timer_wheel_clear(wheel, timer);
    timer->due_us = due_us;
    timer->order = wheel->order++;
    hang(wheel, timer);
    if (!wheel->count++) wheel->due_known = true, wheel->due_us = due_us;
    if (due_us < wheel->due_us) wheel->due_us = due_us;
}

void timer_wheel_clear(struct timer_wheel *wheel, struct timer *timer) {
    if (!timer->slot) return;
    take_out(wheel, timer);
    wheel->count--;
    if (timer->due_us <= wheel->due_us) wheel->due_known = false;
}

bool timer_is_set(const struct timer *timer) { return timer->slot != 0; }

// The wheel that turns next, or WHEEL_LEVELS when all are empty.
static unsigned lowest(const struct timer_wheel *wheel) {
    unsigned level = 0;
    while (level < WHEEL_LEVELS && !wheel->busy[level]) level++;
    return level;
}

// Moves the wheel's own time on and spreads the slot that begins there. Nothing may be due before `to`.
static void turn(struct timer_wheel *wheel, uint64_t to) {
    uint64_t differs = to ^ wheel->at;
    wheel->at = to;
    if (!differs) return;
    unsigned level = (63 - (unsigned)__builtin_clzll(differs)) / BITS;
    unsigned slot = level * WHEEL_SLOTS + digit(to, level);
    if (!level || !wheel->slots[slot]) return;
    struct timer *first = wheel->slots[slot], *timer = first, *next;
    wheel->slots[slot] = NULL;
    wheel->busy[level] &= ~((uint64_t)1 << slot % WHEEL_SLOTS);
    do {
        next = timer->next;
        hang(wheel, timer);
        timer = next;
    } while (timer != first);
}

static struct timer *taken(struct timer_wheel *wheel, struct timer *timer) {
    timer_wheel_clear(wheel, timer);
    return timer;
}

struct timer *timer_wheel_next(struct timer_wheel *wheel, int64_t now_us) {
    if (wheel->late) return wheel->late->due_us <= now_us ? taken(wheel, wheel->late) : NULL;
    if (wheel->due_known && wheel->count && wheel->due_us > now_us) return NULL;
    uint64_t now = count_of(now_us);
    for (unsigned level; (level = lowest(wheel)) < WHEEL_LEVELS;) {
        unsigned slot = (unsigned)__builtin_ctzll(wheel->busy[level]), shift = level * BITS;
        uint64_t above = shift + BITS < 64 ? wheel->at >> (shift + BITS) << (shift + BITS) : 0;
        uint64_t begins = above | (uint64_t)slot << shift;
        if (begins > now) break;
        turn(wheel, begins);
        if (!level) return taken(wheel, wheel->slots[slot]);
    }
    if (now > wheel->at) turn(wheel, now); // so that new timers hang low
    return NULL;
}

int64_t timer_wheel_due(struct timer_wheel *wheel) {
    if (!wheel->count) return INT64_MAX;
    if (wheel->due_known) return wheel->due_us;
    unsigned level = lowest(wheel);
    const struct timer *first = wheel->late, *best = first;
    if (!first) {
        best = first = wheel->slots[level * WHEEL_SLOTS + (unsigned)__builtin_ctzll(wheel->busy[level])];
        for (const struct timer *at = first->next; level && at != first; at = at->next)
            if (at->due_us < best->due_us) best = at;
    }
    wheel->due_known = true;
    return wheel->due_us = best->due_us;
}
