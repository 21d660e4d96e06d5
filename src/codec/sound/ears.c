#include "codec/sound/ears.h"

#include <string.h>

bool ears_pack(struct ears_packer *p, const int16_t **samples, uint32_t *count,
               uint8_t frame[EARS_FRAME_BYTES]) {
    uint32_t take = EARS_FRAME - p->count < *count ? EARS_FRAME - p->count : *count;
    memcpy(p->waiting + (size_t)p->count * EARS, *samples, (size_t)take * EARS * sizeof **samples);
    p->count += take;
    *samples += (size_t)take * EARS, *count -= take;
    if (p->count < EARS_FRAME) return false;
    p->count = 0;
    for (int i = 0; i < EARS_FRAME * EARS; i++) {
        uint16_t s = (uint16_t)p->waiting[i];
        frame[2 * i] = (uint8_t)s, frame[2 * i + 1] = (uint8_t)(s >> 8);
    }
    return true;
}

void ears_unpack(const uint8_t frame[EARS_FRAME_BYTES], int16_t samples[EARS_FRAME * EARS]) {
    for (int i = 0; i < EARS_FRAME * EARS; i++)
        samples[i] = (int16_t)(uint16_t)(frame[2 * i] | frame[2 * i + 1] << 8);
}

static void add(struct ears_chunker *c, const uint8_t *frame) {
    int16_t samples[EARS_FRAME * EARS] = {0};
    if (frame) ears_unpack(frame, samples);
    for (int k = 0; k < EARS; k++)
        for (int i = 0; i < EARS_FRAME; i++) c->chunk[k][c->count + (uint32_t)i] = samples[i * EARS + k];
    c->count += EARS_FRAME;
}

bool ears_gather(struct ears_chunker *c, uint32_t sequence, const uint8_t frame[EARS_FRAME_BYTES]) {
    if (c->count == EARS_CHUNK) c->count = 0;
    uint32_t missing = c->begun ? sequence - c->next : 0;
    if (missing >> 31) { // from before: counted, and not heard
        c->stale++;
        return false;
    }
    c->begun = true;
    c->next = sequence + 1;
    c->lost += missing;
    // Chunks begin at even places of the stream; what is missing is silence, and a chunk nobody heard
    // anything of is no chunk.
    if (missing > EARS_CHUNK / EARS_FRAME)
        c->count = 0;
    else
        for (uint32_t i = 0; i < missing; i++) {
            if (c->count == EARS_CHUNK) c->count = 0;
            add(c, NULL);
        }
    if (c->count == EARS_CHUNK) c->count = 0;
    add(c, frame);
    return c->count == EARS_CHUNK;
}
