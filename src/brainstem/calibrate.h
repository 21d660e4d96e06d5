// Finding out where a joint is: into its lowest stop, and from there on its counts mean an angle.
//
//     calibrate_start(&c);
//     if (calibrate_step(&c, count, speed_radps, dt_s, &duty) == CALIBRATE_DONE) zero = c.zero;
//
// Encoders only count; at birth nobody knows the angle. The joint is driven down gently until it does not move any more. A stop that does not come
// within a twentieth more than the whole travel is not believed, and neither is one where the joint never moved down and is then found
// to move further: it tries again, three times in all.
#pragma once

#include "brainstem/brainstem.h"

enum calibrate_result { CALIBRATE_IDLE, CALIBRATE_RUNNING, CALIBRATE_DONE, CALIBRATE_FAILED };

struct calibrate {
    const struct motor_model *model;
    bool running, known;
    int32_t from, zero; // counts: where it began; what is angle 0
    float run_s, still_s;
    uint8_t tries;
};

void calibrate_init(struct calibrate *c, const struct motor_model *model);
void calibrate_start(struct calibrate *c);
enum calibrate_result calibrate_step(struct calibrate *c, int32_t count, float speed_radps, float dt_s,
                                     float *duty);
float calibrate_angle(const struct calibrate *c, int32_t count); // as far as it is known
