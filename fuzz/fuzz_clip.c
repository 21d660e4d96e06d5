// Clip files of every dialect, and clips as JSON: what is taken can be written, read again, and is then the
// same; it can be turned into every other dialect, and that file is taken too.
#include "codec/clip/clip.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

static struct buf written(const struct clips *clips) {
    struct buf out = {0};
    must(!clips_write_bin(clips, &out, NULL));
    return out;
}

static void goes_round(struct clips *clips, struct arena *arena) {
    struct clip_reading how = {.dialect = clips->dialect};
    struct buf first = written(clips), notes = {0}, json = {0};
    struct clips back;
    must(!clips_read_bin((struct bytes){first.at, first.len}, &how, arena, &back, NULL));
    struct buf second = written(&back);
    must(first.len == second.len && !memcmp(first.at, second.at, first.len));
    must(!clips_write_json_b(clips, &json));
    for (size_t i = 0; i < clips->list.count; i++) {
        clip_length_ms(&clips->list.at[i]);
        buf_clear(&json);
        clip_write_json_a(&clips->list.at[i], clips->dialect, &json);
    }
    for (int to = CLIP_COZMO; to <= CLIP_VECTOR; to++) {
        must(!clips_convert(clips, (enum clip_dialect)to, arena, &notes, NULL));
        buf_free(&second);
        second = written(clips);
        how.dialect = (enum clip_dialect)to;
        must(!clips_read_bin((struct bytes){second.at, second.len}, &how, arena, &back, NULL));
    }
    buf_free(&first);
    buf_free(&second);
    buf_free(&notes);
    buf_free(&json);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *arena = arena_new(64 << 10);
    struct buf notes = {0};
    struct clips clips;
    for (int dialect = CLIP_AUTO; dialect <= CLIP_VECTOR; dialect++) {
        struct clip_reading how = {.dialect = (enum clip_dialect)dialect, .file = "fuzz", .notes = &notes};
        struct fault fault = {0};
        if (!clips_read_bin((struct bytes){data, size}, &how, arena, &clips, &fault))
            goes_round(&clips, arena);
        else
            must(fault.said[0] && !strcmp(fault.file, "fuzz"));
        struct json *document;
        fault = (struct fault){0};
        if (json_parse((struct text){(const char *)data, size}, "fuzz", arena, NULL, &document, NULL))
            continue;
        if (!clips_read_json(document, &how, arena, &clips, &fault))
            goes_round(&clips, arena);
        else
            must(fault.said[0] && !strcmp(fault.file, "fuzz"));
    }
    buf_free(&notes);
    arena_free(arena);
    return 0;
}
