// In which frame its places are told: a new one whenever it was carried, joined to the one before when
// something known is seen.
//
//     origins_start(&origins);
//     if (origins_step(&origins, &senses)) …                       // a new one has begun: origins.current
//     origins_command(&origins, &command);                         // asks the body to begin one
//     origins_join(&origins, older, older_in_current);             // from now on the older one is told in
//     the current one
//     if (origins_tell(&origins, placed, &pose)) …                 // where that is in the current one
//
// Being lifted, falling, and lying on a side are carries; each opens one origin, however long it lasts. A
// body that begins one by itself is believed. Numbers count up from 1 and are never used twice; the oldest
// is forgotten when there are more than the list holds. Plain data.
#pragma once

#include "base/maths/geometry.h"
#include "schema/body.h"

struct belief_origins {
    struct origins all;
    uint32_t current; // 0: the body has not said anything yet
    uint32_t body;    // as the body numbers it
    uint32_t asked;   // of the body; 0: nothing
    uint32_t begun;
    bool away; // it is carried, or falls, or does not stand
};

void origins_start(struct belief_origins *origins);
bool origins_step(struct belief_origins *origins, const struct body_senses *senses);
void origins_command(const struct belief_origins *origins, struct body_command *out);
bool origins_join(struct belief_origins *origins, uint32_t older, struct pose2 older_in_current);
bool origins_tell(const struct belief_origins *origins, struct placed from, struct pose *out);
uint64_t origins_hash(const struct belief_origins *origins);
