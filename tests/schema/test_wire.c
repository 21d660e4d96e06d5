// Generated code, the walker of run-time schemas and JSON against each other and against bytes that were
// written by hand.
#include "support/support.h"

#include "base/data/json.h"
#include "schema/demo.h"
#include "schema/json.h"
#include "schema/random.h"
#include "schema/walk.h"

enum { ROOM = 1 << 16 };
static const unsigned VERSIONS[] = {1, 2, 3, 4, 5, 9, 10, 20, 21, 1999, 2000, 2380, 2381};
enum { VERSION_COUNT = sizeof VERSIONS / sizeof *VERSIONS };

static void *body_of(struct demo_message *message) { return &message->ping; }

static size_t unhex(const char *hex, uint8_t *out, size_t room) {
    size_t len = 0;
    assert_int_equal(hex_to_bytes(text_of(hex), out, room, &len), ERR_NONE);
    return len;
}

// Decodes a packet that begins with its id, prints it, and encodes it again.
static void golden(enum demo_space space, enum demo_direction direction, unsigned version, const char *hex,
                   const char *json) {
    uint8_t packet[2048], again[2048];
    size_t len = unhex(hex, packet, sizeof packet);
    struct demo_message message;
    struct reader in = reader_of(packet, len);
    enum err err = space == DEMO_SPACE_FRAME    ? demo_frame_decode(&message, &in, direction, version)
                   : space == DEMO_SPACE_PACKET ? demo_packet_decode(&message, &in, direction, version)
                                                : demo_message_decode(&message, &in, direction, version);
    assert_int_equal(err, ERR_NONE);
    struct buf text = {0};
    struct json_writer writer = json_writer_of(&text, 0);
    schema_print(demo_messages[message.kind].body, body_of(&message), &writer, version);
    assert_int_equal(text.err, ERR_NONE);
    assert_string_equal((const char *)text.at, json);
    buf_free(&text);
    struct writer out = writer_of(again, sizeof again);
    assert_int_equal(demo_message_encode(&message, &out, version), ERR_NONE);
    assert_int_equal(writer_len(&out), len);
    assert_memory_equal(again, packet, len);
}

static void bytes_written_by_hand_mean_what_they_should(void **state) {
    golden(DEMO_SPACE_MESSAGE, DEMO_TO_ROBOT, 2381, "81 10000080 ffffffff 07 2a 0300 cdc9a0",
           "{\"tag\":2147483664,\"length\":-1,\"op\":7,\"unknown\":42,\"data\":\"cdc9a0\"}");
    golden(DEMO_SPACE_MESSAGE, DEMO_TO_ROBOT, 2381, "81 ffffffff 00000000 03 00 0000",
           "{\"tag\":\"NVEntry_Invalid\",\"length\":0,\"op\":\"WIPE_ALL\",\"unknown\":0,\"data\":\"\"}");
    golden(DEMO_SPACE_PACKET, DEMO_TO_ENGINE, 2381, "0b 00000000004a9340 03000000 02000000 00",
           "{\"time_sent_ms\":1234.5,\"counter\":3,\"last\":2,\"unknown\":0}");
    golden(
        DEMO_SPACE_MESSAGE, DEMO_TO_ENGINE, 1, "0b 02 3431 01 00 00 00",
        "{\"ssid_hex\":\"41\",\"wifi_state\":1,\"access_point\":false,\"ble_state\":0,\"battery_state\":0}");
    golden(DEMO_SPACE_MESSAGE, DEMO_TO_ENGINE, 5, "0b 00 03 01 00 00 02 7631 03 303065 00 01 01",
           "{\"ssid_hex\":\"\",\"wifi_state\":3,\"access_point\":true,\"ble_state\":0,\"battery_state\":0,"
           "\"version\":"
           "\"v1\",\"esn\":\"00e\",\"ota_in_progress\":false,\"has_owner\":true,\"is_cloud_authed\":true}");
    golden(DEMO_SPACE_MESSAGE, DEMO_TO_ENGINE, 2, "0d 00 02 06 03 02 3431 00 00 01 00 01",
           "{\"status\":0,\"points\":[{\"auth\":6,\"signal\":3,\"ssid_hex\":\"41\",\"hidden\":false},{"
           "\"auth\":0,"
           "\"signal\":1,\"ssid_hex\":\"\",\"hidden\":true}]}");
    golden(DEMO_SPACE_MESSAGE, DEMO_TO_ROBOT, 5, "18 00 0200 01 61 02 c3a4",
           "{\"mode\":0,\"filters\":[\"a\",\"\xc3\xa4\"]}");
    golden(DEMO_SPACE_MESSAGE, DEMO_TO_ROBOT, 5, "01 00 ff0000 0a0501 00ff00 010203 0000ff 000000",
           "{\"flags\":0,\"frames\":[{\"red\":255,\"green\":0,\"blue\":0,\"hold\":10,\"decay\":5,\"link\":1},"
           "{\"red\":0,"
           "\"green\":255,\"blue\":0,\"hold\":1,\"decay\":2,\"link\":3},{\"red\":0,\"green\":0,\"blue\":255,"
           "\"hold\":0,"
           "\"decay\":0,\"link\":0}]}");
    golden(DEMO_SPACE_MESSAGE, DEMO_TO_ROBOT, 5, "00 00 00010203", "{\"flags\":0,\"initial\":\"00010203\"}");
    golden(DEMO_SPACE_MESSAGE, DEMO_TO_ENGINE, 5, "04 00 8403", "{\"rail\":900}");
    golden(DEMO_SPACE_MESSAGE, DEMO_TO_ENGINE, 5, "03 0102", "{\"rest\":\"0102\"}");
}

