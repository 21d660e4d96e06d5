// Calls as a phone makes them over Bluetooth.
#include "api/api_rig.h"

#include "api/proxy.h"
#include "host/identity.h"

#include <stdio.h>

static struct rig rig;
static struct identity *identity;
static char guid[GUID_LENGTH + 1];
static struct {
    unsigned count, status;
    char type[64], body[4096];
} heard;

static void answered(void *user, const struct proxy_answer *answer) {
    assert_ptr_equal(user, &heard);
    heard.count++;
    heard.status = answer->status;
    text_copy(text_of(answer->type), heard.type, sizeof heard.type);
    text_copy(answer->body, heard.body, sizeof heard.body);
}
static struct proxy *ask(const char *token, const char *path, const char *json) {
    memset(&heard, 0, sizeof heard);
    struct proxy_asked asked = {text_of(token), text_of(path), text_of(json)};
    return proxy_ask(rig.api, &asked, answered, &heard);
}

static int begin(void **state) {
    char folder[512];
    struct api_config config = api_defaults();
    snprintf(folder, sizeof folder, "%s/who", temp_folder());
    config.identity = identity = identity_open(folder, 1, &fault);
    if (!identity || identity_add(identity, TEXT("phone"), "SDK", 1, guid, &fault)) return -1;
    return rig_start(&rig, &(struct thin_config){.seed = 5, .library = thin_clips("vector")}, config) ? 0
                                                                                                      : -1;
}
static int end(void **state) {
    rig_end(&rig);
    identity_close(identity);
    return 0;
}

static void what_is_asked_is_answered_as_http_would(void **state) {
    static const struct {
        const char *path, *json, *type, *body;
        unsigned status;
    } ROWS[] = {
        {"/v1/update_settings", "{\"settings\":{\"eye_color\":3}}", "application/json", "\\\"eye_color\\\":3",
         200},
        {"/v1/update_account_settings", "{\"account_settings\":{\"app_locale\":\"de-DE\"}}",
         "application/json", "de-DE", 200},
        {"/v1/alexa_opt_in", "{\"opt_in\":true}", "application/json", "{\"status\":{\"code\":2}}", 200},
        {"/v1/send_onboarding_input", "{\"onboarding_wake_up_request\":{}}", "application/json",
         "\"waking_up\":true", 200},
        {"/v1/update_settings", "{", "application/json", "\"code\":3,\"message\":\"", 400},
        {"/v1/update_settings", "", "application/json", "\"error\":\"", 400},
        {"/v1/fly", "{}", "text/plain; charset=utf-8", "Not Found", 404},
        {"", "{}", "text/plain; charset=utf-8", "Not Found", 404},
        {"/v1/event_stream", "{}", "text/plain; charset=utf-8", "stream", 403},
        {"/v1/camera_feed", "{}", "text/plain; charset=utf-8", "stream", 403},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        assert_null(ask(guid, ROWS[i].path, ROWS[i].json));
        bool fits = heard.count == 1 && heard.status == ROWS[i].status && !strcmp(heard.type, ROWS[i].type) &&
                    strstr(heard.body, ROWS[i].body);
        if (!fits) fail_msg("row %zu: %u %s %s", i, heard.status, heard.type, heard.body);
    }
}

static void it_needs_the_token(void **state) {
    static const char *const WRONG[] = {"", "AAAAAAAAAAAAAAAAAAAAAA==", "Bearer", " "};
    char longer[400], twice[2 * GUID_LENGTH + 2];
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        assert_null(ask(WRONG[i], "/v1/battery_state", "{}"));
        assert_true(heard.status == 401 && strstr(heard.body, "\"code\":16"));
    }
    memset(longer, 'A', sizeof longer - 1), longer[sizeof longer - 1] = 0;
    snprintf(twice, sizeof twice, "%s %s", guid, guid);
    assert_true(!ask(longer, "/v1/battery_state", "{}") && heard.status == 401);
    assert_true(!ask(twice, "/v1/battery_state", "{}") && heard.status == 401);
    assert_true(!ask("", "/v1/user_authentication", "{}") && heard.status == 200); // how one gets a token
    assert_true(!ask(guid, "/v1/battery_state", "{}") && heard.status == 200);
}

static void what_is_too_long_says_so(void **state) {
    assert_null(ask(guid, "/v1/list_animations", "{}"));
    assert_int_equal(heard.count, 1);
    assert_int_equal(heard.status, 500);
    assert_non_null(strstr(heard.body, "{\"original_status\":200,\"reason\":\"the answer has "));
}

static void what_takes_time_is_waited_for(void **state) {
    static struct heard stream;
    rig_call(&rig, &stream, "BehaviorControl", "{\"control_request\":{\"priority\":20}}");
    rig_turn(&rig, 100000);
    static const char THERE[] = "{\"x_mm\":40,\"id_tag\":2000001}";
    struct proxy *proxy = ask(guid, "/v1/go_to_pose", THERE);
    assert_true(proxy && !heard.count);
    for (int i = 0; i < 100 && !heard.count; i++) rig_turn(&rig, 100000);
    assert_int_equal(heard.count, 1);
    assert_string_equal(heard.body, "{\"status\":{\"code\":1},\"result\":{\"code\":0}}");
    // Who asked may be gone before.
    proxy = ask(guid, "/v1/go_to_pose", THERE);
    assert_non_null(proxy);
    proxy_drop(proxy);
    rig_turn(&rig, 3000000);
    assert_int_equal(heard.count, 0);
    proxy_drop(NULL);
    // And so may the robot.
    proxy = ask(guid, "/v1/go_to_pose", THERE);
    assert_non_null(proxy);
    fine(api_life(rig.api, NULL, 0, &fault));
    assert_true(heard.count == 1 && heard.status == 503);
    struct proxy_asked asked = {text_of(guid), TEXT("/v1/battery_state"), TEXT("{}")};
    memset(&heard, 0, sizeof heard);
    assert_null(proxy_ask(NULL, &asked, answered, &heard));
    assert_true(heard.count == 1 && heard.status == 502);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, end)
TESTS(CASE(what_is_asked_is_answered_as_http_would), CASE(it_needs_the_token), CASE(what_is_too_long_says_so),
      CASE(what_takes_time_is_waited_for))
