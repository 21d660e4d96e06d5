// The other order of bytes, ids and numbers at the edges of what C can spell, and what a C program sees of
// constants.
#include "support/support.h"

#include "schema/demo.h"
#include "schema/wide.h"

static void the_other_order_of_bytes(void **state) {
    static const char LATE[] = "81 02 03 04  12 34  00 02 61 62  00 02 ff fe 00 01  bf c0 00 00  aa bb";
    static const char EARLY[] = "01 02  11 22 33  01 02 03 04 05 06 07 08  01 02 02 01  00 01";
    uint8_t room[64];
    struct wide_message message = {.kind = WIDE_LATE};
    wide_late_defaults(&message.late);
    message.late.name = (struct text){"ab", 2};
    message.late.list_count = 2;
    message.late.list[0] = -2;
    message.late.list[1] = 1;
    message.late.real = -1.5f;
    struct writer out = writer_of(room, sizeof room);
    assert_int_equal(wide_message_encode(&message, &out, 2), ERR_NONE);
    assert_bytes(room, writer_len(&out), LATE);
    message =
        (struct wide_message){.kind = WIDE_EARLY, .early = {.wide = 0x112233, .wider = 0x0102030405060708}};
    wide_pair_defaults(&message.early.pair);
    assert_false(message.early.pair.on);
    message.early.pair.mine = message.early.pair.other = 0x0102;
    out = writer_of(room, sizeof room);
    assert_int_equal(wide_message_encode(&message, &out, 1), ERR_NONE);
    assert_bytes(room, writer_len(&out), EARLY);

    struct reader in = reader_of(hex(LATE).at, hex(LATE).len);
    assert_int_equal(wide_message_decode(&message, &in, WIDE_UP, 1),
                     ERR_UNKNOWN); // since 2, as the block inside says
    in = reader_of(hex(LATE).at, hex(LATE).len);
    assert_int_equal(wide_message_decode(&message, &in, WIDE_UP, 2), ERR_NONE);
    assert_int_equal(message.kind, WIDE_LATE);
    assert_true(message.late.x == 0x1234 && message.late.list[0] == -2 && message.late.real == -1.5f);
    assert_true(text_is(message.late.name, "ab"));
    in = reader_of(hex(EARLY).at, hex(EARLY).len);
    assert_int_equal(wide_small_decode(&message, &in, WIDE_UP, 1), ERR_NONE);
    assert_true(message.early.wide == 0x112233 && message.early.wider == 0x0102030405060708);
    assert_true(message.early.pair.mine == 0x0102 && message.early.pair.other == 0x0102);
    in = reader_of("\1\2", 2);
    assert_int_equal(wide_small_decode(&message, &in, WIDE_DOWN, 1), ERR_NONE);
    assert_int_equal(message.kind, WIDE_OTHER);

    // What a block says goes for what is inside; what stands further inside wins.
    static const uint8_t DELIVERY[] = {WIDE_DELIVERY_LATEST, WIDE_DELIVERY_RELIABLE, WIDE_DELIVERY_RELIABLE};
    static const uint8_t GROUP[] = {WIDE_GROUP_A, WIDE_GROUP_A, WIDE_GROUP_B};
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(wide_messages[i].attributes[WIDE_ATTRIBUTE_DELIVERY], DELIVERY[i]);
        assert_int_equal(wide_messages[i].attributes[WIDE_ATTRIBUTE_GROUP], GROUP[i]);
        assert_int_equal(wide_messages[i].since, i ? 0 : 2);
    }
}

static void rows_of_the_other_order_and_numbers_at_the_edges(void **state) {
    static const char ROWS[] =
        "01 03  01 02 03 04 05 06  01 02 03 04  01 02 03 ff fe fd  ff fe 00 03 80 00 7f ff  "
        "01 00 01  80 00 00 00  80 00 00 01  ff ff ff fb  90 00 00 00  00 00 12 34 56 78 9a bc";
    uint8_t room[64];
    struct wide_message message = {.kind = WIDE_ROWS}, back;
    wide_rows_defaults(&message.rows);
    struct wide_rows *rows = &message.rows;
    assert_true(rows->least == INT32_MIN && rows->nearly == -INT32_MAX && rows->minus == -5);
    assert_true(rows->high == 0x90000000u && rows->higher == 0x123456789abcu);
    rows->row[0] = 0x0102, rows->row[1] = 0x0304, rows->row[2] = 0x0506;
    rows->column[0] = 0x0201, rows->column[1] = 0x0403;
    rows->threes[0] = 0x010203, rows->threes[1] = 0xfffefd;
    rows->table[0][0] = -2, rows->table[0][1] = 3, rows->table[1][0] = INT16_MIN,
    rows->table[1][1] = INT16_MAX;
    rows->switches[0] = rows->switches[2] = true;
    struct writer out = writer_of(room, sizeof room);
    assert_int_equal(wide_message_encode(&message, &out, 1), ERR_NONE);
    assert_bytes(room, writer_len(&out), ROWS);
    struct reader in = reader_of(room, writer_len(&out));
    assert_int_equal(wide_small_decode(&back, &in, WIDE_UP, 1), ERR_NONE);
    assert_int_equal(back.kind, WIDE_ROWS);
    assert_memory_equal(back.rows.row, rows->row, sizeof rows->row);
    assert_memory_equal(back.rows.column, rows->column, sizeof rows->column);
    assert_memory_equal(back.rows.threes, rows->threes, sizeof rows->threes);
    assert_memory_equal(back.rows.table, rows->table, sizeof rows->table);
    assert_memory_equal(back.rows.switches, rows->switches, sizeof rows->switches);
    assert_true(back.rows.least == INT32_MIN && back.rows.nearly == -INT32_MAX && back.rows.minus == -5);
    assert_true(back.rows.high == 0x90000000u && back.rows.higher == 0x123456789abcu);
}

// What C programs see of constants and enumerations.
#if DEMO_WINDOW_SIZE != 62 || DEMO_SAMPLES != 4 || WIDE_LEAST != -2147483647 - 1
#error "whole constants are known to the preprocessor"
#endif
static void constants_are_those_of_the_schema(void **state) {
    assert_true(DEMO_LOWEST == INT64_MIN && DEMO_HIGHEST == UINT64_MAX);
    assert_true(WIDE_LEAST == INT32_MIN && WIDE_NEARLY == -INT32_MAX && WIDE_BELOW == INT64_C(-2147483649));
    assert_true(DEMO_GAIN == 0.25 && WIDE_HALF == 0.5);
    assert_bytes(demo_frame_id, DEMO_FRAME_ID_SIZE, "434f5a03 524501");
    assert_string_equal(DEMO_BANNER, "\nbooted\n");
    enum demo_nv_operation operation = DEMO_NV_OPERATION_WIPE_ALL; // one that C has room for is one of C's
    enum demo_result result = DEMO_RESULT_LOWEST;
    assert_true(operation == 3 && result == -128);
    assert_true(DEMO_HUGE_TOP == UINT64_MAX && DEMO_DEEP_BOTTOM == INT64_MIN && DEMO_DEEP_MINUS_ONE == -1);
}

TESTS(cmocka_unit_test(the_other_order_of_bytes),
      cmocka_unit_test(rows_of_the_other_order_and_numbers_at_the_edges),
      cmocka_unit_test(constants_are_those_of_the_schema))
