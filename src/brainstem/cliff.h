// Noticing that the floor ends.
//
//     cliff_step(&c, pins->cliffs, pins->cliffs_count, dt_s);
//     if (c.gone) …stop…                      // bits of the sensors that see no floor
//
// Each sensor learns what the floor here looks like; a reading far below that, for long enough, is an edge. A smaller change is only a line.
#pragma once

#include "brainstem/brainstem.h"

struct cliff {
    float floor[4], low_s[4], high_s[4];
    uint8_t gone;  // bit for bit: no floor
    uint8_t lines; // a change that is not an edge
    bool came;     // in this step a floor was lost
};

void cliff_init(struct cliff *c, const struct body_model *model);
void cliff_step(struct cliff *c, const uint16_t *counts, uint32_t count, float dt_s);
