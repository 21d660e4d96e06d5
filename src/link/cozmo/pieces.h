// Puts together camera pictures, which arrive in pieces.
//
//     struct pieces *pieces = calloc(1, sizeof *pieces);          // large: not for a stack
//     if (pieces_take(pieces, &chunk)) …                          // that was the last one missing:
//         pieces->data, of the picture pieces->image, pieces->width by pieces->height
//
// Pieces may arrive in any order. When a piece of a later picture comes, the unfinished one is dropped and
// counted. Late pieces of a finished or dropped picture are ignored. The data are valid until the next call.
// Nothing allocates.
#pragma once

#include "base/bytes.h"
#include "schema/cozmo.h"

enum { PIECE_MAX = 1160, PIECES_MAX = 256 };

struct pieces {
    uint8_t bytes[PIECES_MAX * PIECE_MAX];
    uint16_t length[PIECES_MAX];
    uint64_t have[PIECES_MAX / 64];
    unsigned count, had;
    bool building, any; // any: `image` is valid
    uint32_t image, time_ms, dropped;
    struct bytes data; // of the last complete picture
    int encoding;      // enum cozmo_image_encoding
    unsigned width, height;
};

bool pieces_take(struct pieces *pieces, const struct cozmo_image_chunk *chunk); // true: a picture is complete
void pieces_forget(struct pieces *pieces); // starts anew for another session; keeps the counts
// Minimised pictures lack their header; their first byte says whether they are in colour.
bool pieces_minimised(const struct pieces *pieces);
bool pieces_coloured(const struct pieces *pieces);
