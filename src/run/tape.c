#include "run/tape.h"

#include "base/system/file.h"
#include "run/chunk.h"
#include "run/settings/settings.h"
#include "schema/walk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FLUSH_STEPS = 2000, PIECE = 32 << 10, TAPE_MAX = 1 << 30, SOURCE_MAX = 16 << 20, KEPT_MAX = 16 << 20 };

struct tape {
    struct chunk_writer chunks;
    char *kept; // in memory, as its stream has it; NULL: it is a file
    size_t kept_len;
    bool over; // it was too long to be kept
    uint64_t step, flushed;
    uint8_t scratch[CHUNK_ENTRY_MAX];
};

static struct writer begin(struct tape *t, enum tape_kind kind, uint64_t step) {
    struct writer w = writer_of(t->scratch, sizeof t->scratch);
    write_u8(&w, (uint8_t)kind);
    write_varint(&w, step - t->step);
    t->step = step;
    return w;
}

// What is kept is bounded, however long somebody drives it.
static void end(struct tape *t, struct writer *w) {
    if (t->kept && t->kept_len + t->chunks.raw_len > KEPT_MAX) t->over = true;
    if (t->over) return;
    if (w->err && !t->chunks.err) t->chunks.err = w->err;
    if (!w->err) chunk_add(&t->chunks, writer_bytes(w));
}

static void write_header(struct tape *t, const struct scenario *s, uint64_t seed, uint32_t how,
                         struct text settings) {
    struct writer w = writer_of(t->scratch, sizeof t->scratch);
    struct buf told = {0};
    char file[160] = {0};
    snprintf(file, sizeof file, "%s", s->file);
    settings_to_record(settings, &told);
    write_u32(&w, TAPE_MARK), write_u32(&w, TAPE_VERSION), write_u64(&w, seed), write_u64(&w, s->source.len);
    write_bytes(&w, file, sizeof file);
    write_u32(&w, how);
    write_u32(&w, (uint32_t)told.len);
    write_bytes(&w, told.at, told.len);
    if (told.err && !w.err) w.err = told.err;
    end(t, &w);
    buf_free(&told);
    for (size_t at = 0; at < s->source.len; at += PIECE) {
        w = begin(t, TAPE_SOURCE, 0);
        size_t len = s->source.len - at < PIECE ? s->source.len - at : PIECE;
        write_bytes(&w, s->source.at + at, len);
        end(t, &w);
    }
    chunk_flush(&t->chunks);
}

struct tape *tape_new(const char *path, const struct scenario *scenario, uint64_t seed, uint32_t how,
                      struct text settings, struct fault *fault) {
    struct tape *t = calloc(1, sizeof *t);
    if (!t) return fault_set(fault, ERR_MEMORY, "no memory for a recording"), NULL;
    if (!chunk_writer_open(&t->chunks, path, fault)) {
        write_header(t, scenario, seed, how, settings);
        if (!t->chunks.err) return t;
        chunk_writer_fail(&t->chunks, t->chunks.err, fault);
    }
    free(t);
    return NULL;
}

struct tape *tape_new_kept(const struct scenario *scenario, uint64_t seed, uint32_t how, struct text settings,
                           struct fault *fault) {
    struct tape *t = calloc(1, sizeof *t);
    FILE *stream = t ? open_memstream(&t->kept, &t->kept_len) : NULL;
    if (stream && !chunk_writer_over(&t->chunks, stream, true, fault)) {
        write_header(t, scenario, seed, how, settings);
        return t;
    }
    if (!stream) fault_set(fault, ERR_MEMORY, "no memory for a recording");
    if (t) free(t->kept);
    free(t);
    return NULL;
}

// The end is written, copied, and written over by what comes next.
enum err tape_copy(struct tape *t, uint64_t step, uint64_t hash, struct buf *out, struct fault *fault) {
    if (t->over) return fault_set(fault, ERR_LIMIT, "so much was done that it was not kept any more");
    tape_hash(t, step, hash);
    enum err err = chunk_flush(&t->chunks);
    long here = ftell(t->chunks.file);
    struct writer w = begin(t, TAPE_END, step);
    end(t, &w);
    if (!err) err = chunk_end(&t->chunks);
    if (!err) buf_bytes(out, t->kept, t->kept_len);
    if (fseek(t->chunks.file, here, SEEK_SET) && !err) err = ERR_IO;
    if (!err) err = out->err;
    return err ? fault_set(fault, err, "the life could not be kept: %s", err_name(err)) : ERR_NONE;
}

