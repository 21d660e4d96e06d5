// How a face without a mouth speaks. The eyes grow with the loudness of the voice, lift at each word, and
// react at the end of a sentence.
//
//     struct speaking speaking = {.seed = seed};
//     speaking_step(&speaking, &said, tick);                // once a life tick; NULL: nothing is said
//     speaking_move(&speaking, style, &face);               // on top of any face
//
//     a word begins     the eyes stretch upwards and jump, lids that came down a little lift: by the word's
//                       weight
//     loudness          the same, finer, syllable by syllable; the lower lids go along as cheeks would
//     much weight       the head of the face tilts a degree or two, to one side and then the other
//     , ; :             all of it settles
//     . !               a blink, or a glance aside, or nothing
//     ?                 the eyes stay up and wide for half a second
//
// The effect begins within three ticks of the first sound. It ends five ticks after the last one, or after
// whatever cut it short; then the face is bit for bit what it is without it. Chance is counted. Everything is
// a value; nothing allocates or fails.
#pragma once

#include "stage/face/face.h"

enum speaking_end { SPEAKING_GOES_ON, SPEAKING_RESTS, SPEAKING_STOPS, SPEAKING_CALLS, SPEAKING_ASKS };

struct speaking_in { // what the voice does in this tick
    float loud;      // 0 … 1
    float word;      // a word begins, and this is its weight, up to 1; 0: no word begins
    uint8_t end;     // the punctuation after that word: enum speaking_end
    bool holds_gaze; // it looks at something: no glances
};
struct speaking {
    uint64_t seed;
    float weight;        // strength of the effect: 0 none … 1
    float level, beat;   // loudness and the last word, both 0 … 1 and decaying
    float next_beat;     // a word begins in two ticks
    float tilt, tilt_to; // -1 … 1
    float glance, glance_to;
    float wonder;         // after a question
    uint32_t words;       // in this utterance
    uint32_t aside_until; // tick
    uint8_t end;          // of the last word, until its sound has ended
    uint8_t quiet;        // ticks without a sound
    bool blinks;          // it wants to blink in this tick
};
void speaking_step(struct speaking *speaking, const struct speaking_in *in, uint32_t tick);
void speaking_move(const struct speaking *speaking, const struct face_style *style, struct face *face);
