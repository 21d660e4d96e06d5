#include "brainstem/debounce.h"

void debounce_step(struct debounce *c, bool closed, float debounce_s, float dt_s) {
    c->other_s = closed == c->down ? 0 : c->other_s + dt_s;
    if (c->other_s < debounce_s || closed == c->down) return;
    c->down = closed, c->other_s = 0;
    c->came |= closed;
}
