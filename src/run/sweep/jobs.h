// Lives the lives of a sweep on this machine: a process a job, one life at a time in each.
//
//     struct sweep_jobs_config config = {.plan = plan, .folder = "out", .lock = lock, .jobs = 4,
//                                        .stop = &stopped, .dealer = dealer, .told = told, .user = me};
//     if (sweep_jobs(&config, &fault)) …                        // returns when all are lived, or *stop
//
// Every job writes the files of its lives itself. A job that dies in a life is replaced and the life is dealt
// again; a life in which it crashes twice is kept as one that crashed, and one that stands still twice for
// longer than we have patience as one that hung. Jobs end with the process that began them, however it ends.
// Call it before there are threads.
#pragma once

#include "run/sweep/dealer.h"
#include "run/sweep/life.h"

#include <stdatomic.h>

enum { SWEEP_JOBS_MAX = 1024 };

// What a job tells of a life that ended.
struct sweep_told {
    uint32_t life;
    bool failed;
    double seconds;             // that it lived
    struct sweep_failure worst; // when something failed
    uint64_t memory_bytes;      // the most that its process has needed so far
};
struct sweep_jobs_config {
    const struct sweep_plan *plan;
    const char *folder;
    uint32_t jobs;     // 1 to SWEEP_JOBS_MAX
    int lock;          // of the folder, which only we hold; below 0: none
    double patience_s; // with a life that does not go on; 0: for ever
    const atomic_bool *stop;
    struct dealer *dealer;
    void (*told)(void *user, const struct sweep_told *told); // may be NULL
    void (*idle)(void *user);                                // several times a second; may be NULL
    void *user;
};
// ERR_CANCELLED: *stop. Lives that were under way are lost then, and nothing else.
enum err sweep_jobs(const struct sweep_jobs_config *config, struct fault *fault);
uint32_t sweep_jobs_default(void); // as many as there are processors for us
