// The bodies that the world can hold, as tables: how large, how heavy, where things sit. What both towers
// know stands in border/body_model.h.
//
//     const struct figure *figure = figure_find("vector");
//
// Lengths are in metres in the robot's frame: x forward, y left, z up, the origin on the ground between the
// front wheels. A number whose line says "chosen" stands in no document that may be used; it is round on
// purpose.
#pragma once

#include "border/body_model.h"
#include "world/plane/plane.h"
#include "world/shape/limb.h"

enum { FIGURE_MICROPHONES = 4 };

struct figure {
    const char *creature;
    struct vec3 low, high; // the box of its trunk
    float mass_kg;
    struct vec3 centre;                   // of mass
    bool treads;                          // else it walks or stands on its box
    float rear_axle_x;                    // the front one is at 0
    const struct limb *limbs;             // LIMBS_MAX of them; NULL: none
    const struct neck *neck;              // NULL: its head sits on the trunk
    bool head_board;                      // a computer in its head: see skin.c
    uint32_t touch_spots;                 // switches under the skin; 0: one electrode, or none
    struct vec3 fork_size;                // of the bar with the hooks; no lift: zero
    struct vec3 ears[FIGURE_MICROPHONES]; // front right, front left, back right, back left
    struct vec3 mouth;                    // the speaker
    struct vec3 pads;                     // the charging contacts
    float capacity_ah, ohm;               // of its cell
    float idle_a, motor_a;                // what it draws at rest, and a motor that stalls at full duty
    float trip_a;                         // its pack disconnects above
    float touch_rest, touch_delta;        // counts of the electrode
    float motor_nm_per_a;
};

const struct figure *figure_find(const char *creature); // NULL: none
// Its parts on the plane: the trunk, then the treads (drives 1 and 2), then the fork (drive 3); or the trunk,
// then each leg's upper and lower part (drives 1 and 5 for the first leg, 2 and 6 …), then neck, head and
// tail, which are seen and touch nothing. Returns how many.
uint32_t figure_parts(const struct figure *figure, const struct body_model *model,
                      struct plane_part parts[PLANE_PARTS]);
// The four places it stands on, a little above the ground.
void figure_corners(const struct figure *figure, struct vec3 out[4]);
enum { FIGURE_FIRST_LIMB = 1, FIGURE_NECK = 1 + 2 * LIMBS_MAX, FIGURE_HEAD, FIGURE_TAIL };
enum { FIGURE_TRUNK, FIGURE_LEFT_TREAD, FIGURE_RIGHT_TREAD, FIGURE_FORK };
