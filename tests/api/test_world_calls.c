// Calls that take a world with others in it: people, cubes, a charger.
#include "api/api_rig.h"

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
static void listen(void) {
    rig_call(&rig, &events, "EventStream", "{\"black_list\":{\"list\":[\"robot_state\"]}}");
}
static struct scene scene;
static void open_scene(const char *text) {
    rig_end(&rig);
    scene_open(&scene, &rig, &config, text);
}
static void close_scene(void) {
    scene_close(&scene);
    assert_true(rig_start(&rig, &(struct thin_config){.seed = 5}, config));
}

static void somebody_is_introduced_and_known_on_another_day(void **state) {
    static const char SCENE[] =
        "{\"seed\": 4, \"robots\": [{\"creature\": \"vector\"}], \"things\": [{\"person\": "
        "{\"name\": \"Ada\", \"x_m\": 0.5, \"heading_deg\": 180}}]}";
    open_scene(SCENE);
    listen();
    rig_call(&rig, &stream, "BehaviorControl", "{\"control_request\":{\"priority\":20}}");
    play_for(scene.play, 100000);
    rig_call(&rig, &one, "SetHeadAngle",
             "{\"angle_rad\":0.35,\"max_speed_rad_per_sec\":10,\"id_tag\":2000001}");
    play_for(scene.play, 2000000);
    assert_true(said(&events, "\"robot_observed_face\":{\"face_id\":-1,"));
    rig_call(&rig, &one, "EnrollFace", "{}");
    assert_true(one.ended && says(&one, "\"result\":2")); // who?
    rig_call(&rig, &one, "SetFaceToEnroll", "{\"name\":\"Ada\",\"save_to_robot\":true}");
    rig_call(&rig, &one, "EnrollFace", "{}");
    play_for(scene.play, 4000000);
    assert_true(one.ended && says(&one, "\"result\":1"));
    assert_true(said(&events, "meet_victor_face_scan_started") &&
                said(&events, "meet_victor_face_scan_complete"));
    assert_true(said(&events, "\"timestamp_utc\":17000000")); // seconds of the calendar
    assert_true(said(&events, "\"robot_changed_observed_face_id\":{\"old_id\":-1,\"new_id\":1}"));
    assert_true(said(&events, "\"face_enrollment_completed\":{\"result\":0,\"face_id\":1,\"name\":\"Ada\"}"));
    close_scene();
    open_scene(SCENE);
    listen();
    rig_call(&rig, &stream, "BehaviorControl", "{\"control_request\":{\"priority\":20}}");
    play_for(scene.play, 100000);
    rig_call(&rig, &one, "SetHeadAngle",
             "{\"angle_rad\":0.35,\"max_speed_rad_per_sec\":10,\"id_tag\":2000001}");
    play_for(scene.play, 2000000);
    assert_true(said(&events, "\"robot_observed_face\":{\"face_id\":1,") &&
                said(&events, "\"name\":\"Ada\""));
    assert_false(said(&events, "\"face_id\":-1"));
    rig_call(&rig, &one, "RequestEnrolledNames", "{}");
    assert_true(says(&one, "\"face_id\":1,\"name\":\"Ada\""));
    rig_call(&rig, &one, "UpdateEnrolledFaceByID",
             "{\"face_id\":1,\"old_name\":\"Bob\",\"new_name\":\"Eve\"}");
    assert_false(said(&events, "Eve"));
    rig_call(&rig, &one, "UpdateEnrolledFaceByID",
             "{\"face_id\":1,\"old_name\":\"Ada\",\"new_name\":\"Eve\"}");
    assert_true(said(&events, "\"robot_renamed_enrolled_face\":{\"face_id\":1,\"name\":\"Eve\"}"));
    rig_call(&rig, &one, "EraseEnrolledFaceByID", "{\"face_id\":1}");
    assert_true(said(&events, "\"robot_erased_enrolled_face\":{\"face_id\":1,\"name\":\"Eve\"}"));
    rig_call(&rig, &one, "SetFaceToEnroll", "{\"name\":\"Zoe\",\"observed_id\":-99}");
    rig_call(&rig, &one, "EnrollFace", "{}");
    rig_call(&rig, &two, "CancelFaceEnrollment", "{}");
    assert_true(one.ended && says(&one, "\"result\":0"));
    assert_true(said(&events, "\"face_enrollment_completed\":{\"result\":6"));
    rig_call(&rig, &one, "SetFaceToEnroll", "{\"name\":\"Ida\",\"observed_id\":-1,\"save_to_robot\":true}");
    rig_call(&rig, &one, "EnrollFace", "{}");
    play_for(scene.play, 12000000);
    rig_call(&rig, &one, "RequestEnrolledNames", "{}");
    assert_true(says(&one, "\"name\":\"Ida\""));
    memset(events.all, 0, sizeof events.all);
    rig_call(&rig, &one, "EraseAllEnrolledFaces", "{}");
    assert_true(said(&events, "robot_erased_enrolled_face") && said(&events, "\"name\":\"Ida\"}"));
    rig_call(&rig, &one, "RequestEnrolledNames", "{}");
    assert_true(says(&one, "\"faces\":[]"));
    close_scene();
    open_scene(SCENE);
    rig_call(&rig, &one, "RequestEnrolledNames", "{}");
    assert_true(says(&one, "\"faces\":[]")); // for ever
    close_scene();
}

