// Detects whether the robot stands in its tray: a dark floor of twelve inches with a white line along its
// rim.
//
//     struct habitat habitat = {0};                                // unknown
//     habitat_step(&habitat, &vector_model, &senses);              // with all senses, each life tick
//     if (habitat.state == HABITAT_INSIDE) …                       // and habitat.reason says why
//     habitat_force(&habitat, HABITAT_OUTSIDE);                    // until it is carried about
//
// It only watches; other code drives. Two white sides, met near each other, mean the tray. Three things mean
// that it is not the tray: an edge to fall from, driving 400 mm without white in three directions, or white
// in two places further apart than the tray is wide. Being picked up clears everything. Our choices: white is
// 0.7 of the light and more, on a floor darker than 0.45; the distance between directions and between sides.
// Plain data.
#pragma once

#include "base/maths/geometry.h"
#include "border/body_model.h"
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
    float floor; // its usual brightness
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
void habitat_step(struct habitat *habitat, const struct body_model *model, const struct body_senses *senses);
void habitat_force(struct habitat *habitat, enum habitat_state state);
uint64_t habitat_hash(const struct habitat *habitat);
