// What breaks and what is done to things: every fault that can be injected, a motor that is not protected,
// and a cube that is rolled, tipped, stacked, carried and taken.
#include "rig.h"
#include "support/support.h"

#include "world/panel.h"

static const char *V = "vector";

static void broken(struct rig *r, enum world_defect_kind kind, uint8_t which, float amount, bool on) {
    DO(r, WORLD_DEFECT, defect, strcpy(v->what, V), v->kind = (uint8_t)kind, v->which = which,
       v->amount = amount, v->on = on);
}

// ----------------------------------------------------------------------------- each fault, and that it heals

static uint16_t next_tag = 1;

static float head_after(struct rig *r, float wanted) {
    rig_joint(r, BODY_MOTOR_HEAD, wanted, 0, ++next_tag);
    rig_run(r, 1.5f);
    return rig_truth(r).head_rad;
}
static bool head_blocked(struct rig *r) {
    float from = rig_truth(r).head_rad, to = from > 0.2f ? 0 : 0.5f;
    return m_abs(head_after(r, to) - to) > 0.1f;
}
static bool lift_blocked(struct rig *r) {
    float from = rig_truth(r).lift_rad, to = from > 0.2f ? -0.2f : 0.5f;
    rig_joint(r, BODY_MOTOR_LIFT, to, 0, ++next_tag);
    rig_run(r, 1.5f);
    return m_abs(rig_truth(r).lift_rad - to) > 0.1f;
}
static bool tread_stuck(struct rig *r) {
    rig_wheels(r, 0.05f, 0.05f);
    rig_run(r, 1);
    bool stuck = m_abs(rig_truth(r).left_mps) < 0.002f && m_abs(rig_truth(r).right_mps) > 0.01f;
    rig_wheels(r, 0, 0);
    rig_run(r, 0.5f);
    return stuck;
}
// Odometry by the encoders is longer than the way.
static bool tread_slips(struct rig *r) {
    struct vec3 from = rig_truth(r).pose.at;
    float counted = 0;
    rig_wheels(r, 0.06f, 0.06f);
    for (int i = 0; i < 60; i++) {
        rig_tick(r);
        counted += r->in.senses.motion[0].left_mps * 0.033f;
    }
    float way = vec3_length(vec3_sub(rig_truth(r).pose.at, from));
    rig_wheels(r, -0.06f, -0.06f);
    rig_run(r, 2);
    rig_wheels(r, 0, 0);
    rig_run(r, 0.5f);
    return counted > 1.3f * way;
}
static uint32_t ear_bits(struct rig *r, int ear, bool or_not_and) {
    uint32_t bits = or_not_and ? 0 : 0xffff;
    r->out.command.wants |= BODY_WANT_SOUND;
    for (int i = 0; i < 4; i++) rig_tick(r);
    const int16_t *sound = r->in.sound ? (const int16_t *)(const void *)r->in.sound->bytes : NULL;
    for (uint32_t k = 0; sound && k < r->in.senses.sound[0].samples; k++) {
        uint16_t s = (uint16_t)sound[k * 4 + (uint32_t)ear];
        bits = or_not_and ? bits | s : bits & s;
    }
    return bits;
}
static bool ear_dead(struct rig *r) { return ear_bits(r, 2, true) == 0 && ear_bits(r, 1, true) != 0; }
static bool ear_stuck(struct rig *r) { return ear_bits(r, 1, false) == 0x400 && ear_bits(r, 2, false) == 0; }
static bool cell_weak(struct rig *r) { // it sags when something stalls
    rig_run(r, 0.2f);
    float before = rig_truth(r).battery_v;
    struct body_drive all = {.duty_count = 4, .duty = {0, 0, -32767, -32767}};
    for (int i = 0; i < 12; i++) world_drive(r->world, r->robot, &all), world_step(r->world);
    float sag = before - rig_truth(r).battery_v;
    rig_run(r, 1);
    return sag > 0.35f;
}
static bool button_stuck(struct rig *r) {
    rig_tick(r);
    return r->status_now & BODY_STATUS_BUTTON;
}
static bool cliff_dead(struct rig *r) {
    struct body_pins pins = {0};
    rig_tick(r);
    world_pins(r->world, r->robot, &pins);
    return pins.cliffs[3] == 0 && pins.cliffs[0] > 100 && r->in.senses.cliffs[3] < 0.05f;
}
static bool range_dead(struct rig *r) {
    rig_forget(r);
    rig_run(r, 1);
    return !r->ranges;
}
static bool touch_dead(struct rig *r) {
    DO(r, WORLD_PET, pet, strcpy(v->what, V), v->seconds = 1);
    rig_forget(r);
    rig_run(r, 0.9f);
    bool felt = r->status_ever & BODY_STATUS_TOUCHED;
    rig_run(r, 2);
    return !felt;
}
static bool imu_dead(struct rig *r) {
    struct body_pins pins = {0};
    rig_tick(r);
    world_pins(r->world, r->robot, &pins);
    for (uint32_t i = 0; i < pins.imu_count; i++)
        if (pins.imu[i].accel[2] || pins.imu[i].gyro[0]) return false;
    return pins.imu_count > 0;
}
static bool radio_deaf(struct rig *r) {
    rig_forget(r);
    rig_run(r, 3);
    return rig_count_radio(r, BODY_RADIO_KIND_SEEN) == 0;
}

