// Eyes that close now and then.
//
//     struct blink blink;
//     blink_start(&blink, seed);
//     float lids = blink_step(&blink, tick);     // 1 open … 0 shut
//
// One blink takes five life ticks; the pause before the next is counted chance, and now and then two come together.
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct blink {
    uint64_t seed;
    uint32_t next, phase; // the tick of the next blink; how far the present one is, 0: eyes are open
    float lids;
};

void blink_start(struct blink *blink, uint64_t seed);
void blink_now(struct blink *blink, uint32_t tick); // somebody asked for it
float blink_step(struct blink *blink, uint32_t tick);
bool blink_began(const struct blink *blink);
