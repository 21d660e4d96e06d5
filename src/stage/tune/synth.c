#include "stage/tune/synth.h"

#include "base/maths/chance.h"
#include "base/maths/maths.h"

#include <stdlib.h>
#include <string.h>

enum { FORMANTS = 3, EDGE_MS = 3, BLEND_MS = 60 };

struct synth_layer synth_layer_plain(float hertz, float ms) {
    return (struct synth_layer){.ms = ms,
                                .attack_ms = 5,
                                .release_ms = 30,
                                .hertz = {1, {0}, {hertz}},
                                .level_db = {1, {0}, {-6}},
                                .throat = 1.5f,
                                .times = 1};
}

// -------------------------------------------------------------------------------------------- along the time

// The logarithm of what lies between two points of a path: the same for thousands of samples.
struct rise {
    unsigned to; // 0: none yet
    double log;
};

// m_pow(b / a, part), to the bit.
static float risen(struct rise *rise, unsigned to, float a, float b, float part) {
    float ratio = b / a;
    if (!(ratio > 0) || !m_finite(ratio)) return m_pow(ratio, part);
    if (rise->to != to) *rise = (struct rise){to, md_log((double)ratio)};
    return (float)md_exp(rise->log * (double)part);
}

// With a rise: by ratio.
static float along(const struct synth_path *path, float t, struct rise *rise) {
    if (!path->count) return 0;
    if (t <= path->at[0]) return path->value[0];
    for (unsigned i = 0; i + 1 < path->count; i++) {
        if (t >= path->at[i + 1]) continue;
        float part = (t - path->at[i]) / (path->at[i + 1] - path->at[i]);
        part = part * part * (3 - 2 * part);
        float a = path->value[i], b = path->value[i + 1];
        return rise && a > 0 && b > 0 ? a * risen(rise, i + 1, a, b, part) : a + (b - a) * part;
    }
    return path->value[path->count - 1];
}

// m_pow() of 2 and of 10, to the bit; it would work out the same logarithm once more with each sample.
static float halftones(float n) { return n == 0 ? 1 : (float)md_exp(0.69314718055994531 * (double)(n / 12)); }
static float from_db(float db) { return (float)md_exp(2.3025850929940457 * (double)(db / 20)); }
static float soft(float part) { return part >= 1 ? 1 : (1 - m_cos(M_PI_F * m_max(part, 0))) / 2; }

// ------------------------------------------------------------------------------------------------ waves

// Takes the corner off a jump, so that high saws do not whistle.
static float corner(float phase, float step) {
    if (phase < step) {
        float t = phase / step;
        return t + t - t * t - 1;
    }
    if (phase > 1 - step) {
        float t = (phase - 1) / step;
        return t * t + t + t + 1;
    }
    return 0;
}

static float square(float phase, float step, float width) {
    float second = phase + 1 - width;
    if (second >= 1) second -= 1;
    return (phase < width ? 1.0f : -1.0f) + corner(phase, step) - corner(second, step);
}

static float wave_at(enum synth_wave wave, float phase, float step, struct chance *dice) {
    switch (wave) {
    case SYNTH_TRIANGLE:
        return phase < 0.5f ? 4 * phase - 1 : 3 - 4 * phase;
    case SYNTH_SAW:
        return 2 * phase - 1 - corner(phase, step);
    case SYNTH_SQUARE:
        return square(phase, step, 0.5f);
    case SYNTH_PULSE:
        return square(phase, step, 0.22f);
    case SYNTH_NOISE:
        return 2 * chance_unit(dice) - 1;
    default:
        return m_sin(M_TAU_F * phase);
    }
}

// ------------------------------------------------------------------------------------------------ filters

struct resonator { // a state-variable filter
    float low, band;
};
static float tuned_to(float hertz, float rate) {
    return m_tan(M_PI_F * m_clamp(hertz, 20, rate * 0.45f) / rate);
}

// Low, band and high parts of x around a frequency.
static void filter(struct resonator *r, float x, float g, float damping, float out[3]) {
    float a = 1 / (1 + g * (g + damping)), high = (x - (g + damping) * r->band - r->low) * a;
    float band = g * high + r->band, low = g * band + r->low;
    r->band = g * high + band;
    r->low = g * band + low;
    out[0] = low, out[1] = band, out[2] = high;
}

static const struct {
    char name;
    float hertz[FORMANTS];
} VOWELS[] = {
    {'a', {730, 1090, 2440}}, {'e', {530, 1840, 2480}}, {'i', {270, 2290, 3010}},
    {'o', {570, 840, 2410}},  {'u', {300, 870, 2240}},
};

static const float *vowel(char name) {
    for (size_t i = 0; i < sizeof VOWELS / sizeof *VOWELS; i++)
        if (VOWELS[i].name == name) return VOWELS[i].hertz;
    return VOWELS[0].hertz;
}