static void the_two_data_frames_lie_where_they_should(void **state) {
    uint8_t frame[768] = {0};
    frame[0] = 7, frame[8] = 0xff, frame[9] = frame[10] = frame[11] = 0xff, frame[56] = 1, frame[70] = 0x43;
    frame[0x4e] = 0x34, frame[0x4f] = 0x12, frame[92] = 9, frame[128] = 1, frame[128 + 8] = 2,
    frame[767] = 0x80;
    struct demo_body_frame body;
    struct reader in = reader_of(frame, sizeof frame);
    assert_int_equal(demo_body_frame_decode(&body, &in, 0), ERR_NONE);
    assert_true(reader_done(&in));
    assert_int_equal(body.sequence, 7);
    assert_int_equal(body.motors[0].position, -1);
    assert_int_equal(body.cliff[0], 1);
    assert_int_equal(body.battery_flags,
                     DEMO_BATTERY_FLAG_ON_CHARGER | DEMO_BATTERY_FLAG_CHARGING | DEMO_BATTERY_FLAG_SHUTDOWN);
    assert_int_equal(body.tof_range_mm, 0x1234);
    assert_int_equal(body.touch[0], 9);
    assert_int_equal(body.microphones[0][0], 1);
    assert_int_equal(body.microphones[1][0], 2);
    assert_int_equal(body.microphones[79][3], -32768);
    uint8_t head[64];
    memset(head, 0xee, sizeof head);
    struct demo_head_frame drive = {.sequence = 1, .drive = {-1, 2, 3, 4}, .lights = {{1, 2, 3}, {4, 5, 6}}};
    struct writer out = writer_of(head, sizeof head);
    assert_int_equal(demo_head_frame_encode(&drive, &out, 0), ERR_NONE);
    assert_memory_equal(head, "\1\0\0\0\0\0\0\0\xff\xff\2\0\3\0\4\0\1\2\3\4\5\6\0\0", 24);
    for (size_t i = 28; i < 64; i++) assert_int_equal(head[i], 0); // reserved
}
// Ids go by space, direction and version.
static void a_message_is_found_by_space_direction_and_version(void **state) {
    assert_int_equal(demo_message_find(DEMO_SPACE_MESSAGE, 0x24, DEMO_TO_ROBOT, 9), DEMO_OLD);
    assert_int_equal(demo_message_find(DEMO_SPACE_MESSAGE, 0x24, DEMO_TO_ROBOT, 10), DEMO_NEW);
    assert_int_equal(demo_message_find(DEMO_SPACE_MESSAGE, 0x24, DEMO_TO_ENGINE, 10), -1);
    assert_int_equal(demo_message_find(DEMO_SPACE_MESSAGE, 0x18, DEMO_TO_ROBOT, 1), -1);
    assert_int_equal(demo_message_find(DEMO_SPACE_PACKET, 0x0b, DEMO_TO_ROBOT, 1), DEMO_PING);
    assert_int_equal(demo_message_find(DEMO_SPACE_FRAME, 0x6466, DEMO_TO_ENGINE, 1), DEMO_BODY_FRAME);
    assert_int_equal(demo_message_find(DEMO_SPACE_FRAME, 0x6466, DEMO_TO_ROBOT, 1), DEMO_HEAD_FRAME);
    assert_int_equal(demo_message_find(DEMO_SPACE_FRAME, 0x6466, (enum demo_direction)2, 1), -1);
    for (unsigned direction = 2; direction < 70; direction++) // a stranger's number
        assert_int_equal(demo_message_find(DEMO_SPACE_FRAME, 0x6466, (enum demo_direction)direction, 1), -1);
    for (unsigned v = 0; v < VERSION_COUNT; v++)
        for (unsigned space = 0; space < 3; space++)
            for (unsigned direction = 0; direction < 2; direction++)
                for (uint32_t id = 0; id < 0x6500; id++) {
                    int kind = demo_message_find((enum demo_space)space, id, (enum demo_direction)direction,
                                                 VERSIONS[v]);
                    const struct schema_message *row =
                        schema_find_id(&demo_schema, space, id, direction, VERSIONS[v]);
                    assert_ptr_equal(row, kind < 0 ? NULL : &demo_messages[kind]);
                }
    struct demo_message message = {.kind = DEMO_NEW};
    uint8_t room[8];
    struct writer out = writer_of(room, sizeof room);
    assert_int_equal(demo_message_encode(&message, &out, 9), ERR_VERSION);
    struct reader in = reader_of("\x24\1\2\3", 4);
    assert_int_equal(demo_message_decode_as(&message, DEMO_NEW, &in, 9), ERR_VERSION);
}

