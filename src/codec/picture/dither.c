#include "codec/picture/dither.h"

#include <string.h>

static int clamp_byte(int v) { return v < 0 ? 0 : v > 255 ? 255 : v; }

// One row. below[x + 1] holds, in sixteenths, what the row above gave to pixel x; it is overwritten with what
// this row gives.
static void row(const uint8_t *grey, uint8_t *out, unsigned width, int *below) {
    int right = 0; // sixteenths for the next pixel of this row
    int left_below = 0,
        under = 0; // what has been gathered so far for the pixels below-left of and below the current one
    for (unsigned x = 0; x < width; x++) {
        int value = clamp_byte(grey[x] + (right + below[x + 1]) / 16);
        out[x] = value > 128 ? 255 : 0;
        int error = value - out[x];
        below[x] = left_below + 3 * error;
        left_below = under + 5 * error;
        under = error;
        right = 7 * error;
    }
    below[width] = left_below;
}

enum err dither(const struct dither_picture *picture, uint8_t *out, size_t out_stride) {
    if (picture->width > DITHER_WIDTH_MAX) return ERR_LIMIT;
    int below[DITHER_WIDTH_MAX + 2];
    memset(below, 0, (picture->width + 2) * sizeof *below);
    for (unsigned y = 0; y < picture->height; y++)
        row(picture->grey + y * picture->stride, out + y * out_stride, picture->width, below);
    return ERR_NONE;
}
