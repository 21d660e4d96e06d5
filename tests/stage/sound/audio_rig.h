// What the sound engine is tested with: a set from a tune that stands in a test, an engine that plays it, and
// an ear that measures.
//
//     set = set_of(text), engine_begin();     // and engine_end() when the case is over
//     post("Any");
//     listen(audio, &ear, 1, 30);             // thirty ticks, into heard[0 … heard_count)
//     tone_in(heard, heard_count, 500, RATE)  // how much of 500 Hz there was, of 1
#pragma once

#include "support/fine.h"

#include "stage/sound/audio.h"
#include "stage/tune/tune.h"

#include <math.h>
#include <stdio.h>

enum { LONG = 1 << 20, RATE = 32000 };
static struct audio_set *set;
static struct audio *audio;
static struct ear ear;
static int16_t heard[LONG];
static size_t heard_count;

static inline struct audio_set *set_of_file(const char *path) {
    fault = (struct fault){0};
    struct arena *arena = arena_new(1 << 20);
    struct tune tune;
    struct buf bank = {0};
    fine(tune_read(path, arena, &tune, &fault));
    fine(tune_bank(&tune, &bank, NULL, NULL, &fault));
    struct audio_set *made = audio_set_new();
    fine(audio_set_bank(made, (struct bytes){bank.at, bank.len}, "Test", NULL, &fault));
    fine(audio_set_ready(made, &fault));
    buf_free(&bank);
    arena_free(arena);
    return made;
}

static inline struct audio_set *set_of(const char *text) {
    const char *path = temp_path(NULL, "tune.json");
    FILE *file = fopen(path, "w");
    fputs(text, file);
    fclose(file);
    return set_of_file(path);
}

// Flat in the equaliser and without a limit that is met, so that levels can be measured.
static inline struct audio_config plain(void) {
    struct audio_config config = audio_defaults("vector");
    config.level = AUDIO_HIGH;
    config.low_cut_hz = 20, config.treble_db = 0, config.ceiling_db = 0, config.music_db = 0;
    return config;
}

static inline void engine_begin(void) {
    struct audio_config config = plain();
    audio_free(audio); // of a test that begins anew
    audio = audio_new(&config, set);
    ear = (struct ear){0};
    heard_count = 0;
}

static inline void engine_end(void) {
    audio_free(audio);
    audio = NULL;
}

static inline uint32_t post(const char *name) { return audio_post_name(audio, name, AUDIO_ANIMATION); }

static inline void listen(struct audio *engine, struct ear *by, uint64_t from, uint64_t ticks) {
    for (uint64_t t = from; t < from + ticks; t++) {
        audio_step(engine, t);
        uint32_t samples = audio_tick_samples(engine);
        assert_true(heard_count + samples <= LONG);
        if (!audio_render(engine, by, heard + heard_count, AUDIO_TICK_MAX))
            memset(heard + heard_count, 0, samples * sizeof *heard);
        heard_count += samples;
    }
}

// How much of one frequency there is: its amplitude, of 1.
static inline double tone_in(const int16_t *samples, size_t count, double hertz, double rate) {
    double re = 0, im = 0;
    for (size_t i = 0; i < count; i++) {
        double w = 0.5 - 0.5 * cos(2 * M_PI * (double)i / (double)count),
               a = 2 * M_PI * hertz * (double)i / rate;
        re += w * samples[i] * cos(a), im += w * samples[i] * sin(a);
    }
    return 4 * sqrt(re * re + im * im) / (double)count / 32768;
}

static inline double loudness(const int16_t *samples, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += (double)samples[i] * samples[i];
    return sqrt(sum / (double)(count ? count : 1)) / 32768;
}

#define TONE(hertz, ms)                                                                                      \
    "{\"coding\":\"pcm\",\"peak_db\":-6,\"layers\":[{\"wave\":\"sine\",\"hertz\":" #hertz ",\"ms\":" #ms     \
    ",\"attack\":3,\"release\":3}]}"
#define LOOP(hertz)                                                                                          \
    "{\"coding\":\"pcm\",\"peak_db\":-6,\"loop\":\"wrap\",\"ms\":500,\"layers\":[{\"wave\":\"sine\","        \
    "\"hertz\":" #hertz ",\"ms\":500,\"attack\":0,\"release\":0}]}"
