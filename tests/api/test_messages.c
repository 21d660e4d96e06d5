// Every message of Vector's SDK as bytes and as JSON, both ways. messages.golden is read by a stranger, too
// (test_messages.py).
#include "support/fine.h"
#include "support/support.h"

#include "codec/message/message.h"
#include "schema/vector.pb-c.h"
#include "schema/vector_calls.h"

#include <stdio.h>

#define MESSAGE(name, lower) &vector__##lower##__descriptor,
static const ProtobufCMessageDescriptor *const MESSAGES[] = {VECTOR_MESSAGES(MESSAGE)};
#undef MESSAGE
enum { MESSAGE_COUNT = sizeof MESSAGES / sizeof *MESSAGES };

static struct arena *arena;
static int begin(void **state) {
    arena = arena_new(64 << 10);
    arena_limit(arena, MESSAGE_MEMORY_MAX);
    fault = (struct fault){0};
    return 0;
}
static int end(void **state) {
    arena_free(arena);
    return 0;
}

// A JSON text in which every field is set, the first of each oneof; with `other` the last of them.
static void write_filled(struct buf *out, const ProtobufCMessageDescriptor *d, bool other);
static void write_value(struct buf *out, const ProtobufCFieldDescriptor *f, unsigned n, bool other) {
    const ProtobufCEnumDescriptor *e = f->descriptor;
    switch (f->type) {
    case PROTOBUF_C_TYPE_BOOL:
        buf_text(out, "true");
        break;
    case PROTOBUF_C_TYPE_FLOAT:
        buf_printf(out, "%d.%u", -(int)f->id, n + 1);
        break;
    case PROTOBUF_C_TYPE_INT64:
        buf_printf(out, "\"-%u\"", 9000000 + f->id);
        break;
    case PROTOBUF_C_TYPE_INT32:
        buf_printf(out, "-%u", f->id + n);
        break;
    case PROTOBUF_C_TYPE_STRING:
        buf_printf(out, "\"%s \\u00fc\\n%u\"", f->name, n);
        break;
    case PROTOBUF_C_TYPE_BYTES:
        buf_text(out, "\"AAEC/w==\"");
        break;
    case PROTOBUF_C_TYPE_ENUM:
        buf_printf(out, "\"%s\"", e->values[(f->id + n) % e->n_values].name);
        break;
    case PROTOBUF_C_TYPE_MESSAGE:
        write_filled(out, f->descriptor, other);
        break;
    default:
        buf_printf(out, "%u", 4000000000u + f->id + n);
        break;
    }
}
static void write_filled(struct buf *out, const ProtobufCMessageDescriptor *d, bool other) {
    const char *before = "{";
    for (unsigned i = 0; i < d->n_fields; i++) {
        const ProtobufCFieldDescriptor *f = &d->fields[i];
        bool oneof = f->flags & PROTOBUF_C_FIELD_FLAG_ONEOF, first = true;
        for (unsigned k = 0; oneof && k < d->n_fields; k++)
            if ((other ? k > i : k < i) && d->fields[k].quantifier_offset == f->quantifier_offset &&
                d->fields[k].flags & PROTOBUF_C_FIELD_FLAG_ONEOF)
                first = false;
        if (oneof && !first) continue;
        buf_printf(out, "%s\"%s\":", before, f->name);
        before = ",";
        if (f->label == PROTOBUF_C_LABEL_REPEATED) {
            buf_byte(out, '['), write_value(out, f, 0, other), buf_byte(out, ',');
            write_value(out, f, 1, other), buf_byte(out, ']');
        } else {
            write_value(out, f, 0, other);
        }
    }
    buf_text(out, before[0] == '{' ? "{}" : "}");
}

static struct text view(const struct buf *b) {
    return (struct text){b->at ? (const char *)b->at : "", b->len};
}

// One line: the name, the message in JSON as we write it, its bytes.
static void golden_line(struct buf *golden, const ProtobufCMessageDescriptor *d, struct text json) {
    ProtobufCMessage *message, *again;
    struct buf bytes = {0}, text = {0}, back = {0};
    fine(message_parse(d, json, "filled", arena, &message, &fault));
    fine(message_pack(message, &bytes, &fault));
    fine(message_unpack(d, view(&bytes), arena, &again, &fault));
    message_print(again, &text);
    assert_int_equal(text.err, ERR_NONE);
    // What we write we read, and it is the same.
    fine(message_parse(d, view(&text), "written", arena, &again, &fault));
    fine(message_pack(again, &back, &fault));
    assert_int_equal(back.len, bytes.len);
    if (bytes.len) assert_memory_equal(back.at, bytes.at, bytes.len);
    char *hex = malloc(2 * bytes.len + 1);
    bytes_to_hex(bytes.at, bytes.len, hex);
    buf_printf(golden, "%s\t%.*s\t%s\n", d->short_name, (int)text.len, (const char *)text.at, hex);
    free(hex);
    buf_free(&bytes), buf_free(&text), buf_free(&back);
    arena_reset(arena);
}

