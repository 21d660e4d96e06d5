// His voice: one sound at a time, out of the application's resources.
//
//     int handle = voice_play(p, resource, true);   // 0: another one plays, and was not to be interrupted
//     sounds_tick(p);                               // counts on, and lets those hear who listen
//
// Whether a sound is over is counted to the sample, heard or not; it is decoded only while somebody listens
// or his body plays it. Volume and speed are percent.
#pragma once

#include "codec/sound/adpcm.h"
#include "pleo/os/apps.h"

struct audio_tap;
struct frame_pool;
enum { SOUND_HZ = 11025, SOUND_TAPS = 8, SOUND_TICK = 364 };
struct sounds {
    const struct resource *it; // NULL: silence
    uint8_t handle, last_handle;
    int32_t volume, percent;
    uint64_t at;    // in the sound, in 2^-32 samples of it
    uint32_t loops; // that are over
    uint32_t part;  // of a sample that ticks owe, in thousandths
    // The decoder: how far it has come, and what it said last.
    struct adpcm state;
    size_t decoded;
    int16_t before, now;
    struct audio_tap *taps[SOUND_TAPS];
    struct frame_pool *frames; // for his body
};

int voice_play(struct pleo *p, const struct resource *sound, bool interrupt);
bool voice_stop(struct pleo *p);
bool voice_is(const struct pleo *p, int32_t which); // a handle, an id, or 0 for any
bool sounds_start(struct pleo *p);                  // false: no memory
void sounds_end(struct pleo *p);
void sounds_tick(struct pleo *p);
