// Pictures and screens from strangers: sketches, layouts, image maps, their triggers, definitions of
// sequences. What is read can be drawn, every fault has its place, and names of files lead nowhere else.
#include "stage/screen/easel.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint16_t colours[184 * 96];

static void told(enum err err, const struct fault *fault) {
    if (err != fault->err || (err && err != ERR_MEMORY && !fault->line)) abort();
}

// A layout with this picture in each of its boxes, as a scene.
static void draw(const struct sprites *sprites, const struct layouts *layouts) {
    static struct screen screen;
    struct easel *easel = easel_new(64 << 10);
    struct raster raster = raster_over(colours, 184, 96);
    struct face face;
    if (!easel) return;
    face_neutral(&face, &FACE_VECTOR);
    screen_start(&screen, &(struct screen_config){&FACE_VECTOR, sprites, layouts});
    if (layouts->layout_count) screen_compose(&screen, layouts->layouts[0].name, 0, 0);
    if (!layouts->layout_count && sprites->count) screen_sprite(&screen, sprites->at[0].name, 0, 0);
    for (uint32_t tick = 0; tick < 40; tick += 13) {
        screen_step(&screen, tick, NULL, 1);
        easel_draw(easel, &screen, &(struct easel_eyes){&face, &FACE_VECTOR, 0, 0.4f, 1}, NULL, &raster);
    }
    easel_free(easel);
}

static void read_sketches(const struct json *document, struct arena *arena) {
    struct sketches sketches;
    struct sprites_making making = {.arena = arena};
    struct sprites sprites = {0};
    struct layouts none = {0};
    struct fault fault = {0};
    enum err err = sketches_read(document, arena, &sketches, &fault);
    told(err, &fault);
    if (!err) err = sprites_add_sketches(&making, &sketches);
    if (!err) err = sprites_settle(&making, &sprites);
    table_free(&making.by_name);
    for (uint32_t i = 0; i < sprites.count && !err; i++)
        if (!sprites_find(&sprites, sprites.at[i].name)) abort();
    uint64_t cost = 0;
    for (uint32_t i = 0; i < sketches.count; i++) cost += sketches.at[i].cost;
    if (!err && sprites.count && cost < 64) draw(&sprites, &none); // one that costs more is only slow
}

static void read_layout(const struct json *document, struct arena *arena) {
    struct layouts layouts = {0};
    struct sprites none = {0};
    struct layout layout;
    struct image_map map;
    struct fault fault = {0};
    enum err err = layout_read(document, TEXT("fuzz"), arena, &layout, &fault);
    told(err, &fault);
    if (!err) layouts_add(&layouts, &layout, arena);
    for (uint32_t i = 1; !err && i < layout.count; i++)
        if (layout.boxes[i - 1].layer > layout.boxes[i].layer) abort();
    fault = (struct fault){0};
    told(image_map_read(document, TEXT("fuzz"), arena, &map, &fault), &fault);
    if (err) return;
    struct image_map_item items[LAYOUT_BOXES_MAX]; // every box has a picture, and nobody knows it
    for (uint32_t i = 0; i < layout.count; i++)
        items[i] = (struct image_map_item){layout.boxes[i].name, TEXT("?")};
    map = (struct image_map){TEXT("fuzz"), items, layout.count};
    layouts_add_map(&layouts, &map, arena);
    draw(&none, &layouts);
}

static void read_rest(const struct json *document, struct arena *arena) {
    struct layout_trigger *triggers = NULL;
    uint32_t count = 0;
    struct fault fault = {0};
    told(layout_triggers_read(document, "LayoutName", arena, &triggers, &count, &fault), &fault);
    struct sprite_definition definition;
    fault = (struct fault){0};
    enum err err = sprite_definition_read(document, arena, &definition, &fault);
    told(err, &fault);
    for (uint32_t i = 0; i < definition.count && !err; i++)
        if (memchr(definition.files[i].at, '/', definition.files[i].len)) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *arena = arena_new(16 << 10);
    struct json_limits limits = {.bytes = 1 << 20, .values = 100000, .depth = 16};
    struct json *document;
    struct text whole = {(const char *)data, size}, name;
    uint32_t number;
    if (!arena) return 0;
    arena_limit(arena, 64 << 20);
    if (sprite_file_number(whole, &name, &number) && name.len >= size) abort();
    if (!json_parse(whole, "fuzz", arena, &limits, &document, NULL)) {
        read_sketches(document, arena);
        read_layout(document, arena);
        read_rest(document, arena);
    }
    arena_free(arena);
    return 0;
}
