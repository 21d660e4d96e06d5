#include "run/waves.h"

#include "base/system/file.h"
#include "codec/sound/wav.h"
#include "voice/flite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum err take(struct bytes bytes, struct wave_file *out, struct fault *fault) {
    struct wav wav;
    enum err err = wav_read(bytes, &wav, fault);
    if (err) return err;
    out->samples = malloc((wav.frames ? wav.frames : 1) * sizeof *out->samples);
    if (!out->samples) return fault_set(fault, ERR_MEMORY, "no memory for a sound");
    for (size_t i = 0; i < wav.frames; i++) out->samples[i] = wav_s16(&wav, i, 0);
    out->count = wav.frames, out->rate_hz = wav.rate;
    return ERR_NONE;
}

// "voice:slt:come here"
static enum err say(struct wave_file *out, const char *path, struct fault *fault) {
    char voice[16];
    size_t len = strcspn(path, ":");
    struct buf file = {0};
    if (len >= sizeof voice || !path[len])
        return fault_set(fault, ERR_SYNTAX, "expected voice:NAME:WORDS, not \"voice:%.60s\"", path);
    memcpy(voice, path, len), voice[len] = 0;
    enum err err = flite_say(voice, path + len + 1, &file, fault);
    if (!err) err = take((struct bytes){file.at, file.len}, out, fault);
    buf_free(&file);
    return err;
}

static enum err read_wave(struct wave_file *out, const char *path, struct fault *fault) {
    struct buf file = {0};
    enum err err = file_read(path, 64 << 20, &file, fault);
    if (!err) err = take((struct bytes){file.at, file.len}, out, fault);
    if (err) fault_in(fault, path);
    buf_free(&file);
    return err;
}

static void from_folder(const struct waves *waves, const char *path, char *full, size_t room) {
    char folder[300];
    snprintf(folder, sizeof folder, "%s", waves->beside);
    char *slash = strrchr(folder, '/');
    if (slash) *slash = 0;
    if (*path == '/' || !slash)
        snprintf(full, room, "%s", path);
    else
        snprintf(full, room, "%s/%s", folder, path);
}

enum err waves_find(void *waves, const char *path, const int16_t **samples, size_t *count, uint32_t *rate_hz,
                    struct fault *fault) {
    struct waves *all = waves;
    for (int i = 0; i < WAVES; i++) {
        struct wave_file *w = &all->at[i];
        if (w->samples && strcmp(w->path, path)) continue;
        if (!w->samples) {
            char full[512];
            bool spoken = strncmp(path, WAVES_VOICE, sizeof WAVES_VOICE - 1) == 0;
            if (!spoken) from_folder(all, path, full, sizeof full);
            enum err err = spoken ? say(w, path + sizeof WAVES_VOICE - 1, fault) : read_wave(w, full, fault);
            if (err) return err;
            snprintf(w->path, sizeof w->path, "%s", path);
        }
        *samples = w->samples, *count = w->count, *rate_hz = w->rate_hz;
        return ERR_NONE;
    }
    return fault_set(fault, ERR_LIMIT, "a scenario plays at most %d different files", WAVES);
}

void waves_free(struct waves *waves) {
    for (int i = 0; i < WAVES; i++) free(waves->at[i].samples);
}
