#include "voice/vocoder.h"

#include "base/maths/chance.h"
#include "base/maths/four.h"
#include "base/maths/maths.h"

#include <stdlib.h>
#include <string.h>

enum { BANDS = 16, HOP = 330, VIBRATO_HZ = 6 }; // a hop of 15 ms at 22050

struct biquad2 { // a band-pass, twice over
    float b, a1, a2, x[2][2], y[2][2];
};

struct vocoder_config vocoder_robot(const char *robot) {
    // Chosen by ear: Vector a child of metal, Cozmo a smaller one.
    struct vocoder_config config = {.rate = 22050,
                                    .method = PITCH_YIN,
                                    .pitch = 1.42f,
                                    .formant = 1.20f,
                                    .steps = 0.65f,
                                    .breath = 0.05f,
                                    .clean = 0.25f,
                                    .range = 1};
    if (!strcmp(robot, "cozmo"))
        config.pitch = 1.72f, config.formant = 1.36f, config.steps = 0.5f, config.breath = 0.03f;
    return config;
}

static struct biquad2 band_pass(float hertz, float width, float rate) {
    float w = M_TAU_F * m_min(hertz, rate * 0.46f) / rate, sine, cosine;
    m_sincos(w, &sine, &cosine);
    float alpha = sine * width / 2, a0 = 1 + alpha;
    return (struct biquad2){.b = alpha / a0, .a1 = -2 * cosine / a0, .a2 = (1 - alpha) / a0};
}

static float through(struct biquad2 *f, float x) {
    for (int i = 0; i < 2; i++) {
        float y = f->b * (x - f->x[i][1]) - f->a1 * f->y[i][0] - f->a2 * f->y[i][1];
        f->x[i][1] = f->x[i][0], f->x[i][0] = x;
        f->y[i][1] = f->y[i][0], f->y[i][0] = y;
        x = y;
    }
    return x;
}

// The same for all bands side by side.
struct bank {
    float b[BANDS], a1[BANDS], a2[BANDS], x[2][2][BANDS], y[2][2][BANDS];
};

static void bank_set(struct bank *bank, int band, struct biquad2 f) {
    bank->b[band] = f.b, bank->a1[band] = f.a1, bank->a2[band] = f.a2;
}

static void four_put(float *at, four value) { memcpy(at, &value, sizeof value); }

static four bank_through(struct bank *f, int first, four x) {
    for (int i = 0; i < 2; i++) {
        float *x0 = f->x[i][0] + first, *x1 = f->x[i][1] + first, *y0 = f->y[i][0] + first,
              *y1 = f->y[i][1] + first;
        four y = four_at(f->b + first) * (x - four_at(x1)) - four_at(f->a1 + first) * four_at(y0) -
                 four_at(f->a2 + first) * four_at(y1);
        four_put(x1, four_at(x0)), four_put(x0, x);
        four_put(y1, four_at(y0)), four_put(y0, y);
        x = y;
    }
    return x;
}

// ------------------------------------------------------------------------------------------------ pitch

// A height for every hop; 0: no voice. What is spoken in between keeps its neighbours' height.
static enum err follow(const struct vocoder_config *config, const float *in, size_t count, float *pitch,
                       float *voiced, size_t hops) {
    struct pitch_finder *finder = pitch_finder_new(config->method, config->rate);
    float window[PITCH_WINDOW];
    if (!finder) return ERR_MEMORY;
    double sum = 0;
    size_t found = 0;
    for (size_t h = 0; h < hops; h++) {
        for (size_t i = 0; i < PITCH_WINDOW; i++) {
            size_t at = h * HOP + i;
            window[i] =
                at >= PITCH_WINDOW / 2 && at - PITCH_WINDOW / 2 < count ? in[at - PITCH_WINDOW / 2] : 0;
        }
        float clarity;
        pitch[h] = pitch_find(finder, window, &clarity);
        voiced[h] = pitch[h] > 0 ? m_clamp((clarity - 0.4f) * 3, 0, 1) : 0;
        if (pitch[h] > 0) sum += (double)m_log(pitch[h]), found++;
    }
    pitch_finder_free(finder);
    float middle = found ? m_exp((float)(sum / (double)found)) : 120;
    float last = middle;
    for (size_t h = 0; h < hops; h++) {
        // A jump of an octave is a mistake of the finder.
        if (pitch[h] > 0 && (pitch[h] > middle * 2.1f || pitch[h] < middle * 0.48f)) pitch[h] = 0;
        if (pitch[h] > 0) last = pitch[h];
        float off = 12 * m_log(last / middle) / 0.69314718f * config->range;
        off = m_lerp(off, m_round(off), config->steps);
        pitch[h] = middle * config->pitch * m_pow(2, off / 12);
    }
    return ERR_NONE;
}

