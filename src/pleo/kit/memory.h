// What the resources of a project were made from, kept from build to build in a small document.
//
//     struct kit_memory *memory = kit_memory_open(&files, "temp/built.json");  // never fails but for memory
//     if (kit_memory_fresh(memory, "temp/sounds/growl.usf", "adpcm:0 freq:11025")) return;  // nothing to do
//     kit_memory_begin(memory, "temp/sounds/growl.usf", "adpcm:0 freq:11025");
//     kit_memory_from(memory, "../../media/sounds/growl.wav");
//     kit_memory_save(memory, fault);
//     kit_memory_close(memory);
//
// A document that is damaged, or of another version, counts as none: everything is built.
#pragma once

#include "pleo/kit/files.h"

struct kit_memory;
struct kit_memory *kit_memory_open(struct kit_files *files, const char *path); // NULL: no memory
void kit_memory_close(struct kit_memory *memory);
// It is there, was made like this, and none of the files it was made from has changed since.
bool kit_memory_fresh(struct kit_memory *memory, const char *made, const char *how);
void kit_memory_begin(struct kit_memory *memory, const char *made, const char *how);
void kit_memory_from(struct kit_memory *memory, const char *path); // also of a file that is not there
void kit_memory_forget(struct kit_memory *memory, const char *made);
enum err kit_memory_save(struct kit_memory *memory, struct fault *fault);
