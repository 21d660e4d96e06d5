// A program for the reader, written by the fuzzer: the first half says what to read, the second half is read.
// Whatever it asks, the reader stays inside its bytes, and what was read is written back as it was.
#include "base/bytes.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

static void varints_come_back(struct reader *in) {
    uint8_t room[10];
    struct writer out = writer_of(room, sizeof room);
    uint64_t v = read_varint(in);
    if (in->err) return;
    write_varint(&out, v);
    struct reader again = reader_of(room, writer_len(&out));
    must(read_varint(&again) == v && reader_done(&again));
}

static void step(struct reader *in, uint8_t op) {
    uint8_t copy[256];
    switch (op % 12) {
    case 0:
        read_u8(in);
        break;
    case 1:
        read_u16be(in);
        break;
    case 2:
        read_i16(in);
        break;
    case 3:
        read_u32(in);
        break;
    case 4:
        read_f64(in);
        break;
    case 5:
        read_u64(in);
        break;
    case 6:
        varints_come_back(in);
        break;
    case 7:
        read_i32(in);
        break;
    case 8:
        read_copy(in, copy, op);
        break;
    case 9:
        read_skip(in, op);
        break;
    case 10: {
        struct bytes view = read_bytes(in, op);
        must(view.at >= in->start && view.at + view.len <= in->end);
        break;
    }
    case 11: {
        struct reader sub = read_sub(in, op);
        read_u32(&sub);
        must(sub.at <= sub.end);
        break;
    }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct reader ops = reader_of(data, size / 2), in = reader_of(data + size / 2, size - size / 2);
    while (reader_left(&ops)) {
        size_t left = reader_left(&in);
        bool failed = in.err != ERR_NONE;
        step(&in, read_u8(&ops));
        must(in.at >= in.start && in.at <= in.end && reader_left(&in) <= left);
        must(!failed || (in.err && reader_left(&in) == left)); // the error stays, and nothing moves any more
    }
    return 0;
}
