// A world from above, as a picture.
#pragma once

#include "codec/picture/pixels.h"
#include "world/world.h"

// Fits all robots and things in; at most `width` pixels wide. The caller frees the picture.
enum err draw_plan(const struct world *world, unsigned width, struct pixels *out, struct fault *fault);
