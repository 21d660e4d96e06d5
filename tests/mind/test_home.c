// What keeps a robot from ending empty: it knows how full it is, where its charger is, and what to do if not.
#include "alone.h"

#define FULL  0.9f
#define THIRD 0.33f
#define LOW   0.2f

static void knows(enum belief_thing_kind kind, float bearing_rad, float distance_m) {
    uint8_t count = in.things_count++;
    in.things[count] = (struct mind_thing){.id = count + 1u,
                                           .kind = (uint8_t)kind,
                                           .state = BELIEF_THING_STATE_KNOWN,
                                           .bearing_rad = bearing_rad,
                                           .distance_m = distance_m};
}
static void begin_with(float charge, bool charger) {
    open_creature("vector", 11);
    in.charge = charge;
    if (charger) knows(BELIEF_THING_KIND_CHARGER, 0.5f, 0.6f);
}
static uint32_t asked_for(enum life_kind kind) { return asked.kinds[(unsigned)kind % 4096]; }
static void forget(void) { memset(&asked, 0, sizeof asked); }

static void an_empty_one_goes_home_and_a_full_one_does_not(void **state) {
    begin_with(FULL, true);
    live(120, true);
    assert_int_equal(asked_for(LIFE_DRIVE_ON_CHARGER), 0);
    in.charge = LOW;
    live(10, true);
    assert_true(asked_for(LIFE_DRIVE_ON_CHARGER) >= 1);
    close_mind();
}

static void one_that_knows_no_charger_looks_for_it_while_it_has_a_third(void **state) {
    begin_with(THIRD, true);
    live(60, true);
    assert_int_equal(asked_for(LIFE_GO_TO_POSE), 0);
    close_mind();
    begin_with(THIRD, false);
    live(60, true);
    assert_true(asked_for(LIFE_GO_TO_POSE) >= 2 && asked_for(LIFE_TURN_IN_PLACE) >= 4);
    assert_int_equal(asked_for(LIFE_DRIVE_ON_CHARGER), 0);
    close_mind();
}

static void what_comes_into_sight_ends_the_search(void **state) {
    begin_with(THIRD, false);
    live(20, true);
    knows(BELIEF_THING_KIND_CHARGER, 0.2f, 0.8f);
    in.charge = LOW;
    live(60, true);
    assert_true(asked_for(LIFE_DRIVE_ON_CHARGER) >= 1);
    close_mind();
}

static bool before_home;
static void see_goal(const struct life_message *m) {
    if (m->kind != LIFE_GO_TO_POSE) return;
    float x = m->go_to_pose.x_m, y = m->go_to_pose.y_m;
    before_home |= x > 1.2f && x < 1.4f && y > 1.9f && y < 2.1f;
}
static void it_looks_first_where_it_drove_off(void **state) {
    begin_with(FULL, false);
    in.status = BODY_STATUS_ON_CHARGER | BODY_STATUS_CHARGING;
    in.x_m = 1, in.y_m = 2;
    live(10, true);
    in.status = 0, in.x_m = 3, in.charge = THIRD;
    on_request = see_goal, before_home = false;
    felt(LIFE_EVENT_KIND_OFF_CHARGER);
    live(100, true);
    assert_true(before_home);
    close_mind();
}

static void a_cube_on_its_doorstep_is_taken_away_first(void **state) {
    begin_with(LOW, true);
    knows(BELIEF_THING_KIND_CUBE, 0.5f, 0.48f);
    for (int i = 0; i < 300 && !asked_for(LIFE_PICK_UP); i++) tick(true);
    assert_true(asked_for(LIFE_PICK_UP) >= 1);
    assert_int_equal(asked_for(LIFE_DRIVE_ON_CHARGER), 0);
    close_mind();
    begin_with(LOW, true);
    knows(BELIEF_THING_KIND_CUBE, -1, 0.5f); // it stands elsewhere
    live(12, true);
    assert_int_equal(asked_for(LIFE_PICK_UP), 0);
    assert_true(asked_for(LIFE_DRIVE_ON_CHARGER) >= 1);
    close_mind();
}

static void what_it_carries_is_put_down_before(void **state) {
    begin_with(LOW, true);
    in.status = BODY_STATUS_CARRYING;
    live(8, true);
    assert_true(asked_for(LIFE_PLACE_HERE) >= 1);
    assert_int_equal(asked_for(LIFE_DRIVE_ON_CHARGER), 0);
    in.status = 0;
    live(20, true);
    assert_true(asked_for(LIFE_DRIVE_ON_CHARGER) >= 1);
    close_mind();
}

static void on_its_way_home_an_edge_is_the_way_s_own_matter(void **state) {
    for (int on_its_way = 0; on_its_way < 2; on_its_way++) {
        begin_with(on_its_way ? LOW : FULL, true);
        for (int i = 0; i < 600 && !asked_for(LIFE_DRIVE_ON_CHARGER); i++) tick(true);
        assert_int_equal(asked_for(LIFE_DRIVE_ON_CHARGER), on_its_way);
        in.results_count = 0; // it has not ended yet
        felt(LIFE_EVENT_KIND_CLIFF);
        live(0.2f, false);
        assert_int_equal(played("ReactToCliff"), !on_its_way);
        close_mind();
    }
}

