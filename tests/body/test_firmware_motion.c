// Motors, places, paths, edges and hands: what a body does that believes it is a Cozmo.
#include "firmware_rig.h"

#define DEG (M_PI_F / 180)

static struct rig *at_home(void) {
    struct rig *rig = rig_new(2381, 0, NULL);
    rig_connect(rig);
    return rig;
}
static bool near(float a, float b, float by) { return fabsf(a - b) <= by; }

static void head_and_lift_go_where_they_are_told(void **state) {
    (void)state;
    struct rig *rig = at_home();
    const float angles[] = {0.5f, -0.3f, 9, -9, 0};
    for (unsigned i = 0; i < 5; i++) {
        unsigned mark = rig->count;
        SEND(rig, COZMO_SET_HEAD_ANGLE, .set_head_angle = {angles[i], 15, 20, 0, (uint8_t)(10 + i)});
        rig_run(rig, 0.1f);
        assert_int_equal(rig_first(rig, 0xc4, mark).acknowledge_action.action_id, 10 + i);
        if (i != 4) assert_int_equal(rig->state.status & COZMO_HEAD_IN_POS, 0);
        rig_run(rig, 1);
        assert_true(near(rig->state.head_angle_rad, m_clamp(angles[i], -25 * DEG, 44.5f * DEG), 0.06f));
        assert_int_equal(rig->state.status & COZMO_HEAD_IN_POS, COZMO_HEAD_IN_POS);
    }
    const float heights[] = {60, 92, 500, 0, 45};
    for (unsigned i = 0; i < 5; i++) {
        SEND(rig, COZMO_SET_LIFT_HEIGHT, .set_lift_height = {heights[i], 3, 20, 0, 1});
        rig_run(rig, 1.2f);
        assert_true(near(rig->state.lift_height_mm, m_clamp(heights[i], 32, 92), 4));
        assert_int_equal(rig->state.status & COZMO_LIFT_IN_POS, COZMO_LIFT_IN_POS);
    }
    SEND(rig, COZMO_MOVE_HEAD, .move_head = {1});
    rig_run(rig, 0.3f);
    float before = rig->state.head_angle_rad;
    SEND(rig, COZMO_STOP_ALL_MOTORS);
    rig_run(rig, 1);
    assert_true(before > 0.1f && near(rig->state.head_angle_rad, before, 0.15f));
    SEND(rig, COZMO_MOVE_HEAD, .move_head = {3}); // to its end
    rig_run(rig, 1.5f);
    assert_true(near(rig->state.head_angle_rad, 44.5f * DEG, 0.06f));
    assert_int_equal(rig->state.status & (COZMO_IS_MOVING | COZMO_HEAD_IN_POS), COZMO_HEAD_IN_POS);
    rig_free(rig);
}

static void a_timed_move_takes_its_time(void **state) {
    (void)state;
    struct rig *rig = at_home();
    SEND(rig, COZMO_SET_HEAD_ANGLE, .set_head_angle = {0.6f, 15, 20, 1.5f, 1});
    rig_run(rig, 1.2f);
    assert_true(rig->state.head_angle_rad < 0.55f);
    rig_run(rig, 0.6f);
    assert_true(near(rig->state.head_angle_rad, 0.6f, 0.06f));
    SEND(rig, COZMO_SET_LIFT_HEIGHT, .set_lift_height = {80, 10, 20, 1.5f, 2});
    rig_run(rig, 1.1f);
    assert_true(rig->state.lift_height_mm > 45 && rig->state.lift_height_mm < 76);
    rig_run(rig, 0.8f);
    assert_true(near(rig->state.lift_height_mm, 80, 3));
    rig_free(rig);
}

// How fast it is half a second after it was told 100 mm/s with these accelerations.
static float speed_soon(float left_mmps2, float right_mmps2) {
    struct rig *rig = at_home();
    SEND(rig, COZMO_DRIVE_WHEELS, .drive_wheels = {100, 100, left_mmps2, right_mmps2});
    rig_run(rig, 0.5f);
    float speed = (rig->state.lwheel_speed_mmps + rig->state.rwheel_speed_mmps) / 2;
    rig_run(rig, 1.6f);
    assert_true(near(rig->state.lwheel_speed_mmps, 100, 15)); // it comes to that in the end
    rig_free(rig);
    return speed;
}

