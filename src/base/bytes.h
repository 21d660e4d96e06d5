// Bounds-checked reading and writing of bytes.
//
//     struct reader in = reader_of(packet, length);
//     uint16_t port = read_u16(&in);                 // little-endian; read_u16be for the other order
//     struct reader body = read_sub(&in, port);      // a reader of the next bytes only
//     if (in.err) return in.err;                     // asked once, at the end: the error is sticky
//
// A reader that runs out of bytes keeps ERR_SHORT, returns zeros from then on, and never moves past its end.
// A writer that runs out of space keeps counting in `need`, so a call with a NULL buffer measures. Neither
// owns its memory. Texts and byte runs are returned as views into the input.
#pragma once

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

struct bytes {
    const uint8_t *at;
    size_t len;
};

struct reader {
    const uint8_t *at, *end;
    const uint8_t *start;
    enum err err;
};

struct reader reader_of(const void *bytes, size_t len);
size_t reader_left(const struct reader *in);
size_t reader_offset(const struct reader *in);
bool reader_done(const struct reader *in);         // everything was read and nothing failed
void reader_fail(struct reader *in, enum err err); // the first error is kept
uint8_t read_u8(struct reader *in);
uint16_t read_u16(struct reader *in);
uint32_t read_u32(struct reader *in);
uint64_t read_u64(struct reader *in);
int16_t read_i16(struct reader *in);
int32_t read_i32(struct reader *in);
int64_t read_i64(struct reader *in);
float read_f32(struct reader *in);
double read_f64(struct reader *in);
uint16_t read_u16be(struct reader *in);
uint32_t read_u32be(struct reader *in);
uint64_t read_varint(struct reader *in);                // base 128, low bits first, at most 10 bytes
struct bytes read_bytes(struct reader *in, size_t len); // a view
struct reader read_sub(struct reader *in, size_t len);  // inherits the error
void read_skip(struct reader *in, size_t len);
bool read_copy(struct reader *in, void *to, size_t len); // zeros `to` when it fails

// The next `len` bytes; NULL when there are fewer or something failed before. All readers use it; call it to
// check several fields at once.
static inline const uint8_t *reader_take(struct reader *in, size_t len) {
    if (in->err || len > (size_t)(in->end - in->at)) {
        reader_fail(in, ERR_SHORT);
        return NULL;
    }
    const uint8_t *at = in->at;
    in->at += len;
    return at;
}

struct writer {
    uint8_t *at, *end, *start;
    size_t need;  // bytes requested so far, including those that did not fit
    enum err err; // ERR_LIMIT once something did not fit
};

struct writer writer_of(void *buffer, size_t size); // NULL, 0: only measures
size_t writer_len(const struct writer *out);        // bytes written
struct bytes writer_bytes(const struct writer *out);
void writer_fail(struct writer *out, enum err err);
void write_u8(struct writer *out, uint8_t v);
void write_u16(struct writer *out, uint16_t v);
void write_u32(struct writer *out, uint32_t v);
void write_u64(struct writer *out, uint64_t v);
void write_i16(struct writer *out, int16_t v);
void write_i32(struct writer *out, int32_t v);
void write_i64(struct writer *out, int64_t v);
void write_f32(struct writer *out, float v);
void write_f64(struct writer *out, double v);
void write_u16be(struct writer *out, uint16_t v);
void write_u32be(struct writer *out, uint32_t v);
void write_varint(struct writer *out, uint64_t v);
void write_bytes(struct writer *out, const void *from, size_t len);
void write_zeros(struct writer *out, size_t len);

// Space for `len` bytes; NULL when it is not there, or when the writer only measures. The bytes are counted
// all the same. After the first thing that did not fit nothing more is written, so the output has no gaps.
static inline uint8_t *writer_room(struct writer *out, size_t len) {
    out->need += len;
    if (out->err) return NULL;
    if (!out->at || len > (size_t)(out->end - out->at)) {
        writer_fail(out, ERR_LIMIT);
        return NULL;
    }
    uint8_t *at = out->at;
    out->at += len;
    return at;
}
