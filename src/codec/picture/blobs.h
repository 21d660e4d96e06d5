// Colours and motion in a small picture, as a toy's camera finds them: where the largest patch of each colour of a map is, how light a
// part of it is, how much has changed.
//
//     struct blob_map map[BLOB_COLOURS] = {BLOB_PRESETS[BLOB_RED], BLOB_PRESETS[BLOB_YELLOW]};
//     struct blob found[BLOB_COLOURS];
//     uint32_t count = blobs_find(&picture, map, found);            // at most one of each colour, in the map's order
//     struct blob_mean mean = blobs_mean(&picture, 0, 0, 159, 119); // brightness and two colour differences, 0 … 255
//     struct blob_scene before = {0};
//     float moved = blobs_moved(&before, &picture);                 // share of the picture that is not as it was; 0 the first time
//
// Published: a map of eight colours, each a range of red, green and blue; presets of that name; the mean of a rectangle. Chosen: what
// the presets mean, and a grid of 40 by 30 cells on which patches hang together. Pictures have one or three channels (a grey one has
// no colours but white). Nothing allocates, nothing can fail: an empty picture has nothing in it.
#pragma once

#include "codec/picture/pixels.h"

enum { BLOB_COLOURS = 8, BLOB_ACROSS = 40, BLOB_DOWN = 30 };
enum blob_preset { BLOB_NONE, BLOB_RED, BLOB_GREEN, BLOB_BLUE, BLOB_WHITE, BLOB_YELLOW, BLOB_PRESETS_COUNT };

struct blob_map {
    uint8_t high[3], low[3]; // red, green, blue
    uint8_t share[3];        // at least so much of the brightest channel, in hundredths
    uint8_t most[3];         // and at most; 0: no matter
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
