// The engine's end of the air, driven by hand with bytes: asking, packing, sending again, pings and a robot
// that is gone.
#include "air_rig.h"

#include "link/cozmo/engine_link.h"
#include "link/cozmo/window.h"

static struct engine_link *new_engine(void) {
    struct engine_link_config config;
    engine_link_defaults(&config);
    config.robot = ROBOT;
    now = 3000000;
    struct engine_link *engine = engine_link_new(&config);
    assert_non_null(engine);
    engine_link_begin(engine, now);
    return engine;
}
static struct bytes poll_engine(struct engine_link *engine) {
    static uint8_t room[AIR_DATAGRAM_MAX];
    struct air_peer peer;
    size_t len = engine_link_poll(engine, now, &peer, room, sizeof room);
    assert_true(air_peer_same(peer, ROBOT));
    return (struct bytes){room, len};
}
#define ENGINE_SAYS(engine, text)                                                                            \
    do {                                                                                                     \
        struct bytes said_ = poll_engine(engine);                                                            \
        assert_bytes(said_.at, said_.len, text);                                                             \
    } while (0)
#define ENGINE_HEARS(engine, text) assert_int_equal(engine_link_feed(engine, now, ROBOT, hex(text)), ERR_NONE)

static void engine_expects(struct engine_link *engine, enum air_news_kind kind, unsigned detail) {
    struct air_news news;
    assert_true(engine_link_take(engine, &news));
    expect_news(&news, kind, detail);
}
static void engine_expects_nothing(struct engine_link *engine) {
    struct air_news news;
    assert_false(engine_link_take(engine, &news));
}

static struct engine_link *open_engine(void) {
    struct engine_link *engine = new_engine();
    ENGINE_SAYS(engine, RESET);
    ENGINE_HEARS(engine, CONNECT);
    engine_expects(engine, AIR_OPENED, 0);
    assert_int_equal(poll_engine(engine).len, 31); // the first ping, at once
    return engine;
}

static void an_engine_asks_until_it_is_answered(void **state) {
    struct engine_link *engine = new_engine();
    unsigned asked = 0;
    for (unsigned ms = 0; ms < 5000; ms += 10, now += 10000) {
        struct bytes said = poll_engine(engine);
        if (!said.len) continue;
        assert_bytes(said.at, said.len, RESET);
        asked++;
        assert_int_equal(engine_link_due(engine), now + 250000);
        assert_int_equal(engine_link_send(engine, 0x25, (struct bytes){0}), ERR_STATE);
    }
    assert_int_equal(asked, 20);
    engine_expects_nothing(engine);
    assert_int_equal(poll_engine(engine).len, 0);
    engine_expects(engine, AIR_CLOSED, AIR_NO_ANSWER);
    assert_int_equal(engine_link_due(engine), INT64_MAX);
    engine_link_free(engine);
    engine = open_engine(); // whose first ping said that the connect packet came
    now += 10000;
    assert_int_equal(poll_engine(engine).len, 0);
    ENGINE_HEARS(engine, "434f5a03524501 09 0200 0200 0100 04 0100 c2");
    engine_expects(engine, AIR_MESSAGE, 0xc2);
    assert_int_equal(engine_link_due(engine), now + 10000);
    now += 10000;
    ENGINE_SAYS(engine, "434f5a03524501 07 0000 0000 0200");
    assert_int_equal(engine_link_feed(engine, now, STRANGER, hex(CONNECT)), ERR_DENIED);
    ENGINE_HEARS(engine, CONNECT); // repeated: no news
    engine_expects_nothing(engine);
    engine_link_free(engine);
}

