// Turns the robot's messages into senses. Units become metres, radians and volts here. What the robot decided
// by itself is passed on unchanged.
#include "body/cozmo/cozmo_internal.h"

#include "brainstem/power.h"

#include <string.h>

#define FLOOR_SEEN   0.15f // of the floor sensor's range: brighter is a floor
#define BATTERY_S    5.0f  // motors make the voltage sag: it is smoothed over so long
#define HYSTERESIS_V 0.02f
// Beyond these a number is no reading: metres, radians, metres a second …
#define PLACE_MOST 1000.0f
#define ANGLE_MOST 100.0f
#define SPEED_MOST 10.0f
#define TURN_MOST  1000.0f
#define ACCEL_MOST 1000.0f
#define VOLTS_MOST 50.0f
enum {
    LATE_MS = 10000,   // a stamp older than this is no late state but another clock
    AHEAD_MS = 600000, // and so is one that is so far ahead
    KNOWN_STATES = 100 // joints that stay in place so long were calibrated before we came
};

void cozmo_ack(struct cozmo_body *c, enum body_ack_kind kind, uint8_t which, uint16_t tag) {
    ring_force(&c->decode.ack_ring, &(struct body_ack){(uint8_t)kind, which, tag});
}

void cozmo_decode_begin(struct cozmo_body *c) {
    struct cozmo_decode *f = &c->decode;
    f->known = f->news = false;
    f->living_states = 0;
    f->lost = c->again; // it drove on for a while, or was taken somewhere
    f->button = f->poked = false;
    memset(f->calibrating, 0, sizeof f->calibrating);
    memset(f->joint_known, 0, sizeof f->joint_known);
    f->imu_count = 0;
}

void cozmo_decode_end(struct cozmo_body *c) { c->decode.news = false; }

// ------------------------------------------------------------------------------------------------ the state

// Where it stands on the body's clock. False: it was overtaken by a later one.
static bool date(struct cozmo_body *c, uint32_t stamp, int64_t *passed_ms) {
    struct cozmo_decode *f = &c->decode;
    int64_t now = cozmo_elapsed_ms(c), clock;
    if (f->known) {
        int32_t later = (int32_t)(stamp - f->stamp);
        if (later <= 0 && later > -LATE_MS) return false;
        clock = f->clock_ms + (later > 0 && later < AHEAD_MS ? later : 1);
    } else {
        int32_t off = (int32_t)(stamp - (uint32_t)now);
        clock = off > -AHEAD_MS && off < AHEAD_MS ? now + off : now;
        if (clock <= f->clock_ms) clock = f->clock_ms + 1;
    }
    *passed_ms = f->clock_ms ? clock - f->clock_ms : 30;
    f->stamp = stamp;
    f->clock_ms = clock;
    f->known = true;
    return true;
}

// What no robot can mean is not taken over.
static float or_before(float value, float before, float most) {
    return m_abs(value) <= most ? value : before;
}

static void decode_joint(struct body_joint *joint, float angle, bool first, float dt) {
    angle = or_before(angle, joint->angle_rad, ANGLE_MOST);
    joint->speed_radps = first ? 0 : (angle - joint->angle_rad) / dt;
    joint->angle_rad = angle;
}

static void decode_joints(struct cozmo_body *c, const struct cozmo_robot_state *r, bool first, float dt) {
    struct cozmo_decode *f = &c->decode;
    const struct body_model *m = &cozmo_model;
    float high = (r->lift_height_mm / 1000 - m->lift_pivot_m[2]) / m->lift_arm_m;
    f->joints[BODY_MOTOR_LEFT].speed_radps = f->motion.left_mps / m->wheel_radius_m;
    f->joints[BODY_MOTOR_RIGHT].speed_radps = f->motion.right_mps / m->wheel_radius_m;
    for (int i = BODY_MOTOR_LEFT; i <= BODY_MOTOR_RIGHT; i++) // how far they rolled, for what it is worth
        f->joints[i].angle_rad = angle_wrap(f->joints[i].angle_rad + f->joints[i].speed_radps * dt);
    decode_joint(&f->joints[BODY_MOTOR_HEAD], r->head_angle_rad, first, dt);
    decode_joint(&f->joints[BODY_MOTOR_LIFT], m_asin(m_clamp(high, -1, 1)), first, dt);
}

