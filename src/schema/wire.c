#include "schema/wire.h"

uint32_t wire_count(struct reader *in, struct schema_length length, bool big) {
    if (length.how != SCHEMA_COUNTED) return length.max;
    const uint8_t *at = reader_take(in, length.width);
    uint32_t count = 0;
    for (unsigned i = 0; at && i < length.width; i++)
        count |= (uint32_t)at[i] << (8 * (big ? length.width - 1u - i : i));
    if (count <= length.max) return count;
    reader_fail(in, ERR_LIMIT);
    return 0;
}

void wire_put_count(struct writer *out, uint32_t count, struct schema_length length, bool big) {
    if (count > length.max) writer_fail(out, ERR_RANGE);
    if (length.how != SCHEMA_COUNTED) return;
    uint8_t *at = writer_room(out, length.width);
    for (unsigned i = 0; at && i < length.width; i++)
        at[i] = (uint8_t)(count >> (8 * (big ? length.width - 1u - i : i)));
}

bool wire_more(struct reader *in, struct schema_length length, uint32_t count) {
    if (in->err || !reader_left(in)) return false;
    if (count >= length.max) reader_fail(in, ERR_LIMIT);
    return !in->err;
}

struct bytes wire_bytes(struct reader *in, struct schema_length length, bool big) {
    size_t len = length.how == SCHEMA_REST ? reader_left(in) : wire_count(in, length, big);
    if (len > length.max) {
        reader_fail(in, ERR_LIMIT);
        len = 0;
    }
    return read_bytes(in, len);
}

static void put_run(struct writer *out, const void *at, size_t len, struct schema_length length, bool big) {
    if (len > length.max) return writer_fail(out, ERR_RANGE);
    wire_put_count(out, (uint32_t)len, length, big);
    write_bytes(out, at, len);
}

void wire_put_bytes(struct writer *out, struct bytes from, struct schema_length length, bool big) {
    if (length.how == SCHEMA_FIXED && from.len != length.max) return writer_fail(out, ERR_RANGE);
    put_run(out, from.at, from.len, length, big);
}

struct text wire_text(struct reader *in, struct schema_length length, bool big) {
    struct bytes run = wire_bytes(in, length, big);
    while (length.how == SCHEMA_FIXED && run.len && !run.at[run.len - 1]) run.len--;
    return (struct text){(const char *)run.at, run.len};
}

void wire_put_text(struct writer *out, struct text from, struct schema_length length, bool big) {
    put_run(out, from.at, from.len, length, big);
    if (length.how == SCHEMA_FIXED && from.len < length.max) write_zeros(out, length.max - from.len);
}

void wire_own_text(struct reader *in, struct schema_length length, bool big, char *to) {
    struct text run = wire_text(in, length, big);
    if (run.len && memchr(run.at, 0, run.len)) {
        reader_fail(in, ERR_SYNTAX);
        run.len = 0;
    }
    if (run.len) memcpy(to, run.at, run.len);
    to[run.len] = 0;
}

void wire_put_own_text(struct writer *out, const char *from, struct schema_length length, bool big) {
    wire_put_text(out, (struct text){from, strnlen(from, (size_t)length.max + 1)}, length, big);
}

bool wire_must(struct reader *in, const void *bytes, size_t len) {
    const uint8_t *at = reader_take(in, len);
    if (at && memcmp(at, bytes, len)) {
        reader_fail(in, ERR_SYNTAX);
        in->at = at; // the reader stays where it went wrong
    }
    return !in->err;
}
