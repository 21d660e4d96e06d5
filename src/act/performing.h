// Clips on a robot: which one plays, for whom, and what its tracks put out.
//
//     performing_start(&p, &config, library, memory);
//     // ERR_BUSY: a track is taken
//     if (performing_begin(&p, clip, trigger, loops, without, ticket, &fault)) …
//     player_step(&p.player, &in, &p.out);
//
// A clip that was asked for has a ticket; one that the mind plays has none, and gives way to whatever is
// asked for.
#pragma once

#include "base/maths/maths.h"
#include "stage/clip/player.h"
#include "stage/library/groups.h"
#include "stage/library/library.h"
#include "stage/lights/lights.h"

struct performing {
    const struct library *library; // NULL: it has no clips
    struct player player;
    struct player_out out;
    struct group_memory memory;
    uint32_t chosen[2]; // numbers of the clips that triggers came to last, +1, the newest first
    int32_t number;     // in the library; -1: none plays
    uint32_t length_ms; // of one time round
    uint32_t ticket;    // whose request it is; 0: the mind's
    struct text trigger;
    struct body_joint_target head, lift; // where the clip sends them, told again until it lets go
    bool drives;                         // its wheels turn now
    struct body_wheels wheels;
    struct light_desk lights;
};

void performing_start(struct performing *p, const struct player_config *config, const struct library *library,
                      struct group_memory memory);
// The clip that played before is told aborted in the coming step.
enum err performing_begin(struct performing *p, const struct clip *clip, struct text trigger, uint32_t loops,
                          uint32_t without, uint32_t ticket, struct fault *fault);
// Whichever clip of a trigger's group fits now; NULL: none.
const struct clip *performing_choose(struct performing *p, const struct library_trigger *trigger,
                                     enum simple_mood mood, float head_rad, uint64_t now_ms, uint32_t tick);
// What the mind plays on these tracks is over.
void performing_give_way(struct performing *p, uint32_t tracks);
uint64_t performing_hash(const struct performing *p);
