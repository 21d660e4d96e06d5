// Calibrates a joint: drives it into its lowest stop, which gives its encoder counts an angle.
//
//     calibrate_start(&c);
//     if (calibrate_step(&c, count, speed_radps, dt_s, &duty) == CALIBRATE_DONE) zero = c.zero;
//
// Encoders only count; at start the angle is unknown. The joint is driven down gently until it stops moving.
// A stop is not accepted if it comes after more than 105 % of the whole travel. Nor is it if the joint never
// moved down and later moves further. Then calibration tries again, three times in all.
#pragma once

#include "brainstem/brainstem.h"

enum calibrate_result { CALIBRATE_IDLE, CALIBRATE_RUNNING, CALIBRATE_DONE, CALIBRATE_FAILED };

struct calibrate {
    const struct motor_model *model;
    bool running, known;
    int32_t from, zero; // counts: the start, and where the angle is 0
    float run_s, still_s;
    uint8_t tries;
};

void calibrate_init(struct calibrate *c, const struct motor_model *model);
void calibrate_start(struct calibrate *c);
enum calibrate_result calibrate_step(struct calibrate *c, int32_t count, float speed_radps, float dt_s,
                                     float *duty);
float calibrate_angle(const struct calibrate *c, int32_t count); // as far as it is known
