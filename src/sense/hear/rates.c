#include "sense/hear/rates.h"

#include "codec/sound/resample.h"

#include <stdlib.h>
#include <string.h>

enum { PIECE = 256 };
struct rates {
    uint32_t hz, channels;
    struct resample *each[EARS];
};

struct rates *rates_new(void) {
    return calloc(1, sizeof(struct rates));
}

static void end(struct rates *r) {
    for (int i = 0; i < EARS; i++) resample_free(r->each[i]), r->each[i] = NULL;
    r->hz = r->channels = 0;
}

void rates_free(struct rates *r) {
    if (r) end(r);
    free(r);
}

static enum err begin(struct rates *r, uint32_t hz, uint32_t channels) {
    if (hz < RATES_LEAST_HZ || hz > RATES_MOST_HZ || !channels || channels > EARS) return ERR_RANGE;
    if (r->hz == hz && r->channels == channels) return ERR_NONE;
    end(r);
    for (uint32_t i = 0; i < (channels == EARS ? EARS : 1); i++)
        if (!(r->each[i] = resample_new(hz, EARS_HZ))) return end(r), ERR_MEMORY;
    r->hz = hz, r->channels = channels;
    return ERR_NONE;
}

static enum err copy(const int16_t *samples, uint32_t moments, int16_t *out, uint32_t room, uint32_t *taken,
                     uint32_t *made) {
    *taken = *made = moments < room ? moments : room;
    memcpy(out, samples, *made * sizeof *out * EARS);
    return ERR_NONE;
}

enum err rates_push(struct rates *r, uint32_t hz, uint32_t channels, const int16_t *samples, uint32_t moments,
                    int16_t *out, uint32_t room, uint32_t *taken, uint32_t *made) {
    *taken = *made = 0;
    if (hz == EARS_HZ && channels == EARS) return end(r), copy(samples, moments, out, room, taken, made);
    enum err err = begin(r, hz, channels);
    if (err) return err;
    uint32_t take = moments < PIECE ? moments : PIECE, most = room < PIECE ? room : PIECE;
    size_t used = 0, came = 0;
    for (uint32_t ear = 0; ear < EARS && r->each[ear]; ear++) { // all have the same rate: they take the same
        int16_t one[PIECE], its[PIECE];
        for (uint32_t i = 0; i < take; i++) one[i] = samples[i * channels + ear];
        came = resample_push(r->each[ear], one, take, its, most, &used);
        for (size_t i = 0; i < came; i++) out[i * EARS + ear] = its[i];
    }
    for (size_t i = 0; i < came && channels < EARS; i++)
        for (size_t ear = 1; ear < EARS; ear++) out[i * EARS + ear] = out[i * EARS];
    *taken = (uint32_t)used, *made = (uint32_t)came;
    return ERR_NONE;
}