static void what_it_says_is_heard_to_its_end(void **state) {
    open_scene("{\"seed\": 4, \"robots\": [{\"creature\": \"vector\"}], \"things\": [{\"cube\": {\"name\": "
               "\"c\", \"x_m\": 0.2}}]}");
    listen();
    rig_call(&rig, &stream, "BehaviorControl", "{\"control_request\":{\"priority\":20}}");
    play_for(scene.play, 100000);
    rig_call(&rig, &one, "SayText", "{\"text\":\"Hello. I am a robot.\",\"use_vector_voice\":true}");
    play_for(scene.play, 200000);
    assert_false(one.ended);
    play_for(scene.play, 9000000);
    assert_true(one.ended);
    assert_int_equal(one.status, API_OK);
    assert_true(says(&one, "\"status\":{\"code\":1},\"state\":4"));
    char longer[2100] = "{\"text\":\"", *at = longer + strlen(longer);
    for (int i = 0; i < 60; i++) at += snprintf(at, 20, "seven words, %d. ", i);
    strcpy(at, "\",\"duration_scalar\":0.1}");
    rig_call(&rig, &one, "SayText", longer); // in pieces
    play_for(scene.play, 60000000);
    assert_int_equal(one.status, API_OK);
    assert_true(one.ended);
    rig_call(&rig, &one, "SayText", "{\"text\":\"This is cut short, for nobody leads any more.\"}");
    play_for(scene.play, 500000);
    rig_more(&stream, "{\"control_release\":{}}");
    assert_true(one.ended && one.status == API_INTERNAL);
    assert_true(said(&events, "\"robot_observed_object\":{")); // the cube before it
    assert_true(said(&events, "\"object_family\":3,\"object_type\":2"));
    close_scene();
}

static int number_after(const struct heard *heard, const char *key) {
    const char *at = strstr(heard->last, key);
    assert_non_null(at);
    return atoi(at + strlen(key));
}

static int thing_of(const struct heard *heard, const char *event) {
    const char *at = strstr(heard->all, event), *id = at ? strstr(at, "\"object_id\":") : NULL;
    return id ? atoi(id + strlen("\"object_id\":")) : -1;
}

