#include "codec/picture/retouch.h"

#include <stdlib.h>
#include <string.h>

// A row of the result from three of the old picture, each with one more pixel at both ends. n: bytes; step:
// from a byte to the same channel of the next pixel.
typedef void mix(const uint8_t *const rows[3], size_t n, size_t step, float amount, uint8_t *out);

static void pad(const struct pixels *from, unsigned y, uint8_t *row) {
    size_t step = from->channels, len = from->width * step;
    memcpy(row, pixels_at(from, 0, y), step);
    memcpy(row + step, pixels_at(from, 0, y), len);
    memcpy(row + step + len, pixels_at(from, from->width - 1, y), step);
}

static enum err filter(const struct pixels *from, mix *mixed, float amount, struct pixels *out) {
    size_t len = (from->width + 2) * (size_t)from->channels;
    uint8_t *space = malloc(3 * len), *row[3];
    enum err err = space ? pixels_new(out, from->width, from->height, from->channels) : ERR_MEMORY;
    for (int i = 0; i < 3 && !err; i++) {
        row[i] = space + (size_t)i * len;
        pad(from, i == 2 && from->height > 1, row[i]);
    }
    for (unsigned y = 0; y < from->height && !err; y++) {
        mixed((const uint8_t *const[]){row[0], row[1], row[2]}, from->width * (size_t)from->channels,
              from->channels, amount, pixels_at(out, 0, y));
        uint8_t *first = row[0];
        row[0] = row[1], row[1] = row[2], row[2] = first;
        pad(from, y + 2 < from->height ? y + 2 : from->height - 1, first);
    }
    free(space);
    return err;
}

// ------------------------------------------------------------------------------------------------ median
static inline uint8_t low(uint8_t a, uint8_t b) { return a < b ? a : b; }
static inline uint8_t high(uint8_t a, uint8_t b) { return a < b ? b : a; }
static inline uint8_t middle(uint8_t a, uint8_t b, uint8_t c) { return high(low(a, b), low(high(a, b), c)); }
static inline uint8_t low_of(const uint8_t *const rows[3], size_t i) {
    return low(low(rows[0][i], rows[1][i]), rows[2][i]);
}
static inline uint8_t middle_of(const uint8_t *const rows[3], size_t i) {
    return middle(rows[0][i], rows[1][i], rows[2][i]);
}
static inline uint8_t high_of(const uint8_t *const rows[3], size_t i) {
    return high(high(rows[0][i], rows[1][i]), rows[2][i]);
}

// Of the columns, sorted: of nine the middle one is the middle of the highest low, the middle middle and the
// lowest high.
static void mix_median(const uint8_t *const rows[3], size_t n, size_t step, float amount, uint8_t *out) {
    (void)amount;
    for (size_t i = 0; i < n; i++) {
        size_t b = i + step, c = b + step;
        out[i] = middle(high(high(low_of(rows, i), low_of(rows, b)), low_of(rows, c)),
                        middle(middle_of(rows, i), middle_of(rows, b), middle_of(rows, c)),
                        low(low(high_of(rows, i), high_of(rows, b)), high_of(rows, c)));
    }
}

enum err pixels_median(const struct pixels *from, struct pixels *out) {
    return filter(from, mix_median, 0, out);
}

// ------------------------------------------------------------------------------------------------ sharpening
// The surroundings: neighbours weigh 2, those at the corners 1, the pixel itself 4.
static void mix_sharp(const uint8_t *const rows[3], size_t n, size_t step, float amount, uint8_t *out) {
    for (size_t i = 0; i < n; i++) {
        size_t b = i + step, c = b + step;
        int corners = rows[0][i] + rows[0][c] + rows[2][i] + rows[2][c];
        int sides = rows[0][b] + rows[1][i] + rows[1][c] + rows[2][b], own = rows[1][b];
        float sharp = (float)own + amount * (float)(12 * own - 2 * sides - corners) / 16 + 0.5f;
        out[i] = (uint8_t)(sharp < 0 ? 0 : sharp > 255 ? 255 : sharp);
    }
}

enum err pixels_sharpen(const struct pixels *from, float amount, struct pixels *out) {
    return filter(from, mix_sharp, amount, out);
}