void tape_verb(struct tape *t, uint64_t step, const struct world_message *verb) {
    struct writer w = begin(t, TAPE_VERB, step);
    world_message_encode(verb, &w, WORLD_VERSION);
    end(t, &w);
}

void tape_request(struct tape *t, uint64_t step, uint32_t life, const struct life_envelope *envelope,
                  const struct soul_messages *messages, const void *request) {
    struct writer w = begin(t, TAPE_REQUEST, step);
    write_varint(&w, life);
    life_envelope_encode(envelope, &w, 1);
    schema_encode_message(messages->protocol, request, &w, messages->version);
    end(t, &w);
}

void tape_hash(struct tape *t, uint64_t step, uint64_t hash) {
    struct writer w = begin(t, TAPE_HASH, step);
    write_u64(&w, hash);
    end(t, &w);
    if (step < t->flushed + FLUSH_STEPS) return;
    t->flushed = step;
    chunk_flush(&t->chunks);
}

enum err tape_close(struct tape *t, uint64_t step, struct fault *fault) {
    if (!t) return ERR_NONE;
    struct writer w = begin(t, TAPE_END, step);
    end(t, &w);
    enum err err = chunk_writer_close(&t->chunks, fault);
    free(t->kept);
    free(t);
    return err;
}

// ------------------------------------------------------------------------------------------------ reading

struct tape_reader {
    struct buf file, source, settings;
    struct chunk_reader chunks;
    uint64_t step;
    unsigned world; // version of the verbs
};

static enum err read_source(struct tape_reader *r, uint64_t len, struct fault *fault) {
    while (r->source.len < len) {
        struct bytes piece;
        if (chunk_next(&r->chunks, &piece))
            return fault_set(fault, ERR_SHORT, "the recording ends inside its scenario");
        struct reader in = reader_of(piece.at, piece.len);
        uint8_t kind = read_u8(&in);
        read_varint(&in);
        struct bytes text = read_bytes(&in, reader_left(&in));
        if (in.err || kind != TAPE_SOURCE || !text.len || r->source.len + text.len > len)
            return fault_set(fault, ERR_SYNTAX, "the recording's scenario is damaged");
        buf_bytes(&r->source, text.at, text.len);
        if (r->source.err) return fault_set(fault, r->source.err, "no memory for a scenario");
    }
    return ERR_NONE;
}

static enum err read_header(struct tape_reader *r, struct tape_about *about, struct fault *fault) {
    *about = (struct tape_about){0};
    struct bytes entry;
    if (chunk_next(&r->chunks, &entry))
        return fault_set(fault, ERR_SHORT, "the recording has no whole header");
    struct reader in = reader_of(entry.at, entry.len);
    uint32_t mark = read_u32(&in), version = read_u32(&in);
    if (mark != TAPE_MARK)
        return fault_set(fault, ERR_TYPE, "this is the recording of a life, not of a world");
    if (version < TAPE_OLDEST || version > TAPE_VERSION)
        return fault_set(fault, ERR_VERSION, "expected a world recording of version %d to %d, found %u",
                         TAPE_OLDEST, TAPE_VERSION, version);
    r->chunks.ends = version >= 2;
    r->world = version < 4 ? 1 : WORLD_VERSION;
    about->seed = read_u64(&in);
    uint64_t len = read_u64(&in);
    read_copy(&in, about->file, sizeof about->file);
    about->file[sizeof about->file - 1] = 0;
    about->how = version < 2 ? 0 : read_u32(&in);
    uint32_t settings = version < 3 ? 0 : read_u32(&in);
    struct bytes set = read_bytes(&in, settings <= reader_left(&in) ? settings : SIZE_MAX);
    buf_bytes(&r->settings, set.at, set.len);
    about->settings = (struct text){(const char *)r->settings.at, r->settings.len};
    if (!reader_done(&in) || len > SOURCE_MAX)
        return fault_set(fault, ERR_SYNTAX, "the recording's header is damaged");
    enum err err = read_source(r, len, fault);
    about->source = (struct text){(const char *)r->source.at, r->source.len};
    return err;
}

