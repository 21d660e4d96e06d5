// The robot's end of the air, driven by hand with bytes: sessions that open, are taken over, age and close.
#include "air_rig.h"

#include "link/cozmo/robot_link.h"
#include "link/cozmo/window.h"

static struct robot_link *new_robot(void) {
    struct robot_link_config config;
    robot_link_defaults(&config);
    now = 7000000;
    struct robot_link *robot = robot_link_new(&config);
    assert_non_null(robot);
    return robot;
}

static struct bytes poll_robot(struct robot_link *robot, struct air_peer *to) {
    static uint8_t room[AIR_DATAGRAM_MAX];
    struct air_peer peer;
    return (struct bytes){room, robot_link_poll(robot, now, to ? to : &peer, room, sizeof room)};
}
#define SAYS(robot, text)                                                                                    \
    do {                                                                                                     \
        struct bytes said_ = poll_robot(robot, NULL);                                                        \
        assert_bytes(said_.at, said_.len, text);                                                             \
    } while (0)
#define HEARS(robot, text) assert_int_equal(robot_link_feed(robot, now, ENGINE, hex(text)), ERR_NONE)
#define QUIET(robot)       assert_int_equal(poll_robot(robot, NULL).len, 0)

static void expect(struct robot_link *robot, enum air_news_kind kind, unsigned detail) {
    struct air_news news;
    assert_true(robot_link_take(robot, &news));
    expect_news(&news, kind, detail);
}
static void expect_nothing(struct robot_link *robot) {
    struct air_news news;
    assert_false(robot_link_take(robot, &news));
}

static void a_reset_is_answered_until_it_is_acknowledged(void **state) {
    struct robot_link *robot = new_robot();
    QUIET(robot);
    assert_int_equal(robot_link_due(robot), INT64_MAX);
    HEARS(robot, RESET);
    expect(robot, AIR_OPENED, 0);
    struct air_peer to;
    struct bytes said = poll_robot(robot, &to);
    assert_bytes(said.at, said.len, CONNECT);
    assert_true(air_peer_same(to, ENGINE));
    QUIET(robot);
    assert_int_equal(robot_link_due(robot), now + 33000);
    now += 33000;
    SAYS(robot, CONNECT);
    HEARS(robot, RESET); // the engine did not hear it either
    expect_nothing(robot);
    SAYS(robot, CONNECT);
    HEARS(robot, "434f5a03524501 07 0000 0000 0100");
    now += 1000000;
    QUIET(robot);
    assert_int_equal(robot_link_stats(robot)->sessions, 1);
    assert_int_equal(robot_link_stats(robot)->resent, 2);
    robot_link_free(robot);
}

static struct robot_link *open_robot(void) {
    struct robot_link *robot = new_robot();
    HEARS(robot, RESET);
    expect(robot, AIR_OPENED, 0);
    SAYS(robot, CONNECT);
    HEARS(robot, "434f5a03524501 07 0000 0000 0100");
    expect_nothing(robot);
    return robot;
}

// The sender's address may be a lie: whoever it belongs to is not flooded, however much the creature has to
// say.
static void a_reset_that_nobody_acknowledges_gets_ten_datagrams(void **state) {
    for (int talks = 0; talks < 2; talks++) {
        struct robot_link *robot = new_robot();
        HEARS(robot, RESET);
        expect(robot, AIR_OPENED, 0);
        unsigned said = 0, last_ms = 0;
        for (unsigned ms = 0; ms < 6000 && robot_link_open(robot); ms++, now += 1000) {
            if (talks && ms % 33 == 0) robot_link_send(robot, 0xf0, hex("0102030405060708"));
            if (talks && ms % 100 == 0) robot_link_send(robot, 0x10, hex("01020304"));
            while (poll_robot(robot, NULL).len) said++, last_ms = ms;
            assert_true(robot_link_due(robot) > now || talks);
        }
        assert_in_range(said, 8, 10);
        assert_true(last_ms > 3000); // one who wakes late still hears something
        expect(robot, AIR_CLOSED, AIR_SILENT);
        // Asked again, and acknowledged: it says all it likes.
        HEARS(robot, RESET);
        assert_non_null(poll_robot(robot, NULL).at);
        HEARS(robot, "434f5a03524501 07 0000 0000 0100");
        said = 0;
        for (unsigned ms = 0; ms < 1000; ms++, now += 1000) {
            if (ms % 33 == 0) robot_link_send(robot, 0xf0, hex("0102030405060708"));
            while (poll_robot(robot, NULL).len) said++;
        }
        assert_true(said >= 30);
        robot_link_free(robot);
    }
}

