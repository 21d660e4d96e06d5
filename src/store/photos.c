#include "store/photos.h"

#include "base/system/file.h"
#include "store/store_internal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool path_of(const struct store *store, uint32_t id, enum photo_size size, char path[STORE_PATH_MAX]) {
    char name[64];
    snprintf(name, sizeof name, "photos/%u%s.jpg", id, size == PHOTO_SMALL ? "-small" : "");
    return store_folder(store)[0] && path_join(path, STORE_PATH_MAX, store_folder(store), name);
}

static enum err read_photo(const struct json *from, struct photo *out, struct fault *fault) {
    int64_t id, taken;
    if (json_get_int(from, "id", 1, UINT32_MAX, &id, fault) ||
        json_get_int(from, "taken", 0, UINT32_MAX, &taken, fault) ||
        json_get_bool(from, "copied", &out->copied, fault) ||
        json_get_bool(from, "small_copied", &out->small_copied, fault))
        return fault->err;
    out->id = (uint32_t)id, out->taken_unix = (uint32_t)taken;
    return ERR_NONE;
}

enum err photos_list(struct store *store, struct photo list[PHOTOS_MAX], size_t *count, struct fault *fault) {
    struct fault unread = {0};
    if (!fault) fault = &unread;
    struct arena *arena = arena_new(8 << 10);
    struct store_document document;
    struct fault missing = {0};
    char path[STORE_PATH_MAX];
    *count = 0;
    if (!arena) return fault_set(fault, ERR_MEMORY, "no memory for the list of photos");
    enum err err = store_read(store, "photos", arena, &document, &missing);
    if (err && err != ERR_MISSING) *fault = missing;
    const struct json *all = err ? NULL : json_get(document.body, "photos");
    if (!err && (!all || all->kind != JSON_LIST || all->count > PHOTOS_MAX))
        err = json_fault(all ? all : document.body, fault, ERR_TYPE, "expected a list photos of at most %d",
                         PHOTOS_MAX);
    for (const struct json *one = err ? NULL : all->first; one && !err; one = one->next) {
        err = read_photo(one, &list[*count], fault);
        if (!err && path_of(store, list[*count].id, PHOTO_WHOLE, path) && file_exists(path)) ++*count;
    }
    arena_free(arena);
    return err == ERR_MISSING ? ERR_NONE : err;
}

static enum err write_list(struct store *store, const struct photo *list, size_t count, struct fault *fault) {
    struct buf text = {0};
    struct json_writer json = json_writer_of(&text, 0);
    uint64_t version;
    json_open(&json, '{'), json_key(&json, "photos"), json_open(&json, '[');
    for (size_t i = 0; i < count; i++) {
        json_open(&json, '{');
        json_key(&json, "id"), json_uint(&json, list[i].id);
        json_key(&json, "taken"), json_uint(&json, list[i].taken_unix);
        json_key(&json, "copied"), json_bool(&json, list[i].copied);
        json_key(&json, "small_copied"), json_bool(&json, list[i].small_copied);
        json_close(&json, '}');
    }
    json_close(&json, ']'), json_close(&json, '}');
    enum err err = text.err ? fault_set(fault, text.err, "no memory for the list of photos")
                            : store_write(store, "photos", (struct text){(const char *)text.at, text.len},
                                          &version, fault);
    buf_free(&text);
    return err;
}

static size_t find(const struct photo *list, size_t count, uint32_t id) {
    size_t i = 0;
    while (i < count && list[i].id != id) i++;
    return i;
}

enum err photos_read(struct store *store, uint32_t id, enum photo_size size, struct buf *out,
                     struct fault *fault) {
    struct photo list[PHOTOS_MAX];
    char path[STORE_PATH_MAX];
    size_t count;
    enum err err = photos_list(store, list, &count, fault);
    size_t at = err ? 0 : find(list, count, id);
    if (err) return err;
    if (at == count || !path_of(store, id, size, path) || !file_exists(path))
        return fault_set(fault, ERR_MISSING, "there is no photo %u", id);
    if ((err = file_read(path, PHOTO_BYTES_MAX, out, fault))) return err;
    bool *copied = size == PHOTO_SMALL ? &list[at].small_copied : &list[at].copied;
    if (*copied) return ERR_NONE;
    *copied = true;
    return write_list(store, list, count, fault);
}

// First from the list: what is gone from there is gone, whatever becomes of its files.
enum err photos_delete(struct store *store, uint32_t id, struct fault *fault) {
    struct photo list[PHOTOS_MAX];
    char path[STORE_PATH_MAX];
    size_t count;
    enum err err = photos_list(store, list, &count, fault);
    if (err) return err;
    size_t at = find(list, count, id);
    if (at == count) return fault_set(fault, ERR_MISSING, "there is no photo %u", id);
    memmove(&list[at], &list[at + 1], (count - at - 1) * sizeof *list);
    if ((err = write_list(store, list, count - 1, fault))) return err;
    for (int size = PHOTO_WHOLE; size <= PHOTO_SMALL; size++)
        if (path_of(store, id, (enum photo_size)size, path) && unlink(path) && errno != ENOENT)
            err = fault_errno(fault, errno, path, "delete");
    return err;
}
