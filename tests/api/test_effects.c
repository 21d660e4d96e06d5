// What a call changes in the robot's life, looked at inside it: settings, who it is, a cube that nobody saw,
// the sound of its shutter.
#include "api/api_rig.h"
#include "api/inside.h"

#include "api/api_internal.h"
#include "base/hash.h"
#include "base/maths/maths.h"
#include "base/system/file.h"
#include "border/lens_model.h"
#include "codec/picture/jpeg.h"
#include "host/identity.h"
#include "robot/robot_internal.h"
#include "robot/service_screens.h"

#include <stdio.h>

static struct rig rig;
static struct scene scene;
static struct api_config config;
static struct heard one, stream, events;

static void open_scene(const char *more) {
    char json[500];
    snprintf(json, sizeof json,
             "{\"seed\": 4, \"date\": \"2025-12-01T15:05:00\", \"robots\": [{\"creature\": \"vector\"}]%s}",
             more);
    scene = (struct scene){.minded = true};
    scene_open(&scene, &rig, &config, json);
    rig_call(&rig, &events, "EventStream", "{\"black_list\":{\"list\":[\"robot_state\"]}}");
}
static const struct robot *him(void) { return robot_of(run_soul(play_run(scene.play), 0)); }
static void set(const char *settings) {
    char json[200];
    snprintf(json, sizeof json, "{\"settings\":{%s}}", settings);
    rig_call(&rig, &one, "UpdateSettings", json);
    assert_true(one.ended);
    play_for(scene.play, 200000);
}

static void settings_change_how_it_lives(void **state) {
    config = api_defaults();
    open_scene("");
    const struct life_owner *owner = &him()->owner;
    assert_int_equal(inside_minute(him()) / 60, 15); // the world's own zone, until somebody says another
    assert_true(owner->fahrenheit && !owner->clock_24);
    assert_string_equal(owner->locale, "en-US");
    set("\"clock_24_hour\":true,\"temp_is_fahrenheit\":false,\"locale\":\"de-DE\",\"default_location\":"
        "\"Bonn\"");
    assert_true(owner->clock_24 && !owner->fahrenheit && !owner->zone_known);
    assert_string_equal(owner->locale, "de-DE");
    assert_string_equal(owner->home, "Bonn");
    assert_int_equal(inside_minute(him()) / 60, 15);
    set("\"eye_color\":3,\"master_volume\":1");
    assert_int_equal(him()->eye_setting, 3);
    assert_int_equal(him()->volume, 1);
    set("\"time_zone\":\"Mars/Olympus_Mons\"");
    if (folder_exists("/usr/share/zoneinfo")) assert_int_equal(one.status, API_INVALID_ARGUMENT);
    set("\"time_zone\":\"Asia/Tokyo\"");
    if (!folder_exists("/usr/share/zoneinfo/Asia")) skip();
    assert_int_equal(one.status, API_OK);
    assert_int_equal(owner->zone_s, 9 * 3600);
    assert_int_equal(inside_minute(him()) / 60, 0);
    scene_close(&scene);
}

// Where its owner never said one the world's own zone holds; and summer begins while it lives.
static void a_zone_is_kept_and_followed(void **state) {
    char folder[600];
    if (!folder_exists("/usr/share/zoneinfo/Europe")) skip();
    snprintf(folder, sizeof folder, "%s/robot", temp_folder());
    config = api_defaults();
    config.state = folder;
    open_scene("");
    set("\"clock_24_hour\":true");
    scene_close(&scene);
    open_scene("");
    assert_true(him()->owner.clock_24 && !him()->owner.zone_known);
    set("\"time_zone\":\"Europe/Berlin\"");
    scene_close(&scene);
    open_scene("");
    assert_int_equal(him()->owner.zone_s, 3600);
    // 29 March 2026, 00:59:59 UTC: a second later clocks go on by an hour. It looks every quarter of an hour.
    struct life_calendar spring = {.unix_us = INT64_C(1774745999) * 1000000, .known = true};
    robot_calendar((struct robot *)(uintptr_t)him(), &spring);
    play_for(scene.play, 100000);
    assert_int_equal(him()->owner.zone_s, 3600);
    spring.unix_us += 900 * INT64_C(1000000);
    robot_calendar((struct robot *)(uintptr_t)him(), &spring);
    play_for(scene.play, 200000);
    assert_int_equal(him()->owner.zone_s, 7200);
    scene_close(&scene);
}

