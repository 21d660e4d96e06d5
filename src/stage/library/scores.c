// A creature's own files: what they say about it, and its scores.
#include "stage/library/library_internal.h"

#include <stdio.h>
#include <string.h>

enum err library_read_ours(const char *path, struct arena *arena, struct json **out, struct fault *fault) {
    const struct embedded *file = embedded_find(CREATURE_FILES, path, strlen(path));
    if (!file) return fault_set(fault, ERR_MISSING, "the program holds no file \"%s\"", path);
    char name[160];
    snprintf(name, sizeof name, "assets%s", path);
    return json_parse((struct text){(const char *)file->bytes, file->len}, name, arena, NULL, out, fault);
}

enum err library_about(const char *creature, struct arena *arena, const struct json **out,
                       struct fault *fault) {
    char path[80];
    struct json *document;
    snprintf(path, sizeof path, "/%.32s/creature.json", creature);
    enum err err = library_read_ours(path, arena, &document, fault);
    *out = err ? NULL : document;
    return err;
}

enum err library_style(const struct json *about, struct score_style *out, struct fault *fault) {
    struct text creature;
    enum err err = json_get_text(about, "creature", &creature, fault);
    if (err) return err;
    bool cozmo = text_is(creature, "cozmo");
    *out = (struct score_style){.creature = cozmo ? "cozmo" : "vector",
                                .face = cozmo ? &FACE_COZMO : &FACE_VECTOR,
                                .lights = cozmo ? 5 : 3,
                                .dialect = cozmo ? CLIP_COZMO : CLIP_VECTOR};
    if (!cozmo && !text_is(creature, "vector"))
        return json_fault(json_get(about, "creature"), fault, ERR_UNKNOWN,
                          "expected \"vector\" or \"cozmo\"");
    return ERR_NONE;
}

enum err library_score(const struct json *about, size_t index, struct arena *arena, struct score *out,
                       struct fault *fault) {
    const struct json *name = json_at(json_get(about, "scores"), index);
    struct score_style style;
    struct text text;
    char path[160];
    struct json *document;
    if (!name) return ERR_MISSING;
    enum err err = json_as_text(name, &text, fault);
    if (!err) err = library_style(about, &style, fault);
    if (err) return err;
    snprintf(path, sizeof path, "/%.*s", (int)text.len, text.at);
    err = library_read_ours(path, arena, &document, fault);
    return err ? err : score_read(document, &style, arena, out, fault);
}