static void an_engine_may_begin_with_one_or_two(void **state) {
    struct robot_link *robot = open_robot();
    HEARS(robot, "434f5a03524501 07 0100 0200 0100 04 0100 25 04 0100 3b"); // as pycozmo does
    expect(robot, AIR_MESSAGE, 0x25);
    expect(robot, AIR_MESSAGE, 0x3b);
    HEARS(robot, "434f5a03524501 07 0100 0200 0100 04 0100 25 04 0100 3b");
    expect_nothing(robot);
    robot_link_free(robot);
    robot = open_robot();
    HEARS(robot, "434f5a03524501 07 0200 0200 0100 04 0100 25");
    expect(robot, AIR_MESSAGE, 0x25);
    HEARS(robot, "434f5a03524501 07 0100 0100 0100 04 0100 25"); // too late: its turn is over
    expect_nothing(robot);
    robot_link_free(robot);
    robot = open_robot();
    HEARS(robot, "434f5a03524501 07 0100 0100 0100 04 0100 25");
    expect(robot, AIR_MESSAGE, 0x25);
    HEARS(robot, "434f5a03524501 07 0100 0100 0100 04 0100 25");
    expect_nothing(robot);
    robot_link_free(robot);
}

static void early_packets_wait_for_the_hole_to_close(void **state) {
    struct robot_link *robot = open_robot();
    HEARS(robot, "434f5a03524501 07 0300 0400 0100 04 0100 33 0b 1100 0102030405060708 09000000 00000000 00 "
                 "04 0100 34");
    expect_nothing(robot);
    SAYS(robot, "434f5a03524501 09 0000 0000 0100 0b 1100 0102030405060708 09000000 00000000 00");
    HEARS(robot, "434f5a03524501 07 0200 0200 0100 04 0100 32");
    expect(robot, AIR_MESSAGE, 0x32);
    expect(robot, AIR_MESSAGE, 0x33);
    expect(robot, AIR_MESSAGE, 0x34);
    expect_nothing(robot);
    now += 10000;
    SAYS(robot, "434f5a03524501 09 0000 0000 0400"); // nothing to say but that it came
    QUIET(robot);
    // One more named in the head than there is: counted from the first, the head's last number proves
    // nothing.
    HEARS(robot, "434f5a03524501 07 0500 0600 0100 04 0100 35");
    expect(robot, AIR_MESSAGE, 0x35);
    now += 10000;
    SAYS(robot, "434f5a03524501 09 0000 0000 0500");
    HEARS(robot, "434f5a03524501 07 0600 0600 0100");
    expect_nothing(robot);
    HEARS(robot, "434f5a03524501 07 0600 0600 0100 04 0100 36");
    expect(robot, AIR_MESSAGE, 0x36);
    // Single frames, known and lenient ones.
    HEARS(robot, "434f5a03524501 04 0700 0700 0100 64 3412");
    expect(robot, AIR_MESSAGE, 0x64);
    HEARS(robot, "434f5a03524501 05 0000 0000 0100 f7 3412");
    expect(robot, AIR_MESSAGE, 0xf7);
    HEARS(robot, "434f5a03524501 08 0000 0000 0100 05 0200 f8 34");
    expect(robot, AIR_MESSAGE, 0xf8);
    HEARS(robot, "434f5a03524501 0a 0000 0000 0100");
    HEARS(robot, "434f5a03524501 07 0800 0800 0100 0a 0000 0c 0100 77 04 0000 01 0200 1234");
    struct air_news news;
    assert_true(
        robot_link_take(robot, &news)); // the keyframe is passed over; a packet of no known type comes raw
    assert_int_equal(news.kind, AIR_OTHER);
    assert_int_equal(news.type, 0x0c);
    assert_bytes(news.body.at, news.body.len, "77");
    assert_true(robot_link_take(robot, &news)); // the command without an id kept its number
    assert_int_equal(news.type, 1);
    assert_int_equal(news.number, 9);
    expect_nothing(robot);
    robot_link_free(robot);
}