static void decode_motion(struct cozmo_body *c, const struct cozmo_robot_state *r) {
    struct body_motion *m = &c->decode.motion;
    m->origin = r->pose_origin_id;
    m->x_m = or_before(r->pose_x / 1000, m->x_m, PLACE_MOST);
    m->y_m = or_before(r->pose_y / 1000, m->y_m, PLACE_MOST);
    m->z_m = or_before(r->pose_z / 1000, m->z_m, PLACE_MOST);
    m->heading_rad = or_before(angle_wrap(r->pose_angle_rad), m->heading_rad, ANGLE_MOST);
    m->pitch_rad = or_before(r->pose_pitch_rad, m->pitch_rad, ANGLE_MOST);
    m->left_mps = or_before(r->lwheel_speed_mmps / 1000, m->left_mps, SPEED_MOST);
    m->right_mps = or_before(r->rwheel_speed_mmps / 1000, m->right_mps, SPEED_MOST);
    m->turn_radps = or_before(r->gyro_z, m->turn_radps, TURN_MOST);
    if (c->decode.frame != c->encode.frame) return; // it has not heard yet where it is
    struct place *place = &c->decode.place;
    struct pose2 at = {{m->x_m, m->y_m}, m->heading_rad};
    if (place->origin != m->origin) place_begin(place, m->origin, at);
    if (c->decode.lost) place_lost(place);
    place_told(place, (uint64_t)c->decode.clock_ms * 1000, at);
}

static bool wheels_roll(const struct cozmo_decode *f) {
    return m_abs(f->motion.left_mps) > 0.005f || m_abs(f->motion.right_mps) > 0.005f;
}

// How it lies it does not say; that is felt from gravity. Picked up and falling it does say.
static void decode_gravity(struct cozmo_body *c, const struct body_imu *sample, float dt) {
    struct cozmo_decode *f = &c->decode;
    struct attitude *a = &f->attitude;
    a->picked_up = f->robot_status & COZMO_IS_PICKED_UP;
    attitude_step(a, sample, f->cliff > FLOOR_SEEN, a->picked_up, wheels_roll(f), dt);
    if (f->robot_status & COZMO_IS_FALLING)
        a->state = BODY_ATTITUDE_FALLING;
    else if (a->state == BODY_ATTITUDE_FALLING)
        a->state = a->picked_up ? BODY_ATTITUDE_IN_AIR : BODY_ATTITUDE_ON_TREADS;
    f->motion.roll_rad = a->roll;
}

static void decode_imu(struct cozmo_body *c, const struct cozmo_robot_state *r, float dt) {
    struct cozmo_decode *f = &c->decode;
    struct body_imu sample = {(uint64_t)f->clock_ms * 1000,
                              {r->accel_x / 1000, r->accel_y / 1000, r->accel_z / 1000},
                              {r->gyro_x, r->gyro_y, r->gyro_z}};
    for (int i = 0; i < 3; i++)
        if (!(m_abs(sample.accel_mps2[i]) <= ACCEL_MOST && m_abs(sample.gyro_radps[i]) <= TURN_MOST)) return;
    decode_gravity(c, &sample, dt);
    if (f->imu_count == COZMO_IMUS) memmove(f->imu, f->imu + 1, --f->imu_count * sizeof *f->imu);
    f->imu[f->imu_count++] = sample;
}

static void decode_battery(struct cozmo_body *c, float volts, float dt) {
    struct cozmo_decode *f = &c->decode;
    bool charger = f->robot_status & COZMO_IS_ON_CHARGER;
    bool anew = f->battery_v <= 0 || charger != f->charger;
    if (!(volts > 0 && volts < VOLTS_MOST)) return;
    f->battery_v =
        anew && f->battery_v <= 0 ? volts : f->battery_v + (volts - f->battery_v) * m_min(dt / BATTERY_S, 1);
    f->charger = charger;
    uint8_t up = power_classify(&cozmo_model, f->battery_v - HYSTERESIS_V, charger, true),
            down = power_classify(&cozmo_model, f->battery_v + HYSTERESIS_V, charger, true);
    if (anew)
        f->level = power_classify(&cozmo_model, f->battery_v, charger, true);
    else if (f->level < up)
        f->level = up;
    else if (f->level > down)
        f->level = down;
}

