// A brushed motor with its load, as physics sees it.
//
//     motor_step(&m, &model, duty, load_nm, dt_s);    // angle and speed move on
//     motor_count(&m, &model)                         // what its encoder has counted
//
// Torque falls in a straight line from stall to free speed; friction holds a motor that stands and brakes one that turns; at its stops it
// stops. An encoder with one channel cannot see the direction: it counts up or down by the sign of the duty.
#pragma once

#include "border/model.h"

struct motor {
    float angle, speed; // of the joint
    float counted;      // angle not yet counted
    int32_t count, moved;
    uint32_t still;
    float duty;
    bool blocked; // a hand or a thing holds it
};

void motor_step(struct motor *m, const struct motor_model *model, float duty, float load_nm, float dt_s);
