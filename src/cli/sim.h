// What `critter sim`, `record` and `replay` share.
#pragma once

#include "cli/commands.h"
#include "run/play.h"

struct sim_wish {
    double seconds;      // 0: until Ctrl-C
    const char *speed;   // "max" or a number
    uint64_t seed, from; // from: the first tick to trace
    const char *record, *trace, *socket, *resources, *accuracy, *sound;
    bool quiet, media, loud, check;
    struct option_list set;
};

int sim_run(struct call *call, const char *scenario, const struct sim_wish *wish);
// Prints one JSON object a life tick to stdout: where everybody is. life below 0: there is no soul.
void sim_trace(struct play *play, int life);
