// A picture in memory: rows of pixels of one to four bytes.
//
//     struct pixels picture = {0};
//     if (pixels_new(&picture, 184, 96, 3)) return ERR_MEMORY;
//     uint8_t *red = pixels_at(&picture, x, y);
//     pixels_free(&picture);
//
// channels: 1 grey, 2 grey and alpha, 3 red green blue, 4 with alpha. The creator of a picture frees it. A
// view is a picture whose `owned` is NULL; freeing it does nothing. No picture is larger than PIXELS_SIDE_MAX
// a side or PIXELS_BYTES_MAX.
#pragma once

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

enum { PIXELS_SIDE_MAX = 8192, PIXELS_BYTES_MAX = 64 << 20 };

struct pixels {
    uint8_t *at;
    unsigned width, height, channels;
    size_t stride; // bytes from row to row
    uint8_t *owned;
};

// Black. ERR_LIMIT, ERR_RANGE, ERR_MEMORY.
enum err pixels_new(struct pixels *out, unsigned width, unsigned height, unsigned channels);
// Rows without gaps.
struct pixels pixels_view(uint8_t *at, unsigned width, unsigned height, unsigned channels);
void pixels_free(struct pixels *pixels);

static inline uint8_t *pixels_at(const struct pixels *pixels, unsigned x, unsigned y) {
    return pixels->at + y * pixels->stride + (size_t)x * pixels->channels;
}

// The same picture with other channels: grey by brightness (0.299, 0.587, 0.114), colours from grey, alpha
// dropped or full.
enum err pixels_convert(const struct pixels *from, unsigned channels, struct pixels *out);
// To another size: the mean of the covered pixels when smaller, linear interpolation when larger.
enum err pixels_scale(const struct pixels *from, unsigned width, unsigned height, struct pixels *out);
// Reduces only the width, into an existing picture of the same height and channels.
void pixels_narrow(const struct pixels *from, const struct pixels *out);
