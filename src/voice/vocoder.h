// Turns a person's speech into a robot's voice: tracks its pitch, and lets sixteen bands of it shape another
// sound.
//
//     struct vocoder_config config = vocoder_robot("vector");
//     if (vocoder_run(&config, samples, count, out)) …                       // out: as many samples
//
// The sound that the bands shape is a buzz at the pitch of the speech, and noise where there is no voice.
// `pitch` shifts the buzz; `steps` pulls it towards whole semitones. The output bands lie at `formant` times
// the frequency of the measured ones: above 1 is a smaller throat. `breath` adds noise to the voice. `clean`
// is how much of the original passes where the bands cannot follow (hisses).
#pragma once

#include "base/err.h"
#include "voice/pitch.h"

struct vocoder_config {
    unsigned rate;
    enum pitch_method method;
    float pitch, formant, steps, breath, clean;
    float tremble; // 0 … 1, from the mood
    float range;   // how far the pitch moves around its mean: 1 as spoken
};
struct vocoder_config vocoder_robot(const char *robot); // "vector", "cozmo"; any other name gives Vector's
enum err vocoder_run(const struct vocoder_config *config, const int16_t *in, size_t count, int16_t *out);
