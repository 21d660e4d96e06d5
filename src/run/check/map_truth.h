// A robot's map against what really stands there.
//
//     struct accuracy_hits hits;
//     map_truth(world, &stand, map, &hits);
//     share = map_overlap(&hits);                  // 0 to 1
//
// The truth is the outline of things at the height of the robot's beam, in squares of 10 mm, wherever it
// borders on floor that the map calls free: a beam can find no more than that. Squares that the map calls
// felt or a thing are right when the outline passes no farther than 15 mm away, otherwise wrong; inside of a
// thing nothing is counted. Squares of the outline with nothing so near them in the map are missed. The
// overlap is right / (right + wrong + missed).
#pragma once

#include "belief/map.h"
#include "run/check/figures.h"
#include "world/world.h"

struct map_stand {
    struct pose2 origin;   // where the map's own lies in the world
    float floor_m, beam_m; // the floor's height, and the beam's above it
    uint32_t self;         // the robot's own body, which is never in its own way
};
void map_truth(const struct world *world, const struct map_stand *stand, const struct map *map,
               struct accuracy_hits *out);
double map_overlap(const struct accuracy_hits *hits);
