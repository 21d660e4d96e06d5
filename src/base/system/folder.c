#include "base/system/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

bool path_join(char *out, size_t size, const char *folder, const char *name) {
    size_t len = strlen(folder);
    bool root = len && folder[0] == '/';
    while (len && folder[len - 1] == '/') len--;
    if (len || root)
        while (*name == '/') name++;
    int need = snprintf(out, size, "%.*s%s%s", (int)len, folder, len || root ? "/" : "", name);
    return need >= 0 && (size_t)need < size;
}

const char *path_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

const char *path_extension(const char *path) {
    const char *name = path_name(path), *dot = strrchr(name, '.');
    return dot && dot != name && dot[1] ? dot : "";
}

bool folder_exists(const char *path) {
    struct stat is;
    return !stat(path, &is) && S_ISDIR(is.st_mode);
}

enum err folder_make(const char *path, struct fault *fault) {
    char part[PATH_MAX];
    size_t len = strlen(path);
    if (!len) return fault_at(fault, ERR_MISSING, path, 0, 0, "expected the name of a folder");
    if (len >= sizeof part) return fault_errno(fault, ENAMETOOLONG, path, "cannot make this folder");
    for (size_t at = 1; at <= len; at++) {
        if (path[at] != '/' && path[at]) continue;
        memcpy(part, path, at);
        part[at] = 0;
        if (!mkdir(part, 0777) || folder_exists(part)) continue;
        return fault_errno(fault, errno == EEXIST ? ENOTDIR : errno, part, "cannot make this folder");
    }
    return ERR_NONE;
}

// The names in a folder, sorted.
struct names {
    struct buf text;
    char **at;
    size_t count;
};

static void names_free(struct names *names) {
    buf_free(&names->text);
    free(names->at);
}

static int by_bytes(const void *a, const void *b) {
    const char *const *left = a, *const *right = b;
    return strcmp(*left, *right);
}

static enum err names_of(DIR *folder, struct names *names) {
    errno = 0;
    for (struct dirent *entry; (entry = readdir(folder)); errno = 0) {
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
        buf_bytes(&names->text, entry->d_name, strlen(entry->d_name) + 1);
        names->count++;
    }
    if (errno) return err_of_errno(errno);
    names->at = calloc(names->count + 1, sizeof *names->at);
    if (names->text.err || !names->at) return ERR_MEMORY;
    char *name = (char *)names->text.at;
    for (size_t i = 0; i < names->count; i++, name += strlen(name) + 1) names->at[i] = name;
    qsort(names->at, names->count, sizeof *names->at, by_bytes);
    return ERR_NONE;
}

// Opens a folder inside another without following a link, and reads its names.
static DIR *enter(int above, const char *name, int flags, struct names *names, const char *path,
                  struct fault *fault, enum err *err) {
    int fd = openat(above, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | flags);
    DIR *folder = fd < 0 ? NULL : fdopendir(fd);
    if (!folder) {
        *err = fault_errno(fault, errno, path, "cannot open this folder");
        if (fd >= 0) close(fd);
        return NULL;
    }
    *err = names_of(folder, names);
    if (!*err) return folder;
    fault_at(fault, *err, path, 0, 0, "cannot read this folder: %s", err_name(*err));
    closedir(folder);
    return NULL;
}

static enum err too_deep(const char *path, struct fault *fault) {
    return fault_at(fault, ERR_LIMIT, path, 0, 0, "folders nested deeper than %d", FOLDER_DEPTH_MAX);
}

// The path being walked grows and shrinks by one name; false: no memory.
static bool step_into(struct buf *path, const char *name) {
    if (path->len && path->at[path->len - 1] != '/') buf_byte(path, '/');
    buf_text(path, name);
    return !path->err;
}

static void step_back(struct buf *path, size_t len) {
    path->len = len;
    path->at[len] = 0;
}

static enum err empty(int above, const char *name, struct buf *path, unsigned depth, struct fault *fault) {
    const char *at = (const char *)path->at;
    if (depth > FOLDER_DEPTH_MAX) return too_deep(at, fault);
    struct names names = {0};
    enum err err;
    DIR *folder = enter(above, name, O_NOFOLLOW, &names, at, fault, &err);
    for (size_t i = 0; folder && !err && i < names.count; i++) {
        size_t len = path->len;
        if (!step_into(path, names.at[i])) err = fault_at(fault, ERR_MEMORY, name, 0, 0, "out of memory");
        at = (const char *)path->at;
        if (!err && unlinkat(dirfd(folder), names.at[i], 0) && errno != ENOENT) {
            // Linux says EISDIR, POSIX allows EPERM.
            if (errno != EISDIR && errno != EPERM) err = fault_errno(fault, errno, at, "cannot remove");
            if (!err) err = empty(dirfd(folder), names.at[i], path, depth + 1, fault);
            if (!err && unlinkat(dirfd(folder), names.at[i], AT_REMOVEDIR))
                err = fault_errno(fault, errno, (const char *)path->at, "cannot remove");
        }
        step_back(path, len);
    }
    if (folder) closedir(folder);
    names_free(&names);
    return err;
}