static void wheels_gather_speed_as_they_are_told(void **state) {
    (void)state;
    assert_true(near(speed_soon(0, 0), 100, 15)); // as fast as it can
    assert_true(near(speed_soon(60, 60), 30, 12));
    assert_true(near(speed_soon(60, 1000), 30, 12)); // the gentler of two
    assert_true(near(speed_soon(0, 60), 30, 12));    // the one that is told
}

// Not even where it stands still is a joint in place while it finds its end, or while an order for it is
// open.
static void no_joint_is_in_place_while_it_is_calibrated(void **state) {
    (void)state;
    struct rig *rig = at_home();
    SEND(rig, COZMO_SET_HEAD_ANGLE, .set_head_angle = {0.7f, 15, 20, 0, 1});
    SEND(rig, COZMO_SET_LIFT_HEIGHT, .set_lift_height = {90, 3, 20, 0, 2});
    rig_run(rig, 2);
    unsigned mark = rig->count, during = 0;
    SEND(rig, COZMO_START_MOTOR_CALIBRATION, .start_motor_calibration = {true, true});
    rig_run(rig, 3);
    uint32_t under_way = 0; // of head and lift
    assert_int_equal(rig_heard(rig, 0xd1, mark), 4);
    for (unsigned i = mark; i < rig->count; i++) {
        struct air_news news = {
            .kind = AIR_MESSAGE, .id = rig->kept[i].id, .body = {rig->kept[i].body, rig->kept[i].len}};
        struct cozmo_message m;
        if (news.id != 0xd1 && news.id != 0xf0) continue;
        assert_int_equal(air_decode(&news, COZMO_TO_ENGINE, rig->version, &m), ERR_NONE);
        if (news.id == 0xd1) {
            uint32_t bit =
                m.motor_calibration.motor_id == COZMO_MOTOR_HEAD ? COZMO_HEAD_IN_POS : COZMO_LIFT_IN_POS;
            under_way = m.motor_calibration.calib_started ? under_way | bit : under_way & ~bit;
        } else {
            assert_int_equal(m.robot_state.status & under_way, 0);
            during += under_way != 0;
        }
    }
    print_message("# %u states meanwhile\n", during);
    assert_true(during > 10);
    assert_int_equal(rig->state.status & (COZMO_HEAD_IN_POS | COZMO_LIFT_IN_POS),
                     COZMO_HEAD_IN_POS | COZMO_LIFT_IN_POS);
    rig_free(rig);
}

static void what_comes_during_calibration_is_done_after_it(void **state) {
    (void)state;
    struct rig *rig = at_home();
    SEND(rig, COZMO_SET_HEAD_ANGLE, .set_head_angle = {0.7f, 15, 20, 0, 1});
    rig_run(rig, 1);
    unsigned mark = rig->count;
    SEND(rig, COZMO_START_MOTOR_CALIBRATION, .start_motor_calibration = {true, false});
    SEND(rig, COZMO_SET_HEAD_ANGLE, .set_head_angle = {0.3f, 15, 20, 0, 77});
    rig_run(rig, 0.1f);
    assert_int_equal(rig_heard(rig, 0xc4, mark), 1);
    assert_int_equal(rig_heard(rig, 0xd1, mark), 1);
    rig_run(rig, 3);
    assert_int_equal(rig_heard(rig, 0xd1, mark), 2);
    struct cozmo_message done = rig_nth(rig, 0xd1, mark, 1);
    assert_int_equal(done.motor_calibration.motor_id, COZMO_MOTOR_HEAD);
    assert_false(done.motor_calibration.calib_started || done.motor_calibration.auto_started);
    assert_true(near(rig->state.head_angle_rad, 0.3f, 0.06f));
    rig_free(rig);
}

