// Both ends against each other over an air that loses, doubles, delays and reorders, in virtual time.
// Whatever it does, every reliable message but the first is handed over once and in order, memory stays what
// it was, and sessions end cleanly.
#include "base/system/clock.h"
#include "support/support.h"

#include "link/cozmo/engine_link.h"
#include "link/cozmo/lossy_link.h"
#include "link/cozmo/robot_link.h"

enum { PAIRS = 16 };

static struct lossy_link *lossy;
static int64_t now_us;

struct label {
    struct air_peer engine; // who sent it, or whom it is for
    uint32_t pair;
    bool to_robot;
};
_Static_assert(sizeof(struct label) <= LOSSY_LINK_TAG, "a label fits");

static void air_begin(float loss, float twice, int64_t jitter_us, uint64_t seed) {
    lossy_link_free(lossy);
    lossy = lossy_link_new(&(struct lossy_link_config){
        .loss = loss, .twice = twice, .delay_us = 500, .jitter_us = jitter_us, .seed = seed, .room = 4096});
    assert_non_null(lossy);
    now_us = 1000000;
}

static void air_carry(unsigned pair, bool to_robot, struct air_peer engine, const uint8_t *bytes,
                      size_t len) {
    struct label label = {engine, pair, to_robot};
    struct lossy_link_tag tag = {0};
    assert_true(len <= 1472);
    memcpy(tag.bytes, &label, sizeof label);
    lossy_link_put(lossy, now_us, &tag, (struct bytes){bytes, len});
}

// An engine and a robot that count at each other.
struct pair {
    unsigned index;
    struct robot_link *robot;
    struct engine_link *engine;
    struct air_peer engine_peer; // a new port for each session
    uint32_t goal;               // the engine says goodbye when all of its are said
    uint32_t engine_said, engine_heard, robot_said, robot_heard, session;
    bool first_said, state_on;
    int64_t state_due_us;
    unsigned opened[2], closed[2];
    enum air_end end[2];
};
static const struct air_peer ROBOT = {0x7f000001, COZMO_PORT};

static void pair_new(struct pair *pair, unsigned index, uint32_t goal) {
    struct robot_link_config robot;
    struct engine_link_config engine;
    robot_link_defaults(&robot);
    engine_link_defaults(&engine);
    engine.robot = ROBOT;
    *pair = (struct pair){.index = index, .goal = goal};
    pair->robot = robot_link_new(&robot);
    pair->engine = engine_link_new(&engine);
    pair->engine_peer = (struct air_peer){0x7f000001, (uint16_t)(30000 + index)};
    assert_true(pair->robot && pair->engine);
}
static void pair_free(struct pair *pair) {
    robot_link_free(pair->robot);
    engine_link_free(pair->engine);
}

static void pair_connect(struct pair *pair) {
    pair->session++;
    pair->engine_peer.port += PAIRS;
    pair->engine_said = pair->engine_heard = pair->robot_said = 0;
    pair->first_said = false;
    engine_link_begin(pair->engine, now_us);
}

// The numbers of session, side and place: a message of another session or pair would be found out.
static void check_counted(const struct pair *pair, const struct air_news *news, uint32_t session,
                          uint32_t *heard) {
    uint32_t said[3];
    assert_in_range(news->body.len, sizeof said, 200);
    memcpy(said, news->body.at, sizeof said);
    assert_int_equal(said[0], pair->index);
    assert_int_equal(said[1], session);
    assert_int_equal(said[2], *heard);
    ++*heard;
}

// The robot may still be in the session before.
static uint32_t session_at_robot(const struct pair *pair) {
    return (uint32_t)(robot_link_peer(pair->robot).port - 30000 - pair->index) / PAIRS;
}

