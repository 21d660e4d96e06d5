// Draws faces as pixels.
//
//     uint8_t grey[184 * 96];
//     face_draw(&face, &FACE_VECTOR, picture_number, grey);       // 0 … 255
//     face_colour(&face, &FACE_VECTOR, picture_number, hue, saturation, rgb565);   // for a colour display
//     face_bits(&face, &FACE_COZMO, parity, grey);                // 0 or 255, every other row dark
//
// An eye is a box with four elliptical corners, two lids painted over it, and a glow that falls off from its
// hot spot. Edges are anti-aliased by their distance from a pixel's middle. The picture number only steers
// the noise that hides banding. The caller owns the pixels; nothing allocates.
#pragma once

#include "stage/face/face.h"

enum { FACE_CURVE = 120 };

// An eye ready to be asked about pixels.
struct drawn_corner {
    float rx, ry, by_x, by_y; // radii, and one by each
    float inner, outer;       // squares of radii: within is lit whole, beyond is dark
};
struct drawn_eye {
    // From the screen to the eye's own frame: its middle is 0, x to the right, y down, inner always at +x.
    float xx, xy, yx, yy, x0, y0;
    float half_w, half_h;
    struct drawn_corner corner[4]; // lower inner, upper inner, upper outer, lower outer
    struct drawn_lid {
        float y, c, s, drop, half,
            bend; // the point it tilts about, its direction, how far below that it lies, its bulge
    } upper, lower;
    float hot_x, hot_y, bell_x, bell_y, light, sharp,
        rim;    // rim: how far outside anything may be lit; sharp: pixels of the screen in a unit of the eye
    float edge; // so far inside a pixel is lit whole
    float glow, glow_light;
    int left, right, top, bottom; // where it can be on the screen
    bool shown;
};

struct drawn_curves { // top and bottom of an eye on a one-bit display
    float top[FACE_CURVE + 1], bottom[FACE_CURVE + 1];
};

// Row by row, for displays of any size: the face is as large as it fits, and in the middle.
//
//     struct face_view view = {&FACE_VECTOR, 320, 240};
//     face_begin(&drawing, &face, &view, number);
//     face_row(&drawing, 0, y, row);               // adds one eye to a row that was cleared: 0 … 255
//     face_row(&drawing, 1, y, row);
//     face_colours(&face, hue, saturation, &colours);
//     face_colour_row(&drawing, &colours, y, grey, rgb565);          // both eyes; grey is a row of scratch
//
// The drawing holds pointers to the face and the style, which must stay.
struct face_view {
    const struct face_style *style;
    uint16_t width, height;
};
struct face_drawing {
    const struct face *face;
    struct face_view view;
    uint32_t picture;
    float size; // pixels of this display for one of the style's
    struct drawn_eye eyes[2];
    struct drawn_curves curves[2];
};
struct face_colours {
    uint16_t at[2][256];
    bool alike; // both eyes have those of the first
};
void face_begin(struct face_drawing *drawing, const struct face *face, const struct face_view *view,
                uint32_t picture);
void face_row(const struct face_drawing *drawing, int which, unsigned y, uint8_t *grey);
void face_colours(const struct face *face, float hue, float saturation, struct face_colours *out);
void face_colour_row(const struct face_drawing *drawing, const struct face_colours *colours, unsigned y,
                     uint8_t *grey, uint16_t *rgb565);

void face_draw(const struct face *face, const struct face_style *style, uint32_t picture, uint8_t *grey);
void face_colour(const struct face *face, const struct face_style *style, uint32_t picture, float hue,
                 float saturation, uint16_t *rgb565);
// A one-bit display lights only every other row, to spare the pixels; parity says which. 2: all rows.
void face_bits(const struct face *face, const struct face_style *style, unsigned parity, uint8_t *grey);
// How far the face's glitch shifts a row at this height (0 the top … 1 the bottom) to the right.
float face_glitch_shift(const struct face *face, float height);
