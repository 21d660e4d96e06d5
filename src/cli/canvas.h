// A display with nobody behind it, for the commands that draw: the pictures and screens of a creature, and
// the pixels they are drawn on.
//
//     struct canvas *canvas = canvas_open("vector", resources, fault);      // NULL: it could not be opened
//     screen_weather(&canvas->screen, TEXT("rain"), NULL, 0, 0);
//     canvas_draw(canvas, 12, NULL, &face, colour);                   // at the twelfth tick: canvas->raster
//     canvas_close(canvas);
#pragma once

#include "stage/library/library.h"
#include "stage/screen/easel.h"

struct canvas {
    const struct library *library;
    struct library *own; // opened for it
    struct screen screen;
    struct easel *easel;
    const struct face_style *style;
    struct raster raster;
    uint16_t pixels[SCREEN_PIXELS], before[SCREEN_PIXELS];
};
struct canvas *canvas_open(const char *creature, const char *resources, struct fault *fault);
// With a library that is open already and outlives it.
struct canvas *canvas_over(const struct library *library, struct fault *fault);
void canvas_close(struct canvas *canvas);
// Face NULL: neutral eyes. The clip may be NULL.
void canvas_draw(struct canvas *canvas, uint32_t tick, const struct player_out *clip, const struct face *face,
                 const struct eye_colour *colour);
