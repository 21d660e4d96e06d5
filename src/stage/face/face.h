// A face as numbers: where the eyes are, how round, how open, how bright.
//
//     struct face face;
//     face_neutral(&face, &FACE_VECTOR);
//     face_named(&face, &FACE_VECTOR, "curious");
//     face_blend(&from, &to, 0.4f, &face);                // between two key-frames
//     face_draw(&face, &FACE_VECTOR, number, grey);       // pixels, only when somebody looks: see draw.h
//
// Both robots' clips carry these numbers: five for the face and 19 (Cozmo) or 25 (Vector) for each eye. The
// first eye is on the left of the screen as the viewer sees it. Everything is a value; nothing allocates.
#pragma once

#include "base/err.h"
#include "codec/clip/eye.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum eye_number {
    EYE_X,
    EYE_Y,
    EYE_SCALE_X,
    EYE_SCALE_Y,
    EYE_ANGLE,         // degrees; counter-clockwise on the screen
    EYE_LOWER_INNER_X, // corner radii as fractions of half the width and half the height
    EYE_LOWER_INNER_Y,
    EYE_UPPER_INNER_X,
    EYE_UPPER_INNER_Y,
    EYE_UPPER_OUTER_X,
    EYE_UPPER_OUTER_Y,
    EYE_LOWER_OUTER_X,
    EYE_LOWER_OUTER_Y,
    EYE_UPPER_LID_Y,     // how much of the eye's height is covered
    EYE_UPPER_LID_ANGLE, // degrees; positive: the inner end is lower
    EYE_UPPER_LID_BEND,  // height of its arc
    EYE_LOWER_LID_Y,
    EYE_LOWER_LID_ANGLE,
    EYE_LOWER_LID_BEND,
    EYE_SATURATION, // from here on Vector only
    EYE_LIGHTNESS,
    EYE_GLOW_SIZE,
    EYE_HOT_SPOT_X,
    EYE_HOT_SPOT_Y,
    EYE_GLOW_LIGHTNESS,
    EYE_NUMBERS = CLIP_EYE_NUMBERS,
    EYE_NUMBERS_COZMO = CLIP_EYE_NUMBERS_COZMO,
};
enum { FACE_NUMBERS_COZMO = 5 + 2 * EYE_NUMBERS_COZMO, FACE_NUMBERS = 5 + 2 * EYE_NUMBERS };

// A distortion: rows shifted sideways, slanted, bulging at half height, or as an S. Clips do not carry it,
// and blends ignore it.
enum face_glitch { FACE_GLITCH_NONE, FACE_GLITCH_SKEW, FACE_GLITCH_TRIANGLE, FACE_GLITCH_S };

struct face {
    float x, y, scale_x, scale_y, angle; // of the whole face, about its middle
    float eyes[2][EYE_NUMBERS];
    float scan_lines; // factor for odd rows; 1: unchanged
    uint32_t glitch;  // enum face_glitch
    float glitch_px;  // the largest shift of a row
};

// Corners are listed going round from the lower inner one. Some papers and tools list the lower two first,
// then the upper two, inner before outer: read such a list with EYE_CORNERS_ROWS.
enum eye_corners { EYE_CORNERS_ROUND, EYE_CORNERS_ROWS };

// One display, and how faces are drawn on it.
struct face_style {
    const char *name;
    uint16_t width, height;
    float eye_width, eye_height;                   // nominal
    float left_x, right_x, eye_y;                  // their centres
    float rest_scale_x, rest_scale_y, rest_radius; // of a neutral face
    bool one_bit;                                  // each pixel is on or off
    bool library;  // pycozmo's convention: another corner order, nothing mirrored, lids counter-clockwise
    float falloff; // width of the glow around a hot spot, in sizes of the eye
    float noise_low,
        noise_high; // brightness varies between these from pixel to pixel, which hides banding
};
extern const struct face_style FACE_VECTOR;        // 184×96, colour
extern const struct face_style FACE_COZMO;         // 128×64, one bit
extern const struct face_style FACE_COZMO_LIBRARY; // the same display, drawn as pycozmo draws

void face_zero(struct face *face); // the defaults of the file formats: scales and light 1, the rest 0
void face_neutral(struct face *face, const struct face_style *style);
// Reads the flat order that tools use: face x, y, scale x, scale y, angle, then each eye. 43 or 55 numbers;
// any other count leaves the face unchanged.
enum err face_from_numbers(struct face *face, const float *numbers, size_t count);
void face_to_numbers(const struct face *face, float numbers[FACE_NUMBERS]);
// One eye as clips carry it: 19, 24 or 25 numbers. Any other count is ERR_RANGE and leaves the eye unchanged.
// Numbers missing from a short list are 1 for saturation and lightness, else 0.
enum err face_set_eye(struct face *face, unsigned eye, const float *numbers, size_t count,
                      enum eye_corners corners);
// Clamps numbers out of range (a negative scale becomes 0) and replaces NaN by the value of `before`. Returns
// how many numbers it changed.
unsigned face_mend(struct face *face, const struct face *before, const struct face_style *style);

void face_blend(const struct face *from, const struct face *to, float share,
                struct face *out); // linear; angles the shorter way
// Puts a layer on a face. FACE_ON_TOP: places and angles add up, scales multiply, hot spots are averaged, the
// rest stays the base's. The others apply one rule to every number.
enum face_mix { FACE_ON_TOP, FACE_ADD, FACE_MULTIPLY, FACE_AVERAGE, FACE_REPLACE };
void face_layer(struct face *base, const struct face *layer, enum face_mix how);
// -1 … 1: looks in a direction, by hot spot and a small shift
void face_look(struct face *face, float x, float y);
// Moves the whole face by that many pixels, of at most `most`. Looking up makes the eyes taller, looking down
// flatter, and the eye on that side grows.
void face_dart(struct face *face, float x, float y, float most);
void face_squash(struct face *face, float open); // 1 open … 0 shut, as in a blink

// Our own expressions by name, in either case, or by the public Cozmo library's names for feelings
// ("Happiness"). `face_name(i)` lists ours; NULL ends the list. ERR_UNKNOWN leaves the face unchanged.
enum err face_named(struct face *face, const struct face_style *style, const char *name);
const char *face_name(size_t index);

const char *eye_number_name(enum eye_number number); // "UpperLidAngle"
