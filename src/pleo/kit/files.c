#include "pleo/kit/files.h"

#include "base/hash.h"
#include "base/system/file.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { SUM_BYTES_MAX = 256 << 20 };

enum err kit_files_open(struct kit_files *files, const char *project, const struct embedded *includes,
                        struct fault *fault) {
    *files = (struct kit_files){.includes = includes};
    size_t len = (size_t)(path_name(project) - project);
    if (len >= sizeof files->folder / 2)
        return fault_set(fault, ERR_LIMIT, "the path \"%.60s…\" is too long", project);
    text_copy((struct text){project, len}, files->folder, sizeof files->folder);
    return ERR_NONE;
}

uint64_t kit_sum_of(const void *bytes, size_t len) { return hash64(0, bytes, len) | 1; }

static void free_values(struct table *table) {
    for (size_t i = 0; i < table_count(table); i++) free(table_at(table, i)->value);
    table_free(table);
}

void kit_files_close(struct kit_files *files) {
    free_values(&files->sums);
    free_values(&files->before);
}

static bool there(const char *path) { return !access(path, F_OK); }

// The name in this folder that differs from `name` only in capital letters: the first by byte order.
static bool nearest(const char *folder, struct text name, char *out, size_t size) {
    DIR *dir = opendir(*folder ? folder : ".");
    if (!dir) return false;
    bool found = false;
    for (struct dirent *entry; (entry = readdir(dir));)
        if (text_same_nocase(text_of(entry->d_name), name) && (!found || strcmp(entry->d_name, out) < 0) &&
            snprintf(out, size, "%s", entry->d_name) < (int)size)
            found = true;
    closedir(dir);
    return found;
}

static bool as_written(const struct kit_files *files, const char *path, char out[KIT_PATH]) {
    return snprintf(out, KIT_PATH, "%s%s", path[0] == '/' ? "" : files->folder, path) < KIT_PATH;
}

bool kit_files_place(const struct kit_files *files, const char *path, char out[KIT_PATH]) {
    bool whole = path[0] == '/';
    if (!as_written(files, path, out)) return false;
    if (there(out)) return true;
    // Step by step: each folder as it is written, else as it is there.
    char walked[KIT_PATH], name[256];
    size_t len = (size_t)snprintf(walked, sizeof walked, "%s", whole ? "/" : files->folder);
    struct text rest = text_of(path), step;
    while (text_split(&rest, '/', &step)) {
        if (!step.len) continue;
        char folder[KIT_PATH];
        memcpy(folder, walked, len + 1);
        if (len && walked[len - 1] != '/') walked[len++] = '/';
        if (len + step.len + 2 >= sizeof walked || step.len >= sizeof name) return false;
        text_copy(step, walked + len, sizeof walked - len);
        if (!there(walked)) {
            if (!nearest(folder, step, name, sizeof name)) return false;
            text_copy(text_of(name), walked + len, sizeof walked - len);
        }
        len += step.len;
    }
    memcpy(out, walked, len + 1);
    return true;
}

static const struct embedded *include_called(const struct kit_files *files, const char *name) {
    while (*name == '/') name++;
    for (const struct embedded *file = files->includes; file && file->path; file++)
        if (!strcasecmp(file->path + 1, name)) return file;
    return NULL;
}

enum err kit_files_read(struct kit_files *files, const char *path, size_t limit, struct buf *out,
                        struct fault *fault) {
    char place[KIT_PATH];
    if (text_starts(text_of(path), KIT_FOLDER)) {
        const struct embedded *include = include_called(files, path + strlen(KIT_FOLDER));
        if (!include) return fault_set(fault, ERR_MISSING, "the kit has no %s", path + strlen(KIT_FOLDER));
        buf_bytes(out, include->bytes, include->len);
        return out->err;
    }
    struct fault inside = {0};
    enum err err = as_written(files, path, place) ? file_read(place, limit, out, &inside) : ERR_MISSING;
    if (err && !there(place))
        err = kit_files_place(files, path, place) ? file_read(place, limit, out, &inside) : ERR_MISSING;
    if (err == ERR_MISSING || err == ERR_TYPE) {
        char shown[200];
        return fault_set(fault, ERR_MISSING, "%s \"%s\"",
                         err == ERR_TYPE ? "this is a folder:" : "there is no file",
                         text_shown(text_of(path), shown, sizeof shown));
    }
    if (err && fault) *fault = inside;
    return err;
}

