#include "cli/clip/ear.h"

#include "cli/commands.h"

#include "codec/sound/wav.h"
#include "stage/sound/sounds.h"

#include <stdio.h>
#include <string.h>

enum { RING_TICKS = 300 }; // what is still heard after the clip: ten seconds at most

enum err clip_ear_open(struct clip_ear *ear, const char *creature, const char *resources, uint64_t seed,
                       struct fault *fault) {
    *ear = (struct clip_ear){.set = sounds_open(creature, resources)};
    struct audio_config config = audio_defaults(creature);
    config.seed = seed;
    ear->audio = audio_new(&config, ear->set);
    return ear->audio ? ERR_NONE : fault_set(fault, ERR_MEMORY, "no memory for sound");
}

static void hear(struct clip_ear *ear) {
    int16_t samples[AUDIO_TICK_MAX];
    struct audio_notice notice;
    audio_step(ear->audio, ++ear->tick);
    while (audio_notice(ear->audio, &notice)) {
    }
    size_t count = audio_render(ear->audio, &ear->ear, samples, AUDIO_TICK_MAX);
    if (!count) memset(samples, 0, (count = audio_tick_samples(ear->audio)) * sizeof *samples);
    buf_bytes(&ear->heard, samples, count * sizeof *samples);
}

void clip_ear_step(struct clip_ear *ear, const struct player_out *out) {
    clip_sound(ear->audio, out, false);
    hear(ear);
}

enum err clip_ear_write(struct clip_ear *ear, const char *path, struct fault *fault) {
    for (int i = 0; i < RING_TICKS && audio_voices(ear->audio); i++) hear(ear);
    return wav_put(&ear->heard, audio_rate(ear->audio), path, fault);
}

void clip_ear_close(struct clip_ear *ear) {
    audio_free(ear->audio);
    sounds_close(ear->set);
    buf_free(&ear->heard);
    *ear = (struct clip_ear){0};
}

enum err wav_put(const struct buf *samples, uint32_t rate_hz, const char *path, struct fault *fault) {
    struct buf wav = {0};
    enum err err = samples->err ? fault_set(fault, samples->err, "no memory for sound") : ERR_NONE;
    if (!err) {
        err = wav_write(&(struct wav_spec){.rate = rate_hz, .channels = 1, .bits = 16},
                        (const int16_t *)(const void *)samples->at, samples->len / 2, &wav);
        if (err) fault_set(fault, err, "so much sound does not fit a WAV file");
    }
    if (!err) err = call_write(path, wav.at, wav.len, fault);
    buf_free(&wav);
    return err;
}
