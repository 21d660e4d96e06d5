// What the brainstem has to tell at a life tick.
#include "brainstem/brainstem_internal.h"

#include <string.h>

static bool moving(const struct servo *s) { return m_abs(s->speed) > s->model->speed_max_radps * 0.004f; }

static uint32_t when(bool yes, uint32_t bit) { return yes ? bit : 0; }

static bool any_stalled(const struct brainstem *stem) {
    for (uint32_t i = 0; i < stem->model->motor_count; i++)
        if (stem->servos[i].stalled) return true;
    return false;
}

uint16_t brainstem_stalled(const struct brainstem *stem) {
    uint16_t joints = 0;
    for (uint32_t i = 0; i < stem->model->motor_count; i++)
        joints |= (uint16_t)(stem->servos[i].stalled << i);
    return joints;
}

static uint32_t status(const struct brainstem *stem) {
    const struct servo *s = stem->servos;
    bool rolls = body_model_rolls(stem->model), joints = false;
    bool wheels = rolls && (moving(&s[BODY_MOTOR_LEFT]) || moving(&s[BODY_MOTOR_RIGHT]));
    for (uint32_t i = rolls ? BODY_MOTOR_LIFT : 0; i < stem->model->motor_count; i++) joints |= moving(&s[i]);
    return when(wheels || joints, BODY_STATUS_MOVING) | when(wheels, BODY_STATUS_WHEELS_MOVING) |
           when(stem->attitude.picked_up, BODY_STATUS_PICKED_UP) |
           when(stem->attitude.falling, BODY_STATUS_FALLING) | when(stem->attitude.held, BODY_STATUS_HELD) |
           when(stem->poked, BODY_STATUS_POKED) | when(stem->power.on_charger, BODY_STATUS_ON_CHARGER) |
           when(stem->power.charging, BODY_STATUS_CHARGING) |
           when(stem->power.gone, BODY_STATUS_BATTERY_GONE) | when(stem->power.hot, BODY_STATUS_BATTERY_HOT) |
           when(stem->power.level == BODY_BATTERY_LEVEL_LOW, BODY_STATUS_BATTERY_LOW) |
           when(stem->cliff.gone && !stem->attitude.picked_up, BODY_STATUS_CLIFF) |
           when(stem->button.down || stem->button.came, BODY_STATUS_BUTTON) |
           when(stem->pins.flags & BODY_PIN_FLAG_SHUTDOWN_NEAR, BODY_STATUS_SHUTDOWN_NEAR) |
           when(!(stem->pins.flags & BODY_PIN_FLAG_SENSORS_ON), BODY_STATUS_SENSORS_SAVED) |
           when(rolls && s[BODY_MOTOR_HEAD].in_place, BODY_STATUS_HEAD_IN_PLACE) |
           when(rolls && s[BODY_MOTOR_LIFT].in_place, BODY_STATUS_LIFT_IN_PLACE) |
           when(stem->calibrate[BODY_MOTOR_HEAD].known, BODY_STATUS_HEAD_KNOWN) |
           when(stem->calibrate[BODY_MOTOR_LIFT].known, BODY_STATUS_LIFT_KNOWN) |
           when(stem->path.running, BODY_STATUS_PATHING) | when(stem->lost, BODY_STATUS_LOST) |
           when(any_stalled(stem), BODY_STATUS_MOTORS_STALLED) |
           when(stem->attitude.shaken, BODY_STATUS_SHAKEN) | when(stem->bumped, BODY_STATUS_BUMPED) |
           when(stem->head_turned, BODY_STATUS_HEAD_TURNED) |
           when(stem->lift_turned, BODY_STATUS_LIFT_TURNED) | when(stem->dozes, BODY_STATUS_ENCODERS_OFF);
}

