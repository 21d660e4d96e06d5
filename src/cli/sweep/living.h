// The process beside a rank that lives its lives. It is begun before MPI is, and knows nothing of it: it may
// begin processes of its own as it likes, and what happens in a life happens to nobody else.
//
//     struct living_process living;
//     if (living_begin(&living, &fault)) …
//     living_say(&living, &word);                       // WORD_START, then WORD_SLICE whenever it was free
//     while (living_hear(&living, wait_ms, &word)) …    // what it says; once it is gone, a WORD_TROUBLE
//     living_end(&living);                              // whatever it does just then
//
// It ends with the process that began it.
#pragma once

#include "cli/sweep/word.h"

#include <sys/types.h>

struct living_process {
    pid_t pid;
    int fd; // below 0: it is gone
};
enum err living_begin(struct living_process *out, struct fault *fault);
void living_say(struct living_process *living, const struct word *word);
bool living_hear(struct living_process *living, int wait_ms, struct word *out); // false: nothing in this time
void living_end(struct living_process *living);
