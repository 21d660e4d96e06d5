// A synthesiser: sounds from oscillators, noise, glides, vowels and envelopes, added up.
//
//     struct synth_sound sound = {.rate = 32000, .peak_db = -3, .layer_count = 1};
//     sound.layers[0] = synth_layer_plain(880, 120);
//     struct synth_made made;
//     if (synth_make(&sound, &made)) …; free(made.samples);
//
// A layer is one voice: a wave whose pitch and loudness follow points, with vibrato, tremolo, frequency
// modulation (fm), filters and a throat (vowels). It may be repeated, each time higher and softer. Everything
// is computed with base/maths: the same sound to the bit everywhere.
//
// Sounds begin and end at zero without a jump, have no constant offset, and peak exactly at the given level.
// A loop joins its own beginning: sound beyond its end is heard at its start (SYNTH_WRAP), or its end is
// faded into it (SYNTH_BLEND).
#pragma once

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SYNTH_LAYERS = 16, SYNTH_POINTS = 8, SYNTH_SECONDS_MAX = 30, SYNTH_TIMES_MAX = 64 };
enum synth_wave { SYNTH_SINE, SYNTH_TRIANGLE, SYNTH_SAW, SYNTH_SQUARE, SYNTH_PULSE, SYNTH_NOISE };
enum synth_loop { SYNTH_ONCE, SYNTH_WRAP, SYNTH_BLEND };

struct synth_path { // values over the layer's time
    unsigned count;
    float at[SYNTH_POINTS], value[SYNTH_POINTS]; // at: 0 … 1, rising
};
struct synth_layer {
    enum synth_wave wave;
    float at_ms, ms, attack_ms, release_ms;
    struct synth_path hertz, level_db, low_pass, high_pass; // the last two: no filter when empty
    float vibrato_hz, vibrato_halftones, tremolo_hz, tremolo_depth;
    float fm_ratio, fm_index, drive;
    char vowels[4]; // one after the other: a e i o u; "": no vowels
    float throat;   // size of the speaker: above 1 is smaller
    unsigned times;
    float every_ms, step_halftones, step_db;
};
struct synth_sound {
    uint32_t rate, seed;
    float peak_db, ms; // ms: the exact length of a loop; 0: as long as its layers
    float echo_ms, echo_db;
    enum synth_loop loop;
    unsigned layer_count;
    struct synth_layer layers[SYNTH_LAYERS];
};
struct synth_made {
    int16_t *samples;
    size_t count;
};

struct synth_layer synth_layer_plain(float hertz, float ms);
enum err synth_make(const struct synth_sound *sound,
                    struct synth_made *out); // ERR_RANGE: longer than SYNTH_SECONDS_MAX, or empty
// Varies every pitch, time and loudness by at most this share; the same for the same seed.
void synth_vary(struct synth_sound *sound, float jitter, uint32_t seed);
