// How the body lies and what is being done to it, from its inertial and floor sensors.
//
//     attitude_step(&a, &sample, floor_seen, floor_known, driven, dt_s);   // without its gyro's bias
//     a.state, a.picked_up, a.falling, a.held, a.poked
//
// Gravity comes from a complementary filter of accelerometer and gyro. Thresholds and windows stand in no
// document: they are knobs, with defaults of our choice, and each has a recorded trace in the tests.
#pragma once

#include "base/data/knob.h"
#include "base/maths/geometry.h"
#include "border/border.h"

struct attitude_config {
    float blend_s, fall_mps2, fall_s, tumble_arm_m, tumble_most_mps2, land_mps2, lift_mps2, lift_s,
        lift_tilt_rad, calm_mps2, calm_radps, calm_s, settle_s, shock_mps2, shock_s, bump_s, shake_mps2,
        shake_s;
};
extern const struct knobs ATTITUDE_KNOBS;

struct attitude {
    struct attitude_config config;
    struct vec3 up; // in the body's axes; a unit vector, z when level
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
};

void attitude_init(struct attitude *a);
void attitude_step(struct attitude *a, const struct body_imu *sample, bool floor_seen, bool floor_known,
                   bool driven, float dt_s);
