// What a sweep is lived with beside its scenario: the program, and each file or folder that lives read, with
// a digest of what was in it.
#include "run/sweep/plan_internal.h"

#include "base/hash.h"
#include "base/system/file.h"

#include <inttypes.h>
#include <link.h>
#include <string.h>
#include <sys/stat.h>

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

static enum err add(void *plan, const char *path, struct fault *fault) {
    struct sweep_plan *p = plan;
    for (uint32_t i = 0; i < p->file_count; i++)
        if (!strcmp(p->files[i].path, path)) return ERR_NONE;
    if (p->file_count == SWEEP_FILES_MAX)
        return fault_set(fault, ERR_LIMIT, "a scenario that reads more than %d files", SWEEP_FILES_MAX);
    struct sweep_file *file = &p->files[p->file_count++];
    file->path = sweep_plan_keep(p, text_of(path));
    return file->path ? sweep_digest(path, &file->digest, fault)
                      : fault_set(fault, ERR_MEMORY, "no memory for a sweep");
}

enum err sweep_plan_list_files(struct sweep_plan *p, const struct scenario *scenario, struct fault *fault) {
    enum err err = ERR_NONE;
    p->files = arena_array(p->arena, struct sweep_file, SWEEP_FILES_MAX);
    if (!p->files) return fault_set(fault, ERR_MEMORY, "no memory for a sweep");
    if (p->mind) err = add(p, p->mind, fault);
    if (!err && p->resources) err = add(p, p->resources, fault);
    return err ? err : scenario_each_file(scenario, add, p, fault);
}

// The linker's note of what a program was made of: 20 bytes in place of all of it.
static int find_build(struct dl_phdr_info *info, size_t size, void *user) {
    struct text *out = user;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        const char *at = (const char *)(uintptr_t)(info->dlpi_addr + part->p_vaddr),
                   *end = at + part->p_memsz;
        ElfW(Nhdr) note;
        while (part->p_type == PT_NOTE && (size_t)(end - at) > sizeof note) {
            memcpy(&note, at, sizeof note);
            const char *what = at + sizeof note + ((note.n_namesz + 3) & ~3u);
            at = what + ((note.n_descsz + 3) & ~3u);
            if (note.n_type != NT_GNU_BUILD_ID || at > end) continue;
            *out = (struct text){what, note.n_descsz};
            return 1;
        }
    }
    return 1; // the first is the program itself
}

// A sweep goes on with the program that began it: another build may live another life.
const char *sweep_this_program(struct buf *out) {
    struct text build = {0};
    uint64_t digest = 0;
    dl_iterate_phdr(find_build, &build);
    if (build.len) digest = hash64(0, build.at, build.len);
    if (build.len || !sweep_digest("/proc/self/exe", &digest, NULL)) // linked without one
        buf_printf(out, "%016" PRIx64, digest);
    buf_byte(out, 0);
    return out->err ? "" : (const char *)out->at;
}

enum err sweep_plan_here(const struct sweep_plan *p, struct fault *fault) {
    struct buf program = {0};
    bool same = !strcmp(p->program, sweep_this_program(&program));
    buf_free(&program);
    if (!same)
        return fault_set(fault, ERR_STATE,
                         "this is another build of the program than the one that began this sweep");
    for (uint32_t i = 0; i < p->file_count; i++) {
        uint64_t digest = 0;
        enum err err = sweep_digest(p->files[i].path, &digest, fault);
        if (err) return err;
        if (digest != p->files[i].digest)
            return fault_at(fault, ERR_STATE, p->files[i].path, 0, 0, "has changed since this sweep began");
    }
    return ERR_NONE;
}

static enum err stamp_file(void *user, const char *path, const char *relative, struct fault *fault) {
    uint64_t *stamp = user;
    struct stat is;
    (void)relative, (void)fault;
    if (stat(path, &is)) return ERR_NONE; // its folder has changed with it
    const int64_t numbers[] = {(int64_t)is.st_ino,         (int64_t)is.st_size,
                               (int64_t)is.st_mtim.tv_sec, (int64_t)is.st_mtim.tv_nsec,
                               (int64_t)is.st_ctim.tv_sec, (int64_t)is.st_ctim.tv_nsec};
    *stamp = hash64(hash64(*stamp, numbers, sizeof numbers), path, strlen(path));
    return ERR_NONE;
}

uint64_t sweep_plan_stamp(const struct sweep_plan *p) {
    uint64_t stamp = 0;
    for (uint32_t i = 0; i < p->file_count; i++) {
        const char *path = p->files[i].path;
        if (!folder_exists(path))
            stamp_file(&stamp, path, "", NULL);
        else if (folder_walk(path, stamp_file, &stamp, NULL))
            stamp++; // somebody is at it
    }
    return stamp;
}
