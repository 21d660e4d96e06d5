#include "sense/hear/template.h"

#include "base/maths/maths.h"
#include "sense/hear/fourier.h"

#include <stdlib.h>
#include <string.h>

#define HZ         16000.0f
#define LOWEST_HZ  120.0f
#define HIGHEST_HZ 7000.0f
#define QUIET_DB   30.0f // below the loudest frame: silence
#define UNKNOWN    1.8f  // limit of a single recording
#define SLACK      0.85f // of how unlike recordings of a word are to one another
#define LEAST      1.0f
enum { HOP = 160, BANDS = 22, CEPSTRA = 12, HEARD_MOST = 620, LEAST_FRAMES = 20 };

struct frames {
    float at[HEARD_MOST][CEPSTRA], level_db[HEARD_MOST];
    uint32_t count;
};
struct known {
    float at[TEMPLATE_FRAMES][CEPSTRA];
    uint32_t count;
};
struct template {
    struct fourier fourier;
    float edges[BANDS + 2]; // bins
    struct known known[TEMPLATE_MOST];
    uint32_t count;
    float limit;
};

static float mel(float hz) { return 1127 * m_log(1 + hz / 700); }
static float hertz(float mels) { return 700 * (m_exp(mels / 1127) - 1); }

struct template *template_new(void) {
    struct template *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    fourier_start(&t->fourier);
    float low = mel(LOWEST_HZ), high = mel(HIGHEST_HZ);
    for (int i = 0; i < BANDS + 2; i++)
        t->edges[i] = hertz(low + (high - low) * (float)i / (BANDS + 1)) * FOURIER / HZ;
    t->limit = UNKNOWN;
    return t;
}

void template_free(struct template *t) { free(t); }

static float band(const struct template *t, const struct complex_number *spectrum, int b) {
    float low = t->edges[b], top = t->edges[b + 1], high = t->edges[b + 2], sum = 1;
    for (uint32_t k = (uint32_t)low + 1; (float)k < high && k < FOURIER_BINS; k++) {
        float share = (float)k < top ? ((float)k - low) / (top - low) : (high - (float)k) / (high - top);
        sum += share * (spectrum[k].re * spectrum[k].re + spectrum[k].im * spectrum[k].im);
    }
    return m_log(sum);
}

static void cepstra(const struct template *t, const struct complex_number *spectrum, float *out, float *db) {
    float bands[BANDS], sum = 0;
    for (int b = 0; b < BANDS; b++) bands[b] = band(t, spectrum, b), sum += bands[b] / BANDS;
    *db = sum * 4.342945f;
    for (int c = 0; c < CEPSTRA; c++) {
        out[c] = 0;
        for (int b = 0; b < BANDS; b++)
            out[c] += bands[b] * m_cos(M_PI_F * (float)(c + 1) * ((float)b + 0.5f) / BANDS) * (2.0f / BANDS);
    }
}

static void window(const int16_t *samples, size_t count, size_t from, float out[FOURIER]) {
    for (size_t i = 0; i < FOURIER; i++) {
        float now = from + i < count ? samples[from + i] : 0,
              before = from + i && from + i <= count ? samples[from + i - 1] : 0;
        out[i] = now - 0.97f * before;
    }
}

// Cepstra of each hop, without their mean over what is loud: that is the room's and the microphone's.
static void listen(const struct template *t, const int16_t *samples, size_t count, struct frames *out) {
    float mean[CEPSTRA] = {0}, loudest = 0;
    uint32_t loud = 0;
    out->count = 0;
    for (size_t at = 0; at + FOURIER <= count && out->count + 2 <= HEARD_MOST; at += 2 * (size_t)HOP) {
        struct complex_number spectra[2][FOURIER_BINS];
        float one[FOURIER], other[FOURIER];
        window(samples, count, at, one), window(samples, count, at + HOP, other);
        fourier_two(&t->fourier, one, other, spectra);
        for (int k = 0; k < 2; k++, out->count++)
            cepstra(t, spectra[k], out->at[out->count], &out->level_db[out->count]);
    }
    for (uint32_t i = 0; i < out->count; i++) loudest = m_max(loudest, out->level_db[i]);
    for (uint32_t i = 0; i < out->count; i++) {
        if (out->level_db[i] < loudest - QUIET_DB) continue;
        loud++;
        for (int c = 0; c < CEPSTRA; c++) mean[c] += out->at[i][c];
    }
    for (uint32_t i = 0; i < out->count && loud; i++)
        for (int c = 0; c < CEPSTRA; c++) out->at[i][c] -= mean[c] / (float)loud;
}

