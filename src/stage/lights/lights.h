// Light patterns: what the lamps of a backpack or a cube show at a given time.
//
//     struct light_shows shows;
//     if (lights_read(document, "charging", arena, &notes, &shows, fault)) return fault->err;
//     const struct light_show *show = lights_find(&shows, TEXT("charging"));
//     struct body_colour lamps[LIGHTS_MAX];
//     if (!light_show_at(show, ms_since_it_began, lamps)) …it is over…
//
// A show is a list of steps, each a pattern for a while; a backpack's has one step that lasts until it is
// stopped. In a pattern every lamp has its own cycle: on, fade to off, off, fade to on. Its offset says how
// far ahead it is. A lamp without a cycle is on. With a rotation the colours of all lamps move one place each
// period. Everything is a function of the time; only reading allocates, in the arena.
//
// lights_read reads four kinds of file:
//
//     {"onColors": [[0,1,0,1], …3], …}            Vector's backpack: one show, named after its file; front,
//                                                 middle, back
//     {"name": {"onColors": […5], …}, …}          Cozmo's backpack: a dictionary; left, front, middle, back,
//                                                 right
//     [{"pattern": {…4}, "duration_ms": 500}, …]  a cube: steps, named after the file
//     {"name": [steps…], …}                       the same with its name, as Cozmo and the first Vectors have
//                                                 it
//
// Colours of a cube count 0 … 255, those of a backpack 0 … 1, unless one of them is above 1. A wrong value is
// refused (the fault names file and line); unknown keys are reported in the notes and ignored.
#pragma once

#include "base/data/json.h"
#include "schema/body.h"

enum { LIGHTS_MAX = 5, LIGHTS_CUBE = 4, LIGHT_STEPS_MAX = 256, LIGHT_SHOWS_MAX = 4096 };
enum { LIGHT_PERIOD_MAX_MS = 3600 * 1000 };

struct light { // one lamp
    struct body_colour on, off;
    uint32_t on_ms, fade_off_ms, off_ms, fade_on_ms;
    int32_t offset_ms; // how far ahead its clock is
};
struct light_pattern {
    struct light lamps[LIGHTS_MAX];
    uint32_t count;
    uint32_t rotate_ms; // 0: no rotation
};
struct light_step {
    struct light_pattern pattern;
    uint32_t duration_ms; // 0: until stopped
    bool overridable;     // a higher request may end it early
    struct text name;     // for people
};
struct light_show {
    struct text name;
    struct light_step *steps;
    uint32_t count;
};
struct light_shows {
    struct light_show *at;
    size_t count;
};

struct body_colour light_at(const struct light *lamp, uint64_t ms);
void light_pattern_at(const struct light_pattern *pattern, uint64_t ms, struct body_colour out[LIGHTS_MAX]);
const struct light_step *light_show_step(const struct light_show *show, uint64_t ms,
                                         uint64_t *ms_in_step); // NULL: it is over
bool light_show_at(const struct light_show *show, uint64_t ms,
                   struct body_colour out[LIGHTS_MAX]);       // false, and dark: it is over
uint64_t light_show_length_ms(const struct light_show *show); // 0: it does not end by itself
uint64_t light_cycle_ms(const struct light *lamp);

// `name` is copied; it is for shows whose file does not name them. The rest is in the arena, with the
// document's texts.
enum err lights_read(const struct json *document, const char *name, struct arena *arena, struct buf *notes,
                     struct light_shows *out, struct fault *fault);
const struct light_show *lights_find(const struct light_shows *shows, struct text name); // in either case
// As a cube is sent it. Cycles longer than 16 bits can say are shortened. ERR_RANGE: not four lamps.
enum err light_cube_order(const struct light_pattern *pattern, uint32_t device, struct body_cube_order *out);

// Who controls the lamps: requests in layers, of which the highest wins. A step that may not be overridden is
// first shown to its end.
//
//     light_desk_show(&desk, LIGHT_CHARGING, charging, now_ms);     // again with the same show: goes on
//     light_desk_step(&desk, now_ms, lamps);                        // once a life tick
enum light_layer {
    LIGHT_OFF,
    LIGHT_CHARGING,
    LIGHT_NOTIFICATION,
    LIGHT_BEHAVIOR, // its activity, games
    LIGHT_CLIP,     // the light track of a clip
    LIGHT_MUTED,
    LIGHT_OFFLINE,
    LIGHT_LOW_BATTERY,
    LIGHT_LISTENING, // to the person who spoke to it; nothing may hide that
    LIGHT_LAYERS
};
struct light_desk {
    struct {
        const struct light_show *show;
        uint64_t began_ms;
        bool fixed; // colours instead of a show
        struct body_colour colours[LIGHTS_MAX];
    } layers[LIGHT_LAYERS];
    enum light_layer shown;
};
void light_desk_show(struct light_desk *desk, enum light_layer layer, const struct light_show *show,
                     uint64_t now_ms); // NULL: the layer is released
void light_desk_fix(struct light_desk *desk, enum light_layer layer,
                    const struct body_colour colours[LIGHTS_MAX]);
// Returns which layer has the lamps. LIGHT_OFF without a show of its own: dark.
enum light_layer light_desk_step(struct light_desk *desk, uint64_t now_ms,
                                 struct body_colour out[LIGHTS_MAX]);
