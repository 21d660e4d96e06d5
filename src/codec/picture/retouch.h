// Filters of finished pictures, over each pixel and its eight neighbours. Channels do not mix; beyond an edge
// the pixels of the edge go on.
//
//     struct pixels clean = {0}, sharp = {0};
//     if (pixels_median(&photo, &clean)) return ERR_MEMORY;        // wrong pixels are gone, edges stay
//     if (pixels_sharpen(&clean, 0.3f, &sharp)) return ERR_MEMORY; // 0: as it was
//     pixels_free(&clean), pixels_free(&sharp);
//
// The caller frees the new picture, and only gets one for ERR_NONE.
#pragma once

#include "codec/picture/pixels.h"

enum err pixels_median(const struct pixels *from, struct pixels *out);
// What differs from its surroundings differs by so much more.
enum err pixels_sharpen(const struct pixels *from, float amount, struct pixels *out);
