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

#include "stage/face/eye_colour.h"
#include "stage/face/face.h"

void face_draw(const struct face *face, const struct face_style *style, uint32_t picture, uint8_t *grey);
void face_colour(const struct face *face, const struct face_style *style, uint32_t picture, float hue,
                 float saturation, uint16_t *rgb565);
// A one-bit display lights only every other row, to spare the pixels; parity says which. 2: all rows.
void face_bits(const struct face *face, const struct face_style *style, unsigned parity, uint8_t *grey);
// How far the face's glitch shifts a row at this height (0 the top … 1 the bottom) to the right.
float face_glitch_shift(const struct face *face, float height);
