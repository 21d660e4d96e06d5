// A clip's sound as a WAV file.
//
//     struct clip_ear ear;
//     clip_ear_open(&ear, "vector", resources, seed, &fault);
//     clip_ear_step(&ear, &out);                            // each step of the player
//     // first until all that was begun is over, ten seconds more at most
//     clip_ear_write(&ear, "giggle.wav", &fault);
//     clip_ear_close(&ear);
#pragma once

#include "stage/clip/sound.h"

struct clip_ear {
    struct audio_set *set;
    struct audio *audio;
    struct ear ear;
    struct buf heard;
    uint64_t tick;
};

enum err clip_ear_open(struct clip_ear *ear, const char *creature, const char *resources, uint64_t seed,
                       struct fault *fault);
void clip_ear_step(struct clip_ear *ear, const struct player_out *out);
enum err clip_ear_write(struct clip_ear *ear, const char *path, struct fault *fault);
void clip_ear_close(struct clip_ear *ear);

// Writes 16-bit samples of one channel as a WAV file; "-" is stdout.
enum err wav_put(const struct buf *samples, uint32_t rate_hz, const char *path, struct fault *fault);
