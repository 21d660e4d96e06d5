// RIFF: a file of chunks, each a tag of four letters, a length, and that many bytes.
//
//     struct riff riff;
//     if (riff_open(file, "WAVE", &riff, fault)) return fault->err;
//     struct riff_chunk chunk;
//     while (riff_next(&riff, &chunk))
//         if (riff_is(&chunk, "data")) …
//
// Chunks are views into the file. Odd lengths are followed by a padding byte. The outer length is trusted
// only as far as the file goes: interrupted recorders and writers to pipes leave 0 or all ones there. The
// same holds for the last chunk, which is then cut to what is there and marked `cut`.
#pragma once

#include "base/bytes.h"

struct riff {
    struct reader in;
    bool padded; // odd chunks have a padding byte; the audio engine's files do not always
};

struct riff_chunk {
    char tag[5];
    struct bytes body;
    size_t offset; // of the body in the file
    bool cut;      // it claimed more than there is
};

enum err riff_open(struct bytes file, const char *form, struct riff *out, struct fault *fault);
bool riff_next(struct riff *riff, struct riff_chunk *chunk); // false: no more
bool riff_is(const struct riff_chunk *chunk, const char *tag);
