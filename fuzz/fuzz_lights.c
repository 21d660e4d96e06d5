// Light patterns from strangers. What is read can be shown at any time, and every fault has its place.
#include "stage/face/eye_colour.h"
#include "stage/lights/cube_frames.h"
#include "stage/lights/spinner.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *arena = arena_new(16 << 10);
    struct json_limits limits = {.bytes = 1 << 20, .values = 100000, .depth = 16};
    struct json *document;
    struct light_shows shows;
    struct buf notes = {.limit = 64 << 10};
    struct fault fault = {0};
    if (!arena) return 0;
    if (!json_parse((struct text){(const char *)data, size}, "fuzz", arena, &limits, &document, NULL)) {
        enum err err = lights_read(document, "fuzz", arena, &notes, &shows, &fault);
        if (err != fault.err || (err && err != ERR_MEMORY && !fault.line)) abort();
        for (size_t i = 0; i < shows.count && !err; i++) {
            static const uint64_t TIMES[] = {0, 33, 1000, 3599999, 86400000, UINT64_MAX};
            struct body_colour lamps[LIGHTS_MAX];
            struct body_cube_order order;
            for (int t = 0; t < 6; t++) light_show_at(&shows.at[i], TIMES[t], lamps);
            for (uint32_t s = 0; s < shows.at[i].count; s++) {
                struct cube_frames frames;
                light_cube_order(&shows.at[i].steps[s].pattern, 1, &order);
                if (!cube_frames_of(&shows.at[i].steps[s].pattern, &frames) && frames.count > CUBE_FRAMES_MAX)
                    abort();
            }
            if (!lights_find(&shows, shows.at[i].name)) abort();
        }
        // The same document as two other small ones: what is wrong has its place, and nothing changes then.
        struct eye_colour colours[EYE_COLOUR_COUNT];
        struct spinner_map map;
        memcpy(colours, EYE_COLOURS, sizeof colours);
        fault = (struct fault){0};
        err = eye_colours_read(document, colours, &notes, &fault);
        if (err != fault.err || (err && (!fault.line || memcmp(colours, EYE_COLOURS, sizeof colours))))
            abort();
        for (int i = 0; i < EYE_COLOUR_COUNT; i++)
            if (!(colours[i].hue >= 0 && colours[i].hue <= 1 && colours[i].saturation >= 0 &&
                  colours[i].saturation <= 1))
                abort();
        fault = (struct fault){0};
        err = spinner_map_read(document, &map, &fault);
        if (err != fault.err || (err && !fault.line)) abort();
    }
    buf_free(&notes);
    arena_free(arena);
    return 0;
}
