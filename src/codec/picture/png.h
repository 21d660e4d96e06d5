// PNG pictures, read and written with libpng, and animated ones (APNG), assembled here. Only one source file
// uses that library.
//
//     // 8 bits a channel, channels as the file has them
//     if (png_decode(file, 0, &picture, fault)) return fault->err;
//     png_encode(&picture, &buf, fault);
//     pixels_free(&picture);
//
//     struct apng strip;
//     apng_begin(&strip, &buf, 0);                                   // 0: for ever
//     for (…) apng_frame(&strip, &picture, 33, fault);               // milliseconds
//     apng_end(&strip, fault);
//
// Every PNG can be read: grey, colour and palette of all depths, all kinds of transparency, interlaced or
// not. 16 bits are reduced to 8. `channels` (1 to 4) says what is made from it; 0 keeps grey or colour, with
// alpha if the file has any. Alpha that is not requested is dropped. Broken files are ERR_SYNTAX with the
// library's own message. Pictures over the limits are ERR_LIMIT.
#pragma once

#include "base/buf.h"
#include "codec/picture/pixels.h"

enum err png_decode(struct bytes file, unsigned channels, struct pixels *out, struct fault *fault);
enum err png_encode(const struct pixels *picture, struct buf *out, struct fault *fault); // appends

struct apng {
    struct buf *out;
    size_t start, control; // offsets of the file and of the chunk with the number of frames
    uint32_t frames, sequence, loops;
    unsigned width, height, channels;
};

void apng_begin(struct apng *apng, struct buf *out, uint32_t loops);
// All frames have the size and channels of the first (ERR_TYPE). After an error the file is incomplete, and
// apng_end returns the error again.
enum err apng_frame(struct apng *apng, const struct pixels *picture, unsigned ms, struct fault *fault);
enum err apng_end(struct apng *apng, struct fault *fault); // ERR_MISSING: no frames
