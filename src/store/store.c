#include "store/store_internal.h"

#include "base/system/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME_MAX_LENGTH = 40 };

struct kept { // without a folder
    struct kept *next;
    char name[NAME_MAX_LENGTH + 1];
    struct buf text;
};
struct store {
    char folder[STORE_PATH_MAX]; // "": none
    struct kept *kept;
};

struct store *store_open(const char *folder, struct fault *fault) {
    struct store *store = calloc(1, sizeof *store);
    if (!store) {
        fault_set(fault, ERR_MEMORY, "no memory for documents");
        return NULL;
    }
    bool cut = folder &&
               text_copy(text_of(folder), store->folder, STORE_PATH_MAX) >= STORE_PATH_MAX - NAME_MAX_LENGTH;
    if (cut) fault_set(fault, ERR_LIMIT, "%.80s…: the folder's name is too long", folder);
    if (!cut && (!folder || !folder_make(folder, fault))) return store;
    store_close(store);
    return NULL;
}

const char *store_folder(const struct store *store) { return store->folder; }

void store_close(struct store *store) {
    if (!store) return;
    for (struct kept *k = store->kept, *next; k; k = next) {
        next = k->next;
        buf_free(&k->text);
        free(k);
    }
    free(store);
}

static enum err name_fits(const char *name, struct fault *fault) {
    size_t len = strlen(name);
    bool fits = len && len <= NAME_MAX_LENGTH;
    for (size_t i = 0; fits && i < len; i++)
        fits = (name[i] >= 'a' && name[i] <= 'z') || (name[i] >= '0' && name[i] <= '9') || name[i] == '-';
    return fits ? ERR_NONE : fault_set(fault, ERR_SYNTAX, "no document can be called \"%.60s\"", name);
}

static void path_of(const struct store *store, const char *name, char path[STORE_PATH_MAX]) {
    char file[NAME_MAX_LENGTH + sizeof ".json"];
    snprintf(file, sizeof file, "%s.json", name);
    path_join(path, STORE_PATH_MAX, store->folder, file);
}

static struct kept *find(const struct store *store, const char *name) {
    struct kept *k = store->kept;
    while (k && strcmp(k->name, name) != 0) k = k->next;
    return k;
}

enum err store_read(struct store *store, const char *name, struct arena *arena, struct store_document *out,
                    struct fault *fault) {
    static const struct json_limits LIMITS = {.bytes = STORE_BYTES_MAX, .values = 1 << 15, .depth = 32};
    struct fault unread = {0};
    if (!fault) fault = &unread;
    struct json *doc;
    int64_t format, version;
    char path[STORE_PATH_MAX];
    *out = (struct store_document){0};
    if (name_fits(name, fault)) return fault->err;
    if (store->folder[0]) {
        path_of(store, name, path);
        if (!file_exists(path)) return fault_set(fault, ERR_MISSING, "there is no document called %s", name);
        if (json_read(path, arena, &LIMITS, &doc, fault)) return fault->err;
    } else {
        struct kept *k = find(store, name);
        if (!k) return fault_set(fault, ERR_MISSING, "there is no document called %s", name);
        struct text text = {(const char *)k->text.at, k->text.len};
        if (json_parse(text, name, arena, &LIMITS, &doc, fault)) return fault->err;
    }
    bool robots = json_get(doc, "jdoc"); // as the robot itself keeps it
    const char *format_key = robots ? "fmt_version" : "format",
               *version_key = robots ? "doc_version" : "version", *body_key = robots ? "jdoc" : "document";
    if (json_get_int(doc, format_key, 1, INT32_MAX, &format, fault)) return fault->err;
    if (format != STORE_FORMAT)
        return json_fault(json_get(doc, format_key), fault, ERR_VERSION,
                          "this document was written by a newer program (format %lld, known is %d)",
                          (long long)format, STORE_FORMAT);
    const struct json *body = json_get(doc, body_key);
    if (json_get_int(doc, version_key, 1, INT64_MAX, &version, fault)) return fault->err;
    if (!body || body->kind != JSON_OBJECT)
        return json_fault(body ? body : doc, fault, ERR_TYPE, "expected an object called %s", body_key);
    *out = (struct store_document){.version = (uint64_t)version, .body = body};
    return ERR_NONE;
}

