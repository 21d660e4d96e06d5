// The interface between the rasteriser's two halves: lens_draw.c finds which polygon is where, lens_shade.c
// computes its pixels.
#pragma once

#include "world/camera/lens_draw.h"

struct linear { // a*x + b*y + c over the picture
    double a, b, c;
};

struct seen_face { // a polygon in this picture
    const struct scene_face *face;
    const struct texture *texture;
    struct linear near, u, v, s; // 1/depth; the others divided by depth
    float nearer;                // by how much paint wins over what it is on
    float area;                  // texels a pixel, times depth^-3
    float light[3];              // of a full texel, in LIGHT_ONE
    float flat[3];               // the same with brightness, for those without a pattern
    bool plain;
    uint32_t sight;
    uint32_t corner, corner_count; // projected
    int y0, y1;                    // rows
    uint32_t next;                 // of those that begin on the same row
    // the current positions on both sides
    uint32_t left, right;
    int left_end, right_end;
    double left_x, left_slope, right_x, right_slope;
    double left_y, right_y;
    float row_near,
        step_near; // on the row that is being drawn: 1/depth at its first pixel, and from pixel to pixel
};

struct segment {
    int x0;
    uint16_t next, owner; // index of a seen_face; 0: the background
    float edge, slope;    // where it really begins, and how far that moves from row to row
};

struct row_light {
    uint16_t *at[3];
    unsigned planes;
};
// Fills pixels from … to of a row.
void shade_span(const struct seen_face *seen, int y, int from, int to, const struct row_light *row);
