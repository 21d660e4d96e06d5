// Pleo's binary files: sounds, motions, commands, resource files. What is taken is written again, and the
// second reading gives the same; what is refused says why.
#include "codec/pleo/ucf.h"
#include "codec/pleo/umf.h"
#include "codec/pleo/urf.h"
#include "codec/pleo/usf.h"

#include "base/hash.h"
#include "pleo/kit/motion.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

static void sounds(struct bytes file) {
    struct usf sound;
    struct fault fault = {0};
    int16_t out[4096];
    if (usf_read(file, &sound, &fault)) {
        must(fault.said[0] != 0);
        return;
    }
    size_t made = usf_decode(&sound, out, 4096);
    must(made <= sound.samples && made <= 4096);
}

static void motions(struct bytes file, struct arena *arena) {
    struct umf motion;
    struct fault fault = {0};
    struct buf out = {0}, csv = {.limit = 1 << 20};
    if (umf_read(file, arena, &motion, &fault)) {
        must(fault.said[0] != 0);
        return;
    }
    must(!umf_write(&motion, &out, &fault));
    must(out.len >= file.len && out.len <= file.len + 2 && !memcmp(out.at, file.at, 5));
    motion_to_csv(&motion, NULL, arena, &csv);
    buf_free(&out);
    buf_free(&csv);
}

static void commands(struct bytes file, struct arena *arena) {
    struct ucf command;
    struct fault fault = {0};
    struct buf out = {0};
    if (ucf_read(file, arena, &command, &fault)) {
        must(fault.said[0] != 0);
        return;
    }
    must(!ucf_write(&command, &out, &fault) && out.len == file.len);
    buf_free(&out);
}

// The checksum is made right, so that what lies behind it is reached.
static void resources(struct bytes file, struct arena *arena) {
    uint8_t *signed_file = malloc(file.len + 1);
    struct urf all, again;
    struct fault fault = {0};
    struct buf out = {0};
    must(signed_file != NULL);
    memcpy(signed_file, file.at, file.len);
    if (file.len >= 72) {
        uint32_t sum = adler32_of(0, signed_file, file.len - 8);
        for (int i = 0; i < 4; i++) signed_file[file.len - 4 + (size_t)i] = (uint8_t)(sum >> 8 * i);
    }
    if (urf_read((struct bytes){signed_file, file.len}, arena, &all, &fault)) {
        must(fault.said[0] != 0);
    } else if (!urf_write(&all, &out, &fault)) {
        must(!urf_read((struct bytes){out.at, out.len}, arena, &again, &fault));
        for (int t = 0; t < URF_TYPES; t++) must(again.of[t].count == all.of[t].count);
    }
    buf_free(&out);
    free(signed_file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct bytes file = {data, size};
    struct arena *arena = arena_new(1 << 16);
    must(arena != NULL);
    arena_limit(arena, 64 << 20);
    sounds(file);
    motions(file, arena);
    commands(file, arena);
    resources(file, arena);
    arena_free(arena);
    return 0;
}
