// Small letters for screens and pictures: five by seven pixels, printable ASCII. Any other character is a
// filled box.
//
//     font_draw(x, y, 2, "914", put, user)
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { FONT_WIDTH = 5, FONT_HEIGHT = 7, FONT_ADVANCE = 6 };

// The seven rows of a letter, the leftmost pixel in bit 4.
const uint8_t *font_rows(char letter);
// Calls put for every pixel of a text whose upper left corner is at x, y; each is drawn as scale by scale
// pixels.
void font_draw(int x, int y, unsigned scale, const char *text,
               void (*put)(void *user, int x, int y, unsigned size), void *user);
int font_width(const char *text, unsigned scale);
