#include "codec/sound/bearing.h"

#include "base/maths/maths.h"

#define SOUND_MPS  343.0f
#define LEAST_MEAN 400.0f // of a square: below 20 of 32767 it is quiet
#define LEAST_MORE 0.004f // that the strongest is over the weakest

enum { REACH = 4 }; // samples at either end that a delay may need

// Between samples: a cubic through four of them, so that no delay dampens more than another.
static float at(const int16_t *samples, uint32_t ear, float where) {
    uint32_t n = (uint32_t)where;
    float t = where - (float)n, y[4];
    for (uint32_t i = 0; i < 4; i++) y[i] = samples[(n + i - 1) * BEARING_EARS + ear];
    float a = y[1], b = 0.5f * (y[2] - y[0]), c = y[0] - 2.5f * y[1] + 2 * y[2] - 0.5f * y[3],
          d = 0.5f * (y[3] - y[0]) + 1.5f * (y[1] - y[2]);
    return a + t * (b + t * (c + t * d));
}

static float power_from(const int16_t *samples, uint32_t count, const float delays[BEARING_EARS]) {
    float sum = 0;
    for (uint32_t n = REACH; n + REACH < count; n++) {
        float all = 0;
        for (uint32_t i = 0; i < BEARING_EARS; i++) all += at(samples, i, (float)n - delays[i]);
        sum += all * all * (1.0f / (BEARING_EARS * BEARING_EARS));
    }
    return sum / (float)(count - 2 * REACH);
}

void bearing_of(const int16_t *samples, uint32_t count, float rate_hz, const float ears_m[BEARING_EARS][2],
                struct bearing *out) {
    *out = (struct bearing){.direction = BEARING_NONE};
    if (count <= 4 * REACH) return;
    float middle[2] = {0, 0};
    for (uint32_t i = 0; i < BEARING_EARS; i++)
        for (int k = 0; k < 2; k++) middle[k] += ears_m[i][k] / BEARING_EARS;
    float low = 0, high = 0;
    for (uint32_t b = 0; b < BEARINGS; b++) {
        float angle = m_radians(-30.0f * (float)b), delays[BEARING_EARS];
        for (uint32_t i = 0; i < BEARING_EARS; i++) { // who is nearer to the source hears it earlier
            float ahead =
                (ears_m[i][0] - middle[0]) * m_cos(angle) + (ears_m[i][1] - middle[1]) * m_sin(angle);
            delays[i] = m_clamp(ahead / SOUND_MPS * rate_hz, -(REACH - 2), REACH - 2);
        }
        out->power[b] = power_from(samples, count, delays);
        if (!b || out->power[b] < low) low = out->power[b];
        if (!b || out->power[b] > high) high = out->power[b], out->direction = (uint8_t)b;
    }
    float more = high - low;
    for (uint32_t b = 0; b < BEARINGS; b++)
        out->strengths[b] = more > 0 ? (uint8_t)((out->power[b] - low) / more * 255) : 0;
    if (high < LEAST_MEAN || more < LEAST_MORE * high) out->direction = BEARING_NONE;
    out->confidence = out->direction == BEARING_NONE ? 0
                                                     : (uint16_t)m_clamp(more / high * BEARING_CONFIDENCE_MAX,
                                                                         0, BEARING_CONFIDENCE_MAX);
}