static struct tape_reader *open_bytes(struct tape_reader *r, struct bytes bytes, struct tape_about *about,
                                      struct fault *fault) {
    enum err err = chunk_reader_open(&r->chunks, bytes);
    if (err == ERR_SYNTAX)
        fault_set(fault, err, "not a recording: it does not begin with \"critter recording\"");
    if (err == ERR_MEMORY) fault_set(fault, err, "no memory for a recording");
    if (!err && !read_header(r, about, fault)) return r;
    tape_free(r);
    return NULL;
}

struct tape_reader *tape_over(const void *bytes, size_t len, struct tape_about *about, struct fault *fault) {
    struct tape_reader *r = calloc(1, sizeof *r);
    if (!r) return fault_set(fault, ERR_MEMORY, "no memory for a recording"), NULL;
    return open_bytes(r, (struct bytes){bytes, len}, about, fault);
}

struct tape_reader *tape_open(const char *path, struct tape_about *about, struct fault *fault) {
    struct tape_reader *r = calloc(1, sizeof *r);
    if (!r) return fault_set(fault, ERR_MEMORY, "no memory for a recording"), NULL;
    if (file_read(path, TAPE_MAX, &r->file, fault)) {
        tape_free(r);
        return NULL;
    }
    r = open_bytes(r, (struct bytes){r->file.at, r->file.len}, about, fault);
    if (!r) fault_in(fault, path);
    return r;
}

void tape_free(struct tape_reader *r) {
    if (!r) return;
    chunk_reader_close(&r->chunks);
    buf_free(&r->file);
    buf_free(&r->source);
    buf_free(&r->settings);
    free(r);
}

enum err tape_measure(struct tape_reader *r, tape_looker *look, void *user, uint64_t *steps,
                      struct fault *fault) {
    struct tape_entry *entry = calloc(1, sizeof *entry);
    enum err err = entry ? ERR_NONE : fault_set(fault, ERR_MEMORY, "no memory for a recording");
    while (!err && !(err = tape_next(r, entry, fault))) err = look(user, entry, fault);
    free(entry);
    *steps = r->step;
    if (err != ERR_CLOSED) return err;
    return tape_torn(r) ? fault_set(fault, ERR_SHORT, "the recording is cut off, or damaged") : ERR_NONE;
}

enum err tape_request_read(const struct tape_entry *entry, const struct soul_messages *messages,
                           union soul_message *request, struct fault *fault) {
    struct reader in = reader_of(entry->request.at, entry->request.len);
    enum err err = schema_decode_message(messages->protocol, request, &in, SOUL_REQUEST, messages->version);
    return err ? fault_set(fault, err, "a request at step %llu is none of the protocol %s",
                           (unsigned long long)entry->step, messages->protocol->name)
               : ERR_NONE;
}

bool tape_torn(const struct tape_reader *r) { return r->chunks.torn; }

bool tape_is(struct bytes file) {
    struct chunk_reader chunks;
    struct bytes entry;
    bool is = false;
    if (chunk_reader_open(&chunks, file)) return false;
    if (!chunk_next(&chunks, &entry)) {
        struct reader in = reader_of(entry.at, entry.len);
        is = read_u32(&in) == TAPE_MARK;
    }
    chunk_reader_close(&chunks);
    return is;
}

static enum err read_entry(struct tape_reader *r, struct reader *in, struct tape_entry *out) {
    out->kind = read_u8(in);
    uint64_t more = read_varint(in);
    if (more > 1ULL << 40) return ERR_RANGE;
    out->step = r->step += more;
    switch (out->kind) {
    case TAPE_VERB:
        return world_message_decode(&out->verb, in, WORLD_VERB, r->world);
    case TAPE_REQUEST:
        out->life = (uint32_t)read_varint(in);
        life_envelope_decode(&out->envelope, in, 1);
        out->request = read_bytes(in, reader_left(in));
        return in->err;
    case TAPE_HASH:
        out->hash = read_u64(in);
        return in->err;
    case TAPE_END:
        return in->err;
    default:
        return ERR_UNKNOWN;
    }
}

enum err tape_next(struct tape_reader *r, struct tape_entry *out, struct fault *fault) {
    struct bytes bytes;
    enum err err = chunk_next(&r->chunks, &bytes);
    if (err) return err;
    struct reader in = reader_of(bytes.at, bytes.len);
    err = read_entry(r, &in, out);
    if (!err && !reader_done(&in)) err = ERR_SYNTAX;
    if (err)
        fault_set(fault, err, "the chunk at byte %zu holds an entry of kind %d that cannot be read",
                  r->chunks.offset, out->kind);
    return err;
}
