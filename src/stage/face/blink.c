#include "stage/face/blink.h"

#include "base/maths/chance.h"

#define STREAM 0x6b6e696c62ull // "blink"

// How far the eyes are open in each tick of a blink: they shut faster than they open.
static const float LIDS[] = {1.0f, 0.62f, 0.2f, 0.0f, 0.12f, 0.42f, 0.72f, 0.92f};
enum { BLINK_TICKS = sizeof LIDS / sizeof LIDS[0], ANOTHER_IN = 8, ANOTHER_AFTER = BLINK_TICKS + 3 };

// From one beginning to the next. One blink in eight is followed by another at once.
static uint32_t pause_after(const struct blink *blink, uint32_t tick) {
    struct chance dice = chance_of(blink->seed, STREAM, tick);
    if (chance_below(&dice, ANOTHER_IN) == 0) return ANOTHER_AFTER;
    return blink->least + chance_below(&dice, blink->most - blink->least + 1);
}

void blink_start(struct blink *blink, uint64_t seed, uint32_t least_ticks, uint32_t most_ticks) {
    *blink = (struct blink){.seed = seed,
                            .least = least_ticks,
                            .most = most_ticks > least_ticks ? most_ticks : least_ticks,
                            .lids = 1};
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
        blink->last = tick;
        blink->next = tick - (BLINK_TICKS - 1) + pause_after(blink, tick);
    }
    return blink->lids = LIDS[blink->phase];
}

bool blink_began(const struct blink *blink) { return blink->phase == 1; }
