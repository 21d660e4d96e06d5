#include "codec/clip/file.h"

#include "base/system/file.h"

#include <string.h>

enum { FILE_MAX = 64 << 20 };

static enum err parse(const char *path, const struct clip_reading *how, struct clip_file *out,
                      struct fault *fault) {
    if (!out->is_json)
        return clips_read_bin((struct bytes){out->bytes.at, out->bytes.len}, how, out->arena, &out->clips,
                              fault);
    struct json *document;
    enum err err = json_parse((struct text){(const char *)out->bytes.at, out->bytes.len}, path, out->arena,
                              NULL, &document, fault);
    return err ? err : clips_read_json(document, how, out->arena, &out->clips, fault);
}

enum err clip_file_open(const char *path, enum clip_dialect dialect, struct clip_file *out,
                        struct fault *fault) {
    *out =
        (struct clip_file){.is_json = !strcmp(path_extension(path), ".json"), .arena = arena_new(64 << 10)};
    struct clip_reading how = {.dialect = dialect, .file = path, .notes = &out->notes};
    enum err err = out->arena ? file_read(path, FILE_MAX, &out->bytes, fault)
                              : fault_set(fault, ERR_MEMORY, "no memory");
    if (!err) err = parse(path, &how, out, fault);
    if (err) fault_in(fault, path);
    return err;
}

enum err clip_file_find(const struct clip_file *file, const char *name, const struct clip **out,
                        struct fault *fault) {
    const struct clips *clips = &file->clips;
    *out = clips->list.at;
    if (!name) return clips->list.count ? ERR_NONE : fault_set(fault, ERR_MISSING, "there is no clip in it");
    for (size_t i = 0; i < clips->list.count; i++) {
        *out = &clips->list.at[i];
        if (text_is(clips->list.at[i].name, name)) return ERR_NONE;
    }
    const char *names[256];
    size_t count = 0;
    for (; count < clips->list.count && count < 256; count++) names[count] = clips->list.at[count].name.at;
    const char *near = text_nearest(name, names, count);
    return fault_set(fault, ERR_UNKNOWN, "there is no clip \"%s\"%s%s%s", name,
                     near ? "; did you mean \"" : "", near ? near : "", near ? "\"?" : "");
}

void clip_file_close(struct clip_file *file) {
    arena_free(file->arena);
    buf_free(&file->bytes);
    buf_free(&file->notes);
    *file = (struct clip_file){0};
}
