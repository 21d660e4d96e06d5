// Files: read with a size limit, written atomically, listed in a fixed order.
//
//     struct buf text = {0};
//     if (file_read("creature.json", 1 << 20, &text, fault)) return fault->err;
//     // temporary file, fsync, rename, fsync of the folder
//     file_write("state.json", text.at, text.len, fault);
//
// A write goes through a temporary file ".NAME.new~" beside the target, then replaces it. A crash leaves the
// old file or the new one, and at most this one temporary file, which the next write reuses. Two writers of
// one file take turns. A symbolic link is followed to its target. Devices and pipes are written directly.
// Every fault names the path. Safe from every thread.
#pragma once

#include "base/buf.h"

// Appends to `out`; on failure `out` is as long as before. ERR_LIMIT: more than `limit` bytes.
enum err file_read(const char *path, size_t limit, struct buf *out, struct fault *fault);
enum err file_write(const char *path, const void *bytes, size_t len, struct fault *fault);
// As file_write, but only the owner may read the file: for keys and tokens.
enum err file_write_private(const char *path, const void *bytes, size_t len, struct fault *fault);
// As file_write, but does not wait for the disk, which costs some milliseconds a file: for trees of many
// files that can be made again. After a power cut such a file may be empty.
enum err file_write_unsynced(const char *path, const void *bytes, size_t len, struct fault *fault);
bool file_exists(const char *path); // and is not a folder
bool folder_exists(const char *path);
enum err folder_make(const char *path, struct fault *fault); // and its parents
// Removes a folder with its contents. Never follows links; a missing folder is fine. ERR_DENIED: the
// program's current folder or one above it, however it is spelt.
enum err folder_remove(const char *path, struct fault *fault);
// Locks a folder for one process, or one part of it. ERR_BUSY names the holder. close(*lock) or the end of
// the process releases it.
enum err folder_lock(const char *path, int *lock, struct fault *fault);

// Joins with exactly one slash; false when it does not fit.
bool path_join(char *out, size_t size, const char *folder, const char *name);
const char *path_name(const char *path);      // the part after the last slash
const char *path_extension(const char *path); // ".json", or ""

// Calls `visit` for every regular file below the folder, in byte order of names; a folder's files come where
// its name sorts. `relative` is the path below the folder. Links inside are not followed. This module's own
// files (".lock", ".NAME.new~") are left out. A folder is listed before its first visit, so a visit may
// remove files. If a visit returns an error, the walk ends with it.
enum { FOLDER_DEPTH_MAX = 64 };
enum err folder_walk(const char *folder,
                     enum err (*visit)(void *user, const char *path, const char *relative,
                                       struct fault *fault),
                     void *user, struct fault *fault);

// For tests: the n-th step of a write from now on fails as if the disk were full. 0: none fails. Returns how
// many steps remained from the last call: 0 when that defect was reached.
unsigned file_break_after(unsigned steps);
bool file_breaks(void); // for other modules that write: true if this step fails
