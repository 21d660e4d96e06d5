// Calls beside motion: settings and other documents, faces, cameras, maps, sound, and what stands for
// services.
#include "api/api_rig.h"

#include "base/base64.h"
#include "base/system/file.h"
#include "codec/picture/jpeg.h"
#include "host/identity.h"

#include <stdio.h>

static struct rig rig;
static struct heard one, two, stream, events;
static char folder[512];
static struct api_config config;
static int begin(void **state) {
    config = api_defaults();
    snprintf(folder, sizeof folder, "%s/state", temp_folder());
    config.state = folder;
    return rig_start(&rig, &(struct thin_config){.seed = 5}, config) ? 0 : -1;
}
static int end(void **state) {
    rig_end(&rig);
    return 0;
}
static void again(void) { // another day
    rig_end(&rig);
    assert_true(rig_start(&rig, &(struct thin_config){.seed = 5}, config));
}
static void alive(void) { // with clips, and so with a mind
    rig_end(&rig);
    assert_true(rig_start(&rig, &(struct thin_config){.seed = 5, .library = thin_clips("vector")}, config));
}
static void take_control(void) {
    rig_call(&rig, &stream, "BehaviorControl", "{\"control_request\":{\"priority\":20}}");
    rig_turn(&rig, 100000);
    assert_true(says(&stream, "control_granted_response"));
}
static void listen(void) {
    rig_call(&rig, &events, "EventStream", "{\"black_list\":{\"list\":[\"robot_state\"]}}");
}

static void settings_change_in_what_is_said_and_stay(void **state) {
    listen();
    rig_do(&rig, &one, "PullJdocs", "{\"jdoc_types\":[0,2,3,1,9]}");
    assert_true(says(&one, "\\\"eye_color\\\":0") && says(&one, "\\\"locale\\\":\\\"en-US\\\""));
    assert_false(says(&one, "custom_eye_color")); // firmware 1.7 has none
    assert_true(says(&one, "\\\"app_locale\\\":\\\"en-US\\\""));
    assert_true(says(&one, "\\\"kickstarter_eyes\\\":false") && says(&one, "\\\"data_collection\\\":false"));
    assert_true(says(&one, "Alive.seconds") && says(&one, "\"doc_version\":\"0\""));
    rig_do(&rig, &one, "UpdateSettings",
           "{\"settings\":{\"eye_color\":\"UNCANNY_YELLOW\",\"master_volume\":1}}");
    assert_true(says(&one, "\"status\":{\"code\":1},\"code\":0,\"doc\":{\"doc_version\":\"1\""));
    assert_true(says(&one, "\\\"eye_color\\\":2") && says(&one, "\\\"locale\\\":\\\"en-US\\\""));
    assert_true(said(&events, "\"jdocs_changed\":{\"jdoc_types\":[0]}"));
    rig_turn(&rig, 100000);
    float hue, saturation;
    robot_eye_colour(robot_of(run_soul(rig.thin.run, 0)), &hue, &saturation);
    assert_float_equal(hue, 0.11f, 0.005f); // at once
    rig_do(&rig, &one, "UpdateAccountSettings", "{\"account_settings\":{\"app_locale\":\"de-DE\"}}");
    assert_true(says(&one, "de-DE"));
    assert_true(said(&events, "\"jdocs_changed\":{\"jdoc_types\":[2]}"));
    rig_do(&rig, &one, "UpdateUserEntitlements", "{\"user_entitlements\":{\"kickstarter_eyes\":true}}");
    assert_true(says(&one, "\"doc\":{\"doc_version\":\"1\"") && says(&one, "\\\"kickstarter_eyes\\\":true"));
    assert_true(said(&events, "\"jdocs_changed\":{\"jdoc_types\":[3]}"));
    again();
    rig_turn(&rig, 100000);
    robot_eye_colour(robot_of(run_soul(rig.thin.run, 0)), &hue, &saturation);
    assert_float_equal(hue, 0.11f, 0.005f); // and on another day
    rig_do(&rig, &one, "PullJdocs", "{\"jdoc_types\":[\"ROBOT_SETTINGS\",\"ACCOUNT_SETTINGS\"]}");
    assert_true(says(&one, "\\\"master_volume\\\":1") && says(&one, "de-DE") &&
                says(&one, "\"doc_version\":\"1\""));
    rig_do(&rig, &one, "PullJdocs", "{\"jdoc_types\":[3]}");
    assert_true(says(&one, "\\\"kickstarter_eyes\\\":true"));
    rig_do(&rig, &one, "SetMasterVolume", "{\"volume_level\":4}"); // counts from low
    rig_do(&rig, &one, "PullJdocs", "{\"jdoc_types\":[0]}");
    assert_true(says(&one, "\\\"master_volume\\\":5"));
    rig_do(&rig, &one, "UpdateSettings", "{\"settings\":{\"eye_color\":99}}");
    assert_int_equal(one.status, API_INVALID_ARGUMENT);
    rig_do(&rig, &one, "UpdateSettings", "{}");
    assert_int_equal(one.status, API_INVALID_ARGUMENT);
}

