// What a roboticist would try first.
#include "rig.h"
#include "support/support.h"

static const struct body_model *const MODELS[] = {&vector_model, &cozmo_model};

static void plain_table(struct rig *r) {
    DO(r, WORLD_TABLE, table, v->x_m = 0, v->length_m = 0.6f, v->width_m = 0.6f, v->z_m = 0);
}
static struct world_config high_up(void) {
    struct world_config c = world_defaults();
    c.floor_m = -0.7f;
    return c;
}

// How far it is from where it thinks it is.
static float astray(struct rig *r) {
    struct world_truth t = rig_truth(r);
    const struct body_motion *m = &r->in.senses.motion[0];
    return m_hypot(m->x_m - t.pose.at.x, m->y_m - t.pose.at.y);
}

static void a_square_ends_where_it_began_and_it_knows_where_it_is(void **state) {
    struct rig r = rig_new(world_defaults(), &vector_model, 0, 0, 0, NULL);
    rig_run(&r, 3);
    float worst = 0;
    for (int side = 0; side < 4; side++) {
        rig_wheels(&r, 0.08f, 0.08f);
        rig_run(&r, 2.5f);
        rig_wheels(&r, 0, 0);
        rig_run(&r, 0.3f);
        worst = m_max(
            worst, astray(&r)); // at each corner: at the end what is too long would have made up for itself
        float from = r.in.senses.motion[0].heading_rad;
        rig_wheels(&r, -0.03f, 0.03f);
        while (m_abs(angle_wrap(r.in.senses.motion[0].heading_rad - from)) < M_PI_F / 2 - 0.05f) rig_tick(&r);
        rig_wheels(&r, 0, 0);
        rig_run(&r, 0.3f);
    }
    struct world_truth t = rig_truth(&r);
    const struct body_motion *m = &r.in.senses.motion[0];
    float off = m_hypot(m->x_m - t.pose.at.x, m->y_m - t.pose.at.y);
    float turned = m_abs(angle_wrap(m->heading_rad - quat_heading(t.pose.turn)));
    print_message("# after 0.8 m: %.1f mm and %.2f degrees off, at worst %.1f mm\n", (double)off * 1000,
                  (double)m_degrees(turned), (double)worst * 1000);
    assert_true(worst < 0.004f);
    assert_true(off < 0.02f && off > 0); // odometry is not truth
    assert_true(turned < 0.05f);
    assert_true(m_hypot(t.pose.at.x, t.pose.at.y) < 0.06f);
    rig_free(&r);
}

static void driving_off_the_edge_is_cliff_fall_and_impact(void **state) {
    struct rig r = rig_new(high_up(), &vector_model, 0, 0, 0, plain_table);
    rig_run(&r, 3);
    assert_true(rig_truth(&r).pose.at.z > -0.005f);
    rig_forget(&r);
    rig_wheels(&r, 0.15f, 0.15f);
    float lightest = 20, hardest = 0;
    bool cliff_first = false;
    r.out.command.wants |= BODY_WANT_IMU;
    for (int i = 0; i < 150; i++) {
        rig_tick(&r);
        if (!cliff_first && r.status_ever & BODY_STATUS_CLIFF) cliff_first = rig_truth(&r).pose.at.z > -0.01f;
        for (uint32_t k = 0; k < r.in.senses.imu_count; k++) {
            const float *a = r.in.senses.imu[k].accel_mps2;
            float size = vec3_length(vec3(a[0], a[1], a[2]));
            lightest = m_min(lightest, size), hardest = m_max(hardest, size);
        }
    }
    assert_true(cliff_first);
    assert_true(r.status_ever & BODY_STATUS_FALLING);
    assert_true(rig_truth(&r).pose.at.z < -0.6f);
    assert_true(lightest < 3.0f && hardest > 17.0f);
    rig_free(&r);
}

static void it_stops_at_the_edge_when_told(void **state) {
    for (int m = 0; m < 2; m++)
        for (int turn = 0; turn < 4; turn++) {
            struct rig r = rig_new(high_up(), MODELS[m], 0, 0, 0.3f * (float)turn, plain_table);
            r.out.command.orders = BODY_ORDER_STOP_ON_CLIFF;
            rig_tick(&r);
            r.out.command.orders = BODY_ORDER_STOP_ON_CLIFF;
            rig_run(&r, 3);
            rig_wheels(&r, 0.1f, 0.1f);
            for (int i = 0; i < 200; i++) {
                r.out.command.orders = BODY_ORDER_STOP_ON_CLIFF;
                rig_tick(&r);
            }
            struct world_truth t = rig_truth(&r);
            if (t.pose.at.z < -0.01f) fail_msg("%s at %d fell off", MODELS[m]->creature, turn);
            assert_true(m_hypot(t.pose.at.x, t.pose.at.y) > 0.2f);
            assert_true(m_abs(t.left_mps) < 0.005f);
            rig_free(&r);
        }
}

