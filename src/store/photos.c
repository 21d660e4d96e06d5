#include "store/photos.h"

#include "base/system/file.h"
#include "store/store_internal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool path_of(const struct store *store, uint32_t id, enum photo_size size, char path[STORE_PATH_MAX]) {
    char name[64];
    snprintf(name, sizeof name, "photos/%u%s", id, size == PHOTO_SMALL ? "-small" : "");
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

struct album {
    struct photo list[PHOTOS_MAX];
    size_t count;
    uint32_t last; // the highest number that was ever given
};

static enum err read_album(struct store *store, struct album *album, struct fault *fault) {
    struct fault unread = {0}, missing = {0};
    if (!fault) fault = &unread;
    struct arena *arena = arena_new(8 << 10);
    struct store_document document;
    char path[STORE_PATH_MAX];
    int64_t last = 0;
    *album = (struct album){0};
    if (!arena) return fault_set(fault, ERR_MEMORY, "no memory for the list of photos");
    enum err err = store_read(store, "photos", arena, &document, &missing);
    if (err && err != ERR_MISSING) *fault = missing;
    const struct json *all = err ? NULL : json_get(document.body, "photos");
    if (!err && (!all || all->kind != JSON_LIST || all->count > PHOTOS_MAX))
        err = json_fault(all ? all : document.body, fault, ERR_TYPE, "expected a list photos of at most %d",
                         PHOTOS_MAX);
    if (!err && json_get(document.body, "last"))
        err = json_get_int(document.body, "last", 0, UINT32_MAX, &last, fault);
    album->last = (uint32_t)last;
    for (const struct json *one = err ? NULL : all->first; one && !err; one = one->next) {
        struct photo *photo = &album->list[album->count];
        err = read_photo(one, photo, fault);
        if (!err && photo->id > album->last) album->last = photo->id;
        if (!err && path_of(store, photo->id, PHOTO_WHOLE, path) && file_exists(path)) album->count++;
    }
    arena_free(arena);
    return err == ERR_MISSING ? ERR_NONE : err;
}

static enum err write_album(struct store *store, const struct album *album, struct fault *fault) {
    struct buf text = {0};
    struct json_writer json = json_writer_of(&text, 0);
    uint64_t version;
    json_open(&json, '{');
    json_key(&json, "last"), json_uint(&json, album->last);
    json_key(&json, "photos"), json_open(&json, '[');
    for (size_t i = 0; i < album->count; i++) {
        const struct photo *photo = &album->list[i];
        json_open(&json, '{');
        json_key(&json, "id"), json_uint(&json, photo->id);
        json_key(&json, "taken"), json_uint(&json, photo->taken_unix);
        json_key(&json, "copied"), json_bool(&json, photo->copied);
        json_key(&json, "small_copied"), json_bool(&json, photo->small_copied);
        json_close(&json, '}');
    }
    json_close(&json, ']'), json_close(&json, '}');
    enum err err = text.err ? fault_set(fault, text.err, "no memory for the list of photos")
                            : store_write(store, "photos", (struct text){(const char *)text.at, text.len},
                                          &version, fault);
    buf_free(&text);
    return err;
}

static size_t find(const struct album *album, uint32_t id) {
    size_t i = 0;
    while (i < album->count && album->list[i].id != id) i++;
    return i;
}

static enum err remove_files(const struct store *store, uint32_t id, struct fault *fault) {
    char path[STORE_PATH_MAX];
    enum err err = ERR_NONE;
    for (int size = PHOTO_WHOLE; size <= PHOTO_SMALL; size++)
        if (path_of(store, id, (enum photo_size)size, path) && unlink(path) && errno != ENOENT)
            err = fault_errno(fault, errno, path, "delete");
    return err;
}

enum err photos_list(struct store *store, struct photo list[PHOTOS_MAX], size_t *count, struct fault *fault) {
    struct album album;
    enum err err = read_album(store, &album, fault);
    *count = err ? 0 : album.count;
    memcpy(list, album.list, *count * sizeof *list);
    return err;
}

static enum err write_files(struct store *store, uint32_t id, const struct photo_bytes *files,
                            struct fault *fault) {
    char folder[STORE_PATH_MAX], path[STORE_PATH_MAX];
    if (!path_join(folder, sizeof folder, store_folder(store), "photos"))
        return fault_set(fault, ERR_LIMIT, "the folder's name is too long");
    enum err err = folder_make(folder, fault);
    const struct text *parts[] = {&files->whole, &files->small};
    for (int size = PHOTO_WHOLE; size <= PHOTO_SMALL && !err; size++)
        err = path_of(store, id, (enum photo_size)size, path)
                  ? file_write_private(path, parts[size]->at, parts[size]->len, fault)
                  : fault_set(fault, ERR_LIMIT, "the folder's name is too long");
    return err;
}

// The files first: the list never names one that is not there.
enum err photos_add(struct store *store, uint32_t taken_unix, const struct photo_bytes *files, uint32_t *id,
                    struct fault *fault) {
    struct album album;
    if (!store_folder(store)[0]) return fault_set(fault, ERR_STATE, "there is no folder to keep photos in");
    if (files->whole.len > PHOTO_BYTES_MAX || files->small.len > PHOTO_BYTES_MAX)
        return fault_set(fault, ERR_LIMIT, "expected photos of at most %d bytes", PHOTO_BYTES_MAX);
    enum err err = read_album(store, &album, fault);
    if (err) return err;
    if (album.last == UINT32_MAX) return fault_set(fault, ERR_LIMIT, "there are no more numbers for photos");
    struct photo oldest = {0};
    if (album.count == PHOTOS_MAX) {
        oldest = album.list[0];
        memmove(album.list, album.list + 1, --album.count * sizeof *album.list);
    }
    *id = ++album.last;
    album.list[album.count++] = (struct photo){.id = *id, .taken_unix = taken_unix};
    if (!(err = write_files(store, *id, files, fault))) err = write_album(store, &album, fault);
    if (err) {
        remove_files(store, *id, NULL);
        return err;
    }
    if (oldest.id) remove_files(store, oldest.id, NULL);
    return ERR_NONE;
}

enum err photos_read(struct store *store, uint32_t id, enum photo_size size, struct buf *out,
                     struct fault *fault) {
    struct album album;
    char path[STORE_PATH_MAX];
    enum err err = read_album(store, &album, fault);
    size_t at = err ? 0 : find(&album, id);
    if (err) return err;
    if (at == album.count || !path_of(store, id, size, path) || !file_exists(path))
        return fault_set(fault, ERR_MISSING, "there is no photo %u", id);
    if ((err = file_read(path, PHOTO_BYTES_MAX, out, fault))) return err;
    bool *copied = size == PHOTO_SMALL ? &album.list[at].small_copied : &album.list[at].copied;
    if (*copied) return ERR_NONE;
    *copied = true;
    return write_album(store, &album, fault);
}

// First from the list: what is gone from there is gone, whatever becomes of its files.
enum err photos_delete(struct store *store, uint32_t id, struct fault *fault) {
    struct album album;
    enum err err = read_album(store, &album, fault);
    if (err) return err;
    size_t at = find(&album, id);
    if (at == album.count) return fault_set(fault, ERR_MISSING, "there is no photo %u", id);
    memmove(&album.list[at], &album.list[at + 1], (album.count - at - 1) * sizeof *album.list);
    album.count--;
    if ((err = write_album(store, &album, fault))) return err;
    return remove_files(store, id, fault);
}
