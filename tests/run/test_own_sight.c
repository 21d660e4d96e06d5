// A robot that looks for itself: it knows what stands before it though nobody tells, it is one life whoever
// helps to look, it replays without its pictures, and where it differs from the truth is counted.
#include "support/support.h"

#include "belief/map.h"
#include "body/cozmo/shared_cozmo.h"
#include "mind/mind.h"
#include "robot/robot.h"
#include "run/asking.h"
#include "run/check/accuracy.h"
#include "run/replay.h"
#include "run/settings/settings.h"
#include "world/view.h"
#include "world/world.h"

#include <stdlib.h>
#include <string.h>

static struct body *over_the_air(void *user, struct world *world, uint32_t robot, struct fault *fault) {
    struct shared_cozmo_config config = shared_cozmo_defaults();
    config.robot.firmware.world = world;
    config.robot.firmware.robot = robot;
    return shared_cozmo_new(&config, fault);
}

static const char ROOM[] =
    "{\"robots\": [{\"creature\": \"%s\"}], \"things\": ["
    "{\"cube\": {\"name\": \"cube\", \"x_m\": 0.22, \"y_m\": 0.03, \"heading_deg\": 30%s}}],"
    "\"requests\": [{\"at_s\": 0.5, \"do\": {\"head\": {\"angle_rad\": 0}}},"
    "{\"at_s\": 2, \"do\": {\"drive_straight\": {\"distance_m\": 0.05}}}]}";

struct lived {
    uint64_t world, soul;
    struct belief_things things;
    struct accuracy_of of;
    uint32_t told, looked; // ticks in which an oracle told, and in which a picture had been looked at
};
struct watching {
    struct lived *lived;
    struct accuracy *accuracy;
};
static void watch(void *user, struct play *play, int life) {
    struct watching *w = user;
    if (w->accuracy) accuracy_look(w->accuracy, play, life);
    w->lived->told += play_senses(play, 0)->look_count;
    w->lived->looked += robot_seen(robot_of(run_soul(play_run(play), 0))) != NULL;
}

static struct lived live(const char *creature, const char *by, unsigned workers, const char *record) {
    char text[1024], set[40];
    struct lived lived = {0};
    struct fault fault = {0};
    snprintf(text, sizeof text, ROOM, creature, strcmp(creature, "vector") ? ", \"type\": 1" : "");
    snprintf(set, sizeof set, "sight.by=%s", by);
    struct scenario *s = scenario_read(text_of(text), "room", NULL, 0, &fault);
    if (!s) fail_msg("%s", fault.said);
    struct watching watching = {.lived = &lived};
    struct play_config config = play_defaults();
    config.workers = workers, config.settings = text_of(set), config.bare = true;
    config.watch = watch, config.user = &watching;
    config.record = record, config.lives = record != NULL;
    struct play *play = play_new(s, &config, &fault);
    if (!play) fail_msg("%s", fault.said);
    if (!strcmp(by, "both")) watching.accuracy = accuracy_new(play);
    s_for(play, 4);
    struct robot *robot = robot_of(run_soul(play_run(play), 0));
    robot_things(robot, &lived.things);
    lived.world = world_hash(play_world(play)), lived.soul = robot_hash(robot);
    if (watching.accuracy) lived.of = *accuracy_at(watching.accuracy, 0);
    accuracy_free(watching.accuracy);
    assert_int_equal(play_free(play, &fault), 0);
    scenario_free(s);
    return lived;
}

static void knows_the_cube(const struct lived *l) {
    assert_int_equal(l->things.list_count, 1);
    const struct belief_thing *cube = &l->things.list[0];
    assert_true(m_hypot(cube->pose.at_m[0] - 0.22f, cube->pose.at_m[1] - 0.03f) < 0.003f);
    struct quat turn = {cube->pose.turn[0], cube->pose.turn[1], cube->pose.turn[2], cube->pose.turn[3]};
    assert_true(m_abs(angle_wrap(quat_heading(turn) - m_radians(30))) < m_radians(3));
}

