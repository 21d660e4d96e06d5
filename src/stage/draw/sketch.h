// Our own pictures as text: shapes whose numbers may change from picture to picture. They become pixels when
// somebody looks.
//
//     struct sketches sketches;
//     if (sketches_read(document, arena, &sketches, fault)) return fault->err;
//     const struct sketch *rain = sketches_find(&sketches, TEXT("weather_rain"));
//     sketch_draw(rain, 12, rain->width, rain->height, &pixels);     // the twelfth picture, at any size
//
//     { "pictures": {
//         "heart":     {"size": [40, 36], "frames": 12, "end": "loop", "draw": [
//                         ["shape", 20, 34, 3, 16, 37, 16, {"light": 0.9}],              // x y, x y, …
//                         ["disc", 12, 12, [8, 9, 8]]]},              // middle, radius: grows and shrinks
//         "digit_{n}": {"each": {"n": ["0", "1"]}, "size": [45, 69], "draw": [["text", 5, 2, 8, "{n}"]]},
//         "framed":    {"size": [60, 60], "ground": "202020", "draw": [["use", "heart", 10, 12, 1]]} } }
//
//     ["disc", x, y, radius]            ["ring", x, y, radius, width]
//     ["box", x, y, width, height, radius of its corners]
//     ["line", x, y, x, y, width]       ["shape", x, y, x, y, x, y, …]
//     ["text", x, y, size of a dot, words]
//     ["path", width, x, y, x, y, …]
//     ["use", picture, x, y, size]      another picture of the same file that stands before it
//
// A list in place of a number runs from the first to the last picture, with straight lines between; the words
// of a text cannot be a list.
//
// An object at the end says more. "light" 0 … 1 or "colour" rrggbb, "alpha", "cut": true (removes what lies
// there). "phase" is a shift in time, in whole cycles: what passes the end starts again.
//
// A picture without any colour is grey and takes the colour of the eyes. Its background is transparent unless
// "ground" is a light or a colour. "end" is what follows the last picture: clear, loop or hold. "each" makes
// one picture for every combination of the words listed.
//
// Edges are anti-aliased. The arena owns everything read; nothing here knows time. A mistake is reported with
// file, line and column.
#pragma once

#include "base/arena.h"
#include "base/data/json.h"
#include "codec/picture/pixels.h"

enum {
    SKETCH_FRAMES_MAX = 600,
    SKETCH_SHAPES_MAX = 256,
    SKETCHES_MAX = 1024,
    SKETCH_DEPTH_MAX = 4,
    SKETCH_COST_MAX = 4096
};

enum sprite_end { SPRITE_CLEAR, SPRITE_LOOP, SPRITE_HOLD };
enum sketch_kind {
    SKETCH_DISC,
    SKETCH_RING,
    SKETCH_BOX,
    SKETCH_LINE,
    SKETCH_SHAPE,
    SKETCH_PATH,
    SKETCH_TEXT,
    SKETCH_USE
};
struct sketch_number {
    const float *at; // its value over the pictures
    uint32_t count;
};
struct sketch_shape {
    enum sketch_kind kind;
    const struct sketch_number *numbers;
    uint32_t count;
    const char *words;           // of a text
    const struct sketch *sketch; // the sketch that this one uses
    uint8_t rgb[3];
    struct sketch_number alpha;
    float phase;
    bool cut;
};
struct sketch {
    struct text name;
    uint16_t width, height;
    uint32_t frames;
    enum sprite_end end;
    bool coloured, has_ground;
    uint8_t ground[3];
    uint8_t depth; // nesting of pictures in pictures
    uint32_t cost; // how many shapes are drawn in all; a letter counts as ten
    const struct sketch_shape *shapes;
    uint32_t count;
};
struct sketches {
    struct sketch *at;
    uint32_t count;
};

enum err sketches_read(const struct json *document, struct arena *arena, struct sketches *out,
                       struct fault *fault);
const struct sketch *sketches_find(const struct sketches *sketches,
                                   struct text name); // in either case; NULL: no such sketch
// Two channels (grey, alpha), or four if it has colours. The caller frees the pixels.
enum err sketch_draw(const struct sketch *sketch, uint32_t frame, unsigned width, unsigned height,
                     struct pixels *out);
