// How actions end: with the code that is documented for it, tried again as often as was asked.
#include "api/api_rig.h"

#include "api/api_internal.h"
#include "schema/life.h"
#include "schema/vector.pb-c.h"
#include "world/world.h"

#include <stdio.h>

static struct rig rig;
static struct scene scene;
static struct api_config config;
static struct heard one, two, stream;

// Our own results have the numbers and names that programs know.
static void every_result_is_a_documented_one(void **state) {
    const ProtobufCEnumDescriptor *known = &vector__action_result__action_result_code__descriptor;
    assert_int_equal(life_result_enum.count, known->n_values);
    for (uint32_t i = 0; i < life_result_enum.count; i++) {
        const struct schema_value *ours = &life_result_enum.values[i];
        const ProtobufCEnumValue *theirs = protobuf_c_enum_descriptor_get_value(known, (int)ours->value);
        if (!theirs) fail_msg("programs do not know %s", ours->name);
        const char *name = theirs->name, *prefix = "ACTION_RESULT_";
        if (!strncmp(name, prefix, strlen(prefix))) name += strlen(prefix);
        assert_string_equal(ours->name, name);
    }
}

static void open_scene(void) {
    scene = (struct scene){0};
    config = api_defaults();
    scene_open(&scene, &rig, &config, "{\"seed\": 4, \"robots\": [{\"creature\": \"vector\"}]}");
    rig_call(&rig, &stream, "BehaviorControl", "{\"control_request\":{\"priority\":10}}");
    play_for(scene.play, 200000);
    assert_true(says(&stream, "control_granted_response"));
}
static void verb(struct world_message m) { fine(play_do(scene.play, &m, &fault)); }
static void wait_for(struct heard *heard, float seconds) {
    for (float left = seconds; !heard->ended && left > 0; left -= 0.1f) play_for(scene.play, 100000);
    if (!heard->ended) fail_msg("%s did not end", heard->call->rpc->name);
}
#define CODE(name) VECTOR__ACTION_RESULT__ACTION_RESULT_CODE__##name
static void ends_with(const char *call, const char *json, int code, float seconds) {
    char words[80];
    rig_call(&rig, &one, call, json);
    wait_for(&one, seconds);
    snprintf(words, sizeof words, "{\"status\":{\"code\":1},\"result\":{\"code\":%d}}", code);
    if (strcmp(one.last, words)) fail_msg("%s: expected %d, it is %s", call, code, one.last);
}

#define TAG "\"id_tag\":2000001"
static const char TURN[] = "{\"angle_rad\":1,\"speed_rad_per_sec\":2," TAG "}";
static void each_hindrance_has_its_code(void **state) {
    open_scene();
    ends_with("PickupObject", "{\"object_id\":77," TAG "}", CODE(BAD_OBJECT), 3);
    ends_with("TurnTowardsFace", "{\"face_id\":77," TAG "}", CODE(NO_FACE), 3);
    ends_with("PlaceObjectOnGroundHere", "{" TAG "}", CODE(NOT_CARRYING_OBJECT_ABORT), 3);
    ends_with("GoToPose", "{\"x_mm\":\"NaN\"," TAG "}", CODE(BAD_POSE), 3);
    ends_with("TurnInPlace", TURN, CODE(ACTION_RESULT_SUCCESS), 5);
    // In a hand.
    struct world_message up = {.kind = WORLD_PICK_UP};
    world_pick_up_defaults(&up.pick_up);
    text_copy(TEXT("vector"), up.pick_up.what, sizeof up.pick_up.what);
    rig_call(&rig, &two, "DriveStraight", "{\"dist_mm\":200,\"speed_mmps\":30,\"id_tag\":2000002}");
    play_for(scene.play, 500000);
    verb(up);
    wait_for(&two, 5);
    assert_true(says(&two, "50331663") || says(&two, "50331664")); // INTERRUPTED, INVALID_OFF_TREADS_STATE
    play_for(scene.play, 1000000);
    ends_with("TurnInPlace", TURN, CODE(INVALID_OFF_TREADS_STATE), 5);
    scene_close(&scene);
}

