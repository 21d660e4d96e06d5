// The calls of Vector's SDK on a living robot, without sockets.
#include "api/api_rig.h"

#include "stage/library/library.h"

#include <math.h>
#include <stdio.h>

static struct rig rig;
static struct heard one, two, stream, other;
static int begin(void **state) {
    return rig_start(&rig, &(struct thin_config){.seed = 3, .library = thin_clips("vector")}, api_defaults())
               ? 0
               : -1;
}
static int end(void **state) {
    rig_end(&rig);
    return 0;
}
static void take_control(void) {
    rig_call(&rig, &stream, "BehaviorControl", "{\"control_request\":{\"priority\":20}}");
    rig_turn(&rig, 100000);
    assert_true(says(&stream, "control_granted_response"));
}

static void versions_are_compared(void **state) {
    rig_do(&rig, &one, "ProtocolVersion", "{\"client_version\":\"5\",\"min_host_version\":0}");
    assert_string_equal(one.last, "{\"result\":1,\"host_version\":\"5\"}");
    assert_int_equal(one.status, API_OK);
    rig_do(&rig, &one, "ProtocolVersion", "{\"client_version\":\"-1\"}");
    assert_true(says(&one, "\"result\":0"));
    rig_do(&rig, &one, "ProtocolVersion", "{\"min_host_version\":6}");
    assert_true(says(&one, "\"result\":0"));
    rig_do(&rig, &one, "VersionState", "{}");
    assert_true(says(&one, "\"status\":{\"code\":1}") && says(&one, "\"os_version\":\"1.7.0-critter-"));
    rig_do(&rig, &one, "SDKInitialization", "{\"python_version\":\"3.11\"}");
    assert_string_equal(one.last, "{\"status\":{\"code\":2}}");
}

static void the_battery_is_as_its_body_feels_it(void **state) {
    rig_do(&rig, &one, "BatteryState", "{}");
    const struct body_senses *senses = run_senses(rig.thin.run, 0);
    char volts[64], digits[NUMBER_ROOM];
    f32_to_text(senses->power[0].battery_v, digits);
    snprintf(volts, sizeof volts, "\"battery_volts\":%s,", digits);
    assert_true(senses->power[0].battery_v > 3 && says(&one, volts));
    assert_true(says(&one, "\"is_charging\":false,\"is_on_charger_platform\":false"));
    assert_true(says(&one, "\"cube_battery\":null"));
}

static void what_is_no_request_says_where(void **state) {
    rig_do(&rig, &one, "DriveWheels", "{\"left_wheel_mmps\":\"fast\"}");
    assert_int_equal(one.status, API_INVALID_ARGUMENT);
    assert_non_null(strstr(one.words, "$.left_wheel_mmps"));
    rig_do(&rig, &one, "DriveWheels", "");
    assert_int_equal(one.status, API_INVALID_ARGUMENT);
    rig_begin(&rig, &one, "DriveWheels");
    api_request(one.call, API_PROTOBUF, TEXT("\x0d\x01"));
    assert_int_equal(one.status, API_INTERNAL);
    rig_begin(&rig, &one, "SayText");
    api_request(one.call, API_PROTOBUF, TEXT("\x0a\x02\xff\xfe"));
    assert_int_equal(one.status, API_INTERNAL);
    assert_non_null(strstr(one.words, "UTF-8"));
    rig_begin(&rig, &one, "BatteryState");
    api_half_close(one.call); // without a request
    assert_int_equal(one.status, API_INTERNAL);
}

static void wheels_turn_only_under_control(void **state) {
    rig_do(&rig, &one, "DriveWheels", "{\"left_wheel_mmps\":50,\"right_wheel_mmps\":50}");
    assert_true(says(&one, "\"code\":2")); // answered, without effect
    rig_turn(&rig, 500000);
    assert_true(fabsf(run_senses(rig.thin.run, 0)->motion[0].left_mps) < 0.04f);
    rig_do(&rig, &one, "DriveStraight", "{\"dist_mm\":50,\"speed_mmps\":100,\"id_tag\":2000001}");
    assert_true(says(&one, "\"result\":{\"code\":33554433}")); // NOT_STARTED
    rig_do(&rig, &one, "SayText", "{\"text\":\"hello\"}");
    assert_int_equal(one.status, API_INTERNAL);
    rig_do(&rig, &one, "PlayAnimation", "{\"animation\":{\"name\":\"anim_x\"}}");
    assert_true(says(&one, "\"result\":2")); // WONT_ACTIVATE
    take_control();
    rig_do(&rig, &one, "DriveWheels", "{\"left_wheel_mmps\":50,\"right_wheel_mmps\":50}");
    rig_turn(&rig, 800000);
    assert_float_equal(run_senses(rig.thin.run, 0)->motion[0].left_mps, 0.05f, 0.01f);
    rig_do(&rig, &one, "DriveWheels", "{}");
    rig_turn(&rig, 800000);
    assert_float_equal(run_senses(rig.thin.run, 0)->motion[0].left_mps, 0, 0.005f);
}

