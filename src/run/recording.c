#include "base/system/file.h"
#include "run/chunk.h"
#include "run/recorder.h"
#include "schema/walk.h"

#include <stdlib.h>
#include <string.h>

enum { RECORDING_MAX = 1 << 30 };

struct recording {
    struct buf file;
    struct chunk_reader chunks;
    const struct soul_messages *messages;
    uint32_t tick;
    struct senses_in senses;
    struct buf media; // as far as it has come together
};

static enum err read_about(struct recording *tape, struct recording_about *about, struct fault *fault) {
    struct bytes entry;
    if (chunk_next(&tape->chunks, &entry))
        return fault_set(fault, ERR_SHORT, "the recording has no whole header");
    struct reader in = reader_of(entry.at, entry.len);
    uint32_t version = read_u32(&in);
    if (!in.err && version < RECORDING_VERSION)
        return fault_set(fault, ERR_VERSION,
                         "a recording of version %u; lives of version %d are known here, and an older one "
                         "was kept otherwise: the critter that made it can live it again",
                         version, RECORDING_VERSION);
    if (!in.err && version > RECORDING_VERSION)
        return fault_set(
            fault, ERR_VERSION,
            "a recording of version %u; lives of version %d are known here: a newer critter made it", version,
            RECORDING_VERSION);
    tape->chunks.ends = true;
    about->media = false;
    about->messages = NULL;
    tape->messages = &life_soul_messages;
    about->seed = read_u64(&in);
    about->robot = read_u64(&in);
    about->begun_unix_us = read_i64(&in);
    about->clips = read_u64(&in);
    about->sounds = read_u64(&in);
    about->loud = read_u8(&in);
    about->resources = NULL;
    read_copy(&in, about->creature, sizeof about->creature);
    read_copy(&in, about->name, sizeof about->name);
    uint32_t len = read_u32(&in);
    if (!in.err && len >= sizeof about->settings)
        return fault_set(fault, ERR_LIMIT, "the settings of the recording are longer than %zu bytes",
                         sizeof about->settings - 1);
    memset(about->settings, 0, sizeof about->settings);
    read_copy(&in, about->settings, len);
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
    buf_free(&tape->media);
    free(tape);
}

void recording_speaks(struct recording *tape, const struct soul_messages *messages) {
    tape->messages = messages;
}

bool recording_torn(const struct recording *tape) { return tape->chunks.torn; }

// ERR_BUSY: more pieces are to come.
static enum err read_media(struct recording *tape, struct reader *in, struct recording_media *m) {
    m->reached = read_u8(in), m->format = read_u8(in), m->channels = read_u8(in);
    m->width = read_u16(in), m->height = read_u16(in);
    m->rate_hz = read_u32(in), m->stamp_us = read_u64(in);
    uint32_t whole = read_u32(in), at = read_u32(in);
    struct bytes piece = read_bytes(in, reader_left(in));
    if (in->err) return in->err;
    if (at == 0) buf_clear(&tape->media);
    if (!piece.len || whole > RECORDING_MEDIA_MAX || at != tape->media.len || piece.len > whole - at)
        return ERR_SYNTAX;
    buf_bytes(&tape->media, piece.at, piece.len);
    if (tape->media.err) return tape->media.err;
    m->bytes = (struct bytes){tape->media.at, tape->media.len};
    if (tape->media.len < whole) return ERR_BUSY;
    bool sound = m->channels && m->rate_hz, raw = m->format == MEDIA_GREY || m->format == MEDIA_COLOUR;
    if (sound ? whole % (2u * m->channels) : raw && whole != (uint32_t)m->width * m->height * m->format)
        return ERR_SYNTAX;
    return ERR_NONE;
}

static enum err read_entry(struct recording *tape, struct reader *in, struct entry *out) {
    const struct soul_messages *speaks = tape->messages;
    out->kind = read_u8(in);
    tape->tick += (uint32_t)read_varint(in);
    out->tick = tape->tick;
    switch (out->kind) {
    case ENTRY_SENSES:
        border_clear_senses(&tape->senses);
        out->senses = &tape->senses;
        return body_senses_decode(&tape->senses.senses, in, 1);
    case ENTRY_PLEO:
        out->senses = &tape->senses;
        return pleo_senses_decode(&tape->senses.pleo, in, 1);
    case ENTRY_COMMAND_HASH:
        out->hash = read_u64(in);
        return in->err;
    case ENTRY_REQUEST:
        life_envelope_decode(&out->envelope, in, 1);
        return schema_decode_message(speaks->protocol, &out->request, in, SOUL_REQUEST, speaks->version);
    case ENTRY_ANSWER:
        return life_answer_decode(&out->answer, in, 1);
    case ENTRY_CALENDAR:
        return life_calendar_decode(&out->calendar, in, 1);
    case ENTRY_VIEW:
        return schema_decode(speaks->view, &out->view, in, speaks->version);
    case ENTRY_PICTURE:
    case ENTRY_SOUND:
        return read_media(tape, in, &out->media);
    default:
        return ERR_UNKNOWN;
    }
}

enum err recording_next(struct recording *tape, struct entry *out, struct fault *fault) {
    enum err err;
    do {
        struct bytes bytes;
        err = chunk_next(&tape->chunks, &bytes);
        if (err) return err;
        struct reader in = reader_of(bytes.at, bytes.len);
        err = read_entry(tape, &in, out);
        if (!err && !reader_done(&in)) err = ERR_SYNTAX;
    } while (err == ERR_BUSY);
    if (err)
        fault_set(fault, err, "the chunk at byte %zu holds an entry of kind %d that cannot be read",
                  tape->chunks.offset, out->kind);
    return err;
}

// A mark's entry is a view; the tick it belongs to is the one before the view's, which counts the ticks
// lived.
static bool mark_tick(const struct soul_messages *speaks, struct bytes entry, uint32_t *tick) {
    struct reader in = reader_of(entry.at, entry.len);
    uint8_t kind = read_u8(&in);
    read_varint(&in);
    union soul_view view;
    if (kind != ENTRY_VIEW || schema_decode(speaks->view, &view, &in, speaks->version) || !reader_done(&in))
        return false;
    for (uint32_t i = 0; i < speaks->view->count; i++) {
        const struct schema_field *field = &speaks->view->fields[i];
        if (strcmp(field->name, "tick") != 0 || field->kind != SCHEMA_UINT) continue;
        *tick = (uint32_t)schema_load(field, schema_element(field, &view, 0)) - 1;
        return true;
    }
    return false;
}

bool recording_seek(struct recording *tape, uint32_t tick) {
    struct chunk_reader at = tape->chunks, scout = at;
    struct bytes entry;
    size_t offset, best = 0;
    uint32_t found = 0, best_tick = 0;
    scout.raw = malloc(CHUNK_SIZE);
    if (!scout.raw) return false;
    chunk_go(&scout, sizeof RECORDING_LINE - 1);
    while (chunk_next_mark(&scout, &entry, &offset) && mark_tick(tape->messages, entry, &found) &&
           found <= tick)
        best = offset, best_tick = found;
    chunk_reader_close(&scout);
    if (!best) return false;
    chunk_go(&tape->chunks, best);
    buf_clear(&tape->media);
    tape->tick = best_tick;
    return true;
}
