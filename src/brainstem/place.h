// Where the body thinks it is, from its wheels and its gyro.
//
//     place_step(&p, left_m, right_m, gyro_radps, has_gyro, track_m, dt_s);
//
// The wheels tell how far, the gyro how much it turned: treads slip when they turn. Without a gyro's reading in this step the wheels must do.
#pragma once

#include "base/geometry.h"

struct place {
    struct pose2 pose;
    uint32_t origin;
    float turn_radps;
};

void place_step(struct place *p, float left_m, float right_m, float gyro_radps, bool has_gyro, float track_m,
                float dt_s);