static void a_cube_is_connected_lit_fetched_and_put_down(void **state) {
    char json[300], factory[40];
    open_scene(
        "{\"seed\": 4, \"robots\": [{\"creature\": \"vector\"}], \"things\": [{\"cube\": {\"name\": \"c\", "
        "\"x_m\": 0.25}}]}");
    listen();
    rig_call(&rig, &stream, "BehaviorControl", "{\"control_request\":{\"priority\":20}}");
    play_for(scene.play, 1000000);
    rig_call(&rig, &one, "CubesAvailable", "{}");
    play_for(scene.play, 4000000);
    assert_true(one.ended && says(&one, "\"factory_ids\":[\"ce:b1:"));
    assert_true(said(&events, "\"object_event\":{\"object_available\":{\"factory_id\":\"ce:b1:"));
    rig_call(&rig, &one, "ConnectCube", "{}");
    play_for(scene.play, 6000000);
    assert_true(one.ended && says(&one, "\"success\":true"));
    int id = number_after(&one, "\"object_id\":");
    assert_true(id > 0);
    const char *at = strstr(one.last, "\"factory_id\":\"") + strlen("\"factory_id\":\"");
    snprintf(factory, sizeof factory, "%.17s", at);
    assert_true(said(&events, "\"object_connection_state\":{") && said(&events, "\"connected\":true"));
    snprintf(json, sizeof json, "{\"factory_id\":\"%s\"}", factory);
    rig_call(&rig, &one, "SetPreferredCube", json);
    assert_true(says(&one, "\"code\":2"));
    rig_call(&rig, &one, "SetPreferredCube", "{\"factory_id\":\"mine\"}");
    assert_int_equal(one.status, API_INVALID_ARGUMENT);
    snprintf(json, sizeof json,
             "{\"object_id\":%d,\"on_color\":[4278190335,4278190335,4278190335,4278190335],"
             "\"on_period_ms\":[1000,1000,1000,1000]}",
             id);
    rig_call(&rig, &one, "SetCubeLights", json);
    assert_true(says(&one, "\"code\":2"));
    rig_call(&rig, &one, "FlashCubeLights", "{}");
    assert_true(says(&one, "\"code\":2"));
    snprintf(json, sizeof json, "{\"object_id\":%d,\"id_tag\":2000001,\"use_pre_dock_pose\":true}", id);
    rig_call(&rig, &one, "PickupObject", json);
    play_for(scene.play, 30000000);
    if (!one.ended || !says(&one, "\"result\":{\"code\":0}")) fail_msg("pick up: %d %s", one.ended, one.last);
    rig_call(&rig, &one, "PlaceObjectOnGroundHere", "{\"id_tag\":2000002}");
    play_for(scene.play, 15000000);
    if (!one.ended || !says(&one, "\"result\":{\"code\":0}"))
        fail_msg("put down: %d %s", one.ended, one.last);
    assert_int_equal(thing_of(&events, "\"object_moved\":{"), id);
    assert_int_equal(thing_of(&events, "\"object_stopped_moving\":{"), id);
    rig_call(&rig, &one, "PlaceObjectOnGroundHere", "{\"id_tag\":2000003}");
    play_for(scene.play, 1000000);
    assert_true(says(&one, "\"code\":50331671")); // it carries nothing
    rig_call(&rig, &one, "DisconnectCube", "{}");
    play_for(scene.play, 1000000);
    assert_true(said(&events, "\"connected\":false"));
    close_scene();
}

static void assert_comes_to(const char *name, const char *json, const char *result) {
    rig_call(&rig, &one, name, json);
    for (int seconds = 0; !one.ended && seconds < 60; seconds++) play_for(scene.play, 1000000);
    if (!one.ended || !says(&one, result)) fail_msg("%s: %d %s", name, one.ended, one.last);
}

static void docking_and_behaviours_come_to_their_ends(void **state) {
    char json[200];
    open_scene(
        "{\"seed\": 4, \"robots\": [{\"creature\": \"vector\"}], \"things\": [{\"cube\": {\"name\": \"c\", "
        "\"x_m\": 0.3}}, {\"person\": {\"name\": \"Ada\", \"x_m\": 0.4, \"y_m\": 0.5, \"heading_deg\": "
        "230}}]}");
    listen();
    rig_call(&rig, &stream, "BehaviorControl", "{\"control_request\":{\"priority\":20}}");
    play_for(scene.play, 1000000);
    assert_comes_to("DriveOffCharger", "{}", "\"result\":1"); // it stands on none
    const char *seen = strstr(events.all, "\"object_id\":");
    assert_non_null(seen);
    int id = atoi(seen + strlen("\"object_id\":"));
    snprintf(json, sizeof json,
             "{\"object_id\":%d,\"distance_from_object_origin_mm\":120,\"id_tag\":2000001}", id);
    assert_comes_to("GoToObject", json, "\"result\":{\"code\":0}");
    snprintf(json, sizeof json,
             "{\"object_id\":%d,\"use_pre_dock_pose\":true,\"alignment_type\":1,\"id_tag\":2000002}", id);
    assert_comes_to("DockWithCube", json, "\"result\":{\"code\":0}");
    assert_comes_to("GoToObject", "{\"object_id\":77,\"id_tag\":2000003}", "\"code\":50331652"); // BAD_OBJECT
    assert_comes_to("LookAroundInPlace", "{}", "\"result\":1");
    assert_comes_to("FindFaces", "{}", "\"result\":1");
    assert_comes_to("TurnTowardsFace", "{\"face_id\":-1,\"max_turn_angle_rad\":3.2,\"id_tag\":2000004}",
                    "\"result\":{\"code\":0}");
    assert_comes_to("TurnTowardsFace", "{\"face_id\":9,\"max_turn_angle_rad\":3.2,\"id_tag\":2000005}",
                    "\"code\":50331668"); // NO_FACE
    close_scene();
}

