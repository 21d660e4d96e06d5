// A grey picture as the detectors meet it: rows of bytes that somebody else holds.
//
//     struct see_picture picture = {frame->bytes, frame->width, frame->height};
//     if (see_picture_check(&picture, frame->used, &fault)) return fault.err;
//
// Detectors (one a file in this folder) are pure functions: a held picture, a config and their own carried
// state go in, observations come out. They run as errands, so none of them keeps anything between pictures
// but what it is handed back. What they need to work with is allocated for one picture and freed with it.
#pragma once

#include "base/err.h"

#include <stddef.h>
#include <stdint.h>

enum { SEE_SIDE_LEAST = 8, SEE_SIDE_MOST = 4096, SEE_PIXELS_MOST = 4096 * 2304 };

struct see_picture {
    const uint8_t *grey;
    uint32_t width, height; // rows follow each other without a gap
};
// ERR_RANGE: smaller or larger than anything can be found in. ERR_SHORT: fewer bytes than pixels.
enum err see_picture_check(const struct see_picture *picture, size_t bytes, struct fault *fault);
// Red, green and blue to grey, as cameras weigh them; `grey` has room for every pixel.
void see_grey(const uint8_t *colour, size_t pixels, uint8_t *grey);
