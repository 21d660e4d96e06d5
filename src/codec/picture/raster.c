#include "codec/picture/raster.h"

#include "base/maths/maths.h"

#include <string.h>

struct raster raster_over(uint16_t *pixels, int width, int height) {
    return (struct raster){pixels, width, height};
}

struct raster_area raster_all(const struct raster *r) {
    return (struct raster_area){0, 0, r->width, r->height};
}

struct raster_ink raster_ink(float hue, float saturation) {
    struct raster_ink ink;
    for (int g = 0; g < 256; g++)
        ink.of[g] = rgb_of_hsv((struct hsv){hue, m_clamp(saturation, 0, 1), (float)g / 255});
    return ink;
}

// The part of an area that lies on both; a width of 0: nothing. Areas may lie anywhere, so sums are made
// wide.
static struct raster_area meet(struct raster_area a, struct raster_area b) {
    int64_t left = a.x > b.x ? a.x : b.x, top = a.y > b.y ? a.y : b.y;
    int64_t right_a = (int64_t)a.x + a.width, right_b = (int64_t)b.x + b.width;
    int64_t bottom_a = (int64_t)a.y + a.height, bottom_b = (int64_t)b.y + b.height;
    int64_t right = right_a < right_b ? right_a : right_b, bottom = bottom_a < bottom_b ? bottom_a : bottom_b;
    if (right <= left || bottom <= top) return (struct raster_area){0};
    return (struct raster_area){(int)left, (int)top, (int)(right - left), (int)(bottom - top)};
}

void raster_fill(const struct raster *to, struct raster_area area, struct rgb colour) {
    area = meet(area, raster_all(to));
    uint16_t pixel = rgb565_of(colour);
    for (int y = area.y; y < area.y + area.height; y++)
        for (int x = area.x; x < area.x + area.width; x++)
            to->at[(size_t)y * (size_t)to->width + (size_t)x] = pixel;
}

static uint8_t brightness(const uint8_t *rgb) {
    return (uint8_t)((299 * rgb[0] + 587 * rgb[1] + 114 * rgb[2] + 500) / 1000);
}

static uint8_t between(uint8_t below, uint8_t above, unsigned alpha) {
    return (uint8_t)((below * (255 - alpha) + above * alpha + 127) / 255);
}

static uint8_t dimmed(uint8_t part, unsigned by) { return (uint8_t)((part * by + 127) / 255); }

// One pixel of a picture over one of the screen. alpha and row are of 255.
static void blend(uint16_t *to, const uint8_t *from, unsigned channels, const struct raster_brush *brush,
                  unsigned alpha, unsigned row) {
    bool grey = channels < 3;
    if (channels % 2 == 0) alpha = (alpha * from[channels - 1] + 127) / 255;
    if (!alpha) return;
    struct rgb c = grey ? (struct rgb){from[0], from[0], from[0]} : (struct rgb){from[0], from[1], from[2]};
    if (brush->ink && (grey || brush->all_inked)) c = brush->ink->of[grey ? from[0] : brightness(from)];
    if (row < 255) c = (struct rgb){dimmed(c.r, row), dimmed(c.g, row), dimmed(c.b, row)};
    if (alpha < 255) {
        struct rgb below = rgb_of_565(*to);
        c = (struct rgb){between(below.r, c.r, alpha), between(below.g, c.g, alpha),
                         between(below.b, c.b, alpha)};
    }
    *to = rgb565_of(c);
}

void raster_put(const struct raster *to, int x, int y, const struct pixels *picture,
                const struct raster_brush *brush) {
    struct raster_area area =
        meet((struct raster_area){x, y, (int)picture->width, (int)picture->height}, raster_all(to));
    if (brush->clip.width) area = meet(area, brush->clip);
    unsigned alpha =
        brush->alpha > 0 ? (unsigned)(m_min(brush->alpha, 1) * 255 + 0.5f) : 0; // not a number: 0
    unsigned odd = brush->odd_rows > 0 ? (unsigned)(m_min(brush->odd_rows, 1) * 255 + 0.5f) : 255;
    for (int row = area.y; row < area.y + area.height && alpha; row++) {
        const uint8_t *from = pixels_at(picture, (unsigned)(area.x - x), (unsigned)(row - y));
        uint16_t *out = to->at + (size_t)row * (size_t)to->width + area.x;
        for (int i = 0; i < area.width; i++, from += picture->channels)
            blend(&out[i], from, picture->channels, brush, alpha, row & 1 ? odd : 255);
    }
}

// ---------------------------------------------------------------------------------------------- what changed

enum { BAND = 8 }; // rows that are looked at together

static const uint16_t *row_of(const struct raster *r, int y) { return r->at + (size_t)y * (size_t)r->width; }

