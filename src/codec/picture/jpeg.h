// JPEG pictures, read and written with libjpeg-turbo. Only one source file uses that library.
//
//     struct jpeg_reading how;
//     jpeg_reading_defaults(&how);
//     how.channels = 1;
//     if (jpeg_decode(file, &how, &picture, fault)) return fault->err;
//     …
//     jpeg_encode(&picture, &(struct jpeg_writing){.quality = 80}, &buf, fault);
//     pixels_free(&picture);
//
// A broken file is ERR_SYNTAX with the library's own message, never an exit. One larger than the limits is
// ERR_LIMIT. A damaged or truncated file is refused too, unless `damaged_is_fine`: then the picture holds
// what could be read. The arithmetic is in integers: the same picture on every machine.
#pragma once

#include "base/buf.h"
#include "codec/picture/pixels.h"

struct jpeg_reading {
    unsigned channels;              // 1 grey, 3 colours, 0: as in the file
    unsigned width_max, height_max; // at most PIXELS_SIDE_MAX
    unsigned scans_max;             // of a progressive file: each scan costs a pass over the picture
    bool damaged_is_fine;
};
void jpeg_reading_defaults(struct jpeg_reading *reading);
enum err jpeg_decode(struct bytes file, const struct jpeg_reading *how, struct pixels *out,
                     struct fault *fault);

// A decoder for many pictures that stops allocating: its memory grows to the largest picture so far and is
// kept. The pixels are written to `room`, without gaps between rows; ERR_LIMIT: it is too small. A decoder
// belongs to one thread at a time. After an error it can be used again.
struct bytes_room {
    uint8_t *at;
    size_t size;
};
struct jpeg_loupe;
struct jpeg_loupe *jpeg_loupe_new(void); // NULL: no memory
void jpeg_loupe_free(struct jpeg_loupe *loupe);
enum err jpeg_loupe_decode(struct jpeg_loupe *loupe, struct bytes file, const struct jpeg_reading *how,
                           struct bytes_room room, struct pixels *out, struct fault *fault);

struct jpeg_writing {
    unsigned quality; // 1 … 100
    // The form of Cozmo's camera: one set of tables for brightness and colour, colours at half the width.
    bool one_table;
};
// Takes pictures of 1 or 3 channels; of 2 and 4 the alpha is dropped. Appends to `out`.
enum err jpeg_encode(const struct pixels *picture, const struct jpeg_writing *how, struct buf *out,
                     struct fault *fault);

// An encoder for many pictures that stops allocating: its memory grows to the largest picture so far and is
// kept. Reuse `out` as well. An encoder belongs to one thread at a time. After an error it can be used again.
struct jpeg_press;
struct jpeg_press *jpeg_press_new(void); // NULL: no memory
void jpeg_press_free(struct jpeg_press *press);
enum err jpeg_press_encode(struct jpeg_press *press, const struct pixels *picture,
                           const struct jpeg_writing *how, struct buf *out, struct fault *fault);
