// The WAV files that a scenario names, and what its people say in a voice: read or made once, and kept for as
// long as the world may play them.
//
//     struct waves waves = {.beside = scenario->file};  // names are meant from the folder of that file
//     world_config.wave = waves_find, world_config.user = &waves;
//     …
//     waves_free(&waves);                                       // when the world is gone
//
// What begins with WAVES_VOICE is no file: "voice:slt:come here" is said by that voice (voice/flite.h).
// A failure names the file: no such file, not a WAV, too many files, out of memory. The struct owns the
// samples.
#pragma once

#include "base/err.h"

#include <stddef.h>
#include <stdint.h>

enum { WAVES = 32 };
struct waves {
    const char *beside; // the owner's
    struct wave_file {
        char path[256];
        int16_t *samples;
        size_t count;
        uint32_t rate_hz;
    } at[WAVES];
};

// `waves` is a struct waves; the samples stay its own.
#define WAVES_VOICE "voice:"
enum err waves_find(void *waves, const char *path, const int16_t **samples, size_t *count, uint32_t *rate_hz,
                    struct fault *fault);
void waves_free(struct waves *waves);
