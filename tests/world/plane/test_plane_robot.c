#include "support/support.h"

#include "plane_rig.h"
#include "world/about.h"

#include <math.h>

// What a small tracked robot with a lift does on a table, and what is done to it.

static uint32_t robot;

static int on_a_table(void **state) {
    if (begin(state)) return -1;
    put_slab(plane, 0, 0, -0.7f, 8, 8, 0.8f);   // the floor
    put_slab(plane, 0, 0, 0, 1.2f, 0.8f, 0.8f); // the table
    robot = put_robot(plane, flat(0, 0, 0, 0));
    return robot ? 0 : -1;
}

static float travel(uint32_t drive) {
    struct plane_drive d = {0};
    plane_drive_state(plane, robot, drive, &d);
    return d.travel;
}

static float load(uint32_t drive) {
    struct plane_drive d = {0};
    plane_drive_state(plane, robot, drive, &d);
    return d.load;
}

static void it_goes_as_far_as_its_treads(void **state) {
    drive_robot(plane, robot, 0.1f, 0.1f);
    steps(400);
    drive_robot(plane, robot, 0, 0);
    steps(100);
    struct plane_motion m = motion_of(plane, robot);
    about((double)m.pose.at.x, (double)travel(LEFT), 0.001);
    about((double)m.pose.at.x, 0.2, 0.003);
    about((double)m.pose.at.y, 0, 0.001);
    about((double)m.pose.at.z, 0, 0.0002);
    steps(200);
    assert_true(motion_of(plane, robot).asleep);
}

static void it_turns_on_the_spot_with_some_slip(void **state) {
    drive_robot(plane, robot, -0.046f, 0.046f);
    steps(40);
    double turned = 0, travelled = (double)(travel(RIGHT) - travel(LEFT));
    for (int n = 0; n < 400; n++) {
        plane_step(plane);
        turned += (double)motion_of(plane, robot).turn_radps.z * 0.005;
    }
    double gain = turned / (((double)(travel(RIGHT) - travel(LEFT)) - travelled) / 0.046);
    assert_true(gain > 0.85 && gain < 1);
    about((double)motion_of(plane, robot).pose.at.x, 0, 0.04);
    about((double)motion_of(plane, robot).pose.at.y, 0, 0.04);
}

static void it_follows_an_arc(void **state) {
    // 0.1 m/s on a radius of 0.15 m for a quarter turn; slip makes the real one a little wider
    float w = 0.1f / 0.15f;
    drive_robot(plane, robot, 0.1f - w * 0.023f, 0.1f + w * 0.023f);
    steps((int)(1.5708f / w / 0.005f));
    struct plane_motion m = motion_of(plane, robot);
    about((double)m.pose.at.x, 0.15, 0.02);
    about((double)m.pose.at.y, 0.15, 0.03);
    about((double)quat_heading(m.pose.turn), 1.5708, 0.2);
}

static void its_treads_spin_where_it_is_slippery(void **state) {
    struct plane_patch ice = {.corner_count = 4,
                              .corners = {{-0.1f, -0.2f}, {0.5f, -0.2f}, {0.5f, 0.2f}, {-0.1f, 0.2f}},
                              .friction = 0.0001f,
                              .reflectance = 0.9f};
    uint32_t table = plane_ground(plane, vec3(0.3f, 0, 1), robot).body;
    assert_int_equal(plane_paint(plane, table, &ice, NULL), ERR_NONE);
    drive_robot(plane, robot, 0.2f, 0.2f);
    steps(100);
    assert_true(travel(LEFT) > 0.09f);
    assert_true(motion_of(plane, robot).pose.at.x < 0.03f);
}

