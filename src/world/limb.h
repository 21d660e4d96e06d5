// Legs that swing: joints of a creature whose ends stand on the ground. Those that only show (neck, tail, eyes) are plain motors.
#pragma once

#include "border/model.h"
#include "world/plane.h"

enum { LIMBS_MAX = 4 };
struct limb {
    uint8_t motor;     // that swings it, forward positive; its drive on the plane is its place in the list
    struct vec3 pivot; // in the robot's frame
    float length_m, thick_m;
};
