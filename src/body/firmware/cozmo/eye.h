// A plain drawing of what a camera sees: one ray for each eight by eight pixels, light by the surface's direction, and lines between.
//
//     eye_draw(plane, &shot, lux, &picture);              // 1 channel: grey, 3: colour
//
// Good enough for streams that must flow and pictures that must decode. It knows nothing of markers and faces. Nothing is allocated.
#pragma once

#include "body/firmware/cozmo/firmware.h"

struct plane;
void eye_draw(const struct plane *plane, const struct cozmo_shot *shot, uint32_t owner, float lux,
              struct pixels *out);
