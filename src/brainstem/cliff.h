// Detects the edge of the floor.
//
//     cliff_step(&c, pins->cliffs, pins->cliffs_count, rolls, dt_s);
//     if (c.gone) …stop…                      // bits of the sensors that see no floor
//
// Each sensor learns how the floor here looks. A reading far below that, for long enough, is an edge. A
// smaller change is only a line. A darker floor is learned at once, a lighter one only by driving over it,
// and slowly: who rests on a white line does not take the dark floor beside it for an edge.
#pragma once

#include "base/data/knob.h"
#include "border/body_model.h"

struct cliff_config {
    float edge_share, edge_back_share, line_low_share, line_high_share, gone_s, back_s, learn_s, lighter_s;
};
extern const struct knobs CLIFF_KNOBS;

struct cliff {
    struct cliff_config config;
    float floor[4], low_s[4], high_s[4];
    uint8_t gone;  // one bit per sensor: no floor
    uint8_t lines; // a change that is not an edge
    bool came;     // in this step a sensor lost the floor
};

void cliff_init(struct cliff *c, const struct body_model *model);
void cliff_step(struct cliff *c, const uint16_t *counts, uint32_t count, bool rolls, float dt_s);
