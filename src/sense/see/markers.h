// Markers in a picture: which, where their corners are, and how sure that is.
//
//     struct markers_config config = markers_defaults();
//     struct markers_seen seen;
//     if (!markers_find(&picture, &config, &seen)) for (uint32_t i = 0; i < seen.count; i++) … seen.list[i]
//
// Dark squares (sense/see/quads.h) are read cell by cell: outline and gap must be there, and the 36 cells
// inside must be those of one marker but for a few. A square that is only a dozen pixels wide is read as
// well: what its cells mix with their neighbours' is taken out again before it is decided which are dark.
// A marker is told upright: its corners are upper left, upper right, lower left, lower right, as
// sense/observation.h wants them, in pixels, (0,0) being the corner of the first one. ERR_RANGE, ERR_MEMORY.
#pragma once

#include "sense/see/quads.h"

enum { MARKERS_MOST = 16 };
struct markers_config {
    struct quads_config quads;
    float errors;   // cells of the code that may be wrong, each counted as much as it is clear
    uint32_t frame; // cells of outline and gap that may be wrong
    float contrast; // grey values between dark and light cells, at least
    bool chargers;  // only those of chargers
    struct see_box {
        uint32_t left, top, width, height; // width 0: the whole picture
    } box;                                 // where it looks
};
struct markers_config markers_defaults(void);

struct marker_seen {
    uint16_t marker;
    uint8_t errors;
    float side_px, certainty; // 0 … 1
    struct vec2 corners[4];
};
struct markers_seen {
    struct marker_seen list[MARKERS_MOST];
    uint32_t count;
    uint32_t quads; // that were looked at
};
enum err markers_find(const struct see_picture *picture, const struct markers_config *config,
                      struct markers_seen *out);
