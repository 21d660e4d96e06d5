// Sounds that change while they play: time goes on by itself, and what was heard lately is measured.
#pragma once

#include "stage/sound/audio_rig.h"

static uint64_t tick;
static inline void pass(unsigned ticks) {
    listen(audio, &ear, tick + 1, ticks);
    tick += ticks;
}

static inline double tone(size_t from, size_t len, double hertz) {
    assert_true(from + len <= heard_count);
    return tone_in(heard + from, len, hertz, RATE);
}
// In the last so many ticks.
static inline double lately(unsigned ticks, double hertz) {
    size_t len = (size_t)ticks * 1056;
    return tone(heard_count - len, len, hertz);
}
static inline bool ended(uint32_t play) {
    struct audio_notice notice;
    bool over = false;
    while (audio_notice(audio, &notice)) over |= notice.kind == AUDIO_ENDED && notice.play == play;
    return over;
}

static inline void tune(const char *text) {
    set = set_of(text);
    engine_begin();
}

static inline int end(void **state) {
    engine_end();
    audio_set_free(set);
    set = NULL;
    return 0;
}
