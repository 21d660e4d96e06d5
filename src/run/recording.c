#include "base/file.h"
#include "run/chunk.h"
#include "run/recorder.h"

#include <stdlib.h>
#include <string.h>

enum { RECORDING_MAX = 1 << 30 };

struct recording {
    struct buf file;
    struct chunk_reader chunks;
    uint32_t tick;
    struct senses_in senses;
};

static enum err read_about(struct recording *tape, struct recording_about *about, struct fault *fault) {
    struct bytes entry;
    if (chunk_next(&tape->chunks, &entry))
        return fault_set(fault, ERR_SHORT, "the recording has no whole header");
    struct reader in = reader_of(entry.at, entry.len);
    uint32_t version = read_u32(&in);
    if (!in.err && version != RECORDING_VERSION)
        return fault_set(fault, ERR_VERSION, "expected a recording of version %d, found %u",
                         RECORDING_VERSION, version);
    about->seed = read_u64(&in);
    about->robot = read_u64(&in);
    about->begun_unix_us = read_i64(&in);
    about->clips = read_u64(&in);
    read_copy(&in, about->creature, sizeof about->creature);
    read_copy(&in, about->name, sizeof about->name);
    about->creature[sizeof about->creature - 1] = about->name[sizeof about->name - 1] = 0;
    if (!reader_done(&in)) return fault_set(fault, ERR_SYNTAX, "the recording's header has a wrong length");
    return ERR_NONE;
}

static struct recording *open_bytes(struct recording *tape, struct bytes bytes, struct recording_about *about,
                                    struct fault *fault) {
    enum err err = chunk_reader_open(&tape->chunks, bytes);
    if (err == ERR_SYNTAX)
        fault_set(fault, err, "not a recording: it does not begin with \"critter recording\"");
    if (err == ERR_MEMORY) fault_set(fault, err, "no memory for a recording");
    if (!err && !read_about(tape, about, fault)) return tape;
    recording_free(tape);
    return NULL;
}

struct recording *recording_over(const void *bytes, size_t len, struct recording_about *about,
                                 struct fault *fault) {
    struct recording *tape = calloc(1, sizeof *tape);
    if (!tape) {
        fault_set(fault, ERR_MEMORY, "no memory for a recording");
        return NULL;
    }
    return open_bytes(tape, (struct bytes){bytes, len}, about, fault);
}

struct recording *recording_open(const char *path, struct recording_about *about, struct fault *fault) {
    struct recording *tape = calloc(1, sizeof *tape);
    if (!tape) {
        fault_set(fault, ERR_MEMORY, "no memory for a recording");
        return NULL;
    }
    if (file_read(path, RECORDING_MAX, &tape->file, fault)) {
        recording_free(tape);
        return NULL;
    }
    tape = open_bytes(tape, (struct bytes){tape->file.at, tape->file.len}, about, fault);
    if (!tape) fault_in(fault, path);
    return tape;
}

void recording_free(struct recording *tape) {
    if (!tape) return;
    chunk_reader_close(&tape->chunks);
    buf_free(&tape->file);
    free(tape);
}

bool recording_torn(const struct recording *tape) { return tape->chunks.torn; }

static enum err read_entry(struct recording *tape, struct reader *in, struct entry *out) {
    out->kind = read_u8(in);
    tape->tick += (uint32_t)read_varint(in);
    out->tick = tape->tick;
    switch (out->kind) {
    case ENTRY_SENSES:
        border_clear_senses(&tape->senses);
        out->senses = &tape->senses;
        return body_senses_decode(&tape->senses.senses, in, 1);
    case ENTRY_COMMAND_HASH:
        out->hash = read_u64(in);
        return in->err;
    case ENTRY_REQUEST:
        life_envelope_decode(&out->envelope, in, 1);
        return life_message_decode(&out->request, in, LIFE_REQUEST, 1);
    case ENTRY_ANSWER:
        return life_answer_decode(&out->answer, in, 1);
    case ENTRY_CALENDAR:
        return life_calendar_decode(&out->calendar, in, 1);
    case ENTRY_VIEW:
        return life_view_decode(&out->view, in, 1);
    default:
        return ERR_UNKNOWN;
    }
}

enum err recording_next(struct recording *tape, struct entry *out, struct fault *fault) {
    struct bytes bytes;
    enum err err = chunk_next(&tape->chunks, &bytes);
    if (err) return err;
    struct reader in = reader_of(bytes.at, bytes.len);
    err = read_entry(tape, &in, out);
    if (!err && !reader_done(&in)) err = ERR_SYNTAX;
    if (err)
        fault_set(fault, err, "the chunk at byte %zu holds an entry of kind %d that cannot be read",
                  tape->chunks.offset, out->kind);
    return err;
}
