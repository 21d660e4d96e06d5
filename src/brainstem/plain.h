// A body whose electronics already speak in metres, radians and volts, and can do no more than that: wheels
// that take a speed, joints that take an angle, sensors that give a number. The brainstem does the rest.
//
//     struct plain *plain = plain_new(&model);
//     plain_step(plain, &felt, &wish);            // as often as it is read; then drive wheels and joints so
//     plain_collect(plain, &in);                  // every life tick: whole senses
//     plain_obey(plain, &command);
//
// What it felt is turned into the pins that the brainstem reads: encoders that count what the wheels rolled,
// potentiometers, converters. So odometry, paths, turns, profiles of joints, the stop at an edge, and being
// lifted, held or shaken are those of the makers' robots. What is not felt is taken for what it was told:
// wheels without encoders roll as they were told, joints are where they were sent. A body that lacks an
// inertial sensor rests level and turns as its wheels do; one without a battery is full. Only plain_new
// allocates.
#pragma once

#include "border/body_model.h"
#include "border/border.h"

// Where wheels and joints shall be now, not in the end: joints come there by a profile of their own.
struct plain_wish {
    float left_mps, right_mps;
    float angle_rad[BODY_MOTOR_MAX];
    uint16_t loose; // joints that no motor holds, bit for bit; the wheels are the first two
};

struct plain;
struct plain *plain_new(const struct body_model *model); // which must outlive it; NULL: no memory
void plain_free(struct plain *plain);
// felt: time, motion (the wheels' speeds), joints, cliffs, power, range, touches, imu, and of the status what
// the body knows by itself (button, charger, being lifted). The time must have grown.
void plain_step(struct plain *plain, const struct body_senses *felt, struct plain_wish *wish);
void plain_collect(struct plain *plain, struct senses_in *in);
void plain_obey(struct plain *plain, const struct body_command *command);
uint64_t plain_hash(const struct plain *plain);
