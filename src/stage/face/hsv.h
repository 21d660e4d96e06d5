// Colours by hue, saturation and value, each 0 … 1; a hue beyond that goes round.
//
//     hsv_to_rgb(0.42f, 1, 1, rgb);     // teal
#pragma once

#include <stdint.h>

void hsv_to_rgb(float hue, float saturation, float value, uint8_t rgb[3]);
