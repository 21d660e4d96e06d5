// Fits a display's pixels onto another display: any size, 16-bit colour, grey or one bit.
//
//     struct fit fit = fit_of(184, 96, 64, 32, FIT_MONO);     // the whole picture, its shape kept, centred
//     uint8_t *out = calloc(1, fit.bytes);
//     fit_draw(&fit, pixels, out);
//
// A larger display gets smooth steps between pixels, a smaller one their means. Borders stay black. A value;
// nothing allocates or fails.
#pragma once

#include <stddef.h>
#include <stdint.h>

enum fit_colours { FIT_COLOUR, FIT_GREY, FIT_MONO };
struct fit {
    uint32_t from_w, from_h, to_w, to_h;
    uint32_t left, top, width, height; // where the picture lies on the other display
    enum fit_colours colours;
    size_t bytes; // of the other display
};

struct fit fit_of(uint32_t from_w, uint32_t from_h, uint32_t to_w, uint32_t to_h, enum fit_colours colours);
// FIT_COLOUR: two bytes a pixel, as the machine stores them, red in the upper five bits. FIT_GREY: a byte.
// FIT_MONO: a bit, eight pixels a byte, the leftmost is the highest; a row begins with a new byte.
void fit_draw(const struct fit *fit, const uint16_t *from, uint8_t *to);