// What a version or a packet does not have is at its default after decoding, whatever was there before.
static void is_at_its_defaults(const struct schema_struct *body, const void *generated, const void *walked,
                               unsigned version, struct arena *arena) {
    uint8_t *plain = arena_take(arena, body->size, SCHEMA_ALIGN);
    schema_defaults(body, plain);
    for (uint32_t i = 0; i < body->count; i++) {
        const struct schema_field *field = &body->fields[i];
        if (!schema_in_memory(field)) continue;
        assert_int_equal(schema_has(field, generated), schema_has(field, walked));
        if (schema_holds(field->since, field->until, version) && schema_has(field, generated)) continue;
        assert_int_equal(schema_count_of(field, (const uint8_t *)generated), schema_count_of(field, plain));
        assert_int_equal(schema_count_of(field, (const uint8_t *)walked), schema_count_of(field, plain));
        if (field->kind > SCHEMA_FLOAT || field->count_width) continue;
        assert_memory_equal((const uint8_t *)generated + field->offset, plain + field->offset, field->memory);
        assert_memory_equal((const uint8_t *)walked + field->offset, plain + field->offset, field->memory);
    }
}

// One random message through every road; every road must give the same bytes.
static void travel(struct demo_message *message, unsigned version, struct arena *arena) {
    static uint8_t first[ROOM], other[ROOM];
    const struct schema_struct *body = demo_messages[message->kind].body;
    struct writer out = writer_of(first, sizeof first);
    assert_int_equal(demo_message_encode(message, &out, version), ERR_NONE);
    size_t id = demo_schema.spaces[demo_messages[message->kind].space].width, len = writer_len(&out) - id;
    struct writer measure = writer_of(NULL, 0);
    demo_message_encode(message, &measure, version);
    assert_int_equal(measure.need, writer_len(&out));
    struct schema_size size = schema_size(body, version);
    assert_in_range(len, size.smallest, size.largest);
    const uint8_t *wire = first + id;

    struct writer walked = writer_of(other, sizeof other); // the walker encodes
    assert_int_equal(schema_encode(body, body_of(message), &walked, version), ERR_NONE);
    assert_int_equal(writer_len(&walked), len);
    assert_memory_equal(other, wire, len);

    struct demo_message again; // generated code decodes
    memset(&again, 0xa5, sizeof again);
    struct reader in = reader_of(wire, len);
    assert_int_equal(demo_message_decode_as(&again, message->kind, &in, version), ERR_NONE);
    assert_true(reader_done(&in));
    struct writer twice = writer_of(other, sizeof other);
    assert_int_equal(schema_encode(body, body_of(&again), &twice, version), ERR_NONE);
    assert_int_equal(writer_len(&twice), len);
    assert_memory_equal(other, wire, len);

    void *plain = arena_take(arena, body->size, SCHEMA_ALIGN); // the walker decodes
    memset(plain, 0xa5, body->size);
    in = reader_of(wire, len);
    assert_int_equal(schema_decode(body, plain, &in, version), ERR_NONE);
    assert_true(reader_done(&in));
    is_at_its_defaults(body, body_of(&again), plain, version, arena);
    struct buf text = {0}, second = {0}; // and JSON there and back
    struct json_writer json = json_writer_of(&text, 2);
    schema_print(body, plain, &json, version);
    assert_int_equal(text.err, ERR_NONE);
    struct json *document = NULL;
    struct fault fault = {0};
    enum err err =
        json_parse((struct text){(const char *)text.at, text.len}, "round", arena, NULL, &document, &fault);
    if (!err) err = schema_parse(body, &again.ping, document, arena, &fault);
    if (err) fault_print(&fault, stderr), fputs((const char *)text.at, stderr);
    assert_int_equal(err, ERR_NONE);
    struct writer last = writer_of(other, sizeof other);
    again.kind = message->kind;
    assert_int_equal(demo_message_encode(&again, &last, version), ERR_NONE);
    assert_int_equal(writer_len(&last), len + id);
    assert_memory_equal(other, first, len + id);
    buf_free(&text);
    buf_free(&second);
}

