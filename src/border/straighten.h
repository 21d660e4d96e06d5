// A picture without its lens's bend: what a straight lens of the same focal length would have shown.
//
//     struct straightener *s = straightener_new(&eye.lens, &fault);       // measured once, works for every picture of that camera
//     straighten(s, frame->bytes, 1, straight);                           // width * height bytes each, or times 3 in colour
//     straightener_free(s);
//
// What lies outside of the bent picture is black. Edges of a straight picture that were not seen cannot be made up; with a lens that pulls in
// (k1 below 0) there are none. Nothing allocates after the beginning; one straightener may serve many threads.
#pragma once

#include "border/lens_model.h"

struct straightener;
struct straightener *straightener_new(const struct lens_model *lens,
                                      struct fault *fault); // NULL: no memory, or no lens
void straightener_free(struct straightener *s);
void straighten(const struct straightener *s, const uint8_t *from, unsigned channels, uint8_t *to);
