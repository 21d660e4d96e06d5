// The door for Vector's programs: tokens, gRPC and JSON over real sockets, readers that are slow, and a
// life that does not notice who looks.
#include "door/sdk_rig.h"
#include "support/stranger.h"

#include "door/sdk/sdk_internal.h"
#include "net/mdns.h"

#include <time.h>

// ---------------------------------------------------------------------------------------------- strangers

static void python_grpcio_drives_it(void **state) {
    if (!stranger_has_grpcio()) skip();
    struct rig rig;
    start(&rig);
    char port[12], script[512], session[SESSION_LENGTH + 1];
    snprintf(port, sizeof port, "%u", sdk_port(rig.sdk));
    snprintf(script, sizeof script, "%s/tests/door/sdk_stranger.py",
             getenv("SOURCE") ? getenv("SOURCE") : ".");
    fine(identity_invite(rig.folder, (int64_t)time(NULL) * 1000000, session, &fault));
    struct stranger it;
    stranger_start(&it,
                   (const char *const[]){"/usr/bin/python3", script, port, identity_certificate(rig.identity),
                                         identity_name(rig.identity), session, NULL});
    if (!stranger_says(&it, "fine", live, &rig)) fail_msg("python said: %s", it.heard);
    stranger_end(&it);
    stop(&rig);
}

static void curl_reads_json(void **state) {
    if (!stranger_has("curl")) skip();
    struct rig rig;
    start(&rig);
    char base[80], resolve[80], token[80];
    const char *name = identity_name(rig.identity);
    snprintf(base, sizeof base, "https://%s:%u", name, sdk_port(rig.sdk));
    snprintf(resolve, sizeof resolve, "%s:%u:127.0.0.1", name, sdk_port(rig.sdk));
    snprintf(token, sizeof token, "Authorization: Bearer %s", rig.guid);
    static const struct {
        const char *path, *body, *status, *says;
        bool known;
        const char *method, *also; // POST; another header
    } ROWS[] = {
        {"/v1/battery_state", "{}", " 200", "\"battery_level\":", true},
        {"/v1/battery_state", "{}", " 401", "\"code\":16", false},
        {"/v1/battery_state", "{", " 400", "\"code\":3", true},
        {"/v1/protocol_version", "{\"clientVersion\": \"5\", \"extra\": 1}", " 200", "\"host_version\":\"5\"",
         true},
        {"/v1/nothing", "{}", " 404", "Not Found", true},
        {"/v1/battery_state", "{}", " 405", "Method Not Allowed", true, "PUT"},
        {"/v1/battery_state", "{}", " 405", "Method Not Allowed", true, "GET"},
        {"/v1/battery_state", "", " 400", "\"code\":3", true},
        {"/v1/battery_state", "{}", " 401", "\"code\":16", true, "POST", "authorization: Bearer AAAA"},
        {"/v1/battery_state", "{}", " 401", "\"code\":16", false, "POST", "Authorization: bearer AAAA"},
        {"/v1/battery_state", "{}", " 401", "\"code\":16", false, "POST", "Authorization: Basic AAAA"},
        {"/v1/user_authentication", "{}", " 200", "\"code\":0,\"client_token_guid\":null", false},
        {"/v1/say_text", "{\"text\":\"\xff\"}", " 400", "UTF-8", true},
        {"/v1/set_camera_settings", "{\"gain\":\"much\"}", " 400", "$.gain", true},
        {"/v1/capture_single_image", "{}", " 400", "annotated: expected true or false", true, "POST",
         "Annotated: perhaps"},
        {"/v1/capture_single_image", "{}", " 200", "\"data\":\"/9j/", true, "POST", "Annotated: true"},
        {"/v1/event_stream", "{}", " 401", "\"grpc_code\":16", false}};
    static const char *const VERSIONS[] = {"--http1.1", "--http2"};
    for (size_t i = 0; i < 2 * sizeof ROWS / sizeof *ROWS; i++) {
        char url[200];
        snprintf(url, sizeof url, "%s%s", base, ROWS[i / 2].path);
        struct stranger it;
        stranger_start(&it,
                       (const char *const[]){"curl", "-sSi", VERSIONS[i % 2], "--cacert",
                                             identity_certificate(rig.identity), "--resolve", resolve, "-H",
                                             ROWS[i / 2].known ? token : "X-None: 1", "-d", ROWS[i / 2].body,
                                             "-X", ROWS[i / 2].method ? ROWS[i / 2].method : "POST", "-H",
                                             ROWS[i / 2].also ? ROWS[i / 2].also : "X-None: 2", url, NULL});
        stranger_says(&it, NULL, live, &rig);
        if (!strstr(it.heard, ROWS[i / 2].status) || !strstr(it.heard, ROWS[i / 2].says))
            fail_msg("row %zu: curl said: %s", i, it.heard);
        stranger_end(&it);
    }
    // A stream: a line for each message, until the reader leaves.
    char url[200];
    snprintf(url, sizeof url, "%s/v1/event_stream?white_list.list=robot_state", base);
    for (int i = 0; i < 2; i++) {
        struct stranger it;
        stranger_start(&it, (const char *const[]){"curl", "-sSN", VERSIONS[i], "--cacert",
                                                  identity_certificate(rig.identity), "--resolve", resolve,
                                                  "-H", token, url, NULL});
        if (!stranger_says(&it, "{\"result\":{\"status\":null,\"event\":{\"robot_state\":", live, &rig))
            fail_msg("curl said: %s", it.heard);
        assert_non_null(strstr(it.heard, "\"connection_response\""));
        stranger_end(&it);
        for (int k = 0; k < 5; k++) live(&rig);
    }
    stop(&rig);
}

