#include "sense/feel/blow.h"

static const struct knob LIST[] = {
    KNOB_F32(struct blow_config, raised_m, "m", 0.03, 0.1, 0.06,
             "a lift higher than this is raised for a fist"),
};
const struct knobs BLOW_KNOBS = {"blow", LIST, sizeof LIST / sizeof *LIST, sizeof(struct blow_config)};

enum blow blow_of(const struct blow_config *c, const struct body_senses *s, const struct body_model *model,
                  float lift_m) {
    bool poked = s->status & BODY_STATUS_POKED, tells = model->has_touch;
    if (s->status & BODY_STATUS_BUMPED || (poked && !tells && lift_m > c->raised_m)) return BLOW_FIST_BUMP;
    return poked ? BLOW_POKE : BLOW_NONE;
}
