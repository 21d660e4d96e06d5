#include "sense/hear/cleaner.h"

#include "codec/sound/resample.h"

#include <speex/speex_echo.h>
#include <speex/speex_preprocess.h>
#include <stdlib.h>
#include <string.h>

enum {
    HZ = 16000,
    TAIL = 2048,
    NOISE_DB = -15,
    ECHO_DB = -45,
    ECHO_TALK_DB = -20,
    WAITING = 4096,
    SOUNDS = 60
};

struct cleaner {
    SpeexEchoState *echo;
    SpeexPreprocessState *shape;
    struct resample *rate;
    uint32_t rate_hz;
    int16_t played[WAITING];  // at the rate of the microphones
    uint32_t waiting, silent; // samples; chunks without any
    int16_t late[CLEANER_CHUNK];
};

struct cleaner *cleaner_new(const struct cleaner_config *config) {
    struct cleaner *c = calloc(1, sizeof *c);
    int hz = HZ, on = 1, off = 0, noise = NOISE_DB, echo = ECHO_DB, talk = ECHO_TALK_DB;
    if (!c) return NULL;
    if (config->echo) c->echo = speex_echo_state_init(CLEANER_CHUNK, TAIL);
    c->shape = speex_preprocess_state_init(CLEANER_CHUNK, HZ);
    if (!c->shape || (config->echo && !c->echo)) return cleaner_free(c), NULL;
    if (c->echo) speex_echo_ctl(c->echo, SPEEX_ECHO_SET_SAMPLING_RATE, &hz);
    if (c->echo) speex_preprocess_ctl(c->shape, SPEEX_PREPROCESS_SET_ECHO_STATE, c->echo);
    speex_preprocess_ctl(c->shape, SPEEX_PREPROCESS_SET_DENOISE, config->noise ? &on : &off);
    speex_preprocess_ctl(c->shape, SPEEX_PREPROCESS_SET_NOISE_SUPPRESS, &noise);
    speex_preprocess_ctl(c->shape, SPEEX_PREPROCESS_SET_ECHO_SUPPRESS, &echo);
    speex_preprocess_ctl(c->shape, SPEEX_PREPROCESS_SET_ECHO_SUPPRESS_ACTIVE, &talk);
    c->silent = TAIL / CLEANER_CHUNK + 1;
    return c;
}

void cleaner_free(struct cleaner *c) {
    if (!c) return;
    if (c->shape) speex_preprocess_state_destroy(c->shape);
    if (c->echo) speex_echo_state_destroy(c->echo);
    resample_free(c->rate);
    free(c);
}

// When it begins to play, what was heard before is silence to it: from then on both run side by side.
void cleaner_played(struct cleaner *c, const int16_t *samples, size_t count, uint32_t rate_hz,
                    uint32_t phase) {
    if (!count) return;
    if (!c->waiting && phase < CLEANER_CHUNK) {
        memset(c->played, 0, phase * sizeof *c->played);
        c->waiting = phase;
    }
    if (!c->rate || rate_hz != c->rate_hz) {
        resample_free(c->rate);
        c->rate = resample_new(rate_hz, CLEANER_HZ), c->rate_hz = rate_hz;
    }
    for (size_t at = 0, taken = 1; c->rate && at < count && taken; at += taken) {
        taken = 0;
        c->waiting += (uint32_t)resample_push(c->rate, samples + at, count - at, c->played + c->waiting,
                                              WAITING - c->waiting, &taken);
    }
}

// The next chunk of what was played; silence when nothing was.
static bool next(struct cleaner *c, int16_t out[CLEANER_CHUNK]) {
    uint32_t take = c->waiting < CLEANER_CHUNK ? c->waiting : CLEANER_CHUNK;
    memset(out, 0, CLEANER_CHUNK * sizeof *out);
    memcpy(out, c->played, take * sizeof *out);
    c->waiting -= take;
    memmove(c->played, c->played + take, c->waiting * sizeof *c->played);
    bool sounds = false;
    for (uint32_t i = 0; i < take; i++) sounds |= out[i] > SOUNDS || out[i] < -SOUNDS;
    c->silent = sounds ? 0 : c->silent + 1;
    return c->silent <= TAIL / CLEANER_CHUNK;
}

bool cleaner_plays(const struct cleaner *c) { return c->silent <= TAIL / CLEANER_CHUNK; }

void cleaner_run(struct cleaner *c, const int16_t heard[CLEANER_CHUNK], int16_t clean[CLEANER_CHUNK]) {
    int16_t played[CLEANER_CHUNK];
    bool plays = next(c, played);
    memcpy(clean, c->echo ? c->late : heard, CLEANER_CHUNK * sizeof *clean);
    if (plays && c->echo) speex_echo_cancellation(c->echo, c->late, played, clean);
    memcpy(c->late, heard, sizeof c->late);
    speex_preprocess_run(c->shape, clean);
}
