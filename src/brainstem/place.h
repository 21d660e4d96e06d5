// Localisation: where the body believes it is, from wheels, gyro, and fixes from vision.
//
//     place_step(&p, now_us, left_m, right_m, gyro_radps, has_gyro, track_m, dt_s);
//     place_mend(&p, &fix);                                       // it was seen to be there, a moment ago
//     p.pose, p.off_m2, p.off_rad2                                // and how far off it may be: variances
//
// The wheels measure distance and the gyro measures rotation, because treads slip in turns. Without a gyro
// reading in this step the wheels give both. The variance grows with distance and rotation. A fix is weighed
// against it, by one Kalman filter for position and one for heading. The pose of the fix's moment is
// corrected, and what was driven since is replayed from there. Poses are kept for two seconds. Plain data;
// nothing allocates.
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
// Takes a pose from outside, when other code keeps it, as on a real Cozmo.
void place_told(struct place *p, uint64_t now_us, struct pose2 pose);
void place_begin(struct place *p, uint32_t origin, struct pose2 pose); // sets the pose and clears the history
void place_lost(struct place *p); // it was carried: the next fix is accepted, whatever it says
// False: another origin, too old, from the future, or NaN or infinite. Then nothing has changed.
bool place_mend(struct place *p, const struct body_fix *fix);
