// One sound, readable from any position: PCM, the engine's ADPCM, a WAV file, or a tone in place of a missing
// sound.
//
//     struct audio_source source;
//     if (audio_source_wem(file, &source, fault)) …  // ERR_UNSUPPORTED: Vorbis; look for a WAV beside it
//     // one channel; zeros before its start and after its end
//     audio_source_read(&source, frame, samples, count);
//
// Reading keeps no state: a sound read from the middle is the same as one read from the start. Loops are
// followed: frame counts what is heard, not what is stored. A source is a view into the file, which must
// outlive it. Nothing allocates.
#pragma once

#include "codec/bank/wem.h"
#include "codec/sound/wav.h"

enum audio_coding { AUDIO_NOTHING, AUDIO_WHOLE, AUDIO_ADPCM, AUDIO_WAV, AUDIO_TONE };

struct audio_source {
    uint32_t id, rate; // id first: see base/sorted.h
    enum audio_coding coding;
    unsigned channels;
    size_t block;
    enum adpcm_packing packing;
    uint64_t frames; // stored
    bool loops;
    uint64_t loop_start, loop_end, loop_times; // end: the first frame after the loop; times: 0 for ever
    struct bytes data;
    struct wav wav;
    float hertz, level; // of a tone
};

enum err audio_source_wem(struct bytes file, struct audio_source *out, struct fault *fault);
enum err audio_source_wav(struct bytes file, struct audio_source *out, struct fault *fault);
// Fades in and out.
struct audio_source audio_source_tone(uint32_t rate, float hertz, float level, float seconds);
// The engine's ADPCM without a file header, one channel.
struct audio_source audio_source_adpcm(struct bytes blocks, uint32_t rate, uint64_t frames);
uint64_t audio_source_heard(const struct audio_source *source); // frames with all loops; UINT64_MAX: no end
void audio_source_read(const struct audio_source *source, int64_t frame, int16_t *out, size_t count);
