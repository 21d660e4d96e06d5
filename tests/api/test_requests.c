// What each call asks of the robot, what it makes of the robot's answers, and what programs are told of what
// happens to it: a soul that only writes down what it is asked stands in the robot's place.
//
// tests/api/requests.golden is a transcript. What stands at the left is done:
//
//     call NAME JSON     a program calls
//     more JSON          and sends more in the same call
//     lead               it takes behaviour control, as it has at the beginning
//     release            and lets it go
//     answer MESSAGE     what the robot says to all that it is asked from now on; nothing: that it is done
//     event EVENT        what happens to it
//     state VIEW         how it moves, as programs are then told
//
// and the indented lines are what came of it: what it was `asked`, what the program `got`, how the call
// `ended`, and what those who listen were `told`. Programs speak of millimetres and milliseconds, the robot
// of metres and seconds.
#include "api/api_rig.h"

#include "base/arena.h"
#include "base/base64.h"
#include "base/system/file.h"
#include "schema/json.h"

#include <stdio.h>

// ------------------------------------------------------------------------------------------------ a notebook
struct notebook {
    struct soul soul;
    uint32_t tick;
    struct buf asked; // a line each
    struct {
        struct life_envelope to;
        struct life_message message;
    } replies[64];
    uint32_t first, count;
    struct life_message answer; // to all that is asked; none: done
    struct life_event event;
    bool happens;
    struct life_view view;
};
static struct notebook *book;
static struct notebook *of(const struct soul *soul) { return (struct notebook *)(void *)(uintptr_t)soul; }

static void step(struct soul *soul, const struct senses_in *in, struct command_out *out) {
    border_clear_command(out);
    of(soul)->view.time_us = in->senses.time_us;
    out->command.number = of(soul)->view.tick = of(soul)->tick++;
}
static enum err ask(struct soul *soul, const struct life_envelope *envelope, const void *request) {
    struct notebook *b = of(soul);
    struct json_writer json = json_writer_of(&b->asked, 0);
    if (envelope->tag) buf_printf(&b->asked, "%u x%u ", envelope->tag, envelope->retries);
    schema_print_message(&life_schema, request, &json, 1);
    buf_printf(&b->asked, "\n");
    uint32_t at = (b->first + b->count++) % 64;
    b->replies[at].to = *envelope;
    b->replies[at].message = b->answer;
    if (!b->answer.kind)
        b->replies[at].message =
            (struct life_message){.kind = LIFE_DONE, .done = {.verdict = LIFE_VERDICT_DONE}};
    return ERR_NONE;
}
static void answer(struct soul *soul, const struct errand_answer *answer) { (void)soul, (void)answer; }
static void calendar(struct soul *soul, const struct life_calendar *calendar) { (void)soul, (void)calendar; }
static size_t events(const struct soul *soul, const struct life_event **events, uint32_t *lost) {
    bool happens = of(soul)->happens;
    *lost = 0;
    of(soul)->happens = false;
    return *events = &of(soul)->event, happens;
}
static bool reply(struct soul *soul, struct life_envelope *to, void *reply) {
    struct notebook *b = of(soul);
    if (!b->count) return false;
    *to = b->replies[b->first].to;
    *(struct life_message *)reply = b->replies[b->first].message;
    b->first = (b->first + 1) % 64, b->count--;
    return true;
}
static void view(const struct soul *soul, void *view) { *(struct life_view *)view = of(soul)->view; }
static uint32_t tick(const struct soul *soul) { return of(soul)->tick; }
static size_t hashes(const struct soul *soul, const char **names, uint64_t *hashes, size_t room) {
    (void)soul;
    if (room) names[0] = "nothing", hashes[0] = 0;
    return 1;
}
static void leave(struct soul *soul) {
    buf_free(&of(soul)->asked);
    free(soul);
}
static const struct soul_class NOTEBOOKS = {"notebook", &life_soul_messages,
                                            step,       ask,
                                            answer,     calendar,
                                            events,     reply,
                                            view,       tick,
                                            hashes,     leave,
                                            NULL,       NULL,
                                            NULL};

// ------------------------------------------------------------------------------------------------ the bench
static struct rig rig;
static struct heard one, stream, told, states;
static struct api_config config;
static int begin(void **state) {
    book = calloc(1, sizeof *book);
    book->soul = (struct soul){&NOTEBOOKS, &vector_model, 9};
    if (!rig_start_with(&rig, &book->soul, config)) return -1;
    rig_call(&rig, &stream, "BehaviorControl", "{\"control_request\":{\"priority\":20}}");
    rig_turn(&rig, 100000);
    assert_true(says(&stream, "control_granted_response"));
    buf_clear(&book->asked);
    return 0;
}
static int end(void **state) {
    rig_end(&rig);
    config = (struct api_config){0};
    return 0;
}

