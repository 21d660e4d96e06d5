// The pictures of Cozmo's camera: JPEG without its header.
//
//     struct buf file = {0};
//     jpeg_mini_expand(data, 320, 240, &file, fault);          // a JPEG file anyone can open
//     jpeg_mini_decode(data, 320, 240, &picture, fault);       // or pixels at once
//
//     jpeg_mini_encode(&picture, &data, fault);                // what the robot would send
//
// Every picture uses the same tables (quantisation and Huffman tables for brightness as the JPEG text prints them, "quality 50"), so
// the robot sends only a byte that says grey (0) or colour, and the scan, without the zero bytes JPEG puts behind each 0xff.
// A colour picture is coded half as wide as it is (160 for 320) and stretched when shown; its colours have half the brightness's
// width again. The receiver takes 0xff bytes at the end for filling and cuts them; a scan that ends in one gets a zero
// behind it, which readers skip.
#pragma once

#include "base/buf.h"
#include "codec/picture/pixels.h"

struct jpeg_press;
struct jpeg_loupe;
struct bytes_room;

enum { JPEG_MINI_GREY = 324, JPEG_MINI_COLOUR = 334 }; // lengths of the headers

// The header for a picture of coded size; returns its length. Sides are 1 to 65535.
size_t jpeg_mini_header(bool colour, unsigned coded_width, unsigned height, uint8_t out[JPEG_MINI_COLOUR]);
// width and height of the picture as shown. Appends to out. ERR_SHORT: not even the first byte; ERR_RANGE: the sides.
enum err jpeg_mini_expand(struct bytes data, unsigned width, unsigned height, struct buf *out,
                          struct fault *fault);
// Takes the header off a JPEG file that has just these tables; ERR_UNSUPPORTED names what is different.
enum err jpeg_mini_shrink(struct bytes file, struct buf *out, struct fault *fault);

enum err jpeg_mini_encode(const struct pixels *picture, struct buf *out,
                          struct fault *fault); // 1 channel: grey; 3: colour
// A camera's: writes picture after picture in memory that it took for the first ones.
struct jpeg_mini_press {
    struct jpeg_press *press;
    struct pixels narrow;
    struct buf file;
};
enum err jpeg_mini_press_encode(struct jpeg_mini_press *press, const struct pixels *picture, struct buf *out,
                                struct fault *fault); // {0} is a new one
void jpeg_mini_press_free(struct jpeg_mini_press *press);

enum err jpeg_mini_decode(struct bytes data, unsigned width, unsigned height, struct pixels *out,
                          struct fault *fault);
// An engine's: opens picture after picture in memory that it took for the first ones. Pixels of 1 or 3 channels lie in `room`.
struct jpeg_mini_loupe {
    struct jpeg_loupe *loupe;
    struct buf file, narrow;
};
enum err jpeg_mini_loupe_file(struct jpeg_mini_loupe *loupe, struct bytes data, unsigned width,
                              unsigned height,
                              struct fault *fault); // expanded into loupe->file; {0} is a new one
enum err jpeg_mini_loupe_decode(struct jpeg_mini_loupe *loupe, unsigned width, unsigned channels,
                                struct bytes_room room, struct pixels *out,
                                struct fault *fault); // what lies there
void jpeg_mini_loupe_free(struct jpeg_mini_loupe *loupe);