static void a_wall_stops_it_and_it_feels_the_wall(void **state) {
    put_box(plane, 0.2f, 0, 0, 0.01f, 0.3f, 0.1f, 0, 0.4f);
    drive_robot(plane, robot, 0.15f, 0.15f);
    float hit = 0;
    for (int n = 0; n < 600; n++) {
        plane_step(plane);
        const struct plane_event *e = find_event(plane, PLANE_IMPACT, robot);
        if (e) hit = m_max(hit, e->speed);
    }
    about((double)hit, 0.15, 0.02);
    assert_true(motion_of(plane, robot).pose.at.x < 0.2f - 0.025f);
    assert_true(fabsf(motion_of(plane, robot).speed_mps.x) < 0.01f);
    // it pulls with what the motors or the ground give, whichever is less: 0.16 kg at 0.89
    about((double)(load(LEFT) + load(RIGHT)), 0.16 * 9.81 * sqrt(0.8), 0.25);
}

static void a_weak_motor_stalls(void **state) {
    put_box(plane, 0.2f, 0, 0, 0.01f, 0.3f, 0.1f, 0, 0.4f);
    plane_drive(plane, robot, LEFT, 0.15f, 0.2f), plane_drive(plane, robot, RIGHT, 0.15f, 0.2f);
    steps(500);
    float before = travel(LEFT);
    steps(100);
    about((double)(travel(LEFT) - before), 0, 0.002);
    about((double)load(LEFT), 0.2, 0.01);
}

static void it_pushes_a_cube_ahead(void **state) {
    uint32_t cube = put_cube(plane, 0.1f, 0.004f, 0, 0);
    drive_robot(plane, robot, 0.08f, 0.08f);
    steps(700);
    struct plane_motion m = motion_of(plane, cube), r = motion_of(plane, robot);
    assert_true(m.pose.at.x > 0.28f && m.up == 6);
    about((double)(m.pose.at.x - r.pose.at.x), 0.052, 0.006);
    about((double)m.speed_mps.x, 0.08, 0.01);
}

static void it_falls_from_the_table(void **state) {
    plane_place(plane, robot, flat(0.45f, 0, 0, 0));
    drive_robot(plane, robot, 0.1f, 0.1f);
    float nose_down = 0;
    int tilted = 0, fell = 0, landed = 0;
    for (int n = 1; n < 1200; n++) {
        plane_step(plane);
        nose_down = m_max(nose_down, pitch_of(plane, robot));
        if (!tilted && pitch_of(plane, robot) > 0.15f) tilted = n;
        if (find_event(plane, PLANE_FELL, robot) && !fell) fell = n;
        const struct plane_event *e = find_event(plane, PLANE_LANDED, robot);
        if (e && !landed) {
            landed = n;
            about((double)e->fall, 0.7, 0.07);
            about((double)e->speed, sqrt(2 * 9.81 * 0.68), 0.5);
        }
    }
    assert_true(tilted && fell > tilted && landed > fell);
    about((landed - fell) * 0.005 + 0.05, sqrt(2 * 0.68 / 9.81), 0.06);
    about((double)motion_of(plane, robot).centre.z, -0.7 + 0.025, 0.02);
}

// It hangs over the edge but its centre of mass is still above the table: it stays.
static void it_stays_while_its_centre_of_mass_does(void **state) {
    plane_place(plane, robot, flat(0.6f + 0.015f, 0, 0, 0)); // the centre is 20 mm behind the origin
    steps(400);
    about((double)motion_of(plane, robot).pose.at.z, 0, 0.0005);
    plane_place(plane, robot, flat(0.6f + 0.025f, 0, 0, 0));
    steps(400);
    assert_true(motion_of(plane, robot).centre.z < -0.5f);
}

static void it_climbs_a_ramp_and_leans_as_the_ramp_does(void **state) {
    // up a slope of 10 degrees onto a platform
    struct plane_part parts[2] = {plane_wedge(0.1f, 0.1f, 0.0176f), plane_box(0.12f, 0.1f, 0.0176f)};
    parts[1].pose.at.x = 0.11f;
    put(plane, parts, 2, 0, flat(0.15f, 0, 0, 0));
    drive_robot(plane, robot, 0.06f, 0.06f);
    float nose_up = 0;
    for (int n = 0; n < 800; n++) {
        plane_step(plane);
        nose_up = m_max(nose_up, -pitch_of(plane, robot));
        if (motion_of(plane, robot).pose.at.x > 0.29f) drive_robot(plane, robot, 0, 0);
    }
    about((double)nose_up, 10 * 3.14159 / 180, 0.03);
    about((double)motion_of(plane, robot).pose.at.z, 0.0176, 0.0005);
    about((double)pitch_of(plane, robot), 0, 0.01);
}

