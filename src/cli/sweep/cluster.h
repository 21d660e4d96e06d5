// A sweep on many ranks: rank 0 deals small slices to whoever is free, and every rank lives its own.
//
//     if (!cluster.ranks.own) code = cli_main(…);   // rank 0: its command calls cluster_head
//     else cluster_rank(&cluster);
//     cluster_leave(&cluster);                      // what everybody does at the end
//
// Each life is written to the folder, which all machines share, by the process that lived it. A rank that
// says nothing for too long is taken for dead: its lives are dealt to others. Should it come back, it takes
// part again; a life that was lived twice is the same file.
#pragma once

#include "cli/sweep/living.h"
#include "cli/sweep/ranks.h"
#include "cli/sweep/sweep.h"

struct cluster {
    struct ranks ranks;
    struct living_process living;
    bool all_here, headed; // nobody is missing; the head has parted from everybody
};
extern struct cluster cluster; // of this process: a program's command has nowhere else to find it

// The lives of a plan; `start` says where and how. ERR_CANCELLED: *stop.
enum err cluster_head(struct cluster *c, const struct word *start, struct cli_progress *progress,
                      const atomic_bool *stop, struct fault *fault);
bool cluster_rank(struct cluster *c); // until rank 0 says that it is over; false: it is gone
void cluster_leave(struct cluster *c);
