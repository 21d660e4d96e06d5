// What things look like in a camera by what they are called or what their tag says: a box called sofa is one.
// The page draws them alike; to the physics they stay boxes and discs.
//
//     if (view_named(scene, thing, world_pose(w, thing->body))) return;   // false: it is as plain as it is
#pragma once

#include "schema/world.h"
#include "world/camera/scene.h"

bool view_named(struct scene *scene, const struct world_thing_state *thing, struct pose pose);