static void what_was_not_taken_is_not_acknowledged(void **state) {
    struct robot_link *robot = open_robot();
    HEARS(robot, "434f5a03524501 07 0200 0300 0100 04 0100 32 04 0100 33");
    expect(robot, AIR_MESSAGE, 0x32);
    HEARS(robot, "434f5a03524501 07 0000 0000 0100");
    expect_nothing(robot);
    now += 10000;
    SAYS(robot, "434f5a03524501 09 0000 0000 0200");
    HEARS(robot, "434f5a03524501 07 0200 0300 0100 04 0100 32 04 0100 33");
    expect(robot, AIR_MESSAGE, 0x33);
    robot_link_free(robot);
}

static void say(struct robot_link *robot, uint8_t id, const char *body) {
    assert_int_equal(robot_link_send(robot, id, hex(body)), ERR_NONE);
}

static void frames_begin_with_the_oldest_and_ride_along(void **state) {
    struct robot_link *robot = open_robot();
    say(robot, 0xc9, "aa");
    QUIET(robot); // waits for company
    now += 11000;
    SAYS(robot, "434f5a03524501 09 0200 0200 0100 04 0200 c9 aa");
    say(robot, 0xf0, "01");
    SAYS(robot, "434f5a03524501 09 0200 0200 0100 04 0200 c9 aa 05 0200 f0 01");
    say(robot, 0xca, "bb");
    now += 11000;
    SAYS(robot, "434f5a03524501 09 0200 0300 0100 04 0200 c9 aa 04 0200 ca bb");
    HEARS(robot, "434f5a03524501 07 0000 0000 0200");
    say(robot, 0xf0, "02");
    SAYS(robot, "434f5a03524501 09 0300 0300 0100 04 0200 ca bb 05 0200 f0 02");
    HEARS(robot, "434f5a03524501 07 0000 0000 0900"); // never sent: no acknowledgement
    HEARS(robot, "434f5a03524501 07 0000 0000 0000");
    HEARS(robot, "434f5a03524501 07 0000 0000 0200"); // old
    now += 33000;
    SAYS(robot, "434f5a03524501 09 0300 0300 0100 04 0200 ca bb");
    HEARS(robot, "434f5a03524501 07 0000 0000 0300");
    say(robot, 0xf0, "03");
    say(robot, 0xf1, "04");
    SAYS(robot, "434f5a03524501 09 0000 0000 0100 05 0200 f0 03 05 0200 f1 04");
    now += 1000000;
    QUIET(robot);
    robot_link_free(robot);
}