// What a query leaves out is not told; and the last line says why the stream is over.
static void a_stream_ends_with_its_reason(void **state) {
    if (!stranger_has("curl")) skip();
    static const char *const VERSIONS[] = {"--http1.1", "--http2"};
    for (int i = 0; i < 2; i++) {
        struct rig rig;
        struct stranger it;
        char url[200], resolve[80], token[80];
        start(&rig);
        const char *name = identity_name(rig.identity);
        snprintf(url, sizeof url, "https://%s:%u/v1/event_stream?black_list.list=robot_state", name,
                 sdk_port(rig.sdk));
        snprintf(resolve, sizeof resolve, "%s:%u:127.0.0.1", name, sdk_port(rig.sdk));
        snprintf(token, sizeof token, "Authorization: Bearer %s", rig.guid);
        stranger_start(&it, (const char *const[]){"curl", "-sSN", VERSIONS[i], "--cacert",
                                                  identity_certificate(rig.identity), "--resolve", resolve,
                                                  "-H", token, url, NULL});
        if (!stranger_says(&it, "\"connection_response\"", live, &rig)) fail_msg("curl said: %s", it.heard);
        for (int k = 0; k < 100; k++) live(&rig);
        sdk_close(rig.sdk);
        rig.sdk = NULL;
        stranger_says(&it, NULL, live, &rig);
        assert_null(strstr(it.heard, "robot_state"));
        if (!strstr(it.heard, "\n{\"error\":{\"grpc_code\":14,\"http_code\":503,\"message\":\"") ||
            !strstr(it.heard, "\"http_status\":\"Service Unavailable\",\"details\":[]}}\n"))
            fail_msg("curl said: %s", it.heard);
        stranger_end(&it);
        stop(&rig);
    }
}

// ------------------------------------------------------------------------------------------------ readers

static void who_does_not_read_loses_only_itself(void **state) {
    struct rig rig;
    start(&rig);
    struct grpc_client *client = dial(&rig);
    struct listener slow = {0}, quick = {0};
    grpc_read(listen_to(&rig, client, &slow), false);
    listen_to(&rig, client, &quick);
    unsigned ticks = 0;
    // The slow one's window is full after some hundred messages, then 512 wait, then it is over.
    for (; ticks < 20000 && quick.messages < 3000; ticks++) live(&rig);
    assert_int_equal(quick.gone, 0);
    assert_true(quick.messages >= 3000);
    assert_int_equal(slow.messages, 0);
    grpc_client_free(client);
    live(&rig);
    client = dial(&rig); // and it may come back
    struct listener back = {0};
    listen_to(&rig, client, &back);
    for (int i = 0; i < 200 && back.messages < 3; i++) live(&rig);
    assert_true(back.messages >= 3);
    grpc_client_free(client);
    live(&rig);
    stop(&rig);
}

