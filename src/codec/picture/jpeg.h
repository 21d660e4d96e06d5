// JPEG pictures, read and written with libjpeg-turbo. One file of ours touches that library.
//
//     struct jpeg_reading how;
//     jpeg_reading_defaults(&how);
//     how.channels = 1;
//     if (jpeg_decode(file, &how, &picture, fault)) return fault->err;
//     …
//     jpeg_encode(&picture, &(struct jpeg_writing){.quality = 80}, &buf, fault);
//     pixels_free(&picture);
//
// A file that breaks the rules is an answer (ERR_SYNTAX with the library's own words), never an exit; so is one that promises more than the
// limits (ERR_LIMIT). A damaged or cut file is refused too, unless `damaged_is_fine`: then what could be read is there.
// The numbers are whole ones: the same picture on every machine.
#pragma once

#include "base/buf.h"
#include "codec/picture/pixels.h"

struct jpeg_reading {
    unsigned channels;              // 1 grey, 3 colours, 0 as the file has it
    unsigned width_max, height_max; // at most PIXELS_SIDE_MAX
    unsigned scans_max;             // of a progressive file: each one costs a pass over the picture
    bool damaged_is_fine;
};
void jpeg_reading_defaults(struct jpeg_reading *reading);
enum err jpeg_decode(struct bytes file, const struct jpeg_reading *how, struct pixels *out,
                     struct fault *fault);

// The same again and again without allocating: memory is taken at birth and for the largest picture so far, and kept. The pixels lie in `room`,
// without gaps between rows; ERR_LIMIT: it is too small. One loupe belongs to one thread at a time; after an error it is as good as before.
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
    // One set of tables for brightness and colour, colours half as wide as brightness: what Cozmo's camera writes.
    bool one_table;
};
// Takes pictures of 1 or 3 channels; of 2 and 4 the alpha is left out. Appends to out.
enum err jpeg_encode(const struct pixels *picture, const struct jpeg_writing *how, struct buf *out,
                     struct fault *fault);

// The same again and again without allocating: memory is taken at birth and for the largest picture so far, and kept. `out` should keep
// its own. One press belongs to one thread at a time; after an error it is as good as before.
struct jpeg_press;
struct jpeg_press *jpeg_press_new(void); // NULL: no memory
void jpeg_press_free(struct jpeg_press *press);
enum err jpeg_press_encode(struct jpeg_press *press, const struct pixels *picture,
                           const struct jpeg_writing *how, struct buf *out, struct fault *fault);
