#include "bench.h"

#include "base/bytes.h"

#include <string.h>

enum { FIELDS = 256 };

static uint8_t packet[FIELDS * 4];

static void reader(void *user) {
    struct reader in = reader_of(packet, sizeof packet);
    uint64_t sum = 0;
    for (int i = 0; i < FIELDS; i++) sum += read_u32(&in);
    bench_sink(sum + in.err);
}

static void unchecked(void *user) {
    uint64_t sum = 0;
    for (int i = 0; i < FIELDS; i++) {
        uint32_t v;
        memcpy(&v, packet + 4 * i, sizeof v);
        sum += v;
    }
    bench_sink(sum);
}

static void writer(void *user) {
    struct writer out = writer_of(packet, sizeof packet);
    for (uint32_t i = 0; i < FIELDS; i++) write_u32(&out, i);
    bench_sink(writer_len(&out));
}

static void varints(void *user) {
    struct writer out = writer_of(packet, sizeof packet);
    for (uint32_t i = 0; i < FIELDS; i++) write_varint(&out, (uint64_t)i << (i % 20));
    struct reader in = reader_of(packet, writer_len(&out));
    uint64_t sum = 0;
    while (reader_left(&in)) sum += read_varint(&in);
    bench_sink(sum);
}

BENCHES({.name = "256 numbers read",
         .a = reader,
         .a_name = "reader",
         .b = unchecked,
         .b_name = "memcpy",
         .no_allocation = true},
        {.name = "256 numbers written", .a = writer, .no_allocation = true},
        {.name = "256 varints there and back", .a = varints, .no_allocation = true})
