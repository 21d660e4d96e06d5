// Heads of firmware files: taken with all that must be there, or refused with a word.
#include "codec/clip/safe.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

static void try(const uint8_t *data, size_t size) {
    struct arena *arena = arena_new(4 << 10);
    struct safe safe;
    struct fault fault = {0};
    if (safe_read((struct bytes){data, size}, "fuzz", arena, &safe, &fault)) {
        must(fault.said[0] && !safe.version);
    } else {
        must(safe.version && safe.wifi.at && safe.rtip.at && safe.body.at);
        must(safe.images == size - SAFE_HEAD && safe.json.len <= SAFE_HEAD && !safe.json.at[safe.json.len]);
    }
    arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    try(data, size);
    if (size >= SAFE_HEAD) return 0;
    uint8_t whole[SAFE_HEAD] = {0}; // most inputs are too short: filled up with zeros they are heads
    if (size) memcpy(whole, data, size);
    try(whole, sizeof whole);
    return 0;
}
