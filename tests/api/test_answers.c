// What each of the calls answers: the status that a robot gives, with behaviour control and without.
#include "api/api_rig.h"

#include <stdio.h>

static struct rig rig;
static struct heard one, two, stream;

static int begin(void **state) {
    struct api_config config = api_defaults();
    struct thin_config thin = {.seed = 5, .library = thin_clips("vector")};
    return rig_start(&rig, &thin, config) ? 0 : -1;
}
static int end(void **state) {
    rig_end(&rig);
    return 0;
}

// ------------------------------------------------------------------------------------------------ the table
enum status { NONE = -1, DONE = 1, ACK = 2, OK = 3, NOT_FOUND = 101 };
enum without { SAME, NOT_STARTED, WONT_ACTIVATE, INTERNAL }; // what it says to who leads nobody

#define TAG "\"id_tag\":2000001"
static const struct row {
    const char *name;
    enum status status;
    enum without without;
    const char *request, *also; // NULL: {}; also: what else the reply says
} ROWS[] = {
    {"CreateFixedCustomObject", DONE, SAME,
     "{\"pose\":{\"x\":900,\"q0\":1},\"x_size_mm\":20,\"y_size_mm\":40,\"z_size_mm\":30}", "\"object_id\":"},
    {"DefineCustomObject", DONE, SAME,
     "{\"custom_type\":3,\"custom_cube\":{\"marker\":1,\"size_mm\":44,\"marker_width_mm\":40,"
     "\"marker_height_mm\":40}}",
     "\"success\":true"},
    {"DeleteCustomObjects", DONE, SAME, "{\"mode\":1}", NULL},
    {"CancelActionByIdTag", ACK, SAME, "{" TAG "}", NULL},
    {"CancelBehavior", ACK, SAME, NULL, NULL},
    {"LookAroundInPlace", DONE, WONT_ACTIVATE, NULL, "\"result\":"},
    {"GetAlexaAuthState", DONE, SAME, NULL, "\"auth_state\":1"},
    {"AlexaOptIn", ACK, SAME, NULL, NULL},
    {"ListAnimations", DONE, SAME, NULL, "\"animation_names\":[{"},
    {"ListAnimationTriggers", DONE, SAME, NULL, "\"animation_trigger_names\":[{"},
    {"PlayAnimation", DONE, WONT_ACTIVATE, "{\"animation\":{\"name\":\"no_such\"}}", "\"result\":2"},
    {"PlayAnimationTrigger", DONE, WONT_ACTIVATE, "{\"animation_trigger\":{\"name\":\"NoSuch\"}}",
     "\"result\":2"},
    {"GetLatestAttentionTransfer", DONE, SAME, NULL, NULL},
    {"AppIntent", ACK, SAME, "{\"intent\":\"intent_greeting_hello\"}", NULL},
    {"SetMasterVolume", DONE, SAME, "{\"volume_level\":3}", NULL},
    {"SayText", DONE, INTERNAL, "{\"text\":\"a\"}", NULL}, // with control: nobody speaks in this room
    {"BatteryState", DONE, SAME, NULL, "\"battery_level\":"},
    {"ProtocolVersion", NONE, SAME, "{\"client_version\":5}", "{\"result\":1,\"host_version\":\"5\"}"},
    {"SDKInitialization", ACK, SAME, NULL, NULL},
    {"UserAuthentication", DONE, SAME, NULL, "\"code\":0,\"client_token_guid\":null"},
    {"VersionState", DONE, SAME, NULL, "\"os_version\":\""},
    {"ConnectCube", DONE, SAME, NULL, "\"success\":"},
    {"CubesAvailable", DONE, SAME, NULL, "\"factory_ids\":["},
    {"DisconnectCube", ACK, SAME, NULL, NULL},
    {"DockWithCube", DONE, NOT_STARTED, "{\"object_id\":77," TAG "}", "\"result\":{\"code\":"},
    {"FlashCubeLights", ACK, SAME, NULL, NULL},
    {"ForgetPreferredCube", ACK, SAME, NULL, NULL},
    {"PickupObject", DONE, NOT_STARTED, "{\"object_id\":77," TAG "}", "\"result\":{\"code\":"},
    {"PlaceObjectOnGroundHere", DONE, NOT_STARTED, "{" TAG "}", "\"result\":{\"code\":"},
    {"PopAWheelie", DONE, NOT_STARTED, "{\"object_id\":77," TAG "}", "\"result\":{\"code\":"},
    {"RollBlock", DONE, WONT_ACTIVATE, NULL, "\"result\":"},
    {"RollObject", DONE, NOT_STARTED, "{\"object_id\":77," TAG "}", "\"result\":{\"code\":"},
    {"SetCubeLights", ACK, SAME, "{\"object_id\":77}", NULL},
    {"SetPreferredCube", ACK, SAME, "{\"factory_id\":\"aa:bb:cc:dd:ee:01\"}", NULL},
    {"CheckCloudConnection", DONE, SAME, NULL, "\"code\":2"},
    {"UploadDebugLogs", OK, SAME, NULL, "\"url\":\"\""},
    {"EnableMirrorMode", DONE, SAME, NULL, NULL},
    {"SetEyeColor", ACK, SAME, "{\"hue\":0.3,\"saturation\":1}", NULL},
    {"CancelFaceEnrollment", ACK, SAME, NULL, NULL},
    {"EnableFaceDetection", DONE, SAME, NULL, NULL},
    {"EnrollFace", DONE, SAME, NULL, "\"result\":"},
    {"EraseAllEnrolledFaces", ACK, SAME, NULL, NULL},
    {"EraseEnrolledFaceByID", ACK, SAME, "{\"face_id\":9}", NULL},
    {"FindFaces", DONE, WONT_ACTIVATE, NULL, "\"result\":"},
    {"RequestEnrolledNames", DONE, SAME, NULL, "\"faces\":[]"},
    {"SetFaceToEnroll", DONE, SAME, "{\"name\":\"Ada\"}", NULL},
    {"UpdateEnrolledFaceByID", ACK, SAME, "{\"face_id\":9,\"old_name\":\"a\",\"new_name\":\"b\"}", NULL},
    {"GetFeatureFlag", DONE, SAME, "{\"feature_name\":\"Dancing\"}", "\"valid_feature\":true"},
    {"GetFeatureFlagList", DONE, SAME, NULL, "\"list\":[\""},
    {"UpdateUserEntitlements", DONE, SAME, "{\"user_entitlements\":{\"kickstarter_eyes\":true}}",
     "\"code\":0,\"doc\":"},
    {"CaptureSingleImage", DONE, SAME, NULL, "\"data\":\"/9j/"},
    {"EnableImageStreaming", DONE, SAME, NULL, NULL},
    {"EnableMarkerDetection", ACK, SAME, NULL, NULL},
    {"EnableMarkerDetection", DONE, SAME, "{\"enable\":true}", NULL},
    {"EnableMotionDetection", DONE, SAME, NULL, NULL},
    {"GetCameraConfig", NONE, SAME, NULL, "\"focal_length_x\":"},
    {"IsImageStreamingEnabled", NONE, SAME, NULL, "{\"is_image_streaming_enabled\":false}"},
    {"SetCameraSettings", DONE, SAME, "{\"enable_auto_exposure\":true}", "\"status_message\":\"\""},
    {"DriveOffCharger", DONE, WONT_ACTIVATE, NULL, "\"result\":"},
    {"DriveOnCharger", DONE, WONT_ACTIVATE, NULL, "\"result\":"},
    {"GoToObject", DONE, NOT_STARTED, "{\"object_id\":77," TAG "}", "\"result\":{\"code\":"},
    {"TurnTowardsFace", DONE, NOT_STARTED, "{\"face_id\":77," TAG "}", "\"result\":{\"code\":"},
    {"PullJdocs", DONE, SAME, "{\"jdoc_types\":[0]}", "\"named_jdocs\":[{\"jdoc_type\":0"},
    {"DriveStraight", DONE, NOT_STARTED, "{\"dist_mm\":20,\"speed_mmps\":80," TAG "}",
     "\"result\":{\"code\":0}"},
    {"DriveWheels", ACK, SAME, NULL, NULL},
    {"GoToPose", DONE, NOT_STARTED, "{\"x_mm\":30," TAG "}", "\"result\":{\"code\":"},
    {"MoveHead", ACK, SAME, NULL, NULL},
    {"MoveLift", ACK, SAME, NULL, NULL},
    {"SetHeadAngle", DONE, NOT_STARTED, "{\"angle_rad\":0.3,\"max_speed_rad_per_sec\":10," TAG "}",
     "\"result\":{\"code\":0}"},
    {"SetLiftHeight", DONE, NOT_STARTED, "{\"height_mm\":60,\"max_speed_rad_per_sec\":10," TAG "}",
     "\"result\":{\"code\":0}"},
    {"StopAllMotors", ACK, SAME, NULL, NULL},
    {"TurnInPlace", DONE, NOT_STARTED, "{\"angle_rad\":0.3,\"speed_rad_per_sec\":3," TAG "}",
     "\"result\":{\"code\":0}"},
    {"SendOnboardingInput", ACK, SAME, "{\"onboarding_charge_info_request\":{}}",
     "\"onboarding_charge_info_response\":{"},
    {"GetOnboardingState", DONE, SAME, NULL, "\"stage\":0"},
    {"DeletePhoto", DONE, SAME, "{\"photo_id\":5}", "\"success\":false"},
    {"Photo", NOT_FOUND, SAME, "{\"photo_id\":5}", "\"success\":false"},
    {"PhotosInfo", DONE, SAME, NULL, "\"photo_infos\":[]"},
    {"Thumbnail", NOT_FOUND, SAME, "{\"photo_id\":5}", "\"success\":false"},
    {"UpdateSettings", DONE, SAME, "{\"settings\":{\"eye_color\":2}}", "\"code\":0,\"doc\":"},
    {"UpdateAccountSettings", DONE, SAME, "{\"account_settings\":{\"app_locale\":\"de-DE\"}}",
     "\"code\":0,\"doc\":"},
    {"StartUpdateEngine", DONE, SAME, NULL, "\"update_status\":4"},
    {"CheckUpdateStatus", OK, SAME, NULL, "\"update_status\":"},
    {"UpdateAndRestart", NOT_FOUND, SAME, NULL, NULL},
};
// Those that say something else first, or nothing by themselves: streams, and a picture of the face, whose
// bytes are many. They are tried elsewhere.
static const char *const OTHERS[] = {"BehaviorControl", "AssumeBehaviorControl",       "AudioFeed",
                                     "EventStream",     "ExternalAudioStreamPlayback", "CameraFeed",
                                     "NavMapFeed",      "DisplayFaceImageRGB"};

