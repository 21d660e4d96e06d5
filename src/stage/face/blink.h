// Blinking eyes.
//
//     struct blink blink;
//     blink_start(&blink, seed, 91, 303);        // pauses of 91 to 303 ticks: 3 to 10 seconds
//     float lids = blink_step(&blink, tick);     // 1 open … 0 shut
//
// One blink takes seven life ticks: it closes quickly and opens slowly. The pause before the next is counted
// chance; sometimes two blinks come together.
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct blink {
    uint64_t seed;
    uint32_t least, most; // length of a pause in ticks
    uint32_t next, phase; // the tick of the next blink; progress of the present one, 0: eyes are open
    uint32_t last;        // when the last one ended
    float lids;
};

void blink_start(struct blink *blink, uint64_t seed, uint32_t least_ticks, uint32_t most_ticks);
void blink_now(struct blink *blink, uint32_t tick); // on request
float blink_step(struct blink *blink, uint32_t tick);
bool blink_began(const struct blink *blink);
