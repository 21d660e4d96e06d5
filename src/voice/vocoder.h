// Makes a person's speech a robot's: follows its pitch and lets sixteen bands of it shape another sound.
//
//     struct vocoder_config config = vocoder_robot("vector");
//     if (vocoder_run(&config, samples, count, out)) …                       // out: as many samples
//
// What the bands shape is a buzz of the speech's own pitch, moved by `pitch`, drawn towards whole half-tones by `steps`, and noise where
// there is no voice. The bands it is put into lie `formant` times as high as those it was measured in: above 1 a smaller throat. `breath` is noise in
// the voice, `clean` how much of the speech itself stays in what the bands cannot hold (hisses).
#pragma once

#include "base/err.h"
#include "voice/pitch.h"

struct vocoder_config {
    unsigned rate;
    enum pitch_method method;
    float pitch, formant, steps, breath, clean;
    float tremble; // 0 … 1: of mood
    float range;   // how far the pitch moves around its middle: 1 as it was spoken
};
struct vocoder_config vocoder_robot(const char *robot); // "vector", "cozmo"; others are Vector's
enum err vocoder_run(const struct vocoder_config *config, const int16_t *in, size_t count, int16_t *out);
