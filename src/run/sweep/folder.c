#include "run/sweep/folder.h"

#include "base/system/file.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { A_FOLDER = 1000, SOURCE_MAX = 32 << 20 };
static const char MANIFEST[] = "sweep.json", SOURCE[] = "scenario.json", LIVES[] = "lives";

// ------------------------------------------------------------------------------------------------ beginning

static enum err no_room(const char *path, struct fault *fault) {
    return fault_at(fault, ERR_LIMIT, path, 0, 0, "the path is too long");
}

static enum err read_in(const char *folder, const char *name, size_t most, struct buf *out,
                        struct fault *fault) {
    char path[1100];
    if (!path_join(path, sizeof path, folder, name)) return no_room(folder, fault);
    return file_read(path, most, out, fault);
}

static enum err write_in(const char *folder, const char *name, struct text text, struct fault *fault) {
    char path[1100];
    if (!path_join(path, sizeof path, folder, name)) return no_room(folder, fault);
    return file_write(path, text.at, text.len, fault);
}

struct sweep_plan *sweep_folder_plan(const char *path, struct fault *fault) {
    char file[1100];
    struct buf manifest = {0}, source = {0};
    struct sweep_plan *plan = NULL;
    if (!folder_exists(path))
        return fault_at(fault, ERR_MISSING, path, 0, 0, "there is no such folder"), NULL;
    if (!path_join(file, sizeof file, path, MANIFEST)) return no_room(path, fault), NULL;
    if (!file_exists(file))
        return fault_at(fault, ERR_STATE, path, 0, 0, "no folder of a sweep: it has no %s", MANIFEST), NULL;
    if (!file_read(file, SWEEP_MANIFEST_MAX, &manifest, fault) &&
        !read_in(path, SOURCE, SOURCE_MAX, &source, fault))
        plan = sweep_plan_read((struct text){(const char *)manifest.at, manifest.len},
                               (struct text){(const char *)source.at, source.len}, file, fault);
    buf_free(&manifest);
    buf_free(&source);
    return plan;
}

// Nothing but our own lock, and what was left of a beginning that was cut short.
static bool fresh(const char *path) {
    DIR *folder = opendir(path);
    bool own = true;
    for (struct dirent *entry; folder && own && (entry = readdir(folder));) {
        const char *name = entry->d_name;
        own = !strcmp(name, ".") || !strcmp(name, "..") || !strcmp(name, ".lock") || !strcmp(name, SOURCE) ||
              !strcmp(name, ".scenario.json.new~") || !strcmp(name, ".sweep.json.new~");
    }
    if (folder) closedir(folder);
    return folder && own;
}

// The manifest comes last: with it, all of the beginning is there.
static enum err begin_new(const char *path, const struct sweep_plan *plan, struct fault *fault) {
    struct buf manifest = {0};
    if (!fresh(path)) return fault_at(fault, ERR_STATE, path, 0, 0, "no folder of a sweep, and not empty");
    sweep_plan_write(plan, &manifest);
    enum err err = manifest.err ? fault_set(fault, manifest.err, "no memory for a sweep")
                                : write_in(path, SOURCE, plan->source, fault);
    if (!err) err = write_in(path, MANIFEST, (struct text){(const char *)manifest.at, manifest.len}, fault);
    buf_free(&manifest);
    return err;
}

static enum err begin(const char *path, const struct sweep_plan *plan, struct fault *fault) {
    char manifest[1100];
    if (!path_join(manifest, sizeof manifest, path, MANIFEST)) return no_room(path, fault);
    if (!file_exists(manifest)) return begin_new(path, plan, fault);
    struct sweep_plan *there = sweep_folder_plan(path, fault);
    if (!there) return fault && fault->err ? fault->err : ERR_STATE;
    enum err err = sweep_plan_same(there, plan, path, fault);
    sweep_plan_free(there);
    return err;
}

enum err sweep_folder_begin(const char *path, const struct sweep_plan *plan, struct sweep_folder *out,
                            struct fault *fault) {
    if (strlen(path) >= sizeof out->path - 64) return no_room(path, fault);
    snprintf(out->path, sizeof out->path, "%s", path);
    enum err err = folder_make(path, fault);
    if (!err) err = folder_lock(path, &out->lock, fault);
    if (err) return err;
    err = begin(path, plan, fault);
    if (err) sweep_folder_end(out);
    return err;
}

void sweep_folder_end(struct sweep_folder *folder) {
    if (folder->lock >= 0) close(folder->lock);
    folder->lock = -1;
}

// ------------------------------------------------------------------------------------------------ a life

bool sweep_life_path(const char *folder, uint32_t life, char *out, size_t size) {
    int need = snprintf(out, size, "%s/%s/%" PRIu32 "/%" PRIu32 ".txt", folder, LIVES, life / A_FOLDER, life);
    return need > 0 && (size_t)need < size;
}

enum err sweep_folder_keep(const char *folder, const struct sweep_plan *plan, const struct sweep_life *life,
                           struct fault *fault) {
    char path[1200], above[1200];
    struct buf text = {0};
    if (!sweep_life_path(folder, life->life, path, sizeof path)) return no_room(folder, fault);
    snprintf(above, sizeof above, "%.*s", (int)(strrchr(path, '/') - path), path);
    sweep_life_write(life, plan, &text);
    enum err err = text.err ? fault_set(fault, text.err, "no memory for a life") : ERR_NONE;
    if (!err && !folder_exists(above)) err = folder_make(above, fault);
    // After a power cut it may be empty: then it is torn, and lived again.
    if (!err) err = file_write_unsynced(path, text.at, text.len, fault);
    buf_free(&text);
    return err;
}

