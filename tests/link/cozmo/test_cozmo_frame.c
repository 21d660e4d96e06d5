// Frames and packets, the windows that put them in order and the line in which they wait, with bytes.
#include "support/support.h"

#include "base/data/json.h"
#include "base/system/file.h"
#include "link/cozmo/air.h"
#include "link/cozmo/window.h"

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
      cmocka_unit_test(bodies_longer_shorter_and_unknown))