static float formant(const struct synth_layer *layer, float t, int which) {
    size_t count = strnlen(layer->vowels, sizeof layer->vowels);
    float place = t * (float)(count - 1);
    size_t i = (size_t)place;
    if (i + 1 >= count) return vowel(layer->vowels[count - 1])[which] * layer->throat;
    float part = place - (float)i;
    return m_lerp(vowel(layer->vowels[i])[which], vowel(layer->vowels[i + 1])[which], part) * layer->throat;
}

// ------------------------------------------------------------------------------------------------ a layer

struct sounding {
    const struct synth_layer *layer;
    float rate, phase, bend;
    struct resonator low, high, throat[FORMANTS];
    float low_g, high_g, throat_g[FORMANTS];
    struct chance dice;
    float pitch, loud; // of this repeat
    struct rise hertz, low_pass, high_pass;
    float db, db_loud; // the last level, and how loud that is
};

static float through_throat(struct sounding *s, float x, float t, bool tune) {
    static const float LOUD[FORMANTS] = {1, 0.7f, 0.35f};
    float sum = 0;
    for (int i = 0; i < FORMANTS; i++) {
        float parts[3];
        if (tune) s->throat_g[i] = tuned_to(formant(s->layer, t, i), s->rate);
        filter(&s->throat[i], x, s->throat_g[i], 0.16f, parts);
        sum += parts[1] * LOUD[i] * 0.35f;
    }
    return sum;
}

static float sample_of(struct sounding *s, size_t i, size_t count) {
    const struct synth_layer *l = s->layer;
    float t = (float)i / (float)count, seconds = (float)i / s->rate;
    float hertz = along(&l->hertz, t, &s->hertz) * s->pitch;
    if (l->vibrato_hz > 0)
        hertz *= halftones(l->vibrato_halftones *
                           m_sin(M_TAU_F * (l->vibrato_hz * seconds - m_floor(l->vibrato_hz * seconds))));
    hertz = m_clamp(hertz, 1, s->rate * 0.45f);
    if (l->fm_index > 0) {
        s->bend += hertz * l->fm_ratio / s->rate;
        s->bend -= m_floor(s->bend);
        hertz = m_clamp(hertz * (1 + l->fm_index * m_sin(M_TAU_F * s->bend)), 0, s->rate * 0.45f);
    }
    float step = hertz / s->rate;
    float x = wave_at(l->wave, s->phase, m_max(step, 1e-6f), &s->dice);
    s->phase += step;
    s->phase -= m_floor(s->phase);
    bool tune = i % 32 == 0; // filters follow in steps nobody hears
    float parts[3];
    if (*l->vowels) x = through_throat(s, x, t, tune);
    if (l->low_pass.count) {
        if (tune) s->low_g = tuned_to(along(&l->low_pass, t, &s->low_pass), s->rate);
        filter(&s->low, x, s->low_g, 1.2f, parts);
        x = parts[0];
    }
    if (l->high_pass.count) {
        if (tune) s->high_g = tuned_to(along(&l->high_pass, t, &s->high_pass), s->rate);
        filter(&s->high, x, s->high_g, 1.2f, parts);
        x = parts[2];
    }
    if (l->drive > 0) x = x * (1 + l->drive) / (1 + l->drive * m_abs(x));
    float db = along(&l->level_db, t, NULL);
    if (db != s->db) s->db = db, s->db_loud = from_db(db);
    float loud = s->db_loud * s->loud;
    if (l->tremolo_hz > 0)
        loud *= 1 - l->tremolo_depth * (0.5f - 0.5f * m_cos(M_TAU_F * (l->tremolo_hz * seconds -
                                                                       m_floor(l->tremolo_hz * seconds))));
    float in = (float)i / s->rate * 1000, out = (float)(count - i) / s->rate * 1000;
    return x * loud * soft(in / m_max(l->attack_ms, 0.5f)) * soft(out / m_max(l->release_ms, 0.5f));
}

// `wrap`: what lies beyond the end is heard at the beginning.
static void add_layer(const struct synth_sound *sound, unsigned which, float *mix, size_t length, bool wrap) {
    const struct synth_layer *l = &sound->layers[which];
    float rate = (float)sound->rate;
    for (unsigned n = 0; n < l->times; n++) {
        size_t at = (size_t)((l->at_ms + l->every_ms * (float)n) * rate / 1000);
        size_t count = (size_t)(l->ms * rate / 1000);
        struct sounding s = {.layer = l,
                             .rate = rate,
                             .dice = chance_of(sound->seed, which, n),
                             .pitch = halftones(l->step_halftones * (float)n),
                             .loud = from_db(l->step_db * (float)n),
                             .db_loud = from_db(0)};
        for (size_t i = 0; i < count; i++) {
            float x = sample_of(&s, i, count);
            size_t place = wrap && length ? (at + i) % length : at + i;
            if (place < length) mix[place] += x;
        }
    }
}

// ------------------------------------------------------------------------------------------------ a sound

static float end_of(const struct synth_layer *l) {
    return l->at_ms + l->every_ms * (float)(l->times ? l->times - 1 : 0) + l->ms;
}

