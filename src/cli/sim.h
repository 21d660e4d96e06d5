// What `critter sim`, `record` and `replay` share.
#pragma once

#include "cli/commands.h"
#include "run/play.h"

struct sim_wish {
    double seconds;      // 0: until interrupted
    const char *speed;   // "max" or a number
    uint64_t seed, from; // from: of a trace
    const char *record, *trace, *socket, *resources, *accuracy, *sound;
    bool quiet, media, loud;
};

int sim_run(struct call *call, const char *scenario, const struct sim_wish *wish);
// One JSON object a life tick to stdout: where everybody is. life below 0: nobody has a soul.
void sim_trace(struct play *play, int life);
