#include "base/system/file.h"
#include "mind/mind_files.h"

#include <string.h>

enum err mind_file_read(const char *name, const char *folder, struct arena *arena, struct json **out,
                        struct fault *fault) {
    char path[512];
    if (folder && snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
        return fault_set(fault, ERR_LIMIT, "the folder's name is too long");
    if (folder && file_exists(path)) return json_read(path, arena, NULL, out, fault);
    snprintf(path, sizeof path, "/mind/%.100s", name);
    const struct embedded *file = embedded_find(MIND_FILES, path, strlen(path));
    if (!file) return fault_set(fault, ERR_MISSING, "the program holds no file \"mind/%s\"", name);
    snprintf(path, sizeof path, "assets/mind/%.100s", name);
    return json_parse((struct text){(const char *)file->bytes, file->len}, path, arena, NULL, out, fault);
}

enum err mind_moods_read(const char *creature, const char *folder, struct arena *arena, struct moods *out,
                         struct fault *fault) {
    char name[64];
    struct json *document;
    const struct mood_kind *kind = strcmp(creature, "cozmo") ? &MOODS_VECTOR : &MOODS_COZMO;
    snprintf(name, sizeof name, "%s_moods.json", kind->name);
    enum err err = mind_file_read(name, folder, arena, &document, fault);
    if (!err) err = moods_read(document, kind, arena, out, fault);
    if (!err && json_get(document, "emotionEvents")) err = moods_add_events(out, document, arena, fault);
    return err ? err : moods_settle(out, fault);
}

static enum err add_sentences(const char *locale, struct strings *to, struct arena *arena,
                              struct fault *fault) {
    static const char *const FILES[] = {"BehaviorStrings", "BlackJackStrings", "FaceEnrollmentStrings"};
    enum err err = ERR_NONE;
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES && !err; i++) {
        char path[96];
        struct json *document;
        snprintf(path, sizeof path, "/strings/%.20s/%s.json", locale, FILES[i]);
        const struct embedded *file = embedded_find(MIND_FILES, path, strlen(path));
        if (!file) continue; // of this language only some are written
        struct text text = {(const char *)file->bytes, file->len};
        err = json_parse(text, path + 1, arena, NULL, &document, fault);
        if (!err) err = strings_add(to, document, fault);
    }
    return err;
}

enum err mind_sentences_read(const char *locale, struct arena *arena, struct strings **out,
                             struct fault *fault) {
    *out = strings_new(locale);
    if (!*out) return fault_set(fault, ERR_MEMORY, "no memory for sentences");
    enum err err = add_sentences("en-US", *out, arena, fault);
    return err || strcmp(locale, "en-US") == 0 ? err : add_sentences(locale, *out, arena, fault);
}
