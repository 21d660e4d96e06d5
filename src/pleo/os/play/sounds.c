#include "pleo/os/os_internal.h"

#include "base/frame_pool.h"
#include "stage/sound/audio_tap.h"

#include <string.h>

enum { FRAMES = 3, LAST_HANDLE = 99, TICK_US = LIFE_TICK_US };

bool sounds_start(struct pleo *p) {
    p->sounds.volume = p->sounds.percent = 100;
    if (p->config.loud) p->sounds.frames = frame_pool_new(FRAMES, (SOUND_TICK + 1) * sizeof(int16_t));
    return !p->config.loud || p->sounds.frames;
}

void sounds_end(struct pleo *p) { frame_pool_free(p->sounds.frames); }

bool voice_is(const struct pleo *p, int32_t which) {
    const struct sounds *s = &p->sounds;
    return s->it && (!which || which == s->handle || which == s->it->id);
}

bool voice_stop(struct pleo *p) {
    struct sounds *s = &p->sounds;
    if (!s->it) return false;
    pleo_event(p, PLEO_EVENT_KIND_SOUND_ENDED, s->it->id, 0, 0);
    s->it = NULL;
    property_put(p, PROPERTY_SOUND, 0);
    return true;
}

static void rewind_it(struct sounds *s) {
    s->state = (struct adpcm){0};
    s->decoded = 0;
    s->before = s->now = 0;
}

int voice_play(struct pleo *p, const struct resource *sound, bool interrupt) {
    struct sounds *s = &p->sounds;
    if (!sound || !sound->sound || !sound->sound->samples || (s->it && !interrupt)) return 0;
    voice_stop(p);
    s->it = sound;
    s->handle = s->last_handle = (uint8_t)(s->last_handle % LAST_HANDLE + 1);
    s->at = 0, s->loops = 0;
    rewind_it(s);
    property_put(p, PROPERTY_SOUND, sound->id);
    pleo_event(p, PLEO_EVENT_KIND_SOUND_STARTED, sound->id, 0, 0);
    log_say(p, LOG_DEBUG, LOG_SOUND, "%s begins", sound->name);
    return s->handle;
}

static int16_t next_sample(struct sounds *s, const struct usf *u) {
    size_t i = s->decoded++;
    int value = u->adpcm ? adpcm_decode(&s->state, u->data.at[i / 2] >> (i & 1 ? 0 : 4) & 15)
                         : (int)u->data.at[i] - 128;
    value = value > 127 ? 127 : value < -128 ? -128 : value;
    return (int16_t)(value * 256);
}

// Between two samples of the sound.
static int16_t sample_at(struct sounds *s, const struct usf *u, uint64_t at) {
    size_t whole = (size_t)(at >> 32);
    if (s->decoded > whole + 2) rewind_it(s);
    while (s->decoded <= whole + 1 && s->decoded < u->samples) s->before = s->now, s->now = next_sample(s, u);
    if (whole + 1 >= u->samples) return s->now;
    int32_t part = (int32_t)(at >> 16 & 0xffff);
    return (int16_t)(s->before + (s->now - s->before) * part / 65536);
}

static int16_t louder(int32_t sample, int32_t percent) {
    sample = sample * percent / 100;
    return (int16_t)(sample > 32767 ? 32767 : sample < -32768 ? -32768 : sample);
}

static bool heard(const struct sounds *s) {
    for (int i = 0; i < SOUND_TAPS; i++)
        if (s->taps[i]) return true;
    return s->frames != NULL;
}

// The next samples; a sound that is over leaves silence. Only counted when out is NULL.
static void render(struct pleo *p, int16_t *out, uint32_t count) {
    struct sounds *s = &p->sounds;
    for (uint32_t i = 0; i < count; i++) {
        const struct usf *u = s->it ? s->it->sound : NULL;
        if (out) out[i] = u ? louder(sample_at(s, u, s->at), s->volume) : 0;
        if (!u) continue;
        uint64_t speed = (uint64_t)(u->fixed_pitch ? 100 : s->percent);
        s->at += ((uint64_t)u->rate << 32) * speed / 100 / SOUND_HZ;
        if (s->at >> 32 < u->samples) continue;
        s->at -= (uint64_t)u->samples << 32;
        if (u->samples <= s->at >> 32) s->at = 0;
        s->loops++;
        rewind_it(s);
        if (u->loops && s->loops >= u->loops) voice_stop(p);
    }
}

static void play_in_body(struct pleo *p, const int16_t *samples, uint32_t count, bool silent) {
    struct frame *frame = silent ? NULL : frame_take(p->sounds.frames);
    if (!frame) return;
    memcpy(frame->bytes, samples, count * sizeof *samples);
    frame->used = count * sizeof *samples;
    frame->number = p->tick;
    p->out->speech = frame;
    p->out->command.speech_count = 1;
    p->out->command.speech[0] = (struct body_speech){SOUND_HZ, (uint16_t)count};
}

void sounds_tick(struct pleo *p) {
    struct sounds *s = &p->sounds;
    int16_t samples[SOUND_TICK + 1];
    s->part += (uint32_t)(SOUND_HZ * (TICK_US / 1000));
    uint32_t count = s->part / 1000;
    s->part %= 1000;
    bool listens = heard(s), silent = !s->it;
    if (!listens && silent) return;
    render(p, listens ? samples : NULL, count);
    for (int i = 0; i < SOUND_TAPS; i++)
        if (s->taps[i]) audio_tap_put(s->taps[i], samples, count);
    if (s->frames) play_in_body(p, samples, count, silent);
}