static bool display_damaged(struct rig *r) { // a white display is not white all over
    static uint16_t pixels[184 * 96];
    struct raster raster = raster_over(pixels, 184, 96);
    raster_fill(&raster, raster_all(&raster), (struct rgb){255, 255, 255});
    panel_show(r->world, r->robot, &raster);
    for (int i = 0; i < 184 * 96; i++)
        if (pixels[i] != 0xffff) return true;
    return false;
}

static const struct {
    enum world_defect_kind kind;
    uint8_t which;
    float amount;
    bool (*shows)(struct rig *r);
} FAULTS[] = {
    {WORLD_DEFECT_KIND_HEAD_BLOCKED, 0, 1, head_blocked},
    {WORLD_DEFECT_KIND_LIFT_BLOCKED, 0, 1, lift_blocked},
    {WORLD_DEFECT_KIND_JOINT_STUCK, BODY_MOTOR_HEAD, 1, head_blocked},
    {WORLD_DEFECT_KIND_JOINT_STUCK, BODY_MOTOR_LEFT, 1, tread_stuck},
    {WORLD_DEFECT_KIND_TREAD_SLIPS, 0, 0.9f, tread_slips},
    {WORLD_DEFECT_KIND_MICROPHONE_DEAD, 2, 1, ear_dead},
    {WORLD_DEFECT_KIND_MICROPHONE_STUCK, 1, 1, ear_stuck},
    {WORLD_DEFECT_KIND_BATTERY_WEAK, 0, 1, cell_weak},
    {WORLD_DEFECT_KIND_BUTTON_STUCK, 0, 1, button_stuck},
    {WORLD_DEFECT_KIND_CLIFF_DEAD, 3, 1, cliff_dead},
    {WORLD_DEFECT_KIND_RANGE_DEAD, 0, 1, range_dead},
    {WORLD_DEFECT_KIND_TOUCH_DEAD, 0, 1, touch_dead},
    {WORLD_DEFECT_KIND_IMU_DEAD, 0, 1, imu_dead},
    {WORLD_DEFECT_KIND_RADIO_DEAF, 0, 1, radio_deaf},
    {WORLD_DEFECT_KIND_DISPLAY_LINE_DEAD, 95, 1, display_damaged},
    {WORLD_DEFECT_KIND_DISPLAY_LIGHT_DEAD, 1, 0.5f, display_damaged},
};

static void a_cube(struct rig *r) { DO(r, WORLD_CUBE, cube, strcpy(v->name, "cube"), v->x_m = 0.6f); }