// What is drawn for tests has its edges in it, and all between them; otherwise those who use it prove little.
static void random_values_reach_their_edges(void **state) {
    struct arena *arena = arena_new(1 << 16);
    enum { DRAWS = 4000 };
    unsigned zero = 0, top = 0, sign = 0, ordinary = 0, nans = 0, plain = 0, on = 0, empty = 0, full = 0,
             strange = 0, named = 0;
    unsigned counts[5] = {0}, tails[4] = {0};
    for (unsigned n = 0; n < DRAWS; n++) {
        struct chance dice = chance_of(2, chance_stream("edges"), n);
        struct demo_corners c;
        struct demo_tail tail;
        assert_true(schema_random(&demo_corners_schema, &c, &dice, arena, 2381));
        assert_true(schema_random(&demo_tail_schema, &tail, &dice, arena, 2381));
        zero += c.at_most == 0;
        top += c.at_most == UINT64_MAX;
        sign += c.at_least == INT64_MIN;
        ordinary += c.at_most > UINT32_MAX && c.at_most < UINT64_MAX;
        nans += c.endless != c.endless;
        plain += c.endless > -20000 && c.endless < 20000 && c.endless != 0;
        assert_true(c.three <= 0xffffff);
        on += c.three == 0xffffff;
        empty += c.padded.len == 0;
        full += c.padded.len == 8;
        strange += !utf8_valid(c.padded);
        named += demo_huge_name(c.huge) != NULL;
        counts[c.big_counted_count > 3 ? 4 : c.big_counted_count]++;
        tails[tail.has_second + tail.has_third + tail.has_fourth]++;
        arena_reset(arena);
    }
    const unsigned all[] = {zero,    top,   sign,      ordinary,  nans,     plain,    on,       empty,   full,
                            strange, named, counts[0], counts[4], tails[0], tails[1], tails[2], tails[3]};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i] < DRAWS / 100 || all[i] > DRAWS * 95 / 100) fail_msg("%zu: %u of %u", i, all[i], DRAWS);
    arena_free(arena);
}

static void random_values_come_back_by_every_road(void **state) {
    struct arena *arena = arena_new(1 << 16);
    for (unsigned n = 0; n < 12000; n++) {
        struct chance dice = chance_of(1, chance_stream("round trip"), n);
        unsigned version = VERSIONS[chance_below(&dice, VERSION_COUNT)];
        struct demo_message message = {.kind = (enum demo_kind)(n % DEMO_KIND_COUNT)};
        const struct schema_message *row = &demo_messages[message.kind];
        if (!schema_holds(row->since, row->until, version)) continue;
        assert_true(schema_random(row->body, body_of(&message), &dice, arena, version));
        travel(&message, version, arena);
        arena_reset(arena);
    }
    arena_free(arena);
}

