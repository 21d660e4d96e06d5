// What programs may send and must not: numbers that are none, depth, and a disk that is full just then. Each
// is answered, and the robot lives on as it was.
#include "api/api_rig.h"

#include "base/system/file.h"
#include "codec/message/message.h"
#include "host/identity.h"

#include <math.h>
#include <stdio.h>

static struct rig rig;
static struct heard one, lead, seen;
static char folder[512];
static struct api_config config;

static int begin(void **state) {
    static unsigned count;
    snprintf(folder, sizeof folder, "%s/%u", temp_folder(), count++);
    config = api_defaults();
    config.state = folder;
    return rig_start(&rig, &(struct thin_config){.seed = 6, .library = thin_clips("vector")}, config) ? 0
                                                                                                      : -1;
}
static int end(void **state) {
    rig_end(&rig);
    return 0;
}
static void again(void) { // another day
    rig_end(&rig);
    assert_true(rig_start(&rig, &(struct thin_config){.seed = 6}, config));
}

// ------------------------------------------------------------------------------------------------ numbers

// A request in which every number is this one, whole ones as large as they can be; tags are good.
static void write_numbers(struct buf *out, const ProtobufCMessageDescriptor *d, const char *number,
                          unsigned depth) {
    const char *before = "{";
    for (unsigned i = 0; i < d->n_fields; i++) {
        const ProtobufCFieldDescriptor *f = &d->fields[i];
        bool many = f->label == PROTOBUF_C_LABEL_REPEATED, oneof = f->flags & PROTOBUF_C_FIELD_FLAG_ONEOF;
        if ((oneof && i && d->fields[i - 1].quantifier_offset == f->quantifier_offset) ||
            (f->type == PROTOBUF_C_TYPE_MESSAGE && depth > 4) || !strcmp(f->name, "origin_id"))
            continue; // of those that exclude each other, the first
        buf_printf(out, "%s\"%s\":%s", before, f->name, many ? "[" : "");
        before = ",";
        if (f->type == PROTOBUF_C_TYPE_MESSAGE)
            write_numbers(out, f->descriptor, number, depth + 1);
        else if (f->type == PROTOBUF_C_TYPE_FLOAT)
            buf_text(out, number);
        else if (f->type == PROTOBUF_C_TYPE_BOOL)
            buf_text(out, "true");
        else if (f->type == PROTOBUF_C_TYPE_STRING || f->type == PROTOBUF_C_TYPE_BYTES)
            buf_text(out, "\"abcd\"");
        else if (!strcmp(f->name, "id_tag"))
            buf_text(out, "2000001");
        else if (f->type == PROTOBUF_C_TYPE_ENUM)
            buf_text(out, "1");
        else
            buf_text(out, f->type == PROTOBUF_C_TYPE_UINT32 ? "4294967295" : "2147483647");
        if (many) buf_byte(out, ']');
    }
    buf_text(out, before[0] == '{' ? "{}" : "}");
}

static bool has_floats(const ProtobufCMessageDescriptor *d, unsigned depth) {
    for (unsigned i = 0; i < d->n_fields; i++) {
        if (d->fields[i].type == PROTOBUF_C_TYPE_FLOAT) return true;
        if (d->fields[i].type == PROTOBUF_C_TYPE_MESSAGE && depth < 4 &&
            has_floats(d->fields[i].descriptor, depth + 1))
            return true;
    }
    return false;
}

// Nothing of it reaches the robot: what it feels, reckons and tells stays a number.
static void assert_sound_body(const char *name, const char *number) {
    struct life_view view;
    const struct body_senses *felt = run_senses(rig.thin.run, 0);
    robot_view(run_robot(rig.thin.run, 0), &view);
    const float feels[] = {
        view.x_m,      view.y_m,       view.heading_rad, view.head_rad,       view.lift_m,
        view.left_mps, view.right_mps, view.battery_v,   felt->motion[0].x_m, felt->motion[0].left_mps};
    for (size_t i = 0; i < sizeof feels / sizeof *feels; i++)
        if (!isfinite(feels[i])) fail_msg("%s with %s: number %zu is none", name, number, i);
    if (strstr(seen.last, "NaN") || strstr(seen.last, "Infinity"))
        fail_msg("%s with %s: %s", name, number, seen.last);
}

