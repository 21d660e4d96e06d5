// Grey pictures in black and white, by spreading each pixel's error over its neighbours (Floyd and Steinberg).
//
//     dither(&(struct dither_picture){.grey = grey, .width = 128, .height = 32, .stride = 128}, bits, 128);
//
// The rows go left to right. Of a pixel's error 7/16 goes to the right, 3/16, 5/16 and 1/16 to the three below. A pixel is white
// above the half (128). Output is 0 or 255 a pixel and may be the same memory as the input. Whole numbers only: the
// same picture everywhere. Nothing is allocated; a picture may be up to DITHER_WIDTH_MAX wide (ERR_LIMIT).
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
