// Files: read whole with a limit, written so that a crash leaves the old or the new, walked in a fixed order.
//
//     struct buf text = {0};
//     if (file_read("creature.json", 1 << 20, &text, fault)) return fault->err;
//     file_write("state.json", text.at, text.len, fault);    // temporary file, fsync, rename, fsync of the folder
//
// A write goes through ".NAME.new~" beside the file, always the same one for the same file, so a killed program leaves at most
// that one and the next write uses it up; two writers of one file take turns. A link is followed to the file it means; a
// device or a pipe is written straight. Every fault names the path. Safe from every thread.
#pragma once

#include "base/buf.h"

// Appends to `out`; on failure `out` is as long as before. ERR_LIMIT: more than `limit` bytes.
enum err file_read(const char *path, size_t limit, struct buf *out, struct fault *fault);
enum err file_write(const char *path, const void *bytes, size_t len, struct fault *fault);
enum err file_write_private(const char *path, const void *bytes, size_t len,
                            struct fault *fault); // only the owner may read it: keys, tokens
bool file_exists(const char *path);               // and is no folder
bool folder_exists(const char *path);
enum err folder_make(const char *path, struct fault *fault); // and those above it
// With all that is in it. Never follows links; fine when it is gone already. ERR_DENIED: the folder in which this program
// stands, or one above it, however it is spelt.
enum err folder_remove(const char *path, struct fault *fault);
// One process (or one part of it) at a time: ERR_BUSY names the holder; close(*lock) or the end of the process lets go.
enum err folder_lock(const char *path, int *lock, struct fault *fault);

// Joins with exactly one slash; false when it does not fit.
bool path_join(char *out, size_t size, const char *folder, const char *name);
const char *path_name(const char *path);      // behind the last slash
const char *path_extension(const char *path); // ".json", or ""

// Calls visit for every plain file below folder: names in byte order, a folder's files where its name stands. `relative` is the
// path below folder. Links inside are not followed, and what this module keeps for itself (".lock", ".NAME.new~") is left
// out. The names of a folder are read before its first visit, so a visit may remove files. A visit that returns an error ends
// the walk with it.
enum { FOLDER_DEPTH_MAX = 64 };
enum err folder_walk(const char *folder,
                     enum err (*visit)(void *user, const char *path, const char *relative,
                                       struct fault *fault),
                     void *user, struct fault *fault);

// Tests break things on purpose: the n-th step of a write from now on fails as if the disk were full. 0: none. Returns how many
// steps were still to go from the last time: 0 when that fault was met.
unsigned file_break_after(unsigned steps);
bool file_breaks(void); // for other modules that write: true when this step is the one