static void echo(const struct synth_sound *sound, float *mix, size_t length) {
    size_t back = (size_t)(sound->echo_ms * (float)sound->rate / 1000);
    float loud = from_db(sound->echo_db);
    for (size_t i = back; back && i < length; i++) mix[i] += mix[i - back] * loud;
}

// Whatever sounds have, they must not have: an offset, which a speaker answers with a click.
static void take_offset(float *mix, size_t length) {
    double sum = 0;
    for (size_t i = 0; i < length; i++) sum += (double)mix[i];
    float mean = (float)(sum / (double)length);
    for (size_t i = 0; i < length; i++) mix[i] -= mean;
}

static void soften_ends(const struct synth_sound *sound, float *mix, size_t length) {
    size_t edge = sound->rate * EDGE_MS / 1000;
    for (size_t i = 0; i < edge && i < length; i++) {
        float loud = soft((float)i / (float)edge);
        mix[i] *= loud;
        mix[length - 1 - i] *= loud;
    }
}

// What the softened ends left of an offset goes too, without lifting the ends again.
static void balance(float *mix, size_t length) {
    double sum = 0;
    for (size_t i = 0; i < length; i++) sum += (double)mix[i];
    float mean = (float)(sum / (double)length);
    for (size_t i = 0; i < length; i++) mix[i] -= mean * (1 - m_cos(M_TAU_F * (float)i / (float)length));
}

static size_t blend_ends(const struct synth_sound *sound, float *mix, size_t length) {
    size_t over = sound->rate * BLEND_MS / 1000;
    if (length < 2 * over) return length;
    for (size_t i = 0; i < over; i++) { // the end is laid under the beginning
        float part = (float)i / (float)over;
        mix[i] = mix[i] * m_sin(part * M_PI_F / 2) + mix[length - over + i] * m_cos(part * M_PI_F / 2);
    }
    return length - over;
}

enum err synth_make(const struct synth_sound *sound, struct synth_made *out) {
    *out = (struct synth_made){0};
    float ms = sound->ms;
    for (unsigned i = 0; i < sound->layer_count && !(sound->ms > 0); i++)
        ms = m_max(ms, end_of(&sound->layers[i]));
    if (sound->echo_ms > 0 && sound->loop == SYNTH_ONCE) ms += 3 * sound->echo_ms;
    if (sound->loop == SYNTH_BLEND) ms += BLEND_MS;
    if (!(ms > 0) || ms > SYNTH_SECONDS_MAX * 1000 || sound->layer_count > SYNTH_LAYERS || sound->rate < 8000)
        return ERR_RANGE;
    size_t length = (size_t)(ms * (float)sound->rate / 1000);
    float *mix = calloc(length + 1, sizeof *mix);
    if (!mix) return ERR_MEMORY;
    for (unsigned i = 0; i < sound->layer_count; i++)
        add_layer(sound, i, mix, length, sound->loop == SYNTH_WRAP);
    if (sound->echo_ms > 0) echo(sound, mix, length);
    take_offset(mix, length);
    if (sound->loop == SYNTH_ONCE) soften_ends(sound, mix, length), balance(mix, length);
    if (sound->loop == SYNTH_BLEND) length = blend_ends(sound, mix, length);
    float peak = 0;
    for (size_t i = 0; i < length; i++) peak = m_max(peak, m_abs(mix[i]));
    out->samples = malloc((length + 1) * sizeof *out->samples);
    if (!out->samples || !length) {
        free(mix);
        return ERR_MEMORY;
    }
    float loud = peak > 0 ? 32767 * from_db(m_min(sound->peak_db, 0)) / peak : 0;
    for (size_t i = 0; i < length; i++) out->samples[i] = (int16_t)m_round(mix[i] * loud);
    out->count = length;
    free(mix);
    return ERR_NONE;
}

// ------------------------------------------------------------------------------------------------ variants

void synth_vary(struct synth_sound *sound, float jitter, uint32_t seed) {
    struct chance dice = chance_of(seed, chance_stream("synth"), 0);
    sound->seed = seed;
    float pitch = 1 + jitter * chance_range(&dice, -1, 1), pace = 1 + jitter * chance_range(&dice, -1, 1);
    bool loops = sound->loop != SYNTH_ONCE;
    for (unsigned i = 0; i < sound->layer_count; i++) {
        struct synth_layer *l = &sound->layers[i];
        for (unsigned p = 0; p < l->hertz.count; p++)
            l->hertz.value[p] *= pitch * (1 + jitter / 2 * chance_range(&dice, -1, 1));
        for (unsigned p = 0; p < l->level_db.count; p++)
            l->level_db.value[p] += 20 * jitter * chance_range(&dice, -1, 1);
        l->vibrato_hz *= 1 + 2 * jitter * chance_range(&dice, -1, 1);
        if (loops) continue; // a beat stays a beat
        l->at_ms *= pace, l->ms *= pace * (1 + jitter / 2 * chance_range(&dice, -1, 1)), l->every_ms *= pace;
    }
}