static void status_is(const struct row *row, const char *moment) {
    char status[40];
    const char *nested = "{\"status\":{\"code\":%d}";
    snprintf(status, sizeof status, nested, (int)row->status);
    if (one.status != API_OK) fail_msg("%s, %s: %d %s", row->name, moment, (int)one.status, one.words);
    bool fits = row->status == NONE ? !says(&one, "\"status\"") : !strncmp(one.last, status, strlen(status));
    if (!fits) fail_msg("%s, %s: %s", row->name, moment, one.last);
}

static void ask(const struct row *row) {
    rig_call(&rig, &one, row->name, row->request ? row->request : "{}");
    rig_wait(&rig, &one, 3);
    if (!one.ended) { // what takes long need not come to its end
        rig_do(&rig, &two, "CancelBehavior", "{}");
        rig_wait(&rig, &one, 27);
    }
    if (!one.ended) fail_msg("%s does not end", row->name);
}

static void each_call_has_its_status(void **state) {
    rig_call(&rig, &stream, "BehaviorControl", "{\"control_request\":{\"priority\":20}}");
    rig_turn(&rig, 100000);
    assert_true(says(&stream, "control_granted_response"));
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        if (ROWS[i].without == INTERNAL) continue;
        ask(&ROWS[i]);
        status_is(&ROWS[i], "with control");
        if (ROWS[i].also && !says(&one, ROWS[i].also)) fail_msg("%s: %s", ROWS[i].name, one.last);
    }
}

