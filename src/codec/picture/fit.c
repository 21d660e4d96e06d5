#include "codec/picture/fit.h"

#include "codec/picture/colour.h"

#include <string.h>

enum { HALF_LIT = 96, ONE = 256 }; // a pixel as bright as this is lit; parts of a pixel

struct fit fit_of(uint32_t from_w, uint32_t from_h, uint32_t to_w, uint32_t to_h, enum fit_colours colours) {
    struct fit f = {from_w, from_h, to_w, to_h, 0, 0, to_w, to_h, colours, 0};
    if ((uint64_t)to_w * from_h > (uint64_t)to_h * from_w)
        f.width = (uint32_t)((uint64_t)to_h * from_w / from_h);
    else
        f.height = (uint32_t)((uint64_t)to_w * from_h / from_w);
    f.width += !f.width, f.height += !f.height;
    f.left = (to_w - f.width) / 2, f.top = (to_h - f.height) / 2;
    size_t row = colours == FIT_COLOUR ? (size_t)to_w * 2 : colours == FIT_GREY ? to_w : (to_w + 7) / 8;
    f.bytes = row * to_h;
    return f;
}

struct sum {
    uint32_t r, g, b, parts;
};

static void add(struct sum *sum, uint16_t pixel, uint32_t parts) {
    sum->parts += parts;
    if (!pixel) return; // most of a face
    struct rgb c = rgb_of_565(pixel);
    sum->r += c.r * parts, sum->g += c.g * parts, sum->b += c.b * parts;
}

// The mean of all pixels that this one covers.
static void mean(const struct fit *f, const uint16_t *from, uint32_t x, uint32_t y, struct sum *sum) {
    uint32_t x0 = x * f->from_w / f->width, x1 = (x + 1) * f->from_w / f->width;
    uint32_t y0 = y * f->from_h / f->height, y1 = (y + 1) * f->from_h / f->height;
    x1 += x1 == x0, y1 += y1 == y0;
    for (uint32_t row = y0; row < y1; row++)
        for (uint32_t column = x0; column < x1; column++) add(sum, from[row * f->from_w + column], 1);
}

// Where the middle of pixel n lies among `from` pixels, in parts of ONE; the pixel before it and its share.
static uint32_t between(uint32_t n, uint32_t from, uint32_t to, uint32_t *next, uint32_t *share) {
    uint64_t middle = ((uint64_t)(2 * n + 1) * from * ONE) / (2 * (uint64_t)to);
    uint64_t at = middle > ONE / 2 ? middle - ONE / 2 : 0;
    uint32_t first = (uint32_t)(at / ONE);
    *share = (uint32_t)(at % ONE);
    *next = first + 1 < from ? first + 1 : first;
    return first;
}

static void smooth(const struct fit *f, const uint16_t *from, uint32_t x, uint32_t y, struct sum *sum) {
    uint32_t x1, y1, right, low, x0 = between(x, f->from_w, f->width, &x1, &right),
                                 y0 = between(y, f->from_h, f->height, &y1, &low);
    const uint16_t *above = from + (size_t)y0 * f->from_w, *below = from + (size_t)y1 * f->from_w;
    if (!(above[x0] | above[x1] | below[x0] | below[x1])) {
        sum->parts = 1;
        return;
    }
    add(sum, above[x0], (ONE - right) * (ONE - low));
    add(sum, above[x1], right * (ONE - low));
    add(sum, below[x0], (ONE - right) * low);
    add(sum, below[x1], right * low);
}

static void put(const struct fit *f, uint32_t x, uint32_t y, const struct sum *s, uint8_t *to) {
    if (!(s->r | s->g | s->b)) return; // it is black already
    struct rgb c = {(uint8_t)(s->r / s->parts), (uint8_t)(s->g / s->parts), (uint8_t)(s->b / s->parts)};
    uint32_t bright = (c.r * 77u + c.g * 150u + c.b * 29u) / 256, brightest = c.r > c.g ? c.r : c.g;
    if (c.b > brightest) brightest = c.b;
    size_t at = (size_t)y * f->to_w + x;
    uint16_t pixel = rgb565_of(c);
    if (f->colours == FIT_COLOUR)
        memcpy(to + at * 2, &pixel, sizeof pixel);
    else if (f->colours == FIT_GREY)
        to[at] = (uint8_t)bright;
    else if (brightest >= HALF_LIT)
        to[(size_t)y * ((f->to_w + 7) / 8) + x / 8] |= (uint8_t)(0x80u >> x % 8);
}

void fit_draw(const struct fit *f, const uint16_t *from, uint8_t *to) {
    memset(to, 0, f->bytes);
    for (uint32_t y = 0; y < f->height; y++)
        for (uint32_t x = 0; x < f->width; x++) {
            struct sum sum = {0};
            if (f->width > f->from_w)
                smooth(f, from, x, y, &sum);
            else
                mean(f, from, x, y, &sum);
            put(f, f->left + x, f->top + y, &sum, to);
        }
}