static void it_holds_on_a_ramp_with_its_brakes_on(void **state) {
    struct plane_part wedge = plane_wedge(0.4f, 0.2f, 0.08f);
    wedge.friction = 0.8f;
    put(plane, &wedge, 1, 0, flat(0.2f, 0.2f, 0, 0));
    struct pose pose = {{0.2f, 0.2f, 0.0405f}, quat_about(vec3(0, 1, 0), -m_atan(0.2f))};
    plane_place(plane, robot, pose);
    drive_robot(plane, robot, 0, 0);
    for (int n = 0; n < 400; n++) plane_step(plane), plane_wake(plane, robot);
    about((double)motion_of(plane, robot).pose.at.x, 0.2, 0.002);
    plane_drive(plane, robot, LEFT, 0, 0), plane_drive(plane, robot, RIGHT, 0, 0); // and rolls down without
    steps(200);
    assert_true(motion_of(plane, robot).pose.at.x < 0.15f);
}

static void hard_acceleration_makes_a_wheelie(void **state) {
    uint32_t rubber = put_slab(plane, 0, 0, 0.001f, 1.2f, 0.8f, 4); // grips twice as well
    assert_true(rubber);
    plane_place(plane, robot, flat(-0.3f, 0, 0.001f, 0));
    steps(20);
    float nose_up = 0;
    plane_drive(plane, robot, LEFT, 0.6f, 2), plane_drive(plane, robot, RIGHT, 0.6f, 2);
    for (int n = 0; n < 60; n++) {
        plane_step(plane);
        nose_up = m_max(nose_up, -pitch_of(plane, robot));
    }
    assert_true(nose_up > 0.005f);
    drive_robot(plane, robot, 0, 0);
    steps(300);
    about((double)pitch_of(plane, robot), 0, 0.01); // it comes down again
}

static void use_lift(float aim, float force, int count) {
    plane_drive(plane, robot, LIFT, aim, force);
    for (int n = 0; n < count; n++) {
        link_lift(plane, robot);
        plane_step(plane);
    }
}

static void a_lift_goes_up_and_takes_a_cube_along(void **state) {
    uint32_t cube = put_cube(plane, 0.0377f + 0.0155f, 0, 0, 0);
    steps(20);
    struct vec3 alone = motion_of(plane, robot).centre;
    assert_int_equal(plane_attach(plane, cube, robot, LIFT_PART), ERR_NONE);
    assert_int_equal(motion_of(plane, cube).carrier, robot);
    assert_true(motion_of(plane, robot).centre.x > alone.x + 0.01f); // what it carries is part of it now
    float from = lift_angle(plane, robot);
    use_lift(1.5f, 1, 120);
    use_lift(0, 1, 60);
    about((double)(lift_angle(plane, robot) - from), 0.9, 0.03);
    struct plane_motion m = motion_of(plane, cube);
    about((double)m.pose.at.z, (double)(0.066f * (m_sin(from + 0.9f) - m_sin(from))), 0.004);
    about((double)load(LIFT), 0.045 * 9.81 * 0.066 * cos((double)from + 0.9), 0.004); // newton metres
    about((double)m.up, 6, 0);
    float ahead = m.pose.at.x - motion_of(plane, robot).pose.at.x;
    drive_robot(plane, robot, -0.1f, -0.1f);
    use_lift(0, 1, 300);
    struct plane_motion r = motion_of(plane, robot);
    assert_true(r.pose.at.x < -0.1f);
    about((double)(motion_of(plane, cube).pose.at.x - r.pose.at.x), (double)ahead, 0.002);
    drive_robot(plane, robot, 0, 0);
    // a weak motor cannot hold it
    use_lift(0, 0.005f, 200);
    assert_true(lift_angle(plane, robot) < from + 0.5f);
}

