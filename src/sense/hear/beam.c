#include "sense/hear/beam.h"

#include "base/maths/maths.h"

#include <string.h>

#define SOUND_MPS 343.0f

// A delay of BEAM_LATE and so many samples more: the sinc about that place under a cosine's window, levelled
// so that a steady sound stays as loud as it is.
static void delay(float samples, float taps[BEAM_TAPS]) {
    float middle = (float)BEAM_LATE + samples, sum = 0;
    for (int i = 0; i < BEAM_TAPS; i++) {
        float x = (float)i - middle, turn = M_PI_F * x;
        float sinc = m_abs(x) < 1e-4f ? 1 : m_sin(turn) / turn;
        float width = (float)BEAM_LATE, window = m_abs(x) < width ? 0.5f + 0.5f * m_cos(turn / width) : 0;
        taps[i] = sinc * window, sum += taps[i];
    }
    for (int i = 0; i < BEAM_TAPS; i++) taps[i] /= sum;
}

// flat 0: sound from everywhere is summed as it comes.
static void aim(struct beam *b, float rad, float flat) {
    if (!b->turned) memcpy(b->before, b->taps, sizeof b->taps);
    b->turned = true;
    for (int e = 0; e < EARS; e++) {
        float ahead = b->ears_m[e][0] * m_cos(rad) + b->ears_m[e][1] * m_sin(rad);
        delay(m_clamp(ahead * flat / SOUND_MPS * b->rate_hz, -BEAM_LATE + 1, BEAM_LATE - 1), b->taps[e]);
    }
}

void beam_start(struct beam *b, const struct body_model *model, float rate_hz) {
    float middle[2] = {0, 0};
    memset(b, 0, sizeof *b);
    b->rate_hz = rate_hz;
    for (int e = 0; e < EARS; e++)
        middle[0] += model->ears_m[e].x / EARS, middle[1] += model->ears_m[e].y / EARS;
    for (int e = 0; e < EARS; e++)
        b->ears_m[e][0] = model->ears_m[e].x - middle[0], b->ears_m[e][1] = model->ears_m[e].y - middle[1];
    aim(b, 0, 0);
    b->turned = false;
}

void beam_turn(struct beam *b, float rad) { aim(b, rad, 1); }

void beam_open(struct beam *b) { aim(b, 0, 0); }

static bool alive(const int16_t samples[EARS_CHUNK]) {
    for (int i = 1; i < EARS_CHUNK; i++)
        if (samples[i] != samples[0]) return true;
    return false;
}

static void add(struct beam *b, int ear, const int16_t chunk[EARS_CHUNK], float sum[EARS_CHUNK]) {
    int16_t line[BEAM_TAPS + EARS_CHUNK];
    memcpy(line, b->past[ear], sizeof b->past[ear]);
    memcpy(line + BEAM_TAPS, chunk, EARS_CHUNK * sizeof *chunk);
    for (int n = 0; n < EARS_CHUNK; n++) {
        float now = 0, before = 0, share = (float)n / EARS_CHUNK;
        for (int i = 0; i < BEAM_TAPS; i++) now += b->taps[ear][i] * (float)line[BEAM_TAPS + n - i];
        if (b->turned)
            for (int i = 0; i < BEAM_TAPS; i++) before += b->before[ear][i] * (float)line[BEAM_TAPS + n - i];
        sum[n] += b->turned ? m_lerp(before, now, share) : now;
    }
}

void beam_feed(struct beam *b, const int16_t chunk[EARS][EARS_CHUNK], int16_t out[EARS_CHUNK]) {
    float sum[EARS_CHUNK] = {0};
    int count = 0;
    for (int e = 0; e < EARS; e++) {
        if (alive(chunk[e])) add(b, e, chunk[e], sum), count++;
        memcpy(b->past[e], chunk[e] + EARS_CHUNK - BEAM_TAPS, sizeof b->past[e]);
    }
    b->turned = false;
    for (int n = 0; n < EARS_CHUNK; n++)
        out[n] = (int16_t)m_clamp(m_round(count ? sum[n] / (float)count : 0), -32768, 32767);
}
