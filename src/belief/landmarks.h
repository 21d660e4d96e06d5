// What is seen of a thing that stands still says where the robot is, or where the thing is: which of the two
// is weighed here.
//
//     switch (landmark_weigh(&sight, &view, &fix)) {
//     case LANDMARK_FIX: …                                          // the robot is mended by it
//     case LANDMARK_REFINE: …                                       // the thing is
//     case LANDMARK_STRAY: …                        // further off than both allow: often, and it was moved
//     case LANDMARK_AGREES: …                                       // it is where it should be, and no more
//     case LANDMARK_NONE: …                                         // it says nothing now
//
// A charger always stands; a cube does when it has not moved for a second. The robot is only mended while
// it stands or turns slowly. Whatever is surer of its place keeps it. The robot's place is told with the
// heading that both agree on, because a far thing's own turn is known badly.
#pragma once

#include "belief/things.h"

enum landmark { LANDMARK_NONE, LANDMARK_AGREES, LANDMARK_FIX, LANDMARK_REFINE, LANDMARK_STRAY };

enum landmark landmark_weigh(const struct thing_sight *sight, const struct things_view *view,
                             struct body_fix *fix);