static void an_action_ends_with_its_result(void **state) {
    take_control();
    rig_do(&rig, &one, "SetHeadAngle", "{\"angle_rad\":0.5,\"max_speed_rad_per_sec\":10,\"id_tag\":2000001}");
    assert_string_equal(one.last, "{\"status\":{\"code\":1},\"result\":{\"code\":0}}");
    assert_float_equal(run_senses(rig.thin.run, 0)->joints[BODY_MOTOR_HEAD].angle_rad, 0.5f, 0.05f);
    rig_do(&rig, &one, "SetHeadAngle", "{\"angle_rad\":0.5}");
    assert_int_equal(one.status, API_INVALID_ARGUMENT); // no tag
    rig_do(&rig, &one, "SetHeadAngle", "{\"id_tag\":3000001}");
    assert_int_equal(one.status, API_INVALID_ARGUMENT);
    // Cancelled by its tag; another that needs the same track is refused.
    rig_call(&rig, &one, "DriveStraight", "{\"dist_mm\":300,\"speed_mmps\":20,\"id_tag\":2000002}");
    rig_turn(&rig, 1000000);
    rig_do(&rig, &two, "TurnInPlace", "{\"angle_rad\":1,\"speed_rad_per_sec\":1,\"id_tag\":2000003}");
    assert_true(says(&two, "\"code\":50331679")); // TRACKS_LOCKED
    rig_do(&rig, &two, "CancelActionByIdTag", "{\"id_tag\":2000002}");
    rig_wait(&rig, &one, 2);
    assert_true(says(&one, "\"code\":33554432")); // CANCELLED_WHILE_RUNNING
}

static const struct body_senses *felt(void) { return run_senses(rig.thin.run, 0); }
static void assert_done(const char *name, const char *json) {
    rig_do(&rig, &one, name, json);
    assert_int_equal(one.status, API_OK);
    if (!says(&one, "\"result\":{\"code\":0}")) fail_msg("%s: %s", name, one.last);
}

static void every_motion_comes_to_its_end(void **state) {
    take_control();
    float x = felt()->motion[0].x_m;
    assert_done("DriveStraight", "{\"dist_mm\":60,\"speed_mmps\":100,\"id_tag\":2000001}");
    assert_float_equal(felt()->motion[0].x_m, x + 0.06f, 0.01f);
    assert_done("TurnInPlace", "{\"angle_rad\":1,\"speed_rad_per_sec\":2,\"id_tag\":2000002}");
    assert_float_equal(felt()->motion[0].heading_rad, 1, 0.1f);
    assert_done("TurnInPlace",
                "{\"angle_rad\":0,\"is_absolute\":1,\"speed_rad_per_sec\":2,\"id_tag\":2000003}");
    assert_float_equal(felt()->motion[0].heading_rad, 0, 0.1f);
    assert_done("SetLiftHeight", "{\"height_mm\":80,\"max_speed_rad_per_sec\":10,\"id_tag\":2000004}");
    struct life_view view;
    robot_view(robot_of(run_soul(rig.thin.run, 0)), &view);
    assert_float_equal(view.lift_m, 0.08f, 0.005f);
    assert_done("GoToPose", "{\"x_mm\":120,\"y_mm\":40,\"rad\":0,\"id_tag\":2000005,"
                            "\"motion_prof\":{\"speed_mmps\":150,\"is_custom\":true}}");
    assert_float_equal(felt()->motion[0].x_m, 0.12f, 0.02f);
    assert_float_equal(felt()->motion[0].y_m, 0.04f, 0.02f);
    rig_do(&rig, &one, "MoveHead", "{\"speed_rad_per_sec\":0.5}");
    rig_do(&rig, &two, "MoveLift", "{\"speed_rad_per_sec\":-0.5}");
    rig_turn(&rig, 500000);
    assert_true(felt()->joints[BODY_MOTOR_HEAD].speed_radps > 0.2f);
    assert_true(felt()->joints[BODY_MOTOR_LIFT].speed_radps < -0.2f);
    rig_do(&rig, &one, "StopAllMotors", "{}");
    rig_turn(&rig, 500000);
    assert_float_equal(felt()->joints[BODY_MOTOR_HEAD].speed_radps, 0, 0.05f);
    assert_float_equal(felt()->joints[BODY_MOTOR_LIFT].speed_radps, 0, 0.05f);
}

