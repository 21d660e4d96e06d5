// A blow against the body: a fist against its raised lift is a greeting, any other is a poke.
//
//     switch (blow_of(&config, &senses, model, lift_m)) …     // once a tick; BLOW_NONE most of the time
//
// The brainstem tells the shock and, where it can, that it came from the front. A body that tells only of
// pokes (Cozmo's) is taken to have met a fist while its lift is up.
#pragma once

#include "base/data/knob.h"
#include "border/body_model.h"

struct blow_config {
    float raised_m;
};
extern const struct knobs BLOW_KNOBS;

enum blow { BLOW_NONE, BLOW_POKE, BLOW_FIST_BUMP };
enum blow blow_of(const struct blow_config *config, const struct body_senses *senses,
                  const struct body_model *model, float lift_m);