static void every_colour_of_the_table_becomes_that_of_its_eyes(void **state) {
    static const struct {
        const char *name;
        float hue, saturation;
    } COLOURS[] = {{"OVERFIT_ORANGE", 0.05f, 0.95f},
                   {"UNCANNY_YELLOW", 0.11f, 1},
                   {"NON_LINEAR_LIME", 0.21f, 1},
                   {"SINGULARITY_SAPPHIRE", 0.57f, 1},
                   {"FALSE_POSITIVE_PURPLE", 0.83f, 0.76f},
                   {"CONFUSION_MATRIX_GREEN", 0.3f, 1},
                   {"TIP_OVER_TEAL", 0.42f, 1}};
    for (size_t i = 0; i < sizeof COLOURS / sizeof *COLOURS; i++) {
        char json[100];
        float hue, saturation;
        snprintf(json, sizeof json, "{\"settings\":{\"eye_color\":\"%s\"}}", COLOURS[i].name);
        rig_do(&rig, &one, "UpdateSettings", json);
        rig_turn(&rig, 100000);
        robot_eye_colour(robot_of(run_soul(rig.thin.run, 0)), &hue, &saturation);
        assert_float_equal(hue, COLOURS[i].hue, 0.005f);
        assert_float_equal(saturation, COLOURS[i].saturation, 0.005f);
    }
}

static void the_newer_firmware_has_one_setting_more(void **state) {
    config.profile = API_FIRMWARE_1_8;
    again();
    rig_do(&rig, &one, "UpdateSettings",
           "{\"settings\":{\"custom_eye_color\":{\"hue\":0.7,\"saturation\":0.5,\"enabled\":true}}}");
    assert_true(says(&one, "\\\"custom_eye_color\\\":{\\\"hue\\\":0.7"));
    rig_turn(&rig, 100000);
    float hue, saturation;
    robot_eye_colour(robot_of(run_soul(rig.thin.run, 0)), &hue, &saturation);
    assert_float_equal(hue, 0.7f, 0.005f);
    rig_do(&rig, &one, "VersionState", "{}");
    assert_true(says(&one, "1.8.0"));
    // On the wire the master volume is field 7 here, and field 6 in the older one.
    rig_begin(&rig, &one, "UpdateSettings");
    api_request(one.call, API_PROTOBUF, TEXT("\x0a\x02\x38\x03"));
    assert_true(says(&one, "\\\"master_volume\\\":3"));
    config.profile = API_FIRMWARE_1_7;
    again();
    rig_begin(&rig, &one, "UpdateSettings");
    api_request(one.call, API_PROTOBUF, TEXT("\x0a\x02\x30\x02"));
    assert_true(says(&one, "\\\"master_volume\\\":2") && !says(&one, "custom_eye_color"));
}

static void a_full_disk_changes_nothing(void **state) {
    for (unsigned steps = 1; steps < 8; steps++) {
        file_break_after(steps);
        rig_do(&rig, &one, "UpdateSettings", "{\"settings\":{\"eye_color\":3}}");
        if (file_break_after(0)) break; // all went well
        assert_int_equal(one.status, API_INTERNAL);
        rig_do(&rig, &one, "PullJdocs", "{\"jdoc_types\":[0]}");
        assert_true(says(&one, "\\\"eye_color\\\":0"));
        assert_true(steps < 7);
    }
}

static void what_is_damaged_is_named(void **state) {
    rig_end(&rig);
    char path[600];
    snprintf(path, sizeof path, "%s/robot-settings.json", folder);
    fine(file_write(path, "{\"format\":1,\"version\":3,\"document\":{\"eye_color\":17}}", 52, &fault));
    fault = (struct fault){0};
    struct api *api = api_new(&config, &fault);
    assert_null(api);
    assert_non_null(strstr(fault.said, "eye_color"));
    fine(file_write(path, "{\"format\":2,\"version\":3,\"document\":{}}", 38, &(struct fault){0}));
    fault = (struct fault){0};
    assert_null(api_new(&config, &fault));
    assert_int_equal(fault.err, ERR_VERSION);
    snprintf(folder, sizeof folder, "%s/other", temp_folder());
    assert_true(rig_start(&rig, &(struct thin_config){.seed = 5}, config));
}

static unsigned told_of(const struct heard *heard, const char *words) {
    unsigned count = 0;
    for (const char *at = heard->all; (at = strstr(at, words)); at++) count++;
    return count;
}

