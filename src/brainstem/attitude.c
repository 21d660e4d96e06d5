#include "brainstem/attitude.h"

#define G            9.81f
#define BLEND_S      0.5f  // how slowly the accelerometer corrects the gyro
#define FALL_MPS2    3.0f  // lighter than this is falling …
#define FALL_S       0.06f // … when it lasts so long
#define TUMBLE_ARM_M 0.05f
#define TUMBLE_MOST  4.0f
#define LAND_MPS2    6.0f
#define LIFT_MPS2    1.2f  // an upward pull of so much …
#define LIFT_S       0.06f // … for so long, or no floor under any sensor, or a tilt, is being picked up
#define LIFT_TILT    0.45f // rad; ramps of the charger are 0.17
#define CALM_MPS2    0.6f
#define CALM_RADPS   0.15f
#define CALM_S       0.5f  // so long calm, level and on a floor is being put down
#define SETTLE_S     0.3f  // how long a new attitude must last
#define SHOCK_MPS2   6.0f  // sideways, and not from the wheels
#define SHOCK_S      0.12f // a shove that lasts longer is no poke
#define BUMP_S       0.3f  // who is hit high up rocks on his treads
#define SHAKE_MPS2   3.5f  // so much to and fro on average …
#define SHAKE_S      0.3f  // … over so long is being shaken, when it is in a hand
#define STILL_S      1.0f  // the gyro's bias is learned after so long without motion

void attitude_init(struct attitude *a) {
    *a = (struct attitude){.up = {0, 0, 1}, .state = BODY_ATTITUDE_UNKNOWN};
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
    float trust = m_clamp(1 - m_abs(size - G) / (0.3f * G), 0, 1) * dt / BLEND_S;
    a->up = vec3_unit(vec3_add(vec3_scale(turned, 1 - trust), vec3_scale(vec3_unit(accel), trust)));
    a->pitch = m_asin(m_clamp(a->up.x, -1, 1));
    a->roll = m_atan2(a->up.y, a->up.z);
}

static void learn_bias(struct attitude *a, struct vec3 accel, struct vec3 raw_gyro, bool driven, float dt) {
    bool still =
        !driven && m_abs(vec3_length(accel) - G) < 0.3f && vec3_length(vec3_sub(raw_gyro, a->bias)) < 0.1f;
    a->still_s = still ? a->still_s + dt : 0;
    if (a->still_s < STILL_S) return;
    a->bias = vec3_add(a->bias, vec3_scale(vec3_sub(raw_gyro, a->bias), dt));
}

static void notice_fall(struct attitude *a, float size, float turn_radps, float dt) {
    // Who tumbles feels his own turning, because the sensor sits away from his middle.
    float tumbling = m_min(TUMBLE_ARM_M * turn_radps * turn_radps, TUMBLE_MOST);
    a->light_s = size < FALL_MPS2 + tumbling ? a->light_s + dt : 0;
    if (a->light_s > FALL_S) a->falling = true;
    if (a->falling && size > LAND_MPS2) a->falling = false;
}

static void notice_hands(struct attitude *a, struct vec3 accel, struct vec3 gyro, bool floor_seen,
                         bool floor_known, bool driven, float dt) {
    float pull = vec3_dot(accel, a->up) - G, tilt = m_acos(m_clamp(a->up.z, -1, 1));
    // Who drives is jolted too; but then not off the floor.
    a->lift_s = pull > LIFT_MPS2 && (!driven || !floor_seen) ? a->lift_s + dt : 0;
    bool nothing_below = floor_known && !floor_seen;
    bool tilted = tilt > LIFT_TILT;
    bool calm = m_abs(vec3_length(accel) - G) < CALM_MPS2 && vec3_length(gyro) < CALM_RADPS;
    a->calm_s = calm ? a->calm_s + dt : 0;
    // Motion that no floor makes, remembered for about a second.
    a->handled = m_clamp(a->handled + (calm ? -1.0f : 1.0f) * dt, 0, 1);
    if (!a->picked_up && (a->lift_s > LIFT_S || ((nothing_below || tilted) && a->candidate_s > SETTLE_S)))
        a->picked_up = true;
    if (a->picked_up && !nothing_below && !tilted && a->calm_s > CALM_S) a->picked_up = false;
    a->held = a->picked_up && a->handled > 0.3f;
}

static void notice_shaking(struct attitude *a, struct vec3 accel, float dt) {
    float rest = vec3_length(vec3_sub(accel, vec3_scale(a->up, G)));
    a->shake += (m_min(rest, 4 * SHAKE_MPS2) - a->shake) * m_min(dt / SHAKE_S, 1);
    a->shaken = a->picked_up && !a->falling && a->shake > (a->shaken ? SHAKE_MPS2 / 2 : SHAKE_MPS2);
}

// A poke is a short shock sideways that leaves the body where it stood.
static void notice_poke(struct attitude *a, struct vec3 accel, bool driven, float dt) {
    struct vec3 rest = vec3_sub(accel, vec3_scale(a->up, G));
    float sideways = m_hypot(rest.x, rest.y);
    a->poked = a->bumped = false;
    bool shock = sideways > SHOCK_MPS2 && !a->picked_up && !a->falling;
    if (shock) {
        if (a->shock_s <= 0) a->from_front = -rest.x > SHOCK_MPS2 && -rest.x > 2 * m_abs(rest.y);
        a->shock = m_max(a->shock, sideways);
        a->shock_s += dt;
    } else if (a->shock_s > 0) {
        a->poked = a->shock_s < SHOCK_S && !a->picked_up && (!driven || a->shock > 2 * SHOCK_MPS2);
        a->bumped = a->from_front && a->shock_s < BUMP_S && !a->picked_up;
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
    if (at_once || a->candidate_s >= SETTLE_S) a->state = now;
}

void attitude_step(struct attitude *a, const struct body_imu *sample, bool floor_seen, bool floor_known,
                   bool driven, float dt_s) {
    struct vec3 accel = vec(sample->accel_mps2), gyro = vec3_sub(vec(sample->gyro_radps), a->bias);
    learn_bias(a, accel, vec(sample->gyro_radps), driven, dt_s);
    follow_gravity(a, accel, gyro, dt_s);
    notice_fall(a, vec3_length(accel), vec3_length(gyro), dt_s);
    if (a->ready) notice_hands(a, accel, gyro, floor_seen, floor_known, driven, dt_s);
    notice_poke(a, accel, driven, dt_s);
    notice_shaking(a, accel, dt_s);
    settle(a, lies(a, floor_seen, floor_known), dt_s);
}
