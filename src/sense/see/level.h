// A picture whose contrast is levelled place by place, for what is seen in shade and against a lamp.
//
//     level(&picture, LEVEL_CLIP, out);        // out: width * height bytes
//
// Contrast-limited equalisation over eight by eight tiles: what a tile has too much of is spread over all its
// grey values, so noise is not made into a pattern, and between tiles the mappings are mixed.
#pragma once

#include "sense/see/picture.h"

#define LEVEL_CLIP 3.0f
void level(const struct see_picture *picture, float clip, uint8_t *out);
