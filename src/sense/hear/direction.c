#include "sense/hear/direction.h"

#include "base/maths/maths.h"

#include <string.h>

#define SOUND_MPS   343.0f
#define LOWEST_HZ   250.0f // below, microphones two centimetres apart hear the same
#define HIGHEST_HZ  7000.0f
#define LEAST_MEAN  25.0f // of a square: below 5 of 32767 it is quiet
#define DEAD        1e-4f // of the loudest's square: that microphone is dead
#define LEAST_SURE  250   // of DIRECTION_SURE
#define SPREAD_SURE 2.0f  // so much a strongest direction stands out when there is no noise
enum { PAIRS = 6, HEIGHTS = 3, HOP = EARS_CHUNK };
static const uint8_t PAIR[PAIRS][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

void finder_start(struct finder *f, const struct body_model *model, float rate_hz) {
    float middle[2] = {0, 0};
    memset(f, 0, sizeof *f);
    fourier_start(&f->fourier);
    f->rate_hz = rate_hz;
    for (int i = 0; i < EARS; i++)
        middle[0] += model->ears_m[i].x / EARS, middle[1] += model->ears_m[i].y / EARS;
    for (int i = 0; i < EARS; i++)
        f->ears_m[i][0] = model->ears_m[i].x - middle[0], f->ears_m[i][1] = model->ears_m[i].y - middle[1];
}

void finder_feed(struct finder *f, const int16_t chunk[EARS][EARS_CHUNK]) {
    for (int i = 0; i < EARS; i++) {
        memmove(f->recent[i], f->recent[i] + EARS_CHUNK, sizeof f->recent[i] - sizeof chunk[i]);
        memcpy(f->recent[i] + FINDER_MOMENTS - EARS_CHUNK, chunk[i], sizeof chunk[i]);
    }
}

// How the microphones agree, summed over the windows of these chunks.
struct agreement {
    struct complex_number pairs[PAIRS][FOURIER_BINS];
    float powers[EARS][FOURIER_BINS];
    uint32_t from, to; // bins that count
    bool alive[EARS];
    uint32_t living; // pairs
};

static float level(const int16_t *at, uint32_t count) {
    float sum = 0, squares = 0;
    for (uint32_t i = 0; i < count; i++) sum += (float)at[i], squares += (float)at[i] * (float)at[i];
    float mean = sum / (float)count;
    return squares / (float)count - mean * mean;
}

static void add_window(const struct finder *f, uint32_t at, struct agreement *sum) {
    struct complex_number spectra[EARS][FOURIER_BINS];
    float windows[EARS][FOURIER];
    for (int e = 0; e < EARS; e++)
        for (uint32_t i = 0; i < FOURIER; i++) windows[e][i] = (float)f->recent[e][at + i];
    for (int e = 0; e < EARS; e += 2) fourier_two(&f->fourier, windows[e], windows[e + 1], &spectra[e]);
    for (int e = 0; e < EARS; e++)
        for (uint32_t k = sum->from; k < sum->to; k++)
            sum->powers[e][k] += spectra[e][k].re * spectra[e][k].re + spectra[e][k].im * spectra[e][k].im;
    for (int p = 0; p < PAIRS; p++) {
        const struct complex_number *a = spectra[PAIR[p][0]], *b = spectra[PAIR[p][1]];
        for (uint32_t k = sum->from; k < sum->to; k++) {
            sum->pairs[p][k].re += a[k].re * b[k].re + a[k].im * b[k].im;
            sum->pairs[p][k].im += a[k].im * b[k].re - a[k].re * b[k].im;
        }
    }
}

static bool pair_lives(const struct agreement *sum, int pair) {
    return sum->alive[PAIR[pair][0]] && sum->alive[PAIR[pair][1]];
}

// With two microphones a direction has another that is as good.
static bool listens(const struct finder *f, uint32_t moments, struct agreement *sum) {
    float levels[EARS], loud = 0;
    for (int e = 0; e < EARS; e++)
        loud = m_max(loud, levels[e] = level(f->recent[e] + FINDER_MOMENTS - moments, moments));
    for (int e = 0; e < EARS; e++) sum->alive[e] = levels[e] > DEAD * loud;
    for (int p = 0; p < PAIRS; p++) sum->living += pair_lives(sum, p);
    return loud >= LEAST_MEAN && sum->living >= 3 && sum->from < sum->to;
}

// Then each band of each pair counts by how alike it was: 1 when the two heard the same, only later.
static void level_bands(struct agreement *sum) {
    for (int p = 0; p < PAIRS; p++)
        for (uint32_t k = sum->from; k < sum->to && pair_lives(sum, p); k++) {
            float most = m_sqrt(sum->powers[PAIR[p][0]][k] * sum->powers[PAIR[p][1]][k]);
            struct complex_number *z = &sum->pairs[p][k];
            *z = most > 0 ? (struct complex_number){z->re / most, z->im / most}
                          : (struct complex_number){0, 0};
        }
}

// How well they agree when the first of a pair hears it so much later. The turn grows evenly from bin to bin.
static float agree(const struct agreement *sum, int pair, float later, float rate_hz) {
    float step = -M_TAU_F * later * rate_hz / FOURIER, c = m_cos(step), s = m_sin(step);
    float re = m_cos(step * (float)sum->from), im = m_sin(step * (float)sum->from), all = 0;
    for (uint32_t k = sum->from; k < sum->to; k++) {
        all += sum->pairs[pair][k].re * re + sum->pairs[pair][k].im * im;
        float next = re * c - im * s;
        im = re * s + im * c, re = next;
    }
    return all;
}

static float respond(const struct finder *f, const struct agreement *sum, float rad, float flat) {
    float all = 0, x = m_cos(rad) * flat / SOUND_MPS, y = m_sin(rad) * flat / SOUND_MPS;
    for (int p = 0; p < PAIRS; p++) {
        if (!pair_lives(sum, p)) continue;
        const float *a = f->ears_m[PAIR[p][0]], *b = f->ears_m[PAIR[p][1]];
        all += agree(sum, p, (b[0] - a[0]) * x + (b[1] - a[1]) * y, f->rate_hz); // nearer is earlier
    }
    return all / (float)(sum->living * (sum->to - sum->from));
}

static void choose(const float found[DIRECTIONS], float above, struct direction *out) {
    float low = found[0], high = found[0], mean = 0;
    int best = 0;
    for (int i = 0; i < DIRECTIONS; i++) {
        mean += found[i] / DIRECTIONS;
        low = m_min(low, found[i]);
        if (found[i] > high) high = found[i], best = i;
    }
    for (int i = 0; i < DIRECTIONS; i++)
        out->strengths[i] = high > low ? (uint8_t)((found[i] - low) / (high - low) * 255) : 0;
    float sure = SPREAD_SURE * (high - mean) * DIRECTION_SURE;
    if (above > high || !(sure >= LEAST_SURE)) return;
    float right = found[(best + 1) % DIRECTIONS], left = found[(best + DIRECTIONS - 1) % DIRECTIONS],
          bend = left - 2 * high + right,
          off = bend < 0 ? m_clamp((left - right) / (2 * bend), -0.5f, 0.5f) : 0;
    out->index = (uint8_t)best, out->confidence = (uint16_t)m_min(sure, DIRECTION_SURE);
    out->rad = angle_wrap(-m_radians(360.0f / DIRECTIONS) * ((float)best + off));
}

void finder_find(const struct finder *f, uint32_t chunks, struct direction *out) {
    static const float FLAT[HEIGHTS] = {1, 0.866f, 0.5f}; // at its height, 30 and 60 degrees above
    struct agreement sum = {.from = (uint32_t)(LOWEST_HZ * FOURIER / f->rate_hz),
                            .to = (uint32_t)(HIGHEST_HZ * FOURIER / f->rate_hz)};
    float found[DIRECTIONS];
    uint32_t moments = chunks < FINDER_CHUNKS ? chunks * EARS_CHUNK : FINDER_MOMENTS;
    *out = (struct direction){.index = DIRECTION_NONE};
    if (moments < FOURIER) moments = FOURIER;
    if (sum.to > FOURIER_BINS) sum.to = FOURIER_BINS;
    if (!listens(f, moments, &sum)) return;
    for (uint32_t at = FINDER_MOMENTS - moments; at + FOURIER <= FINDER_MOMENTS; at += HOP)
        add_window(f, at, &sum);
    level_bands(&sum);
    for (int i = 0; i < DIRECTIONS; i++) {
        float rad = -m_radians(360.0f / DIRECTIONS) * (float)i;
        found[i] = respond(f, &sum, rad, FLAT[0]);
        for (int h = 1; h < HEIGHTS; h++) found[i] = m_max(found[i], respond(f, &sum, rad, FLAT[h]));
    }
    choose(found, respond(f, &sum, 0, 0), out);
}
