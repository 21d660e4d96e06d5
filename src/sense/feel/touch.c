#include "sense/feel/touch.h"

#include "base/maths/maths.h"

static const struct knob LIST[] = {
    KNOB_F32(struct touch_config, baseline_s, "s", 1, 600, 30, "how slowly the usual reading follows"),
    KNOB_F32(struct touch_config, sigmas, "", 1, 50, 5, "a touch is so many deviations above the usual"),
    KNOB_U32(struct touch_config, span_counts, "counts", 100, 65535, 7000, "what the electrode can tell"),
    KNOB_F32(struct touch_config, span_share, "", 0.001, 1, 0.04,
             "a touch is this much of it above the usual"),
    KNOB_U32(struct touch_config, on_ms, "ms", 0, 2000, 50, "how long a touch lasts before it counts"),
    KNOB_U32(struct touch_config, off_ms, "ms", 0, 5000, 150, "how long its end lasts before it counts"),
    KNOB_U32(struct touch_config, stuck_ms, "ms", 1000, 600000, 60000, "what lasts longer is no hand"),
    KNOB_U32(struct touch_config, settle_ms, "ms", 0, 10000, 500, "how long it settles where it is set down"),
    KNOB_U32(struct touch_config, petted_ms, "ms", 0, 60000, 1000, "strokes of so long are petting"),
    KNOB_U32(struct touch_config, pause_ms, "ms", 0, 60000, 1500,
             "strokes with shorter pauses belong together"),
};
const struct knobs TOUCH_KNOBS = {"touch", LIST, sizeof LIST / sizeof *LIST, sizeof(struct touch_config)};

enum { ELSEWHERE = BODY_STATUS_ON_CHARGER | BODY_STATUS_PICKED_UP };
#define SETTLES_S 0.1f // how quickly the usual follows while it settles

float touch_on_counts(const struct touch *t, const struct touch_config *c) {
    return m_max(c->sigmas * m_sqrt(t->variance), c->span_share * (float)c->span_counts);
}

static uint64_t us(uint32_t ms) { return (uint64_t)ms * 1000; }

static void begin(struct touch *t, float raw, uint64_t now) {
    *t = (struct touch){.last_us = now, .born_us = now, .baseline = raw, .raw = raw};
}

// The first seconds count all alike; then the newest count as the time constant says.
static void learn(struct touch *t, const struct touch_config *c, float over, float dt, uint64_t now) {
    float age_s = (float)(now - t->born_us) * 1e-6f;
    float slow = now < t->settles_us ? SETTLES_S : m_min(c->baseline_s, m_max(age_s, dt));
    float share = m_min(dt / slow, 1);
    t->baseline += over * share;
    // A step is no noise: what is far off says no more of the noise than half a touch does.
    float off = m_min(m_abs(over), touch_on_counts(t, c) / 2);
    if (now >= t->settles_us) t->variance += (off * off - t->variance) * share;
}

static void touched_now(struct touch *t, const struct touch_config *c, float over, uint64_t now) {
    float on = touch_on_counts(t, c);
    t->above_us = over > on ? (t->above_us ? t->above_us : now) : 0;
    t->below_us = over < on / 2 ? (t->below_us ? t->below_us : now) : 0;
    if (!t->touched && t->above_us && now - t->above_us >= us(c->on_ms) && now >= t->settles_us) {
        if (now - t->ended_us > us(c->pause_ms)) t->stroked_ms = 0;
        t->touched = 1, t->began_us = now;
        t->told |= TOUCH_BEGAN;
    }
    if (t->touched && t->below_us && now - t->below_us >= us(c->off_ms)) {
        t->touched = 0, t->ended_us = now;
        t->told |= TOUCH_ENDED;
    }
}

static void pet(struct touch *t, const struct touch_config *c, float dt, uint64_t now) {
    if (t->touched) t->stroked_ms += (uint32_t)(dt * 1000);
    if (t->touched && !t->petted && t->stroked_ms >= c->petted_ms) t->petted = 1, t->told |= TOUCH_PETTED;
    if (t->petted && !t->touched && now - t->ended_us > us(c->pause_ms)) t->petted = 0, t->told |= TOUCH_LEFT;
}

// It never ended: what is there belongs there.
static void give_up(struct touch *t, uint64_t now) {
    float raw = t->raw;
    uint32_t petted = t->petted, where = t->where;
    begin(t, raw, now);
    t->told = TOUCH_ENDED | (petted ? TOUCH_LEFT : 0);
    t->where = where;
}

void touch_step(struct touch *t, const struct touch_config *c, const struct body_senses *s) {
    t->told = 0;
    if (!s->time_us || !s->touches_count || !s->touches[0].raw) return; // nought: the electrode is dead
    t->raw = s->touches[0].raw;
    uint64_t now = s->time_us;
    if (!t->born_us || now < t->last_us) begin(t, t->raw, now);
    float dt = (float)(now - t->last_us) * 1e-6f, over = t->raw - t->baseline;
    t->last_us = now;
    uint32_t where = s->status & ELSEWHERE;
    if (where != t->where && !t->touched) t->settles_us = now + us(c->settle_ms);
    t->where = where;
    touched_now(t, c, over, now);
    pet(t, c, dt, now);
    if (t->touched && now - t->began_us > us(c->stuck_ms)) return give_up(t, now);
    if (!t->touched && !t->above_us) learn(t, c, over, dt, now);
    if (now < t->settles_us && t->above_us) learn(t, c, over, dt, now);
}
