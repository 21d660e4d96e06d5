// Advances the voices by a tick, to the sample, whether or not anybody listens.
#include "stage/sound/audio_internal.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define STEP_MOST ((uint64_t)8 << 32)

// -------------------------------------------------------------------------------------------- fades and ends

void voice_fade(struct audio *audio, struct voice *voice, float to, float ms, uint8_t shape,
                enum fade_end then) {
    int64_t length = samples_of(audio, ms);
    voice->fade = (struct fade){.from = voice->fade.now,
                                .to = to,
                                .now = voice->fade.now,
                                .length = length > 1 ? length : 1,
                                .shape = shape,
                                .then = then};
}

void voice_end(struct audio *audio, struct voice *voice, int64_t when) {
    if (!voice->live) return;
    voice->live = false;
    voice->over = voice->count > 0;
    int16_t walk = voice->walk;
    uint32_t play = voice->play;
    voice->walk = NO_WALK;
    if (walk != NO_WALK) walk_child_ended(audio, walk, when);
    play_less(audio, play);
}

// --------------------------------------------------------------------------------------- loudness and height

// What an object, or a bus, adds for as long as it plays.
static float item_db(struct audio *audio, const struct audio_item *item, uint8_t object, float *cents) {
    float db = 0;
    const struct tuning *tuning = audio->tuning_count ? tuning_of(audio, item->id, false) : NULL;
    if (tuning && tuning->mute) db -= 1000;
    if (tuning) db += tuning->db, *cents += tuning->cents;
    const struct bank_node *node = item->node;
    if (!node) return db;
    db += node->volume_db;
    *cents += node->pitch_cents;
    for (uint32_t t = 0; t < node->tint_count; t++) {
        const struct bank_tint *tint = &node->tints[t];
        float share = state_share(audio, tint->group, tint->state);
        if (share > 0) db += tint->volume_db * share, *cents += tint->pitch_cents * share;
    }
    for (uint32_t c = 0; c < node->curve_count; c++) {
        const struct bank_curve *curve = &node->curves[c];
        float y = knots_at(curve->knots, curve->count, parameter_at(audio, object, curve->parameter));
        if (curve->property == BANK_CURVE_VOLUME || curve->property == BANK_CURVE_BUS_VOLUME ||
            curve->property == BANK_CURVE_MAKE_UP)
            db += y;
        if (curve->property == BANK_CURVE_PITCH) *cents += y;
    }
    return db;
}

static float chain_db(struct audio *audio, const struct voice *voice, float *cents) {
    float db = voice->drawn_db;
    *cents = voice->drawn_cents;
    for (uint32_t i = 0; i < voice->chain_len; i++)
        db += item_db(audio, voice->chain[i], voice->object, cents);
    for (uint32_t i = 0; i < voice->route_len; i++)
        db += item_db(audio, voice->route[i], voice->object, cents) + ducks_db(audio, voice->route[i]);
    return db;
}

static int64_t samples_left(const struct voice *voice) {
    uint64_t frames = audio_source_heard(voice->source);
    if (frames == UINT64_MAX) return FOREVER;
    uint64_t end = frames > UINT32_MAX ? UINT64_MAX : frames << 32;
    return end > voice->at ? (int64_t)((end - voice->at + voice->step - 1) / voice->step) : 0;
}

static float gain_of(struct audio *audio, struct voice *voice) {
    float cents, db = chain_db(audio, voice, &cents);
    float ratio = (float)voice->source->rate / (float)audio->config.rate_hz;
    cents = m_clamp(cents, -4800, 3600);
    // At the sound's own rate and height steps are whole, and samples come through untouched.
    if (cents == 0 && voice->source->rate == audio->config.rate_hz)
        voice->step = (uint64_t)1 << 32;
    else
        voice->step =
            (uint64_t)((double)ratio * (cents == 0 ? 1 : md_pow(2, (double)cents / 1200)) * 4294967296.0);
    if (voice->step > STEP_MOST) voice->step = STEP_MOST;
    if (!voice->step) voice->step = 1;
    db += audio->bus_db[voice->bus] + audio->bus_action_db[voice->bus];
    if (db <= -200 || audio->bus_mute[voice->bus]) return 0;
    float gain = voice->volume * voice->fade.now * (db == 0 ? 1 : m_pow(10, db / 20));
    for (int i = 0; i < 2; i++) {
        const struct bank_layer *layer = voice->layers[i];
        if (layer)
            gain *= m_clamp(
                knots_at(layer->knots, layer->count, parameter_at(audio, voice->object, layer->parameter)), 0,
                4);
    }
    int64_t left = voice->tail ? samples_left(voice) : FOREVER;
    if (left < voice->tail) {
        float t = (float)left / (float)voice->tail;
        gain *= voice->tail_power ? audio_curve(1, t) : t;
    }
    return gain;
}

// True when the fade came to its end in this tick.
static bool fade_on(struct fade *fade, uint32_t samples) {
    if (!fade->length) return false;
    fade->at += samples;
    bool over = fade->at >= fade->length;
    fade->now = over ? fade->to
                     : fade->from + (fade->to - fade->from) *
                                        audio_curve(fade->shape, (float)fade->at / (float)fade->length);
    if (over) fade->length = 0;
    return over;
}

// ------------------------------------------------------------------------------------------------ a tick

