// Whether somebody speaks: voice told from silence and from steady or hissing noise.
//
//     struct activity activity;
//     activity_start(&activity, &config);
//     if (activity_feed(&activity, samples)) …      // 160 samples; somebody speaks, or did until just now
//
// A chunk is voice when it is louder than the floor and its spectrum is no plain: noise is flat, a clap is
// over at once, a voice has formants. It has to last for some chunks, and goes on for a while after the last
// of them. Plain data.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { ACTIVITY_CHUNK = 160, ACTIVITY_BANDS = 12 };

struct activity_config {
    float above_db;       // over the floor
    float flat;           // 0 … 1: flatter than this is noise
    uint32_t begin, hang; // chunks
};
struct activity {
    struct activity_config config;
    float floor_db, now_db, flatness;
    float bands[ACTIVITY_BANDS][2]; // what the filters hold
    float tuned[ACTIVITY_BANDS][4];
    float powers[ACTIVITY_BANDS]; // of this chunk: the mean square in each band, by its width
    uint32_t chunks, voiced, quiet;
    bool on;
};
struct activity_config activity_defaults(void);
void activity_start(struct activity *activity, const struct activity_config *config);
bool activity_feed(struct activity *activity, const int16_t samples[ACTIVITY_CHUNK]);
