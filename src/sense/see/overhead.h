// The floor before the robot as if seen from above, and the edges on it.
//
//     struct overhead *o = malloc(sizeof *o);
//     overhead_look(&(struct overhead_view){bytes, 3, &lens, camera}, o);       // grey: 1 byte a pixel
//     uint32_t count = overhead_edges(o, &config, points);       // where its look changes
//     uint32_t borders = overhead_borders(o, &tree, points);     // where it is floor no more
//
// Each cell is a square of the floor (z = 0 of the robot's frame), looked up in the picture through the lens:
// what stands on the floor is drawn out away from the camera, and begins where it stands. Along each lane
// away from the robot the first edge counts. An edge is a step in brightness that is larger than what the
// lane's own grain makes; a border is where a decision tree (sense/see/ground.h) says for several cells on
// end that this is no floor. Points are metres in the robot's frame. Nothing can fail.
#pragma once

#include "border/lens_model.h"
#include "sense/see/ground.h"

#include <stdbool.h>

enum { OVERHEAD_AHEAD = 64, OVERHEAD_LANES = 64 };
#define OVERHEAD_CELL_M 0.005f
#define OVERHEAD_NEAR_M 0.060f

struct overhead_view {
    const uint8_t *pixels; // of the lens's size
    uint32_t channels;     // 1, or 3
    const struct lens_model *lens;
    struct pose camera; // in the robot
};
struct overhead {
    uint8_t colour[OVERHEAD_AHEAD][OVERHEAD_LANES][3];
    bool seen[OVERHEAD_AHEAD][OVERHEAD_LANES];
};
void overhead_look(const struct overhead_view *view, struct overhead *out);
// The middle of a cell; lanes are counted from the left.
struct vec2 overhead_cell(uint32_t ahead, uint32_t lane);

struct overhead_config {
    float step;  // of grey values
    float grain; // a step is so many times what the lane's cells usually differ by
};
struct overhead_config overhead_defaults(void);
// How many of the lanes have one.
uint32_t overhead_edges(const struct overhead *o, const struct overhead_config *config,
                        struct vec2 points[OVERHEAD_LANES]);
uint32_t overhead_borders(const struct overhead *o, const struct ground_tree *tree,
                          struct vec2 points[OVERHEAD_LANES]);