static void it_finds_a_cube_by_itself(void **state) {
    static const char *const CREATURES[] = {"vector", "cozmo"};
    for (int i = 0; i < 2; i++) {
        struct lived own = live(CREATURES[i], "own", 0, NULL), oracle = live(CREATURES[i], "oracle", 0, NULL);
        knows_the_cube(&own);
        knows_the_cube(&oracle);
        assert_int_equal(own.told, 0); // nobody told it
        assert_true(own.looked > 40 && own.looked <= 61);
    }
}

static void it_is_one_life_and_replays_without_pictures(void **state) {
    char tape[256], path[300];
    snprintf(tape, sizeof tape, "%s", temp_path(NULL, "own.tape"));
    struct lived one = live("vector", "own", 0, tape), eight = live("vector", "own", 8, NULL);
    assert_true(one.world == eight.world && one.soul == eight.soul);
    play_life_path(path, sizeof path, tape, "vector");
    struct fault fault = {0};
    struct recording_about about;
    struct replay_result result;
    struct recording *life = recording_open(path, &about, &fault);
    assert_non_null(life);
    assert_non_null(strstr(about.settings, "sight.by=own"));
    assert_int_equal(replay_life(life, &about, &vector_model, NULL, NULL, NULL, &result, &fault), 0);
    recording_free(life);
    assert_true(!result.parted && result.pictures == 0 && result.answers > 50 && result.hash == one.soul);
}

static void where_it_differs_is_counted(void **state) {
    struct lived both = live("vector", "both", 1, NULL);
    knows_the_cube(&both);
    assert_true(both.told > 40);
    assert_true(both.of.own.right > 30 && both.of.own.wrong + both.of.own.missed <= 3);
    assert_true(both.of.own_px.count > 20 && both.of.own_px.sum / both.of.own_px.count < 2.5);
}

// ------------------------------------------------------------------------------------------------ motion and
// light

static uint32_t told_of(struct play *play, enum life_event_kind kind, struct robot_motion *motion,
                        float *number) {
    struct robot *robot = robot_of(run_soul(play_run(play), 0));
    const struct life_event *events;
    size_t count = robot_events(robot, &events);
    uint32_t told = 0;
    for (size_t i = 0; i < count; i++)
        if (events[i].kind == kind) told++, *number = events[i].numbers[0];
    if (told && kind == LIFE_EVENT_KIND_MOTION_SEEN) assert_true(robot_motion(robot, motion));
    return told;
}

// Over the air, too: what is asked for is looked for, and nothing else.
static void motion_and_light_are_seen_when_asked_for(void **state) {
    static const char *const CREATURES[] = {"vector", "cozmo"};
    for (int n = 0; n < 2; n++) {
        char text[1024];
        struct fault fault = {0};
        snprintf(text, sizeof text, ROOM, CREATURES[n], n ? ", \"type\": 1" : "");
        *strstr(text, ",\"requests\"") = '}', *(strstr(text, "]}\"requests\"") + 2) = 0;
        struct scenario *s = scenario_read(text_of(text), "room", NULL, 0, &fault);
        struct play_config config = play_defaults();
        config.bare = true;
        if (n) config.body = over_the_air;
        struct play *play = s ? play_new(s, &config, &fault) : NULL;
        if (!play) fail_msg("%s", fault.said);
        uint32_t modes = 1u << LIFE_VISION_MODE_MOTION | 1u << LIFE_VISION_MODE_ILLUMINATION;
        struct robot_motion motion = {0};
        float number = 0;
        uint32_t still = 0, moving = 0, dark = 0;
        ask(play, (struct life_message){.kind = LIFE_HEAD, .head = {0, 0, 0}});
        s_for(play, 3);
        for (int i = 0; i < 30; i++)
            s_for(play, 0.034), moving += told_of(play, LIFE_EVENT_KIND_MOTION_SEEN, &motion, &number);
        assert_int_equal(moving, 0); // nobody asked
        ask(play, (struct life_message){.kind = LIFE_SEE, .see = {.on = true, .modes = modes}});
        s_for(play, 4); // exposure settles
        for (int i = 0; i < 60; i++)
            s_for(play, 0.034), still += told_of(play, LIFE_EVENT_KIND_MOTION_SEEN, &motion, &number);
        assert_int_equal(still, 0);
        for (int i = 0; i < 60; i++) { // a hand takes the cube to the left
            struct world_message carry = {.kind = WORLD_CARRY,
                                          .carry = {.x_m = 0.22f, .y_m = 0.03f + 0.002f * (float)i}};
            snprintf(carry.carry.what, sizeof carry.carry.what, "cube");
            assert_int_equal(play_do(play, &carry, NULL), 0);
            s_for(play, 0.034);
            moving += told_of(play, LIFE_EVENT_KIND_MOTION_SEEN, &motion, &number);
        }
        assert_true(moving > 10);
        assert_true(motion.share[MOTION_ALL] > 0.002f);
        struct world_message off = {.kind = WORLD_LIGHT, .light = {0.2f}};
        assert_int_equal(play_do(play, &off, NULL), 0);
        for (int i = 0; i < 400 && !dark; i++) {
            s_for(play, 0.034);
            dark = told_of(play, LIFE_EVENT_KIND_LIGHT_CHANGED, &motion, &number) &&
                   (int)number == ILLUMINATION_DARKENED;
        }
        assert_true(dark);
        play_free(play, NULL);
        scenario_free(s);
    }
}

