// How fast it moves by itself: a motion profile.
//
//     struct motion_profile profile = motion_usual(&vector_model);
//     if (motion_profile_read(&profile, &asked, &vector_model, &fault)) …        // nothing has changed
//     struct nav_route route = route_straight(&profile.speeds, pose, -0.1f, 0);
//
// The usual numbers are the published ones of the makers' engine: 100 mm/s, 200 up and 500 mm/s² down; on
// the spot 2 rad/s and 10 rad/s²; towards things 60 mm/s; backwards 80 mm/s. No body is asked for more than
// it can. Plain numbers, no memory.
#pragma once

#include "base/err.h"
#include "border/body_model.h"
#include "nav/route.h"
#include "schema/life.h"

struct motion_profile {
    bool custom;
    struct nav_speeds speeds;
    float dock_mps, dock_accel_mps2, dock_decel_mps2;
};

struct motion_profile motion_usual(const struct body_model *model);
// What is 0 is as usual, and so is everything of one that is not custom. ERR_RANGE: below 0, or no number.
enum err motion_profile_read(struct motion_profile *profile, const struct life_motion_profile *asked,
                             const struct body_model *model, struct fault *fault);
struct nav_speeds motion_docking(const struct motion_profile *profile); // towards a thing that it takes