static void every_fault_shows_and_heals(void **state) {
    // Shifted encoders have a test of their own, a Pleo's senses and a Vector's dead head theirs elsewhere.
    uint32_t kinds = 1u << WORLD_DEFECT_KIND_ENCODER_SHIFTED | 1u << WORLD_DEFECT_KIND_INFRARED_DEAD |
                     1u << WORLD_DEFECT_KIND_TAG_READER_DEAD | 1u << WORLD_DEFECT_KIND_HEAD_DEAD;
    for (size_t i = 0; i < sizeof FAULTS / sizeof *FAULTS; i++) {
        struct rig r = rig_new(world_defaults(), &vector_model, 0, 0, 0, a_cube);
        rig_run(&r, 3);
        kinds |= 1u << FAULTS[i].kind;
        const char *name = world_defect_kind_name(FAULTS[i].kind);
        if (FAULTS[i].shows(&r)) fail_msg("%s: shows without the fault", name);
        broken(&r, FAULTS[i].kind, FAULTS[i].which, FAULTS[i].amount, true);
        if (!FAULTS[i].shows(&r)) fail_msg("%s: does not show", name);
        broken(&r, FAULTS[i].kind, FAULTS[i].which, 1, false);
        rig_run(&r, 2);
        if (FAULTS[i].shows(&r)) fail_msg("%s: does not heal", name);
        rig_free(&r);
    }
    for (int kind = 0; world_defect_kind_name((enum world_defect_kind)kind); kind++)
        if (!(kinds >> kind & 1))
            fail_msg("no test breaks %s", world_defect_kind_name((enum world_defect_kind)kind));
}

// It goes where it should not, until it is told to learn anew where it is, or what it counts cannot be.
static void a_shifted_encoder_is_found_out(void **state) {
    struct rig r = rig_new(world_defaults(), &vector_model, 0, 0, 0, NULL);
    rig_run(&r, 3);
    assert_true(m_abs(head_after(&r, 0.1f) - 0.1f) < 0.03f);
    broken(&r, WORLD_DEFECT_KIND_ENCODER_SHIFTED, BODY_MOTOR_HEAD, 0.4f, true);
    float off = head_after(&r, 0.12f) - 0.12f;
    assert_true(m_abs(off) > 0.15f);
    r.out.command.orders = BODY_ORDER_CALIBRATE_HEAD;
    rig_run(&r, 3);
    float after = head_after(&r, 0.1f) - 0.1f;
    print_message("# %.2f rad off, %.3f when it has learnt anew\n", (double)off, (double)after);
    assert_true(m_abs(after) < 0.03f);
    head_after(&r, 0.5f);
    broken(&r, WORLD_DEFECT_KIND_ENCODER_SHIFTED, BODY_MOTOR_HEAD, 1,
           true); // half its range: further than any head looks up
    rig_run(&r, 4);
    assert_true(m_abs(head_after(&r, 0.1f) - 0.1f) < 0.03f);
    rig_free(&r);
}

