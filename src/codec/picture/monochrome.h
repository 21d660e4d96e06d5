// Pictures for Cozmo's display, made from text, PBM files or pictures of any size; and back to text.
//
//     struct rle_picture picture;
//     if (monochrome_from_text(TEXT("..##..\n.#..#.\n"), &picture, fault)) return fault->err;
//     monochrome_from_pixels(&photo, MONOCHROME_DITHER, &picture);
//     monochrome_print(&picture, &buf);
//
// Pictures have 128 x 32 points, as programs see the display: a point is a pair of its 64 rows. Smaller ones
// are placed at the upper left. Larger text and PBM are ERR_RANGE; larger pixels are scaled to fit.
#pragma once

#include "base/buf.h"
#include "base/text.h"
#include "codec/picture/pixels.h"
#include "codec/picture/rle.h"

enum { MONOCHROME_WIDTH = 128, MONOCHROME_HEIGHT = 32 };
enum monochrome_way { MONOCHROME_THRESHOLD, MONOCHROME_DITHER };

// Rows of '.', ' ' or '0' for dark and '#', '*', 'X', 'x', '@' or '1' for lit; an empty row is dark.
// ERR_SYNTAX names row and column.
enum err monochrome_from_text(struct text text, struct rle_picture *out, struct fault *fault);
// Plain (P1) and packed (P4). In PBM a 1 is black ink; here it is a lit point.
enum err monochrome_from_pbm(struct bytes file, struct rle_picture *out, struct fault *fault);
enum err monochrome_from_pixels(const struct pixels *pixels, enum monochrome_way way,
                                struct rle_picture *out);

// A whole file: PNG, JPEG, PBM, or the text of a drawing.
enum err monochrome_from_file(struct bytes file, struct rle_picture *out, struct fault *fault);
bool monochrome_is_drawing(struct bytes file); // PBM or text: exact points, not scaled

void monochrome_print(const struct rle_picture *picture, struct buf *out);     // '#' and '.', 32 rows
void monochrome_write_pbm(const struct rle_picture *picture, struct buf *out); // P4
// A grey picture; rows: 32 or 64.
enum err monochrome_to_pixels(const struct rle_picture *picture, unsigned rows, struct pixels *out);
