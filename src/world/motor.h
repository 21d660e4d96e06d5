// A brushed motor with its load, for the physics.
//
//     // what it aims at, and with how much torque
//     struct motor_push push = motor_push(&m, &model, duty, dt_s);
//     … whoever knows the load moves it …
//     motor_turned(&m, &model, speed, rad);  // and says what came of it: the encoder counts
//
//     motor_step(&m, &model, duty, load_nm, dt_s);  // all three, when the load is a plain torque
//
// Torque falls in a straight line from stall to free speed. Friction holds a motor that stands and brakes one
// that turns; a motor stops at its end stops. When the direction changes, the bridge passes no current for
// one step. A one-channel encoder cannot see the direction: it counts up or down by the sign of the duty. A
// motor stalled at full duty for fifteen seconds burns out. Nothing here allocates; the caller keeps struct
// world_motor.
#pragma once

#include "border/body_model.h"
#include "schema/world.h"

struct motor_push {
    float aim_radps, torque_nm; // accelerate towards this speed, with at most this torque
};

struct motor_push motor_push(struct world_motor *m, const struct motor_model *model, float duty, float dt_s);
void motor_turned(struct world_motor *m, const struct motor_model *model, float speed_radps, float rad);
void motor_step(struct world_motor *m, const struct motor_model *model, float duty, float load_nm,
                float dt_s);
// A hand turns the motor against whatever it was told; the end stops are stronger than the hand.
void motor_bent(struct world_motor *m, const struct motor_model *model, float duty, float speed_radps,
                float dt_s);
// The encoder sleeps and counts nothing. A glance tells whether the motor was turned since the last glance.
void motor_doze(struct world_motor *m, bool off, bool glance);
// Of its stall current at full duty; signed as its torque is.
float motor_current(const struct world_motor *m, const struct motor_model *model);
float motor_inertia(const struct motor_model *model); // of its rotor, at the joint
