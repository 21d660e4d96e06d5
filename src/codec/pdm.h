// Bit-stream microphones and what makes samples of them, to the bit: for trying the way of sound through a body-board's electronics.
//
//     struct pdm_modulator mic = {0};
//     pdm_modulate(&mic, samples, 80, bits);                   // 12 bytes of bits a sample, the first bit highest
//     struct pdm_decimator filter;
//     pdm_decimator_begin(&filter);
//     pdm_decimate(&filter, bits, 80 * PDM_SAMPLE_BYTES, samples);
//
// Published: 1.5 million bits a second from each microphone, two microphones on one line (one on each phase of the clock), 96 bits to a sample of
// 15 625 a second, 10 to 12 of its 16 bits significant, phase preserved. Chosen: a modulator of the second order; four running sums over 12 bits,
// then a symmetric filter of 96 taps that keeps each eighth. Whole numbers only, the filter's coefficients made by base/maths: the same
// everywhere. A sample comes out PDM_DELAY samples after it went in.
#pragma once

#include <stddef.h>
#include <stdint.h>

enum {
    PDM_BITS = 96, // to a sample
    PDM_SAMPLE_BYTES = PDM_BITS / 8,
    PDM_RUN = 12, // bits to a sum
    PDM_KEEP = 8, // sums to a sample
    PDM_TAPS = 96,
};
#define PDM_DELAY 6.2 // samples, about: half of the filter, half of the sums

struct pdm_modulator {
    int32_t first, second, last; // its two sums, the sample before
};
void pdm_modulate(struct pdm_modulator *mic, const int16_t *samples, size_t count, uint8_t *bits);
int pdm_bit(struct pdm_modulator *mic, int32_t value); // one bit for one value, -32768 … 32767

struct pdm_decimator {
    uint32_t sums[4], before[4]; // run over on purpose: differences are right all the same
    int32_t line[PDM_TAPS];
    int16_t taps[PDM_TAPS];
    uint32_t at, bits, kept;
};
void pdm_decimator_begin(struct pdm_decimator *filter);
// Returns how many samples came out: at most bytes / PDM_SAMPLE_BYTES + 1.
size_t pdm_decimate(struct pdm_decimator *filter, const uint8_t *bits, size_t bytes, int16_t *samples);

// Two microphones on one line: a bit of the one, then one of the other. `bytes` of each, twice as many together.
void pdm_interleave(const uint8_t *one, const uint8_t *other, size_t bytes, uint8_t *both);
void pdm_part(const uint8_t *both, size_t bytes, uint8_t *one, uint8_t *other); // bytes: of each