// One that needs what another moves is kept off it; one that needs something else runs beside it. Each is
// cancelled by its own tag.
static void tracks_are_one_actions_at_a_time(void **state) {
    static struct heard head;
    open_scene();
    rig_call(&rig, &two, "DriveStraight", "{\"dist_mm\":150,\"speed_mmps\":20,\"id_tag\":2000002}");
    play_for(scene.play, 500000);
    ends_with("TurnInPlace", TURN, CODE(TRACKS_LOCKED), 2);
    ends_with("GoToPose", "{\"x_mm\":30," TAG "}", CODE(TRACKS_LOCKED), 2);
    rig_call(&rig, &head, "SetHeadAngle",
             "{\"angle_rad\":0.7,\"max_speed_rad_per_sec\":0.05,\"id_tag\":2000003}");
    ends_with("SetLiftHeight", "{\"height_mm\":60,\"max_speed_rad_per_sec\":10," TAG "}",
              CODE(ACTION_RESULT_SUCCESS), 4);
    rig_call(&rig, &one, "CancelActionByIdTag", "{\"id_tag\":2000099}"); // nobody's
    play_for(scene.play, 200000);
    assert_false(two.ended || head.ended);
    rig_call(&rig, &one, "CancelActionByIdTag", "{\"id_tag\":2000003}");
    wait_for(&head, 1);
    assert_true(says(&head, "33554432") && !two.ended); // CANCELLED_WHILE_RUNNING
    wait_for(&two, 12);
    assert_true(says(&two, "\"result\":{\"code\":0}"));
    scene_close(&scene);
}

static float seconds_until_given_up(int retries) {
    char json[120];
    float seconds = 0;
    snprintf(json, sizeof json, "{\"height_mm\":90,\"max_speed_rad_per_sec\":10,\"num_retries\":%d," TAG "}",
             retries);
    rig_call(&rig, &one, "SetLiftHeight", json);
    for (; !one.ended && seconds < 60; seconds += 0.1f) play_for(scene.play, 100000);
    if (!one.ended || !says(&one, "67108868"))
        fail_msg("after %.1f s: %s", (double)seconds, one.last); // MOTOR_STOPPED_MAKING_PROGRESS
    return seconds;
}
static void what_may_pass_is_tried_again(void **state) {
    open_scene();
    struct world_message held = {.kind = WORLD_DEFECT};
    world_defect_defaults(&held.defect);
    held.defect.kind = WORLD_DEFECT_KIND_LIFT_BLOCKED;
    text_copy(TEXT("vector"), held.defect.what, sizeof held.defect.what);
    verb(held);
    float once = seconds_until_given_up(0), thrice = seconds_until_given_up(2);
    assert_true(once > 0.5f && thrice > 2.5f * once && thrice < 3.5f * once);
    assert_true(seconds_until_given_up(-5) < 1.5f * once);
    // What will not come to anything is tried once, however often it may be.
    ends_with("PickupObject", "{\"object_id\":77,\"num_retries\":200," TAG "}", CODE(BAD_OBJECT), 1);
    scene_close(&scene);
}

static void tags_of_programs_are_seven_digits(void **state) {
    static const struct {
        int tag;
        bool fits;
    } ROWS[] = {{0, false},      {-1, false},     {2000000, false},
                {2000001, true}, {3000000, true}, {3000001, false}};
    static const char *const CALLS[] = {"DriveStraight", "TurnInPlace",     "GoToPose",
                                        "SetHeadAngle",  "SetLiftHeight",   "GoToObject",
                                        "RollObject",    "TurnTowardsFace", "PopAWheelie",
                                        "PickupObject",  "DockWithCube",    "PlaceObjectOnGroundHere"};
    open_scene();
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        for (size_t k = 0; k < sizeof CALLS / sizeof *CALLS; k++) {
            char json[40];
            snprintf(json, sizeof json, "{\"id_tag\":%d}", ROWS[i].tag);
            rig_call(&rig, &one, CALLS[k], json);
            bool refused = one.ended && one.status == API_INVALID_ARGUMENT;
            if (refused == ROWS[i].fits) fail_msg("%s with tag %d: %s", CALLS[k], ROWS[i].tag, one.words);
            if (one.call) api_cancel(one.call);
        }
    rig_call(&rig, &one, "DriveStraight", "{}");
    assert_int_equal(one.status, API_INVALID_ARGUMENT);
    scene_close(&scene);
}

TESTS(cmocka_unit_test(every_result_is_a_documented_one), cmocka_unit_test(each_hindrance_has_its_code),
      cmocka_unit_test(tracks_are_one_actions_at_a_time), cmocka_unit_test(what_may_pass_is_tried_again),
      cmocka_unit_test(tags_of_programs_are_seven_digits))
