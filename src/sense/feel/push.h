// Whether its treads turn in vain: straight at a wall they slip, and neither odometry nor gyro tells; with a
// corner caught one of them spins, and the gyro says that nothing turns.
//
//     struct push push = {0};
//     push_step(&push, &config, &senses, model);      // once a tick
//     if (push.in_vain) …                             // it pushes against what does not give way
//
// Motors that rub on the floor work much harder than the same speed needs. A cube that it pushes, and the
// ramp of its charger, are less. A body that tells no loads is never found to. Plain data, without gaps.
#pragma once

#include "base/data/knob.h"
#include "border/body_model.h"

struct push_config {
    float more_load, least_mps, straight_radps, slip_radps, slip_share;
    uint32_t lasts_ms;
};
extern const struct knobs PUSH_KNOBS;

struct push {
    uint64_t since_us, in_vain; // since when it works so hard; 0: it does not
};

void push_step(struct push *push, const struct push_config *config, const struct body_senses *senses,
               const struct body_model *model);
