#include "codec/sound/pdm.h"

// Full scale of the modulator, as its feedback sees it: twice a sample's, so that even a loud sound leaves it
// stable.
#define FULL ((int64_t)65536 * PDM_RATIO)

static int64_t clamped(int64_t value, int64_t most) {
    return value > most ? most : value < -most ? -most : value;
}

void pdm_sound(struct pdm_microphone *mic, int16_t before, int16_t sample, uint8_t bits[PDM_BYTES]) {
    for (int i = 0; i < PDM_BYTES; i++) bits[i] = 0;
    for (int i = 0; i < PDM_RATIO; i++) {
        int64_t in = (int64_t)before * (PDM_RATIO - i) + (int64_t)sample * i; // times PDM_RATIO
        int64_t out = mic->second >= 0 ? FULL : -FULL;
        if (out > 0) bits[i / 8] |= (uint8_t)(0x80 >> i % 8);
        mic->first = clamped(mic->first + in - out, 8 * FULL);
        mic->second = clamped(mic->second + mic->first - 2 * out, 16 * FULL);
    }
}

void pdm_interleave(const uint8_t *left, const uint8_t *right, uint8_t *wire, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        uint16_t word = 0;
        for (int k = 7; k >= 0; k--)
            word = (uint16_t)(word << 2 | (left[i] >> k & 1) << 1 | (right[i] >> k & 1));
        wire[2 * i] = (uint8_t)(word >> 8), wire[2 * i + 1] = (uint8_t)word;
    }
}

void pdm_separate(const uint8_t *wire, uint8_t *left, uint8_t *right, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        uint16_t word = (uint16_t)(wire[2 * i] << 8 | wire[2 * i + 1]);
        uint8_t l = 0, r = 0;
        for (int k = 7; k >= 0; k--) {
            l = (uint8_t)(l << 1 | (word >> (2 * k + 1) & 1));
            r = (uint8_t)(r << 1 | (word >> (2 * k) & 1));
        }
        left[i] = l, right[i] = r;
    }
}

int16_t pdm_decimate(struct pdm_decimator *d, const uint8_t bits[PDM_BYTES]) {
    for (int i = 0; i < PDM_RATIO; i++) {
        d->sums[0] += bits[i / 8] >> (7 - i % 8) & 1 ? 1 : UINT64_MAX; // +1 or -1
        d->sums[1] += d->sums[0];
        d->sums[2] += d->sums[1];
    }
    uint64_t value = d->sums[2];
    for (int i = 0; i < 3; i++) {
        uint64_t now = value;
        value -= d->before[i];
        d->before[i] = now;
    }
    // A constant 1 comes out as 96³; it means twice a sample's full scale.
    int64_t gain = (int64_t)PDM_RATIO * PDM_RATIO * PDM_RATIO, wide = (int64_t)value * 65536;
    int64_t sample = (wide + (wide >= 0 ? gain / 2 : -gain / 2)) / gain;
    return (int16_t)clamped(sample, 32767);
}
