#include "cli/bank/file.h"

#include "base/hash.h"
#include "base/system/file.h"

#include <stdlib.h>
#include <string.h>

static int by_id(const void *a, const void *b) {
    const struct bank_file_name *left = a, *right = b;
    return left->id < right->id ? -1 : left->id > right->id;
}

static enum err add_name(struct bank_file *file, struct text text, size_t *room, struct fault *fault) {
    if (file->name_count == *room) {
        size_t more = *room ? 2 * *room : 512;
        struct bank_file_name *names = realloc(file->names, more * sizeof *names);
        if (!names) return fault_set(fault, ERR_MEMORY, "no memory for names");
        file->names = names, *room = more;
    }
    const char *kept = arena_copy_text(file->arena, text.at, text.len);
    if (!kept) return fault_set(fault, ERR_MEMORY, "no memory for names");
    file->names[file->name_count++] = (struct bank_file_name){fnv1_32_lower(kept), kept};
    return ERR_NONE;
}

static enum err read_names(struct bank_file *file, const char *path, struct fault *fault) {
    struct buf text = {0};
    size_t room = 0;
    enum err err = file_read(path, 64 << 20, &text, fault);
    struct text rest = {(const char *)text.at, text.len}, line;
    if (!err && !strcmp(path_extension(path), ".xml")) {
        struct bank_index index;
        err = bank_index_xml(rest, path, file->arena, &index, fault);
        for (size_t i = 0; !err && i < index.events.count; i++)
            err = add_name(file, index.events.at[i].name, &room, fault);
    } else {
        while (!err && text.len && text_split(&rest, '\n', &line)) {
            line = text_trim(line);
            if (line.len && line.at[0] != '#') err = add_name(file, line, &room, fault);
        }
    }
    buf_free(&text);
    if (file->name_count) qsort(file->names, file->name_count, sizeof *file->names, by_id);
    return err;
}

static enum err find_names(struct bank_file *file, const char *path, bool folder, struct fault *fault) {
    static const char *const USUAL[] = {"names.txt", "SoundbanksInfo.xml"};
    char within[500], full[600];
    snprintf(within, sizeof within, "%.*s", folder ? (int)strlen(path) : (int)(path_name(path) - path), path);
    for (int i = 0; i < 2; i++)
        if (path_join(full, sizeof full, *within ? within : ".", USUAL[i]) && file_exists(full))
            return read_names(file, full, fault);
    return ERR_NONE;
}

enum err bank_file_open(const char *path, const char *names, struct bank_file *out, struct fault *fault) {
    *out = (struct bank_file){.set = audio_set_new(), .arena = arena_new(64 << 10)};
    if (!out->set || !out->arena) return fault_set(fault, ERR_MEMORY, "no memory for sound banks");
    bool folder = folder_exists(path);
    enum err err;
    if (folder) {
        err = audio_set_folder(out->set, path, fault);
    } else {
        struct buf file = {0};
        char within[500];
        snprintf(within, sizeof within, "%.*s", (int)(path_name(path) - path), path);
        err = file_read(path, BANK_BYTES_MAX, &file, fault);
        if (!err)
            err = audio_set_bank(out->set, (struct bytes){file.at, file.len}, path_name(path),
                                 *within ? within : "./", fault);
        buf_free(&file);
    }
    if (!err) err = audio_set_ready(out->set, fault);
    if (err)
        fault_in(fault, path);
    else
        err = names ? read_names(out, names, fault) : find_names(out, path, folder, fault);
    return err;
}

void bank_file_close(struct bank_file *file) {
    audio_set_free(file->set);
    arena_free(file->arena);
    free(file->names);
    *file = (struct bank_file){0};
}

const char *bank_file_name(const struct bank_file *file, uint32_t id) {
    struct bank_file_name key = {id, NULL};
    const struct bank_file_name *found =
        file->name_count ? bsearch(&key, file->names, file->name_count, sizeof key, by_id) : NULL;
    return found ? found->text : NULL;
}

const char *bank_file_title(const struct bank_file *file, uint32_t id, char *out, size_t size) {
    const char *name = bank_file_name(file, id);
    if (name)
        snprintf(out, size, "%s", name);
    else
        snprintf(out, size, "#%u", id);
    return out;
}

enum err bank_file_event(const struct bank_file *file, const char *name, uint32_t *id, struct fault *fault) {
    uint64_t number;
    *id = fnv1_32_lower(name);
    if (!text_to_u64(text_of(*name == '#' ? name + 1 : name), &number) && number <= UINT32_MAX)
        *id = (uint32_t)number;
    const struct audio_item *item = audio_set_item(file->set, *id);
    if (item && item->object->kind == BANK_EVENT) return ERR_NONE;
    const char *near = NULL;
    unsigned best = 5;
    for (size_t i = 0; i < file->name_count; i++) {
        unsigned far = text_distance(name, file->names[i].text);
        if (far < best) best = far, near = file->names[i].text;
    }
    return near ? fault_set(fault, ERR_UNKNOWN, "no event is called \"%s\"; there is \"%s\"", name, near)
                : fault_set(fault, ERR_UNKNOWN, "no event is called \"%s\" (critter bank list shows them)",
                            name);
}
