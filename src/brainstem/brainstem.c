#include "base/hash.h"
#include "brainstem/brainstem_internal.h"

#include <stdlib.h>
#include <string.h>

static const struct knob LIST[] = {
    KNOB_U32(struct stem_config, debounce_ms, "ms", 0, 500, 20, "how long the button's contact must last"),
    KNOB_F32(struct stem_config, raised_m, "m", 0.03, 0.1, 0.06, "a fist meets a lift that is higher"),
    KNOB_F32(struct stem_config, hides_low_m, "m", 0, 0.1, 0.036,
             "a lift above this hides the range sensor's view …"),
    KNOB_F32(struct stem_config, hides_high_m, "m", 0, 0.1, 0.06, "… and one below this"),
};
static const struct knobs STEM_KNOBS = {"stem", LIST, sizeof LIST / sizeof *LIST, sizeof(struct stem_config)};

struct brainstem *brainstem_new(const struct brainstem_config *config) {
    struct brainstem *stem = calloc(1, sizeof *stem);
    if (!stem) return NULL;
    stem->config = *config;
    stem->model = config->model;
    stem->place.origin = 1;
    knobs_defaults(&STEM_KNOBS, &stem->knobs);
    attitude_init(&stem->attitude);
    gyro_init(&stem->gyro);
    cliff_init(&stem->cliff, stem->model);
    for (uint32_t i = 0; i < stem->model->motor_count; i++) {
        servo_init(&stem->servos[i], &stem->model->motors[i]);
        calibrate_init(&stem->calibrate[i], &stem->model->motors[i]);
    }
    return stem;
}

void brainstem_free(struct brainstem *stem) { free(stem); }

uint32_t brainstem_knob_sets(struct brainstem_knobs *k, struct knob_set sets[BRAINSTEM_KNOB_SETS]) {
    sets[0] = (struct knob_set){&ATTITUDE_KNOBS, &k->attitude};
    sets[1] = (struct knob_set){&CLIFF_KNOBS, &k->cliff};
    sets[2] = (struct knob_set){&GYRO_KNOBS, &k->gyro};
    sets[3] = (struct knob_set){&STEM_KNOBS, &k->stem};
    return BRAINSTEM_KNOB_SETS;
}

void brainstem_tune(struct brainstem *stem, const struct brainstem_knobs *knobs) {
    stem->attitude.config = knobs->attitude;
    stem->cliff.config = knobs->cliff;
    stem->gyro.config = knobs->gyro;
    stem->knobs = knobs->stem;
}

void stem_ack(struct brainstem *stem, enum body_ack_kind kind, uint8_t which, uint16_t tag) {
    if (stem->ack_count < STEM_ACKS) stem->acks[stem->ack_count++] = (struct body_ack){kind, which, tag};
}

#define LEVEL_RAD   0.06f
#define QUIET_RADPS 0.05f
#define OFF_SHARE   0.05f // of its travel

// Wheels turn for ever, and a potentiometer knows where it is.
static bool finds_out(const struct motor_model *motor) { return motor->low_rad > -1e8f && !motor->absolute; }

void stem_calibrate(struct brainstem *stem, uint8_t joint) {
    if (joint >= stem->model->motor_count || !finds_out(&stem->model->motors[joint])) return;
    calibrate_start(&stem->calibrate[joint]);
    stem_ack(stem, BODY_ACK_KIND_CALIBRATION_STARTED, joint, 0);
}

// What the electronics found when power came: 0xa6 and the first floor sensor that failed, or 0x52 for the
// range sensor (published).
static void tell_defect(struct brainstem *stem) {
    const struct body_pins *p = &stem->pins;
    uint8_t defect = p->fault_device == 0x52                                             ? BODY_DEFECT_RANGE
                     : p->fault_device == 0xa6 && p->fault_item <= BODY_CLIFF_BACK_RIGHT ? p->fault_item
                                                                                         : BODY_DEFECT_NONE;
    if (defect != stem->defect) stem_ack(stem, BODY_ACK_KIND_DEFECT, defect, 0);
    stem->defect = defect;
}