// How many of each there are, by the robots' descriptions; of what there is one, only the first can break.
static void what_it_does_not_have_cannot_break(void **state) {
    static const struct body_model *const ROBOTS[] = {&vector_model, &cozmo_model, &pleo_model};
    static const struct {
        enum world_defect_kind kind;
        uint8_t many[3];
    } PARTS[] = {
        {WORLD_DEFECT_KIND_HEAD_BLOCKED, {1, 1, 1}},      {WORLD_DEFECT_KIND_LIFT_BLOCKED, {1, 1, 1}},
        {WORLD_DEFECT_KIND_JOINT_STUCK, {4, 4, 14}},      {WORLD_DEFECT_KIND_TREAD_SLIPS, {2, 2, 0}},
        {WORLD_DEFECT_KIND_MICROPHONE_DEAD, {4, 0, 2}},   {WORLD_DEFECT_KIND_MICROPHONE_STUCK, {4, 0, 2}},
        {WORLD_DEFECT_KIND_BATTERY_WEAK, {1, 1, 1}},      {WORLD_DEFECT_KIND_BUTTON_STUCK, {1, 1, 1}},
        {WORLD_DEFECT_KIND_CLIFF_DEAD, {4, 1, 0}},        {WORLD_DEFECT_KIND_RANGE_DEAD, {1, 1, 1}},
        {WORLD_DEFECT_KIND_IMU_DEAD, {1, 1, 1}},          {WORLD_DEFECT_KIND_RADIO_DEAF, {1, 1, 1}},
        {WORLD_DEFECT_KIND_ENCODER_SHIFTED, {4, 4, 14}},  {WORLD_DEFECT_KIND_DISPLAY_LINE_DEAD, {96, 64, 0}},
        {WORLD_DEFECT_KIND_DISPLAY_LIGHT_DEAD, {2, 0, 0}}};
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++)
        for (int k = 0; k < 3; k++) {
            struct rig r = rig_new(world_defaults(), ROBOTS[k], 0, 0, 0, NULL);
            struct fault fault = {0};
            struct world_message m = {.kind = WORLD_DEFECT};
            world_defect_defaults(&m.defect);
            strcpy(m.defect.what, ROBOTS[k]->creature);
            m.defect.kind = (uint8_t)PARTS[i].kind, m.defect.which = PARTS[i].many[k];
            if (!world_do(r.world, &m, &fault) || !fault.said[0])
                fail_msg("%s: %s %u was taken", ROBOTS[k]->creature, world_defect_kind_name(m.defect.kind),
                         m.defect.which);
            assert_int_equal(world_memory(r.world)->defects_count, 0);
            if (m.defect.which--)
                if (world_do(r.world, &m, &fault))
                    fail_msg("%s: %s %u was refused", ROBOTS[k]->creature,
                             world_defect_kind_name(m.defect.kind), m.defect.which);
            rig_free(&r);
        }
}

// ----------------------------------------------------------------------------- protection is worth something

static void a_motor_that_nobody_protects_burns(void **state) {
    struct rig r = rig_new(world_defaults(), &vector_model, 0, 0, 0, NULL);
    rig_run(&r, 3);
    broken(&r, WORLD_DEFECT_KIND_HEAD_BLOCKED, 0, 1, true);
    struct body_drive full = {.duty_count = 4, .duty = {0, 0, 0, 32767}};
    int steps = 0;
    const struct world_motor *head = &world_memory(r.world)->robots[0].motors[BODY_MOTOR_HEAD];
    for (; steps < 20 * 200 && !head->burnt; steps++)
        world_drive(r.world, r.robot, &full), world_step(r.world);
    print_message("# burnt after %.1f s of full stall\n", steps * 0.005);
    assert_in_range(steps, 10 * 200, 20 * 200);
    broken(&r, WORLD_DEFECT_KIND_HEAD_BLOCKED, 0, 1, false);
    float before = rig_truth(&r).head_rad;
    for (int i = 0; i < 400; i++) world_drive(r.world, r.robot, &full), world_step(r.world);
    assert_true(rig_truth(&r).head_rad == before); // for good
    rig_free(&r);
    // The same hindrance for ten minutes behind a brainstem: it lives.
    r = rig_new(world_defaults(), &vector_model, 0, 0, 0, NULL);
    rig_run(&r, 3);
    broken(&r, WORLD_DEFECT_KIND_HEAD_BLOCKED, 0, 1, true);
    rig_joint(&r, BODY_MOTOR_HEAD, 0.5f, 0, 1);
    rig_run(&r, 600);
    assert_true(r.status_now & BODY_STATUS_MOTORS_STALLED);
    float heat = world_memory(r.world)->robots[0].motors[BODY_MOTOR_HEAD].heat;
    print_message("# behind a brainstem its heat is %.1f of 13.3 after ten minutes\n", (double)heat);
    assert_true(heat < 7 && !world_memory(r.world)->robots[0].motors[BODY_MOTOR_HEAD].burnt);
    broken(&r, WORLD_DEFECT_KIND_HEAD_BLOCKED, 0, 1, false);
    rig_run(&r, 3);
    assert_true(m_abs(rig_truth(&r).head_rad - 0.5f) < 0.03f); // and goes where it was sent
    rig_free(&r);
}

// --------------------------------------------------------------------------------------- a cube in every way

