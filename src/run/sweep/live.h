// Lives one life of a sweep, as fast as it goes, and counts what the sweep keeps of it.
//
//     struct scenario *scenario = sweep_scenario(plan, &fault);
//     if (sweep_live(plan, scenario, 16, &watch, life, &fault)) …
//     scenario_free(scenario);
//
// Whatever lives it (a process of this machine or a rank of a cluster), the same number of the same plan is
// the same life. A fault means that it could not be lived here at all; what goes wrong in it stands in the
// life.
#pragma once

#include "run/scenario.h"
#include "run/sweep/life.h"

struct sweep_watch { // may be NULL
    // Now and then, with how long it has lived; false ends it: ERR_CANCELLED.
    bool (*passed)(void *user, double seconds);
    void *user;
    const char *record; // a recording of its world, and its lives beside it; NULL: none
    bool media;         // with pictures and sound
};

struct scenario *sweep_scenario(const struct sweep_plan *plan,
                                struct fault *fault); // of the text that the plan keeps
enum err sweep_live(const struct sweep_plan *plan, const struct scenario *scenario, uint32_t number,
                    const struct sweep_watch *watch, struct sweep_life *out, struct fault *fault);