static bool is_blue(void) { // all lamps of its back
    bool blue = true;
    for (int i = 0; i < 3; i++) blue = blue && him()->lamps[i].b > 80 && him()->lamps[i].r == 0;
    return blue;
}

static void the_button_calls_it_or_somebody_else(void **state) {
    static const char PRESS[] =
        ", \"timeline\": [{\"at_s\": 2, \"do\": {\"press\": {\"what\": \"vector\"}}}]";
    config = api_defaults();
    open_scene(PRESS);
    play_for(scene.play, 1800000);
    assert_false(is_blue());
    play_for(scene.play, 2200000);
    assert_true(said(&events, "\"wake_word\":{\"wake_word_begin\":{}}"));
    assert_true(is_blue()); // it listens, and whoever is near shall know
    play_for(scene.play, 16000000);
    assert_true(said(&events, "\"wake_word_end\"") && !is_blue());
    scene_close(&scene);
    open_scene(PRESS);
    set("\"button_wakeword\":1");
    play_for(scene.play, 4000000);
    assert_false(said(&events, "wake_word"));
    scene_close(&scene);
    open_scene(PRESS); // a program leads: it is told, and no intent follows
    rig_call(&rig, &stream, "BehaviorControl", "{\"control_request\":{\"priority\":20}}");
    play_for(scene.play, 4000000);
    assert_true(said(&events, "\"wake_word_begin\":{}"));
    assert_true(said(&events, "\"wake_word_end\":{\"intent_heard\":false,\"intent_json\":\"\"}"));
    scene_close(&scene);
}

static void its_service_screens_show_who_it_is_to_programs(void **state) {
    char folder[600];
    snprintf(folder, sizeof folder, "%s/robot", temp_folder());
    fault = (struct fault){0};
    struct identity *identity = identity_open(folder, 0x00a1b2c3, &fault);
    if (!identity) fine(fault.err);
    config = api_defaults();
    config.identity = identity;
    open_scene("");
    struct life_message show = {.kind = LIFE_SHOW_SERVICE, .show_service = {SERVICE_DEBUG}};
    struct life_envelope from = {.ticket = 1, .door = LIFE_DOOR_TEST};
    fine(robot_ask((struct robot *)(uintptr_t)him(), &from, &show));
    play_for(scene.play, 200000);
    assert_string_equal(him()->screen.lines.at[0], "ESN 00a1b2c3");
    scene_close(&scene);
    identity_close(identity);
}

// Its radio finds a cube that stands behind it: it is a thing with a number, and the same when it is seen.
static void an_unseen_cube_has_a_number(void **state) {
    config = api_defaults();
    open_scene(", \"things\": [{\"cube\": {\"name\": \"c\", \"x_m\": -0.3}}]");
    rig_call(&rig, &stream, "BehaviorControl", "{\"control_request\":{\"priority\":20}}");
    play_for(scene.play, 500000);
    rig_call(&rig, &one, "ConnectCube", "{}");
    play_for(scene.play, 7000000);
    assert_true(one.ended && says(&one, "\"success\":true"));
    const char *at = strstr(one.last, "\"object_id\":");
    int id = at ? atoi(at + strlen("\"object_id\":")) : 0;
    assert_true(id > 0);
    assert_false(said(&events, "robot_observed_object")); // a number is no sight
    rig_call(&rig, &one, "EnableMarkerDetection", "{\"enable\":true}");
    rig_call(&rig, &one, "SetHeadAngle", "{\"angle_rad\":0,\"max_speed_rad_per_sec\":3,\"id_tag\":2000002}");
    play_for(scene.play, 1000000);
    rig_call(&rig, &one, "TurnInPlace",
             "{\"angle_rad\":3.14159,\"speed_rad_per_sec\":1.5,\"id_tag\":2000001}");
    play_for(scene.play, 6000000);
    assert_true(one.ended && says(&one, "\"result\":{\"code\":0}"));
    char seen[64];
    snprintf(seen, sizeof seen, "\"object_id\":%d", id);
    assert_true(said(&events, "robot_observed_object") && said(&events, seen));
    struct belief_things things;
    robot_things(him(), &things);
    unsigned cubes = 0;
    for (unsigned i = 0; i < things.list_count; i++) cubes += things.list[i].kind == BELIEF_THING_KIND_CUBE;
    assert_int_equal(cubes, 1);
    scene_close(&scene);
}

