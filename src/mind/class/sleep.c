// Sleep: falling asleep, breathing, dreaming, waking for reasons.
#include "mind/class/classes.h"

struct sleeping {
    struct text get_in, loop, wake, rouse;
    float loop_low_s, loop_high_s, awake_min, deep_after_s;
    bool power_save, off_treads, emergency;
};
static const struct knob SLEEPING_LIST[] = {
    CLASS_TEXT(sleeping, get_in, "getInAnimTrigger", "a trigger: it falls asleep"),
    CLASS_TEXT(sleeping, loop, "sleepAnimTrigger", "a trigger: now and then while it sleeps"),
    CLASS_TEXT(sleeping, wake, "wakeAnimTrigger", "a trigger: it wakes by itself"),
    CLASS_TEXT(sleeping, rouse, "rouseAnimTrigger", "a trigger: it is woken"),
    CLASS_F32(sleeping, loop_low_s, "dreamMin_s", "s", 1, 1e4, 8, "from one twitch to the next, from"),
    CLASS_F32(sleeping, loop_high_s, "dreamMax_s", "s", 1, 1e4, 14, "to"),
    CLASS_F32(sleeping, awake_min, "awakeBelow_min", "min", 0, 1200, 10,
              "it wakes when it lacks no more sleep"),
    CLASS_F32(sleeping, deep_after_s, "deepAfter_s", "s", 0, 1e6, 1800, "then noises do not wake it"),
    CLASS_FLAG(sleeping, power_save, "enablePowerSave", false, "not used"),
    CLASS_FLAG(sleeping, off_treads, "canActivateOffTreads", false, "not used"),
    CLASS_FLAG(sleeping, emergency, "shouldPlayEmergencyGetOut", false, "not used")};
static const struct knobs SLEEPING = CLASS_KNOBS(sleeping, SLEEPING_LIST);

static void begin_sleep(struct mind *m, const struct node *n) {
    mind_play(m, n, ((const struct sleeping *)n->config)->get_in);
}

// What wakes it: whoever handles it, its name, a loud noise while sleep is light.
static bool roused(const struct mind *m, const struct sleeping *k, double since) {
    const struct mind_live *l = &m->live;
    static const uint16_t WAKES[] = {
        LIFE_EVENT_KIND_TOUCHED, LIFE_EVENT_KIND_PICKED_UP,   LIFE_EVENT_KIND_POKED, LIFE_EVENT_KIND_SHAKEN,
        LIFE_EVENT_KIND_FALLING, LIFE_EVENT_KIND_BUTTON_DOWN, LIFE_EVENT_KIND_HELD};
    for (size_t i = 0; i < sizeof WAKES / sizeof *WAKES; i++)
        if (l->felt_at[WAKES[i]] > since) return true;
    bool deep = l->now - since > (double)k->deep_after_s;
    return l->wake_at > since || l->asked || l->shown || (!deep && l->noise_at > since);
}

// It lacks no more sleep, by day, and nobody made it sleep.
static bool rested(const struct mind *m, const struct node *n) {
    const struct sleeping *k = n->config;
    bool night = m->live.zone_known && (m->live.hour_minute < 7 * 60 || m->live.hour_minute >= 21 * 60);
    return m->live.debt_s < (double)k->awake_min * 60 && !night && m->forced != n->number + 1;
}

static enum going step_sleep(struct mind *m, const struct node *n) {
    const struct sleeping *k = n->config;
    struct node_state *s = node_state(m, n);
    double since = s->began;
    if (s->step == 3) return mind_waits(m, n) ? GOES_ON : OVER;
    bool woken = roused(m, k, since);
    if (woken || (s->step == 2 && rested(m, n))) {
        s->step = 3;
        m->live.asleep = false;
        if (woken) m->live.debt_s -= m->live.debt_s > 900 ? 900 : m->live.debt_s; // not at once again
        mind_let_go(m, n);
        mind_post(m, TEXT("WokeUp"));
        return mind_play(m, n, woken ? k->rouse : k->wake) ? GOES_ON : OVER;
    }
    if (mind_waits(m, n)) return GOES_ON;
    if (s->step == 0) {
        s->step = 2, m->live.asleep = true, m->live.slept = m->live.now;
        mind_post(m, TEXT("Asleep"));
    }
    s->asked = true;
    if (m->live.now < s->when[0]) return GOES_ON;
    s->when[0] = m->live.now + (double)mind_between(m, n, k->loop_low_s, k->loop_high_s);
    mind_play(m, n, k->loop);
    return GOES_ON;
}
static void end_sleep(struct mind *m, const struct node *n) { m->live.asleep = false; }
const struct mind_class CLASS_SLEEPING = {
    .name = "Sleeping",
    .help = "Falls asleep, sleeps, wakes for a reason or when it is rested.",
    .knobs = &SLEEPING,
    .begin = begin_sleep,
    .step = step_sleep,
    .end = end_sleep};
