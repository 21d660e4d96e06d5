// The sound of four microphones on its way: frames of 80 samples as a body-board sends them, chunks of 160 as whoever listens wants them.
//
//     struct ears_packer packer = {0};
//     while (ears_pack(&packer, &samples, &count, frame)) send(frame);             // whatever pieces sound comes in
//
//     struct ears_chunker chunker = {0};
//     if (ears_gather(&chunker, sequence, frame)) look_at(chunker.chunk);           // [channel][sample]
//
// A frame holds, for each of its 80 moments, the four channels one after the other (front right, front left, back right, back left), each 16
// bits, the low byte first. It lasts 5.12 ms at 15 625 samples a second. Frames are counted: one that is missing is heard as silence, so that
// time does not shrink; after more than a chunk's worth the gathering begins anew. No memory is taken.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
    EARS = 4,
    EARS_FRAME = 80, // samples of each
    EARS_FRAME_BYTES = EARS_FRAME * EARS * 2,
    EARS_CHUNK = 160,
};

struct ears_packer {
    int16_t waiting[EARS_FRAME * EARS];
    uint32_t count; // moments
};
// Takes from *samples (interleaved, *count moments) what a frame lacks; both move on. True: the frame is full.
bool ears_pack(struct ears_packer *packer, const int16_t **samples, uint32_t *count,
               uint8_t frame[EARS_FRAME_BYTES]);
void ears_unpack(const uint8_t frame[EARS_FRAME_BYTES], int16_t samples[EARS_FRAME * EARS]);

struct ears_chunker {
    int16_t chunk[EARS][EARS_CHUNK];
    uint32_t count, next; // samples gathered; the sequence number that should come
    uint64_t lost, stale; // frames heard as silence; frames that came too late or twice and were left out
    bool begun;
};
// True: the chunk is full; it stays until the next call.
bool ears_gather(struct ears_chunker *chunker, uint32_t sequence, const uint8_t frame[EARS_FRAME_BYTES]);