// A ball's colour, the table's end, the floor from above, and a cube in a light so low that one picture does
// not show it: all in one life, none of it told by anybody.
static void what_else_eyes_find(void **state) {
    static const char DESK[] =
        "{\"robots\": [{\"creature\": \"vector\"}], "
        "\"things\": ["
        "{\"table\": {\"length_m\": 0.5, \"width_m\": 1.2}},"
        "{\"ball\": {\"x_m\": 0.2, \"y_m\": -0.11}},"
        "{\"cube\": {\"name\": \"cube\", \"x_m\": 0.16, \"y_m\": 0.07, \"heading_deg\": 20}}]}";
    struct fault fault = {0};
    struct scenario *s = scenario_read(text_of(DESK), "desk", NULL, 0, &fault);
    struct play_config config = play_defaults();
    config.bare = true, config.settings = text_of("sight.by=own");
    struct play *play = s ? play_new(s, &config, &fault) : NULL;
    if (!play) fail_msg("%s", fault.said);
    struct robot *robot = robot_of(run_soul(play_run(play), 0));
    uint32_t side, seen = 0,
                   modes = 1u << LIFE_VISION_MODE_BRIGHT_COLORS | 1u << LIFE_VISION_MODE_OVERHEAD_EDGES |
                           1u << LIFE_VISION_MODE_OVERHEAD_MAP;
    ask(play, (struct life_message){.kind = LIFE_HEAD, .head = {-0.2f, 0, 0}});
    s_for(play, 1);
    assert_null(robot_mosaic(robot, &side)); // nobody asked
    assert_int_equal(map_at(robot_map(robot), vec2(0.25f, -0.05f)).content, BELIEF_MAP_CONTENT_UNKNOWN);
    ask(play, (struct life_message){.kind = LIFE_SEE, .see = {.on = true, .modes = modes}});
    uint32_t edges = 0, balls = 0;
    for (int i = 0; i < 90; i++) {
        s_for(play, 0.034);
        const struct life_event *events;
        size_t count = robot_events(robot, &events);
        for (size_t k = 0; k < count; k++)
            balls += events[k].kind == LIFE_EVENT_KIND_SALIENT_POINT &&
                     (int)events[k].numbers[0] == LIFE_SALIENT_KIND_BRIGHT_COLOUR &&
                     events[k].numbers[1] > 0.6f && events[k].numbers[2] > 0.2f;
    }
    assert_true(balls >= 2);
    for (int i = -3; i <= 3; i++)
        edges += map_at(robot_map(robot), vec2(0.25f, 0.02f * (float)i - 0.06f)).content ==
                 BELIEF_MAP_CONTENT_INTERESTING_EDGE;
    assert_true(edges >= 4); // the table ends there
    const uint8_t *mosaic = robot_mosaic(robot, &side);
    for (uint32_t i = 0; i < side * side; i++) seen += mosaic[i] != 0;
    assert_true(seen > 1000 && mosaic[side * side - 1] == 0);
    struct world_message off = {.kind = WORLD_LIGHT, .light = {0.3f}};
    assert_int_equal(play_do(play, &off, NULL), 0);
    uint32_t looked = 0, found = 0;
    s_for(play, 5); // exposure and sum settle
    for (int i = 0; i < 90; i++) {
        s_for(play, 0.034);
        const struct observations *o = robot_seen(robot);
        looked += o != NULL, found += o && o->count > 0;
    }
    assert_true(looked > 20 && found > 5);
    play_free(play, NULL);
    scenario_free(s);
}

