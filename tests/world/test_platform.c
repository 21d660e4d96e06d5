// What a Vector's electronics do beside driving: power, gates, self-test, sleepy encoders, birth records, its tray, cubes' programs,
// pictures that go on after a restore, and the camera of a Pleo.
#include "support/support.h"

#include "base/hash.h"
#include "body/sim_camera.h"
#include "border/birth.h"
#include "brainstem/habitat.h"
#include "codec/blobs.h"
#include "codec/pdm.h"
#include "rig.h"
#include "world/plane.h"
#include "world/view.h"

#include <math.h>

static const struct world_robot_state *robot(const struct rig *r) {
    return &world_memory(r->world)->robots[r->robot - 1];
}
static struct body_pins pins_of(const struct rig *r) {
    static struct body_pins pins;
    world_pins(r->world, r->robot, &pins);
    return pins;
}
static void steps(struct rig *r, int count) {
    for (int i = 0; i < count; i++) world_step(r->world);
}
static void gates(struct rig *r, uint16_t gates) {
    struct body_drive drive = {.gates = gates};
    world_drive(r->world, r->robot, &drive);
}
static void quietly(struct world_config *config) { *config = world_defaults(), config->noise = false; }

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
        DO(&r, WORLD_FAULT, fault, strcpy(v->what, "vector"), v->kind = WORLD_FAULT_KIND_JOINT_STUCK,
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
        DO(&p, WORLD_FAULT, fault, strcpy(v->what, "pleo"), v->kind = WORLD_FAULT_KIND_JOINT_STUCK,
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
    DO(&r, WORLD_FAULT, fault, strcpy(v->what, "vector"), v->kind = WORLD_FAULT_KIND_JOINT_STUCK,
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
            DO(&r, WORLD_FAULT, fault, strcpy(v->what, "vector"), v->kind = WORLD_FAULT_KIND_RANGE_DEAD);
        if (ROWS[i].cliff >= 0) {
            DO(&r, WORLD_FAULT, fault, strcpy(v->what, "vector"), v->kind = WORLD_FAULT_KIND_CLIFF_DEAD,
               v->which = (uint8_t)ROWS[i].cliff);
            DO(&r, WORLD_FAULT, fault, strcpy(v->what, "vector"), v->kind = WORLD_FAULT_KIND_CLIFF_DEAD,
               v->which = 3);
        }
        steps(&r, 10);
        assert_int_equal(pins_of(&r).fault_device, ROWS[i].device);
        assert_int_equal(pins_of(&r).fault_item, ROWS[i].item);
        // What fails later is not named before the next start.
        DO(&r, WORLD_FAULT, fault, strcpy(v->what, "vector"), v->kind = WORLD_FAULT_KIND_CLIFF_DEAD,
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
    // A soul that saves its senses is told, no longer trusts the head's angle, and finds it out when it wakes.
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
    assert_true(m_abs(r.in.senses.joints[BODY_MOTOR_HEAD].angle_rad - rig_truth(&r).head_rad) > 0.2f);
    rig_run(&r, 4);
    assert_true(r.status_now & BODY_STATUS_HEAD_KNOWN);
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

// ------------------------------------------------------------------------------------------------ frames and turns

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

// ------------------------------------------------------------------------------------------------ who it is

static void every_robot_has_a_birth_record_of_its_own(void **state) {
    struct birth all[60];
    for (uint32_t i = 0; i < 60; i++) {
        birth_of(i % 2 ? &cozmo_model : &vector_model, 1 + i / 20, i, &all[i]);
        struct birth again;
        birth_of(i % 2 ? &cozmo_model : &vector_model, 1 + i / 20, i, &again);
        assert_memory_equal(&all[i], &again, sizeof again);
        assert_true(all[i].serial >> 20 && all[i].serial >> 20 != 0x00e && all[i].serial < 0x00d00000);
        assert_int_equal(all[i].wifi[0] & 3, 2);
        assert_int_equal(all[i].bluetooth[0] >> 6, 3);
        uint32_t year = all[i].lot / 100000 % 100, week = all[i].lot / 1000 % 100;
        assert_true(all[i].lot / 10000000 == 2 && year >= 18 && year <= 19 && week >= 1 && week <= 52);
        for (uint32_t k = 0; k < i; k++) {
            assert_true(all[k].serial != all[i].serial);
            assert_memory_not_equal(all[k].wifi, all[i].wifi, 6);
            assert_memory_not_equal(all[k].key, all[i].key, 32);
        }
    }
    // The robot in the world is the one that the record describes.
    struct rig r = rig_new(world_defaults(), &vector_model, 0, 0, 0, NULL);
    struct birth b;
    birth_of(&vector_model, 1, 1, &b);
    assert_memory_equal(robot(&r)->gyro_bias, b.gyro_bias_radps, sizeof b.gyro_bias_radps);
    assert_true(world_eye(r.world, 1)->lens.fx == b.eye.lens.fx &&
                world_eye(r.world, 1)->lens.cx == b.eye.lens.cx);
    rig_free(&r);
}

// ------------------------------------------------------------------------------------------------ its tray

static void a_tray(struct rig *r) { DO(r, WORLD_HABITAT, habitat, strcpy(v->name, "habitat")); }
static void a_table(struct rig *r) {
    DO(r, WORLD_TABLE, table, v->z_m = 0.5f, v->length_m = 0.6f, v->width_m = 0.5f);
}
static void a_line(struct rig *r) {
    DO(r, WORLD_PAINT, paint, v->x_m = 0.3f, v->length_m = 0.03f, v->width_m = 3, v->reflectance = 0.95f);
}

static struct habitat h_now;
static void watch(struct rig *r, float seconds, float left, float right) {
    rig_wheels(r, left, right);
    for (float t = 0; t < seconds; t += RIG_TICK * 1e-6f) rig_tick(r), habitat_step(&h_now, &r->in.senses);
}

// On until there is white, back a little, a quarter round: what a robot does that wants to know.
static void look_for_sides(struct rig *r) {
    for (int side = 0; side < 5 && h_now.state == HABITAT_UNKNOWN; side++) {
        uint32_t before = h_now.white_count;
        for (int i = 0; i < 300 && h_now.white_count == before && h_now.state == HABITAT_UNKNOWN; i++) {
            watch(r, 0.03f, 0.06f, 0.06f);
            if (h_now.free_count > (uint32_t)side) break;
        }
        watch(r, 0.5f, -0.06f, -0.06f);
        watch(r, 1.0f, -0.040f, 0.040f);
        watch(r, 0.1f, 0, 0);
    }
}

static void its_tray_is_told_from_a_table_and_a_floor(void **state) {
    static const struct {
        void (*furnish)(struct rig *r);
        float reflectance;
        enum habitat_state state;
        enum habitat_reason reason;
    } ROWS[] = {{a_tray, 0.5f, HABITAT_INSIDE, HABITAT_WHITE_SIDES},
                {NULL, 0.3f, HABITAT_OUTSIDE, HABITAT_FREE_SIDES},
                {NULL, 0.9f, HABITAT_OUTSIDE, HABITAT_FREE_SIDES}, // a white floor is no line
                {a_line, 0.3f, HABITAT_OUTSIDE, HABITAT_TOO_LARGE},
                {a_table, 0.3f, HABITAT_OUTSIDE, HABITAT_CLIFF}};
    for (int i = 0; i < 5; i++) {
        struct world_config config = world_defaults();
        config.floor_reflectance = ROWS[i].reflectance;
        struct rig r = rig_new(config, &vector_model, 0, 0, 0, ROWS[i].furnish);
        h_now = (struct habitat){0};
        watch(&r, 3, 0, 0);
        assert_int_equal(h_now.state, HABITAT_UNKNOWN);
        look_for_sides(&r);
        if (h_now.state != ROWS[i].state || h_now.reason != ROWS[i].reason) {
            for (uint32_t k = 0; k < h_now.white_count; k++)
                print_message("# white at %.3f, %.3f, heading %.0f\n", (double)h_now.white[k].at.x,
                              (double)h_now.white[k].at.y, (double)m_degrees(h_now.white[k].heading));
            fail_msg("world %d: %s, %s", i, HABITAT_STATES[h_now.state], HABITAT_REASONS[h_now.reason]);
        }
        DO(&r, WORLD_PICK_UP, pick_up, strcpy(v->what, "vector"));
        watch(&r, 2, 0, 0);
        assert_int_equal(h_now.state, HABITAT_UNKNOWN); // who is carried knows nothing
        assert_int_equal(h_now.reason, HABITAT_PICKED_UP);
        habitat_force(&h_now, HABITAT_INSIDE);
        watch(&r, 1, 0, 0);
        assert_int_equal(h_now.state, HABITAT_INSIDE);
        rig_free(&r);
    }
}

// ------------------------------------------------------------------------------------------------ a cube's program

static void a_cube(struct rig *r) {
    DO(r, WORLD_CUBE, cube, strcpy(v->name, "cube"), v->x_m = 0.2f, v->device = 77);
}
static void order(struct rig *r, enum body_cube_op op) {
    r->out.command.cubes_count = 1;
    r->out.command.cubes[0] = (struct body_cube_order){.device = 77, .op = (uint8_t)op};
    rig_tick(r);
    rig_run(r, 0.2f);
}

static const char *version(struct rig *r) {
    rig_forget(r);
    order(r, BODY_CUBE_OP_VERSION);
    for (uint32_t i = 0; i < r->radio_count; i++)
        if (r->radio[i].kind == BODY_RADIO_KIND_VERSION) return r->radio[i].version;
    return "no answer";
}

static void send(struct rig *r, const uint8_t *image, uint32_t size) {
    for (uint32_t at = 0; at < size; at += 20) {
        uint32_t left = size - at < 20 ? size - at : 20;
        r->out.command.cubes_count = 1;
        r->out.command.cubes[0] =
            (struct body_cube_order){.device = 77, .op = BODY_CUBE_OP_PROGRAM, .piece_count = (uint8_t)left};
        memcpy(r->out.command.cubes[0].piece, image + at, left);
        rig_tick(r);
    }
}

static uint32_t make_image(uint8_t *image, uint32_t size, const char *name) {
    for (uint32_t i = 0; i < size; i++) image[i] = (uint8_t)(i * 7 + i / 200);
    uint32_t crc = crc32_ieee(0, image, size);
    for (int i = 0; i < 4; i++) image[size + (uint32_t)i] = (uint8_t)(crc >> 8 * i);
    memset(image + size + 4, 0, 16);
    memcpy(image + size + 4, name, strlen(name));
    return size + 20;
}

static void a_cubes_program_is_lost_with_its_cell_and_sent_anew(void **state) {
    struct rig r = rig_new(world_defaults(), &vector_model, 0, 0, 0, a_cube);
    rig_run(&r, 2);
    order(&r, BODY_CUBE_OP_CONNECT);
    assert_string_equal(version(&r), "v_5.0.4");
    DO(&r, WORLD_CELLS, cells, strcpy(v->what, "cube"), v->in = false);
    rig_run(&r, 1.5f);
    assert_true(rig_count_radio(&r, BODY_RADIO_KIND_LOST) == 1);
    rig_forget(&r);
    rig_run(&r, 3);
    assert_int_equal(r.radio_count, 0); // without a cell it says nothing
    DO(&r, WORLD_CELLS, cells, strcpy(v->what, "cube"), v->in = true);
    rig_run(&r, 2);
    assert_true(rig_count_radio(&r, BODY_RADIO_KIND_SEEN) > 0); // its boot loader advertises
    order(&r, BODY_CUBE_OP_CONNECT);
    assert_string_equal(version(&r), "");
    // Nothing in it taps, shines or measures.
    order(&r, BODY_CUBE_OP_STREAM_ON);
    rig_forget(&r);
    DO(&r, WORLD_TAP, tap, strcpy(v->what, "cube"));
    rig_run(&r, 2);
    assert_true(!rig_count_radio(&r, BODY_RADIO_KIND_TAPPED) && !rig_count_radio(&r, BODY_RADIO_KIND_ACCEL) &&
                !rig_count_radio(&r, BODY_RADIO_KIND_VOLTAGE));
    static uint8_t image[40000];
    uint32_t size = make_image(image, 1003, "2019-01-31 12:00");
    image[500] ^= 1; // one bit is wrong
    send(&r, image, size);
    rig_run(&r, 1);
    assert_string_equal(version(&r), "");
    image[500] ^= 1;
    image[size - 1] = 0;
    send(&r, image, size - 40); // cut off
    rig_run(&r, 1);
    assert_string_equal(version(&r), "");
    size = make_image(image, 1003, "2019-01-31 12:0");
    send(&r, image, size);
    assert_string_equal(version(&r), "2019-01-31 12:0");
    size = make_image(image, 980, "whole twenties"); // the last piece is full: silence ends it
    send(&r, image, size);
    rig_tick(&r);
    assert_string_equal(version(&r), "");
    rig_run(&r, 1);
    assert_string_equal(version(&r), "whole twenties");
    order(&r, BODY_CUBE_OP_STREAM_ON);
    rig_forget(&r);
    DO(&r, WORLD_TAP, tap, strcpy(v->what, "cube"));
    rig_run(&r, 2);
    assert_true(rig_count_radio(&r, BODY_RADIO_KIND_TAPPED) == 1 &&
                rig_count_radio(&r, BODY_RADIO_KIND_ACCEL) > 10);
    rig_free(&r);
}

static void a_cubes_lights_empty_its_cell(void **state) {
    float fell[2];
    for (int lit = 0; lit < 2; lit++) {
        struct rig r = rig_new(world_defaults(), &vector_model, 0, 0, 0, a_cube);
        rig_run(&r, 2);
        order(&r, BODY_CUBE_OP_CONNECT);
        r.out.command.cubes_count = 1;
        struct body_cube_order *o = &r.out.command.cubes[0];
        *o = (struct body_cube_order){.device = 77, .op = BODY_CUBE_OP_LIGHTS, .lights_count = 4};
        for (int i = 0; i < 4 && lit; i++)
            o->lights[i] = (struct body_cube_light){.on = {255, 255, 255}, .on_ms = 1000};
        rig_tick(&r);
        float before = world_memory(r.world)->cubes[0].battery_v;
        for (int i = 0; i < 10; i++) steps(&r, 12000);
        fell[lit] = before - world_memory(r.world)->cubes[0].battery_v;
        rig_free(&r);
    }
    print_message("# ten minutes: dark %.2f mV, four white lights %.2f mV\n", (double)fell[0] * 1000,
                  (double)fell[1] * 1000);
    assert_true(fell[0] > 0 && fell[1] > 10 * fell[0]);
    // From 1.1 V on it is called low.
    static const float VOLTS[] = {1.12f, 1.09f};
    for (int i = 0; i < 2; i++) {
        struct rig r = rig_new(world_defaults(), &vector_model, 0, 0, 0, NULL);
        DO(&r, WORLD_CUBE, cube, v->x_m = 0.2f, v->device = 77, v->battery_v = VOLTS[i]);
        rig_run(&r, 2);
        order(&r, BODY_CUBE_OP_CONNECT);
        rig_run(&r, 0.5f);
        int told = -1;
        for (uint32_t k = 0; k < r.radio_count; k++)
            if (r.radio[k].kind == BODY_RADIO_KIND_VOLTAGE) told = r.radio[k].count;
        assert_int_equal(told, i);
        rig_free(&r);
    }
}

// ------------------------------------------------------------------------------------------------ bits from microphones

static void four_microphones_on_two_wires_keep_their_delays(void **state) {
    struct world_config config;
    quietly(&config);
    struct rig r = rig_new(config, &vector_model, 0, 0, 0, NULL);
    world_want(r.world, r.robot, BODY_WANT_SOUND);
    DO(&r, WORLD_SOUND, sound, v->x_m = -0.04f, v->y_m = 1, v->z_m = 0.07f, v->hertz = 1000, v->seconds = 2,
       v->level_db = 85);
    static int16_t block[640 * 4], plain[4][8000], decoded[4][8000];
    static struct pdm_modulator mics[4];
    static struct pdm_decimator decimators[4];
    for (int m = 0; m < 4; m++) pdm_decimator_begin(&decimators[m]);
    uint32_t count = 0;
    uint64_t first;
    while (count < 6000) {
        steps(&r, 6);
        uint32_t got = world_listen(r.world, r.robot, block, 640, &first);
        for (uint32_t i = 0; i < got && count < 8000; i++, count++) {
            uint8_t bits[4][PDM_SAMPLE_BYTES], wire[2][2 * PDM_SAMPLE_BYTES];
            for (int m = 0; m < 4; m++) {
                plain[m][count] = block[i * 4 + (uint32_t)m];
                pdm_modulate(&mics[m], &plain[m][count], 1, bits[m]);
            }
            for (int line = 0; line < 2; line++) {
                pdm_interleave(bits[2 * line], bits[2 * line + 1], PDM_SAMPLE_BYTES, wire[line]);
                pdm_part(wire[line], PDM_SAMPLE_BYTES, bits[2 * line], bits[2 * line + 1]);
            }
            for (int m = 0; m < 4; m++)
                assert_int_equal(pdm_decimate(&decimators[m], bits[m], PDM_SAMPLE_BYTES, &decoded[m][count]),
                                 1);
        }
    }
    // The delay between left and right is that of the geometry, before and after.
    double shift[2];
    for (int kind = 0; kind < 2; kind++) {
        double phase[2] = {0};
        for (int side = 0; side < 2; side++) {
            double s = 0, c = 0;
            for (int i = 1000; i < 1000 + 4000; i++) {
                double w = 2 * M_PI * 1000 * i / 15625, x = kind ? decoded[side][i] : plain[side][i];
                s += x * sin(w), c += x * cos(w);
            }
            phase[side] = atan2(c, s);
        }
        shift[kind] = (phase[1] - phase[0]) / (2 * M_PI) * 15.625;
    }
    print_message("# left before right by %.3f samples as sampled, %.3f through the bits\n", shift[0],
                  shift[1]);
    assert_true(fabs(shift[0]) > 1 && fabs(shift[0] - shift[1]) < 0.02);
    rig_free(&r);
}

// ------------------------------------------------------------------------------------------------ pictures

static uint64_t look(struct sim_camera *camera, struct world *w, uint32_t who, uint16_t wants,
                     uint32_t *number, struct body_picture *about) {
    static struct senses_in in;
    border_clear_senses(&in);
    sim_camera_look(camera, w, who, wants, &in);
    if (!in.picture) return 0;
    *number = in.senses.picture[0].number;
    if (about) *about = in.senses.picture[0];
    uint64_t hash = hash64(*number, in.picture->bytes, in.picture->used);
    border_drop_senses(&in);
    return hash;
}

static void pictures_go_on_where_a_saved_world_left_off(void **state) {
    enum { WANTS = BODY_WANT_PICTURE | BODY_WANT_PICTURE_COLOUR };
    static uint8_t room[2 << 20];
    struct rig a = rig_new(world_defaults(), &vector_model, 0, 0, 0, a_cube),
               b = rig_new(world_defaults(), &vector_model, 0, 0, 0, NULL);
    DO(&b, WORLD_CUBE, cube, v->x_m = 3);
    struct sim_camera one = {0}, other = {0};
    uint32_t number = 0, again = 0, pictures = 0;
    struct body_drive drive = {.duty_count = 4, .duty = {4000, -3000}};
    world_drive(a.world, 1, &drive);
    for (int i = 0; i < 331; i++) steps(&a, 1), look(&one, a.world, 1, WANTS, &number, NULL);
    assert_true(number > 15);
    struct writer out = writer_of(room, sizeof room);
    world_save(a.world, &out);
    struct reader in = reader_of(room, writer_len(&out));
    struct fault fault = {0};
    if (world_restore(b.world, &in, &fault)) fault_print(&fault, stderr), fail();
    for (int i = 0; i < 300; i++) {
        steps(&a, 1), steps(&b, 1);
        uint64_t first = look(&one, a.world, 1, WANTS, &number, NULL),
                 second = look(&other, b.world, 1, WANTS, &again, NULL);
        if (first != second) fail_msg("step %d: another picture", i);
        if (first) assert_int_equal(number, again), pictures++;
        assert_true(world_hash(a.world) == world_hash(b.world));
    }
    assert_true(pictures >= 20);
    sim_camera_close(&one), sim_camera_close(&other);
    rig_free(&a), rig_free(&b);
}

static void a_picture_carries_the_sample_of_its_moment(void **state) {
    struct rig r = rig_new(world_defaults(), &vector_model, 0, 0, 0, a_cube);
    struct sim_camera camera = {0};
    struct body_drive drive = {.duty_count = 4, .duty = {-9000, 9000}};
    world_drive(r.world, 1, &drive);
    uint32_t number, seen = 0;
    for (int i = 0; i < 400; i++) {
        steps(&r, 1);
        struct body_picture about;
        if (!look(&camera, r.world, 1, BODY_WANT_PICTURE, &number, &about)) continue;
        struct body_pins p = pins_of(&r);
        struct body_imu imu =
            imu_level(&vector_model.imu, &p.imu[0], p.time_us, robot(&r)->motors[BODY_MOTOR_HEAD].angle,
                      robot(&r)->motors[BODY_MOTOR_HEAD].speed);
        assert_true(about.time_us == p.time_us);
        assert_memory_equal(about.gyro_radps, imu.gyro_radps, sizeof imu.gyro_radps);
        if (i > 100) assert_true(about.gyro_radps[2] > 0.3f);
        seen++;
    }
    assert_true(seen > 20);
    sim_camera_close(&camera);
    rig_free(&r);
}

static void a_pleo_sees_colours_where_they_are(void **state) {
    struct world_config config;
    quietly(&config);
    struct rig r = rig_new(config, &pleo_model, 0, 0, 0, NULL);
    steps(&r, 100);
    struct pose nose = world_camera(r.world, 1);
    DO(&r, WORLD_TAG, tag, strcpy(v->name, "red"), v->tag = 6, v->length_m = 0.08f, v->width_m = 0.08f,
       v->height_m = 0.08f, v->x_m = nose.at.x + 0.5f, v->y_m = -0.06f);
    DO(&r, WORLD_PICK_UP, pick_up, strcpy(v->what, "red"), v->height_m = 0);
    DO(&r, WORLD_PLACE, place, strcpy(v->what, "red"), v->x_m = nose.at.x + 0.5f, v->y_m = -0.06f,
       v->z_m = nose.at.z);
    struct sim_camera camera = {0};
    static struct senses_in in;
    border_clear_senses(&in);
    sim_camera_look(&camera, r.world, 1, BODY_WANT_PICTURE | BODY_WANT_PICTURE_COLOUR, &in);
    assert_true(in.picture && in.senses.picture[0].width == 160 && in.senses.picture[0].height == 120);
    struct pixels picture = pixels_view(in.picture->bytes, 160, 120, 3);
    struct blob_map map[BLOB_COLOURS] = {BLOB_PRESETS[BLOB_GREEN], BLOB_PRESETS[BLOB_RED],
                                         BLOB_PRESETS[BLOB_BLUE]};
    struct blob found[BLOB_COLOURS];
    assert_int_equal(blobs_find(&picture, map, found), 1);
    assert_int_equal(found[0].entry, 1);
    // Its middle is where the lens puts the middle of the front side.
    struct vec2 px;
    struct vec3 middle = vec3(nose.at.x + 0.46f, -0.06f, nose.at.z + 0.04f);
    assert_true(lens_project(&world_eye(r.world, 1)->lens, pose_undo(nose, middle), &px));
    float x = (float)(found[0].x1 + found[0].x2 + 1) / 2, y = (float)(found[0].y1 + found[0].y2 + 1) / 2;
    print_message("# red at %.0f, %.0f; by projection %.1f, %.1f\n", (double)x, (double)y, (double)px.x,
                  (double)px.y);
    assert_true(m_abs(x - px.x) < 5 && m_abs(y - px.y) < 5);
    struct blob_mean red =
        blobs_mean(&picture, found[0].x1 + 4u, found[0].y1 + 4u, found[0].x2 - 4u, found[0].y2 - 4u);
    assert_true(red.v > 150 && red.u < 128);
    // The neck turns it out of sight, and all moves.
    struct blob_scene scene = {0};
    assert_true(blobs_moved(&scene, &picture) == 0 && blobs_moved(&scene, &picture) == 0);
    border_drop_senses(&in);
    DO(&r, WORLD_BEND, bend, strcpy(v->what, "pleo"), v->joint = 11, v->angle_deg = -50, v->seconds = 3);
    steps(&r, 400);
    border_clear_senses(&in);
    sim_camera_look(&camera, r.world, 1, BODY_WANT_PICTURE | BODY_WANT_PICTURE_COLOUR, &in);
    assert_non_null(in.picture);
    picture = pixels_view(in.picture->bytes, 160, 120, 3);
    assert_int_equal(blobs_find(&picture, map, found), 0);
    assert_true(blobs_moved(&scene, &picture) > 0.02f);
    border_drop_senses(&in);
    // In the dark nothing has a colour.
    DO(&r, WORLD_BEND, bend, strcpy(v->what, "pleo"), v->joint = 11, v->angle_deg = 0, v->seconds = 3);
    DO(&r, WORLD_LIGHT, light, v->lux = 0.05f);
    steps(&r, 400);
    border_clear_senses(&in);
    sim_camera_look(&camera, r.world, 1, BODY_WANT_PICTURE | BODY_WANT_PICTURE_COLOUR, &in);
    picture = pixels_view(in.picture->bytes, 160, 120, 3);
    assert_int_equal(blobs_find(&picture, map, found), 0);
    border_drop_senses(&in);
    sim_camera_close(&camera);
    rig_free(&r);
}

// ------------------------------------------------------------------------------------------------ a Pleo under a brainstem

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

TESTS(cmocka_unit_test(the_power_path_protects), cmocka_unit_test(an_empty_cell_disconnects_and_comes_back),
      cmocka_unit_test(gates_take_sensors_away_and_say_so),
      cmocka_unit_test(its_own_warmth_is_told_in_whole_degrees_and_smoothly),
      cmocka_unit_test(the_self_test_names_the_first_sensor_that_fails),
      cmocka_unit_test(sleepy_encoders_notice_a_hand), cmocka_unit_test(a_released_joint_feels_a_hand),
      cmocka_unit_test(what_the_head_feels_is_told_for_the_body),
      cmocka_unit_test(blows_bumps_and_shaking_are_told_apart),
      cmocka_unit_test(who_falls_tucks_in_and_knows_again_how_he_lies),
      cmocka_unit_test(a_lift_has_a_height_for_each_angle),
      cmocka_unit_test(two_treads_turn_as_their_distance_says),
      cmocka_unit_test(every_robot_has_a_birth_record_of_its_own),
      cmocka_unit_test(its_tray_is_told_from_a_table_and_a_floor),
      cmocka_unit_test(a_cubes_program_is_lost_with_its_cell_and_sent_anew),
      cmocka_unit_test(a_cubes_lights_empty_its_cell),
      cmocka_unit_test(four_microphones_on_two_wires_keep_their_delays),
      cmocka_unit_test(pictures_go_on_where_a_saved_world_left_off),
      cmocka_unit_test(a_picture_carries_the_sample_of_its_moment),
      cmocka_unit_test(a_pleo_sees_colours_where_they_are), cmocka_unit_test(joints_go_where_a_command_says))
