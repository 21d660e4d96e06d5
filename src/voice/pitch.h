// How high a voice is, from a piece of it, five ways.
//
//     struct pitch_finder *finder = pitch_finder_new(PITCH_YIN, 22050);
//     float clarity, hertz = pitch_find(finder, samples, &clarity);          // PITCH_WINDOW samples; 0: no voice in it
//     pitch_finder_free(finder);
//
//   autocorrelation  the shift at which the piece is most like itself
//   yin              the shift at which it differs least, against the mean of shorter shifts (the usual one)
//   mcleod           the first high peak of the normalised square difference
//   cepstrum         the spacing of the harmonics: the spectrum of the spectrum's logarithm
//   spectrum         the height whose harmonics hold most of the sound
//
// Between 60 and 500 Hz. Nothing is allocated after pitch_finder_new.
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
struct pitch_finder *pitch_finder_new(enum pitch_method method,
                                      unsigned rate); // NULL: no memory, or no such rate (8000 … 48000)
void pitch_finder_free(struct pitch_finder *finder);
float pitch_find(struct pitch_finder *finder, const float *samples,
                 float *clarity);                        // clarity: 0 … 1; may be NULL
extern const char *const PITCH_NAMES[PITCH_METHODS + 1]; // ended by NULL
