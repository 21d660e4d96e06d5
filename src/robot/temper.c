#include "robot/temper.h"

#include "base/maths/maths.h"

#define TICK_S 0.033f
// Of what is left after a tick, when half is forgotten in so many seconds: 1 - ln 2 · 0.033 / s.
#define HALF_IN(s) (1 - 0.0228738f / (s))

// What happens, and by how much it moves which feeling (chosen).
static const struct {
    enum life_event_kind kind;
    bool wakes;
    float happy, confident, social, trust;
} BLOWS[] = {
    {LIFE_EVENT_KIND_TOUCHED, true, 0.15f, 0, 0.2f, 0},
    {LIFE_EVENT_KIND_PICKED_UP, true, 0, 0, 0.1f, 0},
    {LIFE_EVENT_KIND_HELD, true, 0, 0, 0.2f, 0},
    {LIFE_EVENT_KIND_BUTTON_DOWN, true, 0, 0, 0.1f, 0},
    {LIFE_EVENT_KIND_LOUD_SOUND, true, 0, -0.05f, 0.05f, 0},
    {LIFE_EVENT_KIND_REQUEST_BEGUN, true, 0, 0, 0, 0},
    {LIFE_EVENT_KIND_POKED, true, -0.1f, -0.05f, 0, 0},
    {LIFE_EVENT_KIND_SHAKEN, true, -0.3f, -0.1f, 0, -0.5f},
    {LIFE_EVENT_KIND_FALLEN_OVER, true, -0.3f, -0.4f, 0, 0},
    {LIFE_EVENT_KIND_FALLING, true, 0, -0.4f, 0, -1},
    {LIFE_EVENT_KIND_CLIFF, false, 0, -0.2f, 0, 0},
    {LIFE_EVENT_KIND_STALLED, false, -0.1f, -0.3f, 0, 0},
    {LIFE_EVENT_KIND_UNEXPECTED_MOVEMENT, false, 0, -0.1f, 0, 0},
};

struct temper temper_new(void) {
    return (struct temper){.stimulation = 0.79f};
}

static void blow(struct temper *t, const struct life_event *event) {
    for (size_t i = 0; i < sizeof BLOWS / sizeof *BLOWS; i++) {
        if (BLOWS[i].kind != event->kind) continue;
        if (BLOWS[i].wakes) t->stimulation = 1;
        t->happy += BLOWS[i].happy;
        t->confident += BLOWS[i].confident;
        t->social += BLOWS[i].social;
        t->held_trust += BLOWS[i].trust;
    }
    if (event->kind == LIFE_EVENT_KIND_STALLED) t->stimulation = m_min(t->stimulation, 0.5f);
    if (event->kind == LIFE_EVENT_KIND_REQUEST_ENDED && event->numbers[0] == LIFE_VERDICT_DONE)
        t->confident += 0.05f;
    if (event->kind == LIFE_EVENT_KIND_TOUCHED) t->touched = true;
    if (event->kind == LIFE_EVENT_KIND_TOUCH_ENDED) t->touched = false;
    if (event->kind == LIFE_EVENT_KIND_HELD || event->kind == LIFE_EVENT_KIND_PICKED_UP) t->held = true;
    if (event->kind == LIFE_EVENT_KIND_LET_GO || event->kind == LIFE_EVENT_KIND_PUT_DOWN) t->held = false;
}

void temper_step(struct temper *t, const struct life_event *events, size_t count, bool asleep) {
    const float quiet = asleep ? 0 : 0.15f;
    t->stimulation = quiet + (t->stimulation - quiet) * HALF_IN(60);
    t->happy *= HALF_IN(60);
    t->confident *= HALF_IN(60);
    t->social *= HALF_IN(120);
    t->held_trust = t->held ? t->held_trust + 0.1f * TICK_S : t->held_trust * HALF_IN(30);
    t->purr += (t->touched ? 0.25f : -0.5f) * TICK_S;
    if (t->touched) t->happy += 0.1f * TICK_S;
    for (size_t i = 0; i < count; i++) blow(t, &events[i]);
    t->happy = m_clamp(t->happy, -1, 1);
    t->confident = m_clamp(t->confident, -1, 1);
    t->social = m_clamp(t->social, -1, 1);
    t->held_trust = m_clamp(t->held_trust, 0, 1);
    t->purr = m_clamp(t->purr, 0, 1);
}