static void numbers_that_are_none_reach_no_robot(void **state) {
    static const char *const NUMBERS[] = {"\"NaN\"", "\"Infinity\"", "\"-Infinity\"",
                                          "3.4e38",  "-3.4e38",      "1e-45"};
    size_t count;
    unsigned tried = 0;
    const struct api_rpc *rpcs = api_rpcs(&count);
    rig_call(&rig, &seen, "EventStream", "{\"white_list\":{\"list\":[\"robot_state\"]}}");
    rig_call(&rig, &lead, "BehaviorControl", "{\"control_request\":{\"priority\":10}}");
    rig_turn(&rig, 100000);
    for (size_t i = 0; i < count; i++) {
        if (rpcs[i].stream != API_UNARY || !has_floats(rpcs[i].request, 0)) continue;
        for (size_t k = 0; k < sizeof NUMBERS / sizeof *NUMBERS; k++, tried++) {
            struct buf json = {0};
            write_numbers(&json, rpcs[i].request, NUMBERS[k], 0);
            rig_call(&rig, &one, rpcs[i].name, (const char *)json.at);
            rig_turn(&rig, 300000);
            assert_sound_body(rpcs[i].name, NUMBERS[k]);
            if (NUMBERS[k][0] == '"' && (!one.ended || says(&one, "\"result\":{\"code\":0}")))
                fail_msg("%s was begun with %s", rpcs[i].name, NUMBERS[k]);
            if (one.call) { // it goes on: a far way, or turning for ever
                api_cancel(one.call);
                rig_do(&rig, &one, "CancelActionByIdTag", "{\"id_tag\":2000001}");
            }
            rig_do(&rig, &one, "StopAllMotors", "{}");
            rig_do(&rig, &one, "CancelBehavior", "{}");
            assert_sound_body(rpcs[i].name, NUMBERS[k]);
            buf_free(&json);
        }
    }
    assert_true(tried >= 10 * sizeof NUMBERS / sizeof *NUMBERS);
    // And it still does what it is told in numbers.
    rig_turn(&rig, 2000000);
    rig_do(&rig, &one, "SetHeadAngle", "{\"angle_rad\":0.3,\"max_speed_rad_per_sec\":5,\"id_tag\":2000002}");
    assert_true(says(&one, "\"result\":{\"code\":0}"));
    assert_true(seen.count > 50);
}

// ------------------------------------------------------------------------------------------------ depth

static void deep(struct buf *out, const char *open, const char *close, const char *begin, const char *end) {
    buf_text(out, begin);
    for (int i = 0; i < 1000; i++) buf_text(out, open);
    for (int i = 0; i < 1000; i++) buf_text(out, close);
    buf_text(out, end);
}

