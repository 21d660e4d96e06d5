// Calls and events in a world where something happens.
#include "api/api_rig.h"

static struct rig rig;
static struct scene scene;
static struct api_config config;
static struct heard one, stream, events;

static void open_scene(bool minded, const char *json) {
    scene = (struct scene){.minded = minded};
    config = api_defaults();
    scene_open(&scene, &rig, &config, json);
    rig_call(&rig, &events, "EventStream", "{\"black_list\":{\"list\":[\"robot_state\"]}}");
}
static void take_control(void) {
    rig_call(&rig, &stream, "BehaviorControl", "{\"control_request\":{\"priority\":20}}");
    play_for(scene.play, 200000);
    assert_true(says(&stream, "control_granted_response"));
}

static void an_edge_takes_control_and_gives_it_back(void **state) {
    open_scene(true,
               "{\"seed\": 4, \"floor\": {\"height_m\": -0.7}, \"robots\": [{\"creature\": \"vector\"}], "
               "\"things\": [{\"table\": {\"length_m\": 0.5, \"width_m\": 0.5}}]}");
    take_control();
    rig_call(&rig, &one, "DriveStraight", "{\"dist_mm\":2000,\"speed_mmps\":80,\"id_tag\":2000001}");
    for (int i = 0; i < 80 && !one.ended; i++) play_for(scene.play, 100000);
    assert_true(one.ended);
    play_for(scene.play, 200000);
    assert_true(says(&stream, "control_lost_event"));
    for (int i = 0; i < 100 && !says(&stream, "control_granted_response"); i++) play_for(scene.play, 100000);
    assert_true(says(&stream, "control_granted_response"));
    rig_call(&rig, &one, "DriveStraight", "{\"dist_mm\":-60,\"speed_mmps\":80,\"id_tag\":2000002}");
    play_for(scene.play, 3000000);
    assert_true(one.ended && says(&one, "\"result\":{\"code\":0}"));
    scene_close(&scene);
}

TESTS(cmocka_unit_test(an_edge_takes_control_and_gives_it_back))