// ------------------------------------------------------------------------------------------------ looking

struct looking {
    const struct sweep_plan *plan;
    const struct sweep_look *look;
    struct sweep_life *life;
    struct buf text;
};

static void tell(struct looking *l, enum sweep_found is, const struct sweep_life *life, struct fault *said,
                 const char *path) {
    fault_in(said, path);
    l->look->found(l->look->user, is, life, said);
}

static void look_at(struct looking *l, uint32_t number, const char *path) {
    struct fault said = {0};
    buf_clear(&l->text);
    enum err err = file_read(path, SWEEP_LIFE_BYTES, &l->text, &said);
    if (!err)
        err = sweep_life_read((struct text){(const char *)l->text.at, l->text.len}, l->plan, l->life, &said);
    if (!err && l->life->life != number)
        err = fault_set(&said, ERR_DUPLICATE, "this is life %" PRIu32 " under the name of another",
                        l->life->life);
    bool torn = err == ERR_CHECKSUM || err == ERR_SHORT;
    tell(l, !err ? SWEEP_WHOLE : torn ? SWEEP_TORN : SWEEP_FOREIGN, err ? NULL : l->life, &said, path);
}

// The number that a name stands for; false: no life's name.
static bool number_of(const char *name, const char *end, uint64_t most, uint32_t *out) {
    size_t len = strlen(name), tail = strlen(end);
    uint64_t number = 0;
    char again[32];
    if (len <= tail || len > 20 || strcmp(name + len - tail, end) != 0) return false;
    if (text_to_u64((struct text){name, len - tail}, &number) || number >= most) return false;
    snprintf(again, sizeof again, "%" PRIu64 "%s", number, end); // no zeros in front, no plus
    *out = (uint32_t)number;
    return !strcmp(again, name);
}

static int by_number(const void *a, const void *b) {
    uint32_t x, y;
    memcpy(&x, a, sizeof x), memcpy(&y, b, sizeof y);
    return x < y ? -1 : x > y;
}

// The numbers of the files, or of the folders, that lie there; what has no number is foreign.
static enum err numbers_in(struct looking *l, const char *path, const char *end, uint64_t most,
                           uint32_t **out, size_t *count, struct fault *fault) {
    DIR *folder = opendir(path);
    size_t room = 0;
    *out = NULL, *count = 0;
    if (!folder)
        return errno == ENOENT ? ERR_NONE : fault_errno(fault, errno, path, "cannot open this folder");
    enum err err = ERR_NONE;
    for (struct dirent *entry; !err && (entry = readdir(folder));) {
        const char *name = entry->d_name;
        uint32_t number;
        if (name[0] == '.') continue; // what is being written
        if (!number_of(name, end, most, &number)) {
            struct fault said = {0};
            char file[1300];
            fault_set(&said, ERR_UNKNOWN, "this is no file of a sweep");
            tell(l, SWEEP_FOREIGN, NULL, &said, path_join(file, sizeof file, path, name) ? file : path);
            continue;
        }
        if (*count == room) {
            uint32_t *more = realloc(*out, (room = room ? room * 2 : 1024) * sizeof **out);
            if (!more) err = fault_set(fault, ERR_MEMORY, "no memory for the names of lives");
            if (more) *out = more;
        }
        if (!err) (*out)[(*count)++] = number;
    }
    closedir(folder);
    if (*count) qsort(*out, *count, sizeof **out, by_number);
    return err;
}

static enum err look_in(struct looking *l, const char *path, uint32_t thousand, struct fault *fault) {
    char folder[1200], file[1300];
    uint32_t *numbers;
    size_t count;
    snprintf(folder, sizeof folder, "%s/%s/%" PRIu32, path, LIVES, thousand);
    enum err err = numbers_in(l, folder, ".txt", l->plan->lives, &numbers, &count, fault);
    for (size_t i = 0; !err && i < count; i++) {
        snprintf(file, sizeof file, "%s/%" PRIu32 ".txt", folder, numbers[i]);
        struct fault said = {0};
        if (numbers[i] / A_FOLDER == thousand)
            look_at(l, numbers[i], file);
        else
            fault_set(&said, ERR_DUPLICATE, "this life belongs into another folder"),
                tell(l, SWEEP_FOREIGN, NULL, &said, file);
    }
    free(numbers);
    return err;
}

enum err sweep_folder_look(const char *path, const struct sweep_plan *plan, const struct sweep_look *look,
                           struct fault *fault) {
    struct looking l = {.plan = plan, .look = look, .life = calloc(1, sizeof *l.life)};
    char lives[1200];
    uint32_t *thousands;
    size_t count;
    if (!l.life) return fault_set(fault, ERR_MEMORY, "no memory for a life");
    enum err err =
        path_join(lives, sizeof lives, path, LIVES) && strlen(lives) < 1100 ? ERR_NONE : no_room(path, fault);
    if (!err)
        err = numbers_in(&l, lives, "", plan->lives / A_FOLDER + 1, &thousands, &count, fault);
    else
        thousands = NULL, count = 0;
    for (size_t i = 0; !err && i < count; i++) err = look_in(&l, path, thousands[i], fault);
    free(thousands);
    buf_free(&l.text);
    free(l.life);
    return err;
}
