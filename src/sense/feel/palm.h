// Whether it stands on a palm: taken up, and level for some time.
//
//     struct palm palm = {0};
//     if (palm_step(&palm, &config, &senses)) … palm.on …     // once a tick; true: it has just changed
//
// A hand that grips it tilts and turns it; a palm that carries it keeps it level. Plain data, without gaps.
#pragma once

#include "base/data/knob.h"
#include "schema/body.h"

struct palm_config {
    float level_deg;
    uint32_t settle_ms;
};
extern const struct knobs PALM_KNOBS;

struct palm {
    uint64_t since_us; // level, or (while it is on one) not level; 0: it is not
    uint64_t on;
};

bool palm_step(struct palm *palm, const struct palm_config *config, const struct body_senses *senses);