static void voice_step(struct audio *audio, struct voice *voice) {
    voice->stepped = true;
    if (voice->paused) return;
    if (voice->delay >= audio->samples) {
        voice->delay -= audio->samples;
        return;
    }
    uint32_t room = audio->samples - (uint32_t)voice->delay;
    voice->from = (uint32_t)voice->delay;
    voice->delay = 0;
    bool begins = voice->gain < 0;
    if (begins) voice->gain = gain_of(audio, voice); // sets its step, and where a fade begins
    voice->window_at = voice->at;
    bool faded = fade_on(&voice->fade, room);
    voice->gain_from = voice->gain;
    voice->gain = voice->gain_to = gain_of(audio, voice);
    voice->window_step = voice->step;
    int64_t left = samples_left(voice);
    voice->count = left < room ? (uint32_t)left : room;
    voice->at += voice->count * voice->step;
    // A loop without end is brought back by whole turns, with a turn in hand for what follows.
    const struct audio_source *s = voice->source;
    if (s->loops && !s->loop_times) {
        uint64_t len = s->loop_end - s->loop_start, frame = voice->at >> 32;
        if (frame > s->loop_start + 2 * len) voice->at -= ((frame - s->loop_start - len) / len * len) << 32;
    }
    if (left <= room) return voice_end(audio, voice, voice->from + voice->count);
    if (faded && voice->fade.then == FADE_STOPS) return voice_end(audio, voice, audio->samples);
    if (faded && voice->fade.then == FADE_PAUSES) voice->paused = true;
}

void voices_step(struct audio *audio) {
    follows_step(audio);
    songs_step(audio);
    ducks_step(audio);
    for (bool more = true; more;) {
        more = walks_due(audio);
        for (int i = 0; i < AUDIO_VOICES; i++) {
            struct voice *voice = &audio->voices[i];
            if (!voice->live || voice->stepped) continue;
            voice_step(audio, voice);
            more = true; // its end may have begun another
        }
    }
    walks_pass(audio);
    songs_pass(audio);
}

// ------------------------------------------------------------------------------------------------ weights

static double window(double x) {
    return x <= -1 || x >= 1 ? 0 : 0.42 + 0.5 * md_cos(MD_PI * x) + 0.08 * md_cos(2 * MD_PI * x);
}
static double sinc(double x) { return x == 0 ? 1 : md_sin(MD_PI * x) / (MD_PI * x); }

static float *weights_make(uint32_t rate, uint32_t out_rate) {
    float *weights = malloc((KERNEL_PHASES + 1) * KERNEL_TAPS * sizeof *weights);
    double cut = 0.94 * (out_rate < rate ? (double)out_rate / rate : 1);
    for (int phase = 0; weights && phase <= KERNEL_PHASES; phase++) {
        double sum = 0, row[KERNEL_TAPS];
        for (int i = 0; i < KERNEL_TAPS; i++) {
            double x = i - (KERNEL_SIDE - 1) - (double)phase / KERNEL_PHASES;
            row[i] = cut * sinc(cut * x) * window(x / KERNEL_SIDE);
            sum += row[i];
        }
        for (int i = 0; i < KERNEL_TAPS; i++) weights[phase * KERNEL_TAPS + i] = (float)(row[i] / sum);
    }
    return weights;
}

// Numbers that follow from two rates alone: worked out once in a program, for a birth is not to take a
// millisecond.
static struct {
    uint32_t rate, out_rate;
    float *weights;
} made[16];
static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;

static bool kernel_make(struct kernel *kernel, uint32_t rate, uint32_t out_rate) {
    *kernel = (struct kernel){.rate = rate};
    pthread_mutex_lock(&making);
    for (size_t i = 0; i < sizeof made / sizeof *made && !kernel->weights; i++) {
        if (made[i].weights && (made[i].rate != rate || made[i].out_rate != out_rate)) continue;
        if (!made[i].weights && (made[i].weights = weights_make(rate, out_rate)))
            made[i].rate = rate, made[i].out_rate = out_rate;
        if (!(kernel->weights = made[i].weights)) break; // no memory
    }
    pthread_mutex_unlock(&making);
    if (!kernel->weights) kernel->own = kernel->weights = weights_make(rate, out_rate);
    return kernel->weights != NULL;
}

const struct kernel *kernel_for(const struct audio *audio, uint32_t rate) {
    const struct kernel *best = audio->kernel_count ? &audio->kernels[0] : NULL;
    for (uint32_t i = 1; i < audio->kernel_count; i++) {
        uint32_t a = audio->kernels[i].rate, b = best->rate;
        if ((a > rate ? a - rate : rate - a) < (b > rate ? b - rate : rate - b)) best = &audio->kernels[i];
    }
    return best;
}

bool kernels_make(struct audio *audio) {
    static const uint32_t SPEECH_RATES[] = {22050, 16000};
    for (size_t i = 0; i < 2; i++)
        if (!kernel_make(&audio->kernels[audio->kernel_count++], SPEECH_RATES[i], audio->config.rate_hz))
            return false;
    for (size_t i = 0; audio->set && i < audio->set->source_count; i++) {
        uint32_t rate = audio->set->sources[i].rate;
        bool there = !rate;
        for (uint32_t k = 0; k < audio->kernel_count; k++) there |= audio->kernels[k].rate == rate;
        if (there || audio->kernel_count == KERNELS) continue;
        if (!kernel_make(&audio->kernels[audio->kernel_count++], rate, audio->config.rate_hz)) return false;
    }
    return true;
}
