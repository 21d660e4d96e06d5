// What the commands of the group bank share: opened banks, and names for their numbers.
//
//     struct bank_file file;
//     if (!bank_file_open("assets/sound", "events.txt", &file, fault)) …file.set…
//     bank_file_close(&file);
#pragma once

#include "cli/commands.h"
#include "stage/sound/audio_set.h"

struct bank_file_name {
    uint32_t id;
    const char *text;
};
struct bank_file {
    struct audio_set *set;
    struct arena *arena;
    struct bank_file_name *names; // sorted by id
    size_t name_count;
};

// Opens a bank (.bnk) or a folder of them. Names come from the given file, or else from names.txt or
// SoundbanksInfo.xml next to the banks.
enum err bank_file_open(const char *path, const char *names, struct bank_file *out, struct fault *fault);
void bank_file_close(struct bank_file *file);
const char *bank_file_name(const struct bank_file *file, uint32_t id); // NULL: unknown
// An event by its name or its number; ERR_UNKNOWN suggests the nearest name.
enum err bank_file_event(const struct bank_file *file, const char *name, uint32_t *id, struct fault *fault);
// The name, or "#number", to print.
const char *bank_file_title(const struct bank_file *file, uint32_t id, char *out, size_t size);
