// Draws faces onto a larger picture, for the commands that show them.
#pragma once

#include "codec/picture/pixels.h"
#include "codec/picture/raster.h"
#include "stage/face/draw.h"
#include "stage/face/eye_colour.h"

// NULL: unknown; the fault lists the names
const struct face_style *face_style_find(const char *name, struct fault *fault);
const struct eye_colour *eye_colour_find(const char *name, struct fault *fault);

// Option rows that these commands have in common; `wish` is the struct they fill.
#define FACE_COLOUR_OPTION(wish)                                                                             \
    {                                                                                                        \
        "colour", 'c', OPTION_TEXT, offsetof(wish, colour), "COLOUR",                                        \
            "a colour of Vector's eyes (default tip_over_teal)"                                              \
    }
#define FACE_SCALE_OPTION(wish)                                                                              \
    {                                                                                                        \
        "scale", 0, OPTION_U64, offsetof(wish, scale), "N",                                                  \
            "pixels drawn for each display pixel (default 1)", 1, 8                                          \
    }

struct face_picture {
    struct pixels pixels; // RGB
    unsigned scale;
};
enum err face_picture_new(struct face_picture *picture, unsigned width, unsigned height, unsigned scale,
                          struct fault *fault); // in display pixels
void face_picture_free(struct face_picture *picture);
void face_picture_put(struct face_picture *picture, const struct face *face, const struct face_style *style,
                      const struct eye_colour *colour, unsigned x, unsigned y);
// A whole display that was drawn elsewhere; Cozmo's in its own blue.
void face_picture_raster(struct face_picture *picture, const struct raster *raster,
                         const struct face_style *style, unsigned x, unsigned y);
void face_picture_text(struct face_picture *picture, const char *text, unsigned x,
                       unsigned y); // small print under a face
enum err face_picture_write(const struct face_picture *picture, const char *path,
                            struct fault *fault); // "-": stdout
