// How close a robot's senses are to the truth of its world, as numbers.
//
//     struct accuracy *accuracy = accuracy_new(play);       // before it is played
//     accuracy_look(accuracy, play, life);                 // from the play's watch, after every life tick
//     accuracy_print(accuracy, stdout);                    // or accuracy_write(accuracy, &json)
//     accuracy_free(accuracy);
//
// For every robot it compares where it thinks it is with where it is: place, tilt, joints and voltage. It
// counts how often edges, hands and fingers are noticed, rightly and wrongly. It compares the range sensor
// with a ray, what the oracle sees with a picture of the same moment, pixel for pixel, what its own eyes
// find with what the oracle tells beside them (sight.by=both), and who speaks from where. Of a robot with a
// soul it judges the map, the habitat, and what it hears of its cube. Measuring changes nothing. The play
// must live as long.
#pragma once

#include "base/data/json.h"
#include "run/check/cube_watch.h"
#include "run/play.h"

#include <stdio.h>

struct accuracy;
struct accuracy *accuracy_new(struct play *play); // NULL: no memory
void accuracy_free(struct accuracy *accuracy);
// `life` is the number that the play's watch is told.
void accuracy_look(struct accuracy *accuracy, struct play *play, int life);
void accuracy_print(struct accuracy *accuracy, FILE *to);
void accuracy_write(struct accuracy *accuracy, struct json_writer *w);

// Of a robot of the scenario, from 0: the same figures in the same order, whatever happened.
void accuracy_figures(struct accuracy *accuracy, uint32_t robot, figure_teller *tell, void *user);

// The numbers of one robot, for tests.
struct accuracy_of {
    char name[32];
    double way_m, turned_rad;
    uint32_t origins; // how often it had to begin anew
    struct accuracy_error place_mm, heading_deg, tilt_deg, head_deg, lift_mm, battery_mv, range_mm,
        range_share;
    struct accuracy_error sight_mm, sight_deg, hearing_deg, own_px;
    struct accuracy_hits edges, held, petted, button, objects, faces, words, own;
    struct cube_figures cube;
    struct accuracy_hits habitat, map; // the map as it is now
};
const struct accuracy_of *accuracy_at(struct accuracy *accuracy, uint32_t robot); // from 0