// It looks, and there is none: what a robot says whose owner has the newest release.
static void an_update_is_looked_for_and_none_is_found(void **state) {
    static const char LOOKS[] =
        "\"update_status\":4,\"expected\":\"-1\",\"progress\":\"-1\","
        "\"update_version\":\"\",\"update_phase\":\"\",\"error\":\"\",\"exit_code\":\"-1\"}",
                      NONE[] =
                          "\"update_status\":0,\"expected\":\"-1\",\"progress\":\"-1\","
                          "\"update_version\":\"\",\"update_phase\":\"\",\"error\":\"\",\"exit_code\":\"0\"}",
                      EVENT[] = "\"check_update_status_response\":{\"status\":null,",
                      FIRST[] = "\"check_update_status_response\":{\"status\":null,\"update_status\":4,"
                                "\"expected\":\"1\",\"progress\":\"0\",",
                      LAST[] = "\"check_update_status_response\":{\"status\":null,\"update_status\":0,"
                               "\"expected\":\"1\",\"progress\":\"0\",";
    rig_do(&rig, &one, "UpdateAndRestart", "{}");
    assert_string_equal(one.last, "{\"status\":{\"code\":101}}"); // nothing waits for it
    rig_do(&rig, &one, "CheckUpdateStatus", "{}");
    assert_true(says(&one, "{\"status\":{\"code\":3},") && says(&one, NONE));
    rig_do(&rig, &one, "StartUpdateEngine", "{}");
    assert_true(says(&one, "{\"status\":{\"code\":1},") && says(&one, LOOKS));
    rig_do(&rig, &one, "CheckUpdateStatus", "{}");
    assert_true(says(&one, "{\"status\":{\"code\":3},") && says(&one, LOOKS));
    rig_turn(&rig, 1500000);
    rig_do(&rig, &one, "StartUpdateEngine", "{}"); // it is left alone while it looks
    rig_turn(&rig, 700000);
    rig_do(&rig, &one, "CheckUpdateStatus", "{}");
    assert_true(says(&one, NONE));
    rig_turn(&rig, 2000000); // nobody led for 2.5 s: nobody is told
    rig_call(&rig, &two, "EventStream", "{\"connection_id\":\"app\"}");
    rig_turn(&rig, 3000000);
    assert_false(said(&two, EVENT));
    rig_do(&rig, &one, "StartUpdateEngine", "{}");
    rig_turn(&rig, 1000000);
    assert_true(told_of(&two, FIRST) == 1 && !said(&two, LAST));
    rig_turn(&rig, 9000000); // every two seconds, until it has found none
    assert_true(told_of(&two, FIRST) == 1 && told_of(&two, LAST) == 1);
    api_cancel(two.call);
    rig_do(&rig, &one, "StartUpdateEngine", "{}");
    rig_turn(&rig, 1500000); // somebody comes to lead in time
    rig_call(&rig, &two, "EventStream", "{\"connection_id\":\"app\"}");
    rig_turn(&rig, 4000000);
    assert_int_equal(told_of(&two, EVENT), 2);
}

static void flags_and_services_answer_as_documented(void **state) {
    listen();
    rig_do(&rig, &one, "GetFeatureFlag", "{\"feature_name\":\"Dancing\"}");
    assert_true(says(&one, "\"valid_feature\":true,\"feature_enabled\":true"));
    rig_do(&rig, &one, "GetFeatureFlag", "{\"feature_name\":\"Flying\"}");
    assert_true(says(&one, "\"valid_feature\":false,\"feature_enabled\":false"));
    rig_do(&rig, &one, "GetFeatureFlag", "{\"feature_name\":\"Laser\"}"); // known, and switched off
    assert_true(says(&one, "\"valid_feature\":true,\"feature_enabled\":false"));
    rig_do(&rig, &one, "GetFeatureFlagList", "{\"request_list\":[\"Laser\",\"Flying\"]}");
    assert_string_equal(one.last, "{\"status\":{\"code\":1},\"list\":[\"Laser\"]}");
    rig_do(&rig, &one, "GetLatestAttentionTransfer", "{}");
    assert_string_equal(one.last, "{\"status\":{\"code\":1},\"latest_attention_transfer\":null}");
    rig_do(&rig, &one, "CheckCloudConnection", "{}");
    assert_true(says(&one, "\"status\":{\"code\":1},\"code\":2"));
    rig_do(&rig, &one, "UploadDebugLogs", "{}");
    assert_string_equal(one.last, "{\"status\":{\"code\":3},\"url\":\"\"}");
    rig_do(&rig, &one, "UploadDebugLogs", "{}");
    assert_int_equal(one.status, API_RESOURCE_EXHAUSTED);
    rig_do(&rig, &one, "AlexaOptIn", "{\"opt_in\":true}");
    assert_true(said(&events, "\"auth_state\":2"));
    rig_turn(&rig, 8000000);
    assert_true(said(&events, "\"auth_state\":3") && said(&events, "\"auth_state\":4"));
    rig_do(&rig, &one, "GetAlexaAuthState", "{}");
    assert_true(says(&one, "\"auth_state\":4,\"extra\":\"\""));
}

static void switch_features(const char *which) {
    char path[600], json[300];
    snprintf(path, sizeof path, "%s/feature-switches.json", folder);
    int len = snprintf(json, sizeof json, "{\"format\":1,\"version\":1,\"document\":{%s}}", which);
    fine(file_write(path, json, (size_t)len, &fault));
}
static void say_nonsense(void) {
    struct life_message m = {.kind = LIFE_HEAR};
    text_copy(TEXT("hey vector, wobble the dingle"), m.hear.words, sizeof m.hear.words);
    thin_ask(&rig.thin, 900, m);
    rig_turn(&rig, 2500000);
}
static bool looks_over_there(void) {
    char json[400];
    uint32_t number;
    rig_do(&rig, &one, "AppIntent", "{\"intent\":\"intent_imperative_lookoverthere\"}");
    rig_turn(&rig, 300000);
    robot_intent(robot_of(run_soul(rig.thin.run, 0)), &number, json, sizeof json);
    return strstr(json, "imperative_lookoverthere");
}

