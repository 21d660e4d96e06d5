// Grey to black and white by error diffusion (Floyd and Steinberg).
//
//     dither(&(struct dither_picture){.grey = grey, .width = 128, .height = 32, .stride = 128}, bits, 128);
//
// Rows go left to right. Of a pixel's error 7/16 goes to the right, and 3/16, 5/16 and 1/16 to the three
// pixels below. A pixel above 128 is white. The output is 0 or 255 per pixel and may be the same memory as
// the input. Only integers are used, so the picture is the same everywhere. Nothing allocates; a picture may
// be up to DITHER_WIDTH_MAX wide (ERR_LIMIT).
#pragma once

#include "base/err.h"

#include <stdint.h>

enum { DITHER_WIDTH_MAX = 4096 };

struct dither_picture {
    const uint8_t *grey;
    unsigned width, height;
    size_t stride; // bytes from row to row
};

enum err dither(const struct dither_picture *picture, uint8_t *out, size_t out_stride);
