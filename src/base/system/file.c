#include "base/system/file.h"
#include "base/plural.h"

#include "base/hash.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_uint breaks; // steps until one fails

unsigned file_break_after(unsigned steps) { return atomic_exchange(&breaks, steps); }

bool file_breaks(void) {
    unsigned left = atomic_load(&breaks);
    while (left && !atomic_compare_exchange_weak(&breaks, &left, left - 1)) {
    }
    if (left == 1) errno = ENOSPC;
    return left == 1;
}

static ssize_t read_some(int fd, void *to, size_t size) {
    ssize_t len;
    do len = read(fd, to, size);
    while (len < 0 && errno == EINTR);
    return len;
}

// Reads until the end, whatever the system says about the size: files grow, and pipes have none.
static enum err read_all(int fd, size_t limit, struct buf *out, const char *path, struct fault *fault) {
    for (size_t left = limit;;) {
        uint8_t more; // at the limit only one byte is asked for, to see whether there is one
        size_t spare = out->room > out->len + 1 ? out->room - out->len - 1 : 16384;
        if (spare > left) spare = left;
        if (!buf_reserve(out, spare))
            return fault_at(fault, out->err, path, 0, 0, "cannot read: %s",
                            out->err == ERR_LIMIT ? "too large for its buffer" : "out of memory");
        ssize_t len = read_some(fd, left ? out->at + out->len : &more, left ? spare : 1);
        if (len < 0) return fault_errno(fault, errno, path, "cannot read");
        if (len == 0) return ERR_NONE;
        if (!left)
            return fault_at(fault, ERR_LIMIT, path, 0, 0, "larger than the limit of %s",
                            PLURAL(limit, "byte"));
        buf_extend(out, (size_t)len);
        left -= (size_t)len;
    }
}

enum err file_read(const char *path, size_t limit, struct buf *out, struct fault *fault) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return fault_errno(fault, errno, path, "cannot read");
    struct stat is = {0};
    size_t before = out->len;
    enum err err = ERR_NONE;
    if (!fstat(fd, &is) && S_ISDIR(is.st_mode))
        err = fault_at(fault, ERR_TYPE, path, 0, 0, "cannot read: this is a folder, expected a file");
    else if (S_ISREG(is.st_mode) && (uintmax_t)is.st_size > limit)
        err = fault_at(fault, ERR_LIMIT, path, 0, 0, "larger than the limit of %s", PLURAL(limit, "byte"));
    else if (S_ISREG(is.st_mode) && is.st_size > 0 && (!out->limit || (uintmax_t)is.st_size < out->limit))
        buf_reserve(out, (size_t)is.st_size + 1); // and one to meet the end with
    if (!err) err = read_all(fd, limit, out, path, fault);
    close(fd);
    if (err && out->len > before) out->at[out->len = before] = 0;
    return err;
}

static enum err write_all(int fd, const void *bytes, size_t len) {
    const uint8_t *at = bytes;
    while (len) {
        ssize_t done = file_breaks() ? -1 : write(fd, at, len);
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) return ERR_IO;
        at += done, len -= (size_t)done;
    }
    return ERR_NONE;
}

// ".NAME.new~" beside the file; a name too long for that gives way to its hash.
static bool name_beside(const char *path, char *out, size_t size) {
    const char *name = path_name(path);
    int folder = (int)(name - path);
    int len = strlen(name) + 6 <= NAME_MAX ? snprintf(out, size, "%.*s.%s.new~", folder, path, name)
                                           : snprintf(out, size, "%.*s.%016llx.new~", folder, path,
                                                      (unsigned long long)hash64(0, name, strlen(name)));
    return len > 0 && (size_t)len < size;
}