// The walker and generated code must agree on broken packets, too: where they stop, and why.
static void agree(const uint8_t *bytes, size_t len, enum demo_kind kind, unsigned version,
                  struct arena *arena) {
    const struct schema_message *row = &demo_messages[kind];
    uint8_t *exact = malloc(len ? len : 1); // so that a sanitizer sees one byte too far
    memcpy(exact, bytes, len);
    struct demo_message message;
    void *plain = arena_take(arena, row->body->size, SCHEMA_ALIGN);
    struct reader a = reader_of(exact, len), b = reader_of(exact, len);
    demo_message_decode_as(&message, kind, &a, version);
    if (!schema_holds(row->since, row->until, version)) reader_fail(&b, ERR_VERSION);
    schema_decode(row->body, plain, &b, version);
    schema_extra(&demo_schema, &b);
    assert_int_equal(a.err, b.err);
    assert_true(a.at <= a.end && b.at <= b.end);
    free(exact);
}

static void a_packet_may_end_anywhere(void **state) {
    static uint8_t room[ROOM];
    struct arena *arena = arena_new(1 << 16);
    for (unsigned n = 0; n < 600; n++) {
        struct chance dice = chance_of(2, chance_stream("cut"), n);
        unsigned version = VERSIONS[chance_below(&dice, VERSION_COUNT)];
        enum demo_kind kind = (enum demo_kind)(n % DEMO_KIND_COUNT);
        const struct schema_message *row = &demo_messages[kind];
        if (!schema_holds(row->since, row->until, version)) continue;
        struct demo_message message = {.kind = kind};
        assert_true(schema_random(row->body, body_of(&message), &dice, arena, version));
        struct writer out = writer_of(room, sizeof room);
        assert_int_equal(schema_encode(row->body, body_of(&message), &out, version), ERR_NONE);
        size_t len = writer_len(&out);
        struct schema_size size = schema_size(row->body, version);
        for (size_t cut = 0; cut <= len; cut += 1 + (len > 200) * chance_below(&dice, 40)) {
            agree(room, cut, kind, version, arena);
            if (cut >= size.smallest) continue;
            struct reader in = reader_of(room, cut);
            struct demo_message out_of = {0};
            assert_int_equal(demo_message_decode_as(&out_of, kind, &in, version), ERR_SHORT);
        }
        for (unsigned lie = 0; lie < 20 && len; lie++) { // wrong counts, wrong magic, anything
            room[chance_below(&dice, (uint32_t)len)] = (uint8_t)chance_u32(&dice);
            agree(room, len, kind, version, arena);
        }
        arena_reset(arena);
    }
    arena_free(arena);
}

