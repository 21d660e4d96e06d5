// What is in the way, around here: a cut-out of a map in squares, and whether a robot fits where it would
// stand.
//
//     struct nav_ground ground = {.corner = {-1, -1}, .cell_m = 0.01f, .width = 200, .height = 200,
//                                 .blocks = NAV_MAY_MOVE};
//     cells[y * ground.width + x] = NAV_FIXED;  // and NAV_FREE, NAV_MAY_MOVE, or 1 … 100: rather not
//     ground_measure(&ground, cells, clear);    // how far from each square the next obstacle is
//     if (ground_fits(&ground, cells, clear, &footprint, at, heading)) …
//
// What lies outside is free and unknown: nobody plans there. Memory is the caller's: two bytes arrays of
// width * height.
#pragma once

#include "base/maths/geometry.h"

#include <stdbool.h>
#include <stdint.h>

enum { NAV_FREE = 0, NAV_RATHER_NOT = 100, NAV_FELT = 253, NAV_MAY_MOVE = 254, NAV_FIXED = 255 };

struct nav_ground {
    struct vec2 corner; // of the square (0, 0)
    float cell_m;
    uint16_t width, height;
    // Squares from this number on block: NAV_MAY_MOVE, or NAV_FIXED for somebody who asks what is left
    // without what may move.
    uint8_t blocks;
};

// A robot seen from above: a rectangle round its origin.
struct nav_footprint {
    float back_m, front_m, half_m; // behind it, before it, to each side; all above 0
};
// The body, or the body with a cube on its lift; `more` on all sides.
struct nav_footprint nav_footprint(bool carrying, float more_m);

// A range sensor's cone tells no direction: what it felt reaches a few squares too far to both sides. Squares
// that are NAV_FELT become `is`, but for the ends of their rows, which become NAV_RATHER_NOT.
void ground_trim(const struct nav_ground *ground, uint8_t *cells, uint8_t is);
// clear[i]: the distance in squares to the next one that blocks, at most 255.
void ground_measure(const struct nav_ground *ground, const uint8_t *cells, uint8_t *clear);
bool ground_cell(const struct nav_ground *ground, struct vec2 at, uint32_t *index); // false: outside
// clear NULL: the same answer, quicker for whoever asks about a few places only.
bool ground_fits(const struct nav_ground *ground, const uint8_t *cells, const uint8_t *clear,
                 const struct nav_footprint *footprint, struct vec2 at, struct rot2 heading);
