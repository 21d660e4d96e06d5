// IMA ADPCM: four bits a sample, each a step from the one before.
//
//     struct adpcm state = {0};
//     int16_t sample = adpcm_decode(&state, nibble);
//     uint8_t nibble = adpcm_encode(&state, sample);          // moves the state as the decoder will
//
// The step sizes and the way they change are the public standard. What differs between users is how nibbles are packed, so
// that is kept apart:
//   ADPCM_WEM      sound files of the robots' audio engine: for each channel a block of 36 bytes: predictor (16 bits), step index,
//                  a zero byte, then 32 bytes, low nibble first. 64 samples a block: the predictor itself is not heard.
//   ADPCM_WEM_63   the same, read as the predictor and then 63 nibbles (an old question; a switch)
//   ADPCM_WAV      WAV's format 0x11: predictor is the first sample, channels alternate every four bytes
// Pleo's sounds (no headers, high nibble first, steps in 8 bits) use the two functions above directly. Nothing is allocated.
#pragma once

#include "base/bytes.h"

struct adpcm {
    int predictor; // -32768 … 32767
    int index;     // 0 … 88
};

enum { ADPCM_INDEX_MAX = 88, ADPCM_CHANNELS_MAX = 8, ADPCM_WEM_BLOCK = 36, ADPCM_WEM_SAMPLES = 64 };

enum adpcm_packing { ADPCM_WEM, ADPCM_WEM_63, ADPCM_WAV };

int16_t adpcm_decode(struct adpcm *state,
                     unsigned nibble); // an index outside its table is brought back into it
uint8_t adpcm_encode(struct adpcm *state, int16_t sample);
int adpcm_step(int index); // the step's size; the index is clamped

// Samples of one channel in a block of block_size bytes for all channels; 0: no such block.
size_t adpcm_block_samples(enum adpcm_packing packing, size_t block_size, unsigned channels);

// Decodes one block to frames of `channels` interleaved samples. `room` counts samples. ERR_SHORT: the block is cut, what is
// whole was written; ERR_RANGE: the channels or the step index; ERR_LIMIT: too little room. *frames: frames written.
enum err adpcm_decode_block(enum adpcm_packing packing, struct bytes block, unsigned channels, int16_t *out,
                            size_t room, size_t *frames);
// The states from which the first frames are met best. A sound that begins loud, as one that goes round does, would otherwise begin with a
// climb up from silence: a click.
void adpcm_start(struct adpcm *states, const int16_t *samples, size_t frames, unsigned channels);
// Encodes interleaved frames to one block; missing frames at the end repeat the last one. State is kept from block to block, one for
// each channel.
enum err adpcm_encode_block(enum adpcm_packing packing, struct adpcm *states, const int16_t *samples,
                            size_t frames, unsigned channels, size_t block_size, struct writer *out);