// A person of the simulated world, seen by a net that saw real ones. It is no part of the project.
static void it_meets_a_person_by_itself(void **state) {
    static const char ROOM_OF_ONE[] = "{\"robots\": [{\"creature\": \"vector\"}], \"things\": ["
                                      "{\"person\": {\"name\": \"Ada\", \"x_m\": 0.6, \"y_m\": 0.05, "
                                      "\"heading_deg\": 180, \"height_m\": 0.25}}]}";
    struct fault fault = {0};
    struct scenario *s = scenario_read(text_of(ROOM_OF_ONE), "room", NULL, 0, &fault);
    struct play_config config = play_defaults();
    config.bare = true, config.settings = text_of("sight.by=own");
    char tape[256], path[300];
    snprintf(tape, sizeof tape, "%s", temp_path(NULL, "met.tape"));
    config.record = tape, config.lives = true;
    struct play *play = s ? play_new(s, &config, &fault) : NULL;
    if (!play) fail_msg("%s", fault.said);
    if (!run_faces(play_run(play), NULL)) {
        play_free(play, NULL), scenario_free(s);
        skip(); // tools/models brings it
    }
    struct robot *robot = robot_of(run_soul(play_run(play), 0));
    struct belief_people people;
    ask(play, (struct life_message){.kind = LIFE_HEAD, .head = {0.3f, 0, 0}});
    s_for(play, 4);
    robot_people(robot, &people);
    assert_int_equal(people.list_count, 1); // one and the same all the time
    assert_true(people.list[0].id < 0);     // and a stranger
    const float *at = people.list[0].pose.at_m;
    assert_true(m_hypot(at[0] - 0.6f, at[1] - 0.05f) < 0.06f && m_abs(at[2] - 0.25f) < 0.03f);
    assert_int_equal(play_senses(play, 0)->look_count, 0);
    uint64_t soul = robot_hash(robot);
    assert_int_equal(play_free(play, &fault), 0);
    scenario_free(s);
    struct recording_about about; // and again, without pictures and without a net
    struct replay_result result;
    play_life_path(path, sizeof path, tape, "vector");
    struct recording *life = recording_open(path, &about, &fault);
    assert_non_null(life);
    assert_int_equal(replay_life(life, &about, &vector_model, NULL, NULL, NULL, &result, &fault), 0);
    recording_free(life);
    assert_true(!result.parted && result.hash == soul);
}

