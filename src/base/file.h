// Files: read whole with a limit, written so that a crash leaves the old or the new, walked in a fixed order.
//
//     struct buf text = {0};
//     if (file_read("creature.json", 1 << 20, &text, fault)) return fault->err;
//     file_write("state.json", text.at, text.len, fault);    // temporary file, fsync, rename, fsync of the folder
#pragma once

#include "base/buf.h"

enum err file_read(const char *path, size_t limit, struct buf *out, struct fault *fault);
enum err file_write(const char *path, const void *bytes, size_t len, struct fault *fault);
bool file_exists(const char *path);
bool folder_exists(const char *path);
enum err folder_make(const char *path, struct fault *fault);   // and those above it
enum err folder_remove(const char *path, struct fault *fault); // with all that is in it; never follows links
enum err folder_lock(const char *path, int *lock,
                     struct fault *fault); // ERR_BUSY names the holder; close(lock) lets go

// Joins with exactly one slash; false when it does not fit.
bool path_join(char *out, size_t size, const char *folder, const char *name);
const char *path_name(const char *path);      // behind the last slash
const char *path_extension(const char *path); // ".json", or ""

// Calls visit for every file below folder, names in byte order. A visit that returns an error ends the walk.
enum err folder_walk(const char *folder,
                     enum err (*visit)(void *user, const char *path, const char *relative,
                                       struct fault *fault),
                     void *user, struct fault *fault);

// Tests break things on purpose: the n-th step of a write from now on fails as if the disk were full. 0: none.
void file_break_after(unsigned steps);
