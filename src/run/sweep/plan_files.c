// What a sweep reads beside its scenario: each file or folder, and a digest of what was in it.
#include "run/sweep/plan_internal.h"

#include "base/hash.h"
#include "base/system/file.h"

#include <string.h>

enum { FILE_MOST = 512 << 20 };

static enum err digest_file(void *user, const char *path, const char *relative, struct fault *fault) {
    uint64_t *digest = user;
    struct buf bytes = {0};
    enum err err = file_read(path, FILE_MOST, &bytes, fault);
    if (!err) {
        *digest = hash64(*digest, relative, strlen(relative) + 1);
        *digest = hash64(*digest, bytes.at, bytes.len);
    }
    buf_free(&bytes);
    return err;
}

enum err sweep_digest(const char *path, uint64_t *digest, struct fault *fault) {
    *digest = 0;
    return folder_exists(path) ? folder_walk(path, digest_file, digest, fault)
                               : digest_file(digest, path, "", fault);
}

static enum err add(struct sweep_plan *p, const char *path, struct fault *fault) {
    if (!*path || !strncmp(path, "voice:", 6)) return ERR_NONE; // that is made of words
    for (uint32_t i = 0; i < p->file_count; i++)
        if (!strcmp(p->files[i].path, path)) return ERR_NONE;
    if (p->file_count == SWEEP_FILES_MAX)
        return fault_set(fault, ERR_LIMIT, "a scenario that reads more than %d files", SWEEP_FILES_MAX);
    struct sweep_file *file = &p->files[p->file_count++];
    file->path = sweep_plan_keep(p, text_of(path));
    return file->path ? sweep_digest(path, &file->digest, fault)
                      : fault_set(fault, ERR_MEMORY, "no memory for a sweep");
}

// The recording that is played or said, and the card that a hand puts in.
static const char *of_verb(const struct world_message *verb) {
    if (verb->kind == WORLD_SOUND) return verb->sound.wave;
    if (verb->kind == WORLD_SAY) return verb->say.wave;
    return verb->kind == WORLD_CARD && verb->card.in ? verb->card.path : NULL;
}

enum err sweep_plan_list_files(struct sweep_plan *p, const struct scenario *scenario, struct fault *fault) {
    enum err err = ERR_NONE;
    p->files = arena_array(p->arena, struct sweep_file, SWEEP_FILES_MAX);
    if (!p->files) return fault_set(fault, ERR_MEMORY, "no memory for a sweep");
    if (p->mind) err = add(p, p->mind, fault);
    if (!err && p->resources) err = add(p, p->resources, fault);
    for (uint32_t i = 0; !err && i < scenario->robot_count; i++)
        err = add(p, scenario->robots[i].card_path, fault);
    for (uint32_t i = 0; !err && i < scenario->happening_count; i++)
        for (uint32_t k = 0; !err && k < scenario->happenings[i].verb_count; k++) {
            const char *path = of_verb(&scenario->happenings[i].verbs[k].verb);
            if (path) err = add(p, path, fault);
        }
    return err;
}
