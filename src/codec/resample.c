#include "codec/resample.h"

#include "base/maths.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// The weights are tabled for PHASES places between two samples; between two of these they are on a straight line.
enum { PHASES = 256, SIDE = 16, SIDE_MAX = 256 };

struct resample {
    unsigned in_rate, out_rate;
    unsigned side;    // samples on each side of the middle that count
    uint64_t in_seen; // samples taken, and the silence behind them
    uint64_t in_real; // of these, samples
    uint64_t made;
    int16_t *ring;  // the last 2 * side samples, newest last
    float *weights; // PHASES + 1 rows of 2 * side
};

static double sinc(double x) { return x == 0 ? 1 : md_sin(MD_PI * x) / (MD_PI * x); }

// Blackman's window: no ripple that could be heard.
static double window(double x) {
    return x <= -1 || x >= 1 ? 0 : 0.42 + 0.5 * md_cos(MD_PI * x) + 0.08 * md_cos(2 * MD_PI * x);
}

static void fill(struct resample *rate, double cut) {
    unsigned taps = 2 * rate->side;
    for (unsigned phase = 0; phase <= PHASES; phase++) {
        float *row = rate->weights + (size_t)phase * taps;
        double sum = 0, values[2 * SIDE_MAX];
        for (unsigned i = 0; i < taps; i++) {
            double x = (double)i - (double)(rate->side - 1) - (double)phase / PHASES;
            values[i] = cut * sinc(cut * x) * window(x / rate->side);
            sum += values[i];
        }
        for (unsigned i = 0; i < taps; i++) row[i] = (float)(values[i] / sum); // a level stays a level
    }
}

struct resample *resample_new(unsigned in_rate, unsigned out_rate) {
    if (!in_rate || !out_rate || in_rate > RESAMPLE_RATE_MAX || out_rate > RESAMPLE_RATE_MAX) return NULL;
    double ratio = (double)out_rate / in_rate, cut = ratio < 1 ? ratio : 1;
    double side = SIDE / cut + 1;
    struct resample *rate = calloc(1, sizeof *rate);
    if (!rate) return NULL;
    *rate = (struct resample){in_rate, out_rate, side > SIDE_MAX ? SIDE_MAX : (unsigned)side, 0, 0, 0,
                              NULL,    NULL};
    rate->ring = calloc(2 * (size_t)rate->side, sizeof *rate->ring);
    rate->weights = malloc((PHASES + 1) * 2 * (size_t)rate->side * sizeof *rate->weights);
    if (!rate->ring || !rate->weights) {
        resample_free(rate);
        return NULL;
    }
    fill(rate, cut * 0.95); // the window needs a little room below the limit
    return rate;
}

void resample_free(struct resample *rate) {
    if (!rate) return;
    free(rate->ring);
    free(rate->weights);
    free(rate);
}

void resample_reset(struct resample *rate) {
    rate->in_seen = rate->in_real = rate->made = 0;
    memset(rate->ring, 0, 2 * rate->side * sizeof *rate->ring);
}

static void take(struct resample *rate, int16_t sample) {
    unsigned taps = 2 * rate->side;
    memmove(rate->ring, rate->ring + 1, (taps - 1) * sizeof *rate->ring);
    rate->ring[taps - 1] = sample;
    rate->in_seen++;
}

// Where the next sample out lies: behind how many samples in, and which part of the way to the next.
static uint64_t due(const struct resample *rate, uint64_t *part) {
    uint64_t at = rate->made * rate->in_rate;
    *part = at % rate->out_rate;
    return at / rate->out_rate;
}

static int16_t make(struct resample *rate, uint64_t part) {
    unsigned taps = 2 * rate->side;
    float place = (float)(part * PHASES % rate->out_rate) / (float)rate->out_rate;
    const float *row = rate->weights + part * PHASES / rate->out_rate * taps, *next = row + taps;
    float sum = 0;
    for (unsigned i = 0; i < taps; i++) sum += (row[i] + (next[i] - row[i]) * place) * (float)rate->ring[i];
    rate->made++;
    sum = m_round(sum);
    return sum > 32767 ? 32767 : sum < -32768 ? -32768 : (int16_t)sum;
}

// A sample can be made when `side` samples behind its place are there.
static bool ready(const struct resample *rate, uint64_t *part) {
    return due(rate, part) + rate->side < rate->in_seen;
}

size_t resample_push(struct resample *rate, const int16_t *in, size_t count, int16_t *out, size_t room,
                     size_t *taken) {
    size_t made = 0, used = 0;
    uint64_t part;
    for (;;) {
        while (made < room && ready(rate, &part)) out[made++] = make(rate, part);
        if (used == count || ready(rate, &part)) break;
        take(rate, in[used++]);
        rate->in_real++;
    }
    if (taken) *taken = used;
    return made;
}

size_t resample_end(struct resample *rate, int16_t *out, size_t room) {
    size_t made = 0;
    uint64_t part;
    while (made < room && due(rate, &part) < rate->in_real) {
        if (ready(rate, &part))
            out[made++] = make(rate, part);
        else
            take(rate, 0);
    }
    return made;
}
