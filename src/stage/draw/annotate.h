// Draws over a picture what was recognised in it: an outline for each, and a word.
//
//     struct annotation cube = {.corners = {{10, 10}, {60, 10}, {10, 60}, {60, 60}}, .words = "cube"};
//     annotate(&picture, &cube);
//
// Corners are in pixels of the picture: upper left, upper right, lower left, lower right; one that is no
// finite number leaves the outline out. What lies outside is clipped. The picture has three channels or one,
// and stays its owner's.
#pragma once

#include "codec/picture/colour.h"
#include "codec/picture/pixels.h"

struct annotation {
    float corners[4][2];
    const char *words; // NULL: none
    struct rgb colour;
};
void annotate(const struct pixels *picture, const struct annotation *what);
