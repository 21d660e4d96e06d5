#include "codec/pdm.h"

#include "base/maths.h"

#include <string.h>

// A second-order modulator is stable up to about four fifths of its full scale; half of it is used, and the decimator gives it back.
enum { FULL = 65536, GAIN = PDM_RUN * PDM_RUN * PDM_RUN * PDM_RUN };
#define CUT 0.42 // of the samples' rate: what is higher does not pass

int pdm_bit(struct pdm_modulator *m, int32_t value) {
    int bit = m->second >= 0;
    int32_t back = bit ? FULL : -FULL;
    m->first += value - back;
    m->second += m->first - back;
    // Beyond what it can follow it is held, as a real one's supply does.
    enum { MOST = 16 * FULL };
    m->first = m->first > MOST ? MOST : m->first < -MOST ? -MOST : m->first;
    m->second = m->second > MOST ? MOST : m->second < -MOST ? -MOST : m->second;
    return bit;
}

void pdm_modulate(struct pdm_modulator *m, const int16_t *samples, size_t count, uint8_t *bits) {
    for (size_t i = 0; i < count; i++) {
        int32_t from = m->last, step = samples[i] - from;
        for (int k = 0; k < PDM_BITS; k++) {
            if (k % 8 == 0) *bits = 0;
            *bits = (uint8_t)(*bits << 1 | pdm_bit(m, from + step * (k + 1) / PDM_BITS));
            if (k % 8 == 7) bits++;
        }
        m->last = samples[i];
    }
}

void pdm_decimator_begin(struct pdm_decimator *f) {
    memset(f, 0, sizeof *f);
    double taps[PDM_TAPS], sum = 0;
    for (int i = 0; i < PDM_TAPS; i++) {
        double t = (i - (PDM_TAPS - 1) / 2.0) / PDM_KEEP, turn = MD_TAU * CUT * t;
        double window = 0.42 - 0.5 * md_cos(MD_TAU * (i + 0.5) / PDM_TAPS) +
                        0.08 * md_cos(2 * MD_TAU * (i + 0.5) / PDM_TAPS);
        taps[i] = md_sin(turn) / turn * window; // t is never 0: there is an even number of them
        sum += taps[i];
    }
    for (int i = 0; i < PDM_TAPS; i++) {
        double tap = taps[i] / sum * 32768;
        f->taps[i] = (int16_t)(tap < 0 ? tap - 0.5 : tap + 0.5);
    }
}

// Four sums that run, and their differences over a run: each bit counts by how near it is to the run's middle.
static int32_t sum_up(struct pdm_decimator *f) {
    uint32_t value = f->sums[3];
    for (int i = 0; i < 4; i++) {
        uint32_t before = f->before[i];
        f->before[i] = value;
        value -= before;
    }
    return (int32_t)value;
}

static int16_t sample_of(const struct pdm_decimator *f) {
    int64_t sum = 0;
    for (uint32_t i = 0; i < PDM_TAPS; i++) sum += (int64_t)f->taps[i] * f->line[(f->at + i) % PDM_TAPS];
    // The line holds -GAIN … GAIN for -FULL … FULL.
    int64_t value = sum * (FULL / 32768) / GAIN;
    return (int16_t)(value > 32767 ? 32767 : value < -32768 ? -32768 : value);
}

size_t pdm_decimate(struct pdm_decimator *f, const uint8_t *bits, size_t bytes, int16_t *samples) {
    size_t out = 0;
    for (size_t i = 0; i < bytes * 8; i++) {
        uint32_t value = bits[i / 8] >> (7 - i % 8) & 1 ? 1 : UINT32_MAX;
        for (int k = 0; k < 4; k++) value = f->sums[k] += value;
        if (++f->bits < PDM_RUN) continue;
        f->bits = 0;
        f->line[f->at] = sum_up(f);
        f->at = (f->at + 1) % PDM_TAPS;
        if (++f->kept < PDM_KEEP) continue;
        f->kept = 0;
        samples[out++] = sample_of(f);
    }
    return out;
}

void pdm_interleave(const uint8_t *one, const uint8_t *other, size_t bytes, uint8_t *both) {
    for (size_t i = 0; i < bytes; i++) {
        uint16_t pair = 0;
        for (int k = 7; k >= 0; k--)
            pair = (uint16_t)(pair << 2 | (one[i] >> k & 1) << 1 | (other[i] >> k & 1));
        both[2 * i] = (uint8_t)(pair >> 8), both[2 * i + 1] = (uint8_t)pair;
    }
}

void pdm_part(const uint8_t *both, size_t bytes, uint8_t *one, uint8_t *other) {
    for (size_t i = 0; i < bytes; i++) {
        uint16_t pair = (uint16_t)(both[2 * i] << 8 | both[2 * i + 1]);
        one[i] = other[i] = 0;
        for (int k = 7; k >= 0; k--) {
            one[i] = (uint8_t)(one[i] << 1 | (pair >> (2 * k + 1) & 1));
            other[i] = (uint8_t)(other[i] << 1 | (pair >> 2 * k & 1));
        }
    }
}
