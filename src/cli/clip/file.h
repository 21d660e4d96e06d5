// What the commands of the group clip share: notes, folders gone through, dialects.
#pragma once

#include "cli/commands.h"
#include "codec/clip/file.h"

void clip_file_notes(const struct clip_file *file,
                     const char *path); // to stderr, each with the file before it

// Calls visit for each word of the call that is a file, for every file that fits a word with * ? or [, and
// for every .bin and .json below those that are folders. A visit that fails is complained about and the rest
// is visited all the same; so is a folder without any, and a pattern that fits nothing. Returns the exit
// code.
int clip_each_file(struct call *call, enum err (*visit)(void *user, const char *path, struct fault *fault),
                   void *user);
// "n of m" on a terminal, over itself, while a batch goes on. all 0: not known yet.
void clip_progress(size_t done, size_t all, const char *what);
bool clip_is_pattern(const char *word); // it has * ? or [ in it, and is no file
// The dialect an option names; NULL is CLIP_AUTO.
enum err clip_dialect_option(const char *option, const char *name, enum clip_dialect *out,
                             struct fault *fault);