static void wheels_turn_as_far_as_they_should(void **state) {
    (void)state;
    struct rig *rig = at_home();
    SEND(rig, COZMO_DRIVE_WHEELS, .drive_wheels = {60, 60, 0, 0});
    rig_run(rig, 0.5f);
    assert_int_equal(rig->state.status & 0x8001, 0x8001);
    assert_true(near(rig->state.lwheel_speed_mmps, 60, 12));
    rig_run(rig, 0.5f);
    SEND(rig, COZMO_STOP_ALL_MOTORS);
    rig_run(rig, 0.5f);
    assert_int_equal(rig->state.status & 0x8001, 0);
    assert_true(rig->state.pose_x > 40 && rig->state.pose_x < 80);
    SEND(rig, COZMO_TURN_IN_PLACE, .turn_in_place = {1, 2, 10, 0.02f, 0, 0, false, 5});
    rig_run(rig, 2);
    assert_true(near(rig->state.pose_angle_rad, 1, 0.1f));
    SEND(rig, COZMO_TURN_IN_PLACE, .turn_in_place = {-0.5f, 2, 10, 0.02f, 0, 0, true, 5});
    rig_run(rig, 2);
    assert_true(near(rig->state.pose_angle_rad, -0.5f, 0.1f));
    SEND(rig, COZMO_TURN_IN_PLACE_AT_SPEED, .turn_in_place_at_speed = {40, 0, 1});
    rig_run(rig, 0.4f);
    assert_true(rig->state.rwheel_speed_mmps > 25 && rig->state.lwheel_speed_mmps < -25);
    SEND(rig, COZMO_TURN_IN_PLACE_AT_SPEED, .turn_in_place_at_speed = {-40, 0, 0});
    rig_run(rig, 0.4f);
    assert_true(rig->state.rwheel_speed_mmps < -25);
    rig_free(rig);
}

static void an_origin_is_where_one_stands(void **state) {
    (void)state;
    struct rig *rig = at_home();
    SEND(rig, COZMO_DRIVE_WHEELS, .drive_wheels = {50, 20, 0, 0});
    rig_run(rig, 1);
    SEND(rig, COZMO_STOP_ALL_MOTORS);
    rig_run(rig, 0.5f);
    float quarter = M_PI_F / 2;
    uint32_t bits;
    memcpy(&bits, &quarter, 4);
    SEND(rig, COZMO_SET_ORIGIN,
         .set_origin = {
             .pose_frame_id = 4, .pose_origin_id = 9, .pose_x = 100, .pose_y = -50, .unknown5 = bits});
    rig_run(rig, 0.1f);
    const struct cozmo_robot_state *s = &rig->state;
    assert_int_equal(s->pose_frame_id, 4);
    assert_int_equal(s->pose_origin_id, 9);
    assert_true(near(s->pose_x, 100, 1) && near(s->pose_y, -50, 1) &&
                near(s->pose_angle_rad, quarter, 0.02f));
    rig_free(rig);
}

static void line(struct rig *rig, float x0, float y0, float x1, float y1) {
    SEND(rig, COZMO_APPEND_PATH_SEG_LINE, .append_path_seg_line = {x0, y0, x1, y1, 100, 200, 200});
}
static unsigned follow(struct rig *rig, unsigned mark, float seconds) {
    for (float t = 0; t < seconds && rig_heard(rig, 0xc6, mark) < 2; t += 0.1f) rig_run(rig, 0.1f);
    rig_run(rig, 0.3f);
    return rig_heard(rig, 0xc6, mark) < 2 ? 99 : rig_nth(rig, 0xc6, mark, 1).path_following_event.event_type;
}

static void paths_are_followed_round_their_corners(void **state) {
    (void)state;
    struct rig *rig = at_home();
    unsigned mark = rig->count, most = 0;
    line(rig, 0, 0, 150, 0); // a square, its corners sharp
    line(rig, 150, 0, 150, 150);
    SEND(rig, COZMO_APPEND_PATH_SEG_ARC,
         .append_path_seg_arc = {150, 100, 50, M_PI_F / 2, M_PI_F / 2, 60, 200, 200});
    SEND(rig, COZMO_APPEND_PATH_SEG_POINT_TURN,
         .append_path_seg_point_turn = {100, 100, 0, 0.02f, 40, 20, 20, false});
    SEND(rig, COZMO_EXECUTE_PATH, .execute_path = {0x1234, false});
    rig_run(rig, 0.5f);
    struct cozmo_message begun = rig_first(rig, 0xc6, mark);
    assert_int_equal(begun.path_following_event.event_id, 0x1234);
    assert_int_equal(begun.path_following_event.event_type, COZMO_PATH_STARTED);
    assert_int_equal(rig->state.status & COZMO_IS_PATHING, COZMO_IS_PATHING);
    assert_int_equal(follow(rig, mark, 20), COZMO_PATH_COMPLETED);
    for (unsigned i = mark; i < rig->count; i++)
        if (rig->kept[i].id == 0xf0) {
            uint8_t segment = rig->kept[i].body[90];
            assert_true(segment == 255 || segment >= most); // it never goes back
            if (segment != 255) most = segment;
        }
    assert_int_equal(most, 3);
    assert_true(hypotf(rig->state.pose_x - 100, rig->state.pose_y - 100) < 12);
    assert_true(near(rig->state.pose_angle_rad, 0, 0.15f));
    assert_int_equal(rig->state.status & COZMO_IS_PATHING, 0);
    mark = rig->count; // what was driven is gone: nothing is left to drive
    SEND(rig, COZMO_EXECUTE_PATH, .execute_path = {2, false});
    rig_run(rig, 0.5f);
    assert_int_equal(rig_heard(rig, 0xc6, mark), 0);
    rig_free(rig);
}

