// Building blocks of generated encoders and decoders. Other code uses base/bytes.h.
//
//     const uint8_t *at = reader_take(in, 8);                 // one check for a run of fields
//     if (!at) return in->err;
//     out->time_ms = wire_get_u32(at);
//     out->speed = wire_get_f32(at + 4);
//
// The allowed lengths of bytes and texts come as a struct schema_length, so generated code and the run-time
// walker (schema/walk.h) obey the same rules.
#pragma once

#include "schema/schema.h"

#include <string.h>

#define WIRE_NUMBER(name, type, width)                                                                       \
    static inline type wire_get_##name(const uint8_t *at) {                                                  \
        uint64_t v = 0;                                                                                      \
        for (unsigned i = 0; i < width; i++) v |= (uint64_t)at[i] << (8 * i);                                \
        return (type)v;                                                                                      \
    }                                                                                                        \
    static inline type wire_get_##name##be(const uint8_t *at) {                                              \
        uint64_t v = 0;                                                                                      \
        for (unsigned i = 0; i < width; i++) v = v << 8 | at[i];                                             \
        return (type)v;                                                                                      \
    }                                                                                                        \
    static inline void wire_put_##name(uint8_t *at, type v) {                                                \
        for (unsigned i = 0; i < width; i++) at[i] = (uint8_t)((uint64_t)v >> (8 * i));                      \
    }                                                                                                        \
    static inline void wire_put_##name##be(uint8_t *at, type v) {                                            \
        for (unsigned i = 0; i < width; i++) at[i] = (uint8_t)((uint64_t)v >> (8 * (width - 1 - i)));        \
    }
WIRE_NUMBER(u8, uint8_t, 1)
WIRE_NUMBER(u16, uint16_t, 2)
WIRE_NUMBER(u24, uint32_t, 3)
WIRE_NUMBER(u32, uint32_t, 4)
WIRE_NUMBER(u64, uint64_t, 8)
WIRE_NUMBER(i8, int8_t, 1)
WIRE_NUMBER(i16, int16_t, 2)
WIRE_NUMBER(i32, int32_t, 4)
WIRE_NUMBER(i64, int64_t, 8)
#undef WIRE_NUMBER

#define WIRE_FLOAT(name, type, bits, number)                                                                 \
    static inline type wire_get_##name(const uint8_t *at) {                                                  \
        bits v = wire_get_##number(at);                                                                      \
        type f;                                                                                              \
        memcpy(&f, &v, sizeof f);                                                                            \
        return f;                                                                                            \
    }                                                                                                        \
    static inline type wire_get_##name##be(const uint8_t *at) {                                              \
        bits v = wire_get_##number##be(at);                                                                  \
        type f;                                                                                              \
        memcpy(&f, &v, sizeof f);                                                                            \
        return f;                                                                                            \
    }                                                                                                        \
    static inline void wire_put_##name(uint8_t *at, type f) {                                                \
        bits v;                                                                                              \
        memcpy(&v, &f, sizeof v);                                                                            \
        wire_put_##number(at, v);                                                                            \
    }                                                                                                        \
    static inline void wire_put_##name##be(uint8_t *at, type f) {                                            \
        bits v;                                                                                              \
        memcpy(&v, &f, sizeof v);                                                                            \
        wire_put_##number##be(at, v);                                                                        \
    }
WIRE_FLOAT(f32, float, uint32_t, u32)
WIRE_FLOAT(f64, double, uint64_t, u64)
#undef WIRE_FLOAT

static inline bool wire_get_bool(const uint8_t *at) { return *at != 0; }
static inline void wire_put_bool(uint8_t *at, bool v) { *at = v; }

// A count: more than the maximum is ERR_LIMIT when read, ERR_RANGE when written. A count of kind SCHEMA_REST
// takes no bytes.
uint32_t wire_count(struct reader *in, struct schema_length length, bool big);
void wire_put_count(struct writer *out, uint32_t count, struct schema_length length, bool big);
// Whether an array that takes the rest has another element. ERR_LIMIT: more than the maximum.
bool wire_more(struct reader *in, struct schema_length length, uint32_t count);

struct bytes wire_bytes(struct reader *in, struct schema_length length, bool big);
void wire_put_bytes(struct writer *out, struct bytes from, struct schema_length length, bool big);
struct text wire_text(struct reader *in, struct schema_length length, bool big);
void wire_put_text(struct writer *out, struct text from, struct schema_length length, bool big);
void wire_own_text(struct reader *in, struct schema_length length, bool big, char *to); // `to` holds max + 1
void wire_put_own_text(struct writer *out, const char *from, struct schema_length length, bool big);
bool wire_must(struct reader *in, const void *bytes, size_t len);
