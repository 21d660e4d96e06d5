// The 25 numbers of an eye in clips: name, default and range of each.
//
//     CLIP_EYE[13].name            "UpperLidY"
//     CLIP_EYE[13].vector.high     1
//
// Cozmo has the first nineteen. Its clips do not limit positions, sizes and the eye's angle, and its lids do
// not bend upwards.
#pragma once

enum { CLIP_EYE_NUMBERS = 25, CLIP_EYE_NUMBERS_COZMO = 19 };
struct clip_range {
    float low, high;
};
struct clip_eye_number {
    const char *name;
    float usual;
    struct clip_range vector, cozmo;
};
extern const struct clip_eye_number CLIP_EYE[CLIP_EYE_NUMBERS];
