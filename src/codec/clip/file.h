// A file of clips opened whatever its form.
//
//     struct clip_file file;
//     if (!clip_file_open("moods.bin", CLIP_AUTO, &file, fault)) …file.clips…
//     clip_file_close(&file);
#pragma once

#include "codec/clip/clip.h"

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
