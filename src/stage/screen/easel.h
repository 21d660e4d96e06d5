// Draws what is on a display: eyes, pictures before and behind them, whole screens. Only whoever looks has
// one.
//
//     struct easel *easel = easel_new(0);                 // its pictures may take so many bytes; 0: 8 MiB
//     uint16_t pixels[184 * 96];
//     struct raster raster = raster_over(pixels, 184, 96);
//     easel_draw(easel, &screen, &(struct easel_eyes){&face, &FACE_VECTOR, number, 0.42f, 1}, NULL, &raster);
//     easel_free(easel);
//
// Pictures are decoded when they are first seen and kept while there is room, so that a loop is decoded once.
// One that cannot be read is shown as the marker for missing ones, a red square, and told in the log once.
// Drawing changes nothing but the easel itself.
#pragma once

#include "codec/picture/raster.h"
#include "stage/face/draw.h"
#include "stage/screen/screen.h"

struct easel;
struct easel_eyes {
    const struct face *face;
    const struct face_style *style;
    uint32_t picture; // steers the noise
    float hue, saturation;
};

// What the camera saw last, and what was found in it.
enum { EASEL_FOUND_MAX = 8 };
struct easel_mirror {
    struct pixels pixels; // grey or colour
    struct {
        float corners[4][2];
        bool face;
    } found[EASEL_FOUND_MAX];
    uint32_t count;
    float width; // of the picture that the corners are counted in
};

struct easel *easel_new(size_t bytes); // NULL: no memory
void easel_free(struct easel *easel);
// The raster has the style's size; a one-bit display is drawn in white. Mirror NULL: black.
void easel_draw(struct easel *easel, const struct screen *screen, const struct easel_eyes *eyes,
                const struct easel_mirror *mirror, const struct raster *raster);
void easel_fault(const struct raster *raster, uint16_t code);                   // a fault's screen by itself
void easel_text(const struct raster *raster, const struct screen_lines *lines); // likewise