static void a_clip_is_played_to_its_end_or_is_cut_short(void **state) {
    char json[200];
    take_control();
    rig_do(&rig, &one, "PlayAnimationTrigger", "{\"animation_trigger\":{\"name\":\"ReactToCliff\"}}");
    assert_true(says(&one, "\"status\":{\"code\":1},\"result\":1"));
    rig_do(&rig, &one, "PlayAnimation", "{\"animation\":{\"name\":\"anim_that_nobody_has\"}}");
    assert_true(says(&one, "\"result\":2"));
    const struct library *library = robot_library(robot_of(run_soul(rig.thin.run, 0)));
    snprintf(json, sizeof json, "{\"loops\":100,\"animation\":{\"name\":\"%.*s\"}}",
             (int)library->clips[0].name.len, library->clips[0].name.at);
    rig_call(&rig, &one, "PlayAnimation", json);
    rig_turn(&rig, 500000);
    assert_false(one.ended);
    rig_do(&rig, &two, "CancelBehavior", "{}");
    rig_wait(&rig, &one, 1);
    assert_true(one.ended && says(&one, "\"result\":0"));
}

// How far the lift went while it played, and how long that took.
static float lift_in(const char *json, float *seconds) {
    struct life_view view;
    float most = 0;
    int ticks = 0;
    rig_turn(&rig, 1000000);
    rig_call(&rig, &one, "PlayAnimation", json);
    for (; !one.ended && ticks < 600; ticks++) {
        rig_turn(&rig, LIFE_TICK_US);
        robot_view(robot_of(run_soul(rig.thin.run, 0)), &view);
        most = view.lift_m > most ? view.lift_m : most;
    }
    if (!one.ended || !says(&one, "\"result\":1")) fail_msg("%s: %s", json, one.last);
    *seconds = (float)ticks * 0.033f;
    return most;
}

static void a_clip_is_played_again_and_again_and_without_some_tracks(void **state) {
    float once, thrice;
    take_control();
    assert_true(lift_in("{\"animation\":{\"name\":\"anim_poked_giggle\"}}", &once) > 0.038f);
    assert_true(lift_in("{\"animation\":{\"name\":\"anim_poked_giggle\"},\"loops\":3,"
                        "\"ignore_lift_track\":true}",
                        &thrice) < 0.034f);
    assert_float_equal(thrice / once, 3, 0.4f);
    // A trigger that nobody has, a name that no clip could have, and none at all.
    rig_do(&rig, &one, "PlayAnimationTrigger", "{\"animation_trigger\":{\"name\":\"Nothing\"}}");
    assert_true(says(&one, "\"result\":2") && says(&one, "\"name\":\"Nothing\""));
    rig_do(&rig, &one, "PlayAnimation", "{}");
    assert_true(one.ended && says(&one, "\"result\":2"));
}

static void events_pass_their_filters(void **state) {
    rig_call(&rig, &one, "EventStream", "{\"connection_id\":\"a\"}");
    assert_string_equal(one.last, "{\"status\":{\"code\":1},\"event\":{\"connection_response\":{\"status\":"
                                  "null,\"is_primary\":true}}}");
    rig_call(&rig, &two, "EventStream",
             "{\"connection_id\":\"b\",\"white_list\":{\"list\":[\"photo_taken\"]}}");
    assert_true(says(&two, "\"is_primary\":false"));
    rig_call(&rig, &stream, "EventStream", "{\"black_list\":{\"list\":[\"robot_state\",\"nothing\"]}}");
    assert_true(says(&stream, "\"is_primary\":false"));
    rig_turn(&rig, 3100000);
    assert_true(said(&one, "robot_state") && said(&one, "keep_alive"));
    assert_in_range(one.count, 45, 60); // one in 60 ms, and three pings
    assert_int_equal(two.count, 4);     // the first one and three pings, which no filter holds back
    assert_false(said(&two, "robot_state"));
    assert_false(said(&stream, "robot_state"));
    api_cancel(one.call);
    rig_call(&rig, &one, "EventStream", "{\"connection_id\":\"c\",\"white_list\":{}}");
    assert_true(says(&one, "\"is_primary\":true")); // the first is gone
    rig_turn(&rig, 500000);
    assert_int_equal(one.count, 1); // an empty list lets nothing through
}

