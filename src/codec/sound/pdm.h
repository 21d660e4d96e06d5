// One-bit (PDM) microphones and the conversion to samples: exact integer arithmetic, the same everywhere.
//
//     struct pdm_microphone mic = {0};                                     // state of one; zeros are silence
//     pdm_sound(&mic, before, sample, bits);  // PDM_RATIO bits for each sample of 15 625 Hz
//     pdm_interleave(left_bits, right_bits, word, count);  // two microphones share a wire, bit by bit
//     struct pdm_decimator d = {0};
//     int16_t out = pdm_decimate(&d, bits);                                // back to one sample
//
// Published: 1.5 Mbit/s for each of four microphones, two on a wire (left on the falling edge, right on the
// rising one), 96 bits for a sample of 16 bits, 15 625 samples a second. Our choice: a second-order
// sigma-delta modulator in the microphone, whose input is linear between samples and at most half of full
// scale. The receiver is a third-order CIC filter, three integrators and three combs, and divides out their
// gain of 96³. It delays by PDM_DELAY samples. Plain data; nothing allocates and nothing can fail.
#pragma once

#include <stdint.h>

enum { PDM_RATIO = 96, PDM_BYTES = PDM_RATIO / 8 };
#define PDM_DELAY 1.53f // samples: three times 95 / 2 bits, and about four for the modulator

struct pdm_microphone {
    int64_t first, second;
};
// Bits in the order of transmission, the highest of each byte first.
void pdm_sound(struct pdm_microphone *mic, int16_t before, int16_t sample, uint8_t bits[PDM_BYTES]);

// `count` bytes of each side become 2 * count: left, right, left … the highest bit first.
void pdm_interleave(const uint8_t *left, const uint8_t *right, uint8_t *wire, uint32_t count);
void pdm_separate(const uint8_t *wire, uint8_t *left, uint8_t *right, uint32_t count);

struct pdm_decimator {
    uint64_t sums[3], before[3]; // they overflow, which cancels out
};
int16_t pdm_decimate(struct pdm_decimator *decimator, const uint8_t bits[PDM_BYTES]);