static void a_long_path_is_driven_to_its_end(void **state) {
    (void)state;
    struct rig *rig = at_home();
    unsigned mark = rig->count;
    for (int i = 0; i < 100; i++) // a zigzag of a hundred short lines
        line(rig, (float)i * 4, i % 2 ? 3 : 0, (float)(i + 1) * 4, i % 2 ? 0 : 3);
    SEND(rig, COZMO_EXECUTE_PATH, .execute_path = {7, false});
    assert_int_equal(follow(rig, mark, 150), COZMO_PATH_COMPLETED);
    assert_true(hypotf(rig->state.pose_x - 400, rig->state.pose_y) < 15);
    rig_free(rig);
}

static void paths_are_cleared_trimmed_and_cut_off(void **state) {
    (void)state;
    struct rig *rig = at_home();
    unsigned mark = rig->count;
    line(rig, 0, 0, 300, 0);
    SEND(rig, COZMO_EXECUTE_PATH, .execute_path = {1, false});
    rig_run(rig, 0.7f);
    SEND(rig, COZMO_CLEAR_PATH);
    assert_int_equal(follow(rig, mark, 1), COZMO_PATH_INTERRUPTED);
    assert_true(rig->state.pose_x < 150);
    float x = rig->state.pose_x;
    mark = rig->count;
    line(rig, x, 0, x + 200, 0); // the first and the last are taken away again
    line(rig, x, 0, x + 50, 0);
    line(rig, x + 50, 0, x + 250, 0);
    SEND(rig, COZMO_TRIM_PATH, .trim_path = {1, 1});
    SEND(rig, COZMO_EXECUTE_PATH, .execute_path = {2, false});
    assert_int_equal(follow(rig, mark, 5), COZMO_PATH_COMPLETED);
    assert_true(near(rig->state.pose_x, x + 50, 12));
    x = rig->state.pose_x;
    mark = rig->count; // the tail is cut while the first segment is driven
    line(rig, x, 0, x + 60, 0);
    line(rig, x + 60, 0, x + 300, 0);
    SEND(rig, COZMO_EXECUTE_PATH, .execute_path = {3, false});
    rig_run(rig, 0.4f);
    SEND(rig, COZMO_TRIM_PATH, .trim_path = {0, 1});
    assert_int_equal(follow(rig, mark, 5), COZMO_PATH_COMPLETED);
    assert_true(near(rig->state.pose_x, x + 60, 12));
    mark = rig->count; // wheels that are told otherwise cut it off
    line(rig, rig->state.pose_x, 0, rig->state.pose_x + 300, 0);
    SEND(rig, COZMO_EXECUTE_PATH, .execute_path = {4, false});
    rig_run(rig, 0.4f);
    SEND(rig, COZMO_DRIVE_WHEELS);
    assert_int_equal(follow(rig, mark, 1), COZMO_PATH_INTERRUPTED);
    rig_free(rig);
}

static const char *const TABLE[] = {"{\"Table\": {\"name\": \"table\", \"x_m\": -0.2, \"length_m\": 0.6}}",
                                    NULL};

static void it_stops_at_the_edge(void **state) {
    (void)state;
    struct rig *rig = rig_new(2381, -0.7f, TABLE);
    rig_connect(rig);
    SEND(rig, COZMO_ENABLE_STOP_ON_CLIFF, .enable_stop_on_cliff = {true});
    unsigned mark = rig->count;
    line(rig, 0, 0, 300, 0); // the table ends after a hundred
    SEND(rig, COZMO_EXECUTE_PATH, .execute_path = {1, false});
    assert_int_equal(follow(rig, mark, 6), COZMO_PATH_INTERRUPTED);
    rig_run(rig, 1);
    assert_int_equal(rig->state.status & COZMO_CLIFF_DETECTED, COZMO_CLIFF_DETECTED);
    assert_true(rig->state.cliff_data_raw[0] < 200);
    assert_true(fabsf(rig->state.lwheel_speed_mmps) < 5);
    struct world_truth truth;
    world_truth(rig->world, 1, &truth);
    assert_true(truth.pose.at.z > -0.02f); // it did not fall
    rig_free(rig);
}

