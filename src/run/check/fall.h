// Whether a robot has fallen: it lies on its side or back, or lower than it stood, and nobody carried it
// there.
//
//     struct fall fall = {0};
//     if (fall_step(&fall, &truth, now_s)) printf("since %.1f s\n", fall.since_s);  // after every life tick
//
// It may right itself within five seconds. Plain data.
#pragma once

#include "world/world.h"

struct fall {
    float stood_z;
    double lies_since, since_s; // since_s: when it fell; both hold only while it lies
    bool stood, lies, fallen;
};
bool fall_step(struct fall *fall, const struct world_truth *truth, double now_s);
