// Draws a world from above, as a picture.
#pragma once

#include "belief/map.h"
#include "codec/picture/pixels.h"
#include "world/world.h"

// All robots and things fit in; the picture is at most `width` pixels wide. The caller frees it.
enum err draw_plan(const struct world *world, unsigned width, struct pixels *out, struct fault *fault);
// What a robot believes of the floor, in its own origin, x to the right: green is free, black an edge, blue
// a cube, turquoise a charger. As large as what is known, and `width` pixels wide unless a cell would be
// less than a pixel. The caller frees the picture.
enum err draw_map(const struct map *map, const struct belief_place *place, unsigned width, struct pixels *out,
                  struct fault *fault);
