// Several pictures of a camera that stands still, put together: what noise hides in one shows in their sum.
//
//     struct composite *sum = composite_new();                            // NULL: no memory
//     if (composite_add(sum, &picture, &config, fresh)) composite_show(sum, &config, grey);
//     composite_drop(sum);
//
// Pictures are summed pixel by pixel. Each time that `period` have come, the sum is ready. It is shown so
// that the grey value below which a share of its pixels lies becomes nearly white, however dark they were.
// After `cycles` such times the sum begins anew, so that what moved away does not stay. `fresh` begins anew
// at once: the camera moved. So does a picture of another size.
//
// The sum is held by count, as frames are: by its robot, and by the errand that adds to it. Only one errand
// may do so at a time.
#pragma once

#include "sense/see/picture.h"

#include <stdbool.h>

struct composite_config {
    uint32_t period;     // pictures until it is ready
    uint32_t cycles;     // times that it is ready before it begins anew
    uint32_t percentile; // of its pixels that are darker than white, nearly
};
struct composite_config composite_defaults(void);

struct composite;
struct composite *composite_new(void);
struct composite *composite_hold(struct composite *sum); // returns sum
void composite_drop(struct composite *sum);              // NULL is fine
// True: it is ready. False: not yet, or no memory.
bool composite_add(struct composite *sum, const struct see_picture *picture,
                   const struct composite_config *config, bool fresh);
uint32_t composite_count(const struct composite *sum); // pictures in it
void composite_show(const struct composite *sum, const struct composite_config *config, uint8_t *grey);
