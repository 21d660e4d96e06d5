#include "brainstem/attitude.h"

#define G 9.81f

static const struct knob LIST[] = {
    KNOB_F32(struct attitude_config, blend_s, "s", 0.01, 10, 0.5,
             "how slowly the accelerometer corrects the gyro"),
    KNOB_F32(struct attitude_config, fall_mps2, "m/s²", 0.1, 9, 3.0, "lighter than this is falling …"),
    KNOB_F32(struct attitude_config, fall_s, "s", 0, 1, 0.06, "… when it lasts so long"),
    KNOB_F32(struct attitude_config, tumble_arm_m, "m", 0, 0.2, 0.05,
             "how far its sensor is from what it tumbles about"),
    KNOB_F32(struct attitude_config, tumble_most_mps2, "m/s²", 0, 9, 4.0, "what tumbling adds at most"),
    KNOB_F32(struct attitude_config, land_mps2, "m/s²", 1, 100, 6.0, "heavier than this, and it has landed"),
    KNOB_F32(struct attitude_config, lift_mps2, "m/s²", 0.1, 20, 1.2, "an upward pull of so much …"),
    KNOB_F32(struct attitude_config, lift_s, "s", 0, 2, 0.06, "… for so long is being picked up"),
    KNOB_F32(struct attitude_config, lift_tilt_rad, "rad", 0.2, 1.5, 0.45,
             "so is a tilt; ramps of the charger are 0.17"),
    KNOB_F32(struct attitude_config, calm_mps2, "m/s²", 0.05, 10, 0.6, "calm is less than this …"),
    KNOB_F32(struct attitude_config, calm_radps, "rad/s", 0.01, 10, 0.15, "… and turning less than this"),
    KNOB_F32(struct attitude_config, calm_s, "s", 0, 10, 0.5,
             "so long calm, level and on a floor is being put down"),
    KNOB_F32(struct attitude_config, settle_s, "s", 0, 10, 0.3, "how long a new attitude must last"),
    KNOB_F32(struct attitude_config, shock_mps2, "m/s²", 1, 100, 6.0,
             "a blow sideways, and not from the wheels"),
    KNOB_F32(struct attitude_config, shock_s, "s", 0.01, 2, 0.12, "a shove that lasts longer is no poke"),
    KNOB_F32(struct attitude_config, bump_s, "s", 0.01, 2, 0.3, "who is hit high up rocks on his treads"),
    KNOB_F32(struct attitude_config, shake_mps2, "m/s²", 0.5, 50, 3.5, "so much to and fro on average …"),
    KNOB_F32(struct attitude_config, shake_s, "s", 0.05, 5, 0.3, "… over so long is being shaken, in a hand"),
};
const struct knobs ATTITUDE_KNOBS = {"attitude", LIST, sizeof LIST / sizeof *LIST,
                                     sizeof(struct attitude_config)};

void attitude_init(struct attitude *a) {
    *a = (struct attitude){.up = {0, 0, 1}, .state = BODY_ATTITUDE_UNKNOWN};
    knobs_defaults(&ATTITUDE_KNOBS, &a->config);
}

static struct vec3 vec(const float v[3]) { return vec3(v[0], v[1], v[2]); }

static void follow_gravity(struct attitude *a, struct vec3 accel, struct vec3 gyro, float dt) {
    float size = vec3_length(accel);
    if (!a->ready) {
        if (size < G * 0.8f || size > G * 1.2f) return;
        a->up = vec3_unit(accel);
        a->ready = true;
    }
    // What is fixed in the world turns against the body.
    struct vec3 turned = vec3_sub(a->up, vec3_scale(vec3_cross(gyro, a->up), dt));
    // The more the accelerometer feels something else than gravity, the less it is asked.
    float trust = m_clamp(1 - m_abs(size - G) / (0.3f * G), 0, 1) * dt / a->config.blend_s;
    a->up = vec3_unit(vec3_add(vec3_scale(turned, 1 - trust), vec3_scale(vec3_unit(accel), trust)));
    a->pitch = m_asin(m_clamp(a->up.x, -1, 1));
    a->roll = m_atan2(a->up.y, a->up.z);
}

static void notice_fall(struct attitude *a, float size, float turn_radps, float dt) {
    // Who tumbles feels his own turning, because the sensor sits away from his middle.
    float tumbling = m_min(a->config.tumble_arm_m * turn_radps * turn_radps, a->config.tumble_most_mps2);
    a->light_s = size < a->config.fall_mps2 + tumbling ? a->light_s + dt : 0;
    if (a->light_s > a->config.fall_s) a->falling = true;
    if (a->falling && size > a->config.land_mps2) a->falling = false;
}

