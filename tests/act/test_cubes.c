// Cubes: their link by radio, and what a lift does with them.
#include "run/asking.h"

#include "base/maths/chance.h"
#include "robot/robot_internal.h"

#include <stdlib.h>
#include <string.h>

static struct {
    struct life_message replies[32];
    struct life_envelope to[32];
    uint32_t count, events[128];
    float last[128];
} heard;

static void watch(void *user, struct play *play, int life) {
    if (life != 0) return;
    struct robot *robot = run_robot(play_run(play), 0);
    while (robot_reply(robot, &heard.to[heard.count % 32], &heard.replies[heard.count % 32])) heard.count++;
    const struct life_event *events;
    size_t count = robot_events(robot, &events);
    for (size_t i = 0; i < count; i++) {
        heard.events[events[i].kind % 128]++;
        heard.last[events[i].kind % 128] = events[i].numbers[0];
    }
}

static struct play *begin(struct scenario **s, const char *json) {
    struct fault fault = {0};
    *s = scenario_read((struct text){json, strlen(json)}, "t.json", NULL, 0, &fault);
    if (!*s) fail_msg("%s: %s", fault.path, fault.said);
    struct play_config config = play_defaults();
    config.watch = watch;
    config.bare = true;
    struct play *p = play_new(*s, &config, &fault);
    if (!p) fail_msg("%s", fault.said);
    memset(&heard, 0, sizeof heard);
    return p;
}

static void over(struct play *p, struct scenario *s) {
    play_free(p, NULL);
    scenario_free(s);
}

static void hand(struct play *p, struct world_message m) {
    struct fault fault = {0};
    if (play_do(p, &m, &fault)) fail_msg("%s", fault.said);
}

static void ask_as(struct play *p, uint32_t ticket, uint8_t door, struct life_message m) {
    assert_int_equal(play_ask(p, 0, &(struct life_envelope){.ticket = ticket, .door = door}, &m), ERR_NONE);
}

// The reply to a ticket; NULL: none yet.
static const struct life_message *reply_to(uint32_t ticket) {
    for (uint32_t i = 0; i < heard.count && i < 32; i++)
        if (heard.to[i].ticket == ticket) return &heard.replies[i];
    return NULL;
}

static uint32_t result_within(struct play *p, uint32_t ticket, float seconds) {
    for (float s = 0; s < seconds && !reply_to(ticket); s += 0.25f) s_for(p, 0.25);
    const struct life_message *m = reply_to(ticket);
    if (!m) return LIFE_RESULT_RUNNING;
    return m->kind == LIFE_DONE ? m->done.result : LIFE_RESULT_SUCCESS;
}

#define TABLE "{\"noise\": true, \"robots\": [{\"creature\": \"vector\", \"name\": \"v\"}], \"things\": ["

static void a_wish_connects_and_its_end_lets_go(void **state) {
    struct scenario *s;
    struct play *p = begin(&s, TABLE "{\"cube\": {\"name\": \"near\", \"x_m\": 0.4}}, "
                                     "{\"cube\": {\"name\": \"far\", \"x_m\": 2}}]}");
    s_for(p, 1);
    ask_as(p, 1, LIFE_DOOR_TEST, (struct life_message){.kind = LIFE_SCAN_CUBES, .scan_cubes = {3}});
    assert_int_equal(result_within(p, 1, 5), LIFE_RESULT_SUCCESS);
    const struct life_cubes_heard *all = &reply_to(1)->cubes_heard;
    assert_int_equal(all->list_count, 2);
    assert_true(all->list[0].rssi_dbm >= all->list[1].rssi_dbm);
    uint32_t near = all->list[0].device;
    ask_as(p, 2, LIFE_DOOR_MIND,
           (struct life_message){.kind = LIFE_WANT_CUBE, .want_cube = {LIFE_CUBE_LEVEL_INTERACTABLE, 20}});
    assert_int_equal(result_within(p, 2, 8), LIFE_RESULT_SUCCESS);
    assert_true(reply_to(2)->cube_link.connected &&
                reply_to(2)->cube_link.device == near); // the stronger one
    assert_int_equal(heard.events[LIFE_EVENT_KIND_CUBE_CONNECTED], 1);
    // A second wish has its answer at once, and when the first is over the link stays.
    ask_as(p, 3, LIFE_DOOR_SDK,
           (struct life_message){.kind = LIFE_WANT_CUBE, .want_cube = {LIFE_CUBE_LEVEL_BACKGROUND, 0}});
    assert_int_equal(result_within(p, 3, 0.5f), LIFE_RESULT_SUCCESS);
    // Taps are counted.
    hand(p, (struct world_message){.kind = WORLD_TAP, .tap = {.what = "near", .times = 1, .strength = 1}});
    s_for(p, 1.5);
    assert_int_equal(heard.events[LIFE_EVENT_KIND_CUBE_TAPPED], 1);
    s_for(p, 20);
    assert_int_equal(heard.events[LIFE_EVENT_KIND_CUBE_LOST], 0);
    ask_as(p, 4, LIFE_DOOR_SDK,
           (struct life_message){.kind = LIFE_WANT_CUBE, .want_cube = {LIFE_CUBE_LEVEL_NONE, 0}});
    s_for(p, 1);
    assert_int_equal(heard.events[LIFE_EVENT_KIND_CUBE_LOST], 1);
    assert_true(heard.last[LIFE_EVENT_KIND_CUBE_LOST] == 1);
    over(p, s);
}

