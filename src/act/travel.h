// Going somewhere over what is known of the floor: a way is planned, driven, and planned anew when something
// new touches it.
//
//     switch (travel_begin(act, a, goals, count)) …        // RUNNING, or how it ended already
//     result = travel_step(act, a);                        // each tick while RUNNING
//     travel_end(act, a, result);                          // whatever the result
//
// The planner is an errand on a copy of the map around here and there, in squares of 10 mm; what is farther
// than that is reached in stages. Of several goals it takes whichever it reaches first (travel.goal). Two
// answers differ: PATH_PLANNING_FAILED_ABORT says that nothing leads there, _RETRY that something is in the
// way that may move. A range sensor tells badly where to the side a thing stands: when only what it felt is
// in the way, the robot goes near and looks again, a few times; what it cannot make out so it passes slowly,
// and stops for what is right before its nose. One action travels at a time: the one that holds the wheels.
// The copy lies where the crew keeps what errands are given. Plain, nothing allocates.
#pragma once

#include "base/system/errand.h"
#include "nav/plan.h"
#include "schema/life.h"

enum { TRAVEL_SIDE = 400, TRAVEL_ERRAND = 0x7a };
enum travel_state { TRAVEL_NONE, TRAVEL_ASKS, TRAVEL_KNOWS, TRAVEL_DRIVES, TRAVEL_WAITS, TRAVEL_SWEEPS };
struct travel {
    struct pose2 goals[NAV_GOALS], from, end; // from, end: of the way that is driven
    uint32_t goal_count, state, owner, goal, plans, offs, result, checked;
    uint32_t full, staged,
        squeezed;               // only a part of the way; towards the goals; it begins closer than it keeps
    uint32_t doubts, looks;     // across what was felt, to look again; how often it did
    uint32_t bold;              // and across, slowly
    struct body_path_order way; // its segments
    struct errand_ticket ticket;
};

struct act;
struct action;
enum life_result travel_begin(struct act *act, struct action *a, const struct pose2 *goals, uint32_t count);
enum life_result travel_step(struct act *act, struct action *a);
void travel_end(struct act *act, struct action *a, enum life_result result);
bool travel_hear(struct act *act, const struct errand_answer *answer); // false: another's
uint64_t travel_hash(const struct travel *travel);