// ------------------------------------------------------------------------------------------------ transcript
static struct arena *arena;
static struct json *read(const char *json) {
    struct json *doc = NULL;
    fine(json_parse(text_of(json), "transcript", arena, NULL, &doc, &fault));
    return doc;
}

static void indented(struct buf *out, const char *what, const char *lines) {
    for (; *lines; lines += strcspn(lines, "\n") + 1) {
        struct text line = {lines, strcspn(lines, "\n")};
        if (!memmem(line.at, line.len, "keep_alive", 10))
            buf_printf(out, "    %s %.*s\n", what, (int)line.len, line.at);
    }
}

// What does not depend on the body's own sensors.
static void state_is(struct buf *out) {
    const char *from = strstr(states.last, "\"pose_angle_rad\""), *to = strstr(states.last, ",\"accel\"");
    if (!from || !to) fail_msg("no state in %s", states.last);
    buf_printf(out, "    told %.*s\n", (int)(to - from), from);
}

static bool do_as(const char *what, char *line) {
    if (!strcmp(what, "call")) {
        if (one.call) api_cancel(one.call);
        char *name = strsep(&line, " ");
        rig_call(&rig, &one, name, line);
    } else if (!strcmp(what, "more")) {
        memset(one.all, 0, sizeof one.all);
        rig_more(&one, line);
    } else if (!strcmp(what, "lead")) {
        rig_more(&stream, "{\"control_request\":{\"priority\":20}}");
    } else if (!strcmp(what, "release")) {
        rig_more(&stream, "{\"control_release\":{}}");
    } else if (!strcmp(what, "answer")) {
        book->answer = (struct life_message){0};
        if (line) fine(schema_parse_message(&life_schema, &book->answer, read(line), arena, &fault));
    } else if (!strcmp(what, "event")) {
        fine(schema_parse(&life_event_schema, &book->event, read(line), arena, &fault));
        book->happens = true;
    } else if (!strcmp(what, "state")) {
        fine(schema_parse(&life_view_schema, &book->view, read(line), arena, &fault));
    } else {
        return false;
    }
    return true;
}

static void play(char *line, struct buf *out) {
    char *what = strsep(&line, " ");
    bool calls = !strcmp(what, "call") || !strcmp(what, "more"), ended = !strcmp(what, "more") && one.ended;
    memset(told.all, 0, sizeof told.all);
    buf_clear(&book->asked);
    if (!do_as(what, line)) fail_msg("%s is no word of transcripts", what);
    rig_turn(&rig, 4 * LIFE_TICK_US);
    buf_printf(&book->asked, "%s", "");
    indented(out, "asked", (const char *)book->asked.at);
    if (calls) indented(out, "got", one.all);
    if (calls && !ended && one.ended && one.status)
        buf_printf(out, "    ended %u %s\n", one.status, one.words);
    indented(out, "told", told.all);
    if (!strcmp(what, "state")) state_is(out);
}

static void calls_ask_and_tell_as_the_transcript_says(void **state) {
    char path[600];
    struct buf before = {0}, after = {0};
    snprintf(path, sizeof path, "%s/tests/api/requests.golden", getenv("SOURCE"));
    fine(file_read(path, 1 << 20, &before, &fault));
    buf_bytes(&before, "", 1);
    arena = arena_new(16 << 10);
    rig_call(&rig, &told, "EventStream", "{\"black_list\":{\"list\":[\"robot_state\",\"keep_alive\"]}}");
    rig_call(&rig, &states, "EventStream", "{\"white_list\":{\"list\":[\"robot_state\"]}}");
    char *rest = (char *)before.at;
    for (char *line; (line = strsep(&rest, "\n"));) {
        if (line[0] == ' ') continue;
        if (line[0] || rest) buf_printf(&after, "%s\n", line);
        if (line[0] && line[0] != '#') play(line, &after);
    }
    assert_golden("api/requests.golden", after.at, after.len);
    arena_free(arena);
    buf_free(&before);
    buf_free(&after);
}

