// The last steps before a speaker: the equaliser removes what it cannot play, and the limiter keeps
// everything below the ceiling.
#include "stage/sound/audio_internal.h"

#include <string.h>

static struct biquad high_pass(float hertz, float rate) {
    float w = M_TAU_F * m_min(hertz, rate * 0.45f) / rate, sine, cosine;
    m_sincos(w, &sine, &cosine);
    float alpha = sine / (2 * 0.70710678f), a0 = 1 + alpha;
    return (struct biquad){.b0 = (1 + cosine) / 2 / a0,
                           .b1 = -(1 + cosine) / a0,
                           .b2 = (1 + cosine) / 2 / a0,
                           .a1 = -2 * cosine / a0,
                           .a2 = (1 - alpha) / a0};
}

static struct biquad high_shelf(float hertz, float db, float rate) {
    float amount = m_pow(10, db / 40), sine, cosine;
    m_sincos(M_TAU_F * m_min(hertz, rate * 0.45f) / rate, &sine, &cosine);
    float root = 2 * m_sqrt(amount) * sine * 0.70710678f;
    float a0 = (amount + 1) - (amount - 1) * cosine + root;
    return (struct biquad){.b0 = amount * ((amount + 1) + (amount - 1) * cosine + root) / a0,
                           .b1 = -2 * amount * ((amount - 1) + (amount + 1) * cosine) / a0,
                           .b2 = amount * ((amount + 1) + (amount - 1) * cosine - root) / a0,
                           .a1 = 2 * ((amount - 1) - (amount + 1) * cosine) / a0,
                           .a2 = ((amount + 1) - (amount - 1) * cosine - root) / a0};
}

void ear_tune(struct ear *ear, const struct audio_config *config) {
    float rate = (float)config->rate_hz;
    *ear = (struct ear){.tuned = true,
                        .cut = high_pass(config->low_cut_hz, rate),
                        .treble = high_shelf(config->treble_hz, config->treble_db, rate),
                        .held = 1,
                        .sum = EAR_AHEAD,
                        .since = EAR_AHEAD,
                        .ceiling = m_pow(10, config->ceiling_db / 20),
                        .release = 1 - m_exp(-1000 / (m_max(config->release_ms, 1) * rate))};
    for (int i = 0; i < EAR_AHEAD; i++) ear->need[i] = ear->gains[i] = 1;
}

static inline float biquad(struct biquad *f, float x) {
    float y = f->b0 * x + f->z1;
    f->z1 = f->b1 * x - f->a1 * y + f->z2;
    f->z2 = f->b2 * x - f->a2 * y;
    return y;
}

// The gain that each sample needs is held for as long as the sample waits, let go of slowly, and then
// averaged over the same time. The mean of gains that are each low enough is low enough, so what comes out
// keeps the ceiling without a single sample being cut.
static float limit(struct ear *ear, float x) {
    uint32_t at = ear->at;
    float size = m_abs(x), least = 1;
    bool loud = size > ear->ceiling;
    ear->need[at] = loud ? ear->ceiling / size : 1;
    ear->since = loud ? 0 : ear->since + (ear->since < EAR_AHEAD);
    for (int i = 0; i < EAR_AHEAD && ear->since < EAR_AHEAD; i++) least = m_min(least, ear->need[i]);
    float eased = ear->held + (1 - ear->held) * ear->release;
    ear->held = least < eased ? least : eased > 0.99999f ? 1 : eased;
    ear->sum += (double)ear->held - (double)ear->gains[at];
    ear->gains[at] = ear->held;
    ear->at = at = (at + 1) % EAR_AHEAD;
    float late = ear->delay[at];
    return late * (float)(ear->sum / EAR_AHEAD);
}

void ear_hear(struct ear *ear, const float *in, int16_t *out, size_t count) {
    for (size_t i = 0; i < count; i++) {
        float x = biquad(&ear->treble, biquad(&ear->cut, in[i]));
        if (!m_finite(x) || m_abs(x) > 1e6f) { // no sound does this; and nothing may stay in the filters
            ear->cut.z1 = ear->cut.z2 = ear->treble.z1 = ear->treble.z2 = 0;
            x = 0;
        }
        ear->delay[ear->at] = x;
        float y = limit(ear, x);
        out[i] = (int16_t)m_round(m_clamp(y, -1, 1) * 32767);
    }
}