static void hands_are_told_of(void **state) {
    (void)state;
    struct rig *rig = at_home();
    unsigned mark = rig->count;
    rig_verb(rig, "{\"Press\": {\"what\": \"cozmo\", \"seconds\": 0.3}}");
    rig_run(rig, 1);
    assert_int_equal(rig_heard(rig, 0xdb, mark), 2);
    assert_true(rig_nth(rig, 0xdb, mark, 0).button_pressed.pressed);
    assert_false(rig_nth(rig, 0xdb, mark, 1).button_pressed.pressed);
    mark = rig->count;
    rig_verb(rig, "{\"Poke\": {\"what\": \"cozmo\"}}");
    rig_run(rig, 1);
    assert_true(rig_heard(rig, 0xc3, mark) >= 1);
    SEND(rig, COZMO_SET_ORIGIN, .set_origin = {.pose_origin_id = 2, .pose_frame_id = 1});
    mark = rig->count;
    line(rig, 0, 0, 400, 0);
    SEND(rig, COZMO_EXECUTE_PATH, .execute_path = {5, false});
    rig_run(rig, 0.5f);
    rig_verb(rig, "{\"PickUp\": {\"what\": \"cozmo\"}}");
    rig_run(rig, 2);
    assert_int_equal(rig->state.status & COZMO_IS_PICKED_UP, COZMO_IS_PICKED_UP);
    assert_int_equal(rig_heard(rig, 0xc2, mark), 1);
    assert_int_equal(rig_nth(rig, 0xc6, mark, 1).path_following_event.event_type, COZMO_PATH_INTERRUPTED);
    rig_verb(rig, "{\"Drop\": {\"what\": \"cozmo\"}}");
    rig_run(rig, 4);
    assert_int_equal(rig_heard(rig, 0xdd, mark), 1);
    assert_int_equal(rig_heard(rig, 0xde, mark), 1);
    struct cozmo_message landed = rig_first(rig, 0xde, mark);
    assert_in_range(landed.falling_stopped.duration_ms, 50, 400); // from 0.2 m: 0.2 s
    assert_true(landed.falling_stopped.impact_intensity > 10000);
    assert_true(rig_heard(rig, 0xd1, mark) >= 4); // and it looks for its stops anew
    assert_int_equal(rig->state.status & COZMO_IS_PICKED_UP, 0);
    rig_free(rig);
}

static void nothing_moves_without_power(void **state) {
    (void)state;
    struct rig *rig = rig_new(2381, 0, NULL);
    engine_link_begin(rig->engine, 0);
    rig_run(rig, 2);
    unsigned mark = rig->count;
    SEND(rig, COZMO_SET_HEAD_ANGLE, .set_head_angle = {0.5f, 15, 20, 0, 3});
    SEND(rig, COZMO_DRIVE_WHEELS, .drive_wheels = {80, 80, 0, 0});
    rig_run(rig, 1);
    assert_int_equal(rig_heard(rig, 0xc4, mark), 1);
    struct world_truth truth;
    world_truth(rig->world, 1, &truth);
    assert_true(truth.head_rad < -0.3f && fabsf(truth.pose.at.x) < 0.002f);
    rig_free(rig);
}

