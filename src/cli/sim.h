// What `critter sim`, `record` and `replay` share.
#pragma once

#include "cli/commands.h"
#include "run/play.h"

struct sim_wish {
    double seconds;      // 0: until Ctrl-C
    double hours;        // more of them
    const char *speed;   // "max" or a number
    uint64_t seed, from; // from: the first tick to trace
    const char *record, *trace, *socket, *resources, *accuracy, *sound, *card, *life, *mind;
    bool quiet, media, loud, check, text;
    struct option_list set;
};

int sim_run(struct call *call, const char *scenario, const struct sim_wish *wish);
// Prints what a Pleo has written in his log since `next`; of another soul nothing.
void sim_log(struct play *play, int life, uint32_t *next);
// Prints one JSON object a life tick to stdout: where everybody is. life below 0: there is no soul.
void sim_trace(struct play *play, int life);