static void two_cubes(struct rig *r) {
    DO(r, WORLD_CUBE, cube, strcpy(v->name, "a"), v->x_m = 0.2f, v->device = 1);
    DO(r, WORLD_CUBE, cube, strcpy(v->name, "b"), v->x_m = 0.2f, v->y_m = 0.15f, v->device = 2);
}

// Which of its axes looks up: 1 … 3 for x, y, z, negative when it looks down.
static int up_of(struct pose pose) {
    struct vec3 up = quat_apply(quat_inverse(pose.turn), vec3(0, 0, 1));
    float v[] = {up.x, up.y, up.z};
    for (int i = 0; i < 3; i++)
        if (m_abs(v[i]) > 0.98f) return v[i] > 0 ? i + 1 : -i - 1;
    return 0;
}

static void a_cube_is_tipped_rolled_stacked_and_thrown(void **state) {
    struct rig r = rig_new(world_defaults(), &vector_model, 0, 0, 0, two_cubes);
    rig_run(&r, 3);
    assert_int_equal(up_of(rig_where(&r, "a")), 3);
    // Tipped by a finger, four times: once round.
    int faces = 0;
    for (int i = 0; i < 4; i++) {
        DO(&r, WORLD_TIP, tip, strcpy(v->what, "a"), v->direction_deg = 0);
        rig_run(&r, 2);
        int up = up_of(rig_where(&r, "a"));
        if (!up) fail_msg("it stands on an edge");
        faces |= 1 << (up + 3);
        DO(&r, WORLD_RIGHT, right, strcpy(v->what, "a"));
        rig_run(&r, 2);
        assert_int_equal(up_of(rig_where(&r, "a")), 3);
    }
    assert_true(faces && !(faces & 1 << 6));
    // Rolled by blows against its upper edge.
    struct vec3 from = rig_where(&r, "b").at;
    int rolled = 0;
    for (int i = 0; i < 6; i++) {
        int before = up_of(rig_where(&r, "b"));
        DO(&r, WORLD_PUSH, push, strcpy(v->what, "b"), v->y_ns = 0.035f, v->height_m = 0.02f);
        rig_run(&r, 2);
        rolled += up_of(rig_where(&r, "b")) != before;
    }
    print_message("# rolled onto another face %d times in 6, %.0f mm\n", rolled,
                  (double)vec3_length(vec3_sub(rig_where(&r, "b").at, from)) * 1000);
    assert_true(rolled >= 3);
    // Stacked by a hand.
    DO(&r, WORLD_PLACE, place, strcpy(v->what, "b"), v->x_m = 0.3f, v->y_m = 0.3f, v->z_m = 0.0005f);
    DO(&r, WORLD_PICK_UP, pick_up, strcpy(v->what, "a"));
    rig_run(&r, 1.5f);
    DO(&r, WORLD_PUT_DOWN, put_down, strcpy(v->what, "a"), v->here = false, v->x_m = 0.3f, v->y_m = 0.3f);
    rig_run(&r, 60); // it stays there
    struct pose above = rig_where(&r, "a"), below = rig_where(&r, "b");
    assert_true(m_abs(above.at.z - below.at.z - 0.044f) < 0.001f && up_of(above) == 3);
    assert_true(m_hypot(above.at.x - below.at.x, above.at.y - below.at.y) < 0.003f);
    // What lay below is pulled away: it falls, and both rest on the floor.
    DO(&r, WORLD_PUSH, push, strcpy(v->what, "b"), v->x_ns = 0.1f);
    rig_run(&r, 4);
    assert_true(m_abs(rig_where(&r, "a").at.z - rig_where(&r, "b").at.z) < 0.03f);
    rig_free(&r);
}

