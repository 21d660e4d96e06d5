#include "codec/pixels.h"

#include <stdlib.h>
#include <string.h>

enum err pixels_new(struct pixels *out, unsigned width, unsigned height, unsigned channels) {
    *out = (struct pixels){0};
    if (!width || !height || !channels || channels > 4) return ERR_RANGE;
    if (width > PIXELS_SIDE_MAX || height > PIXELS_SIDE_MAX) return ERR_LIMIT;
    size_t stride = (size_t)width * channels;
    if (stride * height > PIXELS_BYTES_MAX) return ERR_LIMIT;
    uint8_t *at = calloc(height, stride);
    if (!at) return ERR_MEMORY;
    *out = (struct pixels){at, width, height, channels, stride, at};
    return ERR_NONE;
}

struct pixels pixels_view(uint8_t *at, unsigned width, unsigned height, unsigned channels) {
    return (struct pixels){at, width, height, channels, (size_t)width * channels, NULL};
}

void pixels_free(struct pixels *pixels) {
    free(pixels->owned);
    *pixels = (struct pixels){0};
}

static uint8_t brightness(const uint8_t *rgb) {
    return (uint8_t)((299 * rgb[0] + 587 * rgb[1] + 114 * rgb[2] + 500) / 1000);
}

static void convert(const uint8_t *from, unsigned from_channels, uint8_t *to, unsigned channels) {
    bool from_grey = from_channels < 3, has_alpha = from_channels % 2 == 0;
    uint8_t alpha = has_alpha ? from[from_channels - 1] : 255;
    if (channels < 3)
        to[0] = from_grey ? from[0] : brightness(from);
    else
        for (unsigned c = 0; c < 3; c++) to[c] = from_grey ? from[0] : from[c];
    if (channels % 2 == 0) to[channels - 1] = alpha;
}

enum err pixels_convert(const struct pixels *from, unsigned channels, struct pixels *out) {
    enum err err = pixels_new(out, from->width, from->height, channels);
    for (unsigned y = 0; y < from->height && !err; y++)
        for (unsigned x = 0; x < from->width; x++)
            convert(pixels_at(from, x, y), from->channels, pixels_at(out, x, y), channels);
    return err;
}

// How one line of `from` pixels is made into one of `to`: for each new pixel where it begins and ends on the old line, in 1/to.
static uint32_t sample(const struct pixels *from, unsigned channel, bool along_x, unsigned line, unsigned at,
                       unsigned to) {
    unsigned count = along_x ? from->width : from->height;
#define OLD(i)                                                                                               \
    ((uint32_t) * (along_x ? pixels_at(from, (i), line) + channel : pixels_at(from, line, (i)) + channel))
    if (to < count) { // a mean, weighted by how much of each old pixel is covered
        uint64_t begin = (uint64_t)at * count, end = begin + count, sum = 0;
        for (uint64_t i = begin / to; i * to < end; i++) {
            uint64_t low = i * to > begin ? i * to : begin, high = (i + 1) * to < end ? (i + 1) * to : end;
            sum += (high - low) * OLD((unsigned)i);
        }
        return (uint32_t)((sum + count / 2) / count);
    }
    // Between the middles of two old pixels, in 1/(2 to).
    int64_t middle = (int64_t)(2 * at + 1) * count - to;
    if (middle <= 0) return OLD(0);
    unsigned left = (unsigned)(middle / (2 * (int64_t)to)), part = (unsigned)(middle % (2 * (int64_t)to));
    if (left + 1 >= count) return OLD(count - 1);
    return (OLD(left) * (2 * to - part) + OLD(left + 1) * part + to) / (2 * to);
#undef OLD
}

void pixels_narrow(const struct pixels *from, const struct pixels *out) {
    for (unsigned y = 0; y < from->height; y++)
        for (unsigned x = 0; x < out->width; x++)
            for (unsigned c = 0; c < from->channels; c++)
                pixels_at(out, x, y)[c] = (uint8_t)sample(from, c, true, y, x, out->width);
}

enum err pixels_scale(const struct pixels *from, unsigned width, unsigned height, struct pixels *out) {
    struct pixels wide;
    enum err err = pixels_new(&wide, width, from->height, from->channels);
    if (err) return err;
    pixels_narrow(from, &wide);
    err = pixels_new(out, width, height, from->channels);
    for (unsigned y = 0; y < height && !err; y++)
        for (unsigned x = 0; x < width; x++)
            for (unsigned c = 0; c < from->channels; c++)
                pixels_at(out, x, y)[c] = (uint8_t)sample(&wide, c, false, x, y, height);
    pixels_free(&wide);
    return err;
}
