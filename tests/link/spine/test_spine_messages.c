// The body-board's payloads: which there are, how long, and where things lie in them.
#include "support/support.h"

#include "schema/spine.h"

// What the wire has: two letters, bytes from head to body, bytes from body to head; -1: not in this
// direction.
static const struct {
    const char *letters;
    unsigned type;
    int to_body, to_head;
} TYPES[] = {
    {"dc", 0x6364, 32, 32}, {"fd", 0x6466, 64, 768}, {"sd", 0x6473, 0, -1}, {"uf", 0x6675, 1028, -1},
    {"ak", 0x6b61, -1, 4},  {"dm", 0x6d64, 0, -1},   {"vr", 0x7276, 0, 40}, {"ls", 0x736c, 16, -1},
    {"ts", 0x7374, 0, -1},  {"vs", 0x7376, -1, 16},  {"xx", 0x7878, 0, -1},
};

static int size_of(unsigned type, enum spine_direction direction) {
    int kind = spine_message_find(SPINE_SPACE_MESSAGE, type, direction, 0);
    if (kind < 0) return -1;
    assert_int_equal(spine_messages[kind].smallest, spine_messages[kind].largest);
    return (int)spine_messages[kind].largest;
}

static void every_type_has_its_letters_and_its_size(void **state) {
    unsigned known = 0;
    for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++) {
        unsigned letters = (unsigned)TYPES[i].letters[0] | (unsigned)TYPES[i].letters[1] << 8;
        assert_int_equal(letters, TYPES[i].type);
        assert_int_equal(size_of(TYPES[i].type, SPINE_TO_BODY), TYPES[i].to_body);
        assert_int_equal(size_of(TYPES[i].type, SPINE_TO_HEAD), TYPES[i].to_head);
    }
    for (unsigned type = 0; type < 0x10000; type++)
        for (unsigned d = 0; d < 2; d++)
            known += spine_message_find(SPINE_SPACE_MESSAGE, type, (enum spine_direction)d, 0) >= 0;
    assert_int_equal(known, 15); // the fourteen above and the loader's frame
    assert_memory_equal(spine_sync_to_body, "\xaa\x48\x32\x42", 4);
    assert_memory_equal(spine_sync_to_head, "\xaa\x42\x32\x48", 4);
}

static uint32_t le(const uint8_t *at, unsigned width) {
    uint32_t v = 0;
    for (unsigned i = 0; i < width; i++) v |= (uint32_t)at[i] << (8 * i);
    return v;
}