static void what_somebody_switched_is_told_and_lived_by(void **state) {
    static const char ATTENTION[] = "\"attention_transfer\":{\"reason\":3,\"seconds_ago\":0";
    alive();
    listen();
    assert_false(looks_over_there());
    say_nonsense();
    assert_false(said(&events, "attention_transfer"));
    rig_do(&rig, &one, "GetLatestAttentionTransfer", "{}");
    assert_true(says(&one, "\"latest_attention_transfer\":null"));
    switch_features(
        "\"AttentionTransfer\": true, \"GazeDirection\": true, \"Dancing\": false, \"Exploring\": true");
    alive();
    listen();
    static const struct {
        const char *name, *says;
    } ROWS[] = {{"AttentionTransfer", "true,\"feature_enabled\":true"},
                {"GazeDirection", "true,\"feature_enabled\":true"},
                {"Dancing", "true,\"feature_enabled\":false"},
                {"Exploring", "true,\"feature_enabled\":true"},
                {"Laser", "true,\"feature_enabled\":false"},
                {"Flying", "false,\"feature_enabled\":false"}};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        char json[80];
        snprintf(json, sizeof json, "{\"feature_name\":\"%s\"}", ROWS[i].name);
        rig_do(&rig, &one, "GetFeatureFlag", json);
        if (!says(&one, ROWS[i].says)) fail_msg("%s: %s", ROWS[i].name, one.last);
    }
    assert_true(looks_over_there()); // its mind goes by it
    say_nonsense();
    assert_true(said(&events, ATTENTION));
    rig_do(&rig, &one, "GetLatestAttentionTransfer", "{}");
    assert_true(
        says(&one, "\"latest_attention_transfer\":{\"attention_transfer\":{\"reason\":3,\"seconds_ago\":2"));
    // One that there is not, and one that is neither on nor off, are named.
    static const char *const WRONG[] = {"\"Flying\": true", "\"Dancing\": 3"};
    rig_end(&rig);
    for (int i = 0; i < 2; i++) {
        switch_features(WRONG[i]);
        fault = (struct fault){0};
        assert_null(api_new(&config, &fault));
        assert_true(strstr(fault.said, i ? "expected" : "Flying") &&
                    (strstr(fault.file, "feature-switches") || strstr(fault.path, "$")));
    }
    switch_features("");
    assert_true(rig_start(&rig, &(struct thin_config){.seed = 5}, config));
}

static void logins_are_rare_and_need_a_session(void **state) {
    for (int i = 0; i < 10; i++) {
        rig_do(&rig, &one, "UserAuthentication", "{\"user_session_id\":\"QUJD\",\"client_name\":\"bWU=\"}");
        assert_true(says(&one, "\"code\":0,\"client_token_guid\":null"));
    }
    rig_do(&rig, &one, "UserAuthentication", "{\"user_session_id\":\"QUJD\"}");
    assert_int_equal(one.status, API_RESOURCE_EXHAUSTED);
    for (int i = 0; i < 2; i++) { // one more each ten seconds
        rig_turn(&rig, 10100000);
        rig_do(&rig, &one, "UserAuthentication", "{}");
        assert_int_equal(one.status, API_OK);
        rig_do(&rig, &one, "UserAuthentication", "{}");
        assert_int_equal(one.status, API_RESOURCE_EXHAUSTED);
    }
}

static void pass(int64_t seconds) {
    rig.air_us += seconds * 1000000;
    api_turn(rig.api, rig.air_us, INT64_C(1700000000000000) + rig.air_us);
}
static int logins_until_refused(int64_t seconds_between) {
    for (int count = 0;; count++, pass(seconds_between)) {
        rig_do(&rig, &one, "UserAuthentication", "{}");
        if (one.status == API_RESOURCE_EXHAUSTED || count == 100) return count;
    }
}
static void logins_are_rare_in_the_long_run_too(void **state) {
    assert_in_range(logins_until_refused(10), 25, 26); // 25, and then one each ten minutes
    pass(300);
    assert_in_range(logins_until_refused(10), 0, 1);
    pass(1200);
    assert_in_range(logins_until_refused(10), 2, 3);
    pass(1000000); // never more than 25 are saved up
    assert_in_range(logins_until_refused(10), 25, 26);
}

