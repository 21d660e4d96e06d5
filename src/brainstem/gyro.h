// What the gyro says while nothing turns: its bias, which would turn a body that drives for minutes.
//
//     gyro_learn(&gyro, says, accel_mps2, stands, dt_s);    // each reading, in the sensor's own axes
//     vec3_sub(turns, gyro_bias(&gyro, head_rad));          // in the body's axes
//
// It is learned whenever the treads stand, the joints are quiet and nothing but gravity pulls: a robot that
// looks about all day has such moments, and none in which all of it rests. It is kept in the axes of the
// sensor, which a head carries with it.
#pragma once

#include "base/data/knob.h"
#include "base/maths/geometry.h"

struct gyro_config {
    float still_s, learn_s;
};
extern const struct knobs GYRO_KNOBS;

struct gyro {
    struct gyro_config config;
    struct vec3 bias;
    float still_s, learned_s;
};

void gyro_init(struct gyro *gyro);
void gyro_learn(struct gyro *gyro, struct vec3 says, float accel_mps2, bool stands, float dt_s);
struct vec3 gyro_bias(const struct gyro *gyro, float head_rad); // head_rad: 0 when it sits in the body