static uint32_t when(bool yes, uint32_t bit) { return yes ? bit : 0; }

static bool joint_known(struct cozmo_decode *f, uint8_t joint, uint32_t bit) {
    if (f->calibrating[joint]) return false;
    if (!f->joint_known[joint] && f->living_states > KNOWN_STATES && f->robot_status & bit)
        f->joint_known[joint] = true;
    return f->joint_known[joint];
}

static uint32_t status(struct cozmo_body *c) {
    struct cozmo_decode *f = &c->decode;
    uint32_t r = f->robot_status;
    return when(r & COZMO_IS_MOVING, BODY_STATUS_MOVING) |
           when(r & COZMO_ARE_WHEELS_MOVING, BODY_STATUS_WHEELS_MOVING | BODY_STATUS_MOVING) |
           when(r & COZMO_IS_CARRYING_BLOCK, BODY_STATUS_CARRYING) |
           when(r & COZMO_IS_PICKED_UP, BODY_STATUS_PICKED_UP) |
           when(r & COZMO_IS_PICKED_UP && f->attitude.held, BODY_STATUS_HELD) |
           when(r & COZMO_IS_FALLING, BODY_STATUS_FALLING) |
           when(r & COZMO_IS_ON_CHARGER, BODY_STATUS_ON_CHARGER) |
           when(r & COZMO_IS_CHARGING, BODY_STATUS_CHARGING) |
           when(r & COZMO_CLIFF_DETECTED, BODY_STATUS_CLIFF) |
           when(r & COZMO_IS_PATHING, BODY_STATUS_PATHING) |
           when(r & COZMO_HEAD_IN_POS, BODY_STATUS_HEAD_IN_PLACE) |
           when(r & COZMO_LIFT_IN_POS, BODY_STATUS_LIFT_IN_PLACE) |
           when(joint_known(f, BODY_MOTOR_HEAD, COZMO_HEAD_IN_POS), BODY_STATUS_HEAD_KNOWN) |
           when(joint_known(f, BODY_MOTOR_LIFT, COZMO_LIFT_IN_POS), BODY_STATUS_LIFT_KNOWN) |
           when(f->level == BODY_BATTERY_LEVEL_LOW, BODY_STATUS_BATTERY_LOW);
}

static void hear_state(struct cozmo_body *c, const struct cozmo_robot_state *r) {
    struct cozmo_decode *f = &c->decode;
    bool first = !f->known;
    int64_t passed_ms;
    if (!date(c, r->timestamp, &passed_ms)) {
        c->about.late++;
        return;
    }
    float dt = m_clamp((float)passed_ms * 0.001f, 0.001f, 0.5f);
    f->robot_status = r->status;
    f->frame = r->pose_frame_id;
    f->segment = r->curr_path_segment;
    f->cliff = m_min(1, (float)r->cliff_data_raw[0] / (cozmo_model.cliff_floor_counts * 2));
    decode_motion(c, r);
    decode_joints(c, r, first, dt);
    decode_imu(c, r, dt);
    decode_battery(c, r->battery_voltage, dt);
    f->news = true;
    f->number++;
    f->living_states++;
    c->about.states++;
    if (f->frame == c->encode.frame && f->frame != f->lost_frame) f->lost = false;
    f->status = status(c);
    cozmo_encode_state(c);
}

// ---------------------------------------------------------------------------------------------- what happens

static void hear_calibration(struct cozmo_body *c, const struct cozmo_motor_calibration *m) {
    uint8_t joint = m->motor_id == COZMO_MOTOR_HEAD ? BODY_MOTOR_HEAD : BODY_MOTOR_LIFT;
    if (m->motor_id != COZMO_MOTOR_HEAD && m->motor_id != COZMO_MOTOR_LIFT) return;
    c->decode.calibrating[joint] = m->calib_started;
    if (!m->calib_started) c->decode.joint_known[joint] = true;
    cozmo_ack(c, m->calib_started ? BODY_ACK_KIND_CALIBRATION_STARTED : BODY_ACK_KIND_CALIBRATION_DONE, joint,
              !m->calib_started);
}