static void control_passes_from_stream_to_stream(void **state) {
    rig_call(&rig, &one, "BehaviorControl", "{\"control_request\":{\"priority\":30}}");
    rig_turn(&rig, 100000);
    assert_true(says(&one, "control_granted_response"));
    rig_do(&rig, &stream, "DriveStraight", "{\"dist_mm\":50,\"id_tag\":2000001}");
    assert_true(says(&stream, "33554433")); // reserved: nobody may act
    rig_call(&rig, &two, "BehaviorControl", "{\"control_request\":{\"priority\":10}}");
    rig_turn(&rig, 100000);
    assert_true(says(&one, "reserved_control_lost_event"));
    assert_true(says(&two, "control_granted_response"));
    // A weaker one waits; it comes when the stronger one lets go, and what runs ends as interrupted.
    rig_call(&rig, &stream, "DriveStraight", "{\"dist_mm\":300,\"speed_mmps\":20,\"id_tag\":2000001}");
    rig_more(&one, "{\"control_request\":{\"priority\":20}}");
    rig_turn(&rig, 300000);
    assert_false(says(&one, "control_granted_response"));
    rig_more(&two, "{\"control_release\":{}}");
    assert_true(says(&two, "control_lost_event"));
    rig_turn(&rig, 100000);
    assert_true(says(&one, "control_granted_response"));
    assert_true(stream.ended && says(&stream, "50331663")); // INTERRUPTED
    unsigned before = two.count;
    rig_turn(&rig, 1100000);
    assert_true(says(&two, "keep_alive") && two.count == before + 1);
    api_half_close(one.call);
    assert_int_equal(one.status, API_OK);
    rig_call(&rig, &one, "AssumeBehaviorControl", "{}");
    assert_int_equal(one.status, API_INVALID_ARGUMENT);
}

static bool leads(struct heard *who) { return says(who, "control_granted_response"); }
static unsigned pings(const struct heard *of) {
    unsigned count = 0;
    for (const char *at = of->all; (at = strstr(at, "keep_alive")); at++) count++;
    return count;
}
static void who_cannot_send_a_stream_has_control_too(void **state) {
    static const char *const ASK = "{\"control_request\":{\"priority\":20}}", *const LET =
                                                                                  "{\"control_release\":{}}";
    rig_call(&rig, &one, "AssumeBehaviorControl", ASK);
    rig_turn(&rig, 100000);
    assert_true(leads(&one));
    rig_turn(&rig, 3200000);
    assert_in_range(pings(&one), 3, 4);
    assert_int_equal(one.count, 1 + pings(&one));
    rig_do(&rig, &other, "DriveWheels", "{\"left_wheel_mmps\":50,\"right_wheel_mmps\":50}");
    rig_turn(&rig, 800000);
    assert_float_equal(felt()->motion[0].left_mps, 0.05f, 0.01f);
    // Another call lets it go, and this one goes on. Somebody who only waits is next.
    rig_call(&rig, &two, "BehaviorControl", "{\"control_request\":{\"priority\":30}}");
    rig_turn(&rig, 100000);
    assert_false(leads(&two));
    rig_call(&rig, &stream, "AssumeBehaviorControl", LET);
    assert_true(says(&one, "control_lost_event") && says(&stream, "control_lost_event"));
    rig_turn(&rig, 800000);
    assert_true(leads(&two) && !one.ended && !stream.ended);
    assert_float_equal(felt()->motion[0].left_mps, 0, 0.006f); // what ran under it is over
    // A stream of the other kind is nobody else's to let go.
    api_cancel(stream.call);
    api_cancel(one.call);
    rig_call(&rig, &stream, "AssumeBehaviorControl", LET);
    rig_turn(&rig, 200000);
    assert_false(said(&two, "control_lost_event"));
    // Who asks and is gone lets go, too.
    rig_call(&rig, &one, "AssumeBehaviorControl", ASK);
    rig_turn(&rig, 100000);
    assert_true(leads(&one) && says(&two, "control_lost_event"));
    api_cancel(one.call);
    rig_turn(&rig, 100000);
    assert_true(leads(&two));
    rig_call(&rig, &one, "AssumeBehaviorControl", "{}");
    assert_int_equal(one.status, API_INVALID_ARGUMENT);
}

