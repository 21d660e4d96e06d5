// How the body lies and what is being done to it, from its inertial and floor sensors.
//
//     attitude_step(&a, &sample, floor_seen, floor_known, driven, dt_s);
//     a.state, a.picked_up, a.falling, a.held, a.poked
//
// Gravity comes from a complementary filter of accelerometer and gyro. Thresholds and windows stand in no
// document. Our choices are at the top of the source file, and each has a recorded trace in the tests.
#pragma once

#include "base/maths/geometry.h"
#include "border/border.h"

struct attitude {
    struct vec3 up;   // in the body's axes; a unit vector, z when level
    struct vec3 bias; // of the gyro, learned while still
    float pitch, roll;
    uint8_t state, candidate; // BODY_ATTITUDE_…
    float candidate_s;
    bool picked_up, falling, held, poked;
    bool ready; // gravity has been seen
    float light_s, lift_s, calm_s, shock_s, handled;
    float shock;     // the peak since it began
    bool from_front; // how it began
    bool bumped;     // a blow from the front, which may rock the body
    bool shaken;
    float shake; // how hard, recently
    float still_s;
};

void attitude_init(struct attitude *a);
void attitude_step(struct attitude *a, const struct body_imu *sample, bool floor_seen, bool floor_known,
                   bool driven, float dt_s);
