// Results, each brought about by its cause; and success is never told while the world stays as it was.
#include "run/asking.h"

#include "body/sim.h"
#include "robot/robot_internal.h"

#include <stdlib.h>
#include <string.h>

enum { TICKETS = 8 };
static struct {
    bool has[TICKETS];
    uint32_t result[TICKETS];
} heard;

static void hear(void *user, struct play *play, int life) {
    if (life != 0) return;
    struct life_envelope to;
    struct life_message reply;
    while (robot_reply(run_robot(play_run(play), 0), &to, &reply)) {
        if (to.ticket >= TICKETS || reply.kind != LIFE_DONE) continue;
        assert_false(heard.has[to.ticket]); // exactly once
        heard.has[to.ticket] = true, heard.result[to.ticket] = reply.done.result;
    }
}

// A simulated body that falls silent when it is told to: it moves on, and nothing comes of it any more.
struct mute {
    struct body body;
    struct body *real;
};
static bool silent;
static struct body *real_of(struct body *body) { return ((struct mute *)body)->real; }
static void mute_step(struct body *body, int64_t now_us) { body_step(real_of(body), now_us); }
static enum err mute_collect(struct body *body, int64_t now_us, struct senses_in *in) {
    enum err err = body_collect(real_of(body), now_us, in);
    if (silent) border_clear_senses(in);
    return err;
}
static void mute_obey(struct body *body, int64_t now_us, const struct command_out *out) {
    if (!silent) body_obey(real_of(body), now_us, out);
}
static uint64_t mute_hash(const struct body *body) { return 0; }
static void mute_free(struct body *body) {
    body_free(real_of(body));
    free(body);
}
static struct body *mute_new(void *user, struct world *world, uint32_t robot, struct fault *fault) {
    static const struct body_class MUTE = {.maker = "mute",
                                           .step = mute_step,
                                           .collect = mute_collect,
                                           .obey = mute_obey,
                                           .hash = mute_hash,
                                           .free = mute_free};
    struct mute *m = calloc(1, sizeof *m);
    assert_non_null(m);
    m->real = body_sim_of(world, &vector_model, robot, fault);
    assert_non_null(m->real);
    m->body = (struct body){&MUTE, m->real->model, m->real->traits};
    silent = false;
    return &m->body;
}

static struct scenario *scene;
static bool mutes;
static struct play *begin_as(const char *creature, const char *robot, const char *things) {
    char json[1500];
    struct fault fault = {0};
    snprintf(json, sizeof json,
             "{\"seed\": 4, \"noise\": true, \"robots\": [{\"creature\": \"%s\", \"name\": \"v\"%s}], "
             "\"things\": [%s]}",
             creature, robot, things);
    scene = scenario_read(text_of(json), "t.json", NULL, 0, &fault);
    struct play_config config = play_defaults();
    config.watch = hear, config.bare = true;
    if (mutes) config.body = mute_new;
    struct play *p = scene ? play_new(scene, &config, &fault) : NULL;
    if (!p) fail_msg("%s: %s", fault.path, fault.said);
    memset(&heard, 0, sizeof heard);
    s_for(p, 5);
    return p;
}
static struct play *begin(const char *robot, const char *things) { return begin_as("vector", robot, things); }
static void over(struct play *p) {
    play_free(p, NULL);
    scenario_free(scene);
}

static void hand(struct play *p, struct world_message m) {
    struct fault fault = {0};
    if (play_do(p, &m, &fault)) fail_msg("%s", fault.said);
}
static void defect(struct play *p, uint8_t kind, uint8_t which, float amount) {
    hand(p, (struct world_message){.kind = WORLD_DEFECT, .defect = {"v", kind, which, amount, true}});
}
static void put(struct play *p, uint32_t ticket, struct life_message m) {
    struct life_envelope from = {.ticket = ticket, .door = LIFE_DOOR_TEST};
    assert_int_equal(play_ask(p, 0, &from, &m), ERR_NONE);
}
static uint32_t result_of(struct play *p, uint32_t ticket, int seconds) {
    for (int i = 0; i < seconds * 10 && !heard.has[ticket]; i++) s_for(p, 0.1);
    assert_true(heard.has[ticket]); // whatever happens it is answered
    return heard.result[ticket];
}
static uint32_t asked(struct play *p, uint32_t ticket, struct life_message m, int seconds) {
    put(p, ticket, m);
    return result_of(p, ticket, seconds);
}
static void is(uint32_t result, enum life_result expected) {
    if (result == (uint32_t)expected) return;
    fail_msg("expected %s, found %s", schema_value_name(&life_result_enum, (uint32_t)expected),
             schema_value_name(&life_result_enum, result));
}