// The bits as Vector's SDK names them. What moves at all moves (IS_MOVING, IS_ROBOT_MOVING); who is held is
// picked up.
static void status_bits_are_the_protocols(void **state) {
    static const struct {
        uint32_t own, theirs;
    } BITS[] = {
        {BODY_STATUS_MOVING, 0x20001},
        {BODY_STATUS_CARRYING, 0x2},
        {BODY_STATUS_PICKED_UP, 0x8},
        {BODY_STATUS_BUTTON, 0x10},
        {BODY_STATUS_FALLING, 0x20},
        {BODY_STATUS_PATHING, 0x80},
        {BODY_STATUS_LIFT_IN_PLACE, 0x100},
        {BODY_STATUS_HEAD_IN_PLACE, 0x200},
        {BODY_STATUS_SENSORS_SAVED, 0x400},
        {BODY_STATUS_BATTERY_GONE, 0x800},
        {BODY_STATUS_ON_CHARGER, 0x1000},
        {BODY_STATUS_CHARGING, 0x2000},
        {BODY_STATUS_CLIFF, 0x4000},
        {BODY_STATUS_WHEELS_MOVING, 0x28000},
        {BODY_STATUS_HELD, 0x10008},
        {BODY_STATUS_BATTERY_HOT, 0x40000},
        {BODY_STATUS_BATTERY_LOW, 0x1000000},
        {BODY_STATUS_SHUTDOWN_NEAR, 0x2000000},
        {BODY_STATUS_ENCODERS_OFF, 0x100000},
        {BODY_STATUS_HEAD_KNOWN, 0x200000}, // told is that one is not known
        {BODY_STATUS_LIFT_KNOWN, 0x400000},
        {BODY_STATUS_TOUCHED, 0},
    };
    const uint32_t KNOWN = BODY_STATUS_HEAD_KNOWN | BODY_STATUS_LIFT_KNOWN;
    rig_call(&rig, &states, "EventStream", "{\"white_list\":{\"list\":[\"robot_state\"]}}");
    for (size_t i = 0; i < sizeof BITS / sizeof *BITS; i++) {
        char words[40];
        book->view.status = BITS[i].own ^ KNOWN;
        rig_turn(&rig, 4 * LIFE_TICK_US);
        snprintf(words, sizeof words, "\"status\":%u,", BITS[i].theirs);
        if (!says(&states, words)) fail_msg("%x: expected %s in %s", BITS[i].own, words, states.last);
    }
    book->view.status = KNOWN, book->view.clip.tag = 3;
    rig_turn(&rig, 4 * LIFE_TICK_US);
    assert_true(says(&states, "\"status\":64,")); // IS_ANIMATING
}

// While it minds its body, which it says by taking control away, only the strongest level gets it.
static void a_robot_that_minds_its_body_gives_control_back(void **state) {
    static struct heard strong;
    book->event = (struct life_event){.kind = LIFE_EVENT_KIND_CONTROL_LOST, .subject = LIFE_DOOR_BLUETOOTH};
    book->happens = true; // another door's
    rig_turn(&rig, 3 * LIFE_TICK_US);
    assert_false(said(&stream, "control_lost_event"));
    book->event.subject = LIFE_DOOR_SDK;
    book->happens = true;
    rig_turn(&rig, 3 * LIFE_TICK_US);
    assert_true(said(&stream, "control_lost_event"));
    memset(stream.all, 0, sizeof stream.all);
    rig_more(&stream, "{\"control_request\":{\"priority\":20}}");
    rig_turn(&rig, 3 * LIFE_TICK_US);
    assert_false(said(&stream, "control_granted_response"));
    rig_call(&rig, &strong, "BehaviorControl", "{\"control_request\":{\"priority\":10}}");
    rig_turn(&rig, 3 * LIFE_TICK_US);
    assert_true(said(&strong, "control_granted_response"));
    rig_more(&strong, "{\"control_release\":{}}");
    rig_turn(&rig, 1000000); // it stands
    assert_true(said(&stream, "control_granted_response"));
}

// Two bytes a pixel, red in the upper five bits of the first.
static void a_picture_goes_to_the_robot_pixel_by_pixel(void **state) {
    enum { BYTES = 184 * 96 * 2 };
    struct buf json = {0};
    static uint8_t pixels[BYTES];
    pixels[0] = 0xf8, pixels[1] = 0x01, pixels[2] = 0x07, pixels[3] = 0xe0, pixels[BYTES - 1] = 0x1f;
    buf_printf(&json, "{\"duration_ms\":1500,\"interrupt_running\":true,\"face_data\":\"");
    base64_encode(&json, pixels, sizeof pixels);
    buf_printf(&json, "\"}");
    buf_bytes(&json, "", 1);
    rig_call(&rig, &one, "DisplayFaceImageRGB", (const char *)json.at);
    rig_turn(&rig, 10 * LIFE_TICK_US);
    buf_printf(&book->asked, "%s", "");
    const char *asked = (const char *)book->asked.at;
    unsigned pieces = 0;
    for (const char *at = asked; (at = strstr(at, "{\"PicturePiece\":")); at++) pieces++;
    assert_int_equal(pieces, (184 * 96 + 511) / 512);
    assert_non_null(strstr(asked, "{\"from\":0,\"pixels\":[63489,2016,0,"));
    assert_non_null(strstr(asked, ",0,31]}}\n{\"ShowPicture\":{\"seconds\":1.5,\"interrupt\":true}}"));
    assert_true(says(&one, "\"code\":2"));
    buf_free(&json);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, end)
TESTS(CASE(calls_ask_and_tell_as_the_transcript_says), CASE(status_bits_are_the_protocols),
      CASE(a_robot_that_minds_its_body_gives_control_back), CASE(a_picture_goes_to_the_robot_pixel_by_pixel))
