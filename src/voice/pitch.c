#include "voice/pitch.h"

#include "base/maths/four.h"
#include "base/maths/maths.h"

#include <kiss_fftr.h>

#include <stdlib.h>
#include <string.h>

enum { HALF = PITCH_WINDOW / 2, LAGS = HALF / 2 + 2 };

const char *const PITCH_NAMES[PITCH_METHODS + 1] = {"autocorrelation", "yin",      "mcleod",
                                                    "cepstrum",        "spectrum", NULL};

struct pitch_finder {
    enum pitch_method method;
    float rate;                 // of the halved samples
    unsigned shortest, longest; // shifts
    kiss_fftr_cfg there, back;
    float half[HALF], work[HALF + 2], curve[LAGS];
    kiss_fft_cpx bins[HALF / 2 + 1], bins2[HALF / 2 + 1];
};

struct pitch_finder *pitch_finder_new(enum pitch_method method, unsigned rate) {
    if ((unsigned)method >= PITCH_METHODS || rate < 8000 || rate > 48000) return NULL;
    struct pitch_finder *f = calloc(1, sizeof *f);
    if (!f) return NULL;
    f->method = method;
    f->rate = (float)rate / 2;
    f->shortest = (unsigned)(f->rate / PITCH_HIGHEST);
    f->longest = (unsigned)(f->rate / PITCH_LOWEST);
    if (f->longest > LAGS - 2) f->longest = LAGS - 2;
    if (f->shortest < 2) f->shortest = 2;
    if (method >= PITCH_CEPSTRUM) {
        f->there = kiss_fftr_alloc(HALF, 0, NULL, NULL);
        if (!f->there) {
            pitch_finder_free(f);
            return NULL;
        }
    }
    return f;
}

void pitch_finder_free(struct pitch_finder *f) {
    if (!f) return;
    kiss_fftr_free(f->there);
    free(f);
}

// Twice as fast with half the samples: nothing above the voice's first harmonics is needed.
static double halve(struct pitch_finder *f, const float *samples) {
    double power = 0, mean = 0;
    for (int i = 0; i < HALF; i++) {
        float last = i ? samples[2 * i - 1] : samples[0];
        f->half[i] = last / 4 + samples[2 * i] / 2 + samples[2 * i + 1] / 4;
        mean += (double)f->half[i];
    }
    mean /= HALF;
    for (int i = 0; i < HALF; i++) {
        f->half[i] -= (float)mean;
        power += (double)f->half[i] * (double)f->half[i];
    }
    return power / HALF;
}

// The best place between three neighbours on a curve.
static float between(const float *curve, unsigned at) {
    float a = curve[at - 1], b = curve[at], c = curve[at + 1], bend = a - 2 * b + c;
    return (float)at + (bend == 0 ? 0 : m_clamp((a - c) / (2 * bend), -0.5f, 0.5f));
}

static float sum_of(four sums) { return (sums[0] + sums[1]) + (sums[2] + sums[3]); }

static float product(const float *a, const float *b, unsigned count) {
    four sums = {0};
    for (unsigned i = 0; i + 4 <= count; i += 4) sums += four_at(a + i) * four_at(b + i);
    return sum_of(sums);
}

static float by_autocorrelation(struct pitch_finder *f, float *clarity) {
    unsigned count = HALF - f->longest - 1, best = 0;
    float own = product(f->half, f->half, count);
    for (unsigned lag = f->shortest - 1; lag <= f->longest + 1 && lag < LAGS; lag++)
        f->curve[lag] = product(f->half, f->half + lag, count) / m_max(own, 1e-9f);
    for (unsigned lag = f->shortest; lag <= f->longest; lag++)
        if (!best || f->curve[lag] > f->curve[best] * 1.02f) best = lag;
    *clarity = f->curve[best];
    return f->rate / between(f->curve, best);
}

static float difference(const float *half, unsigned lag, unsigned count) {
    four sums = {0};
    for (unsigned i = 0; i + 4 <= count; i += 4) {
        four d = four_at(half + i) - four_at(half + i + lag);
        sums += d * d;
    }
    return sum_of(sums);
}

static float by_yin(struct pitch_finder *f, float *clarity) {
    unsigned count = HALF - f->longest - 1, best = 0;
    float sum = 0;
    f->curve[0] = 1;
    for (unsigned lag = 1; lag <= f->longest + 1 && lag < LAGS; lag++) {
        float d = difference(f->half, lag, count);
        sum += d;
        f->curve[lag] = sum > 0 ? d * (float)lag / sum : 1;
    }
    for (unsigned lag = f->shortest; lag < f->longest && !best;
         lag++) // the first that is low enough, at its lowest
        if (f->curve[lag] < 0.15f && f->curve[lag] <= f->curve[lag + 1]) best = lag;
    if (!best) {
        best = f->shortest;
        for (unsigned lag = f->shortest; lag <= f->longest; lag++)
            if (f->curve[lag] < f->curve[best]) best = lag;
    }
    *clarity = 1 - m_min(f->curve[best], 1);
    return f->rate / between(f->curve, best);
}

