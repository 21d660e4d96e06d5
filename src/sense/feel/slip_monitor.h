// Whether the body turns as its treads mean it to: a wall that holds it, a hand that turns it, a floor that
// slips.
//
//     if (slip_monitor_step(&slip, &config, senses, model))      // once a tick; true: it has just begun to
//         … slip.what, slip.side             // which of the ways it can go wrong, and what stands there
//
// The treads say how fast it should turn, the gyro how fast it does. They may differ for a moment, as treads
// slip; what lasts a fifth of a second is told, once, and again when they have agreed in between. In a hand,
// in the air or off its treads nothing is expected of them. Neither straight ahead against a wall: treads
// slip and a gyro feels nothing. Without a gyro's readings nothing is known.
#pragma once

#include "base/data/knob.h"
#include "border/body_model.h"
#include "schema/body.h"
#include "schema/life.h"

struct slip_config {
    float smooth, turns_radps, rotates_radps, stands, slowly, quickly;
    uint32_t lasts_ticks;
};
extern const struct knobs SLIP_KNOBS;

struct slip_monitor {
    float meant_radps, felt_radps, ahead_mps; // of the last tenths of a second
    uint32_t ticks, candidate, told;
    uint32_t what, side; // enum life_slip, enum life_slip_side
};

bool slip_monitor_step(struct slip_monitor *a, const struct slip_config *config,
                       const struct body_senses *senses, const struct body_model *model);
