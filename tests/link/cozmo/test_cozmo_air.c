// Frames, windows and the opening, closing and ageing of sessions, each end driven by hand with bytes.
#include "support/support.h"

#include "base/file.h"
#include "base/json.h"
#include "link/cozmo/engine_link.h"
#include "link/cozmo/robot_link.h"
#include "link/cozmo/window.h"

static const struct air_peer ENGINE = {0x7f000001, 40000}, STRANGER = {0x7f000001, 40001},
                             FOREIGN = {0xc0a80002, 40000}, ROBOT = {0x7f000001, COZMO_PORT};

// Frames

static bool name_of(const struct air_packet *packet, const char **name) {
    bool message = packet->type == COZMO_PACKET_TYPE_COMMAND || packet->type == COZMO_PACKET_TYPE_EVENT;
    unsigned id = message ? packet->content.at[0] : packet->type;
    for (int to = COZMO_TO_ROBOT; to <= COZMO_TO_ENGINE; to++) {
        int kind = cozmo_message_find(message ? COZMO_SPACE_MESSAGE : COZMO_SPACE_PACKET, id,
                                      (enum cozmo_direction)to, COZMO_VERSION);
        if (kind >= 0) *name = cozmo_messages[kind].body->name;
        if (kind >= 0) return true;
    }
    return false;
}

static int64_t whole(const struct json *object, const char *key) {
    int64_t v = -1;
    assert_int_equal(json_get_int(object, key, 0, 65535, &v, NULL), ERR_NONE);
    return v;
}

static void one_frame_vector(struct text said, struct text code, struct arena *arena) {
    uint8_t datagram[2048], again[2048];
    size_t len;
    assert_int_equal(hex_to_bytes(code, datagram, sizeof datagram, &len), ERR_NONE);
    struct json *json;
    assert_int_equal(json_parse(said, "vectors.tsv", arena, NULL, &json, NULL), ERR_NONE);
    struct air_frame frame;
    assert_int_equal(air_frame_read(&frame, (struct bytes){datagram, len}), ERR_NONE);
    assert_int_equal(frame.type, whole(json, "type"));
    assert_int_equal(frame.first, whole(json, "first"));
    assert_int_equal(frame.last, whole(json, "seq"));
    assert_int_equal(frame.ack, whole(json, "ack"));
    struct writer out = writer_of(again, sizeof again);
    air_frame_begin(&out, frame.type, frame.first, frame.last, frame.ack);
    struct air_walk walk = air_walk_of(&frame);
    struct air_packet packet;
    const struct json *packets = json_get(json, "packets");
    size_t count = 0;
    while (air_walk_next(&walk, &packet)) {
        const char *name = NULL;
        assert_true(name_of(&packet, &name));
        struct text said_name;
        assert_int_equal(json_as_text(json_at(packets, count++), &said_name, NULL), ERR_NONE);
        assert_true(text_is(said_name, name));
        if (walk.single)
            write_bytes(&out, packet.content.at, packet.content.len);
        else
            air_frame_add(&out, packet.type, packet.content);
    }
    assert_null(json_at(packets, count));
    assert_int_equal(writer_len(&out), len);
    assert_memory_equal(again, datagram, len);
}

static void every_known_frame_is_taken_apart_and_put_together(void **state) {
    char path[1024];
    snprintf(path, sizeof path, "%s/tests/link/cozmo/data/vectors.tsv", getenv("SOURCE"));
    struct buf file = {0};
    assert_int_equal(file_read(path, 1 << 20, &file, NULL), ERR_NONE);
    struct text rest = {(const char *)file.at, file.len}, line;
    struct arena *arena = arena_new(1 << 16);
    unsigned count = 0;
    while (text_split(&rest, '\n', &line)) {
        struct text kind, name, said = {0}, code = {0};
        if (!text_split(&line, '\t', &kind) || !text_is(kind, "frame")) continue;
        assert_true(text_split(&line, '\t', &name) && text_split(&line, '\t', &said) &&
                    text_split(&line, '\t', &code));
        one_frame_vector(said, code, arena);
        count++;
    }
    assert_int_equal(count, 11);
    arena_free(arena);
    buf_free(&file);
}