static float apart(const float *a, const float *b) {
    float sum = 0;
    for (int c = 0; c < CEPSTRA; c++) sum += (a[c] - b[c]) * (a[c] - b[c]);
    return m_sqrt(sum);
}

// The cheapest way through the whole word, beginning and ending anywhere in what was heard.
struct way {
    float cost;
    uint32_t steps, from;
};
static struct way cheaper(struct way a, struct way b) {
    return a.cost * (float)b.steps <= b.cost * (float)a.steps ? a : b;
}
static void warp(const struct known *word, const struct frames *heard, struct template_found *out) {
    struct way before[TEMPLATE_FRAMES], now[TEMPLATE_FRAMES];
    for (uint32_t j = 0; j < heard->count; j++) {
        for (uint32_t i = 0; i < word->count; i++) {
            struct way best = {0, 0, j};
            if (i) best = now[i - 1];
            if (i && j) best = cheaper(best, cheaper(before[i], before[i - 1]));
            now[i] = (struct way){best.cost + apart(word->at[i], heard->at[j]), best.steps + 1, best.from};
        }
        const struct way *end = &now[word->count - 1];
        float cost = end->cost / (float)end->steps;
        bool whole = j + 1 - end->from >= word->count / 2; // not squeezed into a moment
        if (whole && cost < out->cost) *out = (struct template_found){cost, end->from * HOP, (j + 1) * HOP};
        memcpy(before, now, sizeof before);
    }
}

void template_find(const struct template *t, const int16_t *samples, size_t count,
                   struct template_found *out) {
    struct frames *heard = malloc(sizeof *heard);
    *out = (struct template_found){.cost = 1e6f};
    if (!heard) return;
    listen(t, samples, count, heard);
    for (uint32_t i = 0; i < t->count; i++) warp(&t->known[i], heard, out);
    free(heard);
}

float template_limit(const struct template *t) { return t->limit; }

enum err template_learn(struct template *t, const int16_t *samples, size_t count, struct fault *fault) {
    struct frames *heard = malloc(sizeof *heard);
    struct template_found like = {.cost = 1e6f};
    float loudest = 0;
    uint32_t from = 0, to = 0;
    if (!heard) return fault_set(fault, ERR_MEMORY, "no memory for a recording");
    listen(t, samples, count, heard);
    for (uint32_t i = 0; i < heard->count; i++) loudest = m_max(loudest, heard->level_db[i]);
    for (uint32_t i = heard->count; i-- > 0;)
        if (heard->level_db[i] > loudest - QUIET_DB) from = i, to = to ? to : i + 1;
    enum err err = ERR_NONE;
    if (t->count == TEMPLATE_MOST)
        err = fault_set(fault, ERR_LIMIT, "a word has at most %d recordings", TEMPLATE_MOST);
    else if (to - from < LEAST_FRAMES || to - from > TEMPLATE_FRAMES)
        err = fault_set(fault, ERR_RANGE, "a recorded word lasts from 0.2 to 3 s, not %.2f s",
                        (double)((float)(to - from) * HOP / HZ));
    if (!err) {
        for (uint32_t i = 0; i < t->count; i++) warp(&t->known[i], heard, &like);
        struct known *word = &t->known[t->count];
        word->count = to - from;
        memcpy(word->at, heard->at[from], word->count * sizeof *word->at);
        if (t->count++) t->limit = m_max(t->count == 2 ? LEAST : t->limit, like.cost * SLACK);
    }
    free(heard);
    return err;
}
