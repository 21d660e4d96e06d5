// What a creature without a mind does by itself: a face for what it feels, and sleep after a long quiet.
//
// A table and two counters; when the mind comes, this file goes.
#pragma once

#include "schema/life.h"
#include "stage/eyes.h"

struct instinct {
    uint32_t quiet_since; // tick
    bool asleep;
};

void instinct_step(struct instinct *instinct, struct eyes *eyes, const struct life_event *events,
                   uint32_t count, bool busy, uint32_t tick);