static void a_full_line_says_so(void **state) {
    struct robot_link *robot = open_robot();
    static uint8_t body[AIR_CONTENT_MAX];
    struct bytes large = {body, 1024};
    for (unsigned i = 0; i < WINDOW; i++) assert_int_equal(robot_link_send(robot, 0xcd, large), ERR_NONE);
    assert_int_equal(robot_link_send(robot, 0xcd, large), ERR_BUSY);
    assert_int_equal(robot_link_room(robot), 0);
    assert_int_equal(robot_link_send(robot, 0xcd, (struct bytes){body, AIR_CONTENT_MAX}), ERR_LIMIT);
    for (unsigned i = 0; i < 100; i++) {
        memcpy(body, &i, sizeof i);
        assert_int_equal(robot_link_send(robot, 0xf2, (struct bytes){body, 1172}), ERR_NONE);
    }
    assert_int_equal(robot_link_stats(robot)->loose_dropped, 100 - ROBOT_LINK_EVENTS);
    unsigned pictures = 0;
    for (struct bytes said; (said = poll_robot(robot, NULL)).len;) {
        assert_true(said.len <= 1472);
        struct air_frame frame;
        assert_int_equal(air_frame_read(&frame, said), ERR_NONE);
        struct air_walk walk = air_walk_of(&frame);
        struct air_packet packet;
        unsigned numbered = 0;
        while (air_walk_next(&walk, &packet)) {
            numbered += packet.number != 0;
            if (packet.type != COZMO_PACKET_TYPE_EVENT) continue;
            unsigned which;
            memcpy(&which, packet.content.at + 1, sizeof which);
            assert_int_equal(which, 100 - ROBOT_LINK_EVENTS + pictures); // the latest stayed
            pictures++;
        }
        if (numbered) assert_int_equal(frame.last, frame.first + numbered - 1); // exact heads
    }
    assert_int_equal(pictures, ROBOT_LINK_EVENTS);
    robot_link_free(robot);
}

static void a_frame_does_not_end_with_65534(void **state) {
    struct robot_link *robot = open_robot();
    HEARS(robot, "434f5a03524501 0b 0000 0000 0100 0102030405060708 0900000000000000 00");
    expect_nothing(robot);
    SAYS(robot, "434f5a03524501 09 0000 0000 0100 0b 1100 0102030405060708 0900000000000000 00");
    uint16_t number = 1;
    uint8_t ack[] = {0x43, 0x4f, 0x5a, 3, 0x52, 0x45, 1, 7, 0, 0, 0, 0, 0, 0};
    while (number != 65533) {
        say(robot, 0xc2, "");
        now += 11000;
        assert_true(poll_robot(robot, NULL).len);
        number++;
        ack[12] = (uint8_t)number, ack[13] = (uint8_t)(number >> 8);
        assert_int_equal(robot_link_feed(robot, now, ENGINE, (struct bytes){ack, sizeof ack}), ERR_NONE);
        assert_int_equal(robot_link_waiting(robot), 0);
    }
    say(robot, 0xc2, "");
    now += 11000;
    SAYS(robot, "434f5a03524501 09 feff feff 0100 04 0100 c2 0b 1100 0102030405060708 0900000000000000 00");
    say(robot, 0xc3, "");
    now += 11000;
    SAYS(robot, "434f5a03524501 09 feff 0100 0100 04 0100 c2 04 0100 c3");
    robot_link_free(robot);
}

static void a_client_that_does_not_resend_gets_first_aid(void **state) {
    struct robot_link *robot = open_robot();
    HEARS(robot, "434f5a03524501 07 0300 0300 0000 04 0100 33"); // 2 was lost; its ack went back to 0
    expect_nothing(robot);
    int64_t silent_from = 0, silent_to = 0;
    for (unsigned step = 0; step < 300; step++, now += 1000) {
        if (step % 30 == 0) say(robot, 0xf0, "01");
        if (step == 20) HEARS(robot, "434f5a03524501 07 0400 0400 0000 04 0100 34");
        expect_nothing(robot);
        bool spoke = poll_robot(robot, NULL).len;
        if (step >= 50 && step < 180) {
            assert_false(spoke);
            if (!silent_from) silent_from = now;
            silent_to = now;
        } else if (step % 30 == 0 && step < 50) {
            assert_true(spoke);
        }
    }
    assert_int_equal(silent_to - silent_from, 129000);
    assert_int_equal(robot_link_stats(robot)->first_aids, 2);
    HEARS(robot, "434f5a03524501 07 0200 0200 0000 04 0100 32");
    expect(robot, AIR_MESSAGE, 0x32);
    expect(robot, AIR_MESSAGE, 0x33);
    expect(robot, AIR_MESSAGE, 0x34);
    robot_link_free(robot);
    // A peer that keeps its acknowledgement sends again by itself.
    robot = open_robot();
    HEARS(robot, "434f5a03524501 07 0300 0300 0100 04 0100 33");
    expect_nothing(robot);
    for (unsigned step = 0; step < 300; step++, now += 1000) poll_robot(robot, NULL);
    assert_int_equal(robot_link_stats(robot)->first_aids, 0);
    robot_link_free(robot);
}

