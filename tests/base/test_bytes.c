#include "support/support.h"

#include "base/bytes.h"

// ---- Every kind of number: what it is on the wire, and that it comes back from there.

#define U64 0x8192a3b4c5d6e7f8u
#define KIND(name, value, bytes)                                                                             \
    static void put_##name(struct writer *out) { write_##name(out, (value)); }                               \
    static bool back_##name(struct reader *in) { return read_##name(in) == (value); }
#define KINDS(ROW)                                                                                           \
    ROW(u8, 0xf1, "f1")                                                                                      \
    ROW(u16, 0xf122, "22 f1")                                                                                \
    ROW(u32, 0xf1223344, "44 33 22 f1")                                                                      \
    ROW(u64, U64, "f8 e7 d6 c5 b4 a3 92 81")                                                                 \
    ROW(i16, -2 - 0x100, "fe fe")                                                                            \
    ROW(i32, -2 - 0x10000, "fe ff fe ff")                                                                    \
    ROW(i64, -2 - 0x100000000, "fe ff ff ff fe ff ff ff")                                                    \
    ROW(f32, -1.5f, "00 00 c0 bf")                                                                           \
    ROW(f64, -1.0 / 3, "55 55 55 55 55 55 d5 bf")                                                            \
    ROW(u16be, 0xf122, "f1 22")                                                                              \
    ROW(u32be, 0xf1223344, "f1 22 33 44")                                                                    \
    ROW(varint, 0x80, "80 01")
KINDS(KIND)

#define ROW(name, value, bytes) {#name, put_##name, back_##name, bytes},
static const struct {
    const char *name;
    void (*put)(struct writer *out);
    bool (*back)(struct reader *in);
    const char *bytes;
} ALL[] = {KINDS(ROW)};
enum { COUNT = sizeof ALL / sizeof ALL[0] };

static void every_number_has_its_bytes(void **state) {
    for (unsigned i = 0; i < COUNT; i++) {
        struct bytes want = hex(ALL[i].bytes);
        uint8_t room[16];
        memset(room, 0xee, sizeof room);
        struct writer out = writer_of(room, want.len);
        ALL[i].put(&out);
        assert_int_equal(out.err, ERR_NONE);
        assert_int_equal(out.need, want.len);
        assert_bytes(writer_bytes(&out).at, writer_bytes(&out).len, ALL[i].bytes);
        assert_int_equal(room[want.len], 0xee);

        struct reader in = reader_of(room, sizeof room); // more is there than belongs to it
        assert_true(ALL[i].back(&in));
        assert_int_equal(in.err, ERR_NONE);
        assert_int_equal(reader_offset(&in), want.len);
        assert_int_equal(reader_left(&in), sizeof room - want.len);
        assert_false(reader_done(&in));
    }
}

static void no_number_is_read_or_written_in_part(void **state) {
    for (unsigned i = 0; i < COUNT; i++) {
        struct bytes whole = hex(ALL[i].bytes);
        bool parts = !strcmp(ALL[i].name, "varint"); // goes byte by byte
        for (size_t len = 0; len < whole.len; len++) {
            struct reader in = reader_of(whole.at, len);
            assert_false(ALL[i].back(&in));
            assert_int_equal(in.err, ERR_SHORT);
            assert_int_equal(reader_offset(&in), parts ? len : 0);
            assert_false(reader_done(&in));

            uint8_t room[16];
            memset(room, 0xee, sizeof room);
            struct writer out = writer_of(room, len);
            ALL[i].put(&out);
            assert_int_equal(out.err, ERR_LIMIT);
            assert_int_equal(out.need, whole.len);
            assert_int_equal(writer_len(&out), parts ? len : 0);
            for (size_t k = parts ? len : 0; k < sizeof room; k++) assert_int_equal(room[k], 0xee);
        }
    }
}

// Seven bits a byte: how many bytes a number takes is known, and every number comes back.
static void numbers_of_variable_length(void **state) {
    for (unsigned bits = 0; bits <= 64; bits++) {
        uint64_t highest = bits < 64 ? ((uint64_t)1 << bits) - 1 : UINT64_MAX;
        const uint64_t some[] = {highest, highest - highest / 3, highest ^ highest >> 1};
        for (unsigned i = 0; i < 3; i++) {
            uint8_t room[16];
            struct writer out = writer_of(room, sizeof room);
            write_varint(&out, some[i]);
            assert_int_equal(writer_len(&out), bits ? (bits + 6) / 7 : 1);
            struct reader in = reader_of(room, writer_len(&out));
            assert_true(read_varint(&in) == some[i] && reader_done(&in));
        }
    }
}

static void an_overlong_varint_is_refused(void **state) {
    static const char *const LONG[] = {"ff ff ff ff ff ff ff ff ff 02", "80 80 80 80 80 80 80 80 80 80 00",
                                       "80 80 80 80 80 80 80 80 80 81 00"};
    for (size_t i = 0; i < sizeof LONG / sizeof LONG[0]; i++) {
        struct bytes bytes = hex(LONG[i]);
        struct reader in = reader_of(bytes.at, bytes.len);
        assert_int_equal(read_varint(&in), 0);
        assert_int_equal(in.err, ERR_RANGE);
    }
}

// ---- Readers.