static void a_cube(struct rig *r) { DO(r, WORLD_CUBE, cube, strcpy(v->name, "cube"), v->x_m = 0.1f); }

static void a_cube_is_pushed(void **state) {
    struct rig r = rig_new(world_defaults(), &vector_model, 0, 0, 0, a_cube);
    rig_run(&r, 3);
    rig_wheels(&r, 0.06f, 0.06f);
    rig_run(&r, 3);
    rig_wheels(&r, 0, 0);
    rig_run(&r, 0.5f);
    struct pose cube = rig_where(&r, "cube");
    struct world_truth t = rig_truth(&r);
    assert_true(cube.at.x > 0.15f && m_abs(cube.at.z) < 0.002f);
    assert_true(cube.at.x - t.pose.at.x > 0.036f && cube.at.x - t.pose.at.x < 0.05f);
    rig_free(&r);
}

static void a_cube_is_lifted_carried_and_put_down(void **state) {
    struct rig r = rig_new(world_defaults(), &vector_model, 0, 0, 0, a_cube);
    rig_run(&r, 3);
    const struct motor_model *lift = &vector_model.motors[BODY_MOTOR_LIFT];
    rig_lift_cube(&r, 2, 2);
    assert_true(rig_truth(&r).cargo);
    assert_true(rig_where(&r, "cube").at.z > 0.045f);
    rig_wheels(&r, -0.05f, -0.05f);
    rig_run(&r, 2);
    float moved = rig_where(&r, "cube").at.x;
    assert_true(moved < 0.07f); // it came along
    rig_wheels(&r, 0, 0);
    rig_joint(&r, BODY_MOTOR_LIFT, lift->low_rad, 2, 3);
    rig_run(&r, 2);
    assert_false(rig_truth(&r).cargo);
    assert_true(m_abs(rig_where(&r, "cube").at.z) < 0.003f);
    rig_wheels(&r, -0.06f, -0.06f);
    rig_run(&r, 1);
    assert_true(rig_where(&r, "cube").at.x - rig_truth(&r).pose.at.x > 0.08f); // and stays behind
    rig_free(&r);
}

static void a_blocked_head_stalls_and_is_protected(void **state) {
    struct rig r = rig_new(world_defaults(), &vector_model, 0, 0, 0, NULL);
    rig_run(&r, 3);
    rig_joint(&r, BODY_MOTOR_HEAD, 0, 0, 1);
    rig_run(&r, 1);
    DO(&r, WORLD_DEFECT, defect, strcpy(v->what, "vector"), v->kind = WORLD_DEFECT_KIND_HEAD_BLOCKED);
    rig_joint(&r, BODY_MOTOR_HEAD, 0.6f, 0, 2);
    rig_run(&r, 2);
    assert_true(m_abs(rig_truth(&r).head_rad) < 0.05f);
    assert_true(r.status_ever & BODY_STATUS_MOTORS_STALLED);
    assert_true(r.in.senses.joints[BODY_MOTOR_HEAD].load < 0.2f);
    rig_run(&r, 30); // long enough to burn an unprotected motor
    DO(&r, WORLD_DEFECT, defect, strcpy(v->what, "vector"), v->kind = WORLD_DEFECT_KIND_HEAD_BLOCKED,
       v->on = false);
    rig_run(&r, 3);
    assert_true(m_abs(rig_truth(&r).head_rad - 0.6f) < 0.05f);
    rig_free(&r);
}

static void slipping_treads_lie(void **state) {
    struct rig r = rig_new(world_defaults(), &vector_model, 0, 0, 0, NULL);
    rig_run(&r, 3);
    DO(&r, WORLD_DEFECT, defect, strcpy(v->what, "vector"), v->kind = WORLD_DEFECT_KIND_TREAD_SLIPS,
       v->which = 0, v->amount = 0.95f);
    rig_wheels(&r, 0.15f, 0.15f);
    rig_run(&r, 2);
    assert_true(m_abs(quat_heading(rig_truth(&r).pose.turn)) > 0.1f); // it veers to the weak side
    rig_free(&r);
}

