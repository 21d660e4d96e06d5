// From where a sound came, by four microphones.
//
//     bearing_of(samples, count, 15625, ears_m, &bearing);     // interleaved, as ears.h has them
//     bearing.direction                                // 0 ahead, 3 to its right …; 12: cannot tell
//
// What the microphones heard is added up as if it had come from each of twelve directions, 30 degrees apart
// and clockwise as seen from above: from the right one the sum is the strongest. Nothing allocates.
#pragma once

#include <stdint.h>

enum { BEARINGS = 12, BEARING_NONE = 12, BEARING_EARS = 4, BEARING_CONFIDENCE_MAX = 5000 };

struct bearing {
    float power[BEARINGS];       // mean square of the sum
    uint8_t strengths[BEARINGS]; // of 255, over the weakest
    uint8_t direction;
    uint16_t confidence; // 0 to BEARING_CONFIDENCE_MAX
};
// ears_m: where each microphone is, x ahead and y to the left.
void bearing_of(const int16_t *samples, uint32_t count, float rate_hz, const float ears_m[BEARING_EARS][2],
                struct bearing *out);