static void wake(struct brainstem *stem) {
    stem->awake = true;
    stem->defect = BODY_DEFECT_NONE;
    for (uint32_t i = 0; i < stem->model->motor_count; i++) {
        float angle = calibrate_angle(&stem->calibrate[i], stem->pins.motors[i].count);
        stem->servos[i].angle = stem->servos[i].set_angle = angle;
        if (stem->config.calibrate_on_wake) stem_calibrate(stem, (uint8_t)i);
    }
}

// ---------------------------------------------------------------------------------------------- what is felt

static float rolled(const struct brainstem *stem, uint32_t motor) {
    if (!body_model_rolls(stem->model)) return 0;
    return (float)stem->pins.motors[motor].moved / stem->model->motors[motor].counts_per_rad *
           stem->model->wheel_radius_m;
}

// Neither treads nor joints move, so that what turns is a hand, or nothing.
static bool stands(const struct brainstem *stem, bool driven) {
    if (!body_model_rolls(stem->model)) return !driven;
    for (uint32_t i = BODY_MOTOR_LEFT; i <= BODY_MOTOR_RIGHT; i++)
        if (stem->pins.motors[i].moved || m_abs(stem->servos[i].duty) > 0.02f) return false;
    return m_abs(stem->servos[BODY_MOTOR_HEAD].speed) < QUIET_RADPS &&
           m_abs(stem->servos[BODY_MOTOR_LIFT].speed) < QUIET_RADPS;
}

// A reading as the body's own axes have it, without what the gyro says at rest.
static struct body_imu level(struct brainstem *stem, const struct body_imu_raw *raw, bool driven, float dt) {
    const struct servo *head = &stem->servos[BODY_MOTOR_HEAD];
    const struct imu_model *m = &stem->model->imu;
    struct body_imu sample = imu_level(m, raw, stem->pins.time_us, head->angle, head->speed);
    struct vec3 says = vec3_scale(vec3(raw->gyro[0], raw->gyro[1], raw->gyro[2]), m->radps_per_count);
    gyro_learn(&stem->gyro, says, vec3_length(vec3_of(sample.accel_mps2)), stands(stem, driven), dt);
    struct vec3 turns =
        vec3_sub(vec3_of(sample.gyro_radps), gyro_bias(&stem->gyro, m->in_head ? head->angle : 0));
    vec3_into(sample.gyro_radps, turns);
    return sample;
}

// A joint that is only held where it is drives nothing, whatever that costs.
static bool driven(const struct brainstem *stem) {
    for (uint32_t i = 0; i < stem->model->motor_count; i++) {
        const struct servo *s = &stem->servos[i];
        bool held = i > BODY_MOTOR_RIGHT && body_model_rolls(stem->model) && s->in_place;
        if ((!held && m_abs(s->duty) > 0.02f) || m_abs(s->speed) > 0.3f) return true;
    }
    return false;
}

// A fist meets the lift when it is raised; otherwise the same blow is a poke.
static bool lift_is_up(const struct brainstem *stem) {
    return body_model_rolls(stem->model) &&
           body_lift_m(stem->model, stem->servos[BODY_MOTOR_LIFT].angle) > stem->knobs.raised_m;
}

// A hand at a joint that nobody drives. An encoder that slept has not counted: where the joint is must be
// found out anew.
static void notice_turning(struct brainstem *stem) {
    if (!body_model_rolls(stem->model)) return;
    static const struct {
        uint8_t motor;
        uint16_t flag;
    } ROWS[] = {{BODY_MOTOR_HEAD, BODY_PIN_FLAG_HEAD_TURNED}, {BODY_MOTOR_LIFT, BODY_PIN_FLAG_LIFT_TURNED}};
    bool slept = stem->pins.flags & BODY_PIN_FLAG_ENCODERS_OFF;
    for (int i = 0; i < 2; i++) {
        uint8_t motor = ROWS[i].motor;
        if (!(stem->pins.flags & ROWS[i].flag)) continue;
        if (!slept && stem->servos[motor].mode != SERVO_FREE) continue;
        *(i ? &stem->lift_turned : &stem->head_turned) = true;
        if (slept) stem->calibrate[motor].known = false;
    }
}

