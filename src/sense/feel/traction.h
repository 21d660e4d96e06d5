// Whether its treads slip altogether: they begin to roll, and the robot does not.
//
//     struct traction traction = {0};
//     traction_step(&traction, &config, &senses, model);       // once a tick
//     if (traction.slips) …                                    // what its treads say is no way
//
// Whoever sets out from rest is pushed, and the accelerometer feels it: what it feels while the treads
// come to their speed, beyond what it felt at rest, must be that speed, at least a good part of it. Nothing
// is felt at an even speed, so each start is judged once, and holds until the treads stand again. Starts
// that are too gentle, that turn, or that begin or go aslant tell nothing. What pushes against something
// slips, too: push.h tells of that, and tells it sooner. Plain data, without gaps.
#pragma once

#include "base/data/knob.h"
#include "border/body_model.h"

struct traction_config {
    float rests_mps, least_mps, least_mps2, share, tilt_rad, level_mps2;
    uint32_t rest_ms, lasts_ms, most_ms;
};
extern const struct knobs TRACTION_KNOBS;

struct traction {
    uint64_t rests_us, began_us, since_us,
        last_us;                          // it stands, set out, slips since; the newest sample; 0: none
    float level_mps2, felt_mps, most_mps; // at rest; since it set out; of its treads
    float pitch_rad, way;                 // as it set out: 1 ahead, -1 back
    uint32_t samples, slips;
};

void traction_step(struct traction *t, const struct traction_config *c, const struct body_senses *s,
                   const struct body_model *model);