// Nobody is photographed in silence, whoever asks.
static void a_photo_can_be_heard(void **state) {
    config = api_defaults();
    open_scene(", \"requests\": [{\"at_s\": 1, \"do\": {\"take_photo\": {}}}]");
    rig_call(&rig, &stream, "BehaviorControl", "{\"control_request\":{\"priority\":20}}"); // it keeps still
    uint32_t shutter = fnv1_32_lower("Play__Robot_Vic_Sfx__Camera_Flash");
    bool heard = false;
    for (int i = 0; i < 40; i++) {
        play_for(scene.play, LIFE_TICK_US);
        for (uint32_t k = 0; k < him()->event_count; k++)
            heard = heard || (him()->events[k].kind == LIFE_EVENT_KIND_SOUND_POSTED &&
                              him()->events[k].subject == shutter);
    }
    assert_true(heard);
    scene_close(&scene);
}

static unsigned origin_of(const struct heard *heard) {
    const char *at = strstr(heard->last, "\"origin_id\":");
    assert_non_null(at);
    return (unsigned)atoi(at + strlen("\"origin_id\":"));
}

// Where the light line of a row is; its lens bends it.
static float line_at(const struct pixels *p, unsigned y) {
    float sum = 0, weight = 0;
    for (unsigned x = 0; x < p->width / 2; x++) {
        float light = pixels_at(p, x, y)[1] > 100 ? pixels_at(p, x, y)[1] : 0;
        sum += light * (float)x, weight += light;
    }
    return weight > 0 ? sum / weight : -1;
}
// How far its pixels are from their mean, in the middle of the picture: two light columns, two dark ones.
enum { STRIPES = 40 };
static float contrast_of(const struct pixels *p) {
    float sum = 0, squares = 0;
    for (unsigned y = p->height / 2 - STRIPES; y < p->height / 2; y++)
        for (unsigned x = p->width / 2; x < p->width / 2 + STRIPES; x++) {
            float light = pixels_at(p, x, y)[1];
            sum += light, squares += light * light;
        }
    sum /= STRIPES * STRIPES, squares /= STRIPES * STRIPES;
    return m_sqrt(squares - sum * sum);
}
static void a_photo_is_straight_sharp_and_without_specks(void **state) {
    char folder[512], path[600];
    struct pixels view = {0}, photo = {0}, small = {0};
    struct buf file = {0};
    struct jpeg_reading how;
    jpeg_reading_defaults(&how);
    snprintf(folder, sizeof folder, "%s/photos", temp_folder());
    config = api_defaults();
    config.state = folder;
    open_scene("");
    const struct lens_model *lens = robot_lens(him());
    assert_non_null(lens);
    assert_int_equal(pixels_new(&view, lens->width, lens->height, 3), ERR_NONE);
    for (float down = -0.6f; down <= 0.6f; down += 0.0005f) { // an edge of the room, to its left
        struct vec2 at;
        if (!lens_project(lens, vec3(-0.9f, down, 1), &at) || !lens_inside(lens, at)) continue;
        for (int dx = -2; dx <= 2; dx++)
            memset(pixels_at(&view, (unsigned)m_round(at.x) + (unsigned)dx, (unsigned)at.y), 255, 3);
    }
    for (unsigned i = 0; i < (STRIPES + 4) * (STRIPES + 4); i++)
        memset(
            pixels_at(&view, view.width / 2 - 2 + i / (STRIPES + 4), view.height / 2 + 2 - i % (STRIPES + 4)),
            i / (STRIPES + 4) & 2 ? 70 : 30, 3);
    unsigned x = (unsigned)lens->cx, y = (unsigned)lens->cy + 20;
    memset(pixels_at(&view, x, y), 255, 3); // a pixel that is always on, where nothing is bent
    float bent = line_at(&view, view.height / 2) - line_at(&view, 2);
    photos_take(rig.api, &view);
    snprintf(path, sizeof path, "%s/photos/1", folder);
    fine(file_read(path, 1 << 20, &file, &fault));
    fine(jpeg_decode((struct bytes){file.at, file.len}, &how, &photo, &fault));
    assert_int_equal(photo.width, view.width);
    float straight = line_at(&photo, view.height / 2) - line_at(&photo, 2);
    assert_true(bent <= -3 || bent >= 3);
    assert_true(straight > -1 && straight < 1);
    float sharper = contrast_of(&photo) / contrast_of(&view); // of columns two wide: 0.3 * half of it more
    assert_true(sharper > 1.1f && sharper < 1.2f);
    for (unsigned i = 0; i < 25; i++) assert_true(pixels_at(&photo, x - 2 + i % 5, y - 2 + i / 5)[1] < 40);
    snprintf(path, sizeof path, "%s/photos/1-small", folder);
    buf_clear(&file);
    fine(file_read(path, 1 << 20, &file, &fault));
    fine(jpeg_decode((struct bytes){file.at, file.len}, &how, &small, &fault));
    assert_true(small.width == view.width / 4 && small.height == view.height / 4);
    pixels_free(&view), pixels_free(&photo), pixels_free(&small);
    buf_free(&file);
    scene_close(&scene);
}