static void doze(struct brainstem *stem, struct body_drive *drive) {
    bool wanted = stem->last.orders & BODY_ORDER_SAVE_SENSORS;
    bool was = stem->dozes;
    for (uint32_t i = 0; i < stem->model->motor_count; i++)
        if (stem->calibrate[i].running || drive->duty[i]) wanted = false;
    stem->dozes = wanted;
    if (wanted) drive->gates |= BODY_GATE_ENCODERS_OFF;
    if (!was || stem->last.orders & BODY_ORDER_SAVE_SENSORS) return;
    for (uint8_t i = BODY_MOTOR_LIFT; i <= BODY_MOTOR_HEAD && i < stem->model->motor_count; i++)
        if (!stem->calibrate[i].known) stem_calibrate(stem, i);
}

// Who falls lowers his lift and tucks his head in, whatever he was doing: what sticks out breaks.
static void tuck_in(struct brainstem *stem) {
    bool falls = stem->attitude.falling && body_model_rolls(stem->model);
    bool begins = falls && !stem->was_falling;
    stem->was_falling = falls;
    if (!begins) return;
    stem_stop_path(stem);
    stem_wheels(stem, 0, 0, 0);
    for (uint8_t i = BODY_MOTOR_LIFT; i <= BODY_MOTOR_HEAD && i < stem->model->motor_count; i++) {
        if (!stem->calibrate[i].known || stem->calibrate[i].running) continue;
        stem->waits[i] = false;
        stem_aim(stem, &(struct body_joint_target){.joint = i,
                                                   .mode = BODY_JOINT_MODE_ANGLE,
                                                   .angle_rad = stem->model->motors[i].low_rad});
    }
}

// With its nose in the air it sees no floor where there is one.
static bool is_level(const struct brainstem *stem) {
    return m_abs(stem->attitude.pitch) < LEVEL_RAD && m_abs(stem->attitude.roll) < LEVEL_RAD;
}

static uint8_t sees_floor(const struct brainstem *stem) {
    uint8_t floor = 0;
    for (uint32_t i = 0; i < stem->pins.cliffs_count && i < BRINK_SENSORS; i++)
        if (stem->cliff.low_s[i] == 0) floor |= (uint8_t)(1u << i);
    return (uint8_t)(floor & ~stem->cliff.gone);
}

static void feel(struct brainstem *stem, float dt) {
    const struct body_pins *pins = &stem->pins;
    bool rolls = body_model_rolls(stem->model) &&
                 (pins->motors[BODY_MOTOR_LEFT].moved || pins->motors[BODY_MOTOR_RIGHT].moved);
    cliff_step(&stem->cliff, pins->cliffs, pins->cliffs_count, rolls, dt);
    power_step(&stem->power, stem->model, pins, dt);
    debounce_step(&stem->button, pins->flags & BODY_PIN_FLAG_BUTTON, (float)stem->knobs.debounce_ms * 0.001f,
                  dt);
    if (pins->range_count) stem->range = pins->range[0], stem->has_range = true;
    uint8_t all = (uint8_t)((1u << stem->model->cliff_count) - 1);
    // One sensor that sees no floor stands at an edge, and so do two at its front; all of more are in a hand.
    bool floor_known = pins->cliffs_count > 2 || (pins->cliffs_count && stem->attitude.picked_up),
         floor_seen = (stem->cliff.gone & all) != all, drives = driven(stem);
    notice_turning(stem);
    float yaw = 0;
    for (uint32_t i = 0; i < pins->imu_count; i++) {
        float part = dt / (float)pins->imu_count;
        struct body_imu sample = level(stem, &pins->imu[i], drives, part);
        if (stem->imu_count < STEM_IMUS) stem->imu[stem->imu_count++] = sample;
        attitude_step(&stem->attitude, &sample, floor_seen, floor_known, drives, part);
        stem->poked |= stem->attitude.poked;
        stem->bumped |= stem->attitude.bumped && lift_is_up(stem);
        yaw += sample.gyro_radps[2] / (float)pins->imu_count;
    }
    place_step(&stem->place, pins->time_us, rolled(stem, BODY_MOTOR_LEFT), rolled(stem, BODY_MOTOR_RIGHT),
               yaw, pins->imu_count > 0, stem->model->track_m, dt);
    if (is_level(stem))
        brink_feel(&stem->brink, stem->model, stem->place.pose, sees_floor(stem), stem->cliff.gone);
    tuck_in(stem);
    if (stem->attitude.picked_up && !stem->was_picked_up) {
        brink_forget(&stem->brink);
        stem->lost = true; // nobody knows where it will be put down
        place_lost(&stem->place);
        stem_stop_path(stem);
    }
    stem->was_picked_up = stem->attitude.picked_up;
}