static void hands_lift_shake_tip_and_right_it(void **state) {
    for (int m = 0; m < 2; m++) {
        struct rig r = rig_new(world_defaults(), MODELS[m], 0, 0, 0, NULL);
        const char *name = MODELS[m]->creature;
        rig_run(&r, 3);
        assert_false(r.status_now & BODY_STATUS_PICKED_UP);
        assert_int_equal(r.in.senses.attitude, BODY_ATTITUDE_ON_TREADS);
        DO(&r, WORLD_PICK_UP, pick_up, strcpy(v->what, name));
        rig_run(&r, 2.5f);
        assert_true(rig_truth(&r).held && rig_truth(&r).pose.at.z > 0.15f);
        assert_true(r.status_now & BODY_STATUS_PICKED_UP);
        assert_true(r.status_now & BODY_STATUS_HELD);
        DO(&r, WORLD_PUT_DOWN, put_down, strcpy(v->what, name));
        rig_run(&r, 4);
        assert_false(r.status_now & BODY_STATUS_PICKED_UP);
        assert_true(m_abs(rig_truth(&r).pose.at.z) < 0.003f);
        rig_forget(&r);
        DO(&r, WORLD_TIP, tip, strcpy(v->what, name), v->direction_deg = 90); // onto its left
        rig_run(&r, 4);
        assert_int_equal(r.in.senses.attitude, BODY_ATTITUDE_ON_LEFT_SIDE);
        DO(&r, WORLD_RIGHT, right, strcpy(v->what, name));
        rig_run(&r, 4);
        assert_int_equal(r.in.senses.attitude, BODY_ATTITUDE_ON_TREADS);
        rig_forget(&r);
        DO(&r, WORLD_PICK_UP, pick_up, strcpy(v->what, name), v->height_m = 0.3f);
        rig_run(&r, 2);
        DO(&r, WORLD_DROP, drop, strcpy(v->what, name));
        rig_run(&r, 3);
        assert_true(r.status_ever & BODY_STATUS_FALLING);
        rig_free(&r);
    }
}

static void a_book(struct rig *r) {
    plain_table(r);
    DO(r, WORLD_BOX, box, strcpy(v->name, "book"), v->x_m = 0.12f, v->height_m = 0.05f, v->mass_kg = 0);
    DO(r, WORLD_CUBE, cube, strcpy(v->name, "cube"), v->x_m = -0.15f);
}

static struct rig on_the_table(const struct body_model *model) {
    struct rig r = rig_new(high_up(), model, 0, 0, 0.5f, a_book);
    rig_run(&r, 3);
    rig_forget(&r);
    return r;
}

