#include "sense/feel/shake.h"

#include "base/maths/maths.h"

static const struct knob LIST[] = {
    KNOB_F32(struct shake_config, pull_mps2, "m/s²", 0.5, 100, 5,
             "a sample counts that is pulled so much more or less"),
    KNOB_F32(struct shake_config, turn_radps, "rad/s", 0.5, 100, 5, "or is turned faster than this"),
    KNOB_F32(struct shake_config, shaken, "samples", 1, 200, 12, "so many are a shaking"),
    KNOB_F32(struct shake_config, calm, "samples", 0, 200, 2, "fewer are the end of it"),
};
const struct knobs SHAKE_KNOBS = {"shake", LIST, sizeof LIST / sizeof *LIST, sizeof(struct shake_config)};

bool shake_step(struct shake *k, const struct shake_config *c, const struct body_senses *s) {
    k->much *= 0.9f;
    for (uint32_t i = 0; i < s->imu_count; i++) {
        const float *a = s->imu[i].accel_mps2, *g = s->imu[i].gyro_radps;
        float pull = m_sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
        float turn = m_sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
        if (m_abs(pull - 9.81f) > c->pull_mps2 || turn > c->turn_radps) k->much += 1;
    }
    bool in_hand =
        s->status & (BODY_STATUS_HELD | BODY_STATUS_PICKED_UP) && !(s->status & BODY_STATUS_FALLING);
    bool begins = !k->shaken && in_hand && k->much > c->shaken;
    if (begins) k->shaken = 1;
    if (k->much < c->calm) k->shaken = 0;
    return begins;
}