static void notice_hands(struct attitude *a, struct vec3 accel, struct vec3 gyro, bool floor_seen,
                         bool floor_known, bool driven, float dt) {
    float pull = vec3_dot(accel, a->up) - G, tilt = m_acos(m_clamp(a->up.z, -1, 1));
    // Who drives is jolted too; but then not off the floor.
    a->lift_s = pull > a->config.lift_mps2 && (!driven || !floor_seen) ? a->lift_s + dt : 0;
    bool nothing_below = floor_known && !floor_seen;
    bool tilted = tilt > a->config.lift_tilt_rad;
    bool calm =
        m_abs(vec3_length(accel) - G) < a->config.calm_mps2 && vec3_length(gyro) < a->config.calm_radps;
    a->calm_s = calm ? a->calm_s + dt : 0;
    // Motion that no floor makes, remembered for about a second.
    a->handled = m_clamp(a->handled + (calm ? -1.0f : 1.0f) * dt, 0, 1);
    if (!a->picked_up &&
        (a->lift_s > a->config.lift_s || ((nothing_below || tilted) && a->candidate_s > a->config.settle_s)))
        a->picked_up = true;
    if (a->picked_up && !nothing_below && !tilted && a->calm_s > a->config.calm_s) a->picked_up = false;
    a->held = a->picked_up && a->handled > 0.3f;
}

static void notice_shaking(struct attitude *a, struct vec3 accel, float dt) {
    float rest = vec3_length(vec3_sub(accel, vec3_scale(a->up, G)));
    a->shake += (m_min(rest, 4 * a->config.shake_mps2) - a->shake) * m_min(dt / a->config.shake_s, 1);
    a->shaken = a->picked_up && !a->falling &&
                a->shake > (a->shaken ? a->config.shake_mps2 / 2 : a->config.shake_mps2);
}

// A poke is a short shock sideways that leaves the body where it stood.
static void notice_poke(struct attitude *a, struct vec3 accel, bool driven, float dt) {
    struct vec3 rest = vec3_sub(accel, vec3_scale(a->up, G));
    float sideways = m_hypot(rest.x, rest.y);
    a->poked = a->bumped = false;
    bool shock = sideways > a->config.shock_mps2 && !a->picked_up && !a->falling;
    if (shock) {
        if (a->shock_s <= 0) a->from_front = -rest.x > a->config.shock_mps2 && -rest.x > 2 * m_abs(rest.y);
        a->shock = m_max(a->shock, sideways);
        a->shock_s += dt;
    } else if (a->shock_s > 0) {
        a->poked = a->shock_s < a->config.shock_s && !a->picked_up &&
                   (!driven || a->shock > 2 * a->config.shock_mps2);
        a->bumped = a->from_front && a->shock_s < a->config.bump_s && !a->picked_up;
        a->shock = a->shock_s = 0;
    }
}

static uint8_t lies(const struct attitude *a, bool floor_seen, bool floor_known) {
    if (a->falling) return BODY_ATTITUDE_FALLING;
    if (!a->ready) return BODY_ATTITUDE_UNKNOWN;
    if (a->up.z > 0.8f)
        return (a->picked_up && floor_known && !floor_seen) ? BODY_ATTITUDE_IN_AIR : BODY_ATTITUDE_ON_TREADS;
    // When the body lies on its left side, its left is down and gravity's reaction comes out of its right.
    if (a->up.y > 0.7f) return BODY_ATTITUDE_ON_RIGHT_SIDE;
    if (a->up.y < -0.7f) return BODY_ATTITUDE_ON_LEFT_SIDE;
    if (a->up.x < -0.7f) return BODY_ATTITUDE_ON_FACE;
    if (a->up.x > 0.7f) return BODY_ATTITUDE_ON_BACK;
    return BODY_ATTITUDE_IN_AIR;
}

static void settle(struct attitude *a, uint8_t now, float dt) {
    a->candidate_s = now == a->candidate ? a->candidate_s + dt : 0;
    a->candidate = now;
    bool at_once = now == BODY_ATTITUDE_FALLING || a->state == BODY_ATTITUDE_UNKNOWN;
    if (at_once || a->candidate_s >= a->config.settle_s) a->state = now;
}

void attitude_step(struct attitude *a, const struct body_imu *sample, bool floor_seen, bool floor_known,
                   bool driven, float dt_s) {
    struct vec3 accel = vec(sample->accel_mps2), gyro = vec(sample->gyro_radps);
    follow_gravity(a, accel, gyro, dt_s);
    notice_fall(a, vec3_length(accel), vec3_length(gyro), dt_s);
    if (a->ready) notice_hands(a, accel, gyro, floor_seen, floor_known, driven, dt_s);
    notice_poke(a, accel, driven, dt_s);
    notice_shaking(a, accel, dt_s);
    settle(a, lies(a, floor_seen, floor_known), dt_s);
}
