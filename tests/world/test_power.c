// Power and what saves it: the charger's path, an empty cell, gates, warmth, self-test, sleepy encoders.
#include "support/support.h"

#include "bench_rig.h"

// ------------------------------------------------------------------------------------------------ power

static void charger_behind(struct rig *r) {
    DO(r, WORLD_CHARGER, charger, strcpy(v->name, "charger"), v->x_m = -0.010f, v->heading_deg = 180);
}

// Onto its charger by hand: there the pads meet.
static bool docked(struct rig *r) {
    for (int mm = 0; mm < 40; mm++) {
        DO(r, WORLD_PLACE, place, strcpy(v->what, "vector"), v->x_m = -0.020f - (float)mm * 0.001f,
           v->z_m = 0.012f, v->pitch_deg = 10);
        steps(r, 40);
        if (robot(r)->contact) return true;
    }
    return false;
}

static void the_power_path_protects(void **state) {
    struct world_config config;
    quietly(&config);
    struct rig r = rig_new(config, &vector_model, 0.15f, 0, 0, charger_behind);
    DO(&r, WORLD_BATTERY, battery, strcpy(v->what, "vector"), v->charge = 0.5f);
    if (!docked(&r)) fail_msg("it does not reach the pads");
    steps(&r, 40);
    struct body_pins p = pins_of(&r);
    assert_true(p.flags & BODY_PIN_FLAG_CHARGING && p.current_ma < -300);
    assert_true(p.current_ma >= -1050); // about 1 A goes in, and no more
    // The wrong way round, and too much of it: nothing flows, nothing breaks.
    DO(&r, WORLD_SUPPLY, supply, strcpy(v->what, "charger"), v->powered = true, v->reversed = true);
    steps(&r, 40);
    assert_true(!(pins_of(&r).flags & (BODY_PIN_FLAG_CHARGING | BODY_PIN_FLAG_CHARGER_CONTACT)));
    DO(&r, WORLD_SUPPLY, supply, strcpy(v->what, "charger"), v->powered = true, v->supply_v = 9);
    steps(&r, 40);
    p = pins_of(&r);
    assert_true(!(p.flags & BODY_PIN_FLAG_CHARGING) && p.current_ma > 0);
    assert_true(p.charger > 4 * 2048 / 2.8); // it is measured, all the same
    DO(&r, WORLD_SUPPLY, supply, strcpy(v->what, "charger"), v->powered = true);
    steps(&r, 40);
    assert_true(pins_of(&r).flags & BODY_PIN_FLAG_CHARGING);
    // A weak supply gives what it has.
    DO(&r, WORLD_SUPPLY, supply, strcpy(v->what, "charger"), v->powered = true, v->supply_a = 0.45f);
    steps(&r, 40);
    assert_true(pins_of(&r).flags & BODY_PIN_FLAG_CHARGING && pins_of(&r).current_ma > -200);
    // Heat stops it above 50 degrees, and it goes on below 45.
    DO(&r, WORLD_SUPPLY, supply, strcpy(v->what, "charger"), v->powered = true);
    DO(&r, WORLD_TEMPERATURE, temperature, v->celsius = 60);
    int minutes = 0;
    while (!(pins_of(&r).flags & BODY_PIN_FLAG_BATTERY_HOT) && minutes < 60) steps(&r, 12000), minutes++;
    DO(&r, WORLD_BATTERY, battery, strcpy(v->what, "vector"), v->charge = 0.3f);
    steps(&r, 40);
    p = pins_of(&r);
    assert_true(p.cell_c >= 50 && !(p.flags & BODY_PIN_FLAG_CHARGING));
    DO(&r, WORLD_TEMPERATURE, temperature, v->celsius = 20);
    int low = 100;
    for (minutes = 0; !(pins_of(&r).flags & BODY_PIN_FLAG_CHARGING) && minutes < 120; minutes++) {
        steps(&r, 2400);
        low = pins_of(&r).cell_c;
    }
    assert_in_range(low, 43, 45);
    rig_free(&r);
}