// From the first to the last pixel of some rows that changed; a width of 0: none did.
static struct raster_area band_changes(const struct raster *a, const struct raster *b, int top, int bottom) {
    int left = a->width, right = 0, first = bottom, last = top;
    for (int y = top; y < bottom; y++) {
        const uint16_t *p = row_of(a, y), *q = row_of(b, y);
        if (!memcmp(p, q, (size_t)a->width * sizeof *p)) continue;
        int from = 0, to = a->width;
        while (p[from] == q[from]) from++;
        while (p[to - 1] == q[to - 1]) to--;
        left = from < left ? from : left, right = to > right ? to : right;
        first = y < first ? y : first, last = y + 1;
    }
    if (right <= left) return (struct raster_area){0};
    return (struct raster_area){left, first, right - left, last - first};
}

static struct raster_area both(struct raster_area a, struct raster_area b) {
    int left = a.x < b.x ? a.x : b.x, top = a.y < b.y ? a.y : b.y;
    int right = a.x + a.width > b.x + b.width ? a.x + a.width : b.x + b.width;
    int bottom = a.y + a.height > b.y + b.height ? a.y + a.height : b.y + b.height;
    return (struct raster_area){left, top, right - left, bottom - top};
}

// A band joins the area above it when together they waste little, or when there is no room for more.
size_t raster_changes(const struct raster *before, const struct raster *now,
                      struct raster_area areas[RASTER_AREAS]) {
    size_t count = 0;
    for (int top = 0; top < now->height; top += BAND) {
        int bottom = top + BAND < now->height ? top + BAND : now->height;
        struct raster_area next = band_changes(before, now, top, bottom);
        if (!next.width) continue;
        if (count) {
            struct raster_area *last = &areas[count - 1], joined = both(*last, next);
            int64_t apart = (int64_t)last->width * last->height + (int64_t)next.width * next.height;
            if (count == RASTER_AREAS || (int64_t)joined.width * joined.height <= apart + apart / 4 + 64) {
                *last = joined;
                continue;
            }
        }
        areas[count++] = next;
    }
    return count;
}

void raster_copy(const struct raster *from, struct raster_area area, uint16_t *out) {
    area = meet(area, raster_all(from));
    for (int y = 0; y < area.height; y++)
        memcpy(out + (size_t)y * (size_t)area.width, row_of(from, area.y + y) + area.x,
               (size_t)area.width * sizeof *out);
}

void raster_paste(const struct raster *to, struct raster_area area, const uint16_t *pixels) {
    struct raster_area on = meet(area, raster_all(to));
    for (int y = on.y; y < on.y + on.height; y++)
        memcpy(to->at + (size_t)y * (size_t)to->width + on.x,
               pixels + (size_t)(y - area.y) * (size_t)area.width + (on.x - area.x),
               (size_t)on.width * sizeof *pixels);
}

// ----------------------------------------------------------------------------------------------- other forms

void raster_to_raw(const struct raster *from, bool high_first, uint8_t *out) {
    size_t count = (size_t)from->width * (size_t)from->height;
    if (high_first) return rgb565_to_wire(from->at, count, out);
    for (size_t i = 0; i < count; i++)
        out[2 * i] = (uint8_t)from->at[i], out[2 * i + 1] = (uint8_t)(from->at[i] >> 8);
}

void raster_from_raw(const uint8_t *bytes, bool high_first, const struct raster *to) {
    size_t count = (size_t)to->width * (size_t)to->height;
    if (high_first) return rgb565_from_wire(bytes, count, to->at);
    for (size_t i = 0; i < count; i++) to->at[i] = (uint16_t)(bytes[2 * i] | bytes[2 * i + 1] << 8);
}

enum err raster_to_pixels(const struct raster *from, struct pixels *out) {
    enum err err = pixels_new(out, (unsigned)from->width, (unsigned)from->height, 3);
    for (int y = 0; y < from->height && !err; y++)
        for (int x = 0; x < from->width; x++) {
            struct rgb c = rgb_of_565(row_of(from, y)[x]);
            memcpy(pixels_at(out, (unsigned)x, (unsigned)y), (uint8_t[3]){c.r, c.g, c.b}, 3);
        }
    return err;
}

void raster_from_pixels(const struct pixels *from, const struct raster *to) {
    struct raster_area area =
        meet((struct raster_area){0, 0, (int)from->width, (int)from->height}, raster_all(to));
    for (int y = 0; y < area.height; y++)
        for (int x = 0; x < area.width; x++) {
            const uint8_t *p = pixels_at(from, (unsigned)x, (unsigned)y);
            bool grey = from->channels < 3;
            to->at[(size_t)y * (size_t)to->width + (size_t)x] =
                rgb565_of((struct rgb){p[0], p[grey ? 0 : 1], p[grey ? 0 : 2]});
        }
}

void raster_to_grey(const struct raster *from, uint8_t *grey) {
    size_t count = (size_t)from->width * (size_t)from->height;
    for (size_t i = 0; i < count; i++) {
        struct rgb c = rgb_of_565(from->at[i]);
        grey[i] = brightness((uint8_t[3]){c.r, c.g, c.b});
    }
}