static void tell_motion(const struct brainstem *stem, struct body_senses *s) {
    float radius = body_model_rolls(stem->model) ? stem->model->wheel_radius_m : 0;
    s->motion_count = 1;
    s->motion[0] = (struct body_motion){.origin = stem->place.origin,
                                        .x_m = stem->place.pose.at.x,
                                        .y_m = stem->place.pose.at.y,
                                        .heading_rad = stem->place.pose.angle,
                                        .pitch_rad = stem->attitude.pitch,
                                        .roll_rad = stem->attitude.roll,
                                        .left_mps = stem->servos[BODY_MOTOR_LEFT].speed * radius,
                                        .right_mps = stem->servos[BODY_MOTOR_RIGHT].speed * radius,
                                        .turn_radps = stem->place.turn_radps};
    s->joints_count = (uint8_t)stem->model->motor_count;
    for (uint32_t i = 0; i < stem->model->motor_count; i++)
        s->joints[i] =
            (struct body_joint){stem->servos[i].angle, stem->servos[i].speed, m_abs(stem->servos[i].duty)};
}

static void tell_range(struct brainstem *stem, struct body_senses *s) {
    if (!stem->has_range || !(stem->last.wants & BODY_WANT_RANGE)) return;
    const struct body_range_raw *r = &stem->range;
    float lift = body_lift_m(stem->model, stem->servos[BODY_MOTOR_LIFT].angle);
    bool blocked = lift > stem->knobs.hides_low_m && lift < stem->knobs.hides_high_m;
    s->range_count = 1;
    s->range[0] =
        (struct body_range){.distance_m = (float)r->range_mm * 0.001f,
                            .signal = m_clamp((float)r->signal / ((float)r->ambient + 1) / 16, 0, 1),
                            .sigma_m = (float)r->sigma_mm * 0.001f,
                            .valid = r->status == 0 && !blocked,
                            .lift_in_view = blocked};
    stem->has_range = false;
}

enum { SWITCH = 500 }; // counts: between a switch that is pressed and one that is not
static void tell_touch(const struct brainstem *stem, struct body_senses *s) {
    s->touches_count = stem->pins.touches_count;
    for (uint32_t i = 0; i < stem->pins.touches_count; i++)
        s->touches[i] =
            (struct body_touch){.raw = stem->pins.touches[i],
                                .touched = !stem->model->has_touch && stem->pins.touches[i] > SWITCH};
}

void brainstem_collect(struct brainstem *stem, struct senses_in *in) {
    struct body_senses *s = &in->senses;
    s->time_us = stem->time_us;
    s->number = stem->number;
    if (!stem->awake) return;
    s->status |= status(stem);
    s->attitude = stem->attitude.state;
    tell_motion(stem, s);
    tell_range(stem, s);
    tell_touch(stem, s);
    s->cliffs_count = stem->pins.cliffs_count;
    for (uint32_t i = 0; i < stem->pins.cliffs_count; i++)
        s->cliffs[i] = m_min(1, (float)stem->pins.cliffs[i] / (stem->model->cliff_floor_counts * 2));
    s->power_count = 1;
    s->power[0] = (struct body_power){stem->power.battery_v, stem->power.charger_v, stem->power.temperature_c,
                                      stem->power.level};
    s->path_count = 1;
    uint32_t room = PATH_MAX_SEGMENTS - stem->path.count;
    s->path[0] = (struct body_path_state){stem->path.running ? stem->path.tag : 0, path_segment(&stem->path),
                                          (uint8_t)room};
    if (stem->last.wants & BODY_WANT_IMU) {
        s->imu_count = (uint8_t)stem->imu_count;
        memcpy(s->imu, stem->imu, stem->imu_count * sizeof *stem->imu);
    }
    s->acks_count = (uint8_t)stem->ack_count;
    memcpy(s->acks, stem->acks, stem->ack_count * sizeof *stem->acks);
    stem->imu_count = stem->ack_count = 0;
    stem->button.came = false;
    stem->poked = stem->bumped = stem->head_turned = stem->lift_turned = false;
}