#define CUBE   "{\"cube\": {\"name\": \"one\", \"x_m\": 0.3}}"
#define HOME   ", {\"charger\": {\"name\": \"home\", \"x_m\": 0.4, \"y_m\": -0.25}}"
#define SECOND ", {\"cube\": {\"name\": \"two\", \"x_m\": 0.25, \"y_m\": 0.2}}"
static const struct life_message LEVEL = {.kind = LIFE_HEAD, .head = {0, 2, 0}},
                                 PICK_UP = {.kind = LIFE_PICK_UP}, ROLL = {.kind = LIFE_ROLL},
                                 FAST = {.kind = LIFE_DRIVE_STRAIGHT, .drive_straight = {0.3f, 0.2f}};

// ------------------------------------------------------------------------------------------------ by cause

// A worn tread: it comes to the end of its way, and not to its goal.
static void a_path_that_misses_its_goal(void **state) {
    struct play *p = begin("", "");
    defect(p, WORLD_DEFECT_KIND_TREAD_SLIPS, 0, 0.4f);
    is(asked(p, 1, FAST, 30), LIFE_RESULT_FAILED_TRAVERSING_PATH);
    over(p);
}

// Treads that slip altogether tell of a way that it did not go; its accelerometer felt no start.
static void a_path_that_it_does_not_move_along(void **state) {
    static const char *const WHO[] = {"vector", "cozmo"};
    for (int i = 0; i < 2; i++) {
        struct play *p = begin_as(WHO[i], "", "");
        is(asked(p, 1, FAST, 30), LIFE_RESULT_SUCCESS);
        s_for(p, 1);
        defect(p, WORLD_DEFECT_KIND_TREAD_SLIPS, 0, 1), defect(p, WORLD_DEFECT_KIND_TREAD_SLIPS, 1, 1);
        is(asked(p, 2, FAST, 30), LIFE_RESULT_FOLLOWING_PATH_BUT_NOT_TRAVERSING);
        s_for(p, 1);
        is(asked(p, 3, (struct life_message){.kind = LIFE_DRIVE_STRAIGHT, .drive_straight = {-0.2f, 0.06f}},
                 30),
           LIFE_RESULT_FOLLOWING_PATH_BUT_NOT_TRAVERSING);
        s_for(p, 1);
        is(asked(p, 5, (struct life_message){.kind = LIFE_DRIVE_STRAIGHT, .drive_straight = {0.04f, 0.1f}},
                 30),
           LIFE_RESULT_FOLLOWING_PATH_BUT_NOT_TRAVERSING);
        s_for(p, 1);
        is(asked(p, 4, (struct life_message){.kind = LIFE_GO_TO_POSE, .go_to_pose = {0.6f, 0, 0}}, 30),
           LIFE_RESULT_FOLLOWING_PATH_BUT_NOT_TRAVERSING);
        over(p);
    }
}

// So do treads that lose their hold on the way, early, late, or just before its end.
static void a_path_on_which_its_treads_begin_to_slip(void **state) {
    static const struct {
        const char *who;
        float mps, way_m, until_s;
    } ROWS[] = {{"vector", 0.06f, 0.3f, 3}, {"vector", 0.1f, 0.4f, 1.5f}, {"vector", 0.2f, 0.4f, 1.9f},
                {"cozmo", 0.06f, 0.3f, 3},  {"cozmo", 0.1f, 0.4f, 3.9f},  {"cozmo", -0.1f, 0.4f, 2}};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        struct play *p = begin_as(ROWS[i].who, "", "");
        float way = ROWS[i].mps < 0 ? -ROWS[i].way_m : ROWS[i].way_m;
        struct life_message drive = {.kind = LIFE_DRIVE_STRAIGHT, .drive_straight = {way, ROWS[i].mps}};
        is(asked(p, 1, drive, 30), LIFE_RESULT_SUCCESS);
        s_for(p, 1);
        put(p, 2, drive);
        s_for(p, (double)ROWS[i].until_s);
        assert_false(heard.has[2]);
        defect(p, WORLD_DEFECT_KIND_TREAD_SLIPS, 0, 1), defect(p, WORLD_DEFECT_KIND_TREAD_SLIPS, 1, 1);
        uint32_t result = result_of(p, 2, 30);
        print_message("# %s at %.2f m/s: %s\n", ROWS[i].who, (double)ROWS[i].mps,
                      schema_value_name(&life_result_enum, result));
        is(result, LIFE_RESULT_FOLLOWING_PATH_BUT_NOT_TRAVERSING);
        over(p);
    }
}

