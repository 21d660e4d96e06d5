// Sounds made from nothing: oscillators, noise, glides, vowels and envelopes, added up.
//
//     struct synth_sound sound = {.rate = 32000, .peak_db = -3, .layer_count = 1};
//     sound.layers[0] = synth_layer_plain(880, 120);
//     struct synth_made made;
//     if (synth_make(&sound, &made)) …; free(made.samples);
//
// A layer is one voice: a wave whose pitch and loudness go along points, with vibrato, tremolo, a second wave
// that bends it (fm), filters and a throat (vowels). It may be repeated, each time higher and softer. All is
// computed with base/maths: the same sound to the bit everywhere. Sounds begin and end at zero without a
// jump, hold no constant offset and peak just where they are told to. A looping one meets its own beginning:
// what rings beyond its end is heard at its start (SYNTH_WRAP), or its end is faded into it (SYNTH_BLEND).
#pragma once

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SYNTH_LAYERS = 16, SYNTH_POINTS = 8, SYNTH_SECONDS_MAX = 30, SYNTH_TIMES_MAX = 64 };
enum synth_wave { SYNTH_SINE, SYNTH_TRIANGLE, SYNTH_SAW, SYNTH_SQUARE, SYNTH_PULSE, SYNTH_NOISE };
enum synth_loop { SYNTH_ONCE, SYNTH_WRAP, SYNTH_BLEND };

struct synth_path { // values along the layer's time
    unsigned count;
    float at[SYNTH_POINTS], value[SYNTH_POINTS]; // at: 0 … 1, rising
};
struct synth_layer {
    enum synth_wave wave;
    float at_ms, ms, attack_ms, release_ms;
    struct synth_path hertz, level_db, low_pass, high_pass; // the last two: none when empty
    float vibrato_hz, vibrato_halftones, tremolo_hz, tremolo_depth;
    float fm_ratio, fm_index, drive;
    char vowels[4]; // one after the other: a e i o u; "" for none
    float throat;   // size of who makes them: above 1 is smaller
    unsigned times;
    float every_ms, step_halftones, step_db;
};
struct synth_sound {
    uint32_t rate, seed;
    float peak_db, ms; // ms: of a loop, which is as long as it says; 0: as long as its layers
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
                    struct synth_made *out); // ERR_RANGE: longer than SYNTH_SECONDS_MAX, or nothing
// Every pitch, time and loudness a little otherwise, by at most this part; the same for the same seed.
void synth_vary(struct synth_sound *sound, float jitter, uint32_t seed);
