// What pictures and screens are tested with: a library over a creature's own matter or a tree's, and a
// display to look at.
#pragma once

#include "support/support.h"

#include "base/system/file.h"
#include "stage/library/library.h"
#include "stage/screen/easel.h"

static struct arena *arena;
static struct fault fault;
static uint16_t memory[184 * 96];
static struct raster raster;
static struct screen screen;
static struct library *library;

static inline struct json *document(const char *text) {
    struct json *out;
    arena = arena ? arena : arena_new(1 << 16);
    fault = (struct fault){0};
    assert_int_equal(json_parse(text_of(text), "file.json", arena, NULL, &out, &fault), ERR_NONE);
    return out;
}

static inline void told(enum err err, enum err want, unsigned line, const char *said) {
    char whole[700];
    assert_int_equal(err, want);
    assert_int_equal(fault.err, want);
    fault_text(&fault, whole, sizeof whole);
    assert_string_equal(fault.file, "file.json");
    if (line) assert_int_equal(fault.line, line);
    if (!strstr(whole, said)) fail_msg("\"%s\" does not say \"%s\"", whole, said);
    fault = (struct fault){0};
}

static inline void begin(const char *creature, const char *resources, struct buf *notes) {
    library_free(library);
    struct library_config config = {.creature = creature, .resources = resources, .notes = notes};
    fault = (struct fault){0};
    library = library_open(&config, &fault);
    if (!library) fail_msg("%s: %s", fault.file, fault.said);
    bool cozmo = !strcmp(creature, "cozmo");
    screen_start(&screen, &(struct screen_config){cozmo ? &FACE_COZMO : &FACE_VECTOR, &library->sprites,
                                                  &library->layouts});
    raster = raster_over(memory, cozmo ? 128 : 184, cozmo ? 64 : 96);
}

static inline void draw(struct easel *easel) {
    struct face face;
    const struct face_style *style = screen.config.style;
    face_neutral(&face, style);
    easel_draw(easel, &screen, &(struct easel_eyes){&face, style, 0, 0.42f, 1}, NULL, &raster);
}

static inline int lit(int x, int y, int width, int height) {
    int count = 0;
    for (int row = y; row < y + height; row++)
        for (int i = x; i < x + width; i++) count += memory[row * raster.width + i] != 0;
    return count;
}

static inline struct rgb at(int x, int y) { return rgb_of_565(memory[y * raster.width + x]); }