// Whenever it stands before the cube, somebody moves that aside: it goes round, a few times.
static void where_it_would_dock_it_does_not_come(void **state) {
    struct play *p = begin("", CUBE);
    asked(p, 1, LEVEL, 5);
    s_for(p, 2);
    put(p, 2, PICK_UP);
    struct act *act = &run_robot(play_run(p), 0)->act;
    float side = 1;
    for (int i = 0; i < 1200 && !heard.has[2]; i++) {
        uint32_t step = act->job.step;
        s_for(p, 0.1);
        if (act->job.step == step || act->job.step != 1 /* it looks */) continue;
        side = -side;
        hand(p, (struct world_message){.kind = WORLD_PLACE,
                                       .place = {.what = "one", .x_m = 0.3f, .y_m = 0.03f * side}});
    }
    is(result_of(p, 2, 1), LIFE_RESULT_DID_NOT_REACH_PREACTION_POSE);
    over(p);
}

static void what_it_carries_is_taken(void **state) {
    struct play *p = begin("", CUBE);
    asked(p, 1, LEVEL, 5);
    s_for(p, 2);
    is(asked(p, 2, PICK_UP, 60), LIFE_RESULT_SUCCESS);
    put(p, 3, (struct life_message){.kind = LIFE_PLACE_AT, .place_at = {-0.4f, 0.3f, 0}});
    s_for(p, 2);
    hand(p, (struct world_message){.kind = WORLD_PLACE, .place = {.what = "one", .x_m = -2, .y_m = -2}});
    is(result_of(p, 3, 90), LIFE_RESULT_LAST_PICK_AND_PLACE_FAILED);
    over(p);
}

static void where_something_stands_nothing_is_put(void **state) {
    struct play *p = begin("", CUBE SECOND);
    asked(p, 1, LEVEL, 5);
    asked(p, 2, (struct life_message){.kind = LIFE_LOOK_AROUND}, 40);
    is(asked(p, 3, PICK_UP, 90), LIFE_RESULT_SUCCESS);
    struct pose two, one;
    const char *other = "two";
    assert_true(world_where(play_world(p), "one", &one));
    if (one.at.z < 0.03f) other = "one";
    assert_true(world_where(play_world(p), other, &two));
    is(asked(p, 4, (struct life_message){.kind = LIFE_PLACE_AT, .place_at = {two.at.x, two.at.y, 0}}, 60),
       LIFE_RESULT_PLACEMENT_GOAL_NOT_FREE);
    over(p);
}

static void a_cube_that_is_held_does_not_roll(void **state) {
    struct play *p = begin("", CUBE);
    asked(p, 1, LEVEL, 5);
    s_for(p, 2);
    hand(p, (struct world_message){.kind = WORLD_CARRY, .carry = {.what = "one", .x_m = 0.3f}});
    is(asked(p, 2, ROLL, 120), LIFE_RESULT_LAST_PICK_AND_PLACE_FAILED);
    over(p);
}

static void treads_that_are_wedged_do_not_leave_the_charger(void **state) {
    struct play *p = begin("", "{\"charger\": {\"name\": \"home\", \"x_m\": -0.1, \"heading_deg\": 180}}");
    put(p, 2, (struct life_message){.kind = LIFE_DRIVE, .drive = {-0.06f, -0.06f, 0, 4}});
    result_of(p, 2, 10);
    s_for(p, 2);
    defect(p, WORLD_DEFECT_KIND_JOINT_STUCK, 0, 1), defect(p, WORLD_DEFECT_KIND_JOINT_STUCK, 1, 1);
    is(asked(p, 1, (struct life_message){.kind = LIFE_DRIVE_OFF_CHARGER, .drive_off_charger = {0.1f}}, 40),
       LIFE_RESULT_STILL_ON_CHARGER);
    over(p);
}

