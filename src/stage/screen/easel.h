// Draws what is on a display: eyes, pictures behind and in front of them, whole screens. Only those who look
// need one.
//
//     struct easel *easel = easel_new(0);                 // its pictures may take so many bytes; 0: 8 MiB
//     uint16_t pixels[184 * 96];
//     struct raster raster = raster_over(pixels, 184, 96);
//     easel_draw(easel, &screen, &(struct easel_eyes){&face, &FACE_VECTOR, number, 0.42f, 1}, NULL, &raster);
//     easel_free(easel);
//
// Pictures are decoded when they are first drawn and cached while there is room, so a loop is decoded once.
// One that cannot be read is drawn as a red square and logged once. Drawing changes nothing but the easel
// itself. The caller frees the easel.
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

// The camera's last picture, and what was found in it.
enum { EASEL_FOUND_MAX = 8 };
struct easel_mirror {
    struct pixels pixels; // grey or colour
    struct {
        float corners[4][2];
        bool face;
    } found[EASEL_FOUND_MAX];
    uint32_t count;
    float width; // of the picture that the corners refer to
};

struct easel *easel_new(size_t bytes); // NULL: out of memory
void easel_free(struct easel *easel);
// The raster has the style's size; a one-bit display is drawn in white. Mirror NULL: black.
void easel_draw(struct easel *easel, const struct screen *screen, const struct easel_eyes *eyes,
                const struct easel_mirror *mirror, const struct raster *raster);
void easel_fault(const struct raster *raster, uint16_t code); // only the screen of a fault code
void easel_text(const struct raster *raster, const struct screen_lines *lines); // likewise
