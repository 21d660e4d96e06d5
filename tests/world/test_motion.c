// What a body feels of its own motion and of hands, and what its measures say.
#include "support/support.h"

#include "bench_rig.h"

static void what_the_head_feels_is_told_for_the_body(void **state) {
    struct world_config config;
    quietly(&config);
    struct rig r = rig_new(config, &vector_model, 0, 0, 0, NULL);
    r.out.command.wants |= BODY_WANT_IMU;
    rig_run(&r, 3);
    for (int degrees = -20; degrees <= 40; degrees += 20) {
        rig_joint(&r, BODY_MOTOR_HEAD, m_radians((float)degrees), 0, (uint16_t)(100 + degrees));
        rig_run(&r, 1.5f);
        const struct body_imu *imu = &r.in.senses.imu[0];
        assert_true(r.in.senses.imu_count > 0);
        struct body_pins p = pins_of(&r);
        float raw_x = (float)p.imu[0].accel[0] * vector_model.imu.mps2_per_count;
        assert_true(m_abs(imu->accel_mps2[0]) < 0.15f && m_abs(imu->accel_mps2[2] - 9.81f) < 0.1f);
        assert_true(m_abs(raw_x - 9.81f * m_sin(m_radians((float)degrees))) <
                    0.2f); // in the head it is another direction
    }
    // Turning on the spot is turning about z, however the head is held.
    rig_wheels(&r, -0.05f, 0.05f);
    rig_run(&r, 1);
    struct world_truth t = rig_truth(&r);
    rig_tick(&r);
    float truth = angle_wrap(quat_heading(rig_truth(&r).pose.turn) - quat_heading(t.pose.turn)) / 0.033f;
    const struct body_imu *imu = &r.in.senses.imu[0];
    assert_true(m_abs(imu->gyro_radps[2] / truth - 1) < 0.15f && m_abs(imu->gyro_radps[0]) < 0.1f &&
                m_abs(imu->gyro_radps[1]) < 0.1f);
    rig_free(&r);
}

static void blows_bumps_and_shaking_are_told_apart(void **state) {
    struct rig r = rig_new(world_defaults(), &vector_model, 0, 0, 0, NULL);
    rig_run(&r, 3);
    rig_joint(&r, BODY_MOTOR_LIFT, vector_model.motors[BODY_MOTOR_LIFT].low_rad, 0, 1);
    rig_run(&r, 1);
    rig_forget(&r);
    DO(&r, WORLD_POKE, poke, strcpy(v->what, "vector"));
    rig_run(&r, 1);
    assert_true(r.status_ever & BODY_STATUS_POKED &&
                !(r.status_ever & (BODY_STATUS_BUMPED | BODY_STATUS_SHAKEN)));
    rig_joint(&r, BODY_MOTOR_LIFT, body_lift_rad(&vector_model, 0.080f), 0, 2);
    rig_run(&r, 1.5f);
    rig_forget(&r);
    DO(&r, WORLD_FIST_BUMP, fist_bump, strcpy(v->what, "vector"));
    rig_run(&r, 1);
    assert_true(r.status_ever & BODY_STATUS_BUMPED);
    rig_forget(&r);
    DO(&r, WORLD_POKE, poke, strcpy(v->what, "vector"), v->direction_deg = 90); // from the side it is none
    rig_run(&r, 1);
    assert_true(r.status_ever & BODY_STATUS_POKED && !(r.status_ever & BODY_STATUS_BUMPED));
    DO(&r, WORLD_PICK_UP, pick_up, strcpy(v->what, "vector"));
    rig_run(&r, 2);
    rig_forget(&r);
    rig_run(&r, 2);
    assert_true(r.status_ever & BODY_STATUS_HELD && !(r.status_ever & BODY_STATUS_SHAKEN));
    DO(&r, WORLD_SHAKE, shake, strcpy(v->what, "vector"), v->seconds = 2);
    rig_run(&r, 1);
    assert_true(r.status_now & BODY_STATUS_SHAKEN);
    rig_run(&r, 3);
    assert_false(r.status_now & BODY_STATUS_SHAKEN);
    rig_forget(&r);
    DO(&r, WORLD_DROP, drop, strcpy(v->what, "vector"));
    rig_run(&r, 0.25f);
    assert_true(r.status_ever & BODY_STATUS_FALLING);
    rig_free(&r);
}

