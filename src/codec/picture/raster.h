// The pixels of a colour display: 16 bits each, red in the high bits (see codec/picture/colour.h). Draws
// pictures and finds what changed.
//
//     uint16_t pixels[184 * 96];
//     struct raster screen = raster_over(pixels, 184, 96);
//     raster_fill(&screen, raster_all(&screen), (struct rgb){0});
//     struct raster_ink ink = raster_ink(0.42f, 1);                    // grey becomes the colour of the eyes
//     raster_put(&screen, -10, 20, &picture, &(struct raster_brush){.alpha = 1, .ink = &ink});
//     count = raster_changes(&before, &screen, areas);                       // what has to be sent
//
// Whatever lies outside is clipped, at any position and size. A raster is a view of memory owned by the
// caller. Only raster_to_pixels allocates.
#pragma once

#include "base/buf.h"
#include "codec/picture/colour.h"
#include "codec/picture/pixels.h"

enum { RASTER_AREAS = 12 };

struct raster {
    uint16_t *at;
    int width, height; // rows without gaps
};
struct raster_area {
    int x, y, width, height;
};
// The colour for each grey level.
struct raster_ink {
    struct rgb of[256];
};
struct raster_brush {
    float alpha;                  // 0 … 1, multiplied by the picture's own
    const struct raster_ink *ink; // for grey pictures; NULL: they stay grey
    bool all_inked;               // colours as well, by their brightness
    float odd_rows;               // factor for odd rows of the screen; 1, or 0 which means 1
    struct raster_area clip;      // nothing is drawn outside of it; width 0: the whole raster
};

struct raster raster_over(uint16_t *pixels, int width, int height);
struct raster_area raster_all(const struct raster *raster);
struct raster_ink raster_ink(float hue, float saturation);

void raster_fill(const struct raster *to, struct raster_area area, struct rgb colour);
// Places the picture's upper left corner at x, y.
void raster_put(const struct raster *to, int x, int y, const struct pixels *picture,
                const struct raster_brush *brush);

// The areas in which two rasters of the same size differ: at most RASTER_AREAS, none overlapping. Every
// changed pixel lies in one of them.
size_t raster_changes(const struct raster *before, const struct raster *now,
                      struct raster_area areas[RASTER_AREAS]);
// Copies the rows of the area, one after another.
void raster_copy(const struct raster *from, struct raster_area area, uint16_t *out);
void raster_paste(const struct raster *to, struct raster_area area, const uint16_t *pixels);

// Raw files: two bytes per pixel. The boot movie has the low byte first; client programs send the high byte
// first.
void raster_to_raw(const struct raster *from, bool high_first, uint8_t *out);
void raster_from_raw(const uint8_t *bytes, bool high_first, const struct raster *to);
// Red, green, blue; the caller frees.
enum err raster_to_pixels(const struct raster *from, struct pixels *out);
// `from` has the same size or is larger
void raster_from_pixels(const struct pixels *from, const struct raster *to);
void raster_to_grey(const struct raster *from, uint8_t *grey); // brightness, one byte per pixel
