// Where the body thinks it is, from its wheels and its gyro, and from what somebody saw.
//
//     place_step(&p, now_us, left_m, right_m, gyro_radps, has_gyro, track_m, dt_s);
//     place_mend(&p, &fix);                                       // it was seen to be there, a moment ago
//     p.pose, p.off_m2, p.off_rad2                                // and how far off it may be: variances
//
// The wheels tell how far, the gyro how much it turned: treads slip when they turn. Without a gyro's reading in this step the wheels must do.
// Doubt grows with what is driven and turned. A fix is weighed against it (a Kalman filter for place and one for heading, each by itself): the
// pose of that moment is mended, and what was driven since is driven from there. Poses are remembered for two seconds. Plain data, no memory.
#pragma once

#include "base/maths/geometry.h"
#include "schema/body.h"

#include <stdbool.h>

enum { PLACE_PAST = 128, PLACE_KEEP_US = 2000000, PLACE_EVERY_US = 16000 };

struct place {
    struct pose2 pose;
    uint32_t origin;
    float turn_radps;
    float off_m2, off_rad2;
    struct {
        uint64_t time_us;
        struct pose2 pose;
    } past[PLACE_PAST]; // a ring; the newest is at number - 1
    uint32_t number;
};

void place_step(struct place *p, uint64_t now_us, float left_m, float right_m, float gyro_radps,
                bool has_gyro, float track_m, float dt_s);
// Somebody else keeps the pose, as a real Cozmo does: it is told here.
void place_told(struct place *p, uint64_t now_us, struct pose2 pose);
void place_begin(struct place *p, uint32_t origin, struct pose2 pose); // it is there, and nothing was before
void place_lost(struct place *p); // it was carried: a fix is believed, whatever it says
// False: in another origin, too old, from the future, or no numbers. Then nothing has changed.
bool place_mend(struct place *p, const struct body_fix *fix);