// Opens the temporary file and holds it alone. Whoever held it before may have renamed it away meanwhile:
// then again.
static int open_beside(const char *beside, mode_t mode) {
    for (;;) {
        int fd = file_breaks() ? -1 : open(beside, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode);
        if (fd < 0) return -1;
        while (flock(fd, LOCK_EX) && errno == EINTR) {
        } // where locks are not to be had we go without
        struct stat held, there;
        if (!fstat(fd, &held) && !lstat(beside, &there) && held.st_ino == there.st_ino &&
            held.st_dev == there.st_dev)
            return fd;
        close(fd);
    }
}

static int sync_folder_of(const char *path) {
    char folder[PATH_MAX];
    size_t len = (size_t)(path_name(path) - path);
    snprintf(folder, sizeof folder, "%.*s", (int)len, len ? path : "");
    int fd = file_breaks() ? -1 : open(len ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return -1;
    int bad = fsync(fd) && errno != EINVAL && errno != EROFS; // some file systems cannot, and need not
    int number = errno;
    close(fd);
    errno = number;
    return bad ? -1 : 0;
}

struct how {
    mode_t mode;
    bool keep_mode, lasting; // lasting: it is on the disk before this returns
};

static enum err write_beside(const char *path, const void *bytes, size_t len, struct how how,
                             struct fault *fault) {
    char beside[PATH_MAX];
    if (!name_beside(path, beside, sizeof beside))
        return fault_errno(fault, ENAMETOOLONG, path, "cannot write");
    int fd = open_beside(beside, how.mode);
    if (fd < 0) return fault_errno(fault, errno, path, "cannot write");
    bool bad = (how.keep_mode && fchmod(fd, how.mode)) || ftruncate(fd, 0) || write_all(fd, bytes, len) ||
               (how.lasting && (file_breaks() || fsync(fd))) || file_breaks() || rename(beside, path);
    int number = errno;
    if (bad) unlink(beside); // still ours: the lock is held until it is closed
    close(fd);
    if (bad) return fault_errno(fault, number, path, "cannot write");
    if (how.lasting && sync_folder_of(path))
        return fault_errno(fault, errno, path, "written, but a power cut may undo it");
    return ERR_NONE;
}

static enum err write_straight(const char *path, const void *bytes, size_t len, struct fault *fault) {
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0) return fault_errno(fault, errno, path, "cannot write");
    bool bad = write_all(fd, bytes, len);
    int number = errno;
    close(fd);
    return bad ? fault_errno(fault, number, path, "cannot write") : ERR_NONE;
}

static enum err write_file(const char *path, const void *bytes, size_t len, bool private, bool lasting,
                           struct fault *fault) {
    struct stat is;
    if (!path[0] || path_name(path)[0] == 0)
        return fault_at(fault, ERR_TYPE, path, 0, 0, "cannot write: expected the name of a file");
    bool there = !stat(path, &is);
    if (there && S_ISDIR(is.st_mode))
        return fault_at(fault, ERR_TYPE, path, 0, 0, "cannot write: this is a folder, expected a file");
    if (there && !S_ISREG(is.st_mode)) return write_straight(path, bytes, len, fault);
    struct how how = {private ? 0600 : there ? is.st_mode & 0777 : 0666, there || private, lasting};
    struct stat link;
    if (lstat(path, &link) || !S_ISLNK(link.st_mode)) return write_beside(path, bytes, len, how, fault);
    char *meant = realpath(path, NULL);
    if (!meant) return fault_errno(fault, errno, path, "cannot write: the link leads nowhere");
    enum err err = write_beside(meant, bytes, len, how, fault);
    free(meant);
    return err;
}

enum err file_write(const char *path, const void *bytes, size_t len, struct fault *fault) {
    return write_file(path, bytes, len, false, true, fault);
}

enum err file_write_private(const char *path, const void *bytes, size_t len, struct fault *fault) {
    return write_file(path, bytes, len, true, true, fault);
}

enum err file_write_unsynced(const char *path, const void *bytes, size_t len, struct fault *fault) {
    return write_file(path, bytes, len, false, false, fault);
}

bool file_exists(const char *path) {
    struct stat is;
    return !stat(path, &is) && !S_ISDIR(is.st_mode);
}