static void a_hand_is_felt_through_the_cube(void **state) {
    struct scenario *s;
    struct play *p = begin(&s, TABLE "{\"cube\": {\"name\": \"one\", \"x_m\": 0.4}}]}");
    ask_as(p, 1, LIFE_DOOR_MIND,
           (struct life_message){.kind = LIFE_WANT_CUBE, .want_cube = {LIFE_CUBE_LEVEL_INTERACTABLE, 0}});
    assert_int_equal(result_within(p, 1, 8), LIFE_RESULT_SUCCESS);
    s_for(p, 3);
    assert_int_equal(heard.events[LIFE_EVENT_KIND_CUBE_HELD], 0);
    hand(p, (struct world_message){.kind = WORLD_PICK_UP,
                                   .pick_up = {.what = "one", .height_m = 0.2f, .seconds = 1}});
    for (int i = 0; i < 6; i++) {
        hand(p,
             (struct world_message){.kind = WORLD_SHAKE,
                                    .shake = {.what = "one", .seconds = 0.5f, .reach_m = 0.03f, .hertz = 4}});
        s_for(p, 0.5);
    }
    assert_true(heard.events[LIFE_EVENT_KIND_CUBE_MOVED] >= 1);
    assert_true(heard.events[LIFE_EVENT_KIND_CUBE_HELD] >= 1);
    hand(p, (struct world_message){.kind = WORLD_PUT_DOWN,
                                   .put_down = {.what = "one", .x_m = 0.4f, .seconds = 1}});
    s_for(p, 6);
    assert_true(heard.last[LIFE_EVENT_KIND_CUBE_HELD] == 0 && heard.events[LIFE_EVENT_KIND_CUBE_STILL] >= 1);
    over(p, s);
}

static void without_a_cube_it_says_so(void **state) {
    struct scenario *s;
    struct play *p = begin(&s, TABLE "]}");
    s_for(p, 1);
    ask_as(p, 1, LIFE_DOOR_TEST,
           (struct life_message){.kind = LIFE_WANT_CUBE, .want_cube = {LIFE_CUBE_LEVEL_BACKGROUND, 0}});
    assert_int_equal(result_within(p, 1, 10), LIFE_RESULT_SUCCESS);
    assert_false(reply_to(1)->cube_link.connected);
    ask_as(p, 2, LIFE_DOOR_TEST, (struct life_message){.kind = LIFE_FLASH_CUBE});
    assert_int_equal(result_within(p, 2, 1), LIFE_RESULT_ABORT);
    over(p, s);
}

// ------------------------------------------------------------------------------------------------ the lift

// From so many sides. CRITTER_SIDES=40 tries more than the aim says.
enum { SIDES = 8 };

