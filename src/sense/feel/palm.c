#include "sense/feel/palm.h"

#include "base/maths/maths.h"

static const struct knob LIST[] = {
    KNOB_F32(struct palm_config, level_deg, "degrees", 1, 89, 30, "a palm keeps it level within this"),
    KNOB_U32(struct palm_config, settle_ms, "ms", 0, 10000, 500, "for so long"),
};
const struct knobs PALM_KNOBS = {"palm", LIST, sizeof LIST / sizeof *LIST, sizeof(struct palm_config)};

bool palm_step(struct palm *p, const struct palm_config *c, const struct body_senses *s) {
    if (!s->time_us || !s->motion_count) return false;
    const struct body_motion *m = &s->motion[0];
    bool taken = s->status & BODY_STATUS_PICKED_UP && !(s->status & BODY_STATUS_FALLING);
    bool level = taken && m_cos(m->pitch_rad) * m_cos(m->roll_rad) > m_cos(m_radians(c->level_deg));
    uint64_t was = p->on;
    if (level == (bool)p->on)
        p->since_us = 0;
    else if (!p->since_us)
        p->since_us = s->time_us;
    bool lasts = p->since_us && s->time_us - p->since_us >= c->settle_ms * 1000ull;
    if (!taken)
        *p = (struct palm){0};
    else if (lasts)
        p->on = level, p->since_us = 0;
    return p->on != was;
}
