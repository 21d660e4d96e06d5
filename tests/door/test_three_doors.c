// A page, a program of Vector's SDK and a command line on one robot at once: each hears its own replies and
// all that happens, control passes between them, and the life they made is lived again to the byte.
#include "door_rig.h"
#include "run/thin.h"
#include "support/fine.h"

#include "base/system/file.h"
#include "door/sdk/sdk.h"
#include "host/identity.h"
#include "net/grpc.h"
#include "run/control_socket.h"
#include "run/exchange.h"
#include "run/replay.h"
#include "run/tape.h"
#include "schema/vector.pb-c.h"

#include <sys/un.h>

enum { HEARD_ROOM = 16 << 20, SEED = 5, PATIENCE = 30000 };

struct guest { // what came on a socket, as text
    int fd;
    char *text;
    size_t len;
};

static struct three {
    struct house h;
    struct identity *identity;
    struct sdk *sdk;
    struct control_socket *control;
    struct exchange_door *witness; // is told all that the others must be told
    unsigned happened;
    char token[64];
} t;

static void each_tick(void *user, struct play *play, int life) {
    (void)user;
    struct exchange_event event;
    dashboard_tick(t.h.page, life);
    if (life == 0) sdk_turn(t.sdk);
    while (t.witness && exchange_event(t.witness, &event)) t.happened++;
}

static void open_three(const char *scenario, const char *record) {
    const char *folder = temp_folder();
    struct dashboard_config page = dashboard_defaults();
    struct sdk_config sdk = sdk_defaults();
    struct play_config config = play_defaults();
    char guid[GUID_LENGTH + 1];
    t = (struct three){.h = {.loop = loop_new()}};
    fault = (struct fault){0};
    assert_non_null(t.identity = identity_open(folder, 0x00a1b2c3, &fault));
    fine(identity_add(t.identity, TEXT("test"), "SDK", 1, guid, &fault));
    snprintf(t.token, sizeof t.token, "authorization: Bearer %s\n", guid);
    page.port = 0, page.scenario = scenario, page.speed = 1;
    t.h.page = dashboard_open(t.h.loop, &page, &fault);
    fine(fault.err);
    sdk.identity = t.identity, sdk.port = 0, sdk.port_given = true;
    t.sdk = sdk_open(t.h.loop, &sdk, &fault);
    fine(fault.err);
    t.control = control_socket_open(temp_path(folder, "line"), &fault);
    fine(fault.err);
    assert_non_null(t.h.scenario = scenario_open(scenario, NULL, 0, &fault));
    config.seed = SEED, config.watch = each_tick, config.record = record;
    t.h.play = play_new(t.h.scenario, &config, &fault);
    fine(fault.err);
    dashboard_show(t.h.page, t.h.play, SEED);
    fine(sdk_show(t.sdk, play_run(t.h.play), 0, &fault));
    control_socket_turn(t.control, t.h.play);
}

static void close_three(void) {
    exchange_close(t.witness);
    sdk_close(t.sdk);
    identity_close(t.identity);
    dashboard_show(t.h.page, NULL, 0);
    control_socket_show(t.control, NULL);
    fine(play_free(t.h.play, &fault));
    control_socket_close(t.control);
    dashboard_close(t.h.page);
    scenario_free(t.h.scenario);
    loop_free(t.h.loop);
}

static void listen_at(struct guest *guest) {
    ssize_t got;
    if (!guest->text) assert_non_null(guest->text = calloc(1, HEARD_ROOM));
    while (guest->len < HEARD_ROOM - 1 &&
           (got = recv(guest->fd, guest->text + guest->len, HEARD_ROOM - 1 - guest->len, MSG_DONTWAIT)) > 0) {
        for (ssize_t i = 0; i < got; i++) // frames have zeros; strstr stops at one
            if (!guest->text[guest->len + (size_t)i]) guest->text[guest->len + (size_t)i] = ' ';
        guest->len += (size_t)got;
        guest->text[guest->len] = 0;
    }
}
static struct guest page, line;

