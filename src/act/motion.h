// How fast it moves by itself, and which way it goes: a motion profile, and the paths of simple actions.
//
//     struct motion_profile profile = motion_usual(&vector_model);
//     if (motion_profile_read(&profile, &asked, &vector_model, &fault)) …        // nothing has changed
//     struct motion_way way = motion_straight(&profile, pose, -0.1f, 0);         // ten centimetres back
//     struct motion_way way = motion_go(&profile, pose, goal);                   // turn there, drive, turn as it shall stand
//     path.append[i] = way.segments[i] …;  give up after way.seconds
//
// The usual numbers are the published ones of the makers' engine: 100 mm/s, 200 up and 500 mm/s² down; on the spot 2 rad/s and 10 rad/s²; towards
// things 60 mm/s; backwards 80 mm/s. No body is asked for more than it can. Plain numbers, no memory.
#pragma once

#include "base/err.h"
#include "base/maths/geometry.h"
#include "border/body_model.h"
#include "schema/life.h"

struct motion_profile {
    bool custom;
    float speed_mps, accel_mps2, decel_mps2;
    float turn_radps, turn_accel_radps2, turn_decel_radps2;
    float dock_mps, dock_accel_mps2, dock_decel_mps2;
    float reverse_mps;
};
enum { MOTION_SEGMENTS = 3 };
struct motion_way {
    struct body_segment segments[MOTION_SEGMENTS];
    uint32_t count; // 0: it is there
    float seconds;  // at the speeds of the profile
};

struct motion_profile motion_usual(const struct body_model *model);
// What is 0 is as usual, and so is everything of one that is not custom. ERR_RANGE: below 0, or no number.
enum err motion_profile_read(struct motion_profile *profile, const struct life_motion_profile *asked,
                             const struct body_model *model, struct fault *fault);
// speed_mps 0: the profile's. Backwards below 0.
struct motion_way motion_straight(const struct motion_profile *profile, struct pose2 from, float distance_m,
                                  float speed_mps);
struct motion_way motion_go(const struct motion_profile *profile, struct pose2 from, struct pose2 to);
float motion_turn_seconds(const struct motion_profile *profile, float angle_rad, float radps);
