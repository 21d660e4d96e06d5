// A display without a robot, for the commands that draw: a creature's pictures and screens, and the pixels
// they are drawn on.
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
    struct library *own; // opened for this canvas
    struct screen screen;
    struct easel *easel;
    const struct face_style *style;
    struct raster raster;
    uint16_t pixels[SCREEN_PIXELS], before[SCREEN_PIXELS];
};
struct canvas *canvas_open(const char *creature, const char *resources, struct fault *fault);
// Uses a library that is open already and must outlive the canvas.
struct canvas *canvas_over(const struct library *library, struct fault *fault);
void canvas_close(struct canvas *canvas);
// Face NULL: neutral eyes. The clip may be NULL.
void canvas_draw(struct canvas *canvas, uint32_t tick, const struct player_out *clip, const struct face *face,
                 const struct eye_colour *colour);