static void who_loses_control_to_a_person_has_to_ask_again(void **state) {
    rig_call(&rig, &one, "BehaviorControl", "{\"control_request\":{\"priority\":10}}");
    rig_turn(&rig, 100000);
    rig_call(&rig, &two, "BehaviorControl", "{\"control_request\":{\"priority\":20}}"); // it waits
    rig_call(&rig, &stream, "DriveStraight", "{\"dist_mm\":300,\"speed_mmps\":20,\"id_tag\":2000001}");
    rig_turn(&rig, 300000);
    assert_true(says(&one, "control_granted_response") && !two.count);
    api_take_back(rig.api);
    assert_true(says(&one, "control_lost_event"));
    rig_turn(&rig, 3000000);
    assert_true(stream.ended && says(&stream, "50331663")); // INTERRUPTED
    assert_false(said(&two, "control_granted_response"));   // nor does who waited get it
    unsigned granted = 0;
    for (const char *at = one.all; (at = strstr(at, "control_granted_response")); at++) granted++;
    assert_int_equal(granted, 1);
    rig_more(&two, "{\"control_request\":{\"priority\":20}}");
    api_take_back(rig.api); // before the robot has answered
    rig_turn(&rig, 300000);
    assert_false(said(&two, "control_granted_response"));
    rig_more(&two, "{\"control_request\":{\"priority\":20}}");
    rig_turn(&rig, 300000);
    assert_true(said(&two, "control_granted_response"));
    const char *newest[API_RECENT];
    assert_int_equal(api_called(rig.api, newest), 3);
    assert_string_equal(newest[0], "DriveStraight");
    assert_string_equal(newest[2], "BehaviorControl");
    assert_null(newest[3]);
}

static void of_equals_the_last_to_ask_leads(void **state) {
    static const char *const ASK = "{\"control_request\":{\"priority\":20}}";
    struct heard *all[] = {&one, &two, &stream};
    for (int i = 0; i < 3; i++) {
        rig_call(&rig, all[i], "BehaviorControl", ASK);
        rig_turn(&rig, 100000);
        assert_true(leads(all[i]));
        if (i) assert_true(says(all[i - 1], "control_lost_event"));
    }
    rig_more(&stream, "{\"control_release\":{}}"); // two were before it, and the later one comes back
    rig_turn(&rig, 100000);
    assert_true(leads(&two) && !leads(&one));
    api_cancel(two.call); // gone without a word
    rig_turn(&rig, 100000);
    assert_true(leads(&one));
    rig_call(&rig, &two, "BehaviorControl", "{\"control_request\":{\"priority\":30}}"); // weaker
    rig_turn(&rig, 100000);
    assert_true(leads(&one) && !leads(&two));
    rig_do(&rig, &other, "DriveWheels", "{\"left_wheel_mmps\":50,\"right_wheel_mmps\":30}");
    rig_turn(&rig, 800000);
    assert_float_equal(felt()->motion[0].right_mps, 0.03f, 0.006f);
    rig_more(&one, "{\"control_release\":{}}"); // and with the reserve alone nothing goes on
    rig_turn(&rig, 100000);
    assert_true(leads(&two));
    rig_turn(&rig, 800000);
    assert_float_equal(felt()->motion[0].left_mps, 0, 0.006f);
}

// One more clip and one more trigger, whose names programs are not told.
static struct library with_hidden(const struct library *from) {
    static struct library_clip clips[4096];
    static struct library_trigger triggers[4096];
    struct library copy = *from;
    assert_true(from->clip_count < 4096 && from->trigger_count < 4096);
    memcpy(clips, from->clips, from->clip_count * sizeof *clips);
    memcpy(triggers, from->triggers, from->trigger_count * sizeof *triggers);
    clips[copy.clip_count] = clips[0], triggers[copy.trigger_count] = triggers[0];
    clips[copy.clip_count++].name = TEXT("anim_AVS_l2r_01");
    triggers[copy.trigger_count++].name = TEXT("AlexaListening");
    copy.clips = clips, copy.triggers = triggers;
    return copy;
}