static void one_that_is_stuck_tries_and_then_calls(void **state) {
    begin_with(FULL, true);
    live(10, true);
    ends = LIFE_VERDICT_REFUSED;
    for (int i = 0; i < 3; i++) felt(LIFE_EVENT_KIND_STALLED), live(3, true);
    assert_true(asked_for(LIFE_GET_UNSTUCK) >= 1);
    uint32_t before = played("FailedToRightFromFace");
    for (int i = 0; i < 20; i++) felt(LIFE_EVENT_KIND_STALLED), live(3, true);
    assert_true(played("FailedToRightFromFace") > before); // within two minutes
    assert_true(asked_for(LIFE_GET_UNSTUCK) >= 3);
    ends = LIFE_VERDICT_DONE;
    live(30, true); // one try works: it is free
    forget();
    live(30, true);
    assert_int_equal(asked_for(LIFE_GET_UNSTUCK), 0);
    close_mind();
}

// By an edge nothing holds its treads, and yet it comes nowhere.
static void moves_that_end_where_they_began_are_no_way_out(void **state) {
    begin_with(LOW, true);
    ends = LIFE_VERDICT_INTERRUPTED;
    live(40, true);
    assert_true(asked_for(LIFE_GET_UNSTUCK) >= 1);
    live(60, true);
    assert_true(played("FailedToRightFromFace") >= 1);
    close_mind();
    begin_with(LOW, true);
    ends = LIFE_VERDICT_INTERRUPTED;
    for (int i = 0; i < 1200; i++) in.x_m += 0.02f, tick(true); // it does come on
    assert_int_equal(asked_for(LIFE_GET_UNSTUCK), 0);
    close_mind();
}

static float driven, turned;
static void see_moves(const struct life_message *m) {
    if (m->kind == LIFE_DRIVE_STRAIGHT && driven == 0) driven = m->drive_straight.distance_m; // NOLINT
    if (m->kind == LIFE_TURN_IN_PLACE && driven != 0 && turned == 0) turned = m->turn_in_place.angle_rad;
}
// By an edge that is before it: back and away from it. By one that is after it: on.
static void it_leaves_an_edge_the_other_way(void **state) {
    static const struct {
        unsigned sensors;
        float way, turn;
    } ROWS[] = {{1 << BODY_CLIFF_FRONT_LEFT, -1, -1},
                {1 << BODY_CLIFF_FRONT_RIGHT, -1, 1},
                {1 << BODY_CLIFF_FRONT_LEFT | 1 << BODY_CLIFF_FRONT_RIGHT, -1, 0},
                {1 << BODY_CLIFF_BACK_LEFT, 1, 0},
                {1 << BODY_CLIFF_BACK_RIGHT, 1, 0}};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        begin_with(FULL, true);
        live(8, true);
        driven = turned = 0, on_request = see_moves;
        felt(LIFE_EVENT_KIND_CLIFF);
        in.felt[0].numbers[0] = (float)ROWS[i].sensors;
        live(2, true);
        if (driven * ROWS[i].way <= 0 || turned * ROWS[i].turn < 0 ||
            (ROWS[i].way < 0 && turned == 0)) // NOLINT
            fail_msg("sensors %u: %g m, %g rad", ROWS[i].sensors, (double)driven, (double)turned);
        close_mind();
    }
}

// Awake it comes to lack half a minute of sleep a minute, asleep it gets one back: 45 minutes are too much.
static void it_tires_sleeps_and_is_rested(void **state) {
    begin_with(FULL, true);
    in.status = BODY_STATUS_ON_CHARGER | BODY_STATUS_CHARGING;
    live(80 * 60, true);
    assert_false(mind_feelings(mind)->asleep);
    live(14 * 60, true);
    assert_true(mind_feelings(mind)->asleep);
    live(20 * 60, true);
    assert_true(mind_feelings(mind)->asleep);
    live(25 * 60, true);
    assert_false(mind_feelings(mind)->asleep);
    close_mind();
}

static void a_hand_wakes_it_and_at_night_it_sleeps_on(void **state) {
    begin_with(FULL, true);
    in.status = BODY_STATUS_ON_CHARGER | BODY_STATUS_CHARGING;
    in.calendar = (struct life_calendar){.unix_us = 23 * 3600 * 1000000LL, .known = true};
    live(200, true);
    assert_true(mind_feelings(mind)->asleep);
    live(3600, true); // no debt is left, and it is night
    assert_true(mind_feelings(mind)->asleep);
    felt(LIFE_EVENT_KIND_LOUD_SOUND);
    live(1, true);
    assert_true(mind_feelings(mind)->asleep); // deep
    felt(LIFE_EVENT_KIND_TOUCHED);
    live(1, true);
    assert_false(mind_feelings(mind)->asleep);
    close_mind();
}

TESTS(cmocka_unit_test(an_empty_one_goes_home_and_a_full_one_does_not),
      cmocka_unit_test(one_that_knows_no_charger_looks_for_it_while_it_has_a_third),
      cmocka_unit_test(what_comes_into_sight_ends_the_search),
      cmocka_unit_test(it_looks_first_where_it_drove_off),
      cmocka_unit_test(a_cube_on_its_doorstep_is_taken_away_first),
      cmocka_unit_test(what_it_carries_is_put_down_before),
      cmocka_unit_test(on_its_way_home_an_edge_is_the_way_s_own_matter),
      cmocka_unit_test(one_that_is_stuck_tries_and_then_calls),
      cmocka_unit_test(moves_that_end_where_they_began_are_no_way_out),
      cmocka_unit_test(it_leaves_an_edge_the_other_way), cmocka_unit_test(it_tires_sleeps_and_is_rested),
      cmocka_unit_test(a_hand_wakes_it_and_at_night_it_sleeps_on))
