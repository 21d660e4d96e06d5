// Removes lens distortion: the picture that a perfect lens of the same focal length would show.
//
//     // measured once, works for every picture of that camera
//     struct straightener *s = straightener_new(&eye.lens, &fault);
//     straighten(s, frame->bytes, 1, straight);  // width * height bytes each, or times 3 in colour
//     straightener_free(s);
//
// Whatever lies outside the distorted picture is black. With a lens that pulls in (k1 below 0) there are no
// such edges. Only straightener_new allocates. One straightener may serve many threads.
#pragma once

#include "border/lens_model.h"

struct straightener;
// NULL: out of memory, or not a valid lens.
struct straightener *straightener_new(const struct lens_model *lens, struct fault *fault);
void straightener_free(struct straightener *s);
void straighten(const struct straightener *s, const uint8_t *from, unsigned channels, uint8_t *to);
