// The rasteriser: draws a scene's polygons onto rows of light, grey or colour, as a perfect pinhole camera
// would see them.
//
//     struct lens_draw *draw = lens_draw_new(640, 360, faces, sights);            // the room it works in
//     lens_draw_rows(draw, scene, &job);  // job.rows of light into job.light[]
//
// The spans of all polygons that cross a row are merged into one list that covers the row. Spans are cut
// where two polygons pass through each other. So every pixel is computed once and nothing is sorted.
//
// A pixel belongs to the polygon that covers its middle. A middle exactly on an edge belongs to the polygon
// right of or below the edge. Where two polygons meet on a row, their colours are mixed by the share of the
// pixel that each covers.
//
// Light is counted in 64ths of a grey value after exposure: 64 * 255 is white, and values go up to
// LIGHT_MOST.
#pragma once

#include "world/camera/scene_internal.h"

enum { LIGHT_ONE = 64, LIGHT_MOST = 32767 };

struct lens_draw;
struct lens_draw *lens_draw_new(unsigned width, unsigned height, uint32_t faces,
                                uint32_t sights); // NULL: no memory
void lens_draw_free(struct lens_draw *draw);

struct draw_job {
    float fx, fy, cx, cy; // of the pinhole
    struct pose camera;   // x right, y down, z ahead
    uint32_t owner;       // the thing it does not see
    float exposure;       // grey value of a white thing in the reference light: 255 … more or less
    float balance[3];     // factors for red, green and blue
    bool colour;          // planes 0 … 2 are red, green, blue; else plane 0 is grey
    bool unlit;           // no light: only what is visible is counted
    unsigned first, end;  // rows
    uint16_t *light[3];   // of row 0
    size_t stride;        // in numbers
};
// Counts the visible pixels of each sight; they add up over calls until lens_draw_forget.
void lens_draw_rows(struct lens_draw *draw, const struct scene *scene, const struct draw_job *job);
void lens_draw_forget(struct lens_draw *draw);
uint32_t lens_draw_seen(const struct lens_draw *draw, uint32_t sight);