// Carried off it does not know where it is: what it tells from then on has another origin.
static void another_origin_begins_where_it_is_put_down(void **state) {
    static struct heard states, map;
    config = api_defaults();
    open_scene(", \"timeline\": [{\"at_s\": 2, \"do\": {\"pick_up\": {\"what\": \"vector\"}}}, {\"at_s\": 4, "
               "\"do\": "
               "{\"put_down\": {\"what\": \"vector\"}}}]");
    rig_call(&rig, &stream, "BehaviorControl", "{\"control_request\":{\"priority\":10}}");
    rig_call(&rig, &states, "EventStream", "{\"white_list\":{\"list\":[\"robot_state\"]}}");
    rig_call(&rig, &map, "NavMapFeed", "{}");
    play_for(scene.play, 1000000);
    unsigned before = origin_of(&states);
    assert_int_equal(origin_of(&map), before);
    play_for(scene.play, 5000000);
    assert_true(origin_of(&states) > before);
    assert_int_equal(origin_of(&map), origin_of(&states));
    scene_close(&scene);
}

// Somebody walks by while it stands still and looks for what moves.
static void what_moves_before_it_is_told(void **state) {
    config = api_defaults();
    open_scene(
        ", \"things\": [{\"person\": {\"name\": \"Ada\", \"x_m\": 0.7, \"y_m\": 0.2, \"heading_deg\": 180, "
        "\"height_m\": 0.25}}], \"timeline\": [{\"at_s\": 3, \"do\": {\"walk\": {\"who\": \"Ada\", \"x_m\": "
        "0.7, \"y_m\": -0.2, \"heading_deg\": 180, \"height_m\": 0.25}}}]");
    rig_call(&rig, &stream, "BehaviorControl", "{\"control_request\":{\"priority\":20}}");
    rig_call(&rig, &one, "EnableMotionDetection", "{\"enable\":true}");
    rig_call(&rig, &one, "SetHeadAngle",
             "{\"angle_rad\":0.3,\"max_speed_rad_per_sec\":3,\"id_tag\":2000002}");
    play_for(scene.play, 6000000);
    const char *at = strstr(events.all, "\"robot_observed_motion\":{\"timestamp\":");
    if (!at) fail_msg("%s", events.all);
    assert_in_range(atoi(at + strlen("\"robot_observed_motion\":{\"timestamp\":")), 3000, 7000);
    assert_true(atof(strstr(at, "\"img_area\":") + strlen("\"img_area\":")) > 0);
    scene_close(&scene);
}

