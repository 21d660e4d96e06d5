#include "sense/feel/traction.h"

#include "base/maths/maths.h"

static const struct knob LIST[] = {
    KNOB_F32(struct traction_config, rests_mps, "m/s", 0, 0.1, 0.006, "slower treads stand"),
    KNOB_F32(struct traction_config, least_mps, "m/s", 0, 0.2, 0.04,
             "a start to less than this tells nothing …"),
    KNOB_F32(struct traction_config, least_mps2, "m/s²", 0, 5, 0.12, "… nor does one that is so gentle"),
    KNOB_F32(struct traction_config, share, "", 0, 1, 0.15, "less of its treads' speed is slipping"),
    KNOB_F32(struct traction_config, tilt_rad, "rad", 0, 1, 0.03, "nor one on which it tilts"),
    KNOB_F32(struct traction_config, level_mps2, "m/s²", 0, 5, 0.06, "nor one from where it stands aslant"),
    KNOB_U32(struct traction_config, rest_ms, "ms", 0, 5000, 300, "so long it must have stood before"),
    KNOB_U32(struct traction_config, lasts_ms, "ms", 0, 5000, 300, "so long it waits until it tells"),
    KNOB_U32(struct traction_config, most_ms, "ms", 100, 5000, 1500, "so long a start takes at most"),
};
const struct knobs TRACTION_KNOBS = {"traction", LIST, sizeof LIST / sizeof *LIST,
                                     sizeof(struct traction_config)};

// What it feels at rest, with gravity's share when it does not stand level, is nought.
static void rest(struct traction *t, const struct body_senses *s) {
    if (!t->rests_us) t->rests_us = s->time_us, t->samples = 0;
    t->slips = 0, t->began_us = 0;
    for (uint32_t i = 0; i < s->imu_count; i++) {
        float accel = s->imu[i].accel_mps2[0];
        if (!t->samples) t->level_mps2 = 0;
        t->level_mps2 += (accel - t->level_mps2) / (float)(t->samples < 20 ? ++t->samples : 20);
        t->last_us = s->imu[i].time_us;
    }
}

static void begin(struct traction *t, const struct traction_config *c, const struct body_senses *s,
                  float mps) {
    bool stood = t->rests_us && s->time_us - t->rests_us >= c->rest_ms * 1000ull && t->samples > 2 &&
                 m_abs(t->level_mps2) < c->level_mps2;
    t->began_us = stood ? s->time_us : 0;
    t->since_us = 0;
    t->felt_mps = t->most_mps = 0;
    t->pitch_rad = s->motion[0].pitch_rad, t->way = mps > 0 ? 1 : -1;
    t->rests_us = 0;
}

static void feel(struct traction *t, const struct body_senses *s) {
    for (uint32_t i = 0; i < s->imu_count; i++) {
        float dt = m_clamp((float)(s->imu[i].time_us - t->last_us) * 1e-6f, 0, 0.1f);
        t->felt_mps += (s->imu[i].accel_mps2[0] - t->level_mps2) * t->way * dt;
        t->last_us = s->imu[i].time_us;
    }
}

void traction_step(struct traction *t, const struct traction_config *c, const struct body_senses *s,
                   const struct body_model *model) {
    enum { OFF = BODY_STATUS_PICKED_UP | BODY_STATUS_FALLING | BODY_STATUS_AWAY | BODY_STATUS_ON_CHARGER };
    if (!s->time_us || !s->motion_count || !body_model_rolls(model)) return;
    const struct body_motion *m = &s->motion[0];
    float mps = (m->left_mps + m->right_mps) / 2, turn = m_abs(m->right_mps - m->left_mps);
    if (m_abs(m->left_mps) < c->rests_mps && m_abs(m->right_mps) < c->rests_mps) return rest(t, s);
    if (t->rests_us) begin(t, c, s, mps);
    t->slips = t->since_us && s->time_us - t->since_us >= c->lasts_ms * 1000ull;
    if (!t->began_us) return;
    feel(t, s);
    float took_s = (float)(s->time_us - t->began_us) * 1e-6f, was = t->most_mps;
    t->most_mps = m_max(was, mps * t->way);
    bool turns = turn > m_max(m_abs(mps), c->least_mps) / 2;
    bool tells_nothing = s->status & OFF || turns || m_abs(m->pitch_rad - t->pitch_rad) > c->tilt_rad ||
                         took_s * 1000 > (float)c->most_ms;
    bool even = t->most_mps > c->least_mps && mps * t->way < was + c->least_mps2 * 0.033f / 2;
    if (!tells_nothing && !even) return;
    bool slips =
        !tells_nothing && t->most_mps > c->least_mps2 * took_s && t->felt_mps < c->share * t->most_mps;
    t->since_us = slips ? s->time_us : 0;
    t->began_us = 0;
}