// Whether the folder is the one in which this program stands, or one above it. However its path is spelt:
// what counts is which folder it is. When that cannot be found out it counts as yes.
static bool stands_in(const struct stat *folder) {
    int at = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool inside = true;
    for (struct stat here, above; at >= 0;) {
        int up = openat(at, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        bool known = up >= 0 && !fstat(at, &here) && !fstat(up, &above);
        close(at);
        at = up;
        if (!known || (here.st_ino == folder->st_ino && here.st_dev == folder->st_dev)) break;
        inside = here.st_ino != above.st_ino || here.st_dev != above.st_dev;
        if (!inside) break; // the root, and not met
    }
    if (at >= 0) close(at);
    return inside;
}

enum err folder_remove(const char *path, struct fault *fault) {
    size_t len = strlen(path);
    while (len > 1 && path[len - 1] == '/') len--; // "link/" would mean the target of the link
    if (!len) return fault_at(fault, ERR_MISSING, path, 0, 0, "expected the name of a folder");
    struct buf at = {0};
    buf_bytes(&at, path, len);
    if (at.err) return fault_at(fault, at.err, path, 0, 0, "out of memory");
    const char *plain = (const char *)at.at;
    struct stat is;
    enum err err = ERR_NONE;
    if (lstat(plain, &is)) {
        if (errno != ENOENT) err = fault_errno(fault, errno, path, "cannot remove");
    } else if (!S_ISDIR(is.st_mode)) {
        err = fault_at(fault, ERR_TYPE, path, 0, 0, "cannot remove: expected a folder");
    } else if (stands_in(&is)) {
        err = fault_at(fault, ERR_DENIED, path, 0, 0, "cannot remove the current folder or one above it");
    } else {
        err = empty(AT_FDCWD, plain, &at, 1, fault);
        if (!err && rmdir((const char *)at.at)) err = fault_errno(fault, errno, path, "cannot remove");
    }
    buf_free(&at);
    return err;
}

enum err folder_lock(const char *path, int *lock, struct fault *fault) {
    char file[PATH_MAX], holder[64] = "";
    *lock = -1;
    if (!path_join(file, sizeof file, path, ".lock"))
        return fault_errno(fault, ENAMETOOLONG, path, "cannot lock");
    int fd = open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (fd < 0) return fault_errno(fault, errno, path, "cannot lock");
    if (flock(fd, LOCK_EX | LOCK_NB)) {
        int number = errno;
        ssize_t len = number == EWOULDBLOCK ? pread(fd, holder, sizeof holder - 1, 0) : 0;
        close(fd);
        if (number != EWOULDBLOCK) return fault_errno(fault, number, path, "cannot lock");
        holder[len > 0 ? len : 0] = 0;
        holder[strcspn(holder, "\n")] = 0;
        return fault_at(fault, ERR_BUSY, path, 0, 0, "in use by %s", holder[0] ? holder : "another process");
    }
    int len = snprintf(holder, sizeof holder, "process %ld\n", (long)getpid());
    // Only for the reader of a fault: a full disk does not stop us.
    if (ftruncate(fd, 0) || pwrite(fd, holder, (size_t)len, 0) < 0) errno = 0;
    *lock = fd;
    return ERR_NONE;
}

struct walk {
    enum err (*visit)(void *user, const char *path, const char *relative, struct fault *fault);
    void *user;
    struct buf path;
    size_t skip; // where the relative path begins
    struct fault *fault;
};

static bool kept_for_ourselves(const char *name) {
    size_t len = strlen(name);
    return !strcmp(name, ".lock") || (name[0] == '.' && len > 6 && !strcmp(name + len - 5, ".new~"));
}

static enum err walk(struct walk *at, int above, const char *name, int flags, unsigned depth) {
    if (depth > FOLDER_DEPTH_MAX) return too_deep((const char *)at->path.at, at->fault);
    struct names names = {0};
    enum err err;
    DIR *folder = enter(above, name, flags, &names, (const char *)at->path.at, at->fault, &err);
    size_t len = at->path.len;
    for (size_t i = 0; folder && !err && i < names.count; i++) {
        struct stat is;
        if (fstatat(dirfd(folder), names.at[i], &is, AT_SYMLINK_NOFOLLOW)) continue; // gone meanwhile
        if (!step_into(&at->path, names.at[i])) {
            err = fault_at(at->fault, ERR_MEMORY, name, 0, 0, "out of memory");
        } else if (S_ISDIR(is.st_mode)) {
            err = walk(at, dirfd(folder), names.at[i], O_NOFOLLOW, depth + 1);
        } else if (S_ISREG(is.st_mode) && !kept_for_ourselves(names.at[i])) {
            const char *path = (const char *)at->path.at;
            err = at->visit(at->user, path, path + at->skip, at->fault);
        }
        step_back(&at->path, len);
    }
    if (folder) closedir(folder);
    names_free(&names);
    return err;
}

enum err folder_walk(const char *folder,
                     enum err (*visit)(void *user, const char *path, const char *relative,
                                       struct fault *fault),
                     void *user, struct fault *fault) {
    struct walk at = {.visit = visit, .user = user, .fault = fault};
    buf_text(&at.path, folder);
    if (at.path.err || !folder[0]) {
        enum err err = at.path.err ? at.path.err : ERR_MISSING;
        buf_free(&at.path);
        return fault_at(fault, err, folder, 0, 0,
                        err == ERR_MEMORY ? "out of memory" : "expected the name of a folder");
    }
    at.skip = at.path.len + (at.path.at[at.path.len - 1] != '/');
    enum err err = walk(&at, AT_FDCWD, folder, 0, 1);
    buf_free(&at.path);
    return err;
}