// Every byte of the big frame has its own value, so a field that lies elsewhere shows.
static void the_frame_from_the_body_lies_where_it_should(void **state) {
    uint8_t bytes[768], again[768];
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)(i * 7 + i / 256);
    struct spine_body_frame f;
    struct reader in = reader_of(bytes, sizeof bytes);
    assert_int_equal(spine_body_frame_decode(&f, &in, 0), ERR_NONE);
    assert_true(reader_done(&in));
    assert_int_equal(f.sequence, le(bytes, 4));
    assert_int_equal(f.status, bytes[4]);
    assert_int_equal(f.temperature_status, bytes[5]);
    assert_int_equal(f.fault_device, bytes[6]);
    assert_int_equal(f.fault_item, bytes[7]);
    for (unsigned m = 0; m < 4; m++) {
        assert_int_equal((uint32_t)f.motors[m].position, le(bytes + 8 + 12 * m, 4));
        assert_int_equal((uint32_t)f.motors[m].delta, le(bytes + 12 + 12 * m, 4));
        assert_int_equal(f.motors[m].ticks, le(bytes + 16 + 12 * m, 4));
        assert_int_equal(f.cliffs[m], le(bytes + 56 + 2 * m, 2));
    }
    assert_int_equal((uint16_t)f.battery, le(bytes + 64, 2));
    assert_int_equal((uint16_t)f.charger, le(bytes + 66, 2));
    assert_int_equal((uint16_t)f.temperature_c, le(bytes + 68, 2));
    assert_int_equal(f.battery_flags, le(bytes + 70, 2));
    assert_int_equal(f.tof_status, bytes[0x4c]);
    assert_int_equal(f.tof_sigma_mm, bytes[0x4d]);
    assert_int_equal(f.tof_range_mm, le(bytes + 0x4e, 2));
    assert_int_equal(f.tof_signal_rate, le(bytes + 0x50, 2));
    assert_int_equal(f.tof_ambient, le(bytes + 0x52, 2));
    assert_int_equal(f.tof_spad_count, le(bytes + 0x54, 2));
    assert_int_equal(f.tof_sample_count, le(bytes + 0x56, 2));
    assert_int_equal(f.tof_calibration, le(bytes + 0x58, 4));
    assert_int_equal(f.touch, le(bytes + 92, 2));
    assert_int_equal(f.button, le(bytes + 94, 2));
    assert_int_equal(f.microphone_fault[1], le(bytes + 98, 2));
    assert_int_equal(f.touch_level[0], le(bytes + 100, 2));
    for (unsigned s = 0; s < 80; s++)
        for (unsigned m = 0; m < 4; m++) // interleaved
            assert_int_equal((uint16_t)f.samples[s][m], le(bytes + 128 + 2 * (4 * s + m), 2));
    struct writer out = writer_of(again, sizeof again);
    assert_int_equal(spine_body_frame_encode(&f, &out, 0), ERR_NONE);
    for (size_t i = 0; i < sizeof bytes; i++) {
        bool reserved = (i >= 72 && i < 76) || (i >= 104 && i < 128);
        assert_int_equal(again[i], reserved ? 0 : bytes[i]);
    }
}

static void the_frame_to_the_body_lies_where_it_should(void **state) {
    uint8_t bytes[64], again[64];
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)(i * 5 + 1);
    struct spine_head_frame f;
    struct reader in = reader_of(bytes, sizeof bytes);
    assert_int_equal(spine_head_frame_decode(&f, &in, 0), ERR_NONE);
    assert_int_equal(f.sequence, le(bytes, 4));
    assert_int_equal(f.power_flags, le(bytes + 4, 4));
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal((uint16_t)f.drive[i], le(bytes + 8 + 2 * i, 2));
        for (unsigned c = 0; c < 3; c++) assert_int_equal(f.lights.rgb[i][c], bytes[16 + 3 * i + c]);
    }
    struct writer out = writer_of(again, sizeof again);
    assert_int_equal(spine_head_frame_encode(&f, &out, 0), ERR_NONE);
    assert_int_equal(writer_len(&out), 64);
    for (size_t i = 0; i < 64; i++) assert_int_equal(again[i], i < 28 ? bytes[i] : 0);
}

static void the_loader_s_frame_may_have_nothing_in_it(void **state) {
    struct spine_message message;
    struct reader in = reader_of("", 0);
    assert_int_equal(spine_message_decode_as(&message, SPINE_LOADER, &in, 0), ERR_NONE);
    assert_false(message.loader.has_unknown);
    in = reader_of("\1\0\0\0", 4);
    assert_int_equal(spine_message_decode_as(&message, SPINE_LOADER, &in, 0), ERR_NONE);
    assert_true(message.loader.has_unknown);
    in = reader_of("\1\0\0\0\0", 5);
    assert_int_equal(spine_message_decode_as(&message, SPINE_LOADER, &in, 0), ERR_SYNTAX);
}

TESTS(cmocka_unit_test(every_type_has_its_letters_and_its_size),
      cmocka_unit_test(the_frame_from_the_body_lies_where_it_should),
      cmocka_unit_test(the_frame_to_the_body_lies_where_it_should),
      cmocka_unit_test(the_loader_s_frame_may_have_nothing_in_it))