static void robot_news(struct pair *pair) {
    struct air_news news;
    while (robot_link_take(pair->robot, &news)) {
        if (news.kind == AIR_OPENED) {
            pair->opened[0]++;
            pair->robot_heard = pair->robot_said = 0;
            pair->state_due_us = now_us;
        } else if (news.kind == AIR_CLOSED) {
            pair->closed[0]++;
            pair->end[0] = news.end;
        } else if (news.id == 0x64) {
            check_counted(pair, &news, session_at_robot(pair), &pair->robot_heard);
        } else {
            assert_int_equal(news.id, 0x25);
        }
    }
}

static void engine_news(struct pair *pair) {
    struct air_news news;
    while (engine_link_take(pair->engine, &news)) {
        if (news.kind == AIR_OPENED) {
            pair->opened[1]++;
        } else if (news.kind == AIR_CLOSED) {
            pair->closed[1]++;
            pair->end[1] = news.end;
        } else if (news.id == 0xc9) {
            check_counted(pair, &news, pair->session, &pair->engine_heard);
        } else {
            assert_int_equal(news.id, 0xf0);
            assert_int_equal(news.number, 0);
        }
    }
}

static struct bytes counted(const struct pair *pair, uint32_t session, uint32_t which) {
    static uint32_t body[50];
    body[0] = pair->index, body[1] = session, body[2] = which;
    return (struct bytes){(const uint8_t *)body, 12 + (which % 16 ? which % 5 : which * 7919 % 188)};
}

static void pair_speak(struct pair *pair) {
    uint8_t room[AIR_DATAGRAM_MAX];
    struct air_peer to;
    size_t len;
    if (engine_link_open(pair->engine)) {
        if (!pair->first_said) { // number 1 may be lost
            pair->first_said = true;
            assert_int_equal(engine_link_send(pair->engine, 0x25, (struct bytes){0}), ERR_NONE);
        }
        while (pair->engine_said < pair->goal && engine_link_room(pair->engine))
            assert_int_equal(
                engine_link_send(pair->engine, 0x64, counted(pair, pair->session, pair->engine_said++)),
                ERR_NONE);
    }
    if (robot_link_open(pair->robot)) {
        while (pair->robot_said < pair->goal && robot_link_room(pair->robot))
            assert_int_equal(
                robot_link_send(pair->robot, 0xc9, counted(pair, session_at_robot(pair), pair->robot_said++)),
                ERR_NONE);
        if (now_us >= pair->state_due_us) {
            uint8_t state[91] = {0};
            assert_int_equal(robot_link_send(pair->robot, 0xf0, (struct bytes){state, sizeof state}),
                             ERR_NONE);
            pair->state_due_us += 30000;
        }
    }
    while ((len = engine_link_poll(pair->engine, now_us, &to, room, sizeof room))) {
        assert_true(air_peer_same(to, ROBOT));
        air_carry(pair->index, true, pair->engine_peer, room, len);
    }
    engine_news(pair);
    while ((len = robot_link_poll(pair->robot, now_us, &to, room, sizeof room)))
        air_carry(pair->index, false, to, room, len);
    robot_news(pair);
}

// One step: to the next thing that happens, at least a millisecond on.
static void step(struct pair *pairs, unsigned count) {
    int64_t due = INT64_MAX;
    for (unsigned i = 0; i < count; i++) {
        due = clock_earlier(due,
                            clock_earlier(engine_link_due(pairs[i].engine), robot_link_due(pairs[i].robot)));
        if (robot_link_open(pairs[i].robot)) due = clock_earlier(due, pairs[i].state_due_us);
    }
    due = clock_earlier(due, lossy_link_due(lossy));
    if (due < now_us + 1000) due = now_us + 1000;
    if (due > now_us + 100000) due = now_us + 100000;
    now_us = due;
    struct lossy_link_tag tag;
    struct bytes datagram;
    while (lossy_link_take(lossy, now_us, &tag, &datagram)) {
        struct label label;
        memcpy(&label, tag.bytes, sizeof label);
        struct pair *pair = &pairs[label.pair];
        if (label.to_robot) {
            robot_link_feed(pair->robot, now_us, label.engine, datagram);
            robot_news(pair);
        } else if (air_peer_same(label.engine, pair->engine_peer)) { // else its socket is closed
            engine_link_feed(pair->engine, now_us, ROBOT, datagram);
            engine_news(pair);
        }
    }
    for (unsigned i = 0; i < count; i++) pair_speak(&pairs[i]);
}

