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
    KNOB_F32(struct traction_config, apart_share, "", 0.1, 2, 0.5,
             "feeling and treads that part by so much of its speed are slipping …"),
    KNOB_U32(struct traction_config, apart_ms, "ms", 0, 5000, 200, "… for so long"),
};
const struct knobs TRACTION_KNOBS = {"traction", LIST, sizeof LIST / sizeof *LIST,
                                     sizeof(struct traction_config)};

// ------------------------------------------------------------------------------------------------ on its way

#define GAP_S 0.1f // what is felt more seldom tells nothing

static void part_anew(struct traction *t, float mps) {
    for (int i = 0; i < TRACTION_TICKS; i++) t->apart_mps[i] = 0, t->along_mps[i] = m_abs(mps);
    t->apart_us = 0, t->was_mps = mps;
}

// What the accelerometer feels along its way is what the treads gain and lose: compared over the last ticks
// only, for nobody knows a sensor's nought for long.
static float follow(struct traction *t, const struct traction_config *c, const struct body_senses *s,
                    float mps) {
    float felt = 0, apart = 0, most = 0;
    bool gap = false;
    for (uint32_t i = 0; i < s->imu_count; i++) {
        float dt = (float)(s->imu[i].time_us - t->followed_us) * 1e-6f;
        gap |= dt > GAP_S;
        felt += (s->imu[i].accel_mps2[0] - t->level_mps2) * m_min(dt, GAP_S);
        t->followed_us = s->imu[i].time_us;
    }
    uint32_t now = t->ticks++ % TRACTION_TICKS;
    t->apart_mps[now] = felt - (mps - t->was_mps), t->along_mps[now] = m_abs(mps);
    t->was_mps = mps;
    if (gap) part_anew(t, mps);
    for (int i = 0; i < TRACTION_TICKS; i++) apart += t->apart_mps[i], most = m_max(most, t->along_mps[i]);
    bool parts = most > c->least_mps && m_abs(apart) > c->apart_share * most;
    t->apart_us = !parts ? 0 : t->apart_us ? t->apart_us : s->time_us;
    return apart;
}

// Its treads lose their hold, and have it again when they take it along as they held it up.
static void lose(struct traction *t, const struct traction_config *c, const struct body_senses *s, float mps,
                 float apart) {
    bool parts = t->apart_us != 0;
    if (parts && t->lost_mps != 0 && t->lost_mps * apart < 0) {
        t->lost_mps = 0, t->since_us = 0;
        part_anew(t, mps);
    } else if (parts && !t->since_us && s->time_us - t->apart_us >= c->apart_ms * 1000ull) {
        t->lost_mps = apart, t->since_us = t->apart_us;
        part_anew(t, mps);
    }
}

// ------------------------------------------------------------------------------------------------ its start

enum { LEVEL_SAMPLES = 150 }; // fewer, and noise is taken for a slope

// What it feels at rest, with gravity's share when it does not stand level, is nought.
static void rest(struct traction *t, const struct body_senses *s) {
    if (!t->rests_us) t->rests_us = s->time_us, t->samples = 0;
    t->slips = 0, t->began_us = 0;
    if (t->apart_us) t->since_us = s->time_us, t->lost_mps = -t->way; // how it came to rest tells of it, too
    part_anew(t, 0);
    for (uint32_t i = 0; i < s->imu_count; i++) {
        float accel = s->imu[i].accel_mps2[0];
        if (!t->samples) t->rest_mps2 = 0;
        t->rest_mps2 +=
            (accel - t->rest_mps2) / (float)(t->samples < LEVEL_SAMPLES ? ++t->samples : LEVEL_SAMPLES);
        t->last_us = t->followed_us = s->imu[i].time_us;
    }
}

static void begin(struct traction *t, const struct traction_config *c, const struct body_senses *s,
                  float mps) {
    bool stood = t->rests_us && s->time_us - t->rests_us >= c->rest_ms * 1000ull && t->samples > 2;
    if (stood) t->level_mps2 = t->rest_mps2, t->knows = m_abs(t->level_mps2) < c->level_mps2;
    t->began_us = stood && t->knows ? s->time_us : 0;
    t->since_us = 0;
    t->felt_mps = t->most_mps = t->lost_mps = 0;
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
    if (!body_model_has(model, BODY_HAS(IMU))) return; // what it is said to feel is made up of what it does
    const struct body_motion *m = &s->motion[0];
    float mps = (m->left_mps + m->right_mps) / 2, turn = m_abs(m->right_mps - m->left_mps);
    bool rests = m_max(m_abs(m->left_mps), m_abs(m->right_mps)) < c->rests_mps;
    bool turns = turn > m_max(m_abs(mps), c->least_mps) / 2;
    bool tilts = m_abs(m->pitch_rad - t->pitch_rad) > c->tilt_rad;
    float apart = follow(t, c, s, mps);
    if (s->status & OFF || turns || tilts || !t->knows) part_anew(t, mps);
    if (rests) return rest(t, s);
    if (t->rests_us) begin(t, c, s, mps);
    lose(t, c, s, mps, apart);
    t->slips = t->since_us && s->time_us - t->since_us >= c->lasts_ms * 1000ull;
    if (!t->began_us) return;
    feel(t, s);
    float took_s = (float)(s->time_us - t->began_us) * 1e-6f, was = t->most_mps;
    t->most_mps = m_max(was, mps * t->way);
    bool tells_nothing = s->status & OFF || turns || tilts || took_s * 1000 > (float)c->most_ms;
    bool even = t->most_mps > c->least_mps && mps * t->way < was + c->least_mps2 * 0.033f / 2;
    if (!tells_nothing && !even) return;
    bool slips =
        !tells_nothing && t->most_mps > c->least_mps2 * took_s && t->felt_mps < c->share * t->most_mps;
    if (slips) t->since_us = s->time_us;
    t->began_us = 0;
}
