// Work that takes longer than a tick.
//
//     struct errand_ticket t = errand_post(crew, &(struct errand){.run = plan, .input = &in, .input_size = sizeof in,
//                                          .answer_size = sizeof(struct plan), .due = tick + 3, .lane = LANE_PLAN}, &err);
//     …
//     errand_wait(crew, tick);                            // headless only: the loop waits at the due tick
//     while (errand_answer(crew, tick, &answer)) …        // those due by this tick, in order of due tick and ticket
//
// An errand is a pure function of its copied input (and of frames it holds): run(input, answer) on any thread. An answer is never
// seen before its due tick, so headless 0, 1 or 8 workers give one life; live nobody waits, a late answer comes at a later tick and the
// recorder writes down which. What is due first runs first. A lane runs one errand at a time in the order posted, for libraries that are
// not re-entrant; lane 0 has no such bound. With 0 workers errands run inside errand_wait; with more, whoever waits there helps.
//
// A cancelled errand is dropped: its answer never comes. If it runs already it runs to its end unseen; either way its slot is free
// again after the next errand_wait (or, live, a later tick's errand_answer), so that what fits does not depend on the workers.
//
// Memory comes from slots made at birth. All functions are for one thread, the crew's owner; drop is called on that thread too.
#pragma once

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

struct crew;
struct errand_ticket {
    uint32_t slot, serial; // {0, 0}: none
};

struct errand {
    // `answer` is zeroed and aligned for anything. An answer_len above answer_size turns into ERR_LIMIT.
    enum err (*run)(const void *input, size_t input_size, void *answer, size_t answer_size,
                    size_t *answer_len);
    // Lets go of what the input holds. Called exactly once, whatever happens: when the answer is handed out, after it was
    // cancelled or lost, when the crew goes, and at once when the post is refused. May be NULL.
    void (*drop)(void *input);
    const void *input; // copied
    size_t input_size, answer_size;
    uint64_t due; // tick
    uint32_t lane;
    uint32_t kind; // the asker's own mark
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
    unsigned workers;  // 0: in the caller's thread
    size_t slots;      // errands under way at once
    size_t slot_bytes; // room for input and answer of one
};

enum { CREW_WORKERS_MAX = 256 };

struct crew_config crew_defaults(void);                  // a worker less than processors, at least one
struct crew *crew_new(const struct crew_config *config); // NULL: no memory, or no threads
void crew_free(struct crew *crew);                       // waits for those that run; drops the rest
// {0, 0} and *err when refused. ERR_BUSY: no slot; ERR_LIMIT: too large. err may be NULL.
struct errand_ticket errand_post(struct crew *crew, const struct errand *errand, enum err *err);
bool errand_cancel(struct crew *crew, struct errand_ticket ticket); // false: unknown or already answered
void errand_cancel_all(struct crew *crew, uint64_t asker);
void errand_wait(struct crew *crew, uint64_t tick); // until every errand due by tick has its answer
bool errand_answer(struct crew *crew, uint64_t tick, struct errand_answer *out); // false: none is ready
size_t errand_count(const struct crew *crew); // under way or waiting to be fetched
// Tests: the n-th errand posted from now is lost: it does not run and answers ERR_CANCELLED. 0: none.
void crew_break_after(struct crew *crew, unsigned errands);
