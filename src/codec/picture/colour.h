// Colours in the robots' formats, and hue.
//
//     uint16_t pixel = rgb565_of((struct rgb){255, 128, 0});
//     uint16_t light = light_word((struct rgb){255, 0, 0}, false);
//     struct rgb eyes = rgb_of_hsv((struct hsv){0.42f, 1, 1});
//
// rgb565: Vector's display, red in the high bits. On the wire programs send each pixel high byte first; in
// memory and in the boot movie the low byte comes first.
//
// light words: Cozmo's lights, blue in bits 0-4, green 5-9, red 10-14, the infrared light in bit 15. Eight
// bits become five by c*31/255 and come back by c*255/31, both rounded down, as in the public client library.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rgb {
    uint8_t r, g, b;
};

struct hsv {
    float h, s, v; // each 0 … 1; hue wraps round
};

uint16_t rgb565_of(struct rgb colour);
struct rgb rgb_of_565(uint16_t pixel);
void rgb565_to_wire(const uint16_t *pixels, size_t count, uint8_t *out); // high byte first, two bytes a pixel
void rgb565_from_wire(const uint8_t *bytes, size_t count, uint16_t *out);

uint16_t light_word(struct rgb colour, bool infrared);
struct rgb rgb_of_light(uint16_t word, bool *infrared); // infrared may be NULL

struct rgb rgb_of_hsv(struct hsv colour);
struct hsv hsv_of_rgb(struct rgb colour);
// A light's colour as four parts of 0 … 1, or of 0 … 255 if any part is above 1: clips use both.
struct rgb rgb_of_floats(const float parts[4]);
