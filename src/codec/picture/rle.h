// The run-length code of Cozmo's display.
//
//     struct rle_picture picture = {0};
//     rle_set(&picture, 3, 10, true);
//     struct writer out = writer_of(room, RLE_CODE_MAX);
//     rle_encode(&picture, RLE_ROWS_64, &out);  // writer_bytes(&out) goes into a DisplayImage message
//     // the picture is then as it was: the robot keeps the old one
//     if (rle_decode(code, &picture, &fault)) …
//
// The screen is 128 columns of 64 rows, one bit a pixel. A column is coded downwards as 32 units of two rows
// each:
//
//     1ccccc pp   c+1 units of the pair pp (bit 0 the upper row, bit 1 the lower)
//     01 nnnnnn   finish the column, then repeat it n+1 times
//     00 nnnnnn   finish the column, then leave n+1 columns dark
//
// Against burn-in senders light only every other row, in one of two ways. The robot's own engine draws 64
// rows with half of them dark (RLE_ROWS_64). The public client library draws 32 rows and lights one row of
// each pair; which one depends on where a run ends (RLE_ROWS_32). Both equal captured bytes. A robot's frame
// holds at most RLE_SEND_MAX bytes. Noisy pictures can need more, and a writer of that size refuses them.
// Nothing allocates.
#pragma once

#include "base/bytes.h"

enum {
    RLE_COLUMNS = 128,
    RLE_ROWS = 64,
    RLE_UNITS = 32,
    RLE_RAW = RLE_COLUMNS * RLE_ROWS / 8,   // a picture sent uncompressed
    RLE_SEND_MAX = 1031,                    // the longest that fits in a frame of the link
    RLE_CODE_MAX = RLE_COLUMNS * RLE_UNITS, // no picture needs more
};

enum rle_rule {
    RLE_ROWS_64, // pairs as they are
    RLE_ROWS_32, // a pair is lit or dark: written as 1, or as 2 in a lit run that ends its column
};

struct rle_picture {
    uint64_t column[RLE_COLUMNS]; // bit r is row r from the top
};

// outside the screen: does nothing
void rle_set(struct rle_picture *picture, unsigned x, unsigned y, bool lit);
bool rle_get(const struct rle_picture *picture, unsigned x, unsigned y);

// Encodes. It fails only when the writer is too small (out->err is ERR_LIMIT); out->need is the length.
enum err rle_encode(const struct rle_picture *picture, enum rle_rule rule, struct writer *out);
// The same, but if the code would be as long as the uncompressed picture, that is written instead, column by
// column.
enum err rle_encode_or_raw(const struct rle_picture *picture, enum rle_rule rule, struct writer *out);

// ERR_SYNTAX: a run past its column's end, a column past the screen, a repeat with nothing before it. Short
// input leaves the rest dark. Exactly RLE_RAW bytes that are no valid code are an uncompressed picture.
enum err rle_decode(struct bytes code, struct rle_picture *out, struct fault *fault);

// Converts between 32 rows and 64. A row of the small picture is a pair of the large one, lit if either row
// is.
void rle_from_rows(struct rle_picture *picture, const uint8_t rows[RLE_UNITS][RLE_COLUMNS / 8]);
void rle_to_rows(const struct rle_picture *picture, uint8_t rows[RLE_UNITS][RLE_COLUMNS / 8]);
