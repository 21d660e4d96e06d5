// Spectra of windows of 512 samples, with the same bits everywhere.
//
//     struct fourier fourier;
//     fourier_start(&fourier);
//     fourier_two(&fourier, one, other, spectra);   // two real windows at the price of one
//     spectra[0][k].re                              // of `one`, at k * rate / 512; spectra[1] is of `other`
//
// Windows are weighed by half a turn of a cosine (Hann). Plain data; nothing allocates and nothing can fail.
#pragma once

#include <stdint.h>

enum { FOURIER = 512, FOURIER_BINS = FOURIER / 2 };
struct complex_number {
    float re, im;
};
struct fourier {
    struct complex_number turns[FOURIER / 2];
    float window[FOURIER];
    uint16_t order[FOURIER];
};
void fourier_start(struct fourier *fourier);
void fourier_two(const struct fourier *fourier, const float one[FOURIER], const float other[FOURIER],
                 struct complex_number spectra[2][FOURIER_BINS]);
