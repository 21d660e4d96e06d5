// What the commands of the group clip share: a clip file opened whatever its form, and folders gone through.
//
//     struct clip_file file;
//     if (!clip_file_open("moods.bin", CLIP_AUTO, &file, fault)) …file.clips…
//     clip_file_close(&file);
#pragma once

#include "cli/commands.h"
#include "codec/clip.h"

struct clip_file {
    struct buf bytes, notes;
    struct arena *arena;
    struct clips clips;
    bool is_json;
};

// ".json" is read as JSON of either form, everything else as a binary file. Every fault names the file.
enum err clip_file_open(const char *path, enum clip_dialect dialect, struct clip_file *out,
                        struct fault *fault);
// A clip by name, NULL: the first. ERR_UNKNOWN names the nearest.
enum err clip_file_find(const struct clip_file *file, const char *name, const struct clip **out,
                        struct fault *fault);
void clip_file_close(struct clip_file *file); // also after a failed open
void clip_file_notes(const struct clip_file *file,
                     const char *path); // to stderr, each with the file before it

// Calls visit for each word of the call that is a file, for every file that fits a word with * ? or [, and for every .bin and .json below those that
// are folders. A visit that fails is complained about and the rest is visited all the same; so is a folder without any, and a pattern that fits
// nothing. Returns the exit code.
int clip_each_file(struct call *call, enum err (*visit)(void *user, const char *path, struct fault *fault),
                   void *user);
// "n of m" on a terminal, over itself, while a batch goes on. all 0: not known yet.
void clip_progress(size_t done, size_t all, const char *what);
bool clip_is_pattern(const char *word); // it has * ? or [ in it, and is no file
// The dialect an option names; NULL is CLIP_AUTO.
enum err clip_dialect_option(const char *option, const char *name, enum clip_dialect *out,
                             struct fault *fault);
