// Light or dark: from how bright pictures are, and from how they had to be taken.
//
//     struct illumination_seen seen;
//     illumination_measure(&picture, &config, &seen);                       // five grey values of a picture
//     if (illumination_follow(&light, &config, &seen, exposure_s * gain, now_us)) … light.state
//
// A picture is judged by the grey values below which a tenth, a quarter, half … of its pixels lie, and by the
// exposure it took: a room is dark when even a long one leaves its pictures dark. The mean of the last eight
// pictures decides, and a state is told once it has lasted for a second. Plain numbers, nothing can fail.
//
//     if (illumination_meter(&light, &config, exposure_s * gain, most, now_us)) … light.state
//
// A camera that rests has no pictures; how it would take one still tells. Whoever knows no more than that it
// would need all the exposure and gain there is (`most`) takes it for dark.
#pragma once

#include "sense/see/picture.h"

#include <stdbool.h>

enum { ILLUMINATION_FEATURES = 5, ILLUMINATION_PICTURES = 8 };
enum illumination_state { ILLUMINATION_UNKNOWN, ILLUMINATION_DARKENED, ILLUMINATION_ILLUMINATED };

struct illumination_config {
    float dark_most, light_least; // the probability of light: below is dark, above is light
    uint32_t subsample;           // every so many pixels, each way
    uint64_t steady_us;
};
struct illumination_config illumination_defaults(void);

struct illumination_seen {
    uint8_t at[ILLUMINATION_FEATURES]; // grey values at 10, 25, 50, 75, 90 percent
};
void illumination_measure(const struct see_picture *picture, const struct illumination_config *config,
                          struct illumination_seen *out);
// How light a place is that needs this exposure for such a picture: 1 where a room is well lit, 0 in the
// dark.
float illumination_probability(const struct illumination_seen *seen, float exposure_s_gain);

struct illumination {
    float last[ILLUMINATION_PICTURES];
    uint32_t count;
    uint8_t state, next; // enum illumination_state; what it may become
    uint64_t next_us;    // since when
};
bool illumination_follow(struct illumination *light, const struct illumination_config *config,
                         const struct illumination_seen *seen, float exposure_s_gain,
                         uint64_t now_us); // true: the state is another
bool illumination_meter(struct illumination *light, const struct illumination_config *config,
                        float exposure_s_gain, float most, uint64_t now_us);
