// How near a robot's senses come to the truth of its world, as numbers.
//
//     struct figures *figures = figures_new(play);       // before it is played
//     figures_look(figures, play, life);                 // from the play's watch, after every life tick
//     figures_print(figures, stdout);                    // or figures_write(figures, &json)
//     figures_free(figures);
//
// For every robot: where it thinks it is against where it is, how it stands, its joints, its voltage; whether edges, hands and fingers are noticed
// (how often it says so and is right, how often it should and does); the range sensor against a ray; what the oracle sees against what a
// picture of the same moment shows, pixel for pixel; who speaks and where. Looking changes nothing.
#pragma once

#include "base/json.h"
#include "run/play.h"

#include <stdio.h>

struct figures;
struct figures *figures_new(struct play *play); // NULL: no memory
void figures_free(struct figures *figures);
void figures_look(struct figures *figures, struct play *play, int life); // life: as the play's watch is told
void figures_print(const struct figures *figures, FILE *to);
void figures_write(const struct figures *figures, struct json_writer *w);

// The numbers of one robot, for tests. Errors are counted in the unit's name.
struct figure_error {
    double sum, most, last;
    uint32_t count;
};
struct figure_hits { // ticks, or looks
    uint32_t right, wrong, missed;
};
struct figures_of {
    char name[32];
    double way_m, turned_rad;
    uint32_t origins; // how often it had to begin anew
    struct figure_error place_mm, heading_deg, tilt_deg, head_deg, lift_mm, battery_mv, range_mm, range_share;
    struct figure_error sight_mm, sight_deg, hearing_deg;
    struct figure_hits edges, held, petted, button, objects, faces, words;
};
uint32_t figures_count(const struct figures *figures);
const struct figures_of *figures_at(const struct figures *figures, uint32_t robot); // from 0
