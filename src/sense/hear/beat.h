// Beats as they come, and the tempo of music.
//
//     struct beat beat;
//     beat_start(&beat, &config);
//     beat_feed(&beat, powers);            // each chunk of 160 samples: how strong each band is (activity.h)
//     beat.now                             // a beat, in this chunk
//     if (beat.confirmed) …beat.tempo_bpm…
//
// A beat is a jump of the low bands; the next one counts only after it was lower for a while, and without any
// for some seconds the music is over. The tempo is that of all bands' onsets over six seconds: how much they
// are like themselves a beat later, weighed towards 120 beats a minute. Each half second adds its best to a
// score-board that forgets; the strongest on it is the tempo. It is possible from a confidence of 0.3, and
// confirmed when it was above 0.6 for three seconds. Plain data.
#pragma once

#include "sense/hear/activity.h"

enum { BEAT_WINDOW = 600, BEAT_CANDIDATES = 8 };

struct beat_config {
    float least_bpm, most_bpm;
    float arm_s;  // so long it has to be lower before the next beat
    float gone_s; // without a beat, the music is over
};
struct beat_candidate {
    float bpm, score;
};
struct beat {
    struct beat_config config;
    float onsets[BEAT_WINDOW];
    float before[ACTIVITY_BANDS]; // logarithms of the bands' powers
    float low;                    // usual power of the low bands
    uint32_t chunks, lower, since, sure;
    struct beat_candidate board[BEAT_CANDIDATES];
    float tempo_bpm, confidence; // 0: none
    bool now, music, possible, confirmed;
};
void beat_start(struct beat *beat, const struct beat_config *config);
void beat_feed(struct beat *beat, const float powers[ACTIVITY_BANDS]);
