#include "world/world_internal.h"

#include <stdio.h>
#include <string.h>

enum { WAVES = sizeof((struct world *)0)->waves / sizeof *((struct world *)0)->waves };

static enum err fetch(struct world *w, uint32_t i, const char *path, struct fault *fault) {
    struct wave *wave = &w->waves[i];
    if (!w->config.wave) return fault_set(fault, ERR_UNSUPPORTED, "%s: this world cannot read files", path);
    enum err err = w->config.wave(w->config.user, path, &wave->samples, &wave->count, &wave->rate_hz, fault);
    if (err) return err;
    if (wave->rate_hz < 1000 || wave->rate_hz > 192000 || !wave->count)
        return fault_set(fault, ERR_RANGE, "%s: expected a sound of 1 to 192 kHz", path);
    return ERR_NONE;
}

enum err wave_load(struct world *w, const char *path, uint8_t *number, float *seconds, struct fault *fault) {
    struct world_memory *m = &w->memory;
    uint32_t i = 0;
    if (!*path) return fault_set(fault, ERR_MISSING, "wave: expected the name of a WAV file");
    while (i < m->waves_count && strcmp(m->waves[i].path, path)) i++;
    if (i == WAVES)
        return fault_set(fault, ERR_LIMIT, "a world plays at most %d different files", (int)WAVES);
    if (i == m->waves_count || !w->waves[i].samples) {
        enum err err = fetch(w, i, path, fault);
        if (err) return err;
        if (i == m->waves_count) m->waves_count++;
        snprintf(m->waves[i].path, sizeof m->waves[i].path, "%s", path);
    }
    *number = (uint8_t)(i + 1);
    *seconds = (float)((double)w->waves[i].count / w->waves[i].rate_hz);
    return ERR_NONE;
}
