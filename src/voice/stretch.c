#include "voice/stretch.h"

#include "base/maths/maths.h"

#include <stdlib.h>

enum { PIECE = 660, HOP = PIECE / 2, SEEK = 170 }; // 30, 15 and 8 ms at 22050

static float sample(const int16_t *in, size_t count, int64_t at) {
    return at >= 0 && at < (int64_t)count ? in[at] : 0;
}

// Where around `at` the speech goes on most like what would have come next.
static int64_t best_place(const int16_t *in, size_t count, int64_t at, int64_t natural) {
    double best = -1e30;
    int64_t place = at;
    for (int64_t off = -SEEK; off <= SEEK; off += 2) {
        double sum = 0, own = 1;
        for (int i = 0; i < HOP; i += 4) {
            double a = (double)sample(in, count, at + off + i), b = (double)sample(in, count, natural + i);
            sum += a * b, own += a * a;
        }
        sum /= md_sqrt(own);
        if (sum <= best) continue;
        best = sum;
        place = at + off;
    }
    return place;
}

enum err stretch(const int16_t *in, size_t count, size_t wanted, int16_t **out) {
    float *mix = calloc(wanted + PIECE, sizeof *mix);
    *out = malloc((wanted + 1) * sizeof **out);
    if (!mix || !*out) {
        free(mix);
        free(*out);
        *out = NULL;
        return ERR_MEMORY;
    }
    int64_t last = 0;
    for (size_t to = 0; to < wanted; to += HOP) {
        int64_t at = wanted ? (int64_t)((double)to * (double)count / (double)wanted) : 0;
        int64_t from = to ? best_place(in, count, at, last + HOP) : 0;
        for (int i = 0; i < PIECE; i++) {
            float weight = 0.5f - 0.5f * m_cos(M_TAU_F * (float)i / PIECE);
            if (!to && i < HOP) weight = 1;
            mix[to + (size_t)i] += sample(in, count, from + i) * weight;
        }
        last = from;
    }
    for (size_t i = 0; i < wanted; i++) (*out)[i] = (int16_t)m_round(m_clamp(mix[i], -32767, 32767));
    free(mix);
    return ERR_NONE;
}

enum err stretch_pitch(const int16_t *in, size_t count, float ratio, int16_t **out) {
    int16_t *longer;
    enum err err = stretch(in, count, (size_t)((double)count * (double)ratio), &longer);
    if (err) return err;
    size_t there = (size_t)((double)count * (double)ratio);
    *out = malloc((count + 1) * sizeof **out);
    for (size_t i = 0; *out && i < count; i++) {
        double place = (double)i * (double)ratio;
        int64_t at = (int64_t)place;
        float part = (float)(place - (double)at);
        (*out)[i] = (int16_t)m_round(m_lerp(sample(longer, there, at), sample(longer, there, at + 1), part));
    }
    free(longer);
    return *out ? ERR_NONE : ERR_MEMORY;
}
