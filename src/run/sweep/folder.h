// The folder of a sweep: its manifest, the scenario's text, and a file a life.
//
//     struct sweep_folder folder = {.lock = -1};
//     if (sweep_folder_begin("out", plan, &folder, &fault)) …     // a new one, or this sweep's own
//     sweep_folder_look(folder.path, plan, &look, &fault);        // what is there already
//     sweep_folder_keep(folder.path, plan, &life, &fault);        // a life more
//     sweep_folder_end(&folder);
//     struct sweep_plan *there = sweep_folder_plan("out", &fault);   // for those who only read
//
//     out/sweep.json  out/scenario.json  out/lives/0/16.txt  out/lives/1/1016.txt
//
// Who begins holds a lock until it ends or dies. Every file is written whole or not at all. A life that was
// lived twice is the same file.
#pragma once

#include "run/sweep/life.h"

struct sweep_folder {
    char path[1024];
    int lock;
};
// ERR_BUSY: another sweep runs there. ERR_STATE: the folder belongs to another sweep, or to none.
enum err sweep_folder_begin(const char *path, const struct sweep_plan *plan, struct sweep_folder *out,
                            struct fault *fault);
void sweep_folder_end(struct sweep_folder *folder);
struct sweep_plan *sweep_folder_plan(const char *path, struct fault *fault);

bool sweep_life_path(const char *folder, uint32_t life, char *out, size_t size);
enum err sweep_folder_keep(const char *folder, const struct sweep_plan *plan, const struct sweep_life *life,
                           struct fault *fault);

// What lies in the folder. Torn files are told and count as not there, and so is what belongs to no sweep.
enum sweep_found { SWEEP_WHOLE, SWEEP_TORN, SWEEP_FOREIGN };
struct sweep_look {
    // Of each life's file, in the order of their numbers; said: why it does not count.
    void (*found)(void *user, enum sweep_found is, const struct sweep_life *life, const struct fault *said);
    void *user;
};
enum err sweep_folder_look(const char *path, const struct sweep_plan *plan, const struct sweep_look *look,
                           struct fault *fault);
