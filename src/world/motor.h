// A brushed motor with its load, as physics sees it.
//
//     // what it aims at, and with how much torque
//     struct motor_push push = motor_push(&m, &model, duty, dt_s);
//     … whoever knows the load moves it …
//     motor_turned(&m, &model, speed, rad);  // and says what came of it: the encoder counts
//
//     motor_step(&m, &model, duty, load_nm, dt_s);  // all three, when the load is a plain torque
//
// Torque falls in a straight line from stall to free speed; friction holds a motor that stands and brakes one
// that turns; at its stops it stops. Its bridge passes through nothing when the direction changes: one step
// without current. An encoder with one channel cannot see the direction: it counts up or down by the sign of
// the duty. A motor that is stalled at full duty for fifteen seconds burns out.
#pragma once

#include "border/body_model.h"
#include "schema/world.h"

struct motor_push {
    float aim_radps, torque_nm; // towards aim, with at most so much
};

struct motor_push motor_push(struct world_motor *m, const struct motor_model *model, float duty, float dt_s);
void motor_turned(struct world_motor *m, const struct motor_model *model, float speed_radps, float rad);
void motor_step(struct world_motor *m, const struct motor_model *model, float duty, float load_nm,
                float dt_s);
// A hand turns it, whatever it is told; its stops are stronger.
void motor_bent(struct world_motor *m, const struct motor_model *model, float duty, float speed_radps,
                float dt_s);
// Its encoder sleeps: nothing counts, and a glance tells whether it was turned since the last one.
void motor_doze(struct world_motor *m, bool off, bool glance);
float motor_inertia(const struct motor_model *model); // of its rotor, at the joint
