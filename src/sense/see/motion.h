// What moves before a camera that stands still: in the whole picture, at its rims, and on the floor.
//
//     struct motion_areas areas;
//     if (motion_between(&before, &now, &config, &areas)) …      // two pictures; false: of different sizes
//     if (motion_follow(&motion, &config, &areas, still)) …      // true: there is motion, and it is told
//
// Both pictures are made small and brought to one brightness: another exposure is no motion, nor is a lamp.
// Place by place a ratio beyond the threshold is a change, and a few of them are noise. What changed is
// gathered per region, as a share of it and with its middle; each region's score grows by it and fades, and
// above 1 it moves. A picture taken while the head or the wheels turn tells nothing: `still` is false, and
// the scores fade.
#pragma once

#include "base/maths/geometry.h"
#include "sense/see/picture.h"

#include <stdbool.h>

enum motion_region { MOTION_ALL, MOTION_LEFT, MOTION_RIGHT, MOTION_TOP, MOTION_BOTTOM, MOTION_REGIONS };

struct motion_config {
    float horizontal, vertical; // the rims' sizes, as shares of width and height
    float ratio;                // of two grey values, that is a change
    float least_grey;           // darker is noise
    float least_share;          // of a region, that is no noise
    float increase, decrease, most, steady;
};
struct motion_config motion_defaults(void);

// Of a region: what share of it changed, and where the middle of that is, as shares of the picture.
struct motion_area {
    float share, x, y;
};
struct motion_areas {
    struct motion_area at[MOTION_REGIONS];
    struct motion_area lowest; // the lowest of what changed: where a thing that moves stands
};
bool motion_between(const struct see_picture *before, const struct see_picture *now,
                    const struct motion_config *config, struct motion_areas *out);

struct motion {
    float score[MOTION_REGIONS];
    struct vec2 middle[MOTION_REGIONS]; // steadied
    struct motion_areas areas;          // of the last picture with any
};
bool motion_follow(struct motion *motion, const struct motion_config *config,
                   const struct motion_areas *areas, bool still);
static inline bool motion_in(const struct motion *motion, enum motion_region region) {
    return motion->score[region] >= 1;
}
