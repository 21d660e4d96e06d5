// A robot's speaker: samples wait in a ring buffer and are played at their rate. The last tenth of a second
// is kept for its own microphones.
#include "world/world_internal.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

enum { RING = 1 << 14, KEPT = 3000 };

struct speaker {
    int16_t ring[RING];
    uint64_t written, played; // samples since birth, with the silence behind the last
    uint64_t silence, still;  // samples that nobody sent: in all, and since the last that somebody did
    uint32_t rate_hz;
    uint32_t owed; // millionths of a sample
};

static uint32_t waiting(const struct speaker *s) { return (uint32_t)(s->written - s->played); }

uint32_t world_speaker_room(const struct world *w, uint32_t robot) {
    if (!world_robot_at(w, robot)) return 0;
    const struct speaker *s = w->speakers[robot - 1];
    return s ? RING - KEPT - waiting(s) : RING - KEPT;
}
uint64_t world_speaker_played(const struct world *w, uint32_t robot) {
    return world_robot_at(w, robot) && w->speakers[robot - 1]
               ? w->speakers[robot - 1]->played - w->speakers[robot - 1]->silence
               : 0;
}

uint32_t world_speak(struct world *w, uint32_t robot, const int16_t *samples, uint32_t count,
                     uint32_t rate_hz) {
    if (!world_robot(w, robot) || rate_hz < 1000 || rate_hz > 48000) return 0;
    struct speaker *s = w->speakers[robot - 1];
    if (!s && !(s = w->speakers[robot - 1] = calloc(1, sizeof *s))) return 0;
    s->rate_hz = rate_hz;
    s->still = 0;
    uint32_t room = RING - KEPT - waiting(s);
    if (count > room) count = room;
    for (uint32_t i = 0; i < count; i++) s->ring[s->written++ % RING] = samples[i];
    return count;
}

void world_hush(struct world *w, uint32_t robot) {
    if (world_robot(w, robot) && w->speakers[robot - 1])
        w->speakers[robot - 1]->written = w->speakers[robot - 1]->played;
}

void speaker_step(struct world *w, uint32_t robot) {
    struct speaker *s = w->speakers[robot - 1];
    if (!s || (!waiting(s) && s->still > KEPT)) return;
    uint64_t due = (uint64_t)s->rate_hz * WORLD_STEP_US + s->owed;
    uint32_t play = (uint32_t)(due / 1000000);
    s->owed = (uint32_t)(due % 1000000);
    for (uint32_t left = waiting(s); left < play; left++) {
        s->ring[s->written++ % RING] = 0;
        s->silence++, s->still++;
    }
    s->played += play;
}

bool speaker_plays(const struct world *w, uint32_t robot) {
    const struct speaker *s = w->speakers[robot - 1];
    return s && s->still <= KEPT;
}

float speaker_at(const struct world *w, uint32_t robot, double us) {
    const struct speaker *s = w->speakers[robot - 1];
    if (!s || s->still > KEPT) return 0;
    double back = ((double)world_time_us(w) - us) * 1e-6 * s->rate_hz - s->owed * 1e-6;
    if (back <= -1 || back >= KEPT || back >= (double)s->played) return 0;
    uint64_t whole = back > 0 ? (uint64_t)back : 0, at = s->played - 1 - whole;
    float share = back > 0 ? (float)(back - (double)whole) : 0; // so far back towards the one before
    float now = s->ring[at % RING], before = at ? s->ring[(at - 1) % RING] : 0;
    return m_lerp(now, before, share) / 32768;
}

// ------------------------------------------------------------------------------------------------ state

static void put(const struct speaker *s, struct writer *out) {
    write_u64(out, s->played), write_u64(out, s->silence), write_u64(out, s->still),
        write_u32(out, s->rate_hz), write_u32(out, s->owed);
    uint64_t from = s->played > KEPT ? s->played - KEPT : 0;
    write_u32(out, (uint32_t)(s->written - from));
    for (uint64_t i = from; i < s->written; i++) write_i16(out, s->ring[i % RING]);
}

void speaker_save(const struct world *w, struct writer *out) {
    for (uint32_t i = 0; i < w->memory.robots_count; i++) {
        write_u8(out, w->speakers[i] != NULL);
        if (w->speakers[i]) put(w->speakers[i], out);
    }
}

enum err speaker_restore(struct world *w, struct reader *in) {
    speaker_free(w);
    for (uint32_t i = 0; i < w->memory.robots_count; i++) {
        if (!read_u8(in)) continue;
        struct speaker *s = w->speakers[i] = calloc(1, sizeof *s);
        if (!s) return ERR_MEMORY;
        s->played = read_u64(in), s->silence = read_u64(in), s->still = read_u64(in),
        s->rate_hz = read_u32(in), s->owed = read_u32(in);
        uint64_t from = s->played > KEPT ? s->played - KEPT : 0;
        uint32_t count = read_u32(in);
        if (count > RING || s->rate_hz > 48000 || s->owed >= 1000000) reader_fail(in, ERR_RANGE);
        if (in->err) break;
        for (uint32_t k = 0; k < count; k++) s->ring[(from + k) % RING] = read_i16(in);
        s->written = from + count;
        if (s->written < s->played) reader_fail(in, ERR_RANGE);
    }
    if (in->err) speaker_free(w);
    return in->err;
}

enum err speaker_copy(struct world *to, const struct world *from) {
    speaker_free(to);
    for (uint32_t i = 0; i < WORLD_ROBOTS_MAX; i++) {
        if (!from->speakers[i]) continue;
        to->speakers[i] = malloc(sizeof *to->speakers[i]);
        if (!to->speakers[i]) return ERR_MEMORY;
        *to->speakers[i] = *from->speakers[i];
    }
    return ERR_NONE;
}

uint64_t speaker_hash(const struct world *w) {
    uint64_t h = 0;
    for (uint32_t i = 0; i < w->memory.robots_count; i++) {
        const struct speaker *s = w->speakers[i];
        if (!s) continue;
        uint64_t parts[] = {i, s->played, s->written, s->silence, s->still, s->rate_hz, s->owed};
        h = hash64(h, parts, sizeof parts);
        for (uint64_t k = s->played; k < s->written; k++) h = hash64(h, &s->ring[k % RING], sizeof *s->ring);
    }
    return h;
}

void speaker_free(struct world *w) {
    for (uint32_t i = 0; i < WORLD_ROBOTS_MAX; i++) free(w->speakers[i]), w->speakers[i] = NULL;
}