static void what_is_too_much_is_refused(void **state) {
    uint8_t room[2048] = {0};
    struct demo_message message;
    // 1022 bytes, although 1021 are the most
    memset(room, 0, sizeof room);
    room[10] = 0xfe, room[11] = 0x03;
    struct reader in = reader_of(room, 12 + 1022);
    assert_int_equal(demo_message_decode_as(&message, DEMO_NV_STORAGE_OP, &in, 1), ERR_LIMIT);
    struct demo_nv_storage_op op = {.data = {room, 1022}};
    struct writer out = writer_of(room, sizeof room);
    assert_int_equal(demo_nv_storage_op_encode(&op, &out, 1), ERR_RANGE);
    // one element too many, of each kind of array, in the generated decoder and in the walker
    in = reader_of("\0\x09\0.........", 12);
    assert_int_equal(demo_message_decode_as(&message, DEMO_LOGS, &in, 2), ERR_LIMIT);
    struct demo_own six;
    in = reader_of("\0............................\6abcdef\1", 1 + 28 + 1 + 6 + 1);
    assert_int_equal(demo_own_decode(&six, &in, 1), ERR_LIMIT);
    in = reader_of("\0............................\6abcdef\1", 1 + 28 + 1 + 6 + 1);
    assert_int_equal(schema_decode(&demo_own_schema, &six, &in, 1), ERR_LIMIT);
    six.few_count = 6;
    out = writer_of(room, sizeof room);
    assert_int_equal(demo_own_encode(&six, &out, 1), ERR_RANGE);
    out = writer_of(room, sizeof room);
    assert_int_equal(schema_encode(&demo_own_schema, &six, &out, 1), ERR_RANGE);
    // a rest longer than its maximum, and a piece of an element
    in = reader_of(room, 1 + 6 * 5);
    assert_int_equal(demo_message_decode_as(&message, DEMO_REST, &in, 1), ERR_LIMIT);
    in = reader_of(room, 1 + 6 * 2 + 1);
    assert_int_equal(demo_message_decode_as(&message, DEMO_REST, &in, 1), ERR_SHORT);
    // bytes of a fixed length must have it
    struct demo_corners corners;
    demo_corners_defaults(&corners);
    corners.four = (struct bytes){room, 3};
    out = writer_of(room, sizeof room);
    assert_int_equal(demo_corners_encode(&corners, &out, 1), ERR_RANGE);
    // a must that is not
    in = reader_of("\1\2\3", 3);
    assert_int_equal(demo_message_decode_as(&message, DEMO_CUBE_VOLTAGE, &in, 1), ERR_SYNTAX);
    // an optional field behind one that is absent
    struct demo_tail tail = {.has_third = true};
    out = writer_of(room, sizeof room);
    assert_int_equal(demo_tail_encode(&tail, &out, 2), ERR_MISSING);
    // a zero inside a text that is kept with a zero at its end
    struct demo_own own;
    in = reader_of("\3a\0b", 4);
    assert_int_equal(demo_own_decode(&own, &in, 1), ERR_SYNTAX);
}

static void a_tail_may_be_absent(void **state) {
    struct demo_message message;
    struct reader in = reader_of("\x21\x05", 2);
    assert_int_equal(demo_message_decode(&message, &in, DEMO_TO_ROBOT, 3), ERR_NONE);
    assert_false(message.tail.has_second);
    assert_int_equal(message.tail.second, 7);
    in = reader_of("\x21\x05\x01\x02", 4);
    assert_int_equal(demo_message_decode(&message, &in, DEMO_TO_ROBOT, 3), ERR_NONE);
    assert_true(message.tail.has_second);
    assert_false(message.tail.has_third);
    assert_int_equal(message.tail.second, 0x0201);
    in = reader_of("\x21\x05\x01", 3); // half of it
    assert_int_equal(demo_message_decode(&message, &in, DEMO_TO_ROBOT, 3), ERR_SHORT);
}

static void defaults_are_those_of_the_schema(void **state) {
    struct demo_corners made, walked;
    memset(&made, 1, sizeof made);
    demo_corners_defaults(&made);
    assert_int_equal(made.port, 443);
    assert_true(made.huge == UINT64_MAX && made.deep == INT64_MIN && made.at_least == INT64_MIN);
    assert_true(made.wide == (UINT64_C(1) << 63 | 1));
    assert_true(made.own.wanted && made.pair[1].speed_mmps == -1.5f && made.points[3][2] == 1.0f);
    assert_true(made.not_a_number != made.not_a_number);
    schema_defaults(&demo_corners_schema, &walked);
    uint8_t a[2048], b[2048];
    made.four = walked.four = (struct bytes){a, 4};
    memset(a, 0, sizeof a), memset(b, 0, sizeof b);
    struct writer x = writer_of(a + 4, sizeof a - 4), y = writer_of(b + 4, sizeof b - 4);
    assert_int_equal(demo_corners_encode(&made, &x, 2000), ERR_NONE);
    assert_int_equal(schema_encode(&demo_corners_schema, &walked, &y, 2000), ERR_NONE);
    assert_int_equal(writer_len(&x), writer_len(&y));
    assert_memory_equal(a, b, sizeof a);
    // a field that the version does not have takes its default when decoded
    struct demo_own own;
    memset(&own, 1, sizeof own);
    uint8_t wire[64] = {0};
    struct reader in = reader_of(wire, 1 + 12 + 16 + 1 + 1);
    assert_int_equal(demo_own_decode(&own, &in, 2), ERR_NONE);
    assert_true(own.speed_mmps == -1.5f);
    assert_true(reader_done(&in));
}

