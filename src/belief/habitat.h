// Whether it stands in its tray: a dark floor of twelve inches with a white line along its rim.
//
//     struct habitat habitat = {0};                                // unknown
//     habitat_step(&habitat, &senses);                             // with all senses, each life tick
//     if (habitat.state == HABITAT_INSIDE) …                       // and habitat.reason says why
//     habitat_force(&habitat, HABITAT_OUTSIDE);                    // until it is carried about
//
// It only watches; somebody else drives. White under the front on two sides, met near each other, is the
// tray; an edge to fall from is
// not, nor is driving on for 400 mm without white in three directions, nor white in two places further apart
// than the tray is wide. Being picked up makes it forget all. Chosen: what is white
// (0.7 of the light and more, on a floor that is darker than 0.45), how far apart directions must be, how
// near the sides. Plain data.
#pragma once

#include "base/maths/geometry.h"
#include "border/border.h"

enum habitat_state { HABITAT_UNKNOWN, HABITAT_INSIDE, HABITAT_OUTSIDE };
enum habitat_reason {
    HABITAT_NOTHING_YET,
    HABITAT_WHITE_SIDES,
    HABITAT_CLIFF,
    HABITAT_FREE_SIDES,
    HABITAT_TOO_LARGE,
    HABITAT_PICKED_UP,
    HABITAT_FORCED
};
extern const char *const HABITAT_STATES[],
    *const HABITAT_REASONS[]; // "Unknown", "InHabitat", "NotInHabitat"; "CliffDetected" …

enum { HABITAT_SIDES = 4 };
struct habitat {
    enum habitat_state state;
    enum habitat_reason reason;
    float floor; // how light it usually is
    uint32_t readings;
    struct {
        float heading;
        struct vec2 at;
    } white[HABITAT_SIDES];
    float free[HABITAT_SIDES]; // headings
    uint32_t white_count, free_count;
    struct pose2 from; // where this straight stretch began
    bool driving, carried;
};
void habitat_step(struct habitat *habitat, const struct body_senses *senses);
void habitat_force(struct habitat *habitat, enum habitat_state state);
uint64_t habitat_hash(const struct habitat *habitat);