static void a_session_becomes_a_token(void **state) {
    char session[SESSION_LENGTH + 1], json[300], guid[GUID_LENGTH + 1], bearer[64];
    snprintf(json, sizeof json, "%s/who", temp_folder());
    struct identity *identity = identity_open(json, 1, &fault);
    if (!identity) fine(fault.err);
    fine(identity_invite(json, INT64_C(1700000000000000), session, &fault));
    config.identity = identity;
    again();
    struct buf letters = {0};
    base64_encode(&letters, session, SESSION_LENGTH);
    snprintf(json, sizeof json, "{\"user_session_id\":\"%s\",\"client_name\":\"bWU=\"}", (char *)letters.at);
    rig_do(&rig, &one, "UserAuthentication", json);
    const char *token = strstr(one.last, "\"code\":1,\"client_token_guid\":\"");
    assert_non_null(token);
    uint8_t bytes[64];
    size_t len;
    token += strlen("\"code\":1,\"client_token_guid\":\"");
    assert_true(base64_decode((struct text){token, strcspn(token, "\"")}, bytes, &len) && len == GUID_LENGTH);
    snprintf(guid, sizeof guid, "%.*s", GUID_LENGTH, (char *)bytes);
    snprintf(bearer, sizeof bearer, "Bearer %s", guid);
    const struct api_rpc *rpc = api_rpc_named(TEXT("BatteryState"));
    struct text twice[] = {text_of(bearer), text_of(bearer)}, bare = text_of(guid),
                wrong = TEXT("Bearer AAAA");
    assert_true(api_allows(rig.api, rpc, twice, 1));
    assert_false(api_allows(rig.api, rpc, twice, 2));
    assert_false(api_allows(rig.api, rpc, twice, 0));
    assert_false(api_allows(rig.api, rpc, &bare, 1));
    assert_false(api_allows(rig.api, rpc, &wrong, 1));
    assert_true(api_allows(rig.api, api_rpc_named(TEXT("UserAuthentication")), NULL, 0));
    rig_do(&rig, &one, "UserAuthentication", json); // the session is used up
    assert_true(says(&one, "\"code\":0,"));
    rig_end(&rig);
    config.identity = NULL;
    assert_true(rig_start(&rig, &(struct thin_config){.seed = 5}, config));
    identity_close(identity);
    buf_free(&letters);
}

static void onboarding_goes_on_where_it_was(void **state) {
    listen();
    rig_do(&rig, &one, "GetOnboardingState", "{}");
    assert_true(says(&one, "\"stage\":0"));
    rig_do(&rig, &one, "SendOnboardingInput", "{}");
    assert_int_equal(one.status, API_INVALID_ARGUMENT);
    rig_do(&rig, &one, "SendOnboardingInput", "{\"onboarding_wake_up_request\":{}}");
    assert_true(says(&one, "\"status\":{\"code\":2}") && says(&one, "\"waking_up\":true"));
    assert_true(said(&events, "onboarding_wake_up_finished"));
    rig_do(&rig, &one, "SendOnboardingInput",
           "{\"onboarding_set_phase_request\":{\"phase\":\"TeachWakeWord\"}}");
    assert_true(says(&one, "\"phase\":5,\"phase_state\":2"));
    rig_do(&rig, &one, "SendOnboardingInput", "{\"onboarding_phase_progress_request\":{}}");
    assert_true(says(&one, "\"last_set_phase\":5"));
    rig_do(&rig, &one, "SendOnboardingInput", "{\"onboarding_charge_info_request\":{}}");
    assert_true(says(&one, "\"on_charger\":false,\"needs_to_charge\":false"));
    rig_do(&rig, &one, "SendOnboardingInput", "{\"onboarding_mark_complete_and_exit\":{}}");
    assert_true(said(&events, "\"onboarding_state\":{\"stage\":3}"));
    again();
    rig_do(&rig, &one, "SendOnboardingInput", "{\"onboarding_complete_request\":{}}");
    assert_true(says(&one, "\"completed\":true"));
}

static void photos_are_listed_fetched_and_deleted(void **state) {
    char path[600];
    snprintf(path, sizeof path, "%s/photos", folder);
    fine(folder_make(path, &fault));
    static const char LIST[] = "{\"format\":1,\"version\":1,\"document\":{\"photos\":["
                               "{\"id\":7,\"taken\":1600000000,\"copied\":false,\"small_copied\":false},"
                               "{\"id\":8,\"taken\":1600000001,\"copied\":false,\"small_copied\":false}]}}";
    snprintf(path, sizeof path, "%s/photos.json", folder);
    fine(file_write(path, LIST, sizeof LIST - 1, &fault));
    snprintf(path, sizeof path, "%s/photos/7", folder);
    fine(file_write(path, "JPEG", 4, &fault));
    rig_do(&rig, &one, "PhotosInfo", "{}");
    assert_true(says(
        &one, "\"photo_infos\":[{\"photo_id\":7,\"timestamp_utc\":1600000000,\"photo_copied_to_app\":false"));
    assert_false(says(&one, "\"photo_id\":8")); // its file is gone
    rig_do(&rig, &one, "Photo", "{\"photo_id\":7}");
    assert_string_equal(one.last, "{\"status\":{\"code\":1},\"success\":true,\"image\":\"SlBFRw==\"}");
    rig_do(&rig, &one, "Thumbnail", "{\"photo_id\":7}");
    assert_string_equal(one.last, "{\"status\":{\"code\":101},\"success\":false,\"image\":null}");
    rig_do(&rig, &one, "PhotosInfo", "{}");
    assert_true(says(&one, "\"photo_copied_to_app\":true"));
    rig_do(&rig, &one, "DeletePhoto", "{\"photo_id\":7}");
    assert_true(says(&one, "\"success\":true") && !file_exists(path));
    rig_do(&rig, &one, "DeletePhoto", "{\"photo_id\":7}");
    assert_true(says(&one, "\"success\":false"));
}

static bool robot_does(const char *node) {
    struct life_message stack = {.kind = LIFE_MIND_STACK}, reply;
    struct life_envelope from = {.ticket = 77, .door = LIFE_DOOR_TEST}, to;
    struct robot *robot = robot_of(run_soul(rig.thin.run, 0));
    assert_int_equal(robot_ask(robot, &from, &stack), ERR_NONE);
    robot_step(robot, &(struct senses_in){0}, &(struct command_out){0});
    while (robot_reply(robot, &to, &reply))
        if (to.ticket == 77 && to.door == LIFE_DOOR_TEST) return strstr(reply.mind_told.said, node) != NULL;
    return false;
}

