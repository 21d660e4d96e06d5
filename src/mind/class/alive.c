// The small life beneath everything: what has stood still for a while stirs.
#include "base/maths/maths.h"
#include "mind/class/classes.h"

struct keep_alive {
    struct node_ref delegate;
    float still_low_s, still_high_s, low_deg, high_deg;
};
static const struct knob KEEP_LIST[] = {
    KNOB_OWN(struct keep_alive, delegate, "delegateID", &KIND_NODE, "its only child"),
    CLASS_F32(keep_alive, still_low_s, "stillMin_s", "s", 0.5f, 100, 2.8f,
              "after so long without a movement of its body it stirs, from"),
    CLASS_F32(keep_alive, still_high_s, "stillMax_s", "s", 0.5f, 100, 4, "to"),
    CLASS_F32(keep_alive, low_deg, "stirMin_deg", "deg", 0.5f, 20, 1.5f, "its head, by so much, from"),
    CLASS_F32(keep_alive, high_deg, "stirMax_deg", "deg", 0.5f, 20, 4, "to")};
static const struct knobs KEEP = CLASS_KNOBS(keep_alive, KEEP_LIST);

#define HEAD_LOW_RAD  (-0.25f) // from there on it only stirs upwards
#define HEAD_HIGH_RAD 0.6f
#define LIFT_LOW_M    0.036f // and so does its lift, from there down
#define LIFT_BY_MM    3
#define STIR_S        0.4f
#define AGAIN_S       0.7 // what has its head, or its lift, may have let the other one be

static void stir_head(struct mind *m, const struct node *n) {
    const struct keep_alive *k = n->config;
    float now = m->live.head_rad, by = m_radians(mind_between(m, n, k->low_deg, k->high_deg));
    bool up = now < HEAD_LOW_RAD || (now < HEAD_HIGH_RAD && mind_between(m, n, -1, 1) < 0);
    mind_head(m, NULL, now + (up ? by : -by), STIR_S);
}

static void stir_lift(struct mind *m) {
    float by = m->live.lift_m < LIFT_LOW_M ? LIFT_BY_MM : -LIFT_BY_MM;
    if (!(m->live.status & BODY_STATUS_CARRYING)) mind_lift(m, NULL, m->live.lift_m * 1000 + by);
}

// own[0]: so long it may be still this time; when[0]: stirred last; own[1]: how often in vain. Whoever leads
// it has its head, too.
static void stir(struct mind *m, const struct node *n) {
    const struct keep_alive *k = n->config;
    const struct mind_live *l = &m->live;
    struct node_state *s = node_state(m, n);
    if (l->still_since > s->when[0]) s->own[0] = s->own[1] = 0;
    if (l->asleep || l->controlled || l->now < l->led_until) return;
    if (s->own[0] <= 0) s->own[0] = mind_between(m, n, k->still_low_s, k->still_high_s);
    if (l->now - l->still_since < (double)s->own[0] || l->now - s->when[0] < AGAIN_S) return;
    s->when[0] = l->now, s->own[1] += 1;
    if ((uint32_t)s->own[1] % 2)
        stir_head(m, n);
    else
        stir_lift(m);
}

static enum going step_keep(struct mind *m, const struct node *n) {
    const struct keep_alive *k = n->config;
    const struct node *child = node_of(m, &k->delegate);
    stir(m, n);
    if (!child) return OVER;
    if (!mind_active(m, child) && mind_wants(m, child)) mind_push(m, child);
    return GOES_ON;
}
const struct mind_class CLASS_KEEP_ALIVE = {
    .name = "KeepAlive",
    .help = "Its one child, without end. What has stood still for seconds meanwhile, awake, moves its head a "
            "little, unless somebody leads it.",
    .knobs = &KEEP,
    .dispatches = true,
    .step = step_keep};
