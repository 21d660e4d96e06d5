// Colours and motion in a small picture, as a toy's camera finds them: the largest patch of each colour in a
// colour map, the brightness of an area, and how much has changed.
//
//     struct blob_map map[BLOB_COLOURS] = {BLOB_PRESETS[BLOB_RED], BLOB_PRESETS[BLOB_YELLOW]};
//     struct blob found[BLOB_COLOURS];
//     uint32_t count = blobs_find(&picture, map, found);  // at most one of each colour, in the map's order
//     // brightness and two colour differences, 0 … 255
//     struct blob_mean mean = blobs_mean(&picture, 0, 0, 159, 119);
//     struct blob_scene before = {0};
//     // share of the picture that is not as it was; 0 the first time
//     float moved = blobs_moved(&before, &picture);
//
// Published facts: a map of eight colours, each a range of red, green and blue; the names of the presets; the
// mean of a rectangle. Our choice: the ranges of the presets, and a grid of 40 by 30 cells in which
// neighbouring cells form patches. Pictures have one or three channels (a grey one has no colour but white).
// Nothing allocates and nothing can fail: an empty picture contains nothing.
#pragma once

#include "codec/picture/pixels.h"

enum { BLOB_COLOURS = 8, BLOB_ACROSS = 40, BLOB_DOWN = 30 };
enum blob_preset { BLOB_NONE, BLOB_RED, BLOB_GREEN, BLOB_BLUE, BLOB_WHITE, BLOB_YELLOW, BLOB_PRESETS_COUNT };

struct blob_map {
    uint8_t high[3], low[3]; // red, green, blue
    uint8_t share[3];        // at least this share of the brightest channel, in percent
    uint8_t most[3];         // and at most; 0: no limit
    bool used;
};
extern const struct blob_map BLOB_PRESETS[BLOB_PRESETS_COUNT];

struct blob {
    uint8_t entry;
    uint16_t x1, y1, x2, y2; // pixels, all inside
    uint32_t cells;
};
uint32_t blobs_find(const struct pixels *picture, const struct blob_map map[BLOB_COLOURS],
                    struct blob out[BLOB_COLOURS]);

struct blob_mean {
    uint8_t y, u, v;
};
struct blob_mean blobs_mean(const struct pixels *picture, uint32_t x1, uint32_t y1, uint32_t x2, uint32_t y2);

struct blob_scene {
    struct blob_mean cells[BLOB_DOWN][BLOB_ACROSS];
    bool seen;
};
float blobs_moved(struct blob_scene *before, const struct pixels *picture);
