// The 25 numbers of an eye as clips carry them: what each is called, what it is when a file leaves it out, and how far it may go.
//
//     CLIP_EYE[13].name            "UpperLidY"
//     CLIP_EYE[13].vector.high     1
//
// Cozmo has the first nineteen. Its clips leave places, sizes and the eye's angle unbounded, and its lids do not bend upwards.
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