static bool all_heard(const struct pair *pair) {
    return pair->engine_heard == pair->goal && pair->robot_heard == pair->goal;
}

static void until_heard(struct pair *pairs, unsigned count, int64_t limit_us) {
    int64_t limit = now_us + limit_us;
    bool all = false;
    while (!all && now_us < limit) {
        step(pairs, count);
        all = true;
        for (unsigned i = 0; i < count; i++) {
            if (pairs[i].closed[0] || pairs[i].closed[1])
                fail_msg("a session ended at %lld", (long long)now_us);
            all = all && all_heard(&pairs[i]);
        }
    }
    assert_true(all);
}

static void everything_arrives_once_and_in_order_while_numbers_wrap_twice(void **state) {
    struct pair pair;
    air_begin(0.3f, 0.1f, 400000, 1);
    pair_new(&pair, 0, 2 * 65534 + 1000);
    pair_connect(&pair);
    unsigned before = alloc_count();
    until_heard(&pair, 1, 20000000000);
    assert_int_equal(alloc_count(), before); // nothing allocates after birth
    const struct air_stats *engine = engine_link_stats(pair.engine), *robot = robot_link_stats(pair.robot);
    print_message("# %.0f virtual seconds, %llu sent again of %llu, at most %u datagrams under way\n",
                  (double)now_us / 1e6, (unsigned long long)engine->resent, (unsigned long long)engine->sent,
                  lossy_link_most(lossy));
    assert_true(robot->again > 10000 && robot->early > 1000); // it was hostile
    assert_true(engine->again > 10000);
    assert_int_equal(engine->malformed + robot->malformed + engine->strangers + robot->strangers, 0);
    assert_true(engine->rtt_most_us <= 801000 + 2000);
    assert_int_equal(engine->delivered, pair.goal + 1); // the connect packet, too
    assert_in_range(robot->delivered, pair.goal, pair.goal + 1);
    pair_free(&pair);
}

static void a_quiet_air_needs_no_second_time(void **state) {
    struct pair pair;
    air_begin(0, 0, 5000, 2);
    pair_new(&pair, 0, 70000);
    pair_connect(&pair);
    until_heard(&pair, 1, 2000000000);
    assert_int_equal(engine_link_stats(pair.engine)->resent, 0);
    assert_int_equal(pair.closed[0] + pair.closed[1], 0);
    pair_free(&pair);
}

static void three_dark_seconds_are_survived_and_five_are_not(void **state) {
    struct pair pair;
    air_begin(0.1f, 0.1f, 100000, 3);
    pair_new(&pair, 0, 20000);
    pair_connect(&pair);
    while (pair.robot_heard < 1000) step(&pair, 1);
    lossy_link_dark(lossy, now_us + 3000000);
    until_heard(&pair, 1, 1000000000);
    pair.goal = 40000;
    while (pair.robot_heard < 21000) step(&pair, 1);
    lossy_link_dark(lossy, now_us + 6000000);
    int64_t dark = now_us;
    while (now_us < dark + 5500000) step(&pair, 1);
    for (unsigned side = 0; side < 2; side++) {
        assert_int_equal(pair.closed[side], 1);
        assert_int_equal(pair.end[side], AIR_SILENT);
    }
    uint64_t said = engine_link_stats(pair.engine)->frames_out + robot_link_stats(pair.robot)->frames_out;
    while (now_us < dark + 10000000) step(&pair, 1);
    assert_int_equal(engine_link_stats(pair.engine)->frames_out + robot_link_stats(pair.robot)->frames_out,
                     said);
    pair_connect(&pair); // and anew
    pair.goal = 500;
    pair.closed[0] = pair.closed[1] = 0;
    until_heard(&pair, 1, 100000000);
    pair_free(&pair);
}