static void what_is_no_frame_is_refused(void **state) {
    struct air_frame frame;
    struct bytes good = hex("434f5a03524501 07 0100 0200 0100 04 0100 25 04 0100 25");
    assert_int_equal(air_frame_read(&frame, good), ERR_NONE);
    for (size_t len = 0; len < good.len; len++) {
        enum err err = air_frame_read(&frame, (struct bytes){good.at, len});
        bool between_packets = len == 14 || len == 18;
        assert_int_equal(err, between_packets ? ERR_NONE : ERR_SHORT);
    }
    assert_int_equal(air_frame_read(&frame, hex("434f5a03524502 07 0100 0200 0100")), ERR_SYNTAX);
    for (unsigned type = 0; type < 256; type++) {
        uint8_t bytes[40];
        memcpy(bytes, good.at, 14);
        memset(bytes + 14, 0, 26);
        bytes[7] = (uint8_t)type;
        bool known = (type >= 1 && type <= 5) || (type >= 7 && type <= 11);
        size_t len = type == 7 || type == 8 || type == 9 ? 14 : 31;
        assert_int_equal(air_frame_read(&frame, (struct bytes){bytes, len}), known ? ERR_NONE : ERR_UNKNOWN);
    }
    assert_int_equal(air_frame_read(&frame, hex("434f5a03524501 07 ffff 0000 0000")), ERR_SYNTAX);
    assert_int_equal(air_frame_read(&frame, hex("434f5a03524501 07 0000 0000 ffff")), ERR_SYNTAX);
    assert_int_equal(air_frame_read(&frame, hex("434f5a03524501 04 0100 0100 0000")), ERR_SHORT);
    assert_int_equal(air_frame_read(&frame, hex("434f5a03524501 07 0100 0100 0000 04 0500 25")), ERR_SHORT);
}

static void numbers_run_to_65534_and_begin_again(void **state) {
    assert_int_equal(window_plus(65534, 1), 1);
    assert_int_equal(window_plus(1, 65534), 1);
    assert_int_equal(window_before(1), 65534);
    assert_int_equal(window_distance(65530, 3), 7);
    assert_int_equal(window_distance(3, 3), 0);
    for (unsigned i = 0; i < 200; i++) // a number's place does not jump where they begin again
        assert_int_equal(window_plus((uint16_t)(65400 + i % 100), i % 62) % WINDOW,
                         (65400 + i % 100 + i % 62 - (65400 + i % 100 + i % 62 > 65534 ? 65534 : 0)) %
                             WINDOW);
    struct air_frame frame;
    struct bytes two = hex("434f5a03524501 07 feff 0100 0000 04 0100 25 05 0100 f0 04 0100 3b");
    assert_int_equal(air_frame_read(&frame, two), ERR_NONE);
    struct air_walk walk = air_walk_of(&frame);
    struct air_packet packet;
    assert_true(air_walk_next(&walk, &packet));
    assert_int_equal(packet.number, 65534);
    assert_true(air_walk_next(&walk, &packet));
    assert_int_equal(packet.number, 0);
    assert_true(air_walk_next(&walk, &packet));
    assert_int_equal(packet.number, 1);
}

static void a_window_keeps_62_and_hands_over_in_order(void **state) {
    static struct window_slot slots[WINDOW];
    struct window_in in = {.slots = slots};
    window_in_begin(&in, 65500);
    struct air_packet packet;
    for (unsigned ahead = WINDOW - 1; ahead > 0; ahead--) {
        uint16_t number = window_plus(65500, ahead);
        struct air_packet early = {4, number, {(const uint8_t *)&number, 2}};
        assert_int_equal(window_in_judge(&in, number), WINDOW_EARLY);
        assert_true(window_in_keep(&in, &early));
        assert_int_equal(window_in_judge(&in, number), WINDOW_AGAIN);
    }
    assert_int_equal(window_in_judge(&in, window_plus(65500, WINDOW)), WINDOW_FAR);
    assert_int_equal(window_in_judge(&in, 65499), WINDOW_AGAIN);
    assert_int_equal(window_in_judge(&in, window_plus(65500, 30000)), WINDOW_FAR);
    assert_false(window_in_kept(&in, &packet));
    assert_int_equal(window_in_judge(&in, 65500), WINDOW_NEXT);
    window_in_took(&in);
    for (unsigned i = 1; i < WINDOW; i++) {
        assert_true(window_in_kept(&in, &packet));
        assert_int_equal(packet.number, window_plus(65500, i));
        uint16_t said;
        memcpy(&said, packet.content.at, 2);
        assert_int_equal(said, packet.number);
    }
    assert_false(window_in_kept(&in, &packet));
    struct air_packet huge = {4, window_plus(in.next, 3), {(const uint8_t *)slots, AIR_CONTENT_MAX + 1}};
    assert_false(window_in_keep(&in, &huge));
}

