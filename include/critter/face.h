// Expressive eyes on a small display: a face is 43 numbers, an expression has a name, and a picture is 128 columns and 32 rows of bits,
// as critter_cozmo_show takes them.
//
//     struct critter_face face = {sizeof face};
//     unsigned char bits[512];
//     critter_face_named(&face, "happiness");
//     critter_face_draw(&face, bits);
//     critter_cozmo_show(cozmo, bits);
//
// The numbers, in order: x and y of the face, its scale across and down, its angle; then for each eye, the one on the left of the display
// first: x, y, scales, angle, four corner radii (two numbers each: lower inner, upper inner, upper outer, lower outer), upper lid and lower
// lid (how much is covered, angle, bend). Angles are degrees, places pixels of a display of 128 by 64.
#pragma once

#include <critter/critter.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { CRITTER_FACE_NUMBERS = 43 };
struct critter_face {
    size_t size;
    float numbers[CRITTER_FACE_NUMBERS];
};

CRITTER_API void critter_face_neutral(struct critter_face *face);
CRITTER_API int critter_face_named(struct critter_face *face,
                                   const char *name);    // not 0: there is no such expression
CRITTER_API const char *critter_face_name(size_t index); // NULL: behind the last
// Between two faces: share 0 is the first, 1 the second.
CRITTER_API void critter_face_blend(const struct critter_face *from, const struct critter_face *to,
                                    float share, struct critter_face *out);
CRITTER_API void critter_face_draw(const struct critter_face *face, uint8_t bits[512]);

#ifdef __cplusplus
}
#endif
