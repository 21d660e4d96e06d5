// Work that takes longer than a tick.
//
//     struct errand_ticket t = errand_post(crew, &(struct errand){.run = plan, .input = &in, .input_size = sizeof in,
//                                                                  .answer_size = sizeof(struct plan), .due = tick + 3, .lane = LANE_PLAN});
//     …
//     while (errand_answer(crew, tick, &answer)) …        // those due by this tick, in order of due tick and ticket
//
// An errand is a pure function of its copied input (and of frames it holds): run(input, answer) on any thread. Headless, the loop waits at
// the due tick (errand_wait), so 0, 1 or 8 workers give one life; live, a late answer comes at a later tick and the recorder writes
// down which. A lane runs one errand at a time in the order posted, for libraries that are not re-entrant; lane 0 has no such bound. With
// 0 workers errands run inside errand_wait. A cancelled errand is dropped: its answer never comes. Memory comes from slots made at birth.
#pragma once

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

struct crew;
struct errand_ticket {
    uint32_t slot, serial; // {0, 0}: none
};

struct errand {
    enum err (*run)(const void *input, size_t input_size, void *answer, size_t answer_size,
                    size_t *answer_len);
    void (*drop)(
        void *input);  // lets go of what the input holds; called exactly once, whatever happens; may be NULL
    const void *input; // copied
    size_t input_size, answer_size;
    uint64_t due; // tick
    uint32_t lane;
    uint32_t kind; // the asker's own mark
    uint64_t asker;
};
struct errand_answer {
    struct errand_ticket ticket;
    enum err err;
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

struct crew_config crew_defaults(void);
struct crew *crew_new(const struct crew_config *config); // NULL: no memory, or no threads
void crew_free(struct crew *crew);                       // waits for those that run; drops the rest
struct errand_ticket errand_post(struct crew *crew, const struct errand *errand,
                                 enum err *err);                    // ERR_BUSY: no slot; ERR_LIMIT: too large
bool errand_cancel(struct crew *crew, struct errand_ticket ticket); // false: unknown or already answered
void errand_cancel_all(struct crew *crew, uint64_t asker);
void errand_wait(struct crew *crew, uint64_t tick); // until every errand due by tick has its answer
bool errand_answer(struct crew *crew, uint64_t tick, struct errand_answer *out); // false: none is ready
size_t errand_count(const struct crew *crew); // under way or waiting to be fetched
void crew_break_after(struct crew *crew,
                      unsigned errands); // tests: the n-th errand from now is lost (ERR_CANCELLED); 0: none
