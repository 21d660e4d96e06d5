// Any bytes are either refused at a place inside them, or a scene; then a small picture of it can be taken.
#include "world/camera/scene_file.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct scene *scene;

static void must(bool so) {
    if (!so) abort();
}

static void take(const struct scene_file *file) {
    struct lens_config config = lens_defaults();
    config.eye = file->eye, config.width = 32, config.height = 24, config.frames = 1;
    struct lens *lens = lens_new(&config, NULL);
    struct lens_sight sights[64];
    uint32_t count = 64;
    if (!lens) return; // the lens was fine for its own size, which must not mean that it is for any
    scene_begin(scene, &file->light);
    scene_file_draw(file, scene);
    struct lens_shot shot = file->shot;
    shot.colour = true;
    struct frame *frame = lens_take(lens, scene, &shot, sights, &count);
    must(frame != NULL && frame->used == 32 * 24 * 3 && count <= 64);
    for (uint32_t i = 0; i < count; i++) must(sights[i].share >= 0 && sights[i].share <= 1);
    frame_drop(frame);
    lens_free(lens);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct scene_art *art;
    if (!art) {
        struct scene_config config = scene_defaults();
        art = scene_art_new();
        scene = art ? scene_new(&config, art) : NULL;
        if (!scene) abort();
    }
    struct arena *arena = arena_new(1 << 16);
    if (!arena) return 0;
    struct json_limits limits = {.bytes = 1 << 14, .values = 2000, .depth = 8};
    struct json *json;
    struct fault fault = {0};
    struct scene_file file;
    enum err err = json_parse((struct text){(const char *)data, size}, "f", arena, &limits, &json, &fault);
    if (!err) err = scene_file_read(json, arena, &file, &fault);
    must(err == fault.err && (!err || (fault.said[0] && fault.file[0])));
    if (!err) take(&file);
    arena_free(arena);
    return 0;
}