static void an_intent_of_the_app_reaches_the_program_that_leads(void **state) {
    alive();
    listen();
    rig_do(&rig, &one, "AppIntent", "{\"intent\":\"intent_imperative_dance\"}");
    rig_turn(&rig, 200000);
    assert_true(
        said(&events, "\"feature_status\":{\"feature_name\":\"imperative_dance\",\"source\":\"App\"}"));
    assert_true(robot_does("SaidDance"));
    rig_do(&rig, &one, "AppIntent", "{\"intent\":\"intent_fly\"}");
    rig_turn(&rig, 200000);
    assert_true(says(&one, "\"code\":2") && !said(&events, "fly"));
    take_control();
    rig_do(&rig, &one, "AppIntent", "{\"intent\":\"intent_clock_settimer\",\"param\":\"aaaaaaa\"}");
    rig_turn(&rig, 200000);
    assert_true(said(&events, "\"user_intent\":{\"intent_id\":38,\"json_data\":\"{\\\"type\\\":\\\"set_timer"
                              "\\\",\\\"time_s\\\":7}\"}"));
    assert_false(robot_does("Timers"));
    static const struct {
        const char *asked, *heard;
    } ROWS[] = {
        {"\"intent_meet_victor\",\"param\":\"Ada\"", "{\"type\":\"meet_victor\",\"username\":\"Ada\"}"},
        {"\"intent_meet_vector\",\"param\":\"Bob\"", "{\"type\":\"meet_victor\",\"username\":\"Bob\"}"},
        {"\"intent_meet_victor\",\"param\":\"{\\\"username\\\":\\\"Cyd\\\",\\\"x\\\":[{}]}\"",
         "{\"type\":\"meet_victor\",\"username\":\"Cyd\"}"},
        {"\"intent_meet_victor\",\"param\":\"{Dan\"", "{\"type\":\"meet_victor\",\"username\":\"{Dan\"}"},
        {"\"intent_play_specific\",\"param\":\"{\\\"entity_behavior\\\":\\\"fist_bump\\\"}\"",
         "{\"type\":\"play_specific\",\"entity_behavior\":\"fist_bump\"}"},
        {"\"intent_imperative_dance\",\"param\":\"{\\\"a\\\":1,\\\"b\\\":true,\\\"c\\\":\\\"\\\",\\\"d\\\":2,"
         "\\\"e\\\":3,\\\"f\\\":4,\\\"g\\\":5}\"",
         "{\"type\":\"imperative_dance\"}"},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        char json[300], heard[300];
        uint32_t number;
        snprintf(json, sizeof json, "{\"intent\":%s}", ROWS[i].asked);
        rig_do(&rig, &one, "AppIntent", json);
        rig_turn(&rig, 200000);
        robot_intent(robot_of(run_soul(rig.thin.run, 0)), &number, heard, sizeof heard);
        assert_string_equal(heard, ROWS[i].heard);
    }
}

// What is said to it, as a program that listens is told.
static void words_are_told_as_they_are_heard(void **state) {
    alive();
    listen();
    struct life_message hear = {.kind = LIFE_HEAR, .hear = {.words = "hey vector, good robot"}};
    struct life_envelope from = {.ticket = 1, .door = LIFE_DOOR_TEST};
    assert_int_equal(robot_ask(robot_of(run_soul(rig.thin.run, 0)), &from, &hear), ERR_NONE);
    rig_turn(&rig, 3000000);
    assert_true(said(&events, "\"wake_word\":{\"wake_word_begin\":{}}"));
    assert_true(said(&events, "\"wake_word_end\":{\"intent_heard\":true,\"intent_json\":\"{\\\"type\\\":"
                              "\\\"imperative_praise\\\"}\"}"));
    assert_true(said(&events, "\"feature_name\":\"imperative_praise\",\"source\":\"Voice\""));
}

static void a_picture_fills_the_face_while_it_lasts(void **state) {
    static char json[60000];
    rig_do(&rig, &one, "DisplayFaceImageRGB", "{\"face_data\":\"AAAA\",\"duration_ms\":500}");
    assert_int_equal(one.status, API_OK); // without control it is not looked at
    take_control();
    rig_do(&rig, &one, "DisplayFaceImageRGB", "{\"face_data\":\"AAAA\",\"duration_ms\":500}");
    assert_int_equal(one.status, API_INTERNAL); // too short
    size_t at = (size_t)snprintf(json, sizeof json,
                                 "{\"duration_ms\":500,\"interrupt_running\":true,\"face_data\":\"");
    for (size_t i = 0; i < 35328 / 3; i++) at += (size_t)snprintf(json + at, 5, "%s", "+AD4");
    snprintf(json + at, 8, "\"}");
    rig_do(&rig, &one, "DisplayFaceImageRGB", json);
    rig_turn(&rig, 250000);
    struct life_view view;
    robot_view(robot_of(run_soul(rig.thin.run, 0)), &view);
    assert_int_equal(view.screen.shows, LIFE_SHOWING_CLIENT);
    rig_turn(&rig, 1000000);
    robot_view(robot_of(run_soul(rig.thin.run, 0)), &view);
    assert_int_equal(view.screen.shows, LIFE_SHOWING_EYES);
    rig_do(&rig, &one, "SetEyeColor", "{\"hue\":0.5,\"saturation\":0.5}");
    rig_turn(&rig, 100000);
    float hue, saturation;
    robot_eye_colour(robot_of(run_soul(rig.thin.run, 0)), &hue, &saturation);
    assert_float_equal(hue, 0.5f, 0.001f);
    rig_more(&stream, "{\"control_release\":{}}");
    rig_turn(&rig, 100000);
    robot_eye_colour(robot_of(run_soul(rig.thin.run, 0)), &hue, &saturation);
    assert_float_equal(hue, 0.42f, 0.005f); // the owner's again
}

