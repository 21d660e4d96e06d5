#include "stage/sound/audio_tap.h"

#include "base/ring.h"

#include <stdlib.h>
#include <string.h>

struct audio_tap {
    uint32_t rate;
    struct ear ear;
    struct ring ring;
    uint64_t lost;
    int16_t samples[];
};

struct audio_tap *audio_tap_new(uint32_t rate_hz, uint32_t milliseconds) {
    size_t room = (size_t)((uint64_t)rate_hz * milliseconds / 1000);
    if (room < AUDIO_TICK_MAX) room = AUDIO_TICK_MAX;
    if (room > (size_t)AUDIO_RATE_MAX * 60) return NULL;
    struct audio_tap *tap = calloc(1, sizeof *tap + room * sizeof *tap->samples);
    if (!tap) return NULL;
    tap->rate = rate_hz;
    ring_init(&tap->ring, tap->samples, sizeof *tap->samples, room);
    return tap;
}

void audio_tap_full(struct audio_tap *tap) { tap->ear.full = true; }
void audio_tap_free(struct audio_tap *tap) { free(tap); }

void audio_tap_feed(struct audio_tap *tap, const struct audio *audio) {
    int16_t samples[AUDIO_TICK_MAX];
    size_t count = audio_render(audio, &tap->ear, samples, AUDIO_TICK_MAX);
    if (!count) {
        count = audio_tick_samples(audio);
        if (count > AUDIO_TICK_MAX) return;
        memset(samples, 0, count * sizeof *samples);
    }
    audio_tap_put(tap, samples, count);
}

void audio_tap_put(struct audio_tap *tap, const int16_t *samples, size_t count) {
    size_t space = ring_space(&tap->ring);
    if (space < count) {
        ring_read(&tap->ring, NULL, count - space);
        tap->lost += count - space;
    }
    ring_write(&tap->ring, samples, count);
}

size_t audio_tap_take(struct audio_tap *tap, int16_t *out, size_t room) {
    return ring_read(&tap->ring, out, room);
}
uint32_t audio_tap_rate(const struct audio_tap *tap) { return tap->rate; }
uint64_t audio_tap_lost(const struct audio_tap *tap) { return tap->lost; }
