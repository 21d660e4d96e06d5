#include "sense/feel/saving.h"

static const struct knob LIST[] = {
    KNOB_BOOL(struct saving_config, on, true, "sensors sleep while it does"),
    KNOB_U32(struct saving_config, after_ms, "ms", 0, 3600000, 5000, "after so long at rest"),
};
const struct knobs SAVING_KNOBS = {"saving", LIST, sizeof LIST / sizeof *LIST, sizeof(struct saving_config)};

bool saving_step(struct saving *v, const struct saving_config *c, const struct body_senses *s, bool rests) {
    enum {
        STIRS = BODY_STATUS_MOVING | BODY_STATUS_PICKED_UP | BODY_STATUS_FALLING | BODY_STATUS_POKED |
                BODY_STATUS_BUTTON | BODY_STATUS_PATHING | BODY_STATUS_HEAD_TURNED | BODY_STATUS_LIFT_TURNED
    };
    if (!s->time_us) return v->saves;
    if (!rests || !c->on || s->status & STIRS)
        v->since_us = 0;
    else if (!v->since_us)
        v->since_us = s->time_us;
    v->saves = v->since_us && s->time_us - v->since_us >= c->after_ms * 1000ull;
    return v->saves;
}