// As a finger on a screen leads it: a new place twenty times a second.
static void a_carrying_hand_is_smooth_and_felt(void **state) {
    for (int m = 0; m < 2; m++) {
        struct rig r = on_the_table(MODELS[m]);
        const char *name = MODELS[m]->creature;
        float highest = 0, lowest_over = 1, fastest = 0, jerk = 0;
        struct vec3 last = rig_truth(&r).pose.at, pace = {0};
        for (int i = 0; i < 60; i++) {
            DO(&r, WORLD_CARRY, carry, strcpy(v->what, name), v->x_m = m_min(0.004f * (float)i, 0.2f));
            rig_tick(&r);
            struct vec3 at = rig_truth(&r).pose.at, now = vec3_scale(vec3_sub(at, last), 1 / 0.033f);
            highest = m_max(highest, at.z);
            if (m_abs(at.x - 0.12f) < 0.02f) lowest_over = m_min(lowest_over, at.z);
            fastest = m_max(fastest, vec3_length(now));
            jerk = m_max(jerk, vec3_length(vec3_sub(now, pace)) / 0.033f);
            last = at, pace = now;
        }
        print_message("# %s: %.0f mm/s, %.1f m/s2, %.0f mm high\n", name, (double)fastest * 1000,
                      (double)jerk, (double)highest * 1000);
        assert_true(r.status_ever & BODY_STATUS_PICKED_UP);
        assert_false(r.status_ever & (BODY_STATUS_FALLING | BODY_STATUS_POKED));
        assert_true(lowest_over > 0.06f); // over what is in the way
        assert_true(highest < 0.13f && fastest < 1.3f && jerk < 6);
        assert_true(m_abs(last.x - 0.2f) < 0.01f);
        assert_true(m_abs(angle_wrap(quat_heading(rig_truth(&r).pose.turn) - 0.5f)) <
                    0.05f); // turned as it was
        // Put down somewhere else: carried there first, then lowered.
        DO(&r, WORLD_PUT_DOWN, put_down, strcpy(v->what, name), v->here = false, v->x_m = -0.05f,
           v->y_m = 0.1f, v->seconds = 0.4f);
        rig_run(&r, 0.1f);
        assert_true(rig_truth(&r).pose.at.z > 0.05f);
        rig_run(&r, 3);
        struct vec3 at = rig_truth(&r).pose.at;
        assert_true(m_hypot(at.x + 0.05f, at.y - 0.1f) < 0.005f && m_abs(at.z) < 0.003f);
        assert_false(r.status_now & BODY_STATUS_PICKED_UP);
        // One flick: taken and put down in one breath.
        rig_forget(&r);
        DO(&r, WORLD_CARRY, carry, strcpy(v->what, name), v->x_m = 0, v->y_m = 0.1f);
        DO(&r, WORLD_PUT_DOWN, put_down, strcpy(v->what, name), v->here = false, v->y_m = 0.1f);
        rig_run(&r, 3);
        assert_true(r.status_ever & BODY_STATUS_PICKED_UP);
        assert_true(m_abs(rig_truth(&r).pose.at.x) < 0.005f);
        // Beyond the edge it stays as high as it was, and is then lowered to the floor: not dropped.
        rig_forget(&r);
        for (int i = 0; i < 40; i++) {
            DO(&r, WORLD_CARRY, carry, strcpy(v->what, name), v->x_m = 0.4f, v->y_m = 0.1f);
            rig_tick(&r);
        }
        assert_true(rig_truth(&r).pose.at.z > 0.04f);
        DO(&r, WORLD_PUT_DOWN, put_down, strcpy(v->what, name), v->here = false, v->x_m = 0.4f,
           v->y_m = 0.1f);
        rig_run(&r, 3);
        assert_true(m_abs(rig_truth(&r).pose.at.z + 0.7f) < 0.003f);
        assert_false(r.status_ever & BODY_STATUS_FALLING);
        rig_free(&r);
    }
}

// While time stands still it is dragged over a book and back and put down further on: there at once for
// whoever looks. When time goes on it feels the hand, and stands where it was put.
static void carried_while_time_stands_still_it_feels_it_afterwards(void **state) {
    for (int m = 0; m < 2; m++) {
        struct rig r = on_the_table(MODELS[m]);
        const char *name = MODELS[m]->creature;
        uint64_t stands_us = world_now_us(r.world);
        for (int i = 0; i < 40; i++) {
            float x = 0.01f * (float)(i < 20 ? i : 36 - i);
            DO(&r, WORLD_CARRY, carry, strcpy(v->what, name), v->x_m = x, v->y_m = 0.02f, v->at_once = true);
            struct vec3 at = rig_truth(&r).pose.at;
            assert_true(m_hypot(at.x - x, at.y - 0.02f) < 0.001f && at.z > 0.05f && at.z < 0.13f);
        }
        DO(&r, WORLD_PUT_DOWN, put_down, strcpy(v->what, name), v->here = false, v->x_m = -0.03f,
           v->y_m = 0.02f, v->heading_deg = m_degrees(0.5f), v->seconds = 0.5f);
        assert_int_equal(world_now_us(r.world), stands_us);
        rig_run(&r, 3); // time goes on
        assert_true(r.status_ever & BODY_STATUS_PICKED_UP);
        assert_false(r.status_ever & (BODY_STATUS_FALLING | BODY_STATUS_POKED));
        assert_false(r.status_now & BODY_STATUS_PICKED_UP);
        struct pose stands = rig_truth(&r).pose;
        assert_true(m_hypot(stands.at.x + 0.03f, stands.at.y - 0.02f) < 0.005f &&
                    m_abs(stands.at.z) < 0.003f);
        assert_true(m_abs(angle_wrap(quat_heading(stands.turn) - 0.5f)) < 0.05f);
        // Held when time goes on, it hangs there until somebody puts it down; and a hand that moves on is an
        // arm again.
        DO(&r, WORLD_CARRY, carry, strcpy(v->what, name), v->x_m = -0.03f, v->y_m = 0.05f, v->at_once = true);
        rig_run(&r, 2);
        assert_true(rig_truth(&r).pose.at.z > 0.05f);
        DO(&r, WORLD_CARRY, carry, strcpy(v->what, name), v->x_m = -0.03f, v->y_m = 0.15f);
        rig_run(&r, 0.05f);
        assert_true(rig_truth(&r).pose.at.y < 0.1f);
        rig_free(&r);
    }
}

