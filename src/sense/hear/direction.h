// From where a sound comes, by steered response: the spectra of its four microphones are turned as if it had
// come from each of twelve directions, and where they agree best it came from.
//
//     struct finder finder;
//     finder_start(&finder, model, 15625);
//     for (…) finder_feed(&finder, chunk);              // each chunk, whether asked or not
//     struct direction from;
//     finder_find(&finder, chunks, &from);               // of the last so many chunks, at most FINDER_CHUNKS
//     from.index                                         // 0 ahead, 3 to its right …; 12: cannot tell
//
// Directions are 30 degrees apart, clockwise as seen from above. What counts is how alike two microphones are
// in each band, not how loud the band is: noise of the microphones themselves is alike nowhere. What reaches
// all four at the same moment comes from the robot's own trunk (its motors, its speaker), and has no
// direction. A dead microphone is left out. Feeding costs a copy; the work is done when somebody asks. Plain
// data.
#pragma once

#include "border/body_model.h"
#include "codec/sound/ears.h"
#include "sense/hear/fourier.h"

enum {
    DIRECTIONS = 12,
    DIRECTION_NONE = 12,
    DIRECTION_SURE = 5000, // the most that a confidence can be
    FINDER_CHUNKS = 16,
    FINDER_MOMENTS = FINDER_CHUNKS * EARS_CHUNK,
};
struct direction {
    uint8_t strengths[DIRECTIONS]; // of 255, over the weakest
    uint8_t index;
    uint16_t confidence;
    float rad; // to the left, between the directions, too
};
struct finder {
    struct fourier fourier;
    float ears_m[EARS][2]; // about their middle
    float rate_hz;
    int16_t recent[EARS][FINDER_MOMENTS];
};
void finder_start(struct finder *finder, const struct body_model *model, float rate_hz);
void finder_feed(struct finder *finder, const int16_t chunk[EARS][EARS_CHUNK]);
void finder_find(const struct finder *finder, uint32_t chunks, struct direction *out);
