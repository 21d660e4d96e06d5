// PNG pictures, read and written with libpng; and moving ones (APNG), put together here. One file of ours touches that library.
//
//     if (png_decode(file, 0, &picture, fault)) return fault->err;   // 8 bits a channel, channels as the file has them
//     png_encode(&picture, &buf, fault);
//     pixels_free(&picture);
//
//     struct apng strip;
//     apng_begin(&strip, &buf, 0);                                   // 0: for ever
//     for (…) apng_frame(&strip, &picture, 33, fault);               // milliseconds
//     apng_end(&strip, fault);
//
// Read is every PNG: grey, colour and palette of all depths, transparency of all kinds, interlaced or not. 16 bits are brought to 8. What is
// asked for with channels (1 to 4; 0: grey, or colour, with alpha if the file has any) is made from it; alpha that is not
// asked for is left out. Broken files are ERR_SYNTAX with the library's own words, larger ones than a picture may be ERR_LIMIT.
#pragma once

#include "base/buf.h"
#include "codec/picture/pixels.h"

enum err png_decode(struct bytes file, unsigned channels, struct pixels *out, struct fault *fault);
enum err png_encode(const struct pixels *picture, struct buf *out, struct fault *fault); // appends

struct apng {
    struct buf *out;
    size_t start, control; // where the file and its piece with the number of frames begin
    uint32_t frames, sequence, loops;
    unsigned width, height, channels;
};

void apng_begin(struct apng *apng, struct buf *out, uint32_t loops);
// All frames have the size and channels of the first (ERR_TYPE). After an error the file is not whole and apng_end says so again.
enum err apng_frame(struct apng *apng, const struct pixels *picture, unsigned ms, struct fault *fault);
enum err apng_end(struct apng *apng, struct fault *fault); // ERR_MISSING: no frame
