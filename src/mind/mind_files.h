// The files of a mind: our own, built into the program, or a person's own from disk.
//
//     if (mind_file_read("vector_moods.json", NULL, arena, &document, fault)) return fault->err;
//     // emotions, events and results in one file
//     if (mind_moods_read("vector", NULL, arena, &moods, fault)) return fault->err;
//
// With a folder a file in it comes before ours. Documents live in the arena.
#pragma once

#include "base/system/embedded.h"
#include "mind/mood/moods.h"
#include "voice/strings.h"

enum err mind_file_read(const char *name, const char *folder, struct arena *arena, struct json **out,
                        struct fault *fault);
enum err mind_moods_read(const char *creature, const char *folder, struct arena *arena, struct moods *out,
                         struct fault *fault);
// The sentences of a locale, English ones where it has none. The caller frees them.
enum err mind_sentences_read(const char *locale, struct arena *arena, struct strings **out,
                             struct fault *fault);
extern const struct embedded MIND_FILES[];
