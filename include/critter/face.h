// Expressive eyes on a small display: a face is 43 numbers, an expression has a name, and a picture is 128
// columns and 32 rows of bits, as critter_cozmo_show takes them.
//
//     struct critter_face face = {sizeof face};
//     unsigned char bits[512];
//     critter_face_named(&face, "happiness");
//     critter_face_draw(&face, bits);
//     critter_cozmo_show(cozmo, bits);
//
// The numbers, in order: x and y of the face, its scale across and down, its angle; then for each eye, the
// one on the left of the display first: x, y, scale across and down, angle, four corner radii (two numbers
// each: lower inner, upper inner, upper outer, lower outer), upper lid and lower lid (how much is covered,
// angle, bend). Angles are degrees, places pixels of a display of 128 by 64.
//
// A face is a plain struct of the caller's. Its first member is its size, which the caller sets. Nothing
// here keeps what it is given or allocates memory.
#ifndef CRITTER_FACE_H
#define CRITTER_FACE_H

#include <critter/critter.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- Faces

enum { CRITTER_FACE_NUMBERS = 43 };
struct critter_face {
    size_t size; // sizeof(struct critter_face)
    float numbers[CRITTER_FACE_NUMBERS];
};

// Makes the face one that looks ahead and feels nothing. [any thread]
CRITTER_API void critter_face_neutral(struct critter_face *face);
// Makes the face an expression, such as "happiness". CRITTER_ERR_UNKNOWN: there is none of that name, and
// the face stays as it was. [any thread]
CRITTER_API enum critter_err critter_face_named(struct critter_face *face, const char *name);
// The name of an expression, counted from 0; NULL after the last. [any thread]
CRITTER_API const char *critter_face_name(size_t index);
// Fills `out` with a face between two others: share 0 is the first, 1 the second. `out` may be one of them.
// [any thread]
CRITTER_API void critter_face_blend(const struct critter_face *from, const struct critter_face *to,
                                    float share, struct critter_face *out);
// Draws a face into 32 rows of 128 bits, from the top, 16 bytes a row, the highest bit on the left.
// [any thread]
CRITTER_API void critter_face_draw(const struct critter_face *face, uint8_t bits[512]);

#ifdef __cplusplus
}
#endif

#endif