static void who_leads_nobody_is_told_so(void **state) {
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        const struct row *row = &ROWS[i];
        ask(row);
        if (row->without == INTERNAL) {
            if (one.status != API_INTERNAL || !strstr(one.words, "control"))
                fail_msg("%s: %s", row->name, one.last);
            continue;
        }
        status_is(row, "without control");
        if (row->without == NOT_STARTED && !says(&one, "\"result\":{\"code\":33554433}"))
            fail_msg("%s: %s", row->name, one.last);
        if (row->without == WONT_ACTIVATE && !says(&one, "\"result\":2"))
            fail_msg("%s: %s", row->name, one.last);
    }
}

static void every_call_stands_in_the_table(void **state) {
    size_t count;
    const struct api_rpc *rpcs = api_rpcs(&count);
    for (size_t i = 0; i < count; i++) {
        unsigned found = 0;
        for (size_t k = 0; k < sizeof ROWS / sizeof *ROWS; k++) found += !strcmp(ROWS[k].name, rpcs[i].name);
        for (size_t k = 0; k < sizeof OTHERS / sizeof *OTHERS; k++) found += !strcmp(OTHERS[k], rpcs[i].name);
        if (!found) fail_msg("nobody tries %s", rpcs[i].name);
    }
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, end)
TESTS(cmocka_unit_test(every_call_stands_in_the_table), CASE(each_call_has_its_status),
      CASE(who_leads_nobody_is_told_so))
