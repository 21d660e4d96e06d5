#include "support/support.h"

#include "base/bytes.h"

static void numbers_come_back_in_both_orders(void **state) {
    uint8_t room[64];
    struct writer out = writer_of(room, sizeof room);
    write_u16(&out, 0x1234);
    write_u16be(&out, 0x1234);
    write_u24(&out, 0xabcdef);
    write_f32(&out, -1.5f);
    write_zigzag(&out, INT64_MIN);
    write_varint(&out, 300);
    assert_int_equal(out.err, ERR_NONE);
    assert_int_equal(out.need, writer_len(&out));
    assert_memory_equal(room, "\x34\x12\x12\x34\xef\xcd\xab\x00\x00\xc0\xbf", 11);

    struct reader in = reader_of(room, writer_len(&out));
    assert_int_equal(read_u16(&in), 0x1234);
    assert_int_equal(read_u16be(&in), 0x1234);
    assert_int_equal(read_u24(&in), 0xabcdef);
    assert_true(read_f32(&in) == -1.5f);
    assert_true(read_zigzag(&in) == INT64_MIN);
    assert_int_equal(read_varint(&in), 300);
    assert_true(reader_done(&in));
}

static void a_reader_that_failed_stays_failed(void **state) {
    struct reader in = reader_of("\x01\x02\x03", 3);
    assert_int_equal(read_u32(&in), 0);
    assert_int_equal(in.err, ERR_SHORT);
    assert_int_equal(read_u8(&in), 0); // although a byte is there
    assert_int_equal(reader_offset(&in), 0);
}

static void an_overlong_varint_is_refused(void **state) {
    struct reader in = reader_of("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", 10);
    assert_int_equal(read_varint(&in), 0);
    assert_int_equal(in.err, ERR_RANGE);
}

static void a_writer_without_room_measures(void **state) {
    struct writer out = writer_of(NULL, 0);
    write_u32(&out, 1);
    write_zeros(&out, 10);
    assert_int_equal(out.need, 14);
    assert_int_equal(out.err, ERR_LIMIT);
}

TESTS(cmocka_unit_test(numbers_come_back_in_both_orders), cmocka_unit_test(a_reader_that_failed_stays_failed),
      cmocka_unit_test(an_overlong_varint_is_refused), cmocka_unit_test(a_writer_without_room_measures))
