#include "run/chunk.h"

#include "base/hash.h"
#include "base/system/log.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static const char MAGIC[4] = {'c', 'h', 'n', 'k'}, MARKED[4] = {'m', 'a', 'r', 'k'},
                  ENDED[4] = {'o', 'v', 'e', 'r'};

static void release(struct chunk_writer *w) {
    if (w->deflater) deflateEnd(w->deflater);
    free(w->deflater);
    free(w->raw);
    free(w->packed);
    w->deflater = w->raw = w->packed = NULL;
}

static enum err take_memory(struct chunk_writer *w, int level) {
    z_stream *z = calloc(1, sizeof *z);
    w->raw = malloc(CHUNK_SIZE);
    w->packed_room = CHUNK_HEADER + compressBound(CHUNK_SIZE) + 64;
    w->packed = malloc(w->packed_room);
    if (z && w->raw && w->packed && deflateInit(z, level) == Z_OK) {
        w->deflater = z;
        return ERR_NONE;
    }
    free(z);
    release(w);
    return w->err = ERR_MEMORY;
}

static enum err begin(struct chunk_writer *w, int level, struct fault *fault) {
    enum err err = take_memory(w, level);
    if (!err && fputs(RECORDING_LINE, w->file) < 0) err = ERR_IO;
    if (err) chunk_writer_fail(w, err, fault);
    return err;
}

enum err chunk_writer_open(struct chunk_writer *w, const char *path, struct fault *fault) {
    *w = (struct chunk_writer){.file = fopen(path, "wb")};
    snprintf(w->path, sizeof w->path, "%s", path);
    if (!w->file) {
        fault_set(fault, ERR_IO, "cannot write here: %m");
        fault_in(fault, path);
        return ERR_IO;
    }
    return begin(w, Z_BEST_SPEED, fault);
}

enum err chunk_writer_over(struct chunk_writer *w, FILE *file, bool packed, struct fault *fault) {
    *w = (struct chunk_writer){.file = file, .path = "a recording in memory"};
    if (!file) return fault_set(fault, ERR_MEMORY, "no memory for a recording");
    return begin(w, packed ? Z_BEST_COMPRESSION : Z_BEST_SPEED, fault);
}

void chunk_writer_fail(struct chunk_writer *w, enum err err, struct fault *fault) {
    fault_set(fault, err, "cannot begin a recording: %m");
    fault_in(fault, w->path);
    release(w);
    fclose(w->file);
}

static const char *why(const struct chunk_writer *w) {
    return w->err == ERR_IO ? strerror(w->number) : err_name(w->err);
}

// The life goes on, but it is not kept any more.
static enum err stop(struct chunk_writer *w, enum err err) {
    w->err = err;
    w->number = errno;
    log_error("recording", "%s: the recording ends here: %s", w->path, why(w));
    return err;
}

enum err chunk_writer_close(struct chunk_writer *w, struct fault *fault) {
    chunk_end(w);
    if (fclose(w->file) && !w->err) stop(w, ERR_IO);
    if (w->err) {
        fault_set(fault, w->err, "the recording is not whole: %s", why(w));
        fault_in(fault, w->path);
    }
    release(w);
    return w->err;
}

enum err chunk_add(struct chunk_writer *w, struct bytes entry) {
    if (w->err) return w->err;
    if (entry.len > CHUNK_ENTRY_MAX) return ERR_LIMIT;
    if (w->raw_len + entry.len + 10 > CHUNK_SIZE && chunk_flush(w)) return w->err;
    struct writer out = writer_of(w->raw + w->raw_len, CHUNK_SIZE - w->raw_len);
    write_varint(&out, entry.len);
    write_bytes(&out, entry.at, entry.len);
    w->raw_len += writer_len(&out);
    return ERR_NONE;
}

enum err chunk_flush(struct chunk_writer *w) {
    if (w->err || !w->raw_len) return w->err;
    z_stream *z = w->deflater;
    deflateReset(z);
    z->next_in = w->raw;
    z->avail_in = (uInt)w->raw_len;
    z->next_out = w->packed + CHUNK_HEADER;
    z->avail_out = (uInt)(w->packed_room - CHUNK_HEADER);
    if (deflate(z, Z_FINISH) != Z_STREAM_END) return stop(w, ERR_STATE);
    size_t packed = z->total_out;
    struct writer head = writer_of(w->packed, CHUNK_HEADER);
    write_bytes(&head, w->mark ? MARKED : MAGIC, sizeof MAGIC);
    write_u32(&head, (uint32_t)w->raw_len);
    write_u32(&head, (uint32_t)packed);
    write_u32(&head, crc32_ieee(0, w->packed + CHUNK_HEADER, packed));
    w->raw_len = 0;
    w->mark = false;
    if (fwrite(w->packed, 1, CHUNK_HEADER + packed, w->file) != CHUNK_HEADER + packed || fflush(w->file))
        return stop(w, ERR_IO);
    return ERR_NONE;
}

enum err chunk_mark(struct chunk_writer *w) {
    enum err err = chunk_flush(w);
    w->mark = true;
    return err;
}

