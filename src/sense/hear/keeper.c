#include "sense/hear/keeper.h"

#include "base/system/file.h"
#include "codec/sound/wav.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HZ = 15625, MOMENTS = HZ * KEEPER_SECONDS / EARS_CHUNK * EARS_CHUNK, PATH_MOST = 320 };

struct keeper {
    char folder[256], name[40];
    int16_t raw[MOMENTS * EARS], processed[MOMENTS];
    uint32_t count, file;
    bool broken;
};

struct keeper *keeper_new(const char *folder, const char *name) {
    struct keeper *k = folder && *folder ? calloc(1, sizeof *k) : NULL;
    if (!k) return NULL;
    snprintf(k->folder, sizeof k->folder, "%s", folder);
    snprintf(k->name, sizeof k->name, "%s", name);
    return k;
}

static enum err put(const struct keeper *k, const char *what, const int16_t *samples, unsigned channels) {
    char path[PATH_MOST];
    struct buf file = {0};
    struct fault fault = {0};
    snprintf(path, sizeof path, "%s/%s-%u-%s.wav", k->folder, k->name, k->file, what);
    struct wav_spec spec = {.rate = HZ, .channels = channels, .bits = 16};
    enum err err = wav_write(&spec, samples, k->count, &file);
    if (!err) err = file_write_private(path, file.at, file.len, &fault);
    buf_free(&file);
    return err;
}

static enum err flush(struct keeper *k) {
    struct fault fault = {0};
    enum err err = folder_make(k->folder, &fault);
    if (!err) err = put(k, "raw", k->raw, EARS);
    if (!err) err = put(k, "processed", k->processed, 1);
    k->count = 0, k->file = (k->file + 1) % KEEPER_FILES;
    k->broken = err != ERR_NONE;
    return err;
}

void keeper_free(struct keeper *k) {
    if (!k) return;
    if (k->count && !k->broken) flush(k);
    free(k);
}

enum err keeper_chunk(struct keeper *k, const int16_t chunk[EARS][EARS_CHUNK],
                      const int16_t processed[EARS_CHUNK]) {
    if (!k || k->broken) return ERR_NONE;
    for (uint32_t i = 0; i < EARS_CHUNK; i++)
        for (uint32_t e = 0; e < EARS; e++) k->raw[(k->count + i) * EARS + e] = chunk[e][i];
    memcpy(k->processed + k->count, processed, EARS_CHUNK * sizeof *processed);
    k->count += EARS_CHUNK;
    return k->count == MOMENTS ? flush(k) : ERR_NONE;
}
