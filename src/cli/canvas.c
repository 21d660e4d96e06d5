#include "cli/canvas.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct canvas *canvas_open(const char *creature, const char *resources, struct fault *fault) {
    struct canvas *c = calloc(1, sizeof *c);
    struct buf notes = {0};
    struct library_config config = {.creature = creature, .resources = resources, .notes = &notes};
    if (!c) return fault_set(fault, ERR_MEMORY, "no memory for a display"), NULL;
    c->library = library_open(&config, fault);
    if (notes.len) fprintf(stderr, "%.*s", (int)notes.len, (const char *)notes.at);
    buf_free(&notes);
    c->easel = c->library ? easel_new(0) : NULL;
    if (!c->easel) {
        fault_set(fault, ERR_MEMORY, "no memory for a display");
        canvas_close(c);
        return NULL;
    }
    c->style = strcmp(creature, "cozmo") ? &FACE_VECTOR : &FACE_COZMO;
    c->raster = raster_over(c->pixels, c->style->width, c->style->height);
    screen_start(&c->screen, &(struct screen_config){c->style, &c->library->sprites, &c->library->layouts});
    return c;
}

void canvas_close(struct canvas *c) {
    if (!c) return;
    easel_free(c->easel);
    library_free(c->library);
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
