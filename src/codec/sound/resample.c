#include "codec/sound/resample.h"

#include "base/maths/maths.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// Each place between two samples that can come up has a row of weights. If there are too many of them, PHASES
// rows are made, and a place between two takes their mean by its distance.
enum { PHASES = 256, ROWS_MAX = 1024, SIDE = 16, SIDE_MAX = 576, LANES = 8, SPARE = 256 };

struct resample {
    unsigned in_rate, out_rate; // without common factors
    unsigned side;              // samples on each side of the middle that count
    unsigned rows;              // of weights: out_rate, or PHASES
    uint64_t in_seen;           // samples taken, and the silence after them
    uint64_t in_real;           // of these, samples
    uint64_t place;             // where the next output sample lies: after so many input samples,
    unsigned part;              // and so many out_rate-ths of the way to the next
    // The last 2 * side samples end at `newest`; older ones before them are moved out now and then.
    float *recent;
    size_t newest;
    float *weights; // rows + 1 rows of 2 * side
};

static double sinc(double x) { return x == 0 ? 1 : md_sin(MD_PI * x) / (MD_PI * x); }

// Blackman's window: no ripple that could be heard.
static double window(double x) {
    return x <= -1 || x >= 1 ? 0 : 0.42 + 0.5 * md_cos(MD_PI * x) + 0.08 * md_cos(2 * MD_PI * x);
}

static void fill(struct resample *rate, double cut) {
    unsigned taps = 2 * rate->side;
    for (unsigned phase = 0; phase <= rate->rows; phase++) {
        float *row = rate->weights + (size_t)phase * taps;
        double sum = 0, values[2 * SIDE_MAX];
        for (unsigned i = 0; i < taps; i++) {
            double x = (double)i - (double)(rate->side - 1) - (double)phase / rate->rows;
            values[i] = cut * sinc(cut * x) * window(x / rate->side);
            sum += values[i];
        }
        for (unsigned i = 0; i < taps; i++) row[i] = (float)(values[i] / sum); // a level stays a level
    }
}

static unsigned common_factor(unsigned a, unsigned b) { return b ? common_factor(b, a % b) : a; }

static size_t room_of(const struct resample *rate) { return 2 * (size_t)rate->side + SPARE; }

struct resample *resample_new(unsigned in_rate, unsigned out_rate) {
    if (!in_rate || !out_rate || in_rate > RESAMPLE_RATE_MAX || out_rate > RESAMPLE_RATE_MAX) return NULL;
    double ratio = (double)out_rate / in_rate, cut = ratio < 1 ? ratio : 1;
    double side = SIDE / cut;
    struct resample *rate = calloc(1, sizeof *rate);
    if (!rate) return NULL;
    unsigned factor = common_factor(in_rate, out_rate);
    rate->in_rate = in_rate / factor;
    rate->out_rate = out_rate / factor;
    rate->rows = rate->out_rate <= ROWS_MAX ? rate->out_rate : PHASES;
    rate->side = side >= SIDE_MAX ? SIDE_MAX : ((unsigned)side + LANES / 2) / (LANES / 2) * (LANES / 2);
    rate->recent = malloc(room_of(rate) * sizeof *rate->recent);
    rate->weights = malloc((rate->rows + 1) * 2 * (size_t)rate->side * sizeof *rate->weights);
    if (!rate->recent || !rate->weights) {
        resample_free(rate);
        return NULL;
    }
    fill(rate, cut * 0.95); // the window needs a little room below the limit
    resample_reset(rate);
    return rate;
}

void resample_free(struct resample *rate) {
    if (!rate) return;
    free(rate->recent);
    free(rate->weights);
    free(rate);
}

void resample_reset(struct resample *rate) {
    rate->in_seen = rate->in_real = rate->place = 0;
    rate->part = 0;
    rate->newest = 2 * (size_t)rate->side;
    memset(rate->recent, 0, rate->newest * sizeof *rate->recent);
}

static void take(struct resample *rate, int16_t sample) {
    size_t taps = 2 * (size_t)rate->side;
    if (rate->newest == room_of(rate)) {
        memmove(rate->recent, rate->recent + rate->newest - taps, taps * sizeof *rate->recent);
        rate->newest = taps;
    }
    rate->recent[rate->newest++] = sample;
    rate->in_seen++;
}

// Eight sums side by side, four to a register (GCC's and clang's vectors). The order of additions is written
// here, and so it is the same on every processor, with or without such registers.
typedef float four __attribute__((vector_size(16)));

static four load(const float *from) {
    four values;
    memcpy(&values, from, sizeof values);
    return values;
}

static float weigh(const float *row, const float *samples, unsigned taps) {
    four a = {0}, b = {0};
    for (unsigned i = 0; i < taps; i += LANES) {
        a += load(row + i) * load(samples + i);
        b += load(row + i + 4) * load(samples + i + 4);
    }
    a += b;
    return (a[0] + a[1]) + (a[2] + a[3]);
}

static int16_t make(struct resample *rate) {
    unsigned taps = 2 * rate->side, row = rate->part, rest = 0;
    const float *samples = rate->recent + rate->newest - taps;
    if (rate->rows != rate->out_rate) {
        uint64_t place = (uint64_t)rate->part * rate->rows;
        row = (unsigned)(place / rate->out_rate);
        rest = (unsigned)(place % rate->out_rate);
    }
    const float *weights = rate->weights + (size_t)row * taps;
    float sum = weigh(weights, samples, taps);
    if (rest) sum += (weigh(weights + taps, samples, taps) - sum) * ((float)rest / (float)rate->out_rate);
    unsigned ahead = rate->part + rate->in_rate;
    rate->place += ahead / rate->out_rate;
    rate->part = ahead % rate->out_rate;
    sum = m_round(sum);
    return sum > 32767 ? 32767 : sum < -32768 ? -32768 : (int16_t)sum;
}

// A sample can be made when `side` samples after its place are there.
static bool ready(const struct resample *rate) { return rate->place + rate->side < rate->in_seen; }

size_t resample_push(struct resample *rate, const int16_t *in, size_t count, int16_t *out, size_t room,
                     size_t *taken) {
    size_t made = 0, used = 0;
    for (;;) {
        while (made < room && ready(rate)) out[made++] = make(rate);
        if (used == count || ready(rate)) break;
        take(rate, in[used++]);
        rate->in_real++;
    }
    if (taken) *taken = used;
    return made;
}

size_t resample_end(struct resample *rate, int16_t *out, size_t room) {
    size_t made = 0;
    while (made < room && rate->place < rate->in_real) {
        if (ready(rate))
            out[made++] = make(rate);
        else
            take(rate, 0);
    }
    return made;
}