static void a_camera_feed_is_of_whole_pictures(void **state) {
    rig_do(&rig, &one, "IsImageStreamingEnabled", "{}");
    assert_string_equal(one.last, "{\"is_image_streaming_enabled\":false}");
    rig_call(&rig, &two, "CameraFeed", "{}");
    rig_turn(&rig, 1000000);
    assert_true(two.count > 5 && says(&two, "\"image_encoding\":7,\"data\":\"/9j/"));
    rig_do(&rig, &one, "IsImageStreamingEnabled", "{}");
    assert_true(says(&one, "true"));
    api_cancel(two.call);
    unsigned before = two.count;
    rig_turn(&rig, 500000);
    assert_int_equal(two.count, before);
    rig_do(&rig, &one, "IsImageStreamingEnabled", "{}");
    assert_true(says(&one, "false"));
    rig_do(&rig, &one, "CaptureSingleImage", "{}");
    assert_true(says(&one, "\"status\":{\"code\":1}") && says(&one, "\"image_encoding\":7,\"data\":\"/9j/"));
    rig_do(&rig, &one, "GetCameraConfig", "{}");
    assert_true(says(&one, "\"min_camera_exposure_time_ms\":1,\"max_camera_exposure_time_ms\":6"));
    take_control();
    listen();
    rig_do(&rig, &one, "SetCameraSettings", "{\"exposure_ms\":20,\"gain\":2}");
    rig_turn(&rig, 100000);
    assert_true(
        said(&events,
             "\"camera_settings_update\":{\"gain\":2,\"exposure_ms\":20,\"auto_exposure_enabled\":false}"));
    rig_do(&rig, &one, "SetCameraSettings", "{}");
    assert_false(says(&one, "\"status_message\":\"\"")); // by hand, and by how much?
    rig_do(&rig, &one, "EnableMirrorMode", "{\"enable\":true}");
    rig_do(&rig, &one, "EnableFaceDetection", "{\"enable\":true}");
    rig_more(&stream, "{\"control_release\":{}}");
    assert_true(said(&events, "vision_modes_auto_disabled") && said(&events, "mirror_mode_disabled"));
}

static void a_map_and_what_programs_put_on_it(void **state) {
    rig_call(&rig, &two, "NavMapFeed", "{\"frequency\":0.2}");
    rig_turn(&rig, 1100000);
    assert_in_range(two.count, 5, 7);
    const char *depth = strstr(two.last, "\"root_depth\":");
    assert_non_null(depth);
    // Leaves fill the square of the root exactly.
    double area = 0, whole = 1;
    int root = atoi(depth + strlen("\"root_depth\":"));
    for (const char *at = strstr(two.last, "\"depth\":"); at; at = strstr(at + 1, "\"depth\":")) {
        double share = 1;
        for (int d = atoi(at + strlen("\"depth\":")); d < root; d++) share /= 4;
        area += share;
    }
    assert_float_equal(area, whole, 1e-9);
    rig_do(&rig, &one, "CreateFixedCustomObject", "{}");
    assert_int_equal(one.status, API_INVALID_ARGUMENT);
    rig_do(&rig, &one, "CreateFixedCustomObject",
           "{\"pose\":{\"x\":200,\"q0\":1},\"x_size_mm\":20,\"y_size_mm\":40,\"z_size_mm\":30}");
    assert_true(says(&one, "\"status\":{\"code\":1},\"object_id\":") && !says(&one, "\"object_id\":0"));
    struct belief_things things;
    robot_things(robot_of(run_soul(rig.thin.run, 0)), &things);
    assert_true(things.list_count == 1 && things.list[0].kind == BELIEF_THING_KIND_FIXED);
    assert_float_equal(things.list[0].pose.at_m[0], 0.2f, 0.001f);
    assert_float_equal(things.list[0].size_m[1], 0.04f, 0.001f);
    rig_do(&rig, &one, "DeleteCustomObjects", "{\"mode\":\"DELETION_MASK_FIXED_CUSTOM_OBJECTS\"}");
    robot_things(robot_of(run_soul(rig.thin.run, 0)), &things);
    assert_int_equal(things.list_count, 0);
    rig_do(&rig, &one, "DefineCustomObject",
           "{\"custom_type\":3,\"custom_cube\":{\"marker\":\"CUSTOM_MARKER_CIRCLES_2\",\"size_mm\":44,"
           "\"marker_width_mm\":40,\"marker_height_mm\":40}}");
    assert_true(says(&one, "\"success\":true"));
    static const struct { // types 1 to 20, each marker of one thing only; the same thing again is fine
        int type, marker;
        bool fine;
    } ROWS[] = {{4, 1, false}, {3, 1, true}, {4, 2, true}, {20, 3, true}, {21, 4, false}, {0, 4, false}};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        char json[200];
        snprintf(json, sizeof json,
                 "{\"custom_type\":%d,\"custom_cube\":{\"marker\":%d,\"size_mm\":44,\"marker_width_mm\":40,"
                 "\"marker_height_mm\":40}}",
                 ROWS[i].type, ROWS[i].marker);
        rig_do(&rig, &one, "DefineCustomObject", json);
        if (says(&one, "\"success\":true") != ROWS[i].fine) fail_msg("row %zu: %s", i, one.last);
    }
    rig_do(&rig, &one, "DefineCustomObject", "{\"custom_type\":33,\"custom_wall\":{\"marker\":1}}");
    assert_true(says(&one, "\"success\":false"));
    rig_do(&rig, &one, "DeleteCustomObjects", "{}");
    assert_int_equal(one.status, API_INVALID_ARGUMENT);
    rig_do(&rig, &one, "DeleteCustomObjects", "{\"mode\":3}"); // every program says so when it leaves
    assert_int_equal(one.status, API_OK);
    rig_do(&rig, &one, "DefineCustomObject", "{\"custom_type\":1}");
    assert_int_equal(one.status, API_INVALID_ARGUMENT);
}