static void a_reader_that_failed_stays_failed(void **state) {
    struct reader in = reader_of("\x01\x02\x03", 3);
    assert_int_equal(read_u32(&in), 0);
    assert_int_equal(in.err, ERR_SHORT);
    assert_int_equal(read_u8(&in), 0); // although a byte is there
    assert_int_equal(reader_offset(&in), 0);
    reader_fail(&in, ERR_SYNTAX);
    assert_int_equal(in.err, ERR_SHORT); // the first stays
    in = reader_of("\x01", 1);
    assert_int_equal(read_u8(&in), 1);
    assert_true(reader_done(&in));
    reader_fail(&in, ERR_SYNTAX);
    assert_false(reader_done(&in)); // at its end, but not well
    in = reader_of(NULL, 7);
    assert_int_equal(reader_left(&in), 0);
    assert_true(reader_done(&in));
}

static void a_reader_inside_another_keeps_to_its_part(void **state) {
    struct reader in = reader_of("\x01\x02\x03\x04\x05", 5);
    read_skip(&in, 1);
    struct reader sub = read_sub(&in, 3);
    assert_int_equal(reader_left(&sub), 3);
    assert_int_equal(reader_offset(&sub), 0);
    assert_int_equal(read_u16(&sub), 0x0302);
    assert_int_equal(read_u16(&sub), 0); // two more would be the next one's
    assert_int_equal(sub.err, ERR_SHORT);
    assert_int_equal(in.err, ERR_NONE); // whose trouble it is not
    assert_int_equal(read_u8(&in), 5);

    sub = read_sub(&in, 1); // more than there is
    assert_int_equal(in.err, ERR_SHORT);
    assert_int_equal(sub.err, ERR_SHORT);
    assert_int_equal(reader_left(&sub), 0);
    in = reader_of("\x01\x02", 2);
    reader_fail(&in, ERR_SYNTAX);
    sub = read_sub(&in, 1);
    assert_int_equal(sub.err, ERR_SYNTAX); // a part of what is wrong
    assert_int_equal(reader_left(&sub), 0);
}

static void runs_of_bytes_are_views_or_copies(void **state) {
    static const uint8_t packet[] = {1, 2, 3, 4};
    struct reader in = reader_of(packet, sizeof packet);
    struct bytes view = read_bytes(&in, 2);
    assert_ptr_equal(view.at, packet);
    assert_int_equal(view.len, 2);
    uint8_t copy[3] = {9, 9, 9};
    assert_true(read_copy(&in, copy, 0));
    assert_int_equal(copy[0], 9);
    assert_true(read_copy(&in, copy, 2));
    assert_memory_equal(copy, "\x03\x04\x09", 3);
    assert_false(read_copy(&in, copy, 2));
    assert_memory_equal(copy, "\x00\x00\x09", 3); // nothing old is taken for news
    assert_int_equal(in.err, ERR_SHORT);
    view = read_bytes(&in, 0); // nothing, but somewhere
    assert_non_null(view.at);
    assert_int_equal(view.len, 0);
    in = reader_of(packet, sizeof packet);
    assert_int_equal(read_bytes(&in, SIZE_MAX).len, 0);
    assert_int_equal(in.err, ERR_SHORT);
    in = reader_of(packet, sizeof packet);
    read_skip(&in, 5);
    assert_int_equal(in.err, ERR_SHORT);
    assert_int_equal(reader_left(&in), 4);
}

// ---- Writers.

static void a_writer_without_room_measures(void **state) {
    struct writer out = writer_of(NULL, 0);
    write_u32(&out, 1);
    write_zeros(&out, 10);
    assert_int_equal(out.need, 14);
    assert_int_equal(out.err, ERR_LIMIT);
    assert_int_equal(writer_len(&out), 0);
    out = writer_of(NULL, 100); // a size of nothing is nothing
    write_u8(&out, 1);
    assert_int_equal(out.err, ERR_LIMIT);
    assert_int_equal(writer_bytes(&out).len, 0);
}

static void a_writer_leaves_no_hole(void **state) {
    uint8_t room[8];
    memset(room, 0xee, sizeof room);
    struct writer out = writer_of(room, 6);
    write_bytes(&out, "abc", 3);
    write_zeros(&out, 2);
    write_bytes(&out, "", 0);
    assert_int_equal(out.err, ERR_NONE);
    write_u16(&out, 0x1111); // two, where one has room
    write_u8(&out, 0x22);    // which would have had
    assert_int_equal(out.err, ERR_LIMIT);
    assert_int_equal(out.need, 8);
    writer_fail(&out, ERR_SYNTAX);
    assert_int_equal(out.err, ERR_LIMIT); // the first stays
    assert_int_equal(writer_len(&out), 5);
    assert_memory_equal(room, "abc\0\0\xee\xee\xee", 8);
}

TESTS(cmocka_unit_test(every_number_has_its_bytes), cmocka_unit_test(no_number_is_read_or_written_in_part),
      cmocka_unit_test(numbers_of_variable_length), cmocka_unit_test(an_overlong_varint_is_refused),
      cmocka_unit_test(a_reader_that_failed_stays_failed),
      cmocka_unit_test(a_reader_inside_another_keeps_to_its_part),
      cmocka_unit_test(runs_of_bytes_are_views_or_copies), cmocka_unit_test(a_writer_without_room_measures),
      cmocka_unit_test(a_writer_leaves_no_hole))
