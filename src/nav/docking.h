// Docking geometry: from where a robot comes squarely to a cube, and the last piece of its way.
//
//     struct dock_cube cube = {pose_on_plane(thing->at.pose), 0.044f, lights};
//     struct pose2 places[DOCK_SIDES];
//     uint32_t count = dock_places(&cube, DOCK_BEFORE_M, NULL, places);    // one before each side with holes
//     if (dock_nearest(&cube, at, DOCKED_M, &stand)) route = dock_way(&speeds, at, stand);
//
// All distances are from the robot's origin to the middle of the cube. The side with the lights, and the one
// across from it, have no holes for the lift's hooks. Plain numbers.
#pragma once

#include "nav/route.h"

enum { DOCK_SIDES = 4 };
#define DOCKED_M      0.041f // the cube against the body, the hooks in its holes
#define DOCK_BEFORE_M 0.122f // it looks once more from here
#define DOCK_NEAR_M   0.075f // nearer the planner does not come
#define DOCK_HOOK_M   0.035f // height of the lift at which the hooks carry

struct dock_cube {
    struct pose2 at;
    float side_m;
    struct vec2 lights; // where its lights look, seen from above; about 0: up or down
};

// Poses that look at the cube's middle from so far, one for each side that has holes. heading: only the one
// that comes nearest to this heading; NULL: all. How many.
uint32_t dock_places(const struct dock_cube *cube, float far_m, const float *heading,
                     struct pose2 places[DOCK_SIDES]);
// The one nearest to a robot. False: there is none.
bool dock_nearest(const struct dock_cube *cube, struct pose2 robot, float far_m, struct pose2 *out);
// Onto the line that leads there, and along it.
struct nav_route dock_way(const struct nav_speeds *speeds, struct pose2 from, struct pose2 stand);