static void a_poke_is_felt_and_driving_is_none(void **state) {
    struct rig r = rig_new(world_defaults(), &vector_model, 0, 0, 0, NULL);
    rig_run(&r, 3);
    rig_forget(&r);
    rig_wheels(&r, 0.1f, 0.1f);
    rig_run(&r, 2);
    rig_wheels(&r, -0.1f, 0.1f);
    rig_run(&r, 2);
    rig_wheels(&r, 0, 0);
    rig_run(&r, 2);
    assert_false(r.status_ever & (BODY_STATUS_POKED | BODY_STATUS_PICKED_UP | BODY_STATUS_FALLING));
    for (int way = 0; way < 4; way++) {
        rig_forget(&r);
        DO(&r, WORLD_POKE, poke, strcpy(v->what, "vector"), v->direction_deg = 90.0f * (float)way);
        rig_run(&r, 2);
        if (!(r.status_ever & BODY_STATUS_POKED)) fail_msg("a poke from %d degrees was not felt", way * 90);
        assert_false(r.status_now & BODY_STATUS_PICKED_UP);
    }
    rig_free(&r);
}

static void petting_is_felt_and_drift_is_none(void **state) {
    struct rig r = rig_new(world_defaults(), &vector_model, 0, 0, 0, NULL);
    rig_run(&r, 120);
    assert_false(r.status_ever & BODY_STATUS_TOUCHED);
    DO(&r, WORLD_PET, pet, strcpy(v->what, "vector"), v->seconds = 3);
    rig_run(&r, 2);
    assert_true(r.status_now & BODY_STATUS_TOUCHED);
    rig_run(&r, 3);
    assert_false(r.status_now & BODY_STATUS_TOUCHED);
    DO(&r, WORLD_PRESS, press, strcpy(v->what, "vector"));
    rig_tick(&r);
    assert_true(r.status_now & BODY_STATUS_BUTTON);
    rig_run(&r, 1);
    assert_false(r.status_now & BODY_STATUS_BUTTON);
    rig_free(&r);
}

static void a_wall(struct rig *r) { DO(r, WORLD_WALL, wall, v->x_m = 0.2f + 0.012f + 0.005f); }
static void range_is_truth_within_its_noise(void **state) {
    struct rig r = rig_new(world_defaults(), &vector_model, 0, 0, 0, a_wall);
    rig_run(&r, 3);
    rig_joint(&r, BODY_MOTOR_LIFT, vector_model.motors[BODY_MOTOR_LIFT].low_rad, 0, 1);
    rig_run(&r, 1);
    rig_forget(&r);
    rig_run(&r, 2);
    assert_true(r.range_valid && m_abs(r.range_m - 0.2f) < 0.012f);
    assert_in_range(r.ranges, 8, 14); // five a second at rest
    rig_joint(&r, BODY_MOTOR_LIFT, 0.05f, 0, 2);
    rig_run(&r, 1);
    assert_false(r.range_valid); // the lift hangs before it
    rig_free(&r);
}

TESTS(cmocka_unit_test(a_square_ends_where_it_began_and_it_knows_where_it_is),
      cmocka_unit_test(driving_off_the_edge_is_cliff_fall_and_impact),
      cmocka_unit_test(it_stops_at_the_edge_when_told), cmocka_unit_test(a_cube_is_pushed),
      cmocka_unit_test(a_cube_is_lifted_carried_and_put_down),
      cmocka_unit_test(a_blocked_head_stalls_and_is_protected), cmocka_unit_test(slipping_treads_lie),
      cmocka_unit_test(hands_lift_shake_tip_and_right_it),
      cmocka_unit_test(a_carrying_hand_is_smooth_and_felt),
      cmocka_unit_test(carried_while_time_stands_still_it_feels_it_afterwards),
      cmocka_unit_test(a_poke_is_felt_and_driving_is_none),
      cmocka_unit_test(petting_is_felt_and_drift_is_none), cmocka_unit_test(range_is_truth_within_its_noise))
