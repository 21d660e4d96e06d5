// Where the markers are on things, for whoever looks: the oracle below, and the camera's scene.
//
//     for (uint32_t i = 0; mark_of(thing, pose, i, &mark); i++) …
#pragma once

#include "base/maths/geometry.h"
#include "schema/world.h"

struct mark {
    uint32_t code;
    struct vec3 centre, normal, right, up; // in the world; right as seen by who looks at it
    float size_m;                          // of its edge
};
enum { MARKS = 7 };

bool mark_of(const struct world_thing_state *thing, struct pose pose, uint32_t i,
             struct mark *out); // false: no more of them
