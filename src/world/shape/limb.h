// Where the joints of a walking creature put its legs, neck and tail. Geometry only: no physics, no pictures.
//
//     struct pose leg[2];
//     // upper and lower part, in the creature's frame; each hangs from its origin
//     limb_poses(&limb, swing, bend, leg);
//     struct pose head = neck_head(&neck, joints);         // x out of the nose, z out of the crown
//
// Joints are angles in radians, in the creature's own order. A leg swings at its pivot and bends at its knee;
// forward is positive. The lower part stands on the ground. A neck turns right positive and up positive.
// Nothing here fails or allocates.
#pragma once

#include "base/maths/geometry.h"

enum { LIMBS_MAX = 4 };
struct limb {
    uint8_t swing, bend; // indices of motors
    struct vec3 pivot;   // in the creature's frame
    float upper_m, lower_m, thick_m;
};
struct neck {
    uint8_t torso, across, up, jaw; // indices of motors
    struct vec3 base;               // where it begins
    float length_m, rest_rad;       // rest_rad: how steep it is when its joint is at 0
    struct vec3 head;               // size of the head, whose back end sits on the neck
    float open_rad;                 // the jaw is open below this
    uint8_t tail_across, tail_up;
    struct vec3 tail; // where it begins
    float tail_m;
};

// All of them at once. What its joints have not moved since it was last asked is not computed again.
//
//     posture_follow(&posture, figure->limbs, figure->neck, joints);
struct posture {
    const struct limb *of_limbs; // whose it is
    const struct neck *of_neck;
    float joints[16];
    struct pose legs[LIMBS_MAX][2]; // as limb_poses has them
    struct pose neck, head, nose, tail;
};
void posture_follow(struct posture *p, const struct limb *limbs, const struct neck *neck,
                    const float joints[16]); // limbs, neck: NULL if it has none

extern const struct limb PLEO_LIMBS[LIMBS_MAX];
extern const struct neck PLEO_NECK;
void limb_poses(const struct limb *limb, float swing_rad, float bend_rad, struct pose out[2]);
struct pose neck_pose(const struct neck *neck, const float *joints); // x along it
struct pose neck_head(const struct neck *neck, const float *joints); // the middle of the back of the head
struct pose neck_nose(const struct neck *neck,
                      const float *joints); // its tip: camera, infrared, mouth, antenna
struct pose neck_eye(const struct neck *neck,
                     const float *joints); // the camera in it: x right, y down, z ahead
struct pose neck_tail(const struct neck *neck, const float *joints); // x along it, away from the body