// The newest state that was told.
static uint32_t told(void) {
    static const char KEY[] = "\"status\":";
    for (int i = 0; i < 3 && !says(&events, "\"robot_state\":"); i++) play_for(scene.play, 66000);
    const char *at = strstr(events.last, "\"robot_state\":");
    while (at && strncmp(at, KEY, strlen(KEY))) at = strstr(at + 1, KEY);
    assert_non_null(at);
    return (uint32_t)strtoul(at + strlen(KEY), NULL, 10);
}
// Whether a bit is told within so many seconds.
static bool comes(uint32_t bit, bool set, float seconds) {
    for (; seconds > 0; seconds -= 0.1f) {
        play_for(scene.play, 100000);
        if (!(told() & bit) == !set) return true;
    }
    return false;
}

static void what_it_does_is_told_by_bits(void **state) {
    enum { CARRIES = 0x2, DOCKS = 0x4, HELD = 0x10008, UNKNOWN = 0x600000 };
    scene = (struct scene){0};
    config = api_defaults();
    scene_open(&scene, &rig, &config,
               "{\"seed\": 4, \"robots\": [{\"creature\": \"vector\"}], \"things\": [{\"cube\": {\"name\": "
               "\"c\", \"x_m\": 0.2}}]}");
    rig_call(&rig, &events, "EventStream", "{\"white_list\":{\"list\":[\"robot_state\"]}}");
    play_for(scene.play, 100000);
    assert_true(comes(UNKNOWN, false, 5));
    rig_call(&rig, &stream, "BehaviorControl", "{\"control_request\":{\"priority\":10}}");
    rig_call(&rig, &one, "EnableMarkerDetection", "{\"enable\":true}");
    play_for(scene.play, 2000000);
    assert_false(told() & (CARRIES | DOCKS));
    struct belief_things things;
    robot_things(robot_of(run_soul(play_run(scene.play), 0)), &things);
    assert_int_equal(things.list_count, 1); // it sees the cube
    char json[80];
    snprintf(json, sizeof json, "{\"object_id\":%u,\"id_tag\":2000001}", (unsigned)things.list[0].id);
    rig_call(&rig, &one, "PickupObject", json);
    assert_true(comes(DOCKS, true, 3));
    assert_true(comes(CARRIES, true, 30));
    assert_true(comes(DOCKS, false, 10) && told() & CARRIES);
    struct world_message up = {.kind = WORLD_PICK_UP};
    world_pick_up_defaults(&up.pick_up);
    text_copy(TEXT("vector"), up.pick_up.what, sizeof up.pick_up.what);
    fine(play_do(scene.play, &up, &fault));
    assert_true(comes(HELD, true, 3));
    scene_close(&scene);
}

TESTS(cmocka_unit_test(what_moves_before_it_is_told),
      cmocka_unit_test(another_origin_begins_where_it_is_put_down),
      cmocka_unit_test(settings_change_how_it_lives), cmocka_unit_test(a_zone_is_kept_and_followed),
      cmocka_unit_test(the_button_calls_it_or_somebody_else),
      cmocka_unit_test(its_service_screens_show_who_it_is_to_programs),
      cmocka_unit_test(an_unseen_cube_has_a_number), cmocka_unit_test(a_photo_can_be_heard),
      cmocka_unit_test(what_it_does_is_told_by_bits),
      cmocka_unit_test(a_photo_is_straight_sharp_and_without_specks))