static void an_engine_collects_packs_and_sends_all_again(void **state) {
    struct engine_link *engine = open_engine();
    assert_int_equal(engine_link_send(engine, 0x25, (struct bytes){0}), ERR_NONE);
    assert_int_equal(engine_link_send(engine, 0x25, (struct bytes){0}), ERR_NONE);
    assert_int_equal(poll_engine(engine).len, 0);
    now += 11000;
    ENGINE_SAYS(engine, "434f5a03524501 07 0100 0200 0100 04 0100 25 04 0100 25");
    static uint8_t image[1040];
    assert_int_equal(engine_link_send(engine, 0x97, (struct bytes){image, 1033}), ERR_NONE);
    assert_int_equal(engine_link_send(engine, 0x97, (struct bytes){image, 1034}), ERR_LIMIT);
    assert_int_equal(engine_link_send(engine, 0x8f, (struct bytes){0}), ERR_NONE);
    assert_int_equal(poll_engine(engine).len, 1051); // full: no reason to wait
    assert_int_equal(poll_engine(engine).len, 0);
    now += 11000;
    ENGINE_SAYS(engine, "434f5a03524501 07 0400 0400 0100 04 0100 8f");
    now += 100000 - 11000 - 11000;
    assert_int_equal(poll_engine(engine).len, 0);
    now += 11000;
    ENGINE_SAYS(engine, "434f5a03524501 07 0100 0200 0100 04 0100 25 04 0100 25"); // all of it, oldest first
    assert_int_equal(poll_engine(engine).len, 1051);
    ENGINE_SAYS(engine, "434f5a03524501 07 0400 0400 0100 04 0100 8f");
    assert_int_equal(poll_engine(engine).len, 0);
    ENGINE_HEARS(engine, "434f5a03524501 09 0000 0000 0300");
    now += 100000;
    ENGINE_SAYS(engine, "434f5a03524501 07 0400 0400 0100 04 0100 8f");
    ENGINE_HEARS(engine, "434f5a03524501 09 0000 0000 0400");
    now += 100000;
    assert_int_equal(poll_engine(engine).len, 0);
    for (unsigned i = 0; i < WINDOW; i++)
        assert_int_equal(engine_link_send(engine, 0x8f, (struct bytes){0}), ERR_NONE);
    assert_int_equal(engine_link_send(engine, 0x8f, (struct bytes){0}), ERR_BUSY);
    assert_int_equal(poll_engine(engine).len, 14 + WINDOW * 4); // a full window does not wait either
    engine_link_free(engine);
}

// What the robot said is acknowledged within a while; half a window of it (31 packets) at once.
static void half_a_window_is_acknowledged_at_once(void **state) {
    for (unsigned count = 1; count <= 31; count += 15) {
        struct engine_link *engine = open_engine();
        for (unsigned i = 0; i < count; i++) {
            char frame[80];
            snprintf(frame, sizeof frame, "434f5a03524501 09 %02x00 %02x00 0100 04 0100 c2", 2 + i, 2 + i);
            ENGINE_HEARS(engine, frame);
            struct air_news news;
            while (engine_link_take(engine, &news)) {
            }
        }
        assert_int_equal(poll_engine(engine).len != 0, count == 31);
        engine_link_free(engine);
    }
}

static void pings_measure_the_way_there_and_back(void **state) {
    struct engine_link *engine = new_engine();
    poll_engine(engine);
    ENGINE_HEARS(engine, CONNECT);
    engine_expects(engine, AIR_OPENED, 0);
    uint8_t answer[34] = {0x43, 0x4f, 0x5a, 3, 0x52, 0x45, 1, 9, 0, 0, 0, 0, 0, 0, 0x0b, 17, 0};
    unsigned pings = 0;
    for (unsigned ms = 0; ms <= 4000; ms++, now += 1000) {
        struct bytes said = poll_engine(engine);
        if (said.len != 31) continue;
        assert_int_equal(ms % 500, 0);
        assert_int_equal(said.at[22], pings);
        pings++;
        memcpy(answer + 17, said.at + 14, 17);
        answer[17] ^= 1; // not what was sent: no answer
        assert_int_equal(engine_link_feed(engine, now + 1000, ROBOT, (struct bytes){answer, 34}), ERR_NONE);
        engine_expects_nothing(engine);
        answer[17] ^= 1;
        for (unsigned again = 0; again < 2; again++) { // counted once
            assert_int_equal(engine_link_feed(engine, now + 1234 * pings, ROBOT, (struct bytes){answer, 34}),
                             ERR_NONE);
            engine_expects_nothing(engine);
        }
        assert_int_equal(engine_link_stats(engine)->rtt_us, 1234 * pings);
    }
    const struct air_stats *stats = engine_link_stats(engine);
    assert_int_equal(pings, 9);
    assert_int_equal(stats->pings_in, 9);
    assert_int_equal(stats->rtt_least_us, 1234);
    assert_int_equal(stats->rtt_most_us, 1234 * 9);
    assert_true(stats->rtt_mean_us > 1234 && stats->rtt_mean_us < 1234 * 9);
    engine_link_free(engine);
}

