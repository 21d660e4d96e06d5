#include "robot/instinct.h"

enum { SECOND = 30, SLEEPY_AFTER = 240 * SECOND, ASLEEP_AFTER = 300 * SECOND };

static const struct {
    enum life_event_kind felt;
    const char *expression;
    uint32_t ticks;
} FACES[] = {
    {LIFE_EVENT_KIND_WOKE, "waking", 2 * SECOND},
    {LIFE_EVENT_KIND_PICKED_UP, "surprised", 2 * SECOND},
    {LIFE_EVENT_KIND_PUT_DOWN, "relieved", 2 * SECOND},
    {LIFE_EVENT_KIND_HELD, "curious", 3 * SECOND},
    {LIFE_EVENT_KIND_FALLING, "scared", 2 * SECOND},
    {LIFE_EVENT_KIND_LANDED, "dizzy", 3 * SECOND},
    {LIFE_EVENT_KIND_CLIFF, "startled", 2 * SECOND},
    {LIFE_EVENT_KIND_TOUCHED, "loving", 4 * SECOND},
    {LIFE_EVENT_KIND_TOUCH_ENDED, "happy", 2 * SECOND},
    {LIFE_EVENT_KIND_POKED, "annoyed", 2 * SECOND},
    {LIFE_EVENT_KIND_BUTTON_DOWN, "listening", 3 * SECOND},
    {LIFE_EVENT_KIND_ON_CHARGER, "content", 3 * SECOND},
    {LIFE_EVENT_KIND_OFF_CHARGER, "excited", 2 * SECOND},
    {LIFE_EVENT_KIND_STALLED, "frustrated", 2 * SECOND},
    {LIFE_EVENT_KIND_BATTERY_LOW, "tired", 4 * SECOND},
};

static const char *face_for(enum life_event_kind felt, uint32_t *ticks) {
    for (size_t i = 0; i < sizeof FACES / sizeof *FACES; i++)
        if (FACES[i].felt == felt) return *ticks = FACES[i].ticks, FACES[i].expression;
    return NULL;
}

void instinct_step(struct instinct *instinct, struct eyes *eyes, const struct life_event *events,
                   uint32_t count, bool busy, uint32_t tick) {
    bool moved = busy;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t ticks;
        const char *expression = face_for(events[i].kind, &ticks);
        moved |= expression || events[i].cause;
        if (expression) eyes_show(eyes, expression, tick, ticks);
    }
    if (moved) {
        instinct->quiet_since = tick;
        if (instinct->asleep) eyes_set_mood(eyes, "neutral", tick);
        instinct->asleep = false;
        return;
    }
    uint32_t quiet = tick - instinct->quiet_since;
    if (quiet == SLEEPY_AFTER) eyes_set_mood(eyes, "sleepy", tick);
    if (quiet == ASLEEP_AFTER) {
        eyes_set_mood(eyes, "asleep", tick);
        instinct->asleep = true;
    }
}