static uint64_t life_with(unsigned readers) {
    struct rig rig;
    struct listener seen[4] = {0};
    start(&rig);
    struct grpc_client *client = dial(&rig);
    for (unsigned i = 0; i < readers; i++) listen_to(&rig, client, &seen[i]);
    for (int i = 0; i < 90; i++) live(&rig);
    for (unsigned i = 0; i < readers; i++) assert_true(seen[i].messages > 10);
    uint64_t hash = run_hash(rig.thin.run);
    grpc_client_free(client);
    live(&rig);
    stop(&rig);
    return hash;
}

static void a_life_does_not_notice_who_looks(void **state) { assert_int_equal(life_with(0), life_with(4)); }

static void it_says_goodbye(void **state) {
    struct rig rig;
    start(&rig);
    struct grpc_client *client = dial(&rig);
    struct listener listener = {0};
    listen_to(&rig, client, &listener);
    for (int i = 0; i < 200 && listener.messages < 3; i++) live(&rig);
    sdk_close(rig.sdk);
    rig.sdk = NULL;
    for (int i = 0; i < 200 && !listener.gone; i++) loop_once(rig.loop, 1000);
    assert_int_equal(listener.gone, 1);
    assert_int_equal(listener.status, GRPC_UNAVAILABLE);
    grpc_client_free(client);
    stop(&rig);
}

static void a_port_that_is_taken_is_an_error_or_the_next_one(void **state) {
    struct rig rig;
    start(&rig);
    struct sdk_config config = sdk_defaults();
    config.identity = rig.identity, config.port = sdk_port(rig.sdk), config.port_given = true;
    struct fault why = {0};
    assert_null(sdk_open(rig.loop, &config, &why));
    assert_int_equal(why.err, ERR_BUSY);
    config.port_given = false;
    struct sdk *next = sdk_open(rig.loop, &config, &fault);
    fine(fault.err);
    assert_int_not_equal(sdk_port(next), sdk_port(rig.sdk));
    sdk_close(next);
    stop(&rig);
}

struct sighting {
    char name[64];
    uint16_t port;
};
static void sighted(void *user, const char *name, uint32_t address, uint16_t port) {
    struct sighting *s = user;
    snprintf(s->name, sizeof s->name, "%s", name);
    s->port = port;
}

// Only a door that others can reach is told of.
static void others_find_it_by_its_name(void **state) {
    struct rig rig;
    struct sighting seen = {{0}, 0};
    if (!mdns_own_address()) skip(); // this machine is in no network
    start(&rig);
    assert_null(rig.sdk->mdns);
    struct sdk_config config = sdk_defaults();
    config.identity = rig.identity, config.address = "0.0.0.0", config.port = 0, config.port_given = true;
    struct sdk *open = sdk_open(rig.loop, &config, &fault);
    fine(fault.err);
    assert_non_null(open->mdns);
    struct mdns *finder = mdns_find(rig.loop, SDK_SERVICE, mdns_own_address(), sighted, &seen, &fault);
    fine(fault.err);
    for (int i = 0; i < 400 && !seen.port; i++) loop_once(rig.loop, 10000);
    assert_string_equal(seen.name, identity_name(rig.identity));
    assert_int_equal(seen.port, sdk_port(open));
    mdns_free(finder);
    sdk_close(open);
    stop(&rig);
}

TESTS(cmocka_unit_test(others_find_it_by_its_name), cmocka_unit_test(python_grpcio_drives_it),
      cmocka_unit_test(a_stream_ends_with_its_reason), cmocka_unit_test(curl_reads_json),
      cmocka_unit_test(who_does_not_read_loses_only_itself),
      cmocka_unit_test(a_life_does_not_notice_who_looks), cmocka_unit_test(it_says_goodbye),
      cmocka_unit_test(a_port_that_is_taken_is_an_error_or_the_next_one))
