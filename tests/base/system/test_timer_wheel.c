// The wheel against the simplest thing that could be right: a list that is searched for the earliest.
#include "support/support.h"

#include "base/system/timer_wheel.h"

enum { TIMERS = 60 };
static const int64_t DAY_US = 86400000000;

struct model {
    bool set[TIMERS];
    int64_t due_us[TIMERS];
    uint64_t order[TIMERS], orders;
};

static int first_of(const struct model *model) {
    int best = -1;
    for (int i = 0; i < TIMERS; i++) {
        if (!model->set[i]) continue;
        if (best < 0 || model->due_us[i] < model->due_us[best] ||
            (model->due_us[i] == model->due_us[best] && model->order[i] < model->order[best]))
            best = i;
    }
    return best;
}

static uint64_t chance(uint64_t *seed) {
    *seed ^= *seed << 13, *seed ^= *seed >> 7, *seed ^= *seed << 17;
    return *seed;
}

static int64_t some_time(uint64_t *seed, int64_t now_us) {
    uint64_t kind = chance(seed) % 16, far = chance(seed);
    if (kind == 0) return now_us + (int64_t)(far % 400) * DAY_US + (int64_t)(far >> 40); // days away
    if (kind == 1) return now_us - (int64_t)(far % 5000);                                // late already
    if (kind == 2) return now_us;
    if (kind == 3) return far & 1 ? INT64_MAX : INT64_MIN;
    if (kind < 8) return now_us + (int64_t)(far % 70); // many due together
    return now_us + (int64_t)(far % 100000);
}

static void it_agrees_with_a_list(void **state) {
    unsigned fired = 0, set = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct timer_wheel wheel;
        struct timer timers[TIMERS] = {0};
        struct model model = {0};
        uint64_t dice = seed * 0x9e3779b97f4a7c15u;
        int64_t now_us = seed % 3 ? (int64_t)(dice >> 12) : -(int64_t)(dice >> 12);
        timer_wheel_init(&wheel, now_us);
        for (int step = 0; step < 3000; step++) {
            unsigned at = (unsigned)(chance(&dice) % TIMERS), what = (unsigned)(chance(&dice) % 8);
            if (what < 4) {
                model.set[at] = true;
                model.due_us[at] = some_time(&dice, now_us);
                model.order[at] = model.orders++;
                timer_wheel_set(&wheel, &timers[at], model.due_us[at]);
                set++;
            } else if (what == 4) {
                model.set[at] = false;
                timer_wheel_clear(&wheel, &timers[at]);
            } else {
                uint64_t leap = chance(&dice);
                if (leap % 50 == 0)
                    now_us += (int64_t)(leap % 300) * DAY_US;
                else if (leap % 51 == 0)
                    now_us -= (int64_t)(leap % 100000); // a clock set back
                else
                    now_us += (int64_t)(leap % 9000);
                for (int first; (first = first_of(&model)) >= 0 && model.due_us[first] <= now_us; fired++) {
                    assert_ptr_equal(timer_wheel_next(&wheel, now_us), &timers[first]);
                    model.set[first] = false;
                    if (fired % 7 == 0) { // a timer that sets itself again, as they do
                        model.set[first] = true;
                        model.due_us[first] += 1 + (int64_t)(fired % 5000) * (model.due_us[first] > 0);
                        model.order[first] = model.orders++;
                        if (model.due_us[first] <= now_us - 100000) model.due_us[first] = now_us;
                        timer_wheel_set(&wheel, &timers[first], model.due_us[first]);
                    }
                }
                assert_null(timer_wheel_next(&wheel, now_us));
            }
            unsigned count = 0;
            for (int i = 0; i < TIMERS; i++) {
                assert_int_equal(timer_is_set(&timers[i]), model.set[i]);
                count += model.set[i];
            }
            assert_int_equal(wheel.count, count);
            int first = first_of(&model);
            assert_true(timer_wheel_due(&wheel) == (first < 0 ? INT64_MAX : model.due_us[first]));
        }
    }
    print_message("# %u set, %u fired\n", set, fired);
    assert_true(fired > 40000);
}

static void those_due_together_come_as_they_were_set(void **state) {
    struct timer_wheel wheel;
    struct timer timers[100] = {0};
    timer_wheel_init(&wheel, 0);
    for (int i = 0; i < 50; i++) timer_wheel_set(&wheel, &timers[i], 5 * DAY_US);
    assert_null(timer_wheel_next(&wheel, 5 * DAY_US - 1)); // the wheel turns: later ones hang lower at once
    for (int i = 50; i < 100; i++) timer_wheel_set(&wheel, &timers[i], 5 * DAY_US);
    timer_wheel_set(&wheel, &timers[0], 5 * DAY_US); // set again: now the last
    for (int i = 1; i <= 100; i++) assert_ptr_equal(timer_wheel_next(&wheel, 6 * DAY_US), &timers[i % 100]);
    assert_int_equal(wheel.count, 0);
}

static void clearing_twice_is_harmless(void **state) {
    struct timer_wheel wheel;
    struct timer timer = {0};
    timer_wheel_init(&wheel, 0);
    timer_wheel_clear(&wheel, &timer);
    timer_wheel_set(&wheel, &timer, 10);
    timer_wheel_clear(&wheel, &timer);
    timer_wheel_clear(&wheel, &timer);
    assert_null(timer_wheel_next(&wheel, INT64_MAX));
    assert_true(timer_wheel_due(&wheel) == INT64_MAX);
}

TESTS(cmocka_unit_test(it_agrees_with_a_list), cmocka_unit_test(those_due_together_come_as_they_were_set),
      cmocka_unit_test(clearing_twice_is_harmless))