// Backwards up the ramp: contact, current, voltage; a dead supply only touches.
static void the_charger_is_met_and_told(void **state) {
    (void)state;
    const uint32_t both = COZMO_IS_ON_CHARGER | COZMO_IS_CHARGING;
    struct rig *rig =
        rig_new(2381, 0,
                (const char *const[]){
                    "{\"Charger\": {\"name\": \"home\", \"x_m\": -0.2, \"heading_deg\": 180}}", NULL});
    rig_connect(rig);
    rig_run(rig, 1);
    assert_int_equal(rig->state.status & both, 0);
    float before = rig->state.battery_voltage;
    assert_true(before > 3.4f && before < 4.3f);
    SEND(rig, COZMO_DRIVE_WHEELS, .drive_wheels = {-50, -50, 0, 0});
    rig_run(rig, 6);
    SEND(rig, COZMO_STOP_ALL_MOTORS);
    rig_run(rig, 3);
    assert_int_equal(rig->state.status & both, both);
    assert_true(rig->state.battery_voltage > before);
    rig_verb(rig, "{\"Supply\": {\"what\": \"home\", \"powered\": false}}");
    rig_run(rig, 1);
    assert_int_equal(rig->state.status & COZMO_IS_CHARGING, 0);
    const uint32_t all = both | COZMO_IS_CHARGER_OOS;
    static const struct {
        float supply_v;
        uint32_t status;
    } SUPPLIES[] = {{9, COZMO_IS_CHARGER_OOS}, {5, both}, {2.5f, COZMO_IS_CHARGER_OOS}, {0.5f, 0}, {6, both}};
    for (size_t i = 0; i < sizeof SUPPLIES / sizeof *SUPPLIES; i++) {
        char verb[100];
        snprintf(verb, sizeof verb, "{\"Supply\": {\"what\": \"home\", \"powered\": true, \"supply_v\": %g}}",
                 (double)SUPPLIES[i].supply_v);
        rig_verb(rig, verb);
        rig_run(rig, 1);
        if ((rig->state.status & all) != SUPPLIES[i].status)
            fail_msg("%g V: %x", (double)SUPPLIES[i].supply_v, rig->state.status);
    }
    rig_verb(rig, "{\"Supply\": {\"what\": \"home\", \"powered\": false}}");
    rig_run(rig, 1);
    assert_int_equal(rig->state.status & all, 0);
    rig_verb(rig, "{\"Battery\": {\"what\": \"cozmo\", \"charge\": 0.05}}");
    rig_run(rig, 20); // it is measured slowly
    assert_true(rig->state.battery_voltage < before - 0.1f);
    rig_free(rig);
}

static void orders_beside_an_origin_count_from_it(void **state) {
    (void)state;
    struct rig *rig = rig_new(2381, 3, NULL);
    rig_connect(rig);
    SEND(rig, COZMO_TURN_IN_PLACE, .turn_in_place = {1.2f, 3, 10, 0.02f, 0, 0, false, 1});
    rig_run(rig, 1.5f);
    assert_true(fabsf(rig->state.pose_angle_rad - 1.2f) < 0.06f);
    SEND(rig, COZMO_SET_ORIGIN, .set_origin = {.pose_origin_id = 2, .unknown5 = 0x80000000});
    SEND(rig, COZMO_TURN_IN_PLACE, .turn_in_place = {-0.5f, 3, 10, 0.02f, 0, 0, false, 2});
    rig_run(rig, 1.5f);
    assert_true(fabsf(rig->state.pose_angle_rad + 0.5f) < 0.06f);
    SEND(rig, COZMO_SET_ORIGIN, .set_origin = {.pose_origin_id = 3, .unknown5 = 0x80000000});
    SEND(rig, COZMO_APPEND_PATH_SEG_LINE, .append_path_seg_line = {0, 0, 60, 0, 60, 100, 100});
    SEND(rig, COZMO_EXECUTE_PATH, .execute_path = {3, false});
    rig_run(rig, 3);
    assert_true(fabsf(rig->state.pose_x - 60) < 5 && fabsf(rig->state.pose_y) < 5);
    assert_true(fabsf(rig->state.pose_angle_rad) < 0.06f);
    rig_free(rig);
}

TESTS(cmocka_unit_test(orders_beside_an_origin_count_from_it), cmocka_unit_test(the_charger_is_met_and_told),
      cmocka_unit_test(head_and_lift_go_where_they_are_told), cmocka_unit_test(a_timed_move_takes_its_time),
      cmocka_unit_test(what_comes_during_calibration_is_done_after_it),
      cmocka_unit_test(no_joint_is_in_place_while_it_is_calibrated),
      cmocka_unit_test(wheels_gather_speed_as_they_are_told),
      cmocka_unit_test(wheels_turn_as_far_as_they_should), cmocka_unit_test(an_origin_is_where_one_stands),
      cmocka_unit_test(paths_are_followed_round_their_corners),
      cmocka_unit_test(a_long_path_is_driven_to_its_end),
      cmocka_unit_test(paths_are_cleared_trimmed_and_cut_off), cmocka_unit_test(it_stops_at_the_edge),
      cmocka_unit_test(hands_are_told_of), cmocka_unit_test(nothing_moves_without_power))
