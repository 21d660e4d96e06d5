#include "codec/picture/pixels.h"

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

// How one line of `count` pixels, `gap` bytes apart, is made into one of `to`: for each new pixel where it
// begins and ends on the old line, in 1/to.
static void narrower(const uint8_t *from, size_t gap, unsigned count, uint8_t *out, size_t out_gap,
                     unsigned to) {
    uint64_t begin = 0;
    unsigned first = 0; // the old pixel in which it begins
    for (unsigned at = 0; at < to;
         at++, out += out_gap) { // a mean, weighted by how much of each old pixel is covered
        uint64_t end = begin + count, sum = 0, low = begin;
        for (uint64_t high = (uint64_t)(first + 1) * to; high < end; high += to, first++) {
            sum += (high - low) * from[first * gap];
            low = high;
        }
        sum += (end - low) * from[first * gap];
        *out = (uint8_t)((uint32_t)(sum + count / 2) / count); // of at most 255 times the count
        if (end == (uint64_t)(first + 1) * to) first++;
        begin = end;
    }
}

static void wider(const uint8_t *from, size_t gap, unsigned count, uint8_t *out, size_t out_gap,
                  unsigned to) {
    // Of the new pixel, between the middles of two old ones, in 1/(2 to).
    int64_t middle = (int64_t)count - to;
    unsigned left = 0;
    for (unsigned at = 0; at < to; at++, out += out_gap, middle += 2 * (int64_t)count) {
        while (middle >= 2 * (int64_t)to) middle -= 2 * (int64_t)to, left++;
        unsigned part = middle <= 0 || left + 1 >= count ? 0 : (unsigned)middle;
        uint32_t a = from[left * gap], b = part ? from[(left + 1) * gap] : 0;
        *out = (uint8_t)((a * (2 * to - part) + b * part + to) / (2 * to));
    }
}

// The same for what Cozmo's colour pictures need, which come half as wide as they are.
static void half(const uint8_t *from, size_t gap, uint8_t *out, size_t out_gap, unsigned to) {
    for (unsigned at = 0; at < to; at++, out += out_gap, from += 2 * gap)
        *out = (uint8_t)((from[0] + from[gap] + 1) / 2);
}
static void twice(const uint8_t *from, size_t gap, unsigned count, uint8_t *out, size_t out_gap) {
    for (unsigned at = 0; at < count; at++, from += gap, out += 2 * out_gap) {
        int before = from[at ? -(ptrdiff_t)gap : 0], behind = from[at + 1 < count ? gap : 0];
        out[0] = (uint8_t)((before + 3 * from[0] + 2) / 4);
        out[out_gap] = (uint8_t)((3 * from[0] + behind + 2) / 4);
    }
}

static void line(const uint8_t *from, size_t gap, unsigned count, uint8_t *out, size_t out_gap, unsigned to) {
    if (count == 2 * to)
        half(from, gap, out, out_gap, to);
    else if (to < count)
        narrower(from, gap, count, out, out_gap, to);
    else if (to == 2 * count)
        twice(from, gap, count, out, out_gap);
    else
        wider(from, gap, count, out, out_gap, to);
}

void pixels_narrow(const struct pixels *from, const struct pixels *out) {
    for (unsigned y = 0; y < from->height; y++)
        for (unsigned c = 0; c < from->channels; c++)
            line(pixels_at(from, 0, y) + c, from->channels, from->width, pixels_at(out, 0, y) + c,
                 out->channels, out->width);
}

enum err pixels_scale(const struct pixels *from, unsigned width, unsigned height, struct pixels *out) {
    struct pixels wide;
    enum err err = pixels_new(&wide, width, from->height, from->channels);
    if (err) return err;
    pixels_narrow(from, &wide);
    err = pixels_new(out, width, height, from->channels);
    for (unsigned x = 0; x < width && !err; x++)
        for (unsigned c = 0; c < from->channels; c++)
            line(pixels_at(&wide, x, 0) + c, wide.stride, wide.height, pixels_at(out, x, 0) + c, out->stride,
                 height);
    pixels_free(&wide);
    return err;
}
