// A Pleo under a brainstem: its joints go where a command says.
#include "support/support.h"

#include "bench_rig.h"
#include "border/body_model.h"

static void joints_go_where_a_command_says(void **state) {
    struct rig r = rig_new(world_defaults(), &pleo_model, 0, 0, 0, NULL);
    rig_run(&r, 0.5f);
    assert_int_equal(r.in.senses.joints_count, 14);
    for (int i = 0; i < 14; i++)
        assert_true(m_abs(r.in.senses.joints[i].angle_rad) < 0.03f); // known from the start
    static const struct {
        uint8_t joint;
        float degrees;
    } GOALS[] = {{12, -40}, {11, 30}, {13, -60}, {9, 60}, {10, -45}, {8, 10}};
    r.out.command.joints_count = 6;
    for (uint16_t i = 0; i < 6; i++)
        r.out.command.joints[i] = (struct body_joint_target){.joint = GOALS[i].joint,
                                                             .mode = BODY_JOINT_MODE_ANGLE,
                                                             .angle_rad = m_radians(GOALS[i].degrees),
                                                             .tag = (uint16_t)(i + 1)};
    rig_run(&r, 5);
    for (int i = 0; i < 6; i++) {
        float is = robot(&r)->motors[GOALS[i].joint].angle;
        if (m_abs(is - m_radians(GOALS[i].degrees)) > 0.03f)
            fail_msg("joint %u: %.1f instead of %.1f degrees", GOALS[i].joint, (double)m_degrees(is),
                     (double)GOALS[i].degrees);
        assert_true(m_abs(r.in.senses.joints[GOALS[i].joint].angle_rad - is) < 0.01f);
    }
    // Wheels and paths are nothing to it.
    rig_wheels(&r, 0.1f, 0.1f);
    rig_run(&r, 1);
    struct world_truth t = rig_truth(&r);
    assert_true(m_hypot(t.pose.at.x, t.pose.at.y) < 0.01f);
    DO(&r, WORLD_PET, pet, strcpy(v->what, "pleo"), v->spot = 5);
    rig_run(&r, 0.2f);
    assert_int_equal(r.in.senses.touches_count, 12);
    for (int i = 0; i < 12; i++) assert_int_equal(r.in.senses.touches[i].touched, i == 5);
    DO(&r, WORLD_PICK_UP, pick_up, strcpy(v->what, "pleo"));
    rig_run(&r, 2);
    assert_true(r.status_now & BODY_STATUS_PICKED_UP);
    rig_free(&r);
}

// As published for the first Pleo: ranges and speeds, where there are any; torques are chosen, legs the
// strongest.
static void a_pleo_s_joints_are_as_published(void **state) {
    static const struct {
        const char *name;
        float low_deg, high_deg, speed_deg, stall_nm;
    } JOINTS[] = {{"right_shoulder", -30, 55, 30, 1.5f}, {"right_elbow", 0, 90, 70, 0.8f},
                  {"left_shoulder", -30, 55, 30, 1.5f},  {"left_elbow", 0, 90, 70, 0.8f},
                  {"left_hip", -45, 40, 40, 1.5f},       {"left_knee", -70, 0, 50, 0.8f},
                  {"right_hip", -45, 40, 40, 1.5f},      {"right_knee", -70, 0, 50, 0.8f},
                  {"torso", -15, 15, 20, 0.8f},          {"tail_horizontal", -90, 90, 200, 0.1f},
                  {"tail_vertical", -90, 90, 200, 0.1f}, {"neck_horizontal", -65, 55, 40, 0.3f},
                  {"neck_vertical", -75, 75, 40, 0.3f},  {"head", -80, 85, 220, 0.1f}};
    assert_int_equal(pleo_model.motor_count, 14);
    for (int i = 0; i < 14; i++) {
        const struct motor_model *m = &pleo_model.motors[i];
        float got[] = {m_degrees(m->low_rad), m_degrees(m->high_rad), m_degrees(m->speed_max_radps),
                       m->stall_nm},
              wanted[] = {JOINTS[i].low_deg, JOINTS[i].high_deg, JOINTS[i].speed_deg, JOINTS[i].stall_nm};
        assert_string_equal(pleo_model.motor_names[i], JOINTS[i].name);
        for (int k = 0; k < 4; k++)
            if (!(m_abs(got[k] - wanted[k]) < 0.001f))
                fail_msg("%s: %g, not %g", JOINTS[i].name, (double)got[k], (double)wanted[k]);
    }
}

// How far a joint that nobody drives was bent while he was in the hand, in degrees.
static float turn(struct rig *r, float tipped_deg, bool row) {
    float before[8] = {0}, bent = 0;
    DO(r, WORLD_TIP, tip, strcpy(v->what, "pleo"), v->direction_deg = tipped_deg);
    for (int step = 0; step < 650; step++) {
        for (int i = 0; i < 8 && step == 400; i++) before[i] = robot(r)->motors[i].angle;
        if (step == 400) DO(r, WORLD_RIGHT, right, strcpy(v->what, "pleo"));
        struct body_drive drive = {.duty_count = 14};
        for (int i = 0; i < 8 && row; i++)
            drive.duty[i] = (step + 60 * (i / 2)) / 120 % 2 ? INT16_MAX : -INT16_MAX;
        world_drive(r->world, 1, &drive);
        world_step(r->world);
        assert_true(robot(r)->powered);
        assert_true(robot(r)->battery.current_a < 10);
        for (int i = 0; i < 8; i++) {
            assert_false(robot(r)->motors[i].burnt);
            if (step > 400 && step < 600) bent = m_max(bent, m_abs(robot(r)->motors[i].angle - before[i]));
        }
    }
    assert_true(quat_apply(rig_truth(r).pose.turn, vec3(0, 0, 1)).z > 0.8f);
    return m_degrees(bent);
}

// The hand goes over the ground with his legs and presses none of them into it.
static void a_hand_sets_upright_what_lies_and_rows(void **state) {
    struct rig r = rig_new(world_defaults(), &pleo_model, 0, 0, 0, NULL);
    for (int side = -1; side <= 1; side += 2) assert_true(turn(&r, 90 * (float)side, false) < 5);
    for (int side = 0; side < 4; side++) turn(&r, side % 2 ? 90 : -90, true);
    rig_free(&r);
}

// A motor that is turned against its will much faster than it turns by itself neither burns nor opens the
// battery's pack, which nobody closes again.
static void a_rough_hand_does_not_cost_him_his_power(void **state) {
    struct rig r = rig_new(world_defaults(), &pleo_model, 0, 0, 0, NULL);
    for (int way = -1; way <= 1; way += 2) {
        DO(&r, WORLD_BEND, bend, strcpy(v->what, "pleo"), v->joint = 0, v->angle_deg = 40 * (float)way,
           v->seconds = 0.2f);
        for (int step = 0; step < 60; step++) {
            world_drive(r.world, 1,
                        &(struct body_drive){.duty_count = 14, .duty = {(int16_t)(-way * INT16_MAX)}});
            world_step(r.world);
            assert_true(robot(&r)->battery.current_a < 2);
        }
    }
    assert_true(robot(&r)->powered);
    assert_false(robot(&r)->motors[0].burnt);
    rig_free(&r);
}

TESTS(cmocka_unit_test(a_pleo_s_joints_are_as_published),
      cmocka_unit_test(a_hand_sets_upright_what_lies_and_rows),
      cmocka_unit_test(a_rough_hand_does_not_cost_him_his_power),
      cmocka_unit_test(joints_go_where_a_command_says))
