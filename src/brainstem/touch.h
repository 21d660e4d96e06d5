// Whether somebody strokes the back: an electrode drifts, so only what is clearly above its own usual reading counts.
//
//     touch_step(&t, raw, dt_s);
//     t.touched
#pragma once

#include <stdbool.h>

struct touch {
    float usual, above_s, below_s;
    bool ready, touched;
};

void touch_step(struct touch *t, float raw, float dt_s);