static void strange_values_have_a_form_as_text(void **state) {
    struct arena *arena = arena_new(1 << 16);
    static const struct {
        const char *json, *again; // again NULL: the same
    } TABLE[] = {
        {"{\"at_most\":\"18446744073709551615\"}", NULL},
        {"{\"at_most\":9223372036854775807}", NULL},
        {"{\"at_most\":\"9223372036854775808\"}", NULL},
        {"{\"at_least\":-9223372036854775808}", NULL},
        {"{\"endless\":\"inf\"}", NULL},
        {"{\"endless\":\"nan\"}", NULL},
        {"{\"endless\":\"0xffc00001\"}", NULL},
        {"{\"endless\":-0.0}", "{\"endless\":-0}"},
        {"{\"big_double\":\"0xfff8000000000000\"}", NULL},
        {"{\"padded\":\"hex:ff00fe\"}", NULL},
        {"{\"padded\":\"hex:6865783a\"}", NULL}, // a text that looks like one of these
        {"{\"padded\":\"a\\u0000b\"}", NULL},
        {"{\"huge\":\"TOP\"}", NULL},
        {"{\"huge\":12345678901}", NULL},
        {"{\"huge\":\"18446744073709551614\"}", NULL},
        {"{\"deep\":-2}", NULL},
        {"{\"wide\":[\"LOW\",\"HIGH\"]}", NULL},
        {"{\"wide\":[\"LOW\",6]}", NULL},
        {"{\"wide\":7}", "{\"wide\":[\"LOW\",6]}"},
        {"{\"result\":-128}", "{\"result\":\"LOWEST\"}"},
        {"{\"flags\":[[\"LOW\"],[]]}", NULL},
    };
    for (size_t i = 0; i < sizeof TABLE / sizeof *TABLE; i++) {
        struct json *json;
        struct fault fault = {0};
        struct demo_corners value;
        enum err err = json_parse(text_of(TABLE[i].json), "t", arena, NULL, &json, &fault);
        if (!err) err = schema_parse(&demo_corners_schema, &value, json, arena, &fault);
        if (err) fault_print(&fault, stderr);
        assert_int_equal(err, ERR_NONE);
        struct buf out = {0};
        struct json_writer writer = json_writer_of(&out, 0);
        schema_print(&demo_corners_schema, &value, &writer, 5);
        const char *want = TABLE[i].again ? TABLE[i].again : TABLE[i].json;
        char piece[256]; // without the brackets
        snprintf(piece, sizeof piece, "%.*s", (int)strlen(want) - 2, want + 1);
        if (!strstr((const char *)out.at, piece)) fprintf(stderr, "%s is not in %s\n", piece, out.at);
        assert_non_null(strstr((const char *)out.at, piece));
        buf_free(&out);
    }
    arena_free(arena);
}

static void a_whole_message_is_json_too(void **state) {
    struct arena *arena = arena_new(1 << 16);
    static const struct {
        const char *json, *said; // said NULL: it is right
    } TABLE[] = {
        {"{\"CubeVoltage\":{\"rail\":900}}", NULL},
        {"{\"Stop\":{}}", NULL},
        {"{\"Stop\":{\"a\":1}}", "t:1:9: $.Stop: expected {}: Stop has no fields"},
        {"{\"Stop\":1}", "t:1:9: $.Stop: expected {}: Stop has no fields"},
        {"{\"Halt\":{}}", "t:1:9: $.Halt: protocol demo has no message \"Halt\""},
        {"{}", "t:1:1: $: expected an object with one member, named after a message of demo"},
        {"[]", "t:1:1: $: expected an object with one member, named after a message of demo"},
        {"{\"CubeVoltage\":{\"rail\":-1}}",
         "t:1:24: $.CubeVoltage.rail: expected a whole number from 0 to 65535"},
    };
    for (size_t i = 0; i < sizeof TABLE / sizeof *TABLE; i++) {
        struct json *json;
        struct fault fault = {0};
        struct demo_message message;
        char said[512];
        assert_int_equal(json_parse(text_of(TABLE[i].json), "t", arena, NULL, &json, &fault), ERR_NONE);
        enum err err = schema_parse_message(&demo_schema, &message, json, arena, &fault);
        if (TABLE[i].said) {
            assert_string_equal(fault_text(&fault, said, sizeof said), TABLE[i].said);
            continue;
        }
        assert_int_equal(err, ERR_NONE);
        struct buf out = {0};
        struct json_writer writer = json_writer_of(&out, 0);
        schema_print_message(&demo_schema, &message, &writer, DEMO_VERSION);
        assert_string_equal((char *)out.at, TABLE[i].json);
        buf_free(&out);
    }
    struct demo_message voltage = {.kind = DEMO_CUBE_VOLTAGE, .cube_voltage = {7}};
    assert_ptr_equal((char *)&voltage + demo_schema.message_body, &voltage.cube_voltage);
    arena_free(arena);
}

