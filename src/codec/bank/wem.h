// WEM: the sound files of the robots' audio engine. They are RIFF/WAVE with codecs of their own.
//
//     struct wem wem;
//     if (wem_read(file, &wem, fault)) return fault->err;
//     int16_t *samples = malloc(wem.frames * wem.channels * sizeof *samples);
//     wem_decode(&wem, samples, wem.frames, NULL, fault);
//
// Supported are 16-bit PCM (plain WAV files too) and the engine's IMA ADPCM. Its Vorbis is described
// (`vorbis`) but not decoded: wem_decode gives ERR_UNSUPPORTED. The struct holds views into the file, which
// must outlive it. A prefetched copy in a bank is truncated; what is there plays, and `cut` is set.
#pragma once

#include "base/buf.h"
#include "codec/sound/adpcm.h"

enum wem_coding { WEM_PCM, WEM_ADPCM, WEM_VORBIS, WEM_UNKNOWN };
enum { WEM_LOOPS_MAX = 8 };

struct wem_loop {
    uint32_t start, end; // frames, both included
    uint32_t times;      // 0: for ever
};
struct wem_vorbis {
    uint32_t samples, setup, audio, codebooks; // setup and audio: where those packets begin in the data
    uint8_t short_block, long_block;           // powers of two
};

struct wem {
    enum wem_coding coding;
    uint16_t format; // as the file says
    uint32_t rate;
    unsigned channels;
    size_t block;               // bytes for all channels
    size_t frames;              // samples of each channel
    enum adpcm_packing packing; // ADPCM_WEM; may be changed before decoding
    struct wem_loop loops[WEM_LOOPS_MAX];
    unsigned loop_count;
    struct wem_vorbis vorbis;
    struct bytes data;
    bool cut;
};

enum err wem_read(struct bytes file, struct wem *out, struct fault *fault);
// Writes interleaved samples of up to `room` frames. *frames, if not NULL, says how many. ERR_CHECKSUM: a
// damaged block; everything before it was written.
enum err wem_decode(const struct wem *wem, int16_t *out, size_t room, size_t *frames, struct fault *fault);

// Appends a whole file. Loops may be NULL.
enum err wem_write(enum wem_coding coding, uint32_t rate, unsigned channels, const int16_t *samples,
                   size_t frames, const struct wem_loop *loops, unsigned loop_count, struct buf *out);