// Asleep it opens no eye, and no picture is made. Its camera at rest still tells how light the room is.
static void asleep_its_camera_is_a_light_meter(void **state) {
    struct fault fault = {0};
    static const char NIGHT[] =
        "{\"date\": \"2026-03-01T23:00:00\", \"zone\": \"+00:00\","
        "\"robots\": [{\"creature\": \"vector\"}]}"; // else it would not go on sleeping
    struct scenario *s = scenario_read(text_of(NIGHT), "room", NULL, 0, &fault);
    struct play_config config = play_defaults();
    config.settings = text_of("sight.by=own");
    struct play *play = s ? play_new(s, &config, &fault) : NULL;
    if (!play) fail_msg("%s", fault.said);
    struct robot *robot = robot_of(run_soul(play_run(play), 0));
    static const float LUX[] = {0.2f, 300, 5};
    static const int TOLD[] = {ILLUMINATION_DARKENED, ILLUMINATION_ILLUMINATED, ILLUMINATION_DARKENED};
    struct robot_motion motion;
    float number = 0;
    s_for(play, 4); // it wakes, and then it is told
    struct life_message sleep = {.kind = LIFE_HEAR};
    snprintf(sleep.hear.words, sizeof sleep.hear.words, "hey vector go to sleep");
    ask(play, sleep);
    for (int i = 0; i < 600 && !robot_feelings(robot)->asleep; i++) s_for(play, 0.034);
    assert_true(robot_feelings(robot)->asleep);
    s_for(play, 1); // looks that were under way
    for (int n = 0; n < 3; n++) {
        struct world_message light = {.kind = WORLD_LIGHT, .light = {LUX[n]}};
        bool told = false;
        uint32_t meters = 0;
        assert_int_equal(play_do(play, &light, NULL), 0);
        for (int i = 0; i < 300 && !told; i++) {
            s_for(play, 0.034);
            const struct body_senses *senses = play_senses(play, 0);
            if (senses->picture_count) {
                assert_int_equal(senses->picture[0].kind, BODY_PICTURE_KIND_METER);
                assert_true(senses->picture[0].exposure_s > 0);
                meters++;
            }
            told = told_of(play, LIFE_EVENT_KIND_LIGHT_CHANGED, &motion, &number) && (int)number == TOLD[n];
        }
        assert_true(robot_feelings(robot)->asleep);
        assert_true(told && meters >= 4 && meters <= 25); // twice a second
    }
    play_free(play, NULL);
    scenario_free(s);
}

// ------------------------------------------------------------------------------------------------ over the
// air

// A Cozmo behind its radio protocol has no oracle: small JPEGs in pieces are all that its soul knows of
// cubes.
static void a_cozmo_over_the_air_lifts_its_cube(void **state) {
    static const char DESK[] = "{\"robots\": [{\"creature\": \"cozmo\"}], \"things\": ["
                               "{\"cube\": {\"name\": \"one\", \"x_m\": 0.2,"
                               " \"heading_deg\": 15, \"type\": 1}}],"
                               "\"requests\": [{\"at_s\": 3, \"do\": {\"head\": {\"angle_rad\": 0}}},"
                               "{\"at_s\": 6, \"do\": {\"pick_up\": {}}}]}";
    struct fault fault = {0};
    struct scenario *s = scenario_read(text_of(DESK), "desk", NULL, 0, &fault);
    struct play_config config = play_defaults();
    config.body = over_the_air, config.bare = true;
    struct play *play = s ? play_new(s, &config, &fault) : NULL;
    if (!play) fail_msg("%s", fault.said);
    assert_int_equal(play_settings(play, 0)->sight.by, SIGHT_OWN);
    struct pose cube = {0};
    for (int i = 0; i < 40 && cube.at.z < 0.05f; i++) {
        s_for(play, 1);
        assert_int_equal(play_senses(play, 0)->look_count, 0);
        assert_true(world_where(play_world(play), "one", &cube));
    }
    assert_true(cube.at.z > 0.05f);
    play_free(play, NULL);
    scenario_free(s);
}

TESTS(cmocka_unit_test(a_cozmo_over_the_air_lifts_its_cube), cmocka_unit_test(it_finds_a_cube_by_itself),
      cmocka_unit_test(it_is_one_life_and_replays_without_pictures),
      cmocka_unit_test(where_it_differs_is_counted),
      cmocka_unit_test(motion_and_light_are_seen_when_asked_for), cmocka_unit_test(what_else_eyes_find),
      cmocka_unit_test(it_meets_a_person_by_itself), cmocka_unit_test(asleep_its_camera_is_a_light_meter))