// ------------------------------------------------------------------------------------------------ bands

static float edge_of(int band) { return 130 * m_pow(8200.0f / 130, (float)band / BANDS); }

static float corner(float phase, float step) {
    if (phase < step) return 2 * phase / step - phase * phase / (step * step) - 1;
    if (phase > 1 - step) {
        float t = (phase - 1) / step;
        return t * t + 2 * t + 1;
    }
    return 0;
}

struct shaping {
    struct bank hear, make;
    struct biquad2 hiss;
    float level[BANDS], gain[BANDS];
    float rise, fall, phase;
    struct chance dice;
};

static void begin(struct shaping *s, const struct vocoder_config *config) {
    float rate = (float)config->rate;
    memset(s, 0, sizeof *s);
    for (int b = 0; b < BANDS; b++) {
        float low = edge_of(b), high = edge_of(b + 1), middle = m_sqrt(low * high),
              width = (high - low) / middle;
        bank_set(&s->hear, b, band_pass(middle, width, rate));
        bank_set(&s->make, b, band_pass(middle * config->formant, width, rate));
        s->gain[b] = m_sqrt(middle / 700) * 5.5f; // a buzz has less above
        if (middle * config->formant > rate * 0.45f) s->gain[b] = 0;
    }
    s->hiss = band_pass(6200, 0.7f, rate);
    s->rise = 1 - m_exp(-1 / (0.003f * rate));
    s->fall = 1 - m_exp(-1 / (0.014f * rate));
    s->dice = chance_of(7, chance_stream("vocoder"), 0);
}

static float shape(struct shaping *s, const struct vocoder_config *config, float x, float hertz,
                   float voiced) {
    float step = hertz / (float)config->rate;
    s->phase += step;
    s->phase -= m_floor(s->phase);
    float buzz = 2 * s->phase - 1 - corner(s->phase, step), noise = 2 * chance_unit(&s->dice) - 1;
    float breath = m_max(config->breath, 1 - voiced), source = buzz * (1 - breath) + noise * breath * 0.8f,
          sum = 0;
    for (int b = 0; b < BANDS; b += 4) {
        four heard = bank_through(&s->hear, b, four_of(x)), level = four_at(s->level + b);
        four size = four_choose(heard < four_of(0), -heard, heard);
        level += (size - level) * four_choose(size > level, four_of(s->rise), four_of(s->fall));
        four_put(s->level + b, level);
        four made = bank_through(&s->make, b, four_of(source)) * level * four_at(s->gain + b);
        for (int k = 0; k < 4; k++) sum += made[k];
    }
    return sum + through(&s->hiss, x) * config->clean * (1 - voiced * 0.6f);
}

static void match_loudness(const float *in, float *out, size_t count) {
    double before = 0, after = 0;
    float peak = 0;
    for (size_t i = 0; i < count; i++)
        before += (double)in[i] * (double)in[i], after += (double)out[i] * (double)out[i];
    float gain = after > 0 ? (float)md_sqrt(before / after) : 0;
    for (size_t i = 0; i < count; i++) peak = m_max(peak, m_abs(out[i]) * gain);
    if (peak > 0.92f) gain *= 0.92f / peak;
    for (size_t i = 0; i < count; i++) out[i] *= gain;
}

enum err vocoder_run(const struct vocoder_config *config, const int16_t *in, size_t count, int16_t *out) {
    if (!count) return ERR_NONE;
    size_t hops = count / HOP + 2;
    float *memory = malloc((2 * count + 2 * hops) * sizeof *memory);
    struct shaping *s = malloc(sizeof *s);
    enum err err = memory && s ? ERR_NONE : ERR_MEMORY;
    float *voice = memory, *made = memory + count, *pitch = made + count, *voiced = pitch + hops;
    for (size_t i = 0; !err && i < count; i++) voice[i] = (float)in[i] / 32768;
    if (!err) err = follow(config, voice, count, pitch, voiced, hops);
    if (!err) begin(s, config);
    for (size_t i = 0; !err && i < count; i++) {
        size_t h = i / HOP;
        float part = (float)(i % HOP) / HOP, seconds = (float)i / (float)config->rate * VIBRATO_HZ;
        float hertz = m_lerp(pitch[h], pitch[h + 1], part);
        if (config->tremble > 0)
            hertz *= 1 + 0.05f * config->tremble * m_sin(M_TAU_F * (seconds - m_floor(seconds)));
        made[i] =
            shape(s, config, voice[i], m_clamp(hertz, 30, 2000), m_lerp(voiced[h], voiced[h + 1], part));
    }
    if (!err) match_loudness(voice, made, count);
    for (size_t i = 0; !err && i < count; i++) out[i] = (int16_t)m_round(made[i] * 32767);
    free(memory);
    free(s);
    return err;
}
