#include "brainstem/gyro.h"

#define G          9.81f
#define PULL_MPS2  0.3f
#define TURN_RADPS 0.1f // more than this is no bias

static const struct knob LIST[] = {
    KNOB_F32(struct gyro_config, still_s, "s", 0, 30, 0.25,
             "the gyro's bias is learned after so long without motion …"),
    KNOB_F32(struct gyro_config, learn_s, "s", 0.1, 600, 5, "… and follows so slowly"),
};
const struct knobs GYRO_KNOBS = {"gyro", LIST, sizeof LIST / sizeof *LIST, sizeof(struct gyro_config)};

void gyro_init(struct gyro *g) {
    *g = (struct gyro){0};
    knobs_defaults(&GYRO_KNOBS, &g->config);
}

void gyro_learn(struct gyro *g, struct vec3 says, float accel_mps2, bool stands, float dt) {
    struct vec3 off = vec3_sub(says, g->bias);
    bool still = stands && m_abs(accel_mps2 - G) < PULL_MPS2 && vec3_length(off) < TURN_RADPS;
    g->still_s = still ? g->still_s + dt : 0;
    if (g->still_s < g->config.still_s) return;
    g->learned_s = m_min(g->learned_s + dt, g->config.learn_s); // the first moments count the same
    g->bias = vec3_add(g->bias, vec3_scale(off, m_min(dt / g->learned_s, 1)));
}

struct vec3 gyro_bias(const struct gyro *g, float head_rad) {
    return quat_apply(quat_about(vec3(0, 1, 0), -head_rad), g->bias);
}