static void a_line_of_packets_holds_what_it_promises(void **state) {
    static uint8_t bytes[8 * QUEUE_PACKET];
    struct queue_place places[7];
    struct packet_queue queue;
    queue_init(&queue, bytes, queue_bytes_for(7), places, 7);
    static uint8_t body[AIR_CONTENT_MAX];
    uint32_t pushed = 0, popped = 0, dice = 1;
    for (unsigned turn = 0; turn < 20000; turn++) {
        dice = dice * 1664525 + 1013904223;
        size_t len = dice >> 30 ? dice >> 8 & 63 : AIR_CONTENT_MAX - 1 - (dice >> 20 & 3);
        if (len < 4) len = 4;
        memcpy(body, &pushed, 4);
        body[len - 1] ^= (uint8_t)pushed;
        bool in = queue_push(&queue, 4, 0x55, (struct bytes){body, len});
        assert_int_equal(in, pushed - popped < 7); // seven of whatever size always fit
        pushed += in;
        while (queue.count && (!in || dice >> 16 & 1)) {
            struct bytes packet = queue_at(&queue, 0);
            uint32_t said;
            memcpy(&said, packet.at + 4, 4);
            if (packet.len > 8) assert_int_equal(said, popped);
            assert_int_equal(packet.len, AIR_PACKET_HEAD + (packet.at[1] | packet.at[2] << 8));
            queue_pop(&queue, 1);
            popped++;
            in = true;
            dice = dice * 1664525 + 1013904223;
        }
    }
    assert_false(queue_push(&queue, 4, -1, (struct bytes){body, AIR_CONTENT_MAX + 1}));
}

// The robot's end

static int64_t now;

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
    assert_int_equal(news.kind, kind);
    if (kind == AIR_MESSAGE) assert_int_equal(news.id, detail);
    if (kind == AIR_CLOSED) assert_int_equal(news.end, detail);
}
static void expect_nothing(struct robot_link *robot) {
    struct air_news news;
    assert_false(robot_link_take(robot, &news));
}

#define RESET   "434f5a03524501 01 0100 0100 0000"
#define CONNECT "434f5a03524501 09 0100 0100 0100 02 0000"

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
    // One more named in the head than there is: counted from the first, the head's last number proves nothing.
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
    // A reset of the engine before, long under way, does not throw the new one out; one that is really new does.
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

// The engine's end

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
    assert_int_equal(news.kind, kind);
    if (kind == AIR_MESSAGE) assert_int_equal(news.id, detail);
    if (kind == AIR_CLOSED) assert_int_equal(news.end, detail);
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

static void bodies_longer_shorter_and_unknown(void **state) {
    struct cozmo_message message;
    struct air_news news = {.kind = AIR_MESSAGE, .id = 0xdb, .body = hex("01 02 03")};
    assert_int_equal(air_decode(&news, COZMO_TO_ENGINE, COZMO_VERSION, &message), ERR_NONE);
    assert_true(message.kind == COZMO_BUTTON_PRESSED && message.button_pressed.pressed);
    news.body.len = 0;
    assert_int_equal(air_decode(&news, COZMO_TO_ENGINE, COZMO_VERSION, &message), ERR_SHORT);
    news.id = 0xe7;
    assert_int_equal(air_decode(&news, COZMO_TO_ENGINE, COZMO_VERSION, &message), ERR_UNKNOWN);
    for (int end = 0; end < AIR_END_COUNT; end++) assert_true(strlen(air_end_text((enum air_end)end)) > 5);
}

TESTS(cmocka_unit_test(every_known_frame_is_taken_apart_and_put_together),
      cmocka_unit_test(what_is_no_frame_is_refused), cmocka_unit_test(numbers_run_to_65534_and_begin_again),
      cmocka_unit_test(a_window_keeps_62_and_hands_over_in_order),
      cmocka_unit_test(a_line_of_packets_holds_what_it_promises),
      cmocka_unit_test(a_reset_is_answered_until_it_is_acknowledged),
      cmocka_unit_test(an_engine_may_begin_with_one_or_two),
      cmocka_unit_test(early_packets_wait_for_the_hole_to_close),
      cmocka_unit_test(what_was_not_taken_is_not_acknowledged),
      cmocka_unit_test(frames_begin_with_the_oldest_and_ride_along), cmocka_unit_test(a_full_line_says_so),
      cmocka_unit_test(a_frame_does_not_end_with_65534),
      cmocka_unit_test(a_client_that_does_not_resend_gets_first_aid),
      cmocka_unit_test(strangers_are_dropped_and_a_reset_takes_over),
      cmocka_unit_test(five_seconds_of_silence_end_it), cmocka_unit_test(goodbyes),
      cmocka_unit_test(a_robot_takes_no_robots_frames_nor_larger_ones),
      cmocka_unit_test(an_engine_asks_until_it_is_answered),
      cmocka_unit_test(an_engine_collects_packs_and_sends_all_again),
      cmocka_unit_test(pings_measure_the_way_there_and_back),
      cmocka_unit_test(a_robot_that_began_anew_is_noticed), cmocka_unit_test(a_silent_robot_is_noticed),
      cmocka_unit_test(an_engine_says_goodbye_once_and_nothing_more),
      cmocka_unit_test(bodies_longer_shorter_and_unknown))
