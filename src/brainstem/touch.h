// Detects strokes on the back. The electrode drifts, so only a value clearly above its own average counts.
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
