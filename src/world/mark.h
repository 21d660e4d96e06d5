// Where the markers on things are. The oracle and the camera's scene both ask here.
//
//     for (uint32_t i = 0; mark_of(thing, pose, i, &mark); i++) …
#pragma once

#include "base/maths/geometry.h"
#include "schema/world.h"

struct mark {
    uint32_t code;
    struct vec3 centre, normal, right, up; // in the world; right as the viewer sees it
    float size_m;                          // length of its edge
};
enum { MARKS = 7 };

bool mark_of(const struct world_thing_state *thing, struct pose pose, uint32_t i,
             struct mark *out); // false: no more markers
