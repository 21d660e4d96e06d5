#include "codec/sound/riff.h"

#include "base/plural.h"

#include <ctype.h>
#include <string.h>

// A tag as a person may read it: letters that cannot be printed become dots.
static void read_tag(struct reader *in, char tag[5]) {
    read_copy(in, tag, 4);
    tag[4] = 0;
}

static const char *printable(const char *tag, char out[5]) {
    for (int i = 0; i < 4; i++) out[i] = isprint((unsigned char)tag[i]) ? tag[i] : '.';
    out[4] = 0;
    return out;
}

enum err riff_open(struct bytes file, const char *form, struct riff *out, struct fault *fault) {
    *out = (struct riff){.in = reader_of(file.at, file.len), .padded = true};
    char tag[5], kind[5], shown[5];
    read_tag(&out->in, tag);
    read_u32(&out->in);
    read_tag(&out->in, kind);
    if (out->in.err)
        return fault_set(fault, ERR_SHORT, "expected a RIFF file, found only %s", PLURAL(file.len, "byte"));
    if (!strcmp(tag, "RIFX"))
        return fault_set(fault, ERR_UNSUPPORTED,
                         "a big-endian RIFF file (RIFX); only little-endian ones are read");
    if (strcmp(tag, "RIFF"))
        return fault_set(fault, ERR_SYNTAX, "expected a RIFF file, found \"%s\" at its start",
                         printable(tag, shown));
    if (strcmp(kind, form))
        return fault_set(fault, ERR_TYPE, "expected a RIFF file of the form %s, found \"%s\"", form,
                         printable(kind, shown));
    return ERR_NONE;
}

bool riff_next(struct riff *riff, struct riff_chunk *chunk) {
    struct reader *in = &riff->in;
    if (reader_left(in) < 8) return false;
    read_tag(in, chunk->tag);
    uint32_t len = read_u32(in);
    chunk->cut = len > reader_left(in);
    if (chunk->cut) len = (uint32_t)reader_left(in);
    chunk->offset = reader_offset(in);
    chunk->body = read_bytes(in, len);
    if (riff->padded && len & 1 && reader_left(in)) read_skip(in, 1);
    return true;
}

bool riff_is(const struct riff_chunk *chunk, const char *tag) { return !strcmp(chunk->tag, tag); }