// The robot itself: lifts one, drives, sets it on the other, and backs off.
static void a_robot_stacks_one_cube_on_another(void **state) {
    struct world_config config = world_defaults();
    struct rig r = rig_new(config, &vector_model, 0, 0, 0, NULL);
    DO(&r, WORLD_CUBE, cube, strcpy(v->name, "a"), v->x_m = 0.1f);
    DO(&r, WORLD_CUBE, cube, strcpy(v->name, "b"), v->x_m = 0.3f);
    rig_run(&r, 3);
    rig_lift_cube(&r, 1, 3);
    assert_true(rig_truth(&r).cargo);
    rig_wheels(&r, 0.04f, 0.04f);
    for (int i = 0; i < 300 && rig_where(&r, "a").at.x < rig_where(&r, "b").at.x - 0.002f; i++) rig_tick(&r);
    rig_wheels(&r, 0, 0);
    rig_run(&r, 0.5f);
    float lift_now = rig_truth(&r).lift_rad;
    for (int i = 0; i < 90 && rig_truth(&r).cargo; i++) {
        rig_joint(&r, BODY_MOTOR_LIFT, lift_now -= 0.012f, 1, (uint16_t)(10 + i));
        rig_tick(&r);
    }
    rig_run(&r, 1);
    assert_false(rig_truth(&r).cargo);
    rig_wheels(&r, -0.04f, -0.04f);
    rig_run(&r, 2);
    struct pose above = rig_where(&r, "a"), below = rig_where(&r, "b");
    print_message("# stacked %.1f mm aside, %.1f mm higher\n",
                  (double)m_hypot(above.at.x - below.at.x, above.at.y - below.at.y) * 1000,
                  (double)(above.at.z - below.at.z) * 1000);
    assert_true(m_abs(above.at.z - below.at.z - 0.044f) < 0.002f);
    assert_true(below.at.x - rig_truth(&r).pose.at.x > 0.08f); // it is gone, the tower stands
    rig_free(&r);
}

// The trick of these robots: the hooks come down on a cube's upper side and push the nose up.
static void a_wheelie_on_a_cube(void **state) {
    struct rig r = rig_new(world_defaults(), &vector_model, 0, 0, 0, NULL);
    DO(&r, WORLD_CUBE, cube, strcpy(v->name, "a"), v->x_m = 0.1f);
    rig_run(&r, 3);
    const struct motor_model *lift = &vector_model.motors[BODY_MOTOR_LIFT];
    rig_joint(&r, BODY_MOTOR_LIFT, lift->high_rad, 0, 1);
    rig_run(&r, 1.5f);
    rig_wheels(&r, 0.03f, 0.03f);
    rig_run(&r, 2.2f);
    rig_wheels(&r, 0, 0);
    rig_run(&r, 0.3f);
    float highest = 0, felt = 0;
    rig_joint(&r, BODY_MOTOR_LIFT, lift->low_rad, 0, 2);
    for (int i = 0; i < 30; i++) {
        rig_tick(&r);
        float roll, pitch, yaw;
        quat_to_euler(rig_truth(&r).pose.turn, &roll, &pitch, &yaw);
        highest = m_max(highest, -pitch), felt = m_max(felt, m_abs(r.in.senses.motion[0].pitch_rad));
    }
    print_message("# its nose came up by %.1f degrees, and it felt %.1f\n", (double)m_degrees(highest),
                  (double)m_degrees(felt));
    assert_true(m_degrees(highest) > 5 && m_degrees(felt) > 3);
    rig_joint(&r, BODY_MOTOR_LIFT, lift->high_rad, 0, 3);
    rig_run(&r, 3);
    assert_true(m_abs(rig_truth(&r).pose.at.z) < 0.003f); // and down again
    assert_int_equal(r.in.senses.attitude, BODY_ATTITUDE_ON_TREADS);
    rig_free(&r);
}

TESTS(cmocka_unit_test(every_fault_shows_and_heals), cmocka_unit_test(a_shifted_encoder_is_found_out),
      cmocka_unit_test(what_it_does_not_have_cannot_break),
      cmocka_unit_test(a_motor_that_nobody_protects_burns),
      cmocka_unit_test(a_cube_is_tipped_rolled_stacked_and_thrown),
      cmocka_unit_test(a_robot_stacks_one_cube_on_another), cmocka_unit_test(a_wheelie_on_a_cube))