static void strangers_are_dropped_and_a_reset_takes_over(void **state) {
    struct robot_link *robot = open_robot();
    struct bytes enable = hex("434f5a03524501 07 0200 0200 0100 04 0100 25");
    assert_int_equal(robot_link_feed(robot, now, STRANGER, enable), ERR_DENIED);
    assert_int_equal(robot_link_feed(robot, now, STRANGER, hex("434f5a03524501 03 0000 0000 0000")),
                     ERR_DENIED);
    assert_int_equal(robot_link_feed(robot, now, FOREIGN, hex(RESET)), ERR_DENIED);
    expect_nothing(robot);
    assert_int_equal(robot_link_stats(robot)->strangers, 3);
    assert_true(robot_link_open(robot));
    say(robot, 0xc9, "aa");
    assert_int_equal(robot_link_feed(robot, now, STRANGER, hex(RESET)), ERR_NONE);
    expect(robot, AIR_CLOSED, AIR_TAKEN_OVER);
    expect(robot, AIR_OPENED, 0);
    struct air_peer to;
    struct bytes said = poll_robot(robot, &to);
    assert_bytes(said.at, said.len, CONNECT); // and nothing of what was meant for the other
    assert_true(air_peer_same(to, STRANGER));
    assert_int_equal(robot_link_feed(robot, now, ENGINE, enable), ERR_DENIED);
    robot_link_free(robot);
    // A reset of the engine before, long under way, does not throw the new one out; one that is really new
    // does.
    robot = open_robot();
    now += 1000000;
    assert_int_equal(robot_link_feed(robot, now, STRANGER, hex(RESET)), ERR_NONE);
    expect(robot, AIR_CLOSED, AIR_TAKEN_OVER);
    expect(robot, AIR_OPENED, 0);
    HEARS(robot, RESET);
    expect_nothing(robot);
    assert_true(air_peer_same(robot_link_peer(robot), STRANGER));
    now += 1000000;
    HEARS(robot, RESET);
    expect(robot, AIR_CLOSED, AIR_TAKEN_OVER);
    assert_true(air_peer_same(robot_link_peer(robot), ENGINE));
    robot_link_free(robot);
    // The same peer: a repetition at first, a new session later.
    robot = open_robot();
    HEARS(robot, "434f5a03524501 07 0200 0200 0100 04 0100 25");
    expect(robot, AIR_MESSAGE, 0x25);
    now += 1999999;
    HEARS(robot, RESET);
    expect_nothing(robot);
    SAYS(robot, "434f5a03524501 09 0000 0000 0200");
    now += 1;
    HEARS(robot, RESET);
    expect(robot, AIR_CLOSED, AIR_TAKEN_OVER);
    expect(robot, AIR_OPENED, 0);
    SAYS(robot, CONNECT);
    robot_link_free(robot);
}

