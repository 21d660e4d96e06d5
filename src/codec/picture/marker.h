// Markers: printed squares by which a robot recognises a thing and finds its position.
//
//     int id = marker_find("circles2");
//     struct marker_match seen;
//     if (marker_match(code_from_the_picture, MARKER_ERRORS, &seen)) …    // seen.marker, seen.turn
//     marker_draw(id, 16, &picture, fault);  // 16 pixels a cell, quiet zone included
//
// The artwork is this project's own. Sizes are in cells; a marker's size is the width of its outline, 10
// cells:
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
// With the outline's corners at (0,0) … (1,1), y downwards, the centre of code cell (x, y) is at ((x + 2.5) /
// 10, (y + 2.5) / 10). A code is a word of 36 bits: bit y * 6 + x is set when that cell is dark. Any two
// codes, in any of their four rotations, differ in at least MARKER_DISTANCE cells, and so does a code from
// its own rotations. So MARKER_ERRORS wrong cells are always corrected. tools/markers printed the table.
#pragma once

#include "base/buf.h"
#include "codec/picture/pixels.h"

enum {
    MARKER_CODE_CELLS = 6,
    MARKER_OUTLINE_CELLS = 10, // from edge to edge
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
// Faces of a cube, in its own frame: front looks along -x (towards a robot driving along +x), left along +y,
// top along +z.
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
    // Of the outline as it is on the object. Custom markers: the printed size unless told otherwise.
    uint8_t size_mm;
};
extern const struct marker MARKERS[MARKER_COUNT];

int marker_find(const char *name);                           // -1: no such marker
int marker_find_kind(enum marker_kind kind, unsigned index); // -1: no such marker
// The code after that many quarter turns clockwise.
uint64_t marker_turned(uint64_t code, unsigned quarters);
unsigned marker_distance(uint64_t a, uint64_t b); // cells that differ

struct marker_match {
    unsigned marker;
    unsigned turn;      // quarter turns clockwise from upright to what was seen
    unsigned errors;    // wrong cells
    unsigned runner_up; // distance to the next best marker
};
// Finds the nearest marker in any rotation. False: more than `errors` cells are wrong (`out` is filled all
// the same).
bool marker_match(uint64_t seen, unsigned errors, struct marker_match *out);

// Whether the cell is dark. Cells count from the quiet zone's upper left corner, 0 … 11.
bool marker_dark(unsigned marker, unsigned x, unsigned y);
// Makes a new grey picture; the caller frees it.
enum err marker_draw(unsigned marker, unsigned cell_px, struct pixels *out, struct fault *fault);

// On paper. Sizes are those of the outline.
enum marker_paper { MARKER_A4, MARKER_LETTER };
void marker_svg(unsigned marker, float size_mm, struct buf *out); // one picture with its name below
// Pages at true size, with a ruler to check the printer. size_mm 0: each as in the table. Cubes are drawn as
// nets to fold, 44 mm a side, when all six faces of one are requested and no size is given.
enum err marker_pdf(const unsigned *markers, unsigned count, float size_mm, enum marker_paper paper,
                    struct buf *out, struct fault *fault);
