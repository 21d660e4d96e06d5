// One motor under control: a speed loop, and a position loop that follows a trapezoid profile.
//
//     servo_speed(&s, 2.0f, 10.0f);                   // rad/s, rad/s²
//     servo_angle(&s, 0.5f, 10, 10, 0, tag);          // or: be there
//     duty = servo_step(&s, angle_rad, dt_s);         // every body step; -1 … 1
//
// Speed is a filtered derivative of the encoder. The position loop moves a set point with an acceleration, a
// cruise and a braking phase, so that it arrives at rest. A duration chooses the cruise speed: a quarter of
// the time speeding up, half cruising, a quarter braking. It is exceeded when the limits do not allow it. A
// motor that is driven hard and does not move is held at a small duty, never released (see STALL_…).
#pragma once

#include "brainstem/brainstem.h"

enum servo_mode { SERVO_FREE, SERVO_SPEED, SERVO_ANGLE };

struct servo {
    const struct motor_model *model;
    enum servo_mode mode;
    float angle, speed, accel; // measured; accel is the limit of the current move
    float target, limit;       // of the move: angle or speed, and the highest speed
    float set_angle, set_speed;
    float sum; // of the integral part
    float duty, stalled_s;
    bool in_place, stalled;
    uint16_t tag;
};

void servo_init(struct servo *s, const struct motor_model *model);
void servo_speed(struct servo *s, float speed_radps, float accel_radps2);
void servo_angle(struct servo *s, float angle_rad, float speed_radps, float accel_radps2, float duration_s,
                 uint16_t tag);
void servo_free(struct servo *s);
float servo_step(struct servo *s, float angle_rad, float dt_s);