static void a_cube_is_put_on_another(void **state) {
    uint32_t cube = put_cube(plane, 0.0377f + 0.0155f, 0, 0, 0), other = put_cube(plane, 0.25f, 0, 0, 0);
    plane_attach(plane, cube, robot, LIFT_PART);
    use_lift(1.5f, 1, 130);
    use_lift(0, 1, 40);
    assert_true(motion_of(plane, cube).pose.at.z > 0.05f);
    drive_robot(plane, robot, 0.1f, 0.1f);
    while (motion_of(plane, cube).pose.at.x < 0.248f && plane_steps(plane) < 2000) use_lift(0, 1, 1);
    drive_robot(plane, robot, 0, 0);
    use_lift(0, 1, 40);
    use_lift(-0.6f, 0.02f, 300); // lowered onto the other until it stands there and the lift gets no further
    float stalled = lift_angle(plane, robot);
    use_lift(-0.6f, 0.02f, 40);
    about((double)lift_angle(plane, robot), (double)stalled, 0.02);
    about((double)motion_of(plane, cube).pose.at.z, 0.044, 0.003);
    assert_int_equal(plane_detach(plane, cube), ERR_NONE);
    drive_robot(plane, robot, -0.05f, -0.05f);
    use_lift(0, 0.1f, 300);
    about((double)motion_of(plane, cube).pose.at.z, 0.044, 0.001);
    about((double)motion_of(plane, other).pose.at.z, 0, 0.0005);
    assert_int_equal(motion_of(plane, cube).carrier, 0);
}

static void a_tap_on_a_cube_is_a_short_shock(void **state) {
    uint32_t cube = put_cube(plane, 0.2f, 0, 0, 0);
    steps(200);
    assert_true(motion_of(plane, cube).asleep);
    plane_push(plane, cube, vec3(0, 0.004f, 0), vec3(0.2f, -0.022f, 0.03f));
    int shaken = 0;
    float felt = 0;
    for (int n = 0; n < 100; n++) {
        plane_step(plane);
        struct vec3 a = vec3_sub(motion_of(plane, cube).felt_mps2, vec3(0, 0, 9.81f));
        felt = m_max(felt, vec3_length(a));
        shaken += vec3_length(a) > 4.9f; // half a g
    }
    assert_true(felt > 8 && shaken >= 1 && shaken <= 12);
    about((double)motion_of(plane, cube).pose.at.y, 0, 0.003);
    steps(200);
    assert_true(motion_of(plane, cube).asleep);
}

static void it_backs_onto_a_charger_and_stands_tilted_or_level_as_the_charger_is(void **state) {
    struct plane_part charger[3] = {plane_wedge(0.0454f, 0.07f, 0.008f), plane_box(0.08f, 0.07f, 0.008f),
                                    plane_box(0.01f, 0.07f, 0.07f)};
    charger[0].pose.at.x = -0.0627f, charger[2].pose.at.x = 0.045f; // 10 degrees up, a platform, a back
    uint32_t home = put(plane, charger, 3, 0, flat(0.3f, 0.1f, 0, 0));
    plane_place(plane, robot, flat(0.15f, 0.1f, 0, M_PI_F));
    drive_robot(plane, robot, -0.05f, -0.05f);
    float steepest = 0;
    for (int n = 0; n < 600; n++) {
        plane_step(plane);
        steepest = m_max(steepest, fabsf(pitch_of(plane, robot)));
    }
    about((double)steepest, 10 * 3.14159 / 180, 0.04);
    drive_robot(plane, robot, 0, 0);
    steps(100);
    struct plane_touch touch[8];
    uint32_t count = plane_touches(plane, robot, touch, 8);
    bool back = false;
    for (uint32_t i = 0; i < count; i++) back |= touch[i].other == home && touch[i].other_part == 2;
    assert_true(back); // it went as far as the back wall
    about((double)motion_of(plane, robot).pose.at.z, 0.008, 0.006);
}

