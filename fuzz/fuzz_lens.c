// Any bytes are either refused at a place inside them, or a lens that is one to one: pixels go out into the
// world and come back, and what is written of it reads the same.
#include "border/lens_model.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

static void same_when_written(const struct lens_model *lens, struct arena *arena) {
    struct buf out = {0};
    struct json_writer w = json_writer_of(&out, 0);
    struct json *json;
    struct lens_model back;
    lens_write(lens, &w);
    must(!out.err && !json_parse((struct text){(char *)out.at, out.len}, "again", arena, NULL, &json, NULL));
    must(!lens_read(json, &back, NULL) && !memcmp(lens, &back, sizeof back));
    buf_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *arena = arena_new(4096);
    if (!arena) return 0;
    struct json_limits limits = {.bytes = 1 << 14, .values = 500, .depth = 8};
    struct json *json;
    struct fault fault = {0};
    struct lens_model lens;
    memset(&lens, 0, sizeof lens);
    enum err err = json_parse((struct text){(const char *)data, size}, "f", arena, &limits, &json, &fault);
    if (!err) err = lens_read(json, &lens, &fault);
    must(err == fault.err && (!err || (fault.said[0] && fault.file[0])));
    if (!err) {
        must(!lens_check(&lens, NULL));
        for (int i = 0; i < 9; i++) {
            int column = i % 3, row = i / 3;
            struct vec2 px = {(float)lens.width * (float)column / 2, (float)lens.height * (float)row / 2},
                        back;
            must(lens_project(&lens, lens_unproject(&lens, px), &back));
            must(m_abs(back.x - px.x) < 0.05f && m_abs(back.y - px.y) < 0.05f);
        }
        same_when_written(&lens, arena);
    }
    arena_free(arena);
    return 0;
}
