// Whether it is shaken while it is in a hand.
//
//     struct shake shake = {0};
//     if (shake_step(&shake, &config, &senses)) …         // once a tick; true: it has just begun
//
// A sample counts when it is pulled by half its weight more or less than usual, or turned faster than a hand
// turns what it looks at. So many of them, fading by a tenth a tick, are a shaking. Plain data, without gaps.
#pragma once

#include "base/data/knob.h"
#include "schema/body.h"

struct shake_config {
    float pull_mps2, turn_radps, shaken, calm;
};
extern const struct knobs SHAKE_KNOBS;

struct shake {
    float much;
    uint32_t shaken;
};

bool shake_step(struct shake *shake, const struct shake_config *config, const struct body_senses *senses);
