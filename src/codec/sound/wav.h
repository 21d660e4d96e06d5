// WAV files, read and written.
//
//     struct wav wav;
//     if (wav_read(bytes, &wav, fault)) return fault->err;
//     for (size_t i = 0; i < wav.frames; i++) play(wav_s16(&wav, i, 0));
//
//     wav_write(&(struct wav_spec){.rate = 22050, .channels = 1, .bits = 16}, samples, count, &buf);
//
// Supported are integer samples of 8, 16, 24 and 32 bits, floats of 32 and 64, and the "extensible" header
// around any of these. Other codecs are ERR_UNSUPPORTED, with their name. At most WAV_CHANNELS_MAX channels
// and rates from 1 to WAV_RATE_MAX (ERR_RANGE). `wav.data` is a view into the bytes, which must outlive it.
// Of a truncated file what is there plays, and `cut` is set. The writer takes 16-bit samples for integer
// formats, and floats. It refuses what would not fit in 4 GiB.
#pragma once

#include "base/buf.h"

enum { WAV_CHANNELS_MAX = 32, WAV_RATE_MAX = 768000 };

struct wav {
    uint32_t rate;
    unsigned channels, bits; // bits of one sample
    bool is_float;
    size_t frames; // a frame is one sample of each channel
    struct bytes data;
    bool cut; // the file is shorter than its header says
};

enum err wav_read(struct bytes file, struct wav *out, struct fault *fault);
int16_t wav_s16(const struct wav *wav, size_t frame, unsigned channel); // rounded; 0 outside
// -1 … 1 for integers; floats as they are, NaN as 0.
float wav_f32(const struct wav *wav, size_t frame, unsigned channel);

struct wav_spec {
    uint32_t rate;
    unsigned channels;
    unsigned bits; // 8, 16 or 24; 32 means float
};

// Appends a whole file with `frames` times spec->channels interleaved samples to `out`.
enum err wav_write(const struct wav_spec *spec, const int16_t *samples, size_t frames, struct buf *out);
enum err wav_write_f32(const struct wav_spec *spec, const float *samples, size_t frames, struct buf *out);
