// The pictures of Cozmo's camera: JPEG without a header.
//
//     struct buf file = {0};
//     jpeg_mini_expand(data, 320, 240, &file, fault);          // a JPEG file anyone can open
//     jpeg_mini_decode(data, 320, 240, &picture, fault);       // or pixels at once
//
//     jpeg_mini_encode(&picture, &data, fault);                // what the robot would send
//
// Every picture uses the same quantisation and Huffman tables: those for brightness printed in the JPEG
// standard, at "quality 50". So the robot sends only one byte (0 is grey, else colour) and the scan, without
// the zero bytes that JPEG adds after each 0xff. A colour picture is coded at half its width (160 for 320)
// and stretched for display; its colour channels have half that width again. The receiver takes 0xff bytes at
// the end for padding and cuts them. A scan that ends in 0xff gets a zero after it, which readers skip.
#pragma once

#include "base/buf.h"
#include "codec/picture/pixels.h"

struct jpeg_press;
struct jpeg_loupe;
struct bytes_room;

enum { JPEG_MINI_GREY = 324, JPEG_MINI_COLOUR = 334 }; // lengths of the headers

// Writes the header for a picture of coded size; returns its length. Sides are 1 to 65535.
size_t jpeg_mini_header(bool colour, unsigned coded_width, unsigned height, uint8_t out[JPEG_MINI_COLOUR]);
// `width` and `height` are those of the picture as shown. Appends to `out`. ERR_SHORT: not even the first
// byte. ERR_RANGE: the sides.
enum err jpeg_mini_expand(struct bytes data, unsigned width, unsigned height, struct buf *out,
                          struct fault *fault);
// Takes the header off a JPEG file that has exactly these tables. ERR_UNSUPPORTED names what differs.
enum err jpeg_mini_shrink(struct bytes file, struct buf *out, struct fault *fault);

// 1 channel: grey; 3 channels: colour.
enum err jpeg_mini_encode(const struct pixels *picture, struct buf *out, struct fault *fault);
// An encoder for many pictures: it keeps the memory of the first ones. {0} is a new one.
struct jpeg_mini_press {
    struct jpeg_press *press;
    struct pixels narrow;
    struct buf file;
};
// Appends to `out`.
enum err jpeg_mini_press_encode(struct jpeg_mini_press *press, const struct pixels *picture, struct buf *out,
                                struct fault *fault);
void jpeg_mini_press_free(struct jpeg_mini_press *press);

enum err jpeg_mini_decode(struct bytes data, unsigned width, unsigned height, struct pixels *out,
                          struct fault *fault);
// A decoder for many pictures: it keeps the memory of the first ones. {0} is a new one. Pixels of 1 or 3
// channels are written to `room`.
struct jpeg_mini_loupe {
    struct jpeg_loupe *loupe;
    struct buf file, narrow;
};
// Expands the picture into loupe->file.
enum err jpeg_mini_loupe_file(struct jpeg_mini_loupe *loupe, struct bytes data, unsigned width,
                              unsigned height, struct fault *fault);
// Decodes what loupe->file holds.
enum err jpeg_mini_loupe_decode(struct jpeg_mini_loupe *loupe, unsigned width, unsigned channels,
                                struct bytes_room room, struct pixels *out, struct fault *fault);
void jpeg_mini_loupe_free(struct jpeg_mini_loupe *loupe);