static void pressing_its_lift_down_raises_its_nose(void **state) {
    use_lift(2, 1, 80); // up, and something under it
    put_box(plane, 0.035f, 0, 0, 0.03f, 0.06f, 0.04f, 0, 0.8f);
    use_lift(-2, 1, 100);
    assert_true(pitch_of(plane, robot) < -0.05f);
    use_lift(2, 1, 60);
    about((double)pitch_of(plane, robot), 0, 0.01);
}

static void a_hand_lifts_holds_shakes_and_drops_it(void **state) {
    drive_robot(plane, robot, 0.1f, 0.1f);
    steps(50);
    struct pose hand = motion_of(plane, robot).pose;
    for (int n = 0; n < 100; n++) {
        hand.at.z += 0.002f;
        assert_int_equal(plane_hold(plane, robot, hand), ERR_NONE);
        plane_step(plane);
        assert_true(motion_of(plane, robot).held && !motion_of(plane, robot).airborne);
    }
    about((double)motion_of(plane, robot).pose.at.z, 0.2, 0.001);
    float before = travel(LEFT), felt = 0;
    for (int n = 0; n < 100; n++) { // 10 mm to and fro, three times a second
        struct pose shaken = hand;
        shaken.at.y += 0.01f * m_sin((float)n * 0.005f * 3 * M_TAU_F);
        plane_hold(plane, robot, shaken);
        plane_step(plane);
        if (n > 2) felt = m_max(felt, fabsf(motion_of(plane, robot).felt_mps2.y));
    }
    about((double)felt, 0.01 * pow(3 * 2 * 3.14159, 2), 0.4);
    about((double)(travel(LEFT) - before), 0.05, 0.002); // treads run on in the air
    drive_robot(plane, robot, 0, 0);
    plane_hold(plane, robot, hand);
    steps(10);
    assert_int_equal(plane_let_go(plane, robot), ERR_NONE);
    bool fell = false, landed = false;
    for (int n = 0; n < 300; n++) {
        plane_step(plane);
        fell |= find_event(plane, PLANE_FELL, robot) != NULL;
        landed |= find_event(plane, PLANE_LANDED, robot) != NULL;
        if (fell && !landed) assert_true(vec3_length(motion_of(plane, robot).felt_mps2) < 0.2f);
    }
    assert_true(fell && landed);
    about((double)motion_of(plane, robot).pose.at.z, 0, 0.001);
    assert_int_equal(motion_of(plane, robot).up, 6);
}

static void what_a_hand_throws_flies_on(void **state) {
    uint32_t cube = put_cube(plane, 0.2f, 0, 0.3f, 0);
    struct pose hand = flat(0.2f, 0, 0.3f, 0);
    for (int n = 0; n < 20; n++) {
        hand.at.x -= 0.004f;
        plane_hold(plane, cube, hand);
        plane_step(plane);
    }
    plane_let_go(plane, cube);
    steps(20);
    about((double)motion_of(plane, cube).speed_mps.x, -0.8, 0.01);
    about((double)motion_of(plane, cube).speed_mps.z, -0.981, 0.01);
}

static void on_its_side_its_treads_are_of_no_use_until_it_is_righted(void **state) {
    struct pose side = {{0, 0, 0.1f}, quat_about(vec3(1, 0, 0), M_PI_F / 2)};
    plane_hold(plane, robot, side);
    steps(5);
    plane_let_go(plane, robot);
    steps(300);
    struct plane_motion m = motion_of(plane, robot);
    assert_int_equal(m.up, 4); // y points up: it lies on its right side
    drive_robot(plane, robot, 0.1f, 0.1f);
    steps(200);
    assert_true(vec3_length(vec3_sub(motion_of(plane, robot).pose.at, m.pose.at)) < 0.02f);
    drive_robot(plane, robot, 0, 0);
    bool tipped = false;
    for (int n = 0; n <= 100; n++) {
        struct pose hand = {{0, 0, 0.05f}, quat_about(vec3(1, 0, 0), M_PI_F / 2 * (1 - (float)n / 100))};
        plane_hold(plane, robot, hand);
        plane_step(plane);
        tipped |= find_event(plane, PLANE_TIPPED, robot) != NULL;
    }
    plane_let_go(plane, robot);
    steps(200);
    assert_true(tipped && motion_of(plane, robot).up == 6);
    about((double)motion_of(plane, robot).pose.at.z, 0, 0.001);
}