enum err chunk_end(struct chunk_writer *w) {
    uint8_t end[CHUNK_HEADER] = {0};
    enum err err = chunk_flush(w);
    if (err) return err;
    memcpy(end, ENDED, sizeof ENDED);
    if (fwrite(end, 1, sizeof end, w->file) != sizeof end || fflush(w->file)) return stop(w, ERR_IO);
    return ERR_NONE;
}

enum err chunk_reader_open(struct chunk_reader *r, struct bytes file) {
    *r = (struct chunk_reader){.file = reader_of(file.at, file.len)};
    struct bytes line = read_bytes(&r->file, sizeof RECORDING_LINE - 1);
    if (r->file.err || memcmp(line.at, RECORDING_LINE, line.len) != 0) return ERR_SYNTAX;
    r->raw = malloc(CHUNK_SIZE);
    r->entries = reader_of(NULL, 0);
    return r->raw ? ERR_NONE : ERR_MEMORY;
}

void chunk_reader_close(struct chunk_reader *r) {
    free(r->raw);
    r->raw = NULL;
}

// Unpacks the next chunk. False: the end, or something that is not whole.
static bool next_chunk(struct chunk_reader *r) {
    if (!reader_left(&r->file)) {
        r->torn = r->ends && !r->over;
        return false;
    }
    r->offset = reader_offset(&r->file);
    r->torn = true;
    struct bytes magic = read_bytes(&r->file, sizeof MAGIC);
    uint32_t raw_len = read_u32(&r->file), packed_len = read_u32(&r->file), crc = read_u32(&r->file);
    struct bytes packed = read_bytes(&r->file, packed_len);
    if (r->file.err || raw_len > CHUNK_SIZE) return false;
    if (!memcmp(magic.at, ENDED, sizeof ENDED) && !raw_len && !packed_len && !crc) {
        r->over = true;
        r->torn = reader_left(&r->file); // nothing comes behind it
        return false;
    }
    if (memcmp(magic.at, MAGIC, sizeof MAGIC) != 0 && memcmp(magic.at, MARKED, sizeof MARKED) != 0)
        return false;
    if (crc32_ieee(0, packed.at, packed.len) != crc) return false;
    uLongf len = CHUNK_SIZE;
    if (uncompress(r->raw, &len, packed.at, (uLong)packed.len) != Z_OK || len != raw_len) return false;
    r->entries = reader_of(r->raw, len);
    r->torn = false;
    return true;
}

enum err chunk_next(struct chunk_reader *r, struct bytes *entry) {
    while (!reader_left(&r->entries)) {
        if (r->torn || !next_chunk(r)) return ERR_CLOSED;
    }
    uint64_t len = read_varint(&r->entries);
    if (len > reader_left(&r->entries)) reader_fail(&r->entries, ERR_SHORT);
    *entry = read_bytes(&r->entries, (size_t)len);
    if (!r->entries.err) return ERR_NONE;
    r->torn = true; // a whole chunk with nonsense in it: nobody we know wrote this
    r->entries = reader_of(NULL, 0);
    return ERR_CLOSED;
}

// The beginning of a chunk: its first entry.
static bool peek(struct chunk_reader *r, struct bytes packed, struct bytes *entry) {
    enum { PEEK = 8 << 10 };
    z_stream z = {.next_in = (Bytef *)(uintptr_t)packed.at,
                  .avail_in = (uInt)packed.len,
                  .next_out = r->raw,
                  .avail_out = PEEK};
    if (inflateInit(&z) != Z_OK) return false;
    int said = inflate(&z, Z_SYNC_FLUSH);
    struct reader in = reader_of(r->raw, z.total_out);
    inflateEnd(&z);
    if (said != Z_OK && said != Z_STREAM_END && said != Z_BUF_ERROR) return false;
    uint64_t len = read_varint(&in);
    if (in.err || len > reader_left(&in)) return false;
    *entry = read_bytes(&in, (size_t)len);
    return true;
}

bool chunk_next_mark(struct chunk_reader *r, struct bytes *entry, size_t *offset) {
    r->entries = reader_of(NULL, 0);
    while (reader_left(&r->file) >= CHUNK_HEADER) {
        size_t at = reader_offset(&r->file);
        struct bytes magic = read_bytes(&r->file, sizeof MAGIC);
        read_u32(&r->file);
        uint32_t packed_len = read_u32(&r->file), crc = read_u32(&r->file);
        struct bytes packed = read_bytes(&r->file, packed_len);
        bool marked = !memcmp(magic.at, MARKED, sizeof MARKED);
        if (r->file.err || (!marked && memcmp(magic.at, MAGIC, sizeof MAGIC) != 0)) return false;
        if (!marked) continue;
        if (crc32_ieee(0, packed.at, packed.len) != crc || !peek(r, packed, entry)) return false;
        *offset = at;
        return true;
    }
    return false;
}

void chunk_go(struct chunk_reader *r, size_t offset) {
    r->file = reader_of(r->file.start, (size_t)(r->file.end - r->file.start));
    read_skip(&r->file, offset);
    r->entries = reader_of(NULL, 0);
    r->torn = r->over = false;
}
