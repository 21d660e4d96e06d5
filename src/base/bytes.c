#include "base/bytes.h"

#include <string.h>

struct reader reader_of(const void *bytes, size_t len) {
    const uint8_t *at = bytes;
    if (!at) at = (const uint8_t *)"", len = 0;
    return (struct reader){.at = at, .end = at + len, .start = at};
}

size_t reader_left(const struct reader *in) { return (size_t)(in->end - in->at); }
size_t reader_offset(const struct reader *in) { return (size_t)(in->at - in->start); }
bool reader_done(const struct reader *in) { return !in->err && in->at == in->end; }

void reader_fail(struct reader *in, enum err err) {
    if (!in->err) in->err = err;
}

static uint64_t little(struct reader *in, unsigned width) {
    const uint8_t *at = reader_take(in, width);
    uint64_t v = 0;
    for (unsigned i = 0; at && i < width; i++) v |= (uint64_t)at[i] << (8 * i);
    return v;
}

static uint64_t big(struct reader *in, unsigned width) {
    const uint8_t *at = reader_take(in, width);
    uint64_t v = 0;
    for (unsigned i = 0; at && i < width; i++) v = v << 8 | at[i];
    return v;
}

static float float_of(uint32_t bits) {
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static double double_of(uint64_t bits) {
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
}

uint8_t read_u8(struct reader *in) {
    const uint8_t *at = reader_take(in, 1);
    return at ? *at : 0;
}
uint16_t read_u16(struct reader *in) { return (uint16_t)little(in, 2); }
uint32_t read_u32(struct reader *in) { return (uint32_t)little(in, 4); }
uint64_t read_u64(struct reader *in) { return little(in, 8); }
int16_t read_i16(struct reader *in) { return (int16_t)little(in, 2); }
int32_t read_i32(struct reader *in) { return (int32_t)little(in, 4); }
int64_t read_i64(struct reader *in) { return (int64_t)little(in, 8); }
float read_f32(struct reader *in) { return float_of(read_u32(in)); }
double read_f64(struct reader *in) { return double_of(read_u64(in)); }
uint16_t read_u16be(struct reader *in) { return (uint16_t)big(in, 2); }
uint32_t read_u32be(struct reader *in) { return (uint32_t)big(in, 4); }

uint64_t read_varint(struct reader *in) {
    uint64_t v = 0;
    for (unsigned shift = 0; shift < 70; shift += 7) {
        uint8_t byte = read_u8(in);
        if (in->err) return 0;
        if (shift == 63 && byte > 1) break; // more than 64 bits
        v |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80)) return v;
    }
    reader_fail(in, ERR_RANGE);
    return 0;
}

struct bytes read_bytes(struct reader *in, size_t len) {
    const uint8_t *at = reader_take(in, len);
    return at ? (struct bytes){at, len} : (struct bytes){in->end, 0};
}

struct reader read_sub(struct reader *in, size_t len) {
    struct bytes inside = read_bytes(in, len);
    struct reader sub = reader_of(inside.at, inside.len);
    sub.err = in->err;
    return sub;
}

void read_skip(struct reader *in, size_t len) { reader_take(in, len); }

bool read_copy(struct reader *in, void *to, size_t len) {
    const uint8_t *at = reader_take(in, len);
    if (at && len) memcpy(to, at, len);
    if (!at && len) memset(to, 0, len);
    return at != NULL;
}

struct writer writer_of(void *buffer, size_t size) {
    uint8_t *at = buffer;
    return (struct writer){.at = at, .end = at ? at + size : at, .start = at};
}

size_t writer_len(const struct writer *out) { return out->start ? (size_t)(out->at - out->start) : 0; }
struct bytes writer_bytes(const struct writer *out) {
    return (struct bytes){out->start, writer_len(out)};
}

void writer_fail(struct writer *out, enum err err) {
    if (!out->err) out->err = err;
}

static void put_little(uint8_t *at, uint64_t v, unsigned width) {
    for (unsigned i = 0; at && i < width; i++) at[i] = (uint8_t)(v >> (8 * i));
}

static void put_big(uint8_t *at, uint64_t v, unsigned width) {
    for (unsigned i = 0; at && i < width; i++) at[i] = (uint8_t)(v >> (8 * (width - 1 - i)));
}

static uint32_t bits_of_float(float f) {
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

static uint64_t bits_of_double(double d) {
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    return bits;
}

void write_u8(struct writer *out, uint8_t v) { put_little(writer_room(out, 1), v, 1); }
void write_u16(struct writer *out, uint16_t v) { put_little(writer_room(out, 2), v, 2); }
void write_u32(struct writer *out, uint32_t v) { put_little(writer_room(out, 4), v, 4); }
void write_u64(struct writer *out, uint64_t v) { put_little(writer_room(out, 8), v, 8); }
void write_i16(struct writer *out, int16_t v) { write_u16(out, (uint16_t)v); }
void write_i32(struct writer *out, int32_t v) { write_u32(out, (uint32_t)v); }
void write_i64(struct writer *out, int64_t v) { write_u64(out, (uint64_t)v); }
void write_f32(struct writer *out, float v) { write_u32(out, bits_of_float(v)); }
void write_f64(struct writer *out, double v) { write_u64(out, bits_of_double(v)); }
void write_u16be(struct writer *out, uint16_t v) { put_big(writer_room(out, 2), v, 2); }
void write_u32be(struct writer *out, uint32_t v) { put_big(writer_room(out, 4), v, 4); }

void write_varint(struct writer *out, uint64_t v) {
    for (; v > 0x7f; v >>= 7) write_u8(out, (uint8_t)(v | 0x80));
    write_u8(out, (uint8_t)v);
}

void write_bytes(struct writer *out, const void *from, size_t len) {
    uint8_t *at = writer_room(out, len);
    if (at && len) memcpy(at, from, len);
}

void write_zeros(struct writer *out, size_t len) {
    uint8_t *at = writer_room(out, len);
    if (at && len) memset(at, 0, len);
}