static float by_mcleod(struct pitch_finder *f, float *clarity) {
    unsigned count = HALF - f->longest - 1, best = 0;
    float most = 0;
    for (unsigned lag = f->shortest - 1; lag <= f->longest + 1 && lag < LAGS; lag++) {
        float own = product(f->half, f->half, count) + product(f->half + lag, f->half + lag, count);
        f->curve[lag] = own > 0 ? 2 * product(f->half, f->half + lag, count) / own : 0;
    }
    for (unsigned lag = f->shortest; lag <= f->longest; lag++)
        if (f->curve[lag] > most && f->curve[lag] >= f->curve[lag - 1] && f->curve[lag] >= f->curve[lag + 1])
            most = f->curve[lag];
    for (unsigned lag = f->shortest; lag <= f->longest && !best; lag++)
        if (f->curve[lag] >= 0.9f * most && f->curve[lag] >= f->curve[lag - 1] &&
            f->curve[lag] >= f->curve[lag + 1])
            best = lag;
    if (!best) best = f->shortest;
    *clarity = m_clamp(f->curve[best], 0, 1);
    return f->rate / between(f->curve, best);
}

static void spectrum(struct pitch_finder *f) {
    for (int i = 0; i < HALF; i++) f->work[i] = f->half[i] * (0.5f - 0.5f * m_cos(M_TAU_F * (float)i / HALF));
    kiss_fftr(f->there, f->work, f->bins);
}

static float by_cepstrum(struct pitch_finder *f, float *clarity) {
    spectrum(f);
    for (int i = 0; i <= HALF / 2; i++) {
        float logarithm = m_log(f->bins[i].r * f->bins[i].r + f->bins[i].i * f->bins[i].i + 1e-9f);
        // Above 2.5 kHz there are no harmonics to count.
        float weight = (float)i * f->rate / HALF < 2500 ? 1 : 0;
        f->work[i] = logarithm * weight;
        if (i && i < HALF / 2) f->work[HALF - i] = f->work[i];
    }
    kiss_fftr(f->there, f->work, f->bins2);
    unsigned best = f->shortest;
    float sum = 0;
    for (unsigned lag = f->shortest - 1; lag <= f->longest + 1 && lag <= HALF / 2; lag++)
        f->curve[lag] = f->bins2[lag].r * m_sqrt((float)lag);
    for (unsigned lag = f->shortest; lag <= f->longest; lag++) {
        sum += m_abs(f->curve[lag]);
        if (f->curve[lag] > f->curve[best]) best = lag;
    }
    float mean = sum / (float)(f->longest - f->shortest + 1);
    *clarity = m_clamp(f->curve[best] / m_max(mean, 1e-9f) / 8, 0, 1);
    return f->rate / between(f->curve, best);
}

static float by_spectrum(struct pitch_finder *f, float *clarity) {
    spectrum(f);
    float all = 1e-9f, most = 0, best = PITCH_LOWEST;
    for (int i = 0; i <= HALF / 2; i++) {
        f->work[i] = m_sqrt(m_sqrt(f->bins[i].r * f->bins[i].r + f->bins[i].i * f->bins[i].i));
        all += f->work[i];
    }
    for (float hertz = PITCH_LOWEST; hertz < PITCH_HIGHEST; hertz *= 1.006f) {
        float sum = 0;
        for (int n = 1; n <= 8; n++) {
            float place = hertz * (float)n * HALF / f->rate, weight = 1 / (1 + 0.35f * (float)(n - 1));
            int i = (int)place;
            if (i + 1 > HALF / 2) break;
            sum += weight * m_lerp(f->work[i], f->work[i + 1], place - (float)i);
            float gap = place - hertz / 2 * HALF / f->rate; // what lies between harmonics speaks against it
            int g = (int)gap;
            if (g > 0) sum -= 0.7f * weight * m_lerp(f->work[g], f->work[g + 1], gap - (float)g);
        }
        if (sum > most) most = sum, best = hertz;
    }
    *clarity = m_clamp(most / all * 12, 0, 1);
    return best;
}

float pitch_find(struct pitch_finder *f, const float *samples, float *clarity) {
    static float (*const WAYS[])(struct pitch_finder * f, float *clarity) = {
        by_autocorrelation, by_yin, by_mcleod, by_cepstrum, by_spectrum};
    static const float LEAST[] = {0.45f, 0.45f, 0.5f, 0.35f, 0.3f};
    float own = 0;
    double power = halve(f, samples);
    float hertz = power > 1e-7 ? WAYS[f->method](f, &own) : 0;
    if (clarity) *clarity = own;
    return own >= LEAST[f->method] && hertz >= PITCH_LOWEST && hertz <= PITCH_HIGHEST * 1.02f ? hertz : 0;
}