static void every_message_is_written_and_read(void **state) {
    struct buf golden = {0}, json = {0};
    for (size_t i = 0; i < MESSAGE_COUNT; i++) {
        golden_line(&golden, MESSAGES[i], TEXT("{}"));
        buf_clear(&json);
        write_filled(&json, MESSAGES[i], false);
        if (MESSAGES[i]->n_fields) golden_line(&golden, MESSAGES[i], view(&json));
        struct buf last = {0};
        write_filled(&last, MESSAGES[i], true);
        if (!text_same(view(&last), view(&json))) golden_line(&golden, MESSAGES[i], view(&last));
        buf_free(&last);
    }
    assert_golden("api/messages.golden", golden.at, golden.len);
    buf_free(&golden), buf_free(&json);
}

static enum err parse(const ProtobufCMessageDescriptor *d, const char *json) {
    ProtobufCMessage *message;
    fault = (struct fault){0};
    return message_parse(d, text_of(json), "request", arena, &message, &fault);
}

static void what_is_wrong_is_named_with_its_place(void **state) {
    static const struct {
        const ProtobufCMessageDescriptor *d;
        const char *json, *path, *said;
    } BAD[] = {
        {&vector__drive_wheels_request__descriptor, "[]", "$", "expected an object"},
        {&vector__drive_wheels_request__descriptor, "{\"left_wheel_mmps\":true}", "$.left_wheel_mmps",
         "a number"},
        {&vector__drive_wheels_request__descriptor, "{\"left_wheel_mmps\":1e39}", "$.left_wheel_mmps",
         "a number"},
        {&vector__drive_wheels_request__descriptor, "{\"left_wheel_mmps\":1,\"leftWheelMmps\":2}",
         "$.leftWheelMmps", "twice"},
        {&vector__go_to_pose_request__descriptor, "{\"id_tag\":2147483648}", "$.id_tag", "2147483648"},
        {&vector__go_to_pose_request__descriptor, "{\"id_tag\":\"12x\"}", "$.id_tag", "whole number"},
        {&vector__go_to_pose_request__descriptor, "{\"id_tag\":1.5}", "$.id_tag", ""},
        {&vector__go_to_pose_request__descriptor, "{\"motion_prof\":{\"is_custom\":1}}",
         "$.motion_prof.is_custom", ""},
        {&vector__set_cube_lights_request__descriptor, "{\"on_color\":[1,-1]}", "$.on_color[1]", ""},
        {&vector__set_cube_lights_request__descriptor, "{\"on_color\":7}", "$.on_color", "expected a list"},
        {&vector__set_cube_lights_request__descriptor, "{\"make_relative\":\"OF\"}", "$.make_relative",
         "OFF"},
        {&vector__display_face_image_rgbrequest__descriptor, "{\"face_data\":\"A\"}", "$.face_data",
         "base 64"},
        {&vector__say_text_request__descriptor, "{\"text\":\"a\\u0000b\"}", "$.text", "zero"},
        {&vector__event_request__descriptor, "{\"white_list\":{},\"black_list\":{}}", "$.black_list",
         "exclude"},
        {&vector__protocol_version_request__descriptor, "{\"client_version\":\"9223372036854775808\"}",
         "$.client_version", ""},
    };
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        assert_int_not_equal(parse(BAD[i].d, BAD[i].json), ERR_NONE);
        assert_string_equal(fault.path, BAD[i].path);
        if (!strstr(fault.said, BAD[i].said)) fail_msg("%s: %s", BAD[i].json, fault.said);
    }
}