// Whoever is put somewhere stands there: he feels his weight, and nothing of what was before.
static void who_is_put_somewhere_feels_his_weight_alone(void **state) {
    drive_robot(plane, robot, 0.1f, 0.1f);
    steps(10);
    assert_int_equal(plane_place(plane, robot, flat(0.2f, 0.1f, 0, 1)), ERR_NONE);
    struct plane_motion m = motion_of(plane, robot);
    assert_true(m.felt_mps2.x == 0 && m.felt_mps2.y == 0 && fabsf(m.felt_mps2.z - 9.81f) < 0.01f);
    assert_true(vec3_length(m.speed_mps) == 0);
}

static void a_poke_is_felt_and_it_stays(void **state) {
    drive_robot(plane, robot, 0, 0);
    steps(200);
    plane_push(plane, robot, vec3(0, 0.02f, 0), vec3(-0.02f, -0.02f, 0.05f));
    float felt = 0;
    for (int n = 0; n < 200; n++) {
        plane_step(plane);
        felt = m_max(felt, fabsf(motion_of(plane, robot).felt_mps2.y));
    }
    assert_true(felt > 5); // 20 mNs on 160 g in a step
    assert_int_equal(motion_of(plane, robot).up, 6);
    assert_true(fabsf(motion_of(plane, robot).pose.at.y) < 0.02f);
}

TESTS(cmocka_unit_test_setup_teardown(who_is_put_somewhere_feels_his_weight_alone, on_a_table, end),
      cmocka_unit_test_setup_teardown(it_goes_as_far_as_its_treads, on_a_table, end),
      cmocka_unit_test_setup_teardown(it_turns_on_the_spot_with_some_slip, on_a_table, end),
      cmocka_unit_test_setup_teardown(it_follows_an_arc, on_a_table, end),
      cmocka_unit_test_setup_teardown(its_treads_spin_where_it_is_slippery, on_a_table, end),
      cmocka_unit_test_setup_teardown(a_wall_stops_it_and_it_feels_the_wall, on_a_table, end),
      cmocka_unit_test_setup_teardown(a_weak_motor_stalls, on_a_table, end),
      cmocka_unit_test_setup_teardown(it_pushes_a_cube_ahead, on_a_table, end),
      cmocka_unit_test_setup_teardown(it_falls_from_the_table, on_a_table, end),
      cmocka_unit_test_setup_teardown(it_stays_while_its_centre_of_mass_does, on_a_table, end),
      cmocka_unit_test_setup_teardown(it_climbs_a_ramp_and_leans_as_the_ramp_does, on_a_table, end),
      cmocka_unit_test_setup_teardown(it_holds_on_a_ramp_with_its_brakes_on, on_a_table, end),
      cmocka_unit_test_setup_teardown(hard_acceleration_makes_a_wheelie, on_a_table, end),
      cmocka_unit_test_setup_teardown(a_lift_goes_up_and_takes_a_cube_along, on_a_table, end),
      cmocka_unit_test_setup_teardown(a_cube_is_put_on_another, on_a_table, end),
      cmocka_unit_test_setup_teardown(a_tap_on_a_cube_is_a_short_shock, on_a_table, end),
      cmocka_unit_test_setup_teardown(it_backs_onto_a_charger_and_stands_tilted_or_level_as_the_charger_is,
                                      on_a_table, end),
      cmocka_unit_test_setup_teardown(pressing_its_lift_down_raises_its_nose, on_a_table, end),
      cmocka_unit_test_setup_teardown(a_hand_lifts_holds_shakes_and_drops_it, on_a_table, end),
      cmocka_unit_test_setup_teardown(what_a_hand_throws_flies_on, on_a_table, end),
      cmocka_unit_test_setup_teardown(on_its_side_its_treads_are_of_no_use_until_it_is_righted, on_a_table,
                                      end),
      cmocka_unit_test_setup_teardown(a_poke_is_felt_and_it_stays, on_a_table, end))