static void depth_1000_is_answered(void **state) {
    static const struct {
        const char *open, *close, *begin, *end;
    } ROWS[] = {{"[", "]", "{\"unknown\":", "}"},
                {"{\"a\":", "}", "", ""},
                {"[", "]", "", ""},
                {"{\"settings\":", "}", "", ""},
                {"[", "", "{\"jdoc_types\":", ""}};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        struct buf json = {0};
        deep(&json, ROWS[i].open, ROWS[i].close, ROWS[i].begin, ROWS[i].end);
        rig_do(&rig, &one, i == 3 ? "UpdateSettings" : "PullJdocs", (const char *)json.at);
        if (one.status != API_INVALID_ARGUMENT && one.status != API_RESOURCE_EXHAUSTED)
            fail_msg("row %zu: %s", i, one.words);
        if (!one.words[0]) fail_msg("row %zu: it does not say why", i);
        buf_free(&json);
    }
    struct buf query = {0};
    deep(&query, "white_list.", "", "", "list=robot_state");
    rig_begin(&rig, &one, "EventStream");
    api_query(one.call, (struct text){(const char *)query.at, query.len});
    if (!one.ended) api_cancel(one.call); // a name that no field has is let pass, as unknown members are
    buf_free(&query);
    // In bytes: a message in a message, where none is, 1000 times. What nobody knows is passed over.
    struct buf bytes = {0};
    for (int i = 0; i < 1000; i++) {
        struct buf outer = {0};
        size_t len = bytes.len;
        buf_byte(&outer, 0x7a); // field 15
        for (; len >= 128; len >>= 7) buf_byte(&outer, (uint8_t)(len | 0x80));
        buf_byte(&outer, (uint8_t)len);
        buf_bytes(&outer, bytes.at, bytes.len);
        buf_free(&bytes);
        bytes = outer;
    }
    rig_begin(&rig, &one, "PullJdocs");
    api_request(one.call, API_PROTOBUF, (struct text){(const char *)bytes.at, bytes.len});
    assert_true(one.ended && one.status == API_OK);
    buf_clear(&bytes);
    for (int i = 0; i < 1000; i++) buf_byte(&bytes, 0x7b); // groups that begin
    rig_begin(&rig, &one, "PullJdocs");
    api_request(one.call, API_PROTOBUF, (struct text){(const char *)bytes.at, bytes.len});
    assert_true(one.ended && one.status == API_INTERNAL);
    buf_free(&bytes);
    rig_do(&rig, &one, "BatteryState", "{}");
    assert_int_equal(one.status, API_OK);
}

// ----------------------------------------------------------------------------------------------- a full disk

// Every call that writes, with the disk full at its first, second … step: it is answered, what was is whole,
// and another day begins with it.
static void documents(struct heard *out) {
    rig_do(&rig, out, "PullJdocs", "{\"jdoc_types\":[0,2,3]}");
    assert_int_equal(out->status, API_OK);
}
static void a_full_disk_at_every_write(void **state) {
    static struct heard before, after, later;
    static const struct {
        const char *call, *json;
        const char *fresh; // what it is to say; it answers with an error. NULL: it goes on without
    } ROWS[] = {{"UpdateSettings", "{\"settings\":{\"eye_color\":3}}", "eye_color\\\":3"},
                {"UpdateAccountSettings", "{\"account_settings\":{\"data_collection\":true}}",
                 "data_collection\\\":true"},
                {"UpdateUserEntitlements", "{\"user_entitlements\":{\"kickstarter_eyes\":true}}",
                 "kickstarter_eyes\\\":true"},
                {"SetPreferredCube", "{\"factory_id\":\"aa:bb:cc:dd:ee:01\"}", NULL},
                {"ForgetPreferredCube", "{}", NULL},
                {"SendOnboardingInput", "{\"onboarding_mark_complete_and_exit\":{}}", NULL},
                {"EraseAllEnrolledFaces", "{}", NULL}};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        unsigned steps = 1;
        for (;; steps++) {
            documents(&before);
            file_break_after(steps);
            rig_do(&rig, &one, ROWS[i].call, ROWS[i].json);
            if (file_break_after(0)) break; // all went well
            if (ROWS[i].fresh && one.status != API_INTERNAL) fail_msg("%s: step %u", ROWS[i].call, steps);
            documents(&after);
            assert_string_equal(before.last, after.last);
            again();
            documents(&later); // as it was; or new, where the disk refused when all was written
            if (strcmp(before.last, later.last) && !(ROWS[i].fresh && says(&later, ROWS[i].fresh)))
                fail_msg("%s: step %u left %s", ROWS[i].call, steps, later.last);
            assert_true(steps < 20);
        }
        if (ROWS[i].fresh && steps < 2) fail_msg("%s wrote nothing", ROWS[i].call);
        assert_int_equal(one.status, API_OK);
    }
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, end)
TESTS(CASE(numbers_that_are_none_reach_no_robot), CASE(depth_1000_is_answered),
      CASE(a_full_disk_at_every_write))