static void it_goes_home_and_off_again_and_rolls_a_cube(void **state) {
    open_scene(
        "{\"seed\": 4, \"robots\": [{\"creature\": \"vector\"}], \"things\": [{\"cube\": {\"name\": \"c\", "
        "\"x_m\": 0.3}}, {\"charger\": {\"name\": \"h\", \"x_m\": -0.4, \"heading_deg\": 180}}]}");
    rig_call(&rig, &stream, "BehaviorControl", "{\"control_request\":{\"priority\":20}}");
    play_for(scene.play, 1000000);
    assert_comes_to("RollBlock", "{}", "\"result\":1");
    assert_comes_to("DriveOnCharger", "{}", "\"result\":1");
    rig_call(&rig, &one, "BatteryState", "{}");
    assert_true(says(&one, "\"is_charging\":true,\"is_on_charger_platform\":true"));
    assert_comes_to("DriveStraight", "{\"dist_mm\":50,\"speed_mmps\":50,\"id_tag\":2000001}",
                    "\"code\":50331684");
    assert_comes_to("DriveOffCharger", "{}", "\"result\":1");
    rig_call(&rig, &one, "BatteryState", "{}");
    assert_true(says(&one, "\"is_on_charger_platform\":false"));
    close_scene();
}

// A day: it connects to a cube, whose factory id this is.
static void connects_to(char id[18]) {
    open_scene("{\"seed\": 4, \"robots\": [{\"creature\": \"vector\"}], \"things\": [{\"cube\": {\"name\": "
               "\"near\", \"x_m\": 0.3}}, {\"cube\": {\"name\": \"far\", \"x_m\": 2}}]}");
    rig_call(&rig, &stream, "BehaviorControl", "{\"control_request\":{\"priority\":20}}");
    play_for(scene.play, 500000);
    assert_comes_to("ConnectCube", "{}", "\"success\":true");
    const char *at = strstr(one.last, "\"factory_id\":\"") + strlen("\"factory_id\":\"");
    snprintf(id, 18, "%.17s", at);
}

static void the_cube_that_it_prefers_is_the_same_on_another_day(void **state) {
    char near[18], far[18], json[60];
    connects_to(near); // the stronger one, which is its own from now on
    assert_comes_to("CubesAvailable", "{}", near);
    const char *other = strstr(one.last, "\",\"ce:b1:"); // the second of the list
    assert_non_null(other);
    snprintf(json, sizeof json, "{\"factory_id\":\"%.17s\"}", other + 3);
    rig_call(&rig, &two, "SetPreferredCube", json);
    close_scene();
    connects_to(far);
    assert_string_not_equal(far, near);
    close_scene();
    connects_to(far); // nobody said so again
    assert_string_not_equal(far, near);
    rig_call(&rig, &two, "ForgetPreferredCube", "{}");
    close_scene();
    connects_to(far);
    assert_string_equal(far, near);
    close_scene();
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, end)
TESTS(CASE(it_goes_home_and_off_again_and_rolls_a_cube), CASE(docking_and_behaviours_come_to_their_ends),
      CASE(a_cube_is_connected_lit_fetched_and_put_down),
      CASE(the_cube_that_it_prefers_is_the_same_on_another_day),
      CASE(somebody_is_introduced_and_known_on_another_day), CASE(what_it_says_is_heard_to_its_end))
