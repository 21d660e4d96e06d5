// IMA ADPCM: four bits per sample, each a step from the sample before.
//
//     struct adpcm state = {0};
//     int16_t sample = adpcm_decode(&state, nibble);
//     uint8_t nibble = adpcm_encode(&state, sample);          // moves the state as the decoder will
//
// Step sizes and adaptation are those of the public standard. Users differ in how they pack the nibbles, so
// packing is separate:
//   ADPCM_WEM      sound files of the robots' audio engine: for each channel a block of 36 bytes: predictor
//                  (16 bits), step index, a zero byte, then 32 bytes, low nibble first. 64 samples a block:
//                  the predictor itself is not heard.
//   ADPCM_WEM_63   the same, read as the predictor and then 63 nibbles (an old question; a switch)
//   ADPCM_WAV      WAV's format 0x11: predictor is the first sample, channels alternate every four bytes
// Pleo's sounds (no headers, high nibble first, steps in 8 bits) use the two functions above directly.
// Nothing allocates.
#pragma once

#include "base/bytes.h"

struct adpcm {
    int predictor; // -32768 … 32767
    int index;     // 0 … 88
};

enum { ADPCM_INDEX_MAX = 88, ADPCM_CHANNELS_MAX = 8, ADPCM_WEM_BLOCK = 36, ADPCM_WEM_SAMPLES = 64 };

enum adpcm_packing { ADPCM_WEM, ADPCM_WEM_63, ADPCM_WAV };

// An index outside the table is clamped.
int16_t adpcm_decode(struct adpcm *state, unsigned nibble);
uint8_t adpcm_encode(struct adpcm *state, int16_t sample);
int adpcm_step(int index); // the size of the step; the index is clamped

// Samples per channel in a block; block_size counts the bytes of all channels. 0: no valid block has that
// size.
size_t adpcm_block_samples(enum adpcm_packing packing, size_t block_size, unsigned channels);

// Decodes one block to frames of `channels` interleaved samples. `room` counts samples; *frames is set to the
// frames written. ERR_SHORT: the block is truncated; its complete part was written. ERR_RANGE: the channels
// or the step index. ERR_LIMIT: `out` is too small.
enum err adpcm_decode_block(enum adpcm_packing packing, struct bytes block, unsigned channels, int16_t *out,
                            size_t room, size_t *frames);
// Sets the states that fit the first frames best. Otherwise a sound that starts loud, as a loop does, would
// begin with a click while the decoder climbs up from silence.
void adpcm_start(struct adpcm *states, const int16_t *samples, size_t frames, unsigned channels);
// Encodes interleaved frames to one block; missing frames at the end repeat the last one. The caller keeps
// one state per channel from block to block.
enum err adpcm_encode_block(enum adpcm_packing packing, struct adpcm *states, const int16_t *samples,
                            size_t frames, unsigned channels, size_t block_size, struct writer *out);