static enum err keep(struct store *store, const char *name, struct buf *text, struct fault *fault) {
    struct kept *k = find(store, name);
    if (!k && (k = calloc(1, sizeof *k))) {
        text_copy(text_of(name), k->name, sizeof k->name);
        k->next = store->kept;
        store->kept = k;
    }
    if (!k) return fault_set(fault, ERR_MEMORY, "no memory for a document");
    buf_free(&k->text);
    k->text = *text;
    *text = (struct buf){0};
    return ERR_NONE;
}

// The version of what is there now; 0: nothing, or nothing that can be read.
static enum err version_of(struct store *store, const char *name, uint64_t *version, struct fault *fault) {
    struct arena *arena = arena_new(16 << 10);
    struct store_document there;
    *version = 0;
    if (!arena) return fault_set(fault, ERR_MEMORY, "no memory for a document");
    struct fault unread = {0};
    enum err err = store_read(store, name, arena, &there, &unread);
    if (!err) *version = there.version;
    arena_free(arena);
    if (err == ERR_VERSION && fault) *fault = unread; // nothing of a newer program is overwritten
    return err == ERR_VERSION ? err : ERR_NONE;
}

enum err store_write(struct store *store, const char *name, struct text body, uint64_t *version,
                     struct fault *fault) {
    uint64_t before;
    if (name_fits(name, fault)) return ERR_SYNTAX;
    enum err err = version_of(store, name, &before, fault);
    if (err) return err;
    struct buf text = {.limit = STORE_BYTES_MAX};
    buf_printf(&text, "{\"format\": %d, \"version\": %llu, \"document\": %.*s}\n", STORE_FORMAT,
               (unsigned long long)before + 1, (int)body.len, body.at);
    if (text.err) {
        err = fault_set(fault, text.err, "the document %s is too large", name);
    } else if (store->folder[0]) {
        char path[STORE_PATH_MAX];
        path_of(store, name, path);
        err = file_write_private(path, text.at, text.len, fault);
    } else {
        err = keep(store, name, &text, fault);
    }
    buf_free(&text);
    if (!err) *version = before + 1;
    return err;
}

enum err store_delete(struct store *store, const char *name, struct fault *fault) {
    char path[STORE_PATH_MAX];
    if (name_fits(name, fault)) return ERR_SYNTAX;
    if (store->folder[0]) {
        path_of(store, name, path);
        return unlink(path) && errno != ENOENT ? fault_errno(fault, errno, path, "delete") : ERR_NONE;
    }
    for (struct kept **at = &store->kept; *at; at = &(*at)->next) {
        struct kept *k = *at;
        if (strcmp(k->name, name) != 0) continue;
        *at = k->next;
        buf_free(&k->text);
        free(k);
        break;
    }
    return ERR_NONE;
}

static enum err wipe_one(void *user, const char *path, const char *relative, struct fault *fault) {
    struct store *store = user;
    size_t len = strlen(relative);
    char name[NAME_MAX_LENGTH + 1];
    (void)path;
    if (len <= 5 || len - 5 > NAME_MAX_LENGTH || strcmp(relative + len - 5, ".json") != 0) return ERR_NONE;
    text_copy((struct text){relative, len - 5}, name, sizeof name);
    return name_fits(name, NULL) ? ERR_NONE : store_delete(store, name, fault);
}

enum err store_wipe(struct store *store, struct fault *fault) {
    char photos[STORE_PATH_MAX];
    while (store->kept) store_delete(store, store->kept->name, NULL);
    if (!store->folder[0]) return ERR_NONE;
    if (!path_join(photos, sizeof photos, store->folder, "photos"))
        return fault_set(fault, ERR_LIMIT, "the folder's name is too long");
    enum err err = folder_exists(photos) ? folder_remove(photos, fault) : ERR_NONE;
    return err ? err : folder_walk(store->folder, wipe_one, store, fault);
}
