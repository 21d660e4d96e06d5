// A robot that is killed without a word while a program leads it: documents, photos and tokens are whole, and
// the same program connects again. And a folder in which a robot lives already.
#include "support/fine.h"
#include "support/stranger.h"

#include "api/api.h"
#include "base/system/file.h"
#include "host/identity.h"
#include "net/grpc.h"
#include "schema/vector.pb-c.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>

enum { PATIENCE = 60000, TOKENS = 48, ROUNDS = 3, PHOTOS = 1024 };

static struct stranger robot;
static struct loop *loop;
static char folder[400], line_path[100];
static unsigned port;
static char name[64];

static void turn(void *user) { loop_once(loop, 1000); }

static void wake(void) {
    char serial[64];
    stranger_start(&robot, (const char *const[]){getenv("CRITTER"), "sdk", "serve", "--state", folder,
                                                 "--listen", "127.0.0.1:0", "--socket", line_path,
                                                 "--scenario", "empty-floor", "--speed", "4", NULL});
    if (!stranger_says(&robot, "\n", turn, NULL)) fail_msg("it said: %s", robot.heard);
    if (sscanf(robot.heard, "ready 127.0.0.1:%u %63s %63s", &port, name, serial) != 3)
        fail_msg("it said: %s", robot.heard);
}

// ---------------------------------------------------------------------------------------------- the program
struct told {
    unsigned messages, gone;
    enum grpc_status status;
    struct buf last;
};
static unsigned photos, granted; // that it was told of
static uint32_t photo_ids[PHOTOS];

static void on_message(void *user, struct grpc_call *call, struct bytes message) {
    struct told *it = user;
    it->messages++;
    buf_clear(&it->last);
    buf_bytes(&it->last, message.at, message.len);
}
static void on_gone(void *user, struct grpc_call *call, enum grpc_status status, struct text words) {
    struct told *it = user;
    it->gone++;
    it->status = status;
}
static void on_event(void *user, struct grpc_call *call, struct bytes message) {
    Vector__EventResponse *r = vector__event_response__unpack(NULL, message.len, message.at);
    assert_non_null(r);
    if (r->event->event_type_case == VECTOR__EVENT__EVENT_TYPE_PHOTO_TAKEN && photos < PHOTOS)
        photo_ids[photos++] = r->event->photo_taken->photo_id;
    vector__event_response__free_unpacked(r, NULL);
}
static void on_control(void *user, struct grpc_call *call, struct bytes message) {
    Vector__BehaviorControlResponse *r =
        vector__behavior_control_response__unpack(NULL, message.len, message.at);
    assert_non_null(r);
    granted +=
        r->response_type_case == VECTOR__BEHAVIOR_CONTROL_RESPONSE__RESPONSE_TYPE_CONTROL_GRANTED_RESPONSE;
    vector__behavior_control_response__free_unpacked(r, NULL);
}
static const struct grpc_class ONE = {.single = true, .message = on_message, .gone = on_gone},
                               EVENTS = {.message = on_event, .gone = on_gone},
                               CONTROL = {.message = on_control, .gone = on_gone};

