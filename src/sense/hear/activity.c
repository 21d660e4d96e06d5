#include "sense/hear/activity.h"

#include "base/maths/maths.h"

#include <string.h>

#define HZ    16000.0f
#define LN_10 2.302585093f
#define RISES 0.0015f // of the floor, each chunk: some seven seconds
#define FALLS 0.1f
#define LEAST 6.0f // decibels: quieter than a microphone's own noise

struct activity_config activity_defaults(void) {
    return (struct activity_config){.above_db = 7, .flat = 0.55f, .begin = 4, .hang = 35};
}

// A band is a resonator with two poles: enough to see whether a spectrum is flat. Bands lie evenly from 150
// to 5500 Hz on a scale of ratios; each is weighed by its width, so that white noise is flat.
static void tune(float hz, float out[4]) {
    float turn = M_TAU_F * hz / HZ, wide = hz * 0.24f, r = 1 - wide * M_TAU_F / 2 / HZ;
    out[0] = (1 - r) * m_sqrt(1 - 2 * r * m_cos(2 * turn) + r * r);
    out[1] = 2 * r * m_cos(turn), out[2] = -r * r, out[3] = 1 / (wide * ACTIVITY_CHUNK);
}

void activity_start(struct activity *a, const struct activity_config *config) {
    memset(a, 0, sizeof *a);
    a->config = *config;
    for (int i = 0; i < ACTIVITY_BANDS; i++)
        tune(150 * m_pow(5500.0f / 150, (float)i / (ACTIVITY_BANDS - 1)), a->tuned[i]);
}

static float band(struct activity *a, int i, const float *samples) {
    const float *t = a->tuned[i];
    float *z = a->bands[i], sum = 0;
    for (int k = 0; k < ACTIVITY_CHUNK; k++) {
        float y = t[0] * samples[k] + t[1] * z[0] + t[2] * z[1];
        z[1] = z[0], z[0] = y;
        sum += y * y;
    }
    return sum * t[3];
}

static float flatness(struct activity *a, const float *samples) {
    float logs = 0, sum = 0;
    for (int i = 0; i < ACTIVITY_BANDS; i++) {
        float p = band(a, i, samples) + 1e-9f;
        a->powers[i] = p;
        logs += m_log(p), sum += p;
    }
    return m_exp(logs / ACTIVITY_BANDS) / (sum / ACTIVITY_BANDS);
}

bool activity_feed(struct activity *a, const int16_t in[ACTIVITY_CHUNK]) {
    float samples[ACTIVITY_CHUNK], mean = 0, squares = 0;
    for (int i = 0; i < ACTIVITY_CHUNK; i++) mean += (float)in[i] / ACTIVITY_CHUNK;
    for (int i = 0; i < ACTIVITY_CHUNK; i++) {
        samples[i] = (float)in[i] - mean;
        squares += samples[i] * samples[i];
    }
    a->now_db = m_max(squares > 0 ? 10 * m_log(squares / ACTIVITY_CHUNK) / LN_10 : LEAST, LEAST);
    a->flatness = flatness(a, samples);
    bool voiced = a->chunks && a->now_db > a->floor_db + a->config.above_db && a->flatness < a->config.flat;
    if (!a->chunks) a->floor_db = a->now_db;
    a->chunks++;
    a->floor_db += (a->now_db - a->floor_db) * (a->now_db < a->floor_db ? FALLS : RISES);
    a->voiced = voiced ? a->voiced + 1 : a->voiced ? a->voiced - 1 : 0;
    if (a->voiced > 2 * a->config.begin) a->voiced = 2 * a->config.begin;
    if (voiced)
        a->quiet = 0;
    else
        a->quiet++;
    if (!a->on && a->voiced >= a->config.begin) a->on = true;
    if (a->on && a->quiet > a->config.hang) a->on = false, a->voiced = 0;
    return a->on;
}
