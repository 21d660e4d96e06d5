// The ranks of an MPI program, as little of them as a sweep needs: small words to and from rank 0. The one
// file that knows MPI.
//
//     struct ranks ranks;
//     ranks_begin(&ranks, &argc, &argv);
//     ranks_say(&ranks, 3, &word);
//     while (ranks_hear(&ranks, &from, &word)) …        // what has come; never waits
//     ranks_end(&ranks, true);                          // everybody does; false: somebody is missing
//
// Words come whole and in the order in which one rank said them to another. Saying something to a rank that
// is gone is no fault.
#pragma once

#include "cli/sweep/word.h"

struct ranks {
    int own, count;
};
void ranks_begin(struct ranks *ranks, int *argc, char ***argv);
void ranks_say(const struct ranks *ranks, int to, const struct word *word);
bool ranks_hear(const struct ranks *ranks, int *from, struct word *out);
void ranks_end(const struct ranks *ranks, bool all_here);
