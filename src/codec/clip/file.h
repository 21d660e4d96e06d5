// Opens a file of clips in any format.
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

// ".json" is read as JSON of either form, any other file as binary. Every fault names the file.
enum err clip_file_open(const char *path, enum clip_dialect dialect, struct clip_file *out,
                        struct fault *fault);
// Finds a clip by name; NULL means the first. ERR_UNKNOWN names the nearest.
enum err clip_file_find(const struct clip_file *file, const char *name, const struct clip **out,
                        struct fault *fault);
void clip_file_close(struct clip_file *file); // also after a failed open
