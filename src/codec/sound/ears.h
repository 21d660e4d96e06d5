// Sound of four microphones in transit: frames of 80 samples as a body-board sends them, chunks of 160 for
// the listener.
//
//     struct ears_packer packer = {0};
//     // sound may come in pieces of any size
//     while (ears_pack(&packer, &samples, &count, frame)) send(frame);
//
//     struct ears_chunker chunker = {0};
//     if (ears_gather(&chunker, sequence, frame)) look_at(chunker.chunk);           // [channel][sample]
//
// A frame holds 80 moments. Each moment is four samples (front right, front left, back right, back left) of
// 16 bits, low byte first. A frame lasts 5.12 ms at 15 625 samples a second. Frames are numbered: a missing
// one becomes silence, so that time stays right. After a gap longer than a chunk, gathering starts anew.
// Nothing allocates.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
    EARS = 4,
    EARS_HZ = 15625,
    EARS_FRAME = 80, // samples per microphone
    EARS_FRAME_BYTES = EARS_FRAME * EARS * 2,
    EARS_CHUNK = 160,
};

struct ears_packer {
    int16_t waiting[EARS_FRAME * EARS];
    uint32_t count; // moments
};
// Takes from *samples (interleaved, *count moments) what the frame still needs; both advance. True: the frame
// is full.
bool ears_pack(struct ears_packer *packer, const int16_t **samples, uint32_t *count,
               uint8_t frame[EARS_FRAME_BYTES]);
void ears_unpack(const uint8_t frame[EARS_FRAME_BYTES], int16_t samples[EARS_FRAME * EARS]);

struct ears_chunker {
    int16_t chunk[EARS][EARS_CHUNK];
    uint32_t count, next; // samples gathered; the expected sequence number
    uint64_t lost, stale; // frames replaced by silence; frames dropped because they came late or twice
    bool begun;
};
// True: the chunk is full. It stays valid until the next call.
bool ears_gather(struct ears_chunker *chunker, uint32_t sequence, const uint8_t frame[EARS_FRAME_BYTES]);
