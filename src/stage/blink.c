#include "stage/blink.h"

#include "base/chance.h"

#define STREAM 0x6b6e696c62ull // "blink"

// How far the eyes are open in each tick of a blink: they shut faster than they open.
static const float LIDS[] = {1.0f, 0.45f, 0.0f, 0.25f, 0.7f};
enum { BLINK_TICKS = sizeof LIDS / sizeof LIDS[0] };

// Between 2 and 8 seconds; one blink in eight is followed by another at once.
static uint32_t pause_after(const struct blink *blink, uint32_t tick) {
    struct chance dice = chance_of(blink->seed, STREAM, tick);
    if (chance_below(&dice, 8) == 0) return 4;
    return 60 + chance_below(&dice, 182);
}

void blink_start(struct blink *blink, uint64_t seed) {
    *blink = (struct blink){.seed = seed, .lids = 1};
    blink->next = pause_after(blink, 0);
}

void blink_now(struct blink *blink, uint32_t tick) {
    if (!blink->phase) blink->next = tick;
}

float blink_step(struct blink *blink, uint32_t tick) {
    if (blink->phase)
        blink->phase++;
    else if (tick >= blink->next)
        blink->phase = 1;
    if (blink->phase == BLINK_TICKS) {
        blink->phase = 0;
        blink->next = tick + pause_after(blink, tick);
    }
    return blink->lids = LIDS[blink->phase];
}

bool blink_began(const struct blink *blink) { return blink->phase == 1; }
