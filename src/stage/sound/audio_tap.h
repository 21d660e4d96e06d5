// A queue of sound for one listener: a page, a file, a sound card.
//
//     struct audio_tap *tap = audio_tap_new(32000, 500);         // half a second
//     audio_tap_feed(tap, audio);                                // after each audio_step; silence counts too
//     size_t count = audio_tap_take(tap, samples, room);         // whenever it suits
//     audio_tap_free(tap);
//
// It never grows: when nobody reads, the oldest samples are dropped and counted (`lost`). Each tap renders
// for itself, so a listener changes nothing for others. Its rate is the engine's. For one thread. The caller
// frees the tap.
#pragma once

#include "stage/sound/audio.h"

struct audio_tap;
struct audio_tap *audio_tap_new(uint32_t rate_hz, uint32_t milliseconds); // NULL: out of memory
void audio_tap_full(
    struct audio_tap *tap); // for a loudspeaker with a volume of its own: the robot's volume is not applied
void audio_tap_free(struct audio_tap *tap);
void audio_tap_feed(struct audio_tap *tap, const struct audio *audio);
// From another source than the engine: the next samples, at the tap's rate.
void audio_tap_put(struct audio_tap *tap, const int16_t *samples, size_t count);
size_t audio_tap_take(struct audio_tap *tap, int16_t *out, size_t room);
uint32_t audio_tap_rate(const struct audio_tap *tap);
uint64_t audio_tap_lost(const struct audio_tap *tap);