// On its way to a cube, or with its fork in it, its body is not heard any more: half a minute is waited for,
// and then it says so. What is asked meanwhile cannot begin; when the body is back, all goes on.
static void a_body_that_falls_silent_in_a_dock(void **state) {
    for (int late = 0; late < 2; late++) {
        mutes = true;
        struct play *p = begin("", CUBE);
        mutes = false;
        const struct act *act = &run_robot(play_run(p), 0)->act;
        asked(p, 1, LEVEL, 5);
        s_for(p, 2);
        put(p, 2, PICK_UP);
        s_for(p, late ? 6 : 1);
        assert_false(heard.has[2]);
        silent = true;
        s_for(p, 2);
        is(asked(p, 3, FAST, 1), LIFE_RESULT_SEND_MESSAGE_TO_ROBOT_FAILED);
        s_for(p, 20);
        assert_false(heard.has[2]);
        is(result_of(p, 2, 20), LIFE_RESULT_SEND_MESSAGE_TO_ROBOT_FAILED);
        for (int i = 0; i < ACTIONS_MAX; i++) assert_int_equal(act->actions.list[i].state, ACTION_FREE);
        silent = false;
        s_for(p, 5);
        is(asked(p, 4, (struct life_message){.kind = LIFE_HEAD, .head = {0.3f, 2, 0}}, 10),
           LIFE_RESULT_SUCCESS);
        over(p);
    }
}

// ------------------------------------------------------------------------------------------------ success

// Whatever it is asked, with treads that are wedged and joints that are held: nothing changes, and that is
// what it says.
static void success_is_not_told_of_an_unchanged_world(void **state) {
    static const struct {
        const char *what;
        struct life_message asked;
    } ROWS[] = {
        {"drive straight", {.kind = LIFE_DRIVE_STRAIGHT, .drive_straight = {0.3f, 0.1f}}},
        {"turn", {.kind = LIFE_TURN_IN_PLACE, .turn_in_place = {.angle_rad = 1}}},
        {"go", {.kind = LIFE_GO_TO_POSE, .go_to_pose = {0, 0.3f, 1}}},
        {"head", {.kind = LIFE_HEAD, .head = {0.6f, 2, 0}}},
        {"lift", {.kind = LIFE_LIFT, .lift = {0.09f, 2, 0}}},
        {"dock", {.kind = LIFE_DOCK}},
        {"pick up", {.kind = LIFE_PICK_UP}},
        {"roll", {.kind = LIFE_ROLL}},
        {"wheelie", {.kind = LIFE_WHEELIE}},
        {"onto its charger", {.kind = LIFE_DRIVE_ON_CHARGER}},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        struct play *p = begin("", CUBE HOME);
        asked(p, 1, LEVEL, 5);
        s_for(p, 2);
        defect(p, WORLD_DEFECT_KIND_JOINT_STUCK, 0, 1), defect(p, WORLD_DEFECT_KIND_JOINT_STUCK, 1, 1);
        defect(p, WORLD_DEFECT_KIND_HEAD_BLOCKED, 0, 1), defect(p, WORLD_DEFECT_KIND_LIFT_BLOCKED, 0, 1);
        uint32_t result = asked(p, 2, ROWS[i].asked, 200);
        print_message("# %s: %s\n", ROWS[i].what, schema_value_name(&life_result_enum, result));
        assert_true(result != LIFE_RESULT_SUCCESS);
        over(p);
    }
}

// A way without a goal.
static void nowhere_to_go(void **state) {
    struct play *p = begin("", "");
    struct action a = {.id = 77};
    const struct pose2 none = {{0, 0}, 0};
    is(travel_begin(&run_robot(play_run(p), 0)->act, &a, &none, 0), LIFE_RESULT_NO_GOAL_SET);
    over(p);
}

TESTS(cmocka_unit_test(nowhere_to_go), cmocka_unit_test(a_path_that_misses_its_goal),
      cmocka_unit_test(a_path_that_it_does_not_move_along),
      cmocka_unit_test(a_path_on_which_its_treads_begin_to_slip),
      cmocka_unit_test(where_it_would_dock_it_does_not_come), cmocka_unit_test(what_it_carries_is_taken),
      cmocka_unit_test(where_something_stands_nothing_is_put),
      cmocka_unit_test(a_cube_that_is_held_does_not_roll),
      cmocka_unit_test(treads_that_are_wedged_do_not_leave_the_charger),
      cmocka_unit_test(a_body_that_falls_silent_in_a_dock),
      cmocka_unit_test(success_is_not_told_of_an_unchanged_world))
