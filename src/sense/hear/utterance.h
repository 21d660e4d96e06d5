// Collects what is said, from a little before it begins to its end.
//
//     struct utterance said = {0};
//     if (utterance_feed(&said, samples, speaks)) …said.samples, said.count…   // it is over
//
// speaks: sense/hear/activity.h. What goes on for too long is cut, and the end of the piece is the beginning
// of the next, so that a phrase in the middle is whole in one of them. Plain data.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
    UTTERANCE_CHUNK = 160,
    UTTERANCE_BEFORE = 40 * UTTERANCE_CHUNK,
    UTTERANCE_MOST = 600 * UTTERANCE_CHUNK,
    UTTERANCE_OVERLAP = 150 * UTTERANCE_CHUNK,
};
struct utterance {
    int16_t samples[UTTERANCE_MOST];
    uint32_t count;
    bool on, over, cut;
};
bool utterance_feed(struct utterance *utterance, const int16_t samples[UTTERANCE_CHUNK], bool speaks);