static void an_empty_cell_disconnects_and_comes_back(void **state) {
    struct world_config config;
    quietly(&config);
    struct rig r = rig_new(config, &vector_model, 0.15f, 0, 0, charger_behind);
    // An old cell and four motors that stall: below 2.4 V it is cut off, and so is the robot.
    DO(&r, WORLD_BATTERY, battery, strcpy(v->what, "vector"), v->charge = 0.3f, v->age = 1);
    struct body_drive stall = {.duty_count = 4, .duty = {32000, -32000, 32000, 32000}};
    for (uint8_t i = 2; i < 4; i++)
        DO(&r, WORLD_DEFECT, defect, strcpy(v->what, "vector"), v->kind = WORLD_DEFECT_KIND_JOINT_STUCK,
           v->which = i);
    world_drive(r.world, r.robot, &stall);
    bool gone = false;
    for (int i = 0; i < 100; i++) steps(&r, 1), gone |= (pins_of(&r).flags & BODY_PIN_FLAG_BATTERY_GONE) != 0;
    assert_true(gone && !world_powered(r.world, r.robot));
    assert_false(pins_of(&r).flags & BODY_PIN_FLAG_BATTERY_GONE); // without its load it is above 2.6 V again
    assert_true(docked(&r));                                      // the pads wake it
    steps(&r, 40);
    assert_true(world_powered(r.world, r.robot) && pins_of(&r).battery > 3.3 * 2048 / 2.8);
    // Empty below all loads it stays cut off, and the pads alone feed it until the cell has come back.
    DO(&r, WORLD_BATTERY, battery, strcpy(v->what, "vector"), v->charge = 0);
    steps(&r, 40);
    assert_true(pins_of(&r).flags & BODY_PIN_FLAG_BATTERY_GONE && world_powered(r.world, r.robot));
    rig_free(&r);
    // Too many motors at once are too much: fourteen that stall trip the pack of a Pleo.
    struct rig p = rig_new(config, &pleo_model, 0, 0, 0, NULL);
    for (uint8_t i = 0; i < 14; i++)
        DO(&p, WORLD_DEFECT, defect, strcpy(v->what, "pleo"), v->kind = WORLD_DEFECT_KIND_JOINT_STUCK,
           v->which = i);
    struct body_drive drive = {.duty_count = 14};
    for (int i = 0; i < 6; i++) drive.duty[i] = 32000;
    world_drive(p.world, p.robot, &drive);
    steps(&p, 100);
    assert_true(world_powered(p.world, p.robot));
    for (int i = 0; i < 14; i++) drive.duty[i] = 32000;
    world_drive(p.world, p.robot, &drive);
    steps(&p, 100);
    assert_false(world_powered(p.world, p.robot));
    rig_free(&p);
}

static void gates_take_sensors_away_and_say_so(void **state) {
    struct world_config config;
    quietly(&config);
    struct rig r = rig_new(config, &vector_model, 0, 0, 0, NULL);
    gates(&r, 0);
    steps(&r, 200);
    struct body_pins p = pins_of(&r);
    int awake_ma = p.current_ma, ranges = 0;
    assert_true(p.flags & BODY_PIN_FLAG_SENSORS_ON && p.cliffs_count == 4 && p.cliffs[0] > 300);
    gates(&r, BODY_GATE_SENSORS_OFF);
    for (int i = 0; i < 200; i++) {
        steps(&r, 1);
        p = pins_of(&r);
        assert_true(!(p.flags & BODY_PIN_FLAG_SENSORS_ON) && p.cliffs_count == 0 && p.imu_count == 1);
        ranges += p.range_count;
    }
    assert_int_equal(ranges, 0);
    assert_true(p.current_ma <= awake_ma - 15);
    gates(&r, 0);
    steps(&r, 50);
    assert_true(pins_of(&r).cliffs_count == 4);
    rig_free(&r);
    // The same through the border: an order saves them, the status says so.
    r = rig_new(config, &vector_model, 0, 0, 0, NULL);
    rig_run(&r, 3);
    assert_false(r.status_now & BODY_STATUS_SENSORS_SAVED);
    for (int i = 0; i < 30; i++) r.out.command.orders = BODY_ORDER_SAVE_SENSORS, rig_tick(&r);
    r.out.command.orders = BODY_ORDER_SAVE_SENSORS, rig_tick(&r);
    assert_true(r.status_now & BODY_STATUS_SENSORS_SAVED);
    assert_int_equal(r.in.senses.cliffs_count, 0);
    rig_run(&r, 0.5f);
    assert_false(r.status_now & BODY_STATUS_SENSORS_SAVED);
    rig_free(&r);
}