void cozmo_decode_hear(struct cozmo_body *c, const struct cozmo_message *message) {
    switch (message->kind) {
    case COZMO_ROBOT_STATE:
        hear_state(c, &message->robot_state);
        break;
    case COZMO_ROBOT_POKED:
        c->decode.poked = true;
        break;
    case COZMO_ROBOT_DELOCALIZED:
        c->decode.lost = true;
        c->decode.lost_frame = c->encode.frame; // an origin after this one finds it again
        break;
    case COZMO_BUTTON_PRESSED:
        c->decode.button = message->button_pressed.pressed;
        break;
    case COZMO_MOTOR_CALIBRATION:
        hear_calibration(c, &message->motor_calibration);
        break;
    case COZMO_ACKNOWLEDGE_ACTION:
        cozmo_encode_acknowledged(c, message->acknowledge_action.action_id);
        break;
    case COZMO_PATH_FOLLOWING_EVENT:
        cozmo_encode_path_event(c, &message->path_following_event);
        break;
    default:
        break; // logs, falls with their numbers, animations: the state says what of it is felt
    }
}

// ------------------------------------------------------------------------------------------------ the tick

// Body time: the last state's, and while there is none, what has passed since. It never runs back.
static uint64_t body_time(struct cozmo_body *c) {
    struct cozmo_decode *f = &c->decode;
    bool told = c->stage == BODY_COZMO_LIVING && f->known;
    int64_t now = told ? f->clock_ms * 1000 : cozmo_elapsed_ms(c) * 1000;
    if (now > f->time_us) f->time_us = now;
    return (uint64_t)f->time_us;
}

static void collect_state(struct cozmo_body *c, struct body_senses *s) {
    struct cozmo_decode *f = &c->decode;
    const struct cozmo_encode *o = &c->encode;
    s->motion_count = 1;
    s->motion[0] = f->motion;
    s->joints_count = 4;
    memcpy(s->joints, f->joints, sizeof f->joints);
    s->cliffs_count = (uint8_t)cozmo_model.cliff_count;
    for (uint32_t i = 0; i < cozmo_model.cliff_count; i++) s->cliffs[i] = f->cliff;
    s->power_count = 1;
    s->power[0] = (struct body_power){.battery_v = f->battery_v, .level = f->level};
    uint32_t passed = o->path.running && f->segment < o->path.appended ? f->segment : 0;
    s->path_count = 1;
    s->path[0] = (struct body_path_state){o->path.running ? o->path.tag : 0,
                                          o->path.running ? (uint8_t)f->segment : 255,
                                          (uint8_t)(COZMO_SEGMENTS - (o->path.appended - passed))};
    if (o->last.wants & BODY_WANT_IMU) {
        s->imu_count = (uint8_t)f->imu_count;
        memcpy(s->imu, f->imu, f->imu_count * sizeof *f->imu);
    }
    f->imu_count = 0;
    f->news = false;
}

void cozmo_decode_collect(struct cozmo_body *c, struct body_senses *s) {
    struct cozmo_decode *f = &c->decode;
    if (!c->born) return;
    bool here = c->stage == BODY_COZMO_LIVING && f->known;
    s->time_us = body_time(c);
    s->number = f->number;
    s->attitude = f->number ? f->attitude.state : BODY_ATTITUDE_UNKNOWN;
    s->status |= f->status | when(!here, BODY_STATUS_AWAY) | when(f->button, BODY_STATUS_BUTTON) |
                 when(f->poked, BODY_STATUS_POKED) | when(f->lost, BODY_STATUS_LOST);
    f->poked = false;
    if (here && f->news) collect_state(c, s);
    s->acks_count = (uint8_t)ring_read(&f->ack_ring, s->acks, sizeof s->acks / sizeof *s->acks);
    struct body_radio drop;
    while (!(c->encode.last.wants & BODY_WANT_RADIO) && ring_pop(&f->radio_ring, &drop)) {
    }
    s->radio_count = (uint8_t)ring_read(&f->radio_ring, s->radio, sizeof s->radio / sizeof *s->radio);
}
