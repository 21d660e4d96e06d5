#include "sense/hear/beat.h"

#include "base/maths/maths.h"

#include <string.h>

#define CHUNKS_PER_S 100.0f
enum { LOW_BANDS = 3, LOOK_CHUNKS = 50, SURE_LOOKS = 6, LEAST_CHUNKS = 400 };
#define JUMP       4.0f  // times the usual power of the low bands
#define USUAL      0.02f // how fast that follows
#define QUIET      9.0f  // counts squared in the low bands: less is no music
#define NEAR       0.04f // of a tempo: the same one
#define FORGETS    0.8f  // a look
#define POSSIBLE   0.3f
#define CONFIRMED  0.6f
#define PRIOR_BPM  120.0f
#define PRIOR_WIDE 0.9f // octaves

void beat_start(struct beat *b, const struct beat_config *config) {
    memset(b, 0, sizeof *b);
    b->config = *config;
}

// ------------------------------------------------------------------------------------------------ a beat

static void notice(struct beat *b, const float powers[ACTIVITY_BANDS]) {
    float low = 0;
    for (int i = 0; i < LOW_BANDS; i++) low += powers[i];
    bool high = b->chunks && low > QUIET && low > JUMP * b->low;
    b->now = high && b->lower >= (uint32_t)(b->config.arm_s * CHUNKS_PER_S);
    b->lower = high ? 0 : b->lower + 1;
    b->since = b->now ? 0 : b->since + 1;
    if (b->now) b->music = true;
    if (b->since > (uint32_t)(b->config.gone_s * CHUNKS_PER_S)) b->music = false;
    b->low += (low - b->low) * USUAL;
}

// ------------------------------------------------------------------------------------------------ the tempo

static float onset(struct beat *b, const float powers[ACTIVITY_BANDS]) {
    float sum = 0;
    for (int i = 0; i < ACTIVITY_BANDS; i++) {
        float now = m_log(powers[i] + 1);
        if (b->chunks) sum += m_max(now - b->before[i], 0);
        b->before[i] = now;
    }
    return sum;
}

// In the order of time, smoothed over neighbours and about its mean.
static float unroll(const struct beat *b, float out[BEAT_WINDOW]) {
    uint32_t at = b->chunks % BEAT_WINDOW;
    float mean = 0, square = 0;
    for (uint32_t i = 0; i < BEAT_WINDOW; i++) {
        float here = b->onsets[(at + i) % BEAT_WINDOW];
        float before = i ? b->onsets[(at + i - 1) % BEAT_WINDOW] : here;
        float after = i + 1 < BEAT_WINDOW ? b->onsets[(at + i + 1) % BEAT_WINDOW] : here;
        out[i] = here * 0.5f + (before + after) * 0.25f;
        mean += out[i] / BEAT_WINDOW;
    }
    for (uint32_t i = 0; i < BEAT_WINDOW; i++) out[i] -= mean, square += out[i] * out[i];
    return square;
}

// How alike it is to itself so many chunks later, and twice as many: a tempo is both.
static float alike(const float *in, float square, uint32_t lag) {
    float one = 0, two = 0;
    for (uint32_t i = 0; i + lag < BEAT_WINDOW; i++) one += in[i] * in[i + lag];
    for (uint32_t i = 0; i + 2 * lag < BEAT_WINDOW; i++) two += in[i] * in[i + 2 * lag];
    one *= BEAT_WINDOW / (float)(BEAT_WINDOW - lag);
    if (2 * lag < BEAT_WINDOW - LOOK_CHUNKS) two *= BEAT_WINDOW / (float)(BEAT_WINDOW - 2 * lag);
    return m_min(one, two) / square;
}

static float weight(float bpm) {
    float octaves = m_log(bpm / PRIOR_BPM) / 0.6931472f / PRIOR_WIDE;
    return m_exp(-0.5f * octaves * octaves);
}

// The best lag with its confidence; the place between lags by a parabola.
static float best(const struct beat *b, float *confidence) {
    float in[BEAT_WINDOW], square = unroll(b, in), top = 0, at = 0;
    uint32_t from = (uint32_t)(60 * CHUNKS_PER_S / b->config.most_bpm),
             to = (uint32_t)(60 * CHUNKS_PER_S / b->config.least_bpm);
    *confidence = 0;
    if (!(square > 1)) return 0;
    for (uint32_t lag = from; lag <= to; lag++) {
        float here = alike(in, square, lag), score = here * weight(60 * CHUNKS_PER_S / (float)lag);
        if (score <= top) continue;
        float before = alike(in, square, lag - 1), after = alike(in, square, lag + 1);
        float bend = before - 2 * here + after;
        top = score, *confidence = m_clamp(here, 0, 1);
        at = (float)lag + (bend < 0 ? m_clamp((before - after) / (2 * bend), -1, 1) : 0);
    }
    return at > 0 ? 60 * CHUNKS_PER_S / at : 0;
}

static void add(struct beat *b, float bpm, float score) {
    struct beat_candidate *weakest = &b->board[0], *known = NULL;
    for (int i = 0; i < BEAT_CANDIDATES; i++) {
        struct beat_candidate *c = &b->board[i];
        c->score *= FORGETS;
        if (c->score < weakest->score) weakest = c;
        if (c->score > 0 && m_abs(c->bpm - bpm) < NEAR * bpm) known = c;
    }
    if (!(score > 0)) return;
    if (!known) *(known = weakest) = (struct beat_candidate){bpm, 0};
    known->bpm += (bpm - known->bpm) * (known->score > 0 ? 0.5f : 1);
    known->score += score * (1 - FORGETS);
}

static void look(struct beat *b) {
    float confidence, bpm = best(b, &confidence);
    add(b, bpm, confidence);
    const struct beat_candidate *first = &b->board[0];
    for (int i = 1; i < BEAT_CANDIDATES; i++)
        if (b->board[i].score > first->score) first = &b->board[i];
    bool same = first->score > 0 && m_abs(first->bpm - bpm) < NEAR * bpm;
    b->tempo_bpm = first->score > 0 ? first->bpm : 0;
    b->confidence = same ? confidence : 0;
    b->possible = b->confidence > POSSIBLE;
    b->sure = b->confidence > CONFIRMED ? b->sure + 1 : 0;
    b->confirmed = b->sure >= SURE_LOOKS;
}

void beat_feed(struct beat *b, const float powers[ACTIVITY_BANDS]) {
    notice(b, powers);
    b->onsets[b->chunks % BEAT_WINDOW] = onset(b, powers);
    b->chunks++;
    if (b->chunks >= LEAST_CHUNKS && b->chunks % LOOK_CHUNKS == 0) look(b);
}