static void its_own_warmth_is_told_in_whole_degrees_and_smoothly(void **state) {
    struct world_config config;
    quietly(&config);
    struct rig r = rig_new(config, &vector_model, 0, 0, 0, NULL);
    gates(&r, 0);
    for (int i = 0; i < 20; i++) steps(&r, 12000); // 20 minutes
    int rest = pins_of(&r).temperature_c, before = rest;
    assert_in_range(rest, 22 + 5, 22 + 12); // above the room's
    struct body_drive drive = {.duty_count = 4, .duty = {32000, -32000}};
    DO(&r, WORLD_DEFECT, defect, strcpy(v->what, "vector"), v->kind = WORLD_DEFECT_KIND_JOINT_STUCK,
       v->which = 2);
    drive.duty[2] = 20000;
    world_drive(r.world, r.robot, &drive);
    int largest = 0, half = 0;
    for (int second = 0; second < 600; second++) {
        steps(&r, 200);
        int now = pins_of(&r).temperature_c;
        largest = abs(now - before) > largest ? abs(now - before) : largest;
        if (!half && now >= rest + 2) half = second;
        before = now;
    }
    assert_true(largest <= 1);       // it never jumps
    assert_true(before >= rest + 3); // work warms it
    assert_true(half > 10);          // and not at once
    rig_free(&r);
}

static void the_self_test_names_the_first_sensor_that_fails(void **state) {
    static const struct {
        int cliff;
        bool range;
        uint8_t device, item;
    } ROWS[] = {
        {-1, false, 0, 0}, {-1, true, 0x52, 0}, {0, false, 0xa6, 0}, {2, false, 0xa6, 2}, {3, true, 0xa6, 3}};
    struct world_config config;
    quietly(&config);
    for (int i = 0; i < 5; i++) {
        struct rig r = rig_new(config, &vector_model, 0, 0, 0, NULL);
        if (ROWS[i].range)
            DO(&r, WORLD_DEFECT, defect, strcpy(v->what, "vector"), v->kind = WORLD_DEFECT_KIND_RANGE_DEAD);
        if (ROWS[i].cliff >= 0) {
            DO(&r, WORLD_DEFECT, defect, strcpy(v->what, "vector"), v->kind = WORLD_DEFECT_KIND_CLIFF_DEAD,
               v->which = (uint8_t)ROWS[i].cliff);
            DO(&r, WORLD_DEFECT, defect, strcpy(v->what, "vector"), v->kind = WORLD_DEFECT_KIND_CLIFF_DEAD,
               v->which = 3);
        }
        steps(&r, 10);
        assert_int_equal(pins_of(&r).fault_device, ROWS[i].device);
        assert_int_equal(pins_of(&r).fault_item, ROWS[i].item);
        // What fails later is not named before the next start.
        DO(&r, WORLD_DEFECT, defect, strcpy(v->what, "vector"), v->kind = WORLD_DEFECT_KIND_CLIFF_DEAD,
           v->which = 0);
        steps(&r, 10);
        assert_int_equal(pins_of(&r).fault_device, ROWS[i].device);
        gates(&r, BODY_GATE_POWER_OFF);
        steps(&r, 20);
        assert_false(world_powered(r.world, r.robot));
        DO(&r, WORLD_PRESS, press, strcpy(v->what, "vector"));
        steps(&r, 20);
        assert_true(world_powered(r.world, r.robot));
        assert_int_equal(pins_of(&r).fault_device, 0xa6);
        assert_int_equal(pins_of(&r).fault_item, 0);
        rig_free(&r);
    }
}

