// Finds the pitch of a voice in a short piece of sound, with one of five methods.
//
//     struct pitch_finder *finder = pitch_finder_new(PITCH_YIN, 22050);
//     // PITCH_WINDOW samples; 0: no voice in it
//     float clarity, hertz = pitch_find(finder, samples, &clarity);
//     pitch_finder_free(finder);
//
//   autocorrelation  the shift at which the piece is most like itself
//   yin              the shift at which it differs least, against the mean of shorter shifts (the usual one)
//   mcleod           the first high peak of the normalised square difference
//   cepstrum         the spacing of the harmonics: the spectrum of the spectrum's logarithm
//   spectrum         the height whose harmonics hold most of the sound
//
// Finds pitches between 60 and 500 Hz. Only pitch_finder_new allocates.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum pitch_method {
    PITCH_AUTOCORRELATION,
    PITCH_YIN,
    PITCH_MCLEOD,
    PITCH_CEPSTRUM,
    PITCH_SPECTRUM,
    PITCH_METHODS
};
enum { PITCH_WINDOW = 1024, PITCH_LOWEST = 60, PITCH_HIGHEST = 500 };

struct pitch_finder;
// NULL: out of memory, or the rate is not in 8000 … 48000.
struct pitch_finder *pitch_finder_new(enum pitch_method method, unsigned rate);
void pitch_finder_free(struct pitch_finder *finder);
// clarity: 0 … 1; may be NULL.
float pitch_find(struct pitch_finder *finder, const float *samples, float *clarity);
extern const char *const PITCH_NAMES[PITCH_METHODS + 1]; // ended by NULL