static void who_falls_tucks_in_and_knows_again_how_he_lies(void **state) {
    struct rig r = rig_new(world_defaults(), &vector_model, 0, 0, 0, NULL);
    rig_run(&r, 4);
    assert_int_equal(r.in.senses.attitude, BODY_ATTITUDE_ON_TREADS);
    r.out.command.joints_count = 2;
    for (uint8_t i = 2; i < 4; i++)
        r.out.command.joints[i - 2] = (struct body_joint_target){
            .joint = i, .mode = BODY_JOINT_MODE_ANGLE, .angle_rad = 0.5f, .tag = i};
    rig_run(&r, 2);
    assert_true(rig_truth(&r).lift_m > 0.07f && rig_truth(&r).head_rad > 0.4f);
    DO(&r, WORLD_PICK_UP, pick_up, strcpy(v->what, "vector"), v->height_m = 0.6f);
    rig_run(&r, 2);
    assert_true(rig_truth(&r).lift_m > 0.07f); // being held is no fall
    rig_forget(&r);
    DO(&r, WORLD_DROP, drop, strcpy(v->what, "vector"));
    rig_run(&r, 0.33f);
    assert_true(r.status_ever & BODY_STATUS_FALLING && r.attitudes & 1u << BODY_ATTITUDE_FALLING);
    assert_true(rig_truth(&r).lift_m < 0.055f &&
                rig_truth(&r).head_rad < 0); // on its way down before it lands
    rig_run(&r, 3);
    assert_true(rig_truth(&r).lift_m < 0.036f && rig_truth(&r).head_rad < -0.3f);
    DO(&r, WORLD_RIGHT, right, strcpy(v->what, "vector"));
    rig_run(&r, 3);
    assert_int_equal(r.in.senses.attitude, BODY_ATTITUDE_ON_TREADS);
    assert_false(r.status_now & (BODY_STATUS_FALLING | BODY_STATUS_PICKED_UP));
    r.out.command.joints[0].tag = 7; // and it obeys again
    rig_run(&r, 2);
    assert_true(rig_truth(&r).lift_m > 0.07f);
    rig_free(&r);
}

static void a_lift_has_a_height_for_each_angle(void **state) {
    const struct body_model *m = &vector_model;
    assert_true(m_abs(body_lift_m(m, m->motors[BODY_MOTOR_LIFT].low_rad) - 0.032f) < 2e-4f);
    assert_true(m_abs(body_lift_m(m, m->motors[BODY_MOTOR_LIFT].high_rad) - 0.092f) < 2e-4f);
    for (float h = 0.033f; h < 0.092f; h += 0.001f)
        assert_true(m_abs(body_lift_m(m, body_lift_rad(m, h)) - h) < 1e-5f);
    assert_true(body_lift_rad(m, 1) <= m->motors[BODY_MOTOR_LIFT].high_rad);
    assert_true(body_lift_rad(m, -1) >= m->motors[BODY_MOTOR_LIFT].low_rad);
    assert_true(body_lift_rad(&pleo_model, 0.05f) == 0);
}

static void two_treads_turn_as_their_distance_says(void **state) {
    struct world_config config;
    quietly(&config);
    static const float WAYS[][2] = {{0.05f, 0.05f}, {-0.04f, 0.04f}, {0.03f, 0.06f}, {0.08f, 0.02f}};
    for (int i = 0; i < 4; i++) {
        struct rig r = rig_new(config, &vector_model, 0, 0, 0, NULL);
        rig_run(&r, 3);
        rig_wheels(&r, WAYS[i][0], WAYS[i][1]);
        rig_run(&r, 1);
        struct world_truth a = rig_truth(&r);
        rig_run(&r, 1);
        struct world_truth b = rig_truth(&r);
        float seconds = 31 * 0.033f,
              turn = angle_wrap(quat_heading(b.pose.turn) - quat_heading(a.pose.turn)) / seconds;
        float expect = (WAYS[i][1] - WAYS[i][0]) / vector_model.track_m;
        // Skidding treads turn less than wheels would, never more.
        if (expect == 0)
            assert_true(m_abs(turn) < 0.02f);
        else
            assert_true(turn / expect > 0.80f && turn / expect < 1.03f);
        float way = m_hypot(b.pose.at.x - a.pose.at.x, b.pose.at.y - a.pose.at.y),
              speed = (WAYS[i][0] + WAYS[i][1]) / 2;
        if (expect == 0) assert_true(m_abs(way / seconds / speed - 1) < 0.03f);
        rig_free(&r);
    }
}

TESTS(cmocka_unit_test(what_the_head_feels_is_told_for_the_body),
      cmocka_unit_test(blows_bumps_and_shaking_are_told_apart),
      cmocka_unit_test(who_falls_tucks_in_and_knows_again_how_he_lies),
      cmocka_unit_test(a_lift_has_a_height_for_each_angle),
      cmocka_unit_test(two_treads_turn_as_their_distance_says))
