// A WAV file that is taken is read to its last sample, and ADPCM blocks of every packing are decoded from the
// same bytes.
#include "codec/sound/adpcm.h"
#include "codec/sound/wav.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

static void blocks(struct bytes block) {
    for (int packing = ADPCM_WEM; packing <= ADPCM_WAV; packing++)
        for (unsigned channels = 0; channels <= ADPCM_CHANNELS_MAX + 1; channels++) {
            int16_t out[2048];
            size_t frames = 0;
            enum err err =
                adpcm_decode_block(packing, block, channels, out, sizeof out / sizeof *out, &frames);
            must(frames * channels <= sizeof out / sizeof *out);
            must(!err == (frames != 0) || err == ERR_SHORT);
        }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct wav wav;
    struct fault fault = {0};
    blocks((struct bytes){data, size});
    if (wav_read((struct bytes){data, size}, &wav, &fault)) {
        must(fault.said[0] != 0);
        return 0;
    }
    must(wav.data.at >= data && wav.data.at + wav.data.len <= data + size);
    for (size_t i = 0; i <= wav.frames; i++)
        for (unsigned c = 0; c <= wav.channels; c++) {
            float f = wav_f32(&wav, i, c);
            int16_t s = wav_s16(&wav, i, c);
            must(f == f && (wav.is_float || (f >= -1 && f <= 1)));
            must(wav.is_float || (s >= 0) == (f >= -0.5f / 32768));
        }
    return 0;
}
