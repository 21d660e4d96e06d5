// Dark four-cornered shapes on a lighter ground: what may be the outline of a marker.
//
//     struct quads quads;
//     if (!quads_find(&picture, &config, &quads)) for (uint32_t i = 0; i < quads.count; i++) … quads.list[i]
//
// Every pixel is compared with the mean around it, so a marker is found in shade and under a lamp alike: once
// with what is around a large marker, and once with what is around a small one. Dark
// pixels that touch are one shape; one whose outside is a square seen askew is told, with corners fitted to
// its edges: pixels and fractions of them, (0,0) being the corner of the first pixel, clockwise as one
// sees them, the upper left one first. Shapes that the picture's rim cuts off are left out. When there are
// more than QUADS_MOST the largest are told. Only the picture's own memory for its time: ERR_MEMORY.
#pragma once

#include "base/maths/geometry.h"
#include "sense/see/picture.h"

enum { QUADS_MOST = 64 };

struct quads_config {
    float box[2];    // sides of the neighbourhoods, as shares of the picture's width; 0: none
    uint32_t darker; // than the mean around, in grey values
    float side_px;   // the shortest side that counts
};
struct quads_config quads_defaults(void);

struct quad {
    struct vec2 corners[4];
    float side_px; // the shortest
};
struct quads {
    struct quad list[QUADS_MOST];
    uint32_t count;
};
enum err quads_find(const struct see_picture *picture, const struct quads_config *config, struct quads *out);

// Corners fitted to the edges again: from some that are off by up to `reach` pixels. False: no edges there.
bool quad_refine(const struct see_picture *picture, float reach, struct vec2 corners[4]);