static void wrong_json_is_told_where_and_what(void **state) {
    struct arena *arena = arena_new(1 << 16);
    static const struct {
        const char *json, *said;
    } TABLE[] = {
        {"{\"prot\":1}", "t:1:9: $.prot: Corners has no field \"prot\" (did you mean \"port\"?)"},
        {"{\"port\":65536}", "t:1:9: $.port: expected a whole number from 0 to 65535"},
        {"{\"port\":1.5}", "t:1:9: $.port: expected a whole number from 0 to 65535"},
        {"{\"port\":\"x\"}", "t:1:9: $.port: expected a whole number from 0 to 65535"},
        {"{\"result\":\"NOPE\"}", "t:1:11: $.result: \"NOPE\" is not a value of Result"},
        {"{\"result\":128}",
         "t:1:11: $.result: expected a whole number from -128 to 127 or a value of Result"},
        {"{\"deep\":\"9223372036854775808\"}",
         "t:1:9: $.deep: \"9223372036854775808\" is not a value of Deep"},
        {"{\"points\":[[1,2]]}", "t:1:12: $.points[0]: expected 3 elements, found 2"},
        {"{\"points\":[[1,2,3],[1,2,3],[1,2,3],[1,2,3],[1,2,3]]}",
         "t:1:11: $.points: expected at most 4 elements, found 5"},
        {"{\"four\":\"010203\"}", "t:1:9: $.four: expected 4 bytes, found 3"},
        {"{\"four\":\"0102030\"}", "t:1:9: $.four: expected pairs of hex digits"},
        {"{\"padded\":\"123456789\"}", "t:1:11: $.padded: expected at most 8 bytes, found 9"},
        {"{\"own\":{\"key\":\"00\"}}", "t:1:15: $.own.key: expected 16 elements, found 1"},
        {"{\"own\":{\"wanted\":1}}", "t:1:18: $.own.wanted: expected true or false, found a number"},
        {"{\"own\":{\"few\":\"000000000000\"}}", "t:1:15: $.own.few: expected at most 5 bytes"},
        {"{\"own\":{\"speed_mmps\":1e300}}", "t:1:22: $.own.speed_mmps: 1e+300 does not fit into an f32"},
        {"{\"own\":[]}", "t:1:8: $.own: expected an object, found a list"},
    };
    for (size_t i = 0; i < sizeof TABLE / sizeof *TABLE; i++) {
        struct json *json;
        struct fault fault = {0};
        struct demo_corners value;
        char said[512];
        assert_int_equal(json_parse(text_of(TABLE[i].json), "t", arena, NULL, &json, &fault), ERR_NONE);
        assert_int_not_equal(schema_parse(&demo_corners_schema, &value, json, arena, &fault), ERR_NONE);
        assert_string_equal(fault_text(&fault, said, sizeof said), TABLE[i].said);
    }
    arena_free(arena);
}

TESTS(cmocka_unit_test(bytes_written_by_hand_mean_what_they_should),
      cmocka_unit_test(the_two_data_frames_lie_where_they_should),
      cmocka_unit_test(a_message_is_found_by_space_direction_and_version),
      cmocka_unit_test(random_values_reach_their_edges),
      cmocka_unit_test(random_values_come_back_by_every_road), cmocka_unit_test(a_packet_may_end_anywhere),
      cmocka_unit_test(what_is_too_much_is_refused), cmocka_unit_test(a_tail_may_be_absent),
      cmocka_unit_test(defaults_are_those_of_the_schema),
      cmocka_unit_test(strange_values_have_a_form_as_text), cmocka_unit_test(a_whole_message_is_json_too),
      cmocka_unit_test(wrong_json_is_told_where_and_what))
