// The files of a project, seen from its folder, and what a build has read of each.
//
//     struct kit_files files;
//     kit_files_open(&files, "examples/hello/hello.upf", KIT_INCLUDES, fault);
//     kit_files_read(&files, "media/growl.wav", limit, &out, fault);       // from examples/hello/
//     kit_files_close(&files);
//
// Paths are relative to the project's folder, or absolute. Where a name is not found as it is written, one
// that differs only in capital letters is taken, as on the systems the kit was made for. A path that begins
// with KIT_FOLDER names an include of the kit, which is built into the program.
#pragma once

#include "base/buf.h"
#include "base/system/embedded.h"
#include "base/table.h"

#define KIT_FOLDER "kit:"
enum { KIT_PATH = 1024 };

struct kit_files {
    char folder[KIT_PATH]; // "" is the present one
    const struct embedded *includes;
    struct table sums;   // path to struct kit_sum, of this run
    struct table before; // the same, of the run before: kit_memory fills it
};

// The hash of a file's bytes. While nobody touched the file (its stamp: size, times, number), it need not be
// read again to know it.
struct kit_sum {
    uint64_t sum, stamp; // stamp 0: not to be trusted, the file is too new
};

enum err kit_files_open(struct kit_files *files, const char *project, const struct embedded *includes,
                        struct fault *fault);
void kit_files_close(struct kit_files *files);
// Where a path lies on this system. False: no such file, or the path is too long; `out` then has it as
// written.
bool kit_files_place(const struct kit_files *files, const char *path, char out[KIT_PATH]);
// ERR_MISSING: no such file.
enum err kit_files_read(struct kit_files *files, const char *path, size_t limit, struct buf *out,
                        struct fault *fault);
// Makes the folder, too. A file that holds these bytes already is left as it is. kit_files_write is for what
// a build can make again and does not wait for the disk; kit_files_keep is for what must be there after a
// power cut.
enum err kit_files_write(struct kit_files *files, const char *path, const void *bytes, size_t len,
                         struct fault *fault);
enum err kit_files_keep(struct kit_files *files, const char *path, const void *bytes, size_t len,
                        struct fault *fault);
// A number that changes with the file's bytes; 0: there is no such file. Each file is read at most once a
// run.
uint64_t kit_files_sum(struct kit_files *files, const char *path);
uint64_t kit_sum_of(const void *bytes, size_t len);                  // of a file with these bytes
uint64_t kit_files_stamp(struct kit_files *files, const char *path); // of one whose sum was asked for
