// What catches the eye: bright colours, and the dot of a laser.
//
//     struct spots spots = {0};
//     colours_find(rgb, width, height, &colours, &spots);          // three bytes a pixel
//     lasers_find(rgb, width, height, &lasers, &spots);
//     for (uint32_t i = 0; i < spots.count; i++) … spots.list[i]
//
// A bright colour is a place as large as a toy whose pixels are far from grey and not dark; neighbouring
// places of nearly one hue are one spot. A laser's dot is a few pixels as bright as the camera can tell, in
// surroundings that are much darker, and its rim is red, green or blue; a lamp's reflection is white, and
// larger. Where a spot is and how large stands in shares of the picture. Without colour nothing is found.
// The largest are told first. Nothing can fail.
#pragma once

#include "sense/see/picture.h"

#include <stdbool.h>

enum { SPOTS_MOST = 8 };
enum spot_kind { SPOT_COLOUR, SPOT_LASER };

struct spot {
    uint8_t kind, red, green, blue;
    float x, y;  // its middle
    float share; // of the picture
    float certainty;
};
struct spots {
    struct spot list[SPOTS_MOST];
    uint32_t count;
};

struct colours_config {
    float saturation; // 0 grey … 1: how far from grey at least
    uint32_t value;   // of its strongest channel, at least
    float hue_deg;    // between neighbours of one spot, at most
    uint32_t places;  // so many of the 576 places of a picture, at least
};
struct colours_config colours_defaults(void);
void colours_find(const uint8_t *rgb, uint32_t width, uint32_t height, const struct colours_config *config,
                  struct spots *out);

struct lasers_config {
    uint32_t value; // of its strongest channel, at least
    float share;    // of the picture, at most
    float brighter; // than what is around it: so many times, at least
    float coloured; // share of its light that is of one colour only, at least
};
struct lasers_config lasers_defaults(void);
void lasers_find(const uint8_t *rgb, uint32_t width, uint32_t height, const struct lasers_config *config,
                 struct spots *out);
