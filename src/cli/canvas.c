#include "cli/canvas.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct canvas *canvas_over(const struct library *library, struct fault *fault) {
    struct canvas *c = calloc(1, sizeof *c);
    if (c) c->easel = easel_new(0);
    if (!c || !c->easel) {
        fault_set(fault, ERR_MEMORY, "no memory for a display");
        canvas_close(c);
        return NULL;
    }
    c->library = library;
    c->style = strcmp(library->creature, "cozmo") ? &FACE_VECTOR : &FACE_COZMO;
    c->raster = raster_over(c->pixels, c->style->width, c->style->height);
    screen_start(&c->screen, &(struct screen_config){c->style, &library->sprites, &library->layouts});
    return c;
}

struct canvas *canvas_open(const char *creature, const char *resources, struct fault *fault) {
    struct buf notes = {0};
    struct library *library = library_open(
        &(struct library_config){.creature = creature, .resources = resources, .notes = &notes}, fault);
    if (notes.len) fprintf(stderr, "%.*s", (int)notes.len, (const char *)notes.at);
    buf_free(&notes);
    struct canvas *c = library ? canvas_over(library, fault) : NULL;
    if (c)
        c->own = library;
    else
        library_free(library);
    return c;
}

void canvas_close(struct canvas *c) {
    if (!c) return;
    easel_free(c->easel);
    library_free(c->own);
    free(c);
}

void canvas_draw(struct canvas *c, uint32_t tick, const struct player_out *clip, const struct face *face,
                 const struct eye_colour *colour) {
    struct face neutral;
    face_neutral(&neutral, c->style);
    screen_step(&c->screen, tick, clip, tick + 1);
    easel_draw(c->easel, &c->screen,
               &(struct easel_eyes){face ? face : &neutral, c->style, 0, colour->hue, colour->saturation},
               NULL, &c->raster);
}
