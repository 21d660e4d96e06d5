// Background work that takes longer than a tick.
//
//     struct errand errand = {.run = plan, .input = &in, .input_size = sizeof in,
//                             .answer_size = sizeof(struct plan), .due = tick + 3, .lane = LANE_PLAN};
//     struct errand_ticket t = errand_post(crew, &errand, &err);
//     …
//     errand_wait(crew, tick);                            // headless only: the loop waits at the due tick
//     // those due by this tick, in order of due tick and ticket
//     while (errand_answer(crew, tick, &answer)) …
//
// An errand is a pure function of its copied input and of the frames it holds: run(input, answer), on any
// thread. An answer is never seen before its due tick, so a headless run gives the same life with 0, 1 or 8
// workers. A live run does not wait: a late answer arrives at a later tick, and the recorder notes which.
//
// The errand that is due first runs first. A lane runs one errand at a time, in the order posted, for
// libraries that are not re-entrant; lane 0 has no such limit. With 0 workers errands run inside errand_wait.
// With more, the thread that waits there helps.
//
// A cancelled errand never gives an answer. If it is running, it runs to its end and the result is dropped.
// Its slot is free again after the next errand_wait (live: after a later tick's errand_answer), so capacity
// does not depend on the workers.
//
// Memory comes from slots allocated by crew_new. All functions, and the `drop` callback, run on one thread:
// the owner's.
#pragma once

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

struct crew;
struct errand_ticket {
    uint32_t slot, serial; // {0, 0}: no ticket
};

struct errand {
    // `answer` is zeroed and aligned for any type. An answer_len above answer_size becomes ERR_LIMIT.
    enum err (*run)(const void *input, size_t input_size, void *answer, size_t answer_size,
                    size_t *answer_len);
    // Releases what the input holds. Called exactly once in every case: after the answer is handed out, after
    // it was cancelled or lost, when the crew is freed, or at once when the post is refused. May be NULL.
    void (*drop)(void *input);
    const void *input; // copied
    // Writes an input that is large into its place, so that nobody keeps it twice: `input` is what it is told
    // then, and not touched after the post. NULL: it is copied.
    void (*write)(const void *input, void *place, size_t size);
    size_t input_size, answer_size;
    uint64_t due; // tick
    uint32_t lane;
    uint32_t kind; // a tag of the caller's
    uint64_t asker;
};
struct errand_answer {
    struct errand_ticket ticket;
    enum err err; // what run returned
    uint32_t kind;
    uint64_t asker, due;
    const void *answer; // valid until the next call of errand_answer
    size_t answer_len;
};
struct crew_config {
    unsigned workers;  // 0: run in the caller's thread
    size_t slots;      // errands in progress at once
    size_t slot_bytes; // for the input and answer of one errand
};

enum { CREW_WORKERS_MAX = 256 };

struct crew_config crew_defaults(void);                  // one worker less than processors, at least one
struct crew *crew_new(const struct crew_config *config); // NULL: no memory, or no threads
void crew_free(struct crew *crew);                       // waits for running errands; drops the rest
// Returns {0, 0} and sets *err when refused. ERR_BUSY: no free slot. ERR_LIMIT: too large. err may be NULL.
struct errand_ticket errand_post(struct crew *crew, const struct errand *errand, enum err *err);
bool errand_cancel(struct crew *crew, struct errand_ticket ticket); // false: unknown or already answered
void errand_cancel_all(struct crew *crew, uint64_t asker);
void errand_wait(struct crew *crew, uint64_t tick); // until every errand due by `tick` is answered
bool errand_answer(struct crew *crew, uint64_t tick, struct errand_answer *out); // false: no answer is ready
size_t errand_count(const struct crew *crew); // running, or waiting to be fetched
// For tests: the n-th errand posted from now on is lost. It does not run and answers ERR_CANCELLED. 0: none
// is lost.
void crew_break_after(struct crew *crew, unsigned errands);
