// Whether its treads slip altogether: they begin to roll, and the robot does not.
//
//     struct traction traction = {0};
//     traction_step(&traction, &config, &senses, model);       // once a tick
//     if (traction.slips) …                                    // what its treads say is no way
//
// Whoever sets out from rest is pushed, and the accelerometer feels it: what it feels while the treads
// come to their speed, beyond what it felt at rest, must be that speed, at least a good part of it. Each
// start is judged once, and holds until the treads stand again. On its way, and when it stops, what it feels
// must be what the treads gain and lose: who is held up without them, or slides on, has lost his hold. Starts
// that are too gentle, and ways that turn or go aslant, tell nothing. What pushes against something slips,
// too: push.h tells of that, and tells it sooner. Plain data, without gaps.
#pragma once

#include "base/data/knob.h"
#include "border/body_model.h"

struct traction_config {
    float rests_mps, least_mps, least_mps2, share, tilt_rad, level_mps2, apart_share;
    uint32_t rest_ms, lasts_ms, most_ms, apart_ms;
};
extern const struct knobs TRACTION_KNOBS;

enum { TRACTION_TICKS = 18 }; // over which feeling and treads are compared
struct traction {
    uint64_t rests_us, began_us, since_us,
        last_us;                          // it stands, set out, slips since; the newest sample; 0: none
    uint64_t followed_us, apart_us;       // the newest sample on its way; feeling and treads part since
    float level_mps2, felt_mps, most_mps; // at rest; since it set out; of its treads
    float pitch_rad, way;                 // as it set out: 1 ahead, -1 back
    float lost_mps;                       // what held it up when its treads lost their hold; 0: nothing
    float was_mps, rest_mps2;             // its treads, a tick before; what it feels since it stands
    float apart_mps[TRACTION_TICKS], along_mps[TRACTION_TICKS]; // what only it felt, and how fast it went
    uint32_t samples, ticks;
    uint16_t slips, knows; // knows: what it feels while nothing pushes it
};

void traction_step(struct traction *t, const struct traction_config *c, const struct body_senses *s,
                   const struct body_model *model);