// ---------------------------------------------------------------------------------------------- what is done

void stem_wheels(struct brainstem *stem, float left_mps, float right_mps, float accel_mps2) {
    const struct body_model *m = stem->model;
    if (!body_model_rolls(m)) return;
    float most = m->wheel_mps_max, accel = accel_mps2 / m->wheel_radius_m;
    servo_speed(&stem->servos[BODY_MOTOR_LEFT], m_clamp(left_mps, -most, most) / m->wheel_radius_m, accel);
    servo_speed(&stem->servos[BODY_MOTOR_RIGHT], m_clamp(right_mps, -most, most) / m->wheel_radius_m, accel);
}

void stem_stop_path(struct brainstem *stem) {
    if (stem->path.running) {
        stem_ack(stem, BODY_ACK_KIND_PATH_STOPPED, path_segment(&stem->path), stem->path.tag);
        path_stop(&stem->path);
        stem_wheels(stem, 0, 0, 0);
    }
    if (stem->turn.running) stem_ack(stem, BODY_ACK_KIND_PATH_STOPPED, PATH_NO_SEGMENT, stem->turn.heard);
    stem->turn.running = false;
}

static void follow(struct brainstem *stem, struct path *path, float dt, bool *went_on) {
    float speed, turn;
    *went_on = path_step(path, stem->place.pose, dt, &speed, &turn);
    float half = stem->model->track_m / 2;
    stem_wheels(stem, speed - turn * half, speed + turn * half, 0);
}

static void drive_on(struct brainstem *stem, float dt) {
    bool goes_on;
    if (stem->path.running) {
        follow(stem, &stem->path, dt, &goes_on);
        if (!goes_on) stem_ack(stem, BODY_ACK_KIND_PATH_DONE, PATH_NO_SEGMENT, stem->path.tag);
    } else if (stem->turn.running) {
        follow(stem, &stem->turn.path, dt, &stem->turn.running);
        if (!stem->turn.running) stem_ack(stem, BODY_ACK_KIND_TURN, 0, stem->turn.heard);
    }
}

// The reflex: at an edge it stops by itself, and goes on only away from it.
static void mind_the_edge(struct brainstem *stem) {
    struct servo *left = &stem->servos[BODY_MOTOR_LEFT], *right = &stem->servos[BODY_MOTOR_RIGHT];
    if (!stem->stop_on_cliff || stem->attitude.picked_up || !body_model_rolls(stem->model)) return;
    if (left->mode != SERVO_SPEED || right->mode != SERVO_SPEED) return;
    float radius = stem->model->wheel_radius_m;
    float turn = (right->target - left->target) * radius / stem->model->track_m,
          ahead = (right->target + left->target) * radius / 2;
    if (!stem->cliff.came && brink_allows(&stem->brink, stem->model, stem->place.pose, ahead, turn)) return;
    brink_relent(&stem->brink, stem->model, stem->place.pose);
    stem_stop_path(stem);
    stem_wheels(stem, 0, 0, 0);
}

static void calibrate(struct brainstem *stem, uint32_t i, float dt, float *duty) {
    struct calibrate *c = &stem->calibrate[i];
    enum calibrate_result result =
        calibrate_step(c, stem->pins.motors[i].count, stem->servos[i].speed, dt, duty);
    if (result != CALIBRATE_DONE && result != CALIBRATE_FAILED) return;
    float angle = calibrate_angle(c, stem->pins.motors[i].count);
    servo_init(&stem->servos[i], &stem->model->motors[i]);
    stem->servos[i].angle = stem->servos[i].set_angle = angle;
    stem_ack(stem, BODY_ACK_KIND_CALIBRATION_DONE, (uint8_t)i, c->known);
    if (stem->waits[i]) stem_aim(stem, &stem->waiting[i]);
    stem->waits[i] = false;
}