static void it_lifts_and_places_from_all_sides(void **state) {
    const char *many = getenv("CRITTER_SIDES");
    uint32_t of = many ? (uint32_t)strtoul(many, NULL, 10) : SIDES, lifted = 0, placed = 0;
    float worst = 0;
    for (uint32_t i = 0; i < of; i++) {
        float angle = M_TAU_F * (float)i / (float)of;
        char json[400];
        snprintf(json, sizeof json,
                 "{\"seed\": %u, \"noise\": true, \"robots\": [{\"creature\": \"vector\", \"name\": \"v\"}], "
                 "\"things\": [{\"cube\": {\"name\": \"one\", \"x_m\": 0.35, \"y_m\": 0.02, \"heading_deg\": "
                 "%.0f}}]}",
                 i + 1, (double)m_degrees(angle));
        struct scenario *s;
        struct play *p = begin(&s, json);
        ask_as(p, 1, LIFE_DOOR_TEST, (struct life_message){.kind = LIFE_HEAD, .head = {0, 2, 0}});
        s_for(p, 10);
        float heading = angle_wrap(angle); // so that all sides of the cube have their turn
        ask_as(p, 2, LIFE_DOOR_TEST,
               (struct life_message){.kind = LIFE_PICK_UP, .pick_up = {0, heading, i % 2 == 1, false}});
        uint32_t result = result_within(p, 2, 90);
        struct pose cube;
        assert_true(world_where(play_world(p), "one", &cube));
        bool up = cube.at.z > 0.03f, well = result == LIFE_RESULT_SUCCESS;
        if (well != up)
            fail_msg("side %u: told %s, in truth at %.3f m", i, schema_value_name(&life_result_enum, result),
                     (double)cube.at.z);
        lifted += well;
        if (!well) {
            print_message("# side %u: %s\n", i, schema_value_name(&life_result_enum, result));
            over(p, s);
            continue;
        }
        const struct robot *robot = run_robot(play_run(p), 0);
        assert_true(robot->act.carried);
        struct pose2 to = {{0.1f, 0.2f}, 0.5f};
        ask_as(p, 3, LIFE_DOOR_TEST,
               (struct life_message){.kind = LIFE_PLACE_AT, .place_at = {to.at.x, to.at.y, to.angle}});
        result = result_within(p, 3, 90);
        assert_true(world_where(play_world(p), "one", &cube));
        // In its own frame: where the robot was off, so is what it puts down.
        struct world_truth is;
        world_truth(play_world(p), 1, &is);
        struct pose2 there =
            pose2_times(robot->act.now.at, pose2_between(pose_on_plane(is.pose), pose_on_plane(cube)));
        float off = vec2_length(vec2_sub(there.at, to.at));
        if (result != LIFE_RESULT_SUCCESS || cube.at.z > 0.03f)
            print_message("# side %u put down: %s\n", i, schema_value_name(&life_result_enum, result));
        else if (off < 0.010f)
            placed++, worst = m_max(worst, off);
        else
            print_message("# side %u: put down %.1f mm off\n", i, (double)off * 1000);
        assert_false(robot->act.carried && cube.at.z < 0.03f);
        over(p, s);
    }
    print_message("# %u of %u lifted, %u placed within 10 mm, at most %.1f mm off\n", lifted, of, placed,
                  (double)worst * 1000);
    assert_true(lifted * 10 >= of * 9 && placed * 10 >= lifted * 9);
}

