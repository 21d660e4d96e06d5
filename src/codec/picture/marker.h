// Markers: squares on paper by which a robot knows what it sees and where that stands.
//
//     int id = marker_find("circles2");
//     struct marker_match seen;
//     if (marker_match(code_from_the_picture, MARKER_ERRORS, &seen)) …    // seen.marker, seen.turn
//     marker_draw(id, 16, &picture, fault);                               // 16 pixels a cell, quiet zone included
//
// The artwork is this project's own. Geometry, in cells (a marker's size is the width of its outline, 10 cells):
//
//     . . . . . . . . . . . .      quiet zone, 1 cell, light: belongs to the marker and must be printed
//     . # # # # # # # # # # .      outline, 1 cell, dark: found first, gives the corners
//     . # . . . . . . . . # .      gap, 1 cell, light: makes the inside of the outline a square as well
//     . # . c c c c c c . # .
//     . # . c c c c c c . # .      code, 6 by 6 cells, each dark or light
//     . # . c c c c c c . # .
//     . # . c c c c c c . # .      upright: this picture, the first row of the code on top
//     . # . c c c c c c . # .
//     . # . c c c c c c . # .
//     . # . . . . . . . . # .
//     . # # # # # # # # # # .
//     . . . . . . . . . . . .
//
// With the outline's corners at (0,0) … (1,1), y downwards, the middle of code cell (x, y) lies at ((x + 2.5) / 10, (y + 2.5) / 10).
// A code is a word of 36 bits: bit y * 6 + x is set when that cell is dark. Any two codes, in any of their four turns, and a code
// and its own other turns, differ in at least MARKER_DISTANCE cells, so MARKER_ERRORS wrong cells are mended for certain.
// The table was printed by tools/markers.
#pragma once

#include "base/buf.h"
#include "codec/picture/pixels.h"

enum {
    MARKER_CODE_CELLS = 6,
    MARKER_OUTLINE_CELLS = 10, // from outside to outside
    MARKER_QUIET_CELLS = 1,
    MARKER_CELLS = 12, // with the quiet zone
    MARKER_DISTANCE = 14,
    MARKER_ERRORS = 6,
    MARKER_COUNT = 42,
};

enum marker_kind {
    MARKER_CUSTOM,      // index: 1 … 16, as programs number the symbols of custom objects
    MARKER_VECTOR_CUBE, // index: enum marker_face
    MARKER_COZMO_CUBE_1,
    MARKER_COZMO_CUBE_2,
    MARKER_COZMO_CUBE_3,
    MARKER_CHARGER, // index: 0 Vector's, 1 Cozmo's
};
// Of a cube, in its own frame: front looks along -x (towards a robot that comes along +x), left along +y, top along +z.
enum marker_face {
    MARKER_FRONT,
    MARKER_BACK,
    MARKER_LEFT,
    MARKER_RIGHT,
    MARKER_TOP,
    MARKER_BOTTOM,
};

struct marker {
    const char *name;
    uint64_t code;
    enum marker_kind kind;
    uint8_t index;
    uint8_t
        size_mm; // of the outline as it is on the thing; custom ones: as they are printed unless told otherwise
};
extern const struct marker MARKERS[MARKER_COUNT];

int marker_find(const char *name);                           // -1: none
int marker_find_kind(enum marker_kind kind, unsigned index); // -1: none
uint64_t marker_turned(uint64_t code,
                       unsigned quarters);        // as it looks after that many quarter turns clockwise
unsigned marker_distance(uint64_t a, uint64_t b); // cells that differ

struct marker_match {
    unsigned marker;
    unsigned turn;      // quarter turns clockwise from upright to what was seen
    unsigned errors;    // cells that were wrong
    unsigned runner_up; // distance to the best of the other markers
};
// The nearest marker in any turn; false: it is further off than `errors` cells (out is filled in all the same).
bool marker_match(uint64_t seen, unsigned errors, struct marker_match *out);

// Is the cell dark? Cells count from the quiet zone's upper left corner, 0 … 11.
bool marker_dark(unsigned marker, unsigned x, unsigned y);
enum err marker_draw(unsigned marker, unsigned cell_px, struct pixels *out,
                     struct fault *fault); // a new grey picture

// On paper. Sizes are of the outline.
enum marker_paper { MARKER_A4, MARKER_LETTER };
void marker_svg(unsigned marker, float size_mm, struct buf *out); // one picture with its name below
// Pages at true size with a ruler to check the printer by. size_mm 0: each as in the table. Cubes are drawn as nets to fold, 44 mm a side, when
// all six faces of one are asked for and no size is given.
enum err marker_pdf(const unsigned *markers, unsigned count, float size_mm, enum marker_paper paper,
                    struct buf *out, struct fault *fault);