static void a_program_plays_its_own_sound(void **state) {
    rig_end(&rig);
    assert_true(rig_start(&rig, &(struct thin_config){.seed = 5, .library = thin_clips("vector")}, config));
    rig_call(&rig, &one, "ExternalAudioStreamPlayback",
             "{\"audio_stream_prepare\":{\"audio_frame_rate\":8000,\"audio_volume\":50}}");
    assert_true(says(&one, "audio_stream_playback_failyer")); // nobody leads
    api_cancel(one.call);
    take_control();
    rig_call(&rig, &one, "ExternalAudioStreamPlayback",
             "{\"audio_stream_prepare\":{\"audio_frame_rate\":8000,\"audio_volume\":50}}");
    for (int i = 0; i < 4; i++) {
        static char chunk[4000];
        size_t at = (size_t)snprintf(
            chunk, sizeof chunk,
            "{\"audio_stream_chunk\":{\"audio_chunk_size_bytes\":1024,\"audio_chunk_samples\":\"");
        for (int k = 0; k < 341; k++) at += (size_t)snprintf(chunk + at, 5, "%s", "ABAA");
        snprintf(chunk + at, 10, "AA==\"}}");
        rig_more(&one, chunk);
    }
    rig_more(&one, "{\"audio_stream_complete\":{}}");
    api_half_close(one.call);
    rig_wait(&rig, &one, 3);
    assert_true(one.ended && one.status == API_OK);
    assert_string_equal(one.last, "{\"audio_stream_playback_complete\":{}}");
    rig_call(&rig, &one, "ExternalAudioStreamPlayback",
             "{\"audio_stream_chunk\":{\"audio_chunk_size_bytes\":4,\"audio_chunk_samples\":\"AAA=\"}}");
    assert_true(says(&one, "failyer"));
    rig_more(&one, "{}");
    assert_int_equal(one.status, API_OK);
    static const unsigned RATES[] = {7999, 8000, 16025, 16026}; // all that its speaker takes lies between
    for (int i = 0; i < 4; i++) {
        char prepare[100];
        snprintf(prepare, sizeof prepare,
                 "{\"audio_stream_prepare\":{\"audio_frame_rate\":%u,\"audio_volume\":50}}", RATES[i]);
        rig_call(&rig, &one, "ExternalAudioStreamPlayback", prepare);
        rig_turn(&rig, 100000);
        if (says(&one, "failyer") != (i == 0 || i == 3)) fail_msg("%u: %s", RATES[i], one.last);
        api_cancel(one.call);
        rig_turn(&rig, 100000);
    }
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, end)
TESTS(CASE(settings_change_in_what_is_said_and_stay),
      CASE(every_colour_of_the_table_becomes_that_of_its_eyes), CASE(the_newer_firmware_has_one_setting_more),
      CASE(a_full_disk_changes_nothing), CASE(what_is_damaged_is_named),
      CASE(flags_and_services_answer_as_documented), CASE(an_update_is_looked_for_and_none_is_found),
      CASE(what_somebody_switched_is_told_and_lived_by), CASE(logins_are_rare_and_need_a_session),
      CASE(logins_are_rare_in_the_long_run_too), CASE(a_session_becomes_a_token),
      CASE(onboarding_goes_on_where_it_was), CASE(photos_are_listed_fetched_and_deleted),
      CASE(an_intent_of_the_app_reaches_the_program_that_leads), CASE(words_are_told_as_they_are_heard),
      CASE(a_picture_fills_the_face_while_it_lasts), CASE(a_camera_feed_is_of_whole_pictures),
      CASE(a_map_and_what_programs_put_on_it), CASE(a_program_plays_its_own_sound))
