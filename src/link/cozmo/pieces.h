// A camera's picture comes in pieces; here they are put together.
//
//     struct pieces *pieces = calloc(1, sizeof *pieces);          // large: not for a stack
//     if (pieces_take(pieces, &chunk)) …                          // that was the last one missing:
//         pieces->data, of the picture pieces->image, pieces->width by pieces->height
//
// Pieces may overtake each other on the air. A picture is given up, and counted, when a piece of a later one comes; pieces that are late,
// of a picture that is done or was given up, are nothing. The data live until the next call. Nothing is allocated.
#pragma once

#include "base/bytes.h"
#include "schema/cozmo.h"

enum { PIECE_MAX = 1160, PIECES_MAX = 256 };

struct pieces {
    uint8_t bytes[PIECES_MAX * PIECE_MAX];
    uint16_t length[PIECES_MAX];
    uint64_t have[PIECES_MAX / 64];
    unsigned count, had;
    bool building, any; // any: image says something
    uint32_t image, time_ms, dropped;
    struct bytes data; // of the last whole picture
    int encoding;      // enum cozmo_image_encoding
    unsigned width, height;
};

bool pieces_take(struct pieces *pieces, const struct cozmo_image_chunk *chunk); // true: a picture is whole
void pieces_forget(struct pieces *pieces); // as new, but for what was counted: another session begins
// Minimised pictures lack their header, and their first byte says whether they are coloured.
bool pieces_minimised(const struct pieces *pieces);
bool pieces_coloured(const struct pieces *pieces);