static void names_of_clips_are_listed_but_for_some(void **state) {
    struct library more = with_hidden(thin_clips("vector"));
    rig_end(&rig);
    assert_true(rig_start(&rig, &(struct thin_config){.seed = 3, .library = &more}, api_defaults()));
    rig_do(&rig, &one, "ListAnimations", "{}");
    assert_int_equal(one.status, API_OK);
    assert_true(says(&one, "\"animation_names\":[{\"name\":\"") && !says(&one, "_AVS_"));
    const struct library *library = robot_library(robot_of(run_soul(rig.thin.run, 0)));
    for (size_t i = 0; i + 1 < library->clip_count; i++) {
        char name[100];
        snprintf(name, sizeof name, "{\"name\":\"%.*s\"}", (int)library->clips[i].name.len,
                 library->clips[i].name.at);
        if (!says(&one, name)) fail_msg("%s is not listed", name);
    }
    rig_do(&rig, &one, "ListAnimationTriggers", "{}");
    assert_true(says(&one, "ReactToCliff") && !says(&one, "Alexa") && !says(&one, "deprecated"));
}

static void every_call_of_the_table_is_found(void **state) {
    size_t count;
    const struct api_rpc *rpcs = api_rpcs(&count);
    assert_int_equal(count, 90);
    size_t paths = 0;
    for (size_t i = 0; i < count; i++) {
        assert_ptr_equal(api_rpc_named(text_of(rpcs[i].name)), &rpcs[i]);
        if (rpcs[i].path) assert_ptr_equal(api_rpc_at(text_of(rpcs[i].path)), &rpcs[i]), paths++;
    }
    assert_int_equal(paths, 70);
    assert_ptr_equal(api_rpc_named(TEXT(API_SERVICE "SayText")), api_rpc_named(TEXT("SayText")));
    assert_null(api_rpc_named(TEXT("NetworkState"))); // retired before anybody had it
    assert_true(api_rpc_at(TEXT("/v1/event_stream"))->get);
}

// As the gateway maps gRPC's numbers.
static void http_has_a_number_for_each_of_ours(void **state) {
    static const unsigned WANTED[] = {200, 408, 500, 400, 504, 404, 409, 403, 429,
                                      400, 409, 400, 501, 500, 503, 500, 401};
    assert_int_equal(sizeof WANTED / sizeof *WANTED, API_STATUSES);
    for (int i = 0; i < API_STATUSES; i++) assert_int_equal(api_http_status((enum api_status)i), WANTED[i]);
}

static void a_robot_that_is_gone_is_unavailable(void **state) {
    take_control();
    rig_call(&rig, &one, "DriveStraight", "{\"dist_mm\":300,\"speed_mmps\":20,\"id_tag\":2000001}");
    rig_turn(&rig, 500000);
    fine(api_life(rig.api, NULL, 0, &fault));
    assert_true(one.ended && one.status == API_UNAVAILABLE);
    rig_do(&rig, &one, "DriveWheels", "{}");
    assert_int_equal(one.status, API_UNAVAILABLE);
    rig_do(&rig, &one, "ProtocolVersion", "{}");
    assert_int_equal(one.status, API_OK);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, end)
TESTS(CASE(http_has_a_number_for_each_of_ours), CASE(versions_are_compared),
      CASE(the_battery_is_as_its_body_feels_it), CASE(what_is_no_request_says_where),
      CASE(wheels_turn_only_under_control), CASE(an_action_ends_with_its_result),
      CASE(every_motion_comes_to_its_end), CASE(a_clip_is_played_to_its_end_or_is_cut_short),
      CASE(a_clip_is_played_again_and_again_and_without_some_tracks), CASE(events_pass_their_filters),
      CASE(control_passes_from_stream_to_stream), CASE(who_cannot_send_a_stream_has_control_too),
      CASE(who_loses_control_to_a_person_has_to_ask_again), CASE(of_equals_the_last_to_ask_leads),
      CASE(names_of_clips_are_listed_but_for_some), cmocka_unit_test(every_call_of_the_table_is_found),
      CASE(a_robot_that_is_gone_is_unavailable))