// Sessions one after the other: resets, first packets and goodbyes are lost and late like everything else,
// and what is left of one session flies into the next. What each session hears is a beginning of what was
// said in it.
static void many_short_sessions(void **state) {
    struct pair pair;
    air_begin(0.3f, 0.2f, 400000, 4);
    pair_new(&pair, 0, 0);
    unsigned unanswered = 0, whole = 0;
    for (unsigned session = 1; session <= 300; session++) {
        pair.goal = session % 7 * 13;
        unsigned opened = pair.opened[1];
        pair_connect(&pair);
        int64_t began = now_us;
        while (pair.opened[1] == opened && now_us < began + 6000000) step(&pair, 1);
        if (pair.opened[1] == opened) {
            unanswered++;
            continue;
        }
        int64_t talk = session % 5 ? 20000000 : 300000; // every fifth hangs up in the middle
        began = now_us;
        while (!all_heard(&pair) && now_us < began + talk) step(&pair, 1);
        whole += all_heard(&pair);
        if (session % 5) assert_true(all_heard(&pair));
        engine_link_goodbye(pair.engine);
        step(&pair, 1);
        assert_false(engine_link_open(pair.engine));
    }
    assert_true(unanswered < 3);
    assert_true(whole >= 235);
    int64_t end = now_us + 6000000; // whether the last goodbye arrived or not
    while (now_us < end) step(&pair, 1);
    assert_false(robot_link_open(pair.robot));
    assert_int_equal(pair.opened[0], pair.closed[0]);
    assert_true(pair.opened[0] >= 295);
    pair_free(&pair);
}

static void the_same_seed_makes_the_same_weather(void **state) {
    struct lossy_link *a =
        lossy_link_new(&(struct lossy_link_config){.loss = 0.5f, .jitter_us = 1000, .seed = 9, .room = 32});
    struct lossy_link *b =
        lossy_link_new(&(struct lossy_link_config){.loss = 0.5f, .jitter_us = 1000, .seed = 9, .room = 32});
    struct lossy_link_tag tag = {0}, other;
    struct bytes one, two;
    unsigned came = 0;
    assert_true(lossy_link_due(a) == INT64_MAX);
    for (uint8_t i = 0; i < 100; i++) {
        lossy_link_put(a, i, &tag, (struct bytes){&i, 1});
        lossy_link_put(b, i, &tag, (struct bytes){&i, 1});
    }
    assert_int_equal(lossy_link_most(a), 32); // the rest had no room
    assert_int_equal(lossy_link_lost(a), 68);
    while (lossy_link_take(a, 2000, &tag, &one)) {
        assert_true(lossy_link_take(b, 2000, &other, &two));
        assert_int_equal(one.at[0], two.at[0]);
        came++;
    }
    assert_int_equal(came, 32);
    lossy_link_free(a);
    lossy_link_free(b);
}

static void many_robots_on_one_loop(void **state) {
    static struct pair pairs[PAIRS];
    air_begin(0.2f, 0.1f, 60000, 5);
    for (unsigned i = 0; i < PAIRS; i++) {
        pair_new(&pairs[i], i, 2000 + i);
        pair_connect(&pairs[i]);
    }
    until_heard(pairs, PAIRS, 1000000000);
    for (unsigned i = 0; i < PAIRS; i++) pair_free(&pairs[i]);
}

TESTS(cmocka_unit_test(the_same_seed_makes_the_same_weather),
      cmocka_unit_test(a_quiet_air_needs_no_second_time), cmocka_unit_test(many_robots_on_one_loop),
      cmocka_unit_test(three_dark_seconds_are_survived_and_five_are_not),
      cmocka_unit_test(many_short_sessions),
      cmocka_unit_test(everything_arrives_once_and_in_order_while_numbers_wrap_twice))
