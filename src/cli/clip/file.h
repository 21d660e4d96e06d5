// What the commands of the group clip share: notes, walks through folders, dialects.
#pragma once

#include "cli/commands.h"
#include "codec/clip/file.h"

void clip_file_notes(const struct clip_file *file,
                     const char *path); // to stderr, each after the file's name

// Calls visit for each word that is a file, for every file that matches a word with * ? or [, and for every
// .bin and .json in folders. A visit that fails is reported and the rest goes on. A folder without clips and
// a pattern that matches nothing are reported, too. Returns the exit code.
int clip_each_file(struct call *call, enum err (*visit)(void *user, const char *path, struct fault *fault),
                   void *user);
// "n of m" on one line of a terminal while a batch runs. all 0: not known yet.
void clip_progress(size_t done, size_t all, const char *what);
bool clip_is_pattern(const char *word); // it contains * ? or [, and is no file
// The dialect that an option names; NULL is CLIP_AUTO.
enum err clip_dialect_option(const char *option, const char *name, enum clip_dialect *out,
                             struct fault *fault);