static void a_robot_that_began_anew_is_noticed(void **state) {
    struct engine_link *engine = open_engine();
    engine_link_send(engine, 0x25, (struct bytes){0});
    engine_link_send(engine, 0x25, (struct bytes){0});
    now += 11000;
    poll_engine(engine);
    ENGINE_HEARS(engine, "434f5a03524501 09 0200 0200 0200 04 0100 c2");
    engine_expects(engine, AIR_MESSAGE, 0xc2);
    now += 1000000;
    ENGINE_HEARS(engine, CONNECT); // an old one, still under way
    engine_expects_nothing(engine);
    now += 1000000;
    ENGINE_HEARS(engine, "434f5a03524501 09 0100 0200 0200 02 0000 04 0100 c2"); // knows what we said
    engine_expects_nothing(engine);
    ENGINE_HEARS(engine, CONNECT);
    engine_expects(engine, AIR_CLOSED, AIR_RESTARTED);
    engine_expects_nothing(engine);
    assert_int_equal(poll_engine(engine).len, 0);
    assert_int_equal(engine_link_send(engine, 0x25, (struct bytes){0}), ERR_STATE);
    engine_link_free(engine);
}

static void a_silent_robot_is_noticed(void **state) {
    struct engine_link *engine = open_engine();
    for (unsigned ms = 0; ms < 5000; ms += 100, now += 100000) {
        while (poll_engine(engine).len) continue;
        engine_expects_nothing(engine);
    }
    assert_int_equal(poll_engine(engine).len, 0);
    engine_expects(engine, AIR_CLOSED, AIR_SILENT);
    assert_int_equal(engine_link_stats(engine)->losses, 1);
    engine_link_free(engine);
}

static void an_engine_says_goodbye_once_and_nothing_more(void **state) {
    struct engine_link *engine = open_engine();
    engine_link_send(engine, 0x25, (struct bytes){0});
    engine_link_goodbye(engine);
    ENGINE_SAYS(engine, "434f5a03524501 07 0100 0200 0100 04 0100 25 03 0000");
    now += 1000000;
    assert_int_equal(poll_engine(engine).len, 0);
    assert_int_equal(engine_link_feed(engine, now, ROBOT, hex("434f5a03524501 09 0200 0200 0000 04 0100 c2")),
                     ERR_STATE);
    assert_int_equal(poll_engine(engine).len, 0);
    engine_expects_nothing(engine);
    engine_link_free(engine);
    engine = open_engine();
    for (unsigned i = 0; i < WINDOW; i++) engine_link_send(engine, 0x8f, (struct bytes){0});
    engine_link_goodbye(engine);
    assert_int_equal(poll_engine(engine).len, 14 + WINDOW * 4);
    ENGINE_SAYS(engine, "434f5a03524501 03 0000 0000 0100"); // the window has no place for a packet
    assert_int_equal(poll_engine(engine).len, 0);
    engine_link_free(engine);
    engine = new_engine(); // before anybody answered
    poll_engine(engine);
    engine_link_goodbye(engine);
    ENGINE_SAYS(engine, "434f5a03524501 03 0000 0000 0000");
    assert_int_equal(poll_engine(engine).len, 0);
    engine_link_free(engine);
}

TESTS(cmocka_unit_test(an_engine_asks_until_it_is_answered),
      cmocka_unit_test(an_engine_collects_packs_and_sends_all_again),
      cmocka_unit_test(half_a_window_is_acknowledged_at_once),
      cmocka_unit_test(pings_measure_the_way_there_and_back),
      cmocka_unit_test(a_robot_that_began_anew_is_noticed), cmocka_unit_test(a_silent_robot_is_noticed),
      cmocka_unit_test(an_engine_says_goodbye_once_and_nothing_more))