// A tick of life, and what comes on all the sockets meanwhile.
static void tick(void) {
    fine(play_for(t.h.play, LIFE_TICK_US));
    control_socket_turn(t.control, t.h.play);
    loop_once(t.h.loop, 1000);
    loop_once(t.h.loop, 0);
    if (page.fd) listen_at(&page);
    if (line.fd) listen_at(&line);
}
static void ticks(int count) {
    while (count--) tick();
}
#define UNTIL(what)                                                                                          \
    do {                                                                                                     \
        for (int left = PATIENCE; left && !(what); left--) tick();                                           \
        if (!(what)) fail_msg("it never happened: %s", #what);                                               \
    } while (0)

static void open_line(void) {
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    snprintf(at.sun_path, sizeof at.sun_path, "%s", control_socket_path(t.control));
    line = (struct guest){.fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    assert_int_equal(connect(line.fd, (struct sockaddr *)&at, sizeof at), 0);
}
static void put(const char *words) {
    assert_int_equal(send(line.fd, words, strlen(words), MSG_NOSIGNAL), strlen(words));
}
static void guest_close(struct guest *guest) {
    if (guest->fd) close(guest->fd);
    free(guest->text);
    *guest = (struct guest){0};
}
static bool heard_at(const struct guest *guest, const char *words) {
    return guest->text && strstr(guest->text, words);
}
static unsigned count_of(const char *text, const char *words) {
    unsigned count = 0;
    for (; text && (text = strstr(text, words)); text += strlen(words)) count++;
    return count;
}

// ------------------------------------------------------------------------------------------------ programs
struct program {
    unsigned messages, pictures, granted, lost, gone;
    unsigned picked_up; // robot states that said so
    bool in_hand;       // the newest one does
    enum grpc_status status;
};
static struct program events, control, once;

static void on_gone(void *user, struct grpc_call *call, enum grpc_status status, struct text words) {
    struct program *p = user;
    p->gone++;
    p->status = status;
}
static void on_any(void *user, struct grpc_call *call, struct bytes message) {
    ((struct program *)user)->messages++;
}
static void on_event(void *user, struct grpc_call *call, struct bytes message) {
    struct program *p = user;
    Vector__EventResponse *r = vector__event_response__unpack(NULL, message.len, message.at);
    assert_non_null(r);
    p->messages++;
    if (r->event->event_type_case == VECTOR__EVENT__EVENT_TYPE_ROBOT_STATE)
        p->picked_up +=
            (r->event->robot_state->status & VECTOR__ROBOT_STATUS__ROBOT_STATUS_IS_PICKED_UP) != 0;
    vector__event_response__free_unpacked(r, NULL);
}
static void on_control(void *user, struct grpc_call *call, struct bytes message) {
    struct program *p = user;
    Vector__BehaviorControlResponse *r =
        vector__behavior_control_response__unpack(NULL, message.len, message.at);
    assert_non_null(r);
    p->granted +=
        r->response_type_case == VECTOR__BEHAVIOR_CONTROL_RESPONSE__RESPONSE_TYPE_CONTROL_GRANTED_RESPONSE;
    p->lost += r->response_type_case == VECTOR__BEHAVIOR_CONTROL_RESPONSE__RESPONSE_TYPE_CONTROL_LOST_EVENT;
    vector__behavior_control_response__free_unpacked(r, NULL);
}
static const struct grpc_class EVENTS = {.message = on_event, .gone = on_gone},
                               CONTROL = {.message = on_control, .gone = on_gone},
                               ANY = {.message = on_any, .gone = on_gone},
                               ONE = {.single = true, .message = on_any, .gone = on_gone};

static struct grpc_client *dial_sdk(void) {
    struct grpc_client_config config = {.host = "127.0.0.1",
                                        .port = sdk_port(t.sdk),
                                        .authority = identity_name(t.identity),
                                        .certificate = identity_certificate(t.identity)};
    struct grpc_client *client = grpc_dial(t.h.loop, &config, &fault);
    fine(fault.err);
    return client;
}
static struct grpc_call *begin_call(struct grpc_client *client, const char *rpc, const void *bytes,
                                    size_t len, bool half, const struct grpc_class *class,
                                    struct program *p) {
    char path[128];
    *p = (struct program){0};
    snprintf(path, sizeof path, API_SERVICE "%s", rpc);
    struct grpc_call *call = grpc_begin(client, path, t.token, 0, class, p);
    assert_non_null(call);
    fine(grpc_send(call, bytes, len));
    if (half) grpc_half(call);
    return call;
}
// A call that is answered once. How it was answered is its caller's business.
static void ask_once(struct grpc_client *client, const char *rpc, const void *bytes, size_t len) {
    begin_call(client, rpc, bytes, len, true, &ONE, &once);
    UNTIL(once.gone);
    assert_int_equal(once.status, GRPC_OK);
    assert_int_equal(once.messages, 1);
}

static const uint8_t AT_DEFAULT[] = {0x12, 2, 0x08, 20};                           // its own level
static const uint8_t FORWARD[] = {0x0d, 0, 0, 0x48, 0x42, 0x15, 0, 0, 0x48, 0x42}; // 50 mm/s
static const uint8_t STANDING[] = {0};

static float speed_now(void) {
    struct life_view view;
    robot_view(run_robot(play_run(t.h.play), 0), &view);
    return view.left_mps;
}

// ------------------------------------------------------------------------------------------------ the tests

// The same ticket at two doors, and a program that has none.
static void each_hears_its_own(struct grpc_client *client) {
    say(&t.h, page.fd, "{\"Hello\": {}, \"ticket\": 7}");
    put("{\"Blink\": {}, \"ticket\": 7}\n{\"Hello\": {}, \"ticket\": 8}\n");
    ask_once(client, "VersionState", NULL, 0);
    UNTIL(heard_at(&page, "\"ticket\":7}") && heard_at(&line, "\"ticket\":8}"));
    ticks(10);
    assert_int_equal(count_of(page.text, "{\"Greeting\":{"), 1);
    assert_int_equal(count_of(page.text, "\"ticket\":7}"), 1);
    assert_int_equal(count_of(page.text, "\"ticket\":8}"), 0);
    assert_int_equal(count_of(line.text, "{\"Done\":{\"verdict\":\"DONE\""), 1);
    assert_int_equal(count_of(line.text, "{\"Greeting\":{"), 1);
    assert_int_equal(count_of(line.text, "\"ticket\":7}"), 1);
}

// A hand from one door; all three are told of it.
static void all_hear_what_happens(void) {
    put("{\"pick_up\": {\"what\": \"vector\"}}\n");
    UNTIL(heard_at(&page, "was picked up") && heard_at(&line, "\"PICKED_UP\"") && events.picked_up);
    put("{\"put_down\": {\"what\": \"vector\"}}\n");
    UNTIL(heard_at(&page, "was put down") && heard_at(&line, "\"PUT_DOWN\"") && !events.in_hand);
}

// The program leads, a person at the page drives all the same, the command line takes the lock by a stronger
// level and gives it back.
static void control_passes(struct grpc_client *client) {
    struct grpc_call *lead =
        begin_call(client, "BehaviorControl", AT_DEFAULT, sizeof AT_DEFAULT, false, &CONTROL, &control);
    UNTIL(control.granted == 1);
    ask_once(client, "DriveWheels", FORWARD, sizeof FORWARD);
    UNTIL(speed_now() > 0.04f);
    ask_once(client, "DriveWheels", STANDING, 0);
    UNTIL(speed_now() < 0.01f);
    for (int left = PATIENCE; left && speed_now() > -0.02f; left--) { // who drives repeats it
        say(&t.h, page.fd, "{\"Drive\": {\"left_mps\": -0.03, \"right_mps\": -0.03}}");
        tick();
    }
    assert_true(speed_now() <= -0.02f);
    say(&t.h, page.fd, "{\"Stop\": {}}");
    UNTIL(speed_now() > -0.01f);
    assert_int_equal(control.lost, 0); // driving takes no lock

    put("{\"Control\": {\"level\": \"OVERRIDE\"}, \"ticket\": 20}\n");
    UNTIL(control.lost == 1);
    assert_true(heard_at(&line, "\"ticket\":20}"));
    ask_once(client, "DriveWheels", FORWARD, sizeof FORWARD); // without control it does nothing
    ticks(30);
    assert_true(speed_now() < 0.01f);
    assert_int_equal(control.granted, 1);
    put("{\"Control\": {\"level\": \"NONE\"}, \"ticket\": 21}\n");
    UNTIL(control.granted == 2);
    ask_once(client, "DriveWheels", FORWARD, sizeof FORWARD);
    UNTIL(speed_now() > 0.04f);
    ask_once(client, "DriveWheels", STANDING, 0);
    grpc_half(lead);
    UNTIL(control.gone);
    assert_int_equal(control.status, GRPC_OK);
    UNTIL(count_of(line.text, "\"CONTROL_LOST\"") == 3); // the program's two, and the command line's own
}

static void live_again(const char *world, uint64_t hash, uint64_t requests) {
    struct tape_about about;
    struct tape_result result;
    struct buf first = {0}, second = {0};
    const char *again = temp_path(temp_folder(), "again.world");
    struct tape_reader *reader = tape_open(world, &about, &fault);
    assert_non_null(reader);
    fine(tape_play(reader, &about, again, NULL, NULL, &result, &fault));
    tape_free(reader);
    assert_false(result.parted || result.torn);
    assert_true(result.hash == hash);
    assert_true(result.compared > 5 && result.requests >= requests && result.verbs == 2);
    fine(file_read(world, 1 << 28, &first, &fault));
    fine(file_read(again, 1 << 28, &second, &fault));
    assert_int_equal(first.len, second.len);
    assert_memory_equal(first.at, second.at, first.len);
    buf_free(&first), buf_free(&second);

    char path[600];
    struct recording_about life;
    struct replay_result lived = {0};
    play_life_path(path, sizeof path, world, "vector");
    struct recording *tape = recording_open(path, &life, &fault);
    assert_non_null(tape);
    fine(replay_life(tape, &life, &vector_model, thin_clips("vector"), NULL, NULL, &lived, &fault));
    recording_free(tape);
    assert_false(lived.parted || lived.torn);
    assert_int_equal(lived.compared, lived.ticks);
    assert_true(lived.requests >= requests);
}

static void three_doors_lead_to_one_robot(void **state) {
    const char *world = temp_path(temp_folder(), "day.world");
    struct program camera, ears;
    open_three("empty-floor", world); // without an edge to mind
    t.witness = exchange_open(run_exchange(play_run(t.h.play)), LIFE_DOOR_TEST, &fault);
    fine(fault.err);
    struct grpc_client *client = dial_sdk();
    open_line();
    put("{\"events\": true}\n");
    page.fd = watch(&t.h);
    begin_call(client, "EventStream", NULL, 0, true, &EVENTS, &events);
    begin_call(client, "CameraFeed", NULL, 0, true, &ANY, &camera); // who only looks is not on the recording
    begin_call(client, "AudioFeed", NULL, 0, true, &ANY, &ears);
    UNTIL(events.messages > 3);
    // What was told before somebody listened is nobody's loss.
    unsigned happened = t.happened, told = count_of(line.text, "\"event\":");
    each_hears_its_own(client);
    all_hear_what_happens();
    control_passes(client);
    ticks(30);
    control_socket_turn(t.control, t.h.play);
    listen_at(&line);
    assert_int_equal(count_of(line.text, "\"event\":") - told, t.happened - happened);
    assert_int_equal(count_of(line.text, "\"lost\":"), 0);
    assert_false(heard_at(&page, "events were not told"));
    assert_int_equal(events.gone, 0);
    assert_true(camera.messages > 10 && ears.messages > 10);
    grpc_client_free(client);
    ticks(3);
    uint64_t hash = world_hash(play_world(t.h.play));
    guest_close(&page), guest_close(&line);
    close_three();
    live_again(world, hash, 12);
}

static uint64_t life_with_onlookers(bool look) {
    struct grpc_client *client = NULL;
    struct program camera, ears, map;
    open_three("tabletop", NULL);
    if (look) {
        client = dial_sdk();
        open_line();
        put("{\"events\": true}\n");
        page.fd = watch(&t.h);
        begin_call(client, "EventStream", NULL, 0, true, &EVENTS, &events);
        begin_call(client, "CameraFeed", NULL, 0, true, &ANY, &camera);
        begin_call(client, "AudioFeed", NULL, 0, true, &ANY, &ears);
        begin_call(client, "NavMapFeed", NULL, 0, true, &ANY, &map);
        say(&t.h, page.fd, "{\"Watch\": {\"picture\": true, \"sound\": true}}");
    }
    for (int i = 0; i < 240; i++) {
        if (look && i % 7 == 0) put("{\"view\": {}}\n{\"things\": {}}\n{\"snapshot\": {}}\n");
        tick();
    }
    uint64_t hash = run_hash(play_run(t.h.play));
    if (look) {
        assert_true(events.messages > 50 && camera.messages > 5 && ears.messages > 5 && map.messages > 0);
        assert_true(heard_at(&page, "\"Frame\"") && heard_at(&line, "\"battery_v\":"));
        grpc_client_free(client);
        tick();
    }
    guest_close(&page), guest_close(&line);
    close_three();
    return hash;
}

static void watched_or_not_the_life_is_the_same(void **state) {
    uint64_t alone = life_with_onlookers(false);
    assert_true(alone == life_with_onlookers(true));
}

TESTS(cmocka_unit_test(three_doors_lead_to_one_robot), cmocka_unit_test(watched_or_not_the_life_is_the_same))