static void five_seconds_of_silence_end_it(void **state) {
    struct robot_link *robot = open_robot();
    now += 4999999;
    QUIET(robot);
    expect_nothing(robot);
    assert_int_equal(robot_link_due(robot), now + 1);
    HEARS(robot, "434f5a03524501 07 0000 0000 0000"); // any frame counts
    now += 4999999;
    assert_int_equal(robot_link_feed(robot, now, STRANGER, hex("434f5a03524501 07 0000 0000 0000")),
                     ERR_DENIED);
    now += 1;
    say(robot, 0xf0, "01");
    QUIET(robot);
    expect(robot, AIR_CLOSED, AIR_SILENT);
    expect_nothing(robot);
    assert_int_equal(robot_link_send(robot, 0xf0, hex("01")), ERR_STATE);
    assert_int_equal(robot_link_due(robot), INT64_MAX);
    assert_int_equal(robot_link_feed(robot, now, ENGINE, hex("434f5a03524501 07 0000 0000 0000")), ERR_STATE);
    HEARS(robot, RESET);
    expect(robot, AIR_OPENED, 0);
    SAYS(robot, CONNECT);
    robot_link_free(robot);
}

static void goodbyes(void **state) {
    struct robot_link *robot = open_robot();
    say(robot, 0xc9, "aa");
    HEARS(robot, "434f5a03524501 03 0000 0000 0000");
    expect(robot, AIR_CLOSED, AIR_GOODBYE);
    now += 50000;
    QUIET(robot); // silent at once
    robot_link_free(robot);
    robot = open_robot();
    HEARS(robot, "434f5a03524501 07 0200 0300 0100 04 0100 25 03 0000");
    expect(robot, AIR_MESSAGE, 0x25);
    expect(robot, AIR_CLOSED, AIR_GOODBYE);
    expect_nothing(robot);
    QUIET(robot);
    robot_link_free(robot);
    // A goodbye that overtook what was said before it.
    robot = open_robot();
    HEARS(robot, "434f5a03524501 07 0400 0400 0100 03 0000");
    expect_nothing(robot);
    QUIET(robot);
    HEARS(robot, "434f5a03524501 07 0200 0200 0100 04 0100 25");
    expect(robot, AIR_MESSAGE, 0x25);
    expect_nothing(robot);
    now += 500000;
    QUIET(robot);
    expect(robot, AIR_CLOSED, AIR_GOODBYE);
    robot_link_free(robot);
}

static void a_robot_takes_no_robots_frames_nor_larger_ones(void **state) {
    struct robot_link *robot = open_robot();
    assert_int_equal(robot_link_feed(robot, now, ENGINE, hex("434f5a03524501 09 0200 0200 0100 04 0100 25")),
                     ERR_UNKNOWN);
    uint8_t large[AIR_DATAGRAM_MAX] = {0x43, 0x4f, 0x5a, 3, 0x52, 0x45, 1, 7, 2, 0, 2, 0, 1, 0, 4};
    for (size_t payload = 1037; payload <= 1038; payload++) {
        large[15] = (uint8_t)(payload - 3), large[16] = (uint8_t)((payload - 3) >> 8);
        assert_int_equal(robot_link_feed(robot, now, ENGINE, (struct bytes){large, 14 + payload}),
                         payload == 1037 ? ERR_NONE : ERR_LIMIT);
    }
    assert_int_equal(robot_link_stats(robot)->malformed, 2);
    robot_link_free(robot);
}

TESTS(cmocka_unit_test(a_reset_that_nobody_acknowledges_gets_ten_datagrams),
      cmocka_unit_test(a_reset_is_answered_until_it_is_acknowledged),
      cmocka_unit_test(an_engine_may_begin_with_one_or_two),
      cmocka_unit_test(early_packets_wait_for_the_hole_to_close),
      cmocka_unit_test(what_was_not_taken_is_not_acknowledged),
      cmocka_unit_test(frames_begin_with_the_oldest_and_ride_along), cmocka_unit_test(a_full_line_says_so),
      cmocka_unit_test(a_frame_does_not_end_with_65534),
      cmocka_unit_test(a_client_that_does_not_resend_gets_first_aid),
      cmocka_unit_test(strangers_are_dropped_and_a_reset_takes_over),
      cmocka_unit_test(five_seconds_of_silence_end_it), cmocka_unit_test(goodbyes),
      cmocka_unit_test(a_robot_takes_no_robots_frames_nor_larger_ones))
