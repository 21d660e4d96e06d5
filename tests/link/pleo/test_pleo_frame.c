// Frames between a Pleo's two computers, against known bytes.
#include "support/support.h"

#include "link/pleo/frame.h"

static size_t feed(struct frame_reader *r, const uint8_t *bytes, size_t len) {
    size_t whole = 0;
    for (size_t i = 0; i < len; i++) whole += frame_read(r, bytes[i]);
    return whole;
}

static void the_published_check_value_comes_out(void **state) {
    uint8_t out[FRAME_ROOM];
    assert_int_equal(frame_check("cd", 2), 0x6558);
    assert_int_equal(frame_check("123456789", 9), 0x906e); // the known answer of FCS-16
    size_t len = frame_write("cd", 2, out, sizeof out);
    assert_bytes(out, len, "7e 63 64 58 65 7e");
}

static void what_would_end_a_frame_is_turned(void **state) {
    static const uint8_t ODD[] = {0x7e, 0x7d, 0x00, 0x20, 0x5e};
    uint8_t out[FRAME_ROOM];
    struct frame_reader r = {0};
    size_t len = frame_write(ODD, sizeof ODD, out, sizeof out);
    assert_memory_equal(out, "\x7e\x7d\x5e\x7d\x5d\x00\x20\x5e", 8);
    assert_int_equal(feed(&r, out, len), 1);
    assert_int_equal(r.len, sizeof ODD);
    assert_memory_equal(r.bytes, ODD, sizeof ODD);
}

static void every_packet_comes_back(void **state) {
    uint8_t packet[FRAME_MOST], out[FRAME_ROOM];
    struct frame_reader r = {0};
    for (size_t n = 1; n <= FRAME_MOST; n++) {
        for (size_t i = 0; i < n; i++) packet[i] = (uint8_t)(i * 7 + n);
        if (packet[0] == 0xff) packet[0] = 0;
        size_t len = frame_write(packet, n, out, sizeof out);
        assert_true(len > n + 3);
        assert_int_equal(feed(&r, out, len), 1);
        assert_int_equal(r.len, n);
        assert_memory_equal(r.bytes, packet, n);
        assert_int_equal(frame_write(packet, n, out, len - 1), 0); // one byte too little room
    }
    assert_int_equal(frame_write(packet, 0, out, sizeof out), 0);
    assert_int_equal(frame_write(packet, FRAME_MOST + 1, out, sizeof out), 0);
}

static void one_flipped_bit_is_refused(void **state) {
    uint8_t out[FRAME_ROOM];
    size_t len = frame_write("t0000", 5, out, sizeof out);
    for (size_t bit = 8; bit < 8 * (len - 1); bit++) {
        struct frame_reader r = {0};
        out[bit / 8] ^= (uint8_t)(1 << bit % 8);
        if (feed(&r, out, len)) fail_msg("bit %zu", bit);
        out[bit / 8] ^= (uint8_t)(1 << bit % 8);
        assert_int_equal(feed(&r, out, len), 1); // and the next one is understood
    }
}

static void an_address_is_taken_away_and_a_flood_survived(void **state) {
    uint8_t out[FRAME_ROOM];
    struct frame_reader r = {0};
    size_t len = frame_write("\xff\x03"
                             "cd",
                             4, out, sizeof out);
    assert_int_equal(feed(&r, out, len), 1);
    assert_int_equal(r.len, 2);
    assert_memory_equal(r.bytes, "cd", 2);
    for (int i = 0; i < 100000; i++) assert_false(frame_read(&r, (uint8_t)(i % 0x7d)));
    assert_false(frame_read(&r, FRAME_FLAG));
    assert_int_equal(r.bad, 1);
    assert_int_equal(feed(&r, out, len), 1);
}

TESTS(cmocka_unit_test(the_published_check_value_comes_out),
      cmocka_unit_test(what_would_end_a_frame_is_turned), cmocka_unit_test(every_packet_comes_back),
      cmocka_unit_test(one_flipped_bit_is_refused),
      cmocka_unit_test(an_address_is_taken_away_and_a_flood_survived))