static void what_others_write_is_understood(void **state) {
    assert_int_equal(parse(&vector__update_settings_request__descriptor,
                           "{\"update_settings\":true,\"settings\":{\"eyeColor\":\"NON_LINEAR_LIME\"}}"),
                     ERR_NONE); // a member that no message has
    ProtobufCMessage *m;
    fine(message_parse(&vector__protocol_version_request__descriptor,
                       TEXT("{\"clientVersion\":5,\"min_host_version\":null}"), "r", arena, &m, &fault));
    assert_int_equal(((Vector__ProtocolVersionRequest *)m)->client_version, 5);
    fine(message_parse(&vector__drive_wheels_request__descriptor,
                       TEXT("{\"left_wheel_mmps\":\"-Infinity\",\"right_wheel_mmps\":\"1.5\"}"), "r", arena,
                       &m, &fault));
    assert_float_equal(((Vector__DriveWheelsRequest *)m)->right_wheel_mmps, 1.5f, 0);
    struct buf out = {0};
    message_print(m, &out);
    assert_non_null(strstr((char *)out.at, "\"left_wheel_mmps\":\"-Infinity\""));
    buf_free(&out);
    fine(message_parse(&vector__display_face_image_rgbrequest__descriptor, TEXT("{\"face_data\":\"_-8\"}"),
                       "r", arena, &m, &fault));
    assert_int_equal(((Vector__DisplayFaceImageRGBRequest *)m)->face_data.len, 2);
}

static void a_query_names_fields_by_their_path(void **state) {
    ProtobufCMessage *m;
    fine(message_query(
        &vector__event_request__descriptor,
        TEXT("connection_id=a%20b+c&white_list.list=robot_state&white_list.list=wake_word&x=1&y"), arena, &m,
        &fault));
    const Vector__EventRequest *r = (const void *)m;
    assert_string_equal(r->connection_id, "a b c");
    assert_int_equal(r->list_type_case, VECTOR__EVENT_REQUEST__LIST_TYPE_WHITE_LIST);
    assert_int_equal(r->white_list->n_list, 2);
    assert_string_equal(r->white_list->list[1], "wake_word");
    assert_int_equal(message_query(&vector__event_request__descriptor,
                                   TEXT("white_list.list=a&black_list.list=b"), arena, &m, &fault),
                     ERR_DUPLICATE);
    fault = (struct fault){0};
    assert_int_equal(
        message_query(&vector__event_request__descriptor, TEXT("connection_id=%4"), arena, &m, &fault),
        ERR_SYNTAX);
    fault = (struct fault){0};
    assert_int_equal(message_query(&vector__protocol_version_request__descriptor, TEXT("client_version=five"),
                                   arena, &m, &fault),
                     ERR_RANGE);
}

static void bytes_are_checked_before_they_are_believed(void **state) {
    ProtobufCMessage *m;
    const ProtobufCMessageDescriptor *say = &vector__say_text_request__descriptor;
    assert_int_equal(message_unpack(say, TEXT("\x0a\x03\x61\x00\x62"), arena, &m, &fault),
                     ERR_SYNTAX); // a zero byte
    fault = (struct fault){0};
    assert_int_equal(message_unpack(say, TEXT("\x0a\x7f\x61"), arena, &m, &fault),
                     ERR_SYNTAX); // a length that lies
    fault = (struct fault){0};
    assert_int_equal(message_unpack(say, TEXT("\x0b\x0c"), arena, &m, &fault), ERR_SYNTAX); // a group
    fault = (struct fault){0};
    // In a message inside a message.
    assert_int_equal(message_unpack(&vector__play_animation_request__descriptor, TEXT("\x0a\x03\x0a\x01\xff"),
                                    arena, &m, &fault),
                     ERR_SYNTAX);
    assert_non_null(strstr(fault.said, "Animation.name"));
    fault = (struct fault){0};
    fine(message_unpack(say, TEXT("\x0a\x02\xc3\xbc\xf8\x07\x05"), arena, &m,
                        &fault)); // and a field of tomorrow
    assert_string_equal(((Vector__SayTextRequest *)m)->text, "\u00fc");
    // Fields that are not known need memory too, and it is bounded.
    size_t len = MESSAGE_BYTES_MAX;
    char *many = malloc(len);
    for (size_t i = 0; i + 3 <= len; i += 3) memcpy(many + i, "\xf8\x07\x05", 3);
    assert_int_equal(message_unpack(say, (struct text){many, len / 3 * 3}, arena, &m, &fault), ERR_LIMIT);
    free(many);
    Vector__SayTextRequest bad;
    vector__say_text_request__init(&bad);
    char wrong[] = "\xff";
    bad.text = wrong;
    struct buf out = {0};
    fault = (struct fault){0};
    assert_int_equal(message_pack(&bad.base, &out, &fault), ERR_SYNTAX);
    buf_free(&out);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, end)
TESTS(CASE(every_message_is_written_and_read), CASE(what_is_wrong_is_named_with_its_place),
      CASE(what_others_write_is_understood), CASE(a_query_names_fields_by_their_path),
      CASE(bytes_are_checked_before_they_are_believed))