// A joint that is said to be where its stops do not let it go: what counts is off, and it learns anew where
// it is.
static bool impossible(const struct brainstem *stem, uint32_t i, float angle) {
    const struct motor_model *m = &stem->model->motors[i];
    float more = (m->high_rad - m->low_rad) * OFF_SHARE;
    return finds_out(m) && stem->calibrate[i].known &&
           (angle < m->low_rad - more || angle > m->high_rad + more);
}

static float move_motor(struct brainstem *stem, uint32_t i, float dt) {
    struct servo *s = &stem->servos[i];
    float angle = calibrate_angle(&stem->calibrate[i], stem->pins.motors[i].count),
          duty = servo_step(s, angle, dt);
    if (!stem->calibrate[i].running && impossible(stem, i, angle)) stem_calibrate(stem, (uint8_t)i);
    if (stem->calibrate[i].running) calibrate(stem, i, dt, &duty);
    if (s->mode == SERVO_ANGLE && s->in_place && !stem->told_place[i]) {
        stem->told_place[i] = true;
        stem_ack(stem, i == BODY_MOTOR_HEAD ? BODY_ACK_KIND_HEAD : BODY_ACK_KIND_LIFT, (uint8_t)i, s->tag);
    }
    return duty;
}

void brainstem_step(struct brainstem *stem, const struct body_pins *pins, struct body_drive *drive) {
    float dt = stem->awake && pins->time_us > stem->time_us ? (float)(pins->time_us - stem->time_us) * 1e-6f
                                                            : 0.005f;
    stem->pins = *pins;
    stem->time_us = pins->time_us;
    stem->number++;
    if (!stem->awake) wake(stem);
    tell_defect(stem);
    feel(stem, dt);
    drive_on(stem, dt);
    mind_the_edge(stem);
    drive->duty_count = (uint8_t)stem->model->motor_count;
    for (uint32_t i = 0; i < stem->model->motor_count; i++) {
        float duty = move_motor(stem, i, dt);
        drive->duty[i] = (int16_t)m_round(m_clamp(duty, -1, 1) * BODY_DUTY_FULL);
    }
    drive->gates = 0;
    if (stem->last.orders & BODY_ORDER_SAVE_SENSORS) drive->gates |= BODY_GATE_SENSORS_OFF;
    if (stem->last.orders & BODY_ORDER_POWER_OFF) drive->gates |= BODY_GATE_POWER_OFF;
    doze(stem, drive);
    drive->head_light = stem->last.head_light;
    drive->lights_count = stem->last.lights_count;
    memcpy(drive->lights, stem->last.lights, sizeof drive->lights);
}

uint64_t brainstem_hash(const struct brainstem *stem) {
    const struct attitude *a = &stem->attitude;
    float felt[] = {stem->place.pose.at.x,
                    stem->place.pose.at.y,
                    stem->place.pose.angle,
                    stem->place.off_m2,
                    stem->place.off_rad2,
                    a->up.x,
                    a->up.y,
                    a->up.z,
                    stem->gyro.bias.x,
                    stem->gyro.bias.y,
                    stem->gyro.bias.z,
                    a->candidate_s,
                    a->lift_s,
                    a->calm_s,
                    a->handled,
                    stem->power.battery_v,
                    stem->path.speed,
                    stem->turn.path.speed};
    uint64_t h = hash64(stem->time_us, felt, sizeof felt);
    h = brink_hash(h, &stem->brink);
    h = hash64(h ^ stem->cliff.gone ^ (uint64_t)a->state << 8, stem->cliff.floor, sizeof stem->cliff.floor);
    for (uint32_t i = 0; i < stem->model->motor_count; i++) {
        const struct servo *s = &stem->servos[i];
        float parts[] = {s->angle, s->speed, s->target, s->set_angle, s->set_speed, s->sum, s->stalled_s};
        h = hash64(h + (uint64_t)stem->calibrate[i].zero, parts, sizeof parts);
    }
    return hash64(h, stem->heard, sizeof stem->heard);
}
