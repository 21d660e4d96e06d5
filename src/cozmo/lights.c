// Light patterns by name, of the backpack and of cubes: the lamps go round by themselves, the steps of a
// pattern are told one after the other.
#include "cozmo/client_internal.h"

#include "base/maths/maths.h"
#include "base/text.h"
#include "codec/picture/colour.h"
#include "stage/library/library.h"

#include <stdlib.h>
#include <string.h>

enum { FILES = 16, RUNNING = 8, ARENA = 16 << 10, FRAMES_A_SECOND = 30 };

struct running {
    const struct light_show *show; // NULL: a free place
    const struct light_step *step; // that was told
    uint32_t object;
    bool backpack;
    int64_t began_us, due_us;
};
struct client_lights {
    struct arena *arena;
    struct light_shows files[FILES];
    size_t file_count;
    struct running running[RUNNING];
};

void client_lights_free(struct client_lights *lights) {
    if (!lights) return;
    arena_free(lights->arena);
    free(lights);
}

static struct client_lights *lights_of(struct critter_cozmo *c) {
    if (c->lights) return c->lights;
    struct client_lights *lights = calloc(1, sizeof *lights);
    if (lights && !(lights->arena = arena_new(ARENA))) {
        free(lights);
        lights = NULL;
    }
    if (!lights) client_fail(c, ERR_MEMORY, "no memory for lights");
    return c->lights = lights;
}

enum critter_err critter_cozmo_load_lights(struct critter_cozmo *c, const char *path) {
    struct client_lights *lights = lights_of(c);
    if (!lights) return err_public(ERR_MEMORY);
    if (lights->file_count == FILES) return client_refuse(c, ERR_LIMIT, "%d files of lights at most", FILES);
    struct json *document;
    struct buf notes = {0};
    char name[128];
    const char *slash = strrchr(path, '/');
    snprintf(name, sizeof name, "%s", slash ? slash + 1 : path);
    char *dot = strrchr(name, '.');
    if (dot) *dot = 0;
    c->fault = (struct fault){0};
    enum err err = json_read(path, lights->arena, NULL, &document, &c->fault);
    struct light_shows *shows = &lights->files[lights->file_count];
    if (!err) err = lights_read(document, name, lights->arena, &notes, shows, &c->fault);
    if (!err) lights->file_count++;
    buf_free(&notes);
    return err_public(err);
}

static const struct light_show *find(struct critter_cozmo *c, const char *name) {
    const struct light_show *show = NULL;
    for (size_t i = c->lights->file_count; i-- && !show;)
        show = lights_find(&c->lights->files[i], text_of(name));
    if (show) return show;
    const struct library *library = client_library(c);
    return library ? library_backpack(library, name) : NULL;
}

static uint8_t frames(uint32_t ms) {
    uint32_t n = (ms * FRAMES_A_SECOND + 500) / 1000;
    return n > 255 ? 255 : (uint8_t)n;
}

static uint16_t word(struct body_colour c, bool infrared) {
    return light_word((struct rgb){c.r, c.g, c.b}, infrared && c.infrared);
}

static struct critter_cozmo_light lamp_of(const struct light *lamp, bool infrared) {
    int64_t cycle = (int64_t)light_cycle_ms(lamp);
    if (!cycle) return critter_cozmo_steady(word(lamp->on, infrared));
    // A pattern's offset moves the lamp's clock on; the robot's is a delay.
    int64_t delay = -(lamp->offset_ms % cycle) * FRAMES_A_SECOND / 1000;
    return (struct critter_cozmo_light){.on = word(lamp->on, infrared),
                                        .off = word(lamp->off, infrared),
                                        .on_frames = frames(lamp->on_ms),
                                        .off_frames = frames(lamp->off_ms),
                                        .fade_on_frames = frames(lamp->fade_on_ms),
                                        .fade_off_frames = frames(lamp->fade_off_ms),
                                        .offset = (int16_t)m_clamp((float)delay, INT16_MIN, INT16_MAX)};
}

static void tell(struct critter_cozmo *c, const struct running *r, const struct light_pattern *pattern) {
    struct critter_cozmo_light lamps[LIGHTS_MAX] = {0};
    for (uint32_t i = 0; pattern && i < pattern->count && i < LIGHTS_MAX; i++)
        lamps[i] = lamp_of(&pattern->lamps[i], !r->backpack);
    if (r->backpack)
        client_backpack(c, lamps);
    else
        client_object_lights(c, r->object, lamps, pattern ? frames(pattern->rotate_ms) : 0);
}

static struct running *place(struct client_lights *lights, bool backpack, uint32_t object) {
    struct running *spare = NULL;
    for (struct running *r = lights->running; r < lights->running + RUNNING; r++) {
        if (r->show && r->backpack == backpack && (backpack || r->object == object)) return r;
        if (!r->show && !spare) spare = r;
    }
    return spare;
}

static enum err show(struct critter_cozmo *c, const char *name, bool backpack, uint32_t object) {
    struct client_lights *lights = lights_of(c);
    if (!lights) return ERR_MEMORY;
    if (c->over) return client_over(c);
    struct running *r = place(lights, backpack, object);
    if (!name) { // no more of it
        struct running dark = {.backpack = backpack, .object = object};
        if (r) r->show = NULL;
        tell(c, &dark, NULL);
        return ERR_NONE;
    }
    const struct light_show *found = find(c, name);
    if (!found) return client_fail(c, ERR_UNKNOWN, "there are no lights \"%s\"", name);
    if (!r) return client_fail(c, ERR_LIMIT, "%d patterns at once at most", RUNNING);
    *r = (struct running){.show = found,
                          .backpack = backpack,
                          .object = object,
                          .began_us = loop_now_us(),
                          .due_us = loop_now_us()};
    client_lights_tick(c, r->due_us);
    return ERR_NONE;
}

enum critter_err critter_cozmo_backpack_show(struct critter_cozmo *c, const char *name) {
    return err_public(show(c, name, true, 0));
}
enum critter_err critter_cozmo_object_show(struct critter_cozmo *c, uint32_t object_id, const char *name) {
    return err_public(show(c, name, false, object_id));
}

static void go_on(struct critter_cozmo *c, struct running *r, int64_t now_us) {
    uint64_t within, at = (uint64_t)(now_us - r->began_us) / 1000;
    const struct light_step *step = light_show_step(r->show, at, &within);
    if (!step) {
        tell(c, r, NULL);
        r->show = NULL;
        client_event(c, "lights_completed", r->backpack ? -1 : (int)r->object, -1, (struct bytes){0});
        return;
    }
    if (step != r->step) tell(c, r, &step->pattern);
    r->step = step;
    r->due_us =
        step->duration_ms ? r->began_us + 1000 * (int64_t)(at - within + step->duration_ms) : INT64_MAX;
}

void client_lights_tick(struct critter_cozmo *c, int64_t now_us) {
    if (!c->lights || c->over) return;
    for (struct running *r = c->lights->running; r < c->lights->running + RUNNING; r++)
        if (r->show && r->due_us <= now_us && engine_link_room(c->link) > 4) go_on(c, r, now_us);
}

int64_t client_lights_due(const struct critter_cozmo *c) {
    int64_t due = INT64_MAX;
    for (unsigned i = 0; c->lights && i < RUNNING; i++)
        if (c->lights->running[i].show && c->lights->running[i].due_us < due)
            due = c->lights->running[i].due_us;
    return due;
}
