#include "run/recorder.h"

#include "base/hash.h"
#include "base/system/file.h"
#include "run/chunk.h"
#include "schema/walk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct recorder {
    struct chunk_writer chunks;
    const struct soul_messages *messages;
    uint32_t tick;
    bool media;
    uint8_t scratch[CHUNK_ENTRY_MAX];
};

// The header is a chunk of its own, so that it has a checksum like everything else.
static enum err write_about(struct recorder *rec, const struct recording_about *about) {
    struct writer w = writer_of(rec->scratch, sizeof rec->scratch);
    write_u32(&w, RECORDING_VERSION);
    write_u64(&w, about->seed);
    write_u64(&w, about->robot);
    write_i64(&w, about->begun_unix_us);
    write_u64(&w, about->clips);
    write_u64(&w, about->sounds);
    write_u8(&w, about->loud);
    write_bytes(&w, about->creature, sizeof about->creature);
    write_bytes(&w, about->name, sizeof about->name);
    write_u32(&w, (uint32_t)strlen(about->settings));
    write_bytes(&w, about->settings, strlen(about->settings));
    enum err err = chunk_add(&rec->chunks, writer_bytes(&w));
    return err ? err : chunk_flush(&rec->chunks);
}

struct recorder *recorder_new(const char *path, const struct recording_about *about, struct fault *fault) {
    struct recorder *rec = calloc(1, sizeof *rec);
    if (!rec) {
        fault_set(fault, ERR_MEMORY, "no memory for a recorder");
        return NULL;
    }
    rec->media = about->media;
    rec->messages = about->messages ? about->messages : &life_soul_messages;
    if (!chunk_writer_open(&rec->chunks, path, fault)) {
        enum err err = write_about(rec, about);
        if (!err) return rec;
        chunk_writer_fail(&rec->chunks, err, fault);
    }
    free(rec);
    return NULL;
}

// kind, how many ticks since the entry before, then the entry itself.
static struct writer begin(struct recorder *rec, enum entry_kind kind, uint32_t tick) {
    struct writer w = writer_of(rec->scratch, sizeof rec->scratch);
    write_u8(&w, (uint8_t)kind);
    write_varint(&w, tick - rec->tick);
    rec->tick = tick;
    return w;
}

static enum err end(struct recorder *rec, struct writer *w) {
    if (w->err) return w->err;
    return chunk_add(&rec->chunks, writer_bytes(w));
}

enum err recorder_senses(struct recorder *rec, uint32_t tick, const struct senses_in *in) {
    struct writer w = begin(rec, ENTRY_SENSES, tick);
    body_senses_encode(&in->senses, &w, 1);
    enum err err = end(rec, &w);
    if (err || !in->pleo.here) return err;
    w = begin(rec, ENTRY_PLEO, tick);
    pleo_senses_encode(&in->pleo, &w, 1);
    return end(rec, &w);
}

enum err recorder_hash(struct recorder *rec, uint32_t tick, uint64_t hash) {
    struct writer w = begin(rec, ENTRY_COMMAND_HASH, tick);
    write_u64(&w, hash);
    return end(rec, &w);
}

enum err recorder_request(struct recorder *rec, uint32_t tick, const struct life_envelope *envelope,
                          const void *request) {
    struct writer w = begin(rec, ENTRY_REQUEST, tick);
    life_envelope_encode(envelope, &w, 1);
    schema_encode_message(rec->messages->protocol, request, &w, rec->messages->version);
    return end(rec, &w);
}

enum err recorder_answer(struct recorder *rec, uint32_t tick, const struct life_answer *answer) {
    struct writer w = begin(rec, ENTRY_ANSWER, tick);
    life_answer_encode(answer, &w, 1);
    return end(rec, &w);
}

enum err recorder_calendar(struct recorder *rec, uint32_t tick, const struct life_calendar *calendar) {
    struct writer w = begin(rec, ENTRY_CALENDAR, tick);
    life_calendar_encode(calendar, &w, 1);
    return end(rec, &w);
}

// A mark: it begins a chunk, so that it can be hopped to, and so that a crash loses no more than what came
// since.
enum err recorder_view(struct recorder *rec, uint32_t tick, const void *view) {
    chunk_mark(&rec->chunks);
    struct writer w = begin(rec, ENTRY_VIEW, tick);
    schema_encode(rec->messages->view, view, &w, rec->messages->version);
    return end(rec, &w);
}

bool recorder_keeps_media(const struct recorder *rec) { return rec->media; }

// In pieces, each with the whole header: kind, tick, what it is, how long in all, where this piece begins.
enum err recorder_media(struct recorder *rec, uint32_t tick, enum entry_kind kind,
                        const struct recording_media *m) {
    enum { PIECE = 48 << 10 };
    enum err err = m->bytes.len > RECORDING_MEDIA_MAX ? ERR_LIMIT : ERR_NONE;
    for (size_t at = 0; !err && at < m->bytes.len; at += PIECE) {
        size_t len = m->bytes.len - at < PIECE ? m->bytes.len - at : PIECE;
        struct writer w = begin(rec, kind, tick);
        write_u8(&w, m->reached), write_u8(&w, m->format), write_u8(&w, m->channels);
        write_u16(&w, m->width), write_u16(&w, m->height);
        write_u32(&w, m->rate_hz), write_u64(&w, m->stamp_us);
        write_u32(&w, (uint32_t)m->bytes.len), write_u32(&w, (uint32_t)at);
        write_bytes(&w, m->bytes.at + at, len);
        err = end(rec, &w);
    }
    return err;
}

enum err recorder_close(struct recorder *rec, struct fault *fault) {
    if (!rec) return ERR_NONE;
    enum err err = chunk_writer_close(&rec->chunks, fault);
    free(rec);
    return err;
}
