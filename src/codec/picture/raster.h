// The pixels of a colour display: 16 bits each, red in the high ones (see color.h). Pictures are put on it,
// and what changed is found.
//
//     uint16_t pixels[184 * 96];
//     struct raster screen = raster_over(pixels, 184, 96);
//     raster_fill(&screen, raster_all(&screen), (struct rgb){0});
//     struct raster_ink ink = raster_ink(0.42f, 1);                    // grey becomes the colour of the eyes
//     raster_put(&screen, -10, 20, &picture, &(struct raster_brush){.alpha = 1, .ink = &ink});
//     count = raster_changes(&before, &screen, areas);                       // what has to be sent
//
// Whatever lies outside is cut off, at any place and size. A raster is a view of memory that somebody else
// owns; nothing allocates but raster_to_pixels.
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
// What each brightness of grey becomes.
struct raster_ink {
    struct rgb of[256];
};
struct raster_brush {
    float alpha;                  // 0 … 1, times the picture's own
    const struct raster_ink *ink; // for grey pictures; NULL: they stay grey
    bool all_inked;               // colours, too: by their brightness
    float odd_rows;               // what odd rows of the screen are multiplied by; 1, or 0 for "1"
    struct raster_area clip;      // nothing outside of it; no width: the whole raster
};

struct raster raster_over(uint16_t *pixels, int width, int height);
struct raster_area raster_all(const struct raster *raster);
struct raster_ink raster_ink(float hue, float saturation);

void raster_fill(const struct raster *to, struct raster_area area, struct rgb colour);
// The picture's upper left corner comes to x, y.
void raster_put(const struct raster *to, int x, int y, const struct pixels *picture,
                const struct raster_brush *brush);

// The areas in which two rasters of one size differ, at most RASTER_AREAS of them, none overlapping; a pixel
// that changed lies in one of them.
size_t raster_changes(const struct raster *before, const struct raster *now,
                      struct raster_area areas[RASTER_AREAS]);
void raster_copy(const struct raster *from, struct raster_area area,
                 uint16_t *out); // its rows, one after the other
void raster_paste(const struct raster *to, struct raster_area area, const uint16_t *pixels);

// Raw files: two bytes a pixel. The boot movie has the low byte first, client programs send the high one
// first.
void raster_to_raw(const struct raster *from, bool high_first, uint8_t *out);
void raster_from_raw(const uint8_t *bytes, bool high_first, const struct raster *to);
enum err raster_to_pixels(const struct raster *from,
                          struct pixels *out); // red, green, blue; the caller frees
void raster_from_pixels(const struct pixels *from, const struct raster *to); // of the same size or larger
void raster_to_grey(const struct raster *from, uint8_t *grey);               // brightness, a byte a pixel