static void what_goes_wrong_has_its_cause(void **state) {
    struct scenario *s;
    struct play *p = begin(&s, TABLE "{\"cube\": {\"name\": \"one\", \"x_m\": 0.3}}]}");
    ask_as(p, 1, LIFE_DOOR_TEST, (struct life_message){.kind = LIFE_PLACE_HERE});
    assert_int_equal(result_within(p, 1, 1), LIFE_RESULT_NOT_CARRYING_OBJECT_ABORT);
    ask_as(p, 2, LIFE_DOOR_TEST,
           (struct life_message){.kind = LIFE_PICK_UP, .pick_up = {77, 0, false, false}});
    assert_int_equal(result_within(p, 2, 1), LIFE_RESULT_BAD_OBJECT);
    ask_as(p, 3, LIFE_DOOR_TEST, (struct life_message){.kind = LIFE_HEAD, .head = {0, 2, 0}});
    s_for(p, 6);
    // It is taken away while the robot is on its way.
    ask_as(p, 4, LIFE_DOOR_TEST, (struct life_message){.kind = LIFE_PICK_UP});
    s_for(p, 1);
    hand(p, (struct world_message){.kind = WORLD_PLACE, .place = {.what = "one", .x_m = -2}});
    uint32_t result = result_within(p, 4, 60);
    assert_true(result == LIFE_RESULT_VISUAL_OBSERVATION_FAILED || result == LIFE_RESULT_BAD_POSE);
    // Taken just before the lift goes up: it does not say that it has it.
    hand(p, (struct world_message){.kind = WORLD_PLACE, .place = {.what = "one", .x_m = 0.3f, .y_m = 0.3f}});
    const struct robot *robot = run_robot(play_run(p), 0);
    ask_as(p, 5, LIFE_DOOR_TEST, (struct life_message){.kind = LIFE_LOOK_AROUND});
    result_within(p, 5, 30);
    ask_as(p, 6, LIFE_DOOR_TEST, (struct life_message){.kind = LIFE_PICK_UP});
    assert_int_equal(result_within(p, 6, 60), LIFE_RESULT_SUCCESS);
    assert_true(robot->act.now.status & BODY_STATUS_CARRYING);
    ask_as(p, 7, LIFE_DOOR_TEST, (struct life_message){.kind = LIFE_PICK_UP});
    assert_int_equal(result_within(p, 7, 1), LIFE_RESULT_STILL_CARRYING_OBJECT);
    // Lowered by somebody else, it is put down all the same.
    ask_as(p, 8, LIFE_DOOR_TEST, (struct life_message){.kind = LIFE_LIFT, .lift = {0.032f, 0, 0}});
    result_within(p, 8, 5);
    s_for(p, 0.5);
    assert_false(robot->act.carried);
    over(p, s);
}

// ------------------------------------------------------------------------------------------------ the air

// Thousands of cubes that are none, and numbers that are none: lists stay bounded, and the cube that is
// sought is found among them.
static void a_flood_on_the_radio_drowns_nobody(void **state) {
    static struct body_senses senses;
    enum { MOST = sizeof senses.radio / sizeof *senses.radio };
    struct chance dice = chance_of(9, chance_stream("flood"), 0);
    struct cubes cubes;
    cubes_start(&cubes);
    cubes.preferred = 77;
    assert_true(cubes_want(&cubes, LIFE_DOOR_TEST, 1, LIFE_CUBE_LEVEL_BACKGROUND, 0, 1));
    struct cubes_told told;
    uint32_t tick = 1, orders = 0;
    for (; tick < 300; tick++) {
        senses.radio_count = MOST;
        for (uint32_t i = 0; i < MOST; i++) {
            struct body_radio *r = &senses.radio[i];
            *r =
                (struct body_radio){.device = 1000 + chance_below(&dice, 5000), .kind = BODY_RADIO_KIND_SEEN};
            r->rssi_dbm = (int8_t)(-30 - (int)chance_below(&dice, 40));
            if (chance_below(&dice, 4)) continue;
            r->kind = (uint8_t)chance_below(&dice, 256), r->count = (uint8_t)chance_below(&dice, 256);
            r->value[chance_below(&dice, 3)] = chance_below(&dice, 2) ? 0.0f / 0.0f : 1e38f;
        }
        if (tick == 10) // weak, and once
            senses.radio[3] =
                (struct body_radio){.device = 77, .kind = BODY_RADIO_KIND_SEEN, .rssi_dbm = -84};
        cubes_hear(&cubes, &senses, tick, false);
        cubes_step(&cubes, tick);
        struct body_command command = {0};
        cubes_command(&cubes, &command, tick);
        assert_true(cubes.heard_count <= CUBES_HEARD && cubes.told_count <= CUBES_TOLD);
        for (uint32_t i = 0; i < command.cubes_count; i++)
            orders += command.cubes[i].device == 77 && command.cubes[i].op == BODY_CUBE_OP_CONNECT;
        while (tick % 50 == 0 && cubes_told(&cubes, &told)) assert_true(m_finite(told.number));
    }
    assert_true(orders > 0);
    for (uint32_t i = 1; i < cubes.heard_count; i++)
        assert_true(cubes.heard[i].rssi <= cubes.heard[i - 1].rssi);
}

TESTS(cmocka_unit_test(a_wish_connects_and_its_end_lets_go),
      cmocka_unit_test(a_hand_is_felt_through_the_cube), cmocka_unit_test(without_a_cube_it_says_so),
      cmocka_unit_test(it_lifts_and_places_from_all_sides), cmocka_unit_test(what_goes_wrong_has_its_cause),
      cmocka_unit_test(a_flood_on_the_radio_drowns_nobody))