static void sleepy_encoders_notice_a_hand(void **state) {
    struct world_config config;
    quietly(&config);
    struct rig r = rig_new(config, &vector_model, 0, 0, 0, NULL);
    gates(&r, BODY_GATE_ENCODERS_OFF);
    steps(&r, 150);
    struct body_pins p = pins_of(&r);
    int32_t head = p.motors[BODY_MOTOR_HEAD].count;
    assert_true(p.flags & BODY_PIN_FLAG_ENCODERS_OFF && !(p.flags & BODY_PIN_FLAG_HEAD_TURNED));
    DO(&r, WORLD_BEND, bend, strcpy(v->what, "vector"), v->joint = BODY_MOTOR_HEAD, v->angle_deg = 30,
       v->seconds = 1.2f);
    int changes = 0, seen = 0;
    bool before = false;
    for (int i = 0; i < 400; i++) {
        steps(&r, 1);
        p = pins_of(&r);
        bool now = p.flags & BODY_PIN_FLAG_HEAD_TURNED;
        if (now != before) {
            changes++;
            assert_int_equal(world_memory(r.world)->step % 100, 0); // it looks one time in a hundred
        }
        before = now, seen += now;
        assert_int_equal(p.motors[BODY_MOTOR_HEAD].count, head); // and does not count
        assert_false(p.flags & BODY_PIN_FLAG_LIFT_TURNED);
    }
    assert_true(seen > 0 && changes == 2 && !before);
    DO(&r, WORLD_BEND, bend, strcpy(v->what, "vector"), v->joint = BODY_MOTOR_LIFT, v->angle_deg = 30);
    bool lift = false;
    for (int i = 0; i < 300; i++) steps(&r, 1), lift |= (pins_of(&r).flags & BODY_PIN_FLAG_LIFT_TURNED) != 0;
    assert_true(lift);
    rig_free(&r);
    // A soul that saves its senses is told, no longer trusts the head's angle, and finds it out when it
    // wakes.
    r = rig_new(config, &vector_model, 0, 0, 0, NULL);
    rig_run(&r, 4);
    assert_true(r.status_now & BODY_STATUS_HEAD_KNOWN);
    for (int i = 0; i < 120; i++) {
        if (i == 40)
            DO(&r, WORLD_BEND, bend, strcpy(v->what, "vector"), v->joint = BODY_MOTOR_HEAD,
               v->angle_deg = 25);
        r.out.command.orders = BODY_ORDER_SAVE_SENSORS, rig_tick(&r);
    }
    assert_true(r.status_ever & BODY_STATUS_HEAD_TURNED);
    assert_false(r.status_now & BODY_STATUS_HEAD_KNOWN);
    assert_true(r.status_now & BODY_STATUS_ENCODERS_OFF);
    assert_true(m_abs(r.in.senses.joints[BODY_MOTOR_HEAD].angle_rad - rig_truth(&r).head_rad) > 0.2f);
    rig_run(&r, 4);
    assert_true((r.status_now & (BODY_STATUS_HEAD_KNOWN | BODY_STATUS_ENCODERS_OFF)) ==
                BODY_STATUS_HEAD_KNOWN);
    assert_true(m_abs(r.in.senses.joints[BODY_MOTOR_HEAD].angle_rad - rig_truth(&r).head_rad) < 0.02f);
    rig_free(&r);
}

static void a_released_joint_feels_a_hand(void **state) {
    struct world_config config;
    quietly(&config);
    struct rig r = rig_new(config, &vector_model, 0, 0, 0, NULL);
    rig_run(&r, 4);
    r.out.command.joints_count = 1;
    r.out.command.joints[0] =
        (struct body_joint_target){.joint = BODY_MOTOR_HEAD, .mode = BODY_JOINT_MODE_FREE};
    rig_run(&r, 1);
    rig_forget(&r);
    rig_run(&r, 1);
    assert_false(r.status_ever & BODY_STATUS_HEAD_TURNED);
    DO(&r, WORLD_BEND, bend, strcpy(v->what, "vector"), v->joint = BODY_MOTOR_HEAD, v->angle_deg = 30);
    rig_run(&r, 2);
    assert_true(r.status_ever & BODY_STATUS_HEAD_TURNED);
    assert_true(m_abs(r.in.senses.joints[BODY_MOTOR_HEAD].angle_rad - m_radians(30)) <
                0.03f); // it stays where it was put
    rig_free(&r);
}

TESTS(cmocka_unit_test(the_power_path_protects), cmocka_unit_test(an_empty_cell_disconnects_and_comes_back),
      cmocka_unit_test(gates_take_sensors_away_and_say_so),
      cmocka_unit_test(its_own_warmth_is_told_in_whole_degrees_and_smoothly),
      cmocka_unit_test(the_self_test_names_the_first_sensor_that_fails),
      cmocka_unit_test(sleepy_encoders_notice_a_hand), cmocka_unit_test(a_released_joint_feels_a_hand))
