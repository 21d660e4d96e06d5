// Any bytes that a body sends, as messages or as JSON lines (the first byte says which), are frames whose
// numbers are finite and whose media are as large as they say, or nonsense with a reason.
#include "body/program/frame.h"

#include "base/maths/maths.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

static void look(const struct program_in *in) {
    const struct body_senses *s = &in->senses;
    must(s->acks_count <= 16 && s->imu_count <= 16 && s->cliffs_count <= 4);
    for (uint32_t i = 0; i < s->cliffs_count; i++) must(m_finite(s->cliffs[i]));
    for (uint32_t i = 0; i < s->imu_count; i++) must(m_finite(s->imu[i].gyro_radps[2]));
    if (s->picture_count) must(in->picture.len > 0 && in->picture.at);
    if (s->sound_count) must(in->sound.len == (size_t)s->sound[0].samples * s->sound[0].channels * 2);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct program_in in;
    struct arena *scratch = size ? arena_new(4096) : NULL;
    if (!scratch) return 0;
    enum program_form form = data[0] & 1 ? PROGRAM_JSON : PROGRAM_BINARY;
    for (size_t at = 1; at < size;) {
        struct fault fault = {0};
        size_t used = program_take(form, data + at, size - at, scratch, &in, &fault);
        must(used <= size - at && (!fault.err || fault.said[0]));
        if (used && !fault.err) look(&in);
        if (!used) break;
        at += used;
    }
    arena_free(scratch);
    return 0;
}
