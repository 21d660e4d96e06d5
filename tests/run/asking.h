// What is asked of the first robot of a play, and time that passes.
#pragma once

#include "support/support.h"

#include "run/play.h"
#include "run/robots.h"

#include <stdio.h>

static inline void ask(struct play *play, struct life_message message) {
    assert_int_equal(
        play_ask(play, 0, &(struct life_envelope){.ticket = 5, .door = LIFE_DOOR_TEST}, &message), ERR_NONE);
}
static inline struct life_message say(const char *words, float duration) {
    struct life_message m = {.kind = LIFE_SAY};
    life_say_defaults(&m.say);
    snprintf(m.say.words, sizeof m.say.words, "%s", words);
    m.say.duration = duration;
    return m;
}
static inline void s_for(struct play *play, double seconds) { play_for(play, (int64_t)(seconds * 1e6)); }
