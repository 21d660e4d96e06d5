// What only the world knows of the bodies it can hold: masses, legs, batteries. Their measures stand in
// border/body_model.h.
//
//     const struct figure *figure = figure_find("vector");
//
// A line that says "chosen" holds a round number that we picked: no usable document gives it. The tables are
// constant and nobody frees them.
#pragma once

#include "border/body_model.h"
#include "world/plane/plane.h"
#include "world/shape/limb.h"

struct figure {
    const char *creature;
    float mass_kg;
    struct vec3 centre;            // of mass
    bool treads;                   // else it walks, or stands on its box
    const struct limb *limbs;      // LIMBS_MAX of them; NULL: no legs
    const struct neck *neck;       // NULL: its head sits on the trunk
    bool head_board;               // it has a computer in its head: see skin.c
    uint32_t touch_spots;          // switches under the skin; 0: one electrode, or no touch sensor
    float capacity_ah, ohm;        // of its battery
    float idle_a, motor_a;         // current at rest, and of a motor that stalls at full duty
    float bridge_a;                // the bridge of one motor lets no more through
    float trip_a;                  // its battery pack disconnects above this current
    float touch_rest, touch_delta; // counts of the electrode
    float motor_nm_per_a;
};

const struct figure *figure_find(const char *creature); // NULL: no such creature
// The figure's parts on the plane; returns how many. A rover has the trunk, then the treads (drives 1 and 2),
// then the fork (drive 3). A walker has the trunk, then each leg's upper and lower part (drives 1 and 5 for
// the first leg, 2 and 6 …), then neck, head and tail, which are visible and touch nothing.
uint32_t figure_parts(const struct figure *figure, const struct body_model *model,
                      struct plane_part parts[PLANE_PARTS]);
// The four places it stands on, a little above the ground.
void figure_corners(const struct figure *figure, const struct body_model *model, struct vec3 out[4]);
enum { FIGURE_FIRST_LIMB = 1, FIGURE_NECK = 1 + 2 * LIMBS_MAX, FIGURE_HEAD, FIGURE_TAIL };
enum { FIGURE_TRUNK, FIGURE_LEFT_TREAD, FIGURE_RIGHT_TREAD, FIGURE_FORK };