static struct grpc_client *dial(void) {
    char certificate[500];
    snprintf(certificate, sizeof certificate, "%s/gateway.cert", folder);
    struct grpc_client_config config = {
        .host = "127.0.0.1", .port = (uint16_t)port, .authority = name, .certificate = certificate};
    struct grpc_client *client = grpc_dial(loop, &config, &fault);
    fine(fault.err);
    return client;
}
static struct grpc_call *begin(struct grpc_client *client, const char *guid, const char *rpc,
                               const ProtobufCMessage *request, bool half, const struct grpc_class *class,
                               struct told *it) {
    char path[128], token[80];
    uint8_t bytes[512];
    assert_true(!request || protobuf_c_message_get_packed_size(request) <= sizeof bytes);
    size_t len = request ? protobuf_c_message_pack(request, bytes) : 0;
    snprintf(path, sizeof path, API_SERVICE "%s", rpc);
    snprintf(token, sizeof token, "authorization: Bearer %s\n", guid);
    struct grpc_call *call = grpc_begin(client, path, token, 0, class, it);
    assert_non_null(call);
    grpc_send(call, bytes, len);
    if (half) grpc_half(call);
    return call;
}
#define UNTIL(what)                                                                                          \
    do {                                                                                                     \
        for (int left = PATIENCE; left && !(what); left--) turn(NULL);                                       \
        if (!(what)) fail_msg("it never happened: %s", #what);                                               \
    } while (0)
static void ask(struct grpc_client *client, const char *guid, const char *rpc,
                const ProtobufCMessage *request, struct told *it) {
    buf_free(&it->last);
    *it = (struct told){0};
    begin(client, guid, rpc, request, true, &ONE, it);
    UNTIL(it->gone);
}

static void set_volume(struct grpc_client *client, const char *guid, unsigned volume, struct told *it,
                       bool wait) {
    Vector__RobotSettingsConfig settings = VECTOR__ROBOT_SETTINGS_CONFIG__INIT;
    Vector__UpdateSettingsRequest request = VECTOR__UPDATE_SETTINGS_REQUEST__INIT;
    settings.oneof_master_volume_case = VECTOR__ROBOT_SETTINGS_CONFIG__ONEOF_MASTER_VOLUME_MASTER_VOLUME;
    settings.master_volume = (Vector__Volume)volume;
    request.settings = &settings;
    if (wait) return ask(client, guid, "UpdateSettings", &request.base, it);
    buf_free(&it->last);
    *it = (struct told){0};
    begin(client, guid, "UpdateSettings", &request.base, true, &ONE, it);
}

static void tell_photo(void) { // by the command line, as a person has it
    static const char WORDS[] = "{\"TakePhoto\": {}}\n";
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    snprintf(at.sun_path, sizeof at.sun_path, "%s", line_path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(send(fd, WORDS, sizeof WORDS - 1, MSG_NOSIGNAL), sizeof WORDS - 1);
    shutdown(fd, SHUT_WR);
    unsigned before = photos;
    UNTIL(photos > before);
    close(fd);
}

// ------------------------------------------------------------------------------------------------ what stays
static char guids[TOKENS][GUID_LENGTH + 1]; // the first is the program's own
static unsigned guid_count, volume, attempted;

static void new_token(struct grpc_client *client, struct told *it) {
    char session[SESSION_LENGTH + 1];
    Vector__UserAuthenticationRequest request = VECTOR__USER_AUTHENTICATION_REQUEST__INIT;
    fine(identity_invite(folder, (int64_t)time(NULL) * 1000000, session, &fault));
    request.user_session_id = (ProtobufCBinaryData){SESSION_LENGTH, (uint8_t *)session};
    request.client_name = (ProtobufCBinaryData){4, (uint8_t *)(uintptr_t) "test"};
    ask(client, "", "UserAuthentication", &request.base, it);
    assert_int_equal(it->status, GRPC_OK);
    Vector__UserAuthenticationResponse *r =
        vector__user_authentication_response__unpack(NULL, it->last.len, it->last.at);
    if (r && r->client_token_guid.len == GUID_LENGTH &&
        guid_count < TOKENS) // they are rare: it may be refused
        memcpy(guids[guid_count++], r->client_token_guid.data, GUID_LENGTH);
    vector__user_authentication_response__free_unpacked(r, NULL);
}

static void everything_is_whole(struct grpc_client *client, struct told *it) {
    for (unsigned i = 0; i < guid_count; i++) { // every token that was ever given
        ask(client, guids[i], "BatteryState", NULL, it);
        assert_int_equal(it->status, GRPC_OK);
    }
    char now[40], then[40];
    ask(client, guids[0], "PullJdocs",
        &(Vector__PullJdocsRequest){.base = PROTOBUF_C_MESSAGE_INIT(&vector__pull_jdocs_request__descriptor),
                                    .n_jdoc_types = 1,
                                    .jdoc_types = (Vector__JdocType[]){VECTOR__JDOC_TYPE__ROBOT_SETTINGS}}
             .base,
        it);
    assert_int_equal(it->status, GRPC_OK);
    snprintf(now, sizeof now, "\"master_volume\":%u", volume);
    snprintf(then, sizeof then, "\"master_volume\":%u", attempted);
    if (!memmem(it->last.at, it->last.len, now, strlen(now)) &&
        !memmem(it->last.at, it->last.len, then, strlen(then)))
        fail_msg("neither %s nor %s: %.*s", now, then, (int)it->last.len, (const char *)it->last.at);
    volume = memmem(it->last.at, it->last.len, then, strlen(then)) ? attempted : volume;
    for (unsigned i = photos > 15 ? photos - 15 : 0; i < photos; i++) { // the oldest make room
        Vector__PhotoRequest photo = VECTOR__PHOTO_REQUEST__INIT;
        photo.photo_id = photo_ids[i];
        ask(client, guids[0], "Photo", &photo.base, it);
        Vector__PhotoResponse *r = vector__photo_response__unpack(NULL, it->last.len, it->last.at);
        if (!r || !r->success || r->image.len < 200 || r->image.data[0] != 0xff)
            fail_msg("photo %u is not whole", photo_ids[i]);
        vector__photo_response__free_unpacked(r, NULL);
    }
}

static struct grpc_call *take_lead(struct grpc_client *client, struct told *lead) {
    Vector__ControlRequest level = VECTOR__CONTROL_REQUEST__INIT;
    Vector__BehaviorControlRequest request = VECTOR__BEHAVIOR_CONTROL_REQUEST__INIT;
    level.priority = VECTOR__CONTROL_REQUEST__PRIORITY__OVERRIDE_BEHAVIORS;
    request.request_type_case = VECTOR__BEHAVIOR_CONTROL_REQUEST__REQUEST_TYPE_CONTROL_REQUEST;
    request.control_request = &level;
    granted = 0;
    struct grpc_call *call = begin(client, guids[0], "BehaviorControl", &request.base, false, &CONTROL, lead);
    UNTIL(granted);
    return call;
}

static void what_was_said_outlives_a_kill(void **state) {
    struct told it = {0}, lead = {0}, events = {0}, last = {0};
    const char *kills = getenv("CRITTER_KILLS"); // make soak
    unsigned rounds = kills ? (unsigned)atoi(kills) : ROUNDS;
    loop = loop_new();
    snprintf(folder, sizeof folder, "%s/robot", temp_folder());
    snprintf(line_path, sizeof line_path, "%s/line", temp_folder());
    volume = attempted = 4; // as it is born
    wake();
    fine(identity_grant(folder, TEXT("test"), (int64_t)time(NULL) * 1000000, guids[guid_count++], &fault));
    for (unsigned round = 0; round < rounds; round++) {
        struct grpc_client *client = dial();
        begin(client, guids[0], "EventStream", NULL, true, &EVENTS, &events);
        take_lead(client, &lead);
        everything_is_whole(client, &it);
        if (guid_count < TOKENS) new_token(client, &it); // of many the first would be forgotten
        tell_photo();
        for (unsigned i = 0; i < 3 + round % 5; i++) {
            attempted = 1 + (volume + i) % 5;
            set_volume(client, guids[0], attempted, &it, true);
            assert_int_equal(it.status, GRPC_OK);
            volume = attempted;
        }
        // It drives, and is just about to write.
        Vector__DriveWheelsRequest drive = VECTOR__DRIVE_WHEELS_REQUEST__INIT;
        drive.left_wheel_mmps = drive.right_wheel_mmps = 50;
        ask(client, guids[0], "DriveWheels", &drive.base, &it);
        attempted = 1 + volume % 5;
        set_volume(client, guids[0], attempted, &last, false);
        for (unsigned i = 0; i < round % 4; i++) turn(NULL);
        stranger_end(&robot); // SIGKILL
        UNTIL(lead.gone && events.gone && last.gone);
        grpc_client_free(client);
        turn(NULL);
        lead = events = (struct told){0};
        wake();
    }
    struct grpc_client *client = dial();
    take_lead(client, &lead); // the Photo call needs it
    everything_is_whole(client, &it);
    assert_true(photos >= rounds && guid_count >= 2);
    grpc_client_free(client);
    turn(NULL);
    stranger_end(&robot);
    buf_free(&it.last), buf_free(&lead.last), buf_free(&events.last), buf_free(&last.last);
    loop_free(loop);
}

static void a_robot_lives_in_its_folder_alone(void **state) {
    struct stranger second;
    loop = loop_new();
    snprintf(folder, sizeof folder, "%s/robot", temp_folder());
    snprintf(line_path, sizeof line_path, "none");
    wake();
    stranger_start(&second, (const char *const[]){getenv("CRITTER"), "sdk", "serve", "--state", folder,
                                                  "--listen", "127.0.0.1:0", "--socket", "none", NULL});
    stranger_says(&second, NULL, turn, NULL);
    if (!strstr(second.heard, folder) || strstr(second.heard, "ready") ||
        !strstr(second.heard, "say --state FOLDER"))
        fail_msg("it said: %s", second.heard);
    stranger_end(&second);
    // The first one does not notice; and after it another may live there.
    char guid[GUID_LENGTH + 1];
    struct told it = {0};
    fine(identity_grant(folder, TEXT("test"), (int64_t)time(NULL) * 1000000, guid, &fault));
    struct grpc_client *client = dial();
    ask(client, guid, "BatteryState", NULL, &it);
    assert_int_equal(it.status, GRPC_OK);
    grpc_client_free(client);
    turn(NULL);
    stranger_end(&robot);
    wake();
    stranger_end(&robot);
    buf_free(&it.last);
    loop_free(loop);
}

TESTS(cmocka_unit_test(what_was_said_outlives_a_kill), cmocka_unit_test(a_robot_lives_in_its_folder_alone))
