#include "sense/hear/power.h"

#include "base/maths/maths.h"

#include <string.h>

#define LN_10     2.302585093f
#define WINDOW_S  (POWER_WINDOW * POWER_CHUNK / POWER_HZ)
#define QUIETEST  -1.0f // log10: what a microphone's own noise cannot be below
#define FULL_DB   110.0f
#define RISES_S   60.0f
#define FALLS_S   1.0f
#define FULL_SINE 8.729784f // log10 of the mean square of a sine of full scale

// Curve A has two zeros and two poles at 20.6 Hz, a zero and a pole each at 107.7 and 737.9 Hz, and two poles
// at 12194 Hz. Each pair is made digital by the bilinear transform.
struct pair {
    float first_hz, second_hz;
    bool zeros; // two at 0 Hz
};
static const struct pair PAIRS[3] = {
    {20.598997f, 20.598997f, true}, {107.65265f, 737.86223f, true}, {12194.217f, 12194.217f, false}};

static float warped(float hz) {
    float most = POWER_HZ * 0.45f; // above it the transform folds too much together
    return 2 * POWER_HZ * m_tan(M_TAU_F / 2 * m_min(hz, most) / POWER_HZ);
}

static void make(const struct pair *p, struct power_filter *out) {
    float k = 2 * POWER_HZ, u = warped(p->first_hz), v = warped(p->second_hz);
    float a0 = (k + u) * (k + v), a1 = (u - k) * (k + v) + (v - k) * (k + u), a2 = (u - k) * (v - k);
    float top = p->zeros ? k * k : u * v;
    *out =
        (struct power_filter){{top / a0, (p->zeros ? -2 : 2) * top / a0, top / a0}, {a1 / a0, a2 / a0}, {0}};
}

static float gain_at(const struct power_filter *f, float hz) {
    float w = M_TAU_F * hz / POWER_HZ, c1 = m_cos(w), s1 = m_sin(w), c2 = m_cos(2 * w), s2 = m_sin(2 * w);
    float tr = f->b[0] + f->b[1] * c1 + f->b[2] * c2, ti = f->b[1] * s1 + f->b[2] * s2;
    float br = 1 + f->a[0] * c1 + f->a[1] * c2, bi = f->a[0] * s1 + f->a[1] * s2;
    return m_sqrt((tr * tr + ti * ti) / (br * br + bi * bi));
}

struct power_config power_defaults(void) {
    return (struct power_config){.least = 1.0f, .rest_s = 0.5f};
}

void power_start(struct power *p, const struct power_config *config) {
    memset(p, 0, sizeof *p);
    p->config = *config;
    for (int i = 0; i < 3; i++) {
        make(&PAIRS[i], &p->filters[i]);
        float gain = gain_at(&p->filters[i], 1000); // the curve is 0 dB there
        for (int k = 0; k < 3; k++) p->filters[i].b[k] /= gain;
    }
}

static float run(struct power_filter *f, float x) {
    float y = f->b[0] * x + f->z[0];
    f->z[0] = f->b[1] * x - f->a[0] * y + f->z[1];
    f->z[1] = f->b[2] * x - f->a[1] * y;
    return y;
}

static void usual(struct power *p) {
    uint32_t count = p->windows < POWER_RING ? p->windows : POWER_RING;
    float sum = 0, squares = 0;
    for (uint32_t i = 0; i < count; i++) sum += p->ring[i], squares += p->ring[i] * p->ring[i];
    float mean = count ? sum / (float)count : 0, spread = count ? squares / (float)count - mean * mean : 0;
    p->average = mean;
    p->threshold = m_max(p->config.least, mean + 2 * m_sqrt(m_max(spread, 0)));
}

static void end_window(struct power *p) {
    float mean = (float)(p->sum / (POWER_WINDOW * POWER_CHUNK));
    p->now = m_max(mean > 0 ? m_log(mean) / LN_10 : QUIETEST, QUIETEST);
    usual(p); // of what was before
    float tau = p->now > p->floor ? RISES_S : FALLS_S;
    p->floor = p->windows ? p->floor + (p->now - p->floor) * (1 - m_exp(-WINDOW_S / tau)) : p->now;
    p->score = p->now - p->floor;
    bool above = p->windows && p->score > p->threshold;
    p->began = above && !p->above && !p->rest;
    p->rest = p->began ? (uint32_t)(p->config.rest_s / WINDOW_S) : p->rest ? p->rest - 1 : 0;
    p->above = above;
    p->ring[p->windows++ % POWER_RING] = p->score;
    p->sum = 0, p->chunks = 0;
}

bool power_feed(struct power *p, const int16_t samples[POWER_CHUNK]) {
    for (int i = 0; i < POWER_CHUNK; i++) {
        float x = (float)samples[i];
        for (int k = 0; k < 3; k++) x = run(&p->filters[k], x);
        p->sum += (double)(x * x);
    }
    p->began = false;
    if (++p->chunks < POWER_WINDOW) return false;
    end_window(p);
    return true;
}

float power_decibels(float power) { return FULL_DB + 10 * (power - FULL_SINE); }