static enum err put(struct kit_files *files, const char *path, const void *bytes, size_t len, bool keep,
                    struct fault *fault) {
    char place[KIT_PATH], folder[KIT_PATH];
    struct buf old = {0};
    if (!kit_files_place(files, path, place) && strlen(place) >= KIT_PATH - 1)
        return fault_set(fault, ERR_LIMIT, "the path \"%.60s…\" is too long", path);
    struct kit_sum *sum = table_get(&files->sums, text_of(path));
    if (sum) *sum = (struct kit_sum){.sum = kit_sum_of(bytes, len)};
    bool same = file_exists(place) && !file_read(place, len + 1, &old, NULL) && old.len == len &&
                (!len || !memcmp(old.at, bytes, len));
    buf_free(&old);
    if (same) return ERR_NONE;
    text_copy((struct text){place, (size_t)(path_name(place) - place)}, folder, sizeof folder);
    enum err err = *folder ? folder_make(folder, fault) : ERR_NONE;
    if (err) return err;
    return keep ? file_write(place, bytes, len, fault) : file_write_unsynced(place, bytes, len, fault);
}

enum err kit_files_write(struct kit_files *files, const char *path, const void *bytes, size_t len,
                         struct fault *fault) {
    return put(files, path, bytes, len, false, fault);
}

enum err kit_files_keep(struct kit_files *files, const char *path, const void *bytes, size_t len,
                        struct fault *fault) {
    return put(files, path, bytes, len, true, fault);
}

// A file that was changed twice within a tick of the system's clock may keep its stamp. So the stamp of a
// file that was changed just now is none. False: there is no such file.
static bool stamp_of(const struct kit_files *files, const char *path, uint64_t *stamp) {
    enum { SETTLED_NS = 50 * 1000 * 1000 };
    char place[KIT_PATH];
    struct stat is;
    struct timespec now;
    *stamp = 0;
    if ((!as_written(files, path, place) || stat(place, &is)) &&
        (!kit_files_place(files, path, place) || stat(place, &is)))
        return false;
    if (clock_gettime(CLOCK_REALTIME, &now)) return true;
    int64_t age_ns =
        (int64_t)(now.tv_sec - is.st_ctim.tv_sec) * 1000000000 + (now.tv_nsec - is.st_ctim.tv_nsec);
    if (age_ns < SETTLED_NS) return true;
    const int64_t facts[] = {is.st_size,         (int64_t)is.st_ino, is.st_mtim.tv_sec,
                             is.st_mtim.tv_nsec, is.st_ctim.tv_sec,  is.st_ctim.tv_nsec};
    *stamp = hash64(1, facts, sizeof facts) | 1;
    return true;
}

uint64_t kit_files_stamp(struct kit_files *files, const char *path) {
    struct kit_sum *known = table_get(&files->sums, text_of(path));
    if (known && known->sum && !known->stamp) stamp_of(files, path, &known->stamp);
    return known ? known->stamp : 0;
}

uint64_t kit_files_sum(struct kit_files *files, const char *path) {
    struct kit_sum *known = table_get(&files->sums, text_of(path)),
                   *before = table_get(&files->before, text_of(path));
    if (known) return known->sum;
    struct buf bytes = {0};
    uint64_t sum = 0, stamp = 0;
    bool ours = text_starts(text_of(path), KIT_FOLDER);
    if (!ours && !stamp_of(files, path, &stamp))
        sum = 0;
    else if (before && stamp && before->stamp == stamp)
        sum = before->sum;
    else if (!kit_files_read(files, path, SUM_BYTES_MAX, &bytes, NULL))
        sum = kit_sum_of(bytes.at, bytes.len);
    buf_free(&bytes);
    known = malloc(sizeof *known);
    if (!known) return sum;
    *known = (struct kit_sum){sum, stamp};
    if (!table_put(&files->sums, text_of(path), known)) free(known);
    return sum;
}
