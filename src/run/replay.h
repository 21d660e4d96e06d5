// Lives a recording again: the same soul gets the same input, tick by tick.
//
//     struct replay_result result;
//     replay_life(tape, &about, model, library, watcher, user, &result, &fault);
//     if (result.parted) printf("another life since tick %u\n", result.parted_tick);
//
// A life that had clips needs the same ones again: ERR_VERSION when the library differs. There is no world
// and no errand runs: the recording holds their answers.
#pragma once

#include "run/recorder.h"

struct crew;
struct library;

struct replay_result {
    uint32_t ticks, compared, requests, answers;
    uint32_t marks;            // views that were compared, too
    uint32_t pictures, sounds; // that were handed in again
    bool parted, torn;
    uint32_t parted_tick; // the first tick whose command is another one
    uint64_t hash;        // of the soul at the end
};

typedef void replay_watcher(void *user, struct soul *soul, uint32_t tick);
// Makes the soul as it was born. Errands it posts to that crew are never run. NULL, with a fault: it cannot
// be.
typedef struct soul *replay_born(void *user, struct crew *crew, struct fault *fault);
enum err replay_soul(struct recording *tape, const struct body_model *model, replay_born *born,
                     void *born_user, replay_watcher *watcher, void *user, struct replay_result *out,
                     struct fault *fault);
// Of a robot.
enum err replay_life(struct recording *tape, const struct recording_about *about,
                     const struct body_model *model, const struct library *library, replay_watcher *watcher,
                     void *user, struct replay_result *out, struct fault *fault);
// Of a Pleo. Cards that were put in then are read again, and must be as they were: ERR_CHECKSUM.
enum err replay_pleo(struct recording *tape, const struct recording_about *about,
                     const struct body_model *model, replay_watcher *watcher, void *user,
                     struct replay_result *out, struct fault *fault);
