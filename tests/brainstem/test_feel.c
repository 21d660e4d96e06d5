// What can be told from pins alone: attitudes, hands, falls, pokes, edges, the battery.
#include "support/support.h"

#include "base/maths/chance.h"
#include "brainstem/attitude.h"
#include "brainstem/cliff.h"
#include "brainstem/gyro.h"
#include "brainstem/power.h"

#define DT 0.005f
#define G  9.81f

struct trace {
    struct attitude a;
    struct chance dice;
    bool floor, driven;
    unsigned pokes;
};

static struct trace lie(void) {
    struct trace t = {.dice = chance_of(1, 2, 3), .floor = true};
    attitude_init(&t.a);
    return t;
}

// So many seconds of an acceleration and a rotation, with the noise of a real sensor.
static void feel(struct trace *t, float seconds, struct vec3 accel, struct vec3 gyro) {
    for (float s = 0; s < seconds; s += DT) {
        struct body_imu sample = {.accel_mps2 = {accel.x + chance_normal(&t->dice, 0, 0.05f),
                                                 accel.y + chance_normal(&t->dice, 0, 0.05f),
                                                 accel.z + chance_normal(&t->dice, 0, 0.05f)},
                                  .gyro_radps = {gyro.x + chance_normal(&t->dice, 0, 0.01f),
                                                 gyro.y + chance_normal(&t->dice, 0, 0.01f),
                                                 gyro.z + chance_normal(&t->dice, 0, 0.01f)}};
        attitude_step(&t->a, &sample, t->floor, true, t->driven, DT);
        t->pokes += t->a.poked;
    }
}

static void rest(struct trace *t, float seconds) { feel(t, seconds, vec3(0, 0, G), vec3(0, 0, 0)); }

static void at_rest_nothing_happens(void **state) {
    struct trace t = lie();
    rest(&t, 600);
    assert_int_equal(t.a.state, BODY_ATTITUDE_ON_TREADS);
    assert_false(t.a.picked_up || t.a.falling || t.a.held);
    assert_int_equal(t.pokes, 0);
    assert_true(m_abs(t.a.pitch) < 0.01f && m_abs(t.a.roll) < 0.01f);
}

static void every_side_has_a_name(void **state) {
    struct {
        struct vec3 up;
        int state;
    } sides[] = {{{0, -1, 0}, BODY_ATTITUDE_ON_LEFT_SIDE},
                 {{0, 1, 0}, BODY_ATTITUDE_ON_RIGHT_SIDE},
                 {{-1, 0, 0}, BODY_ATTITUDE_ON_FACE},
                 {{1, 0, 0}, BODY_ATTITUDE_ON_BACK}};
    for (int i = 0; i < 4; i++) {
        struct trace t = lie();
        rest(&t, 1);
        t.floor = false;
        // Turned over in half a second: the gyro feels the turning, the accelerometer the new side.
        struct vec3 axis = vec3_cross(vec3(0, 0, 1), sides[i].up);
        for (int k = 0; k < 100; k++) {
            struct quat back = quat_about(axis, (float)k / 100 * M_PI_F / 2);
            feel(&t, DT, vec3_scale(quat_apply(back, vec3(0, 0, 1)), G), vec3_scale(axis, -M_PI_F));
        }
        int before = t.a.state;
        feel(&t, 0.1f, vec3_scale(sides[i].up, G), vec3(0, 0, 0));
        assert_true(before != sides[i].state || t.a.candidate_s > 0); // it settles first
        feel(&t, 1, vec3_scale(sides[i].up, G), vec3(0, 0, 0));
        assert_int_equal(t.a.state, sides[i].state);
        assert_true(t.a.picked_up);
    }
}

static void lifted_held_and_put_down(void **state) {
    struct trace t = lie();
    rest(&t, 2);
    feel(&t, 0.2f, vec3(0, 0, G + 3), vec3(0, 0, 0));
    assert_true(t.a.picked_up);
    t.floor = false;
    for (int i = 0; i < 10; i++)
        feel(&t, 0.1f, vec3(0.8f, 0.4f, G + (i % 2 ? 1 : -1)), vec3(0.4f, (i % 2 ? 0.5f : -0.5f), 0));
    assert_true(t.a.held);
    assert_int_equal(t.a.state, BODY_ATTITUDE_IN_AIR);
    t.floor = true;
    rest(&t, 0.3f);
    assert_true(t.a.picked_up); // not yet: a hand may pause
    rest(&t, 2);
    assert_false(t.a.picked_up || t.a.held);
    assert_int_equal(t.a.state, BODY_ATTITUDE_ON_TREADS);
}

static void a_fall_begins_and_ends(void **state) {
    struct trace t = lie();
    rest(&t, 1);
    feel(&t, 0.04f, vec3(0, 0, 0.5f), vec3(0, 0, 0));
    assert_false(t.a.falling); // a jolt
    rest(&t, 0.1f);
    feel(&t, 0.25f, vec3(0, 0, 0.3f), vec3(1, 2, 0));
    assert_true(t.a.falling);
    assert_int_equal(t.a.state, BODY_ATTITUDE_FALLING);
    feel(&t, 0.02f, vec3(20, 0, 60), vec3(0, 0, 0));
    rest(&t, 1);
    assert_false(t.a.falling);
}

static void a_poke_is_short_and_sideways(void **state) {
    struct trace t = lie();
    rest(&t, 1);
    feel(&t, 0.03f, vec3(12, 0, G), vec3(0, 0, 0));
    rest(&t, 0.5f);
    assert_int_equal(t.pokes, 1);
    feel(&t, 0.4f, vec3(8, 0, G), vec3(0, 0, 0)); // a long push is none
    rest(&t, 0.5f);
    assert_int_equal(t.pokes, 1);
    feel(&t, 0.03f, vec3(0, 0, G + 12), vec3(0, 0, 0)); // neither is a knock from below
    rest(&t, 0.5f);
    assert_int_equal(t.pokes, 1);
    t.driven = true; // its own starting and stopping is not felt as one
    feel(&t, 0.05f, vec3(7, 0, G), vec3(0, 0, 0));
    rest(&t, 0.5f);
    assert_int_equal(t.pokes, 1);
}

// In the sensor's axes, which a head carries with it, whenever nothing turns: nearly a second of each that a
// robot looks about.
static void the_gyros_bias_is_learned_at_rest(void **state) {
    struct gyro g;
    struct chance dice = chance_of(1, 2, 3);
    gyro_init(&g);
    struct vec3 bias = vec3(0.01f, -0.02f, 0.03f);
    for (int i = 0; i < 4000; i++) {
        bool stands = i % 400 < 80;
        struct vec3 noise = vec3(chance_normal(&dice, 0, 0.01f), chance_normal(&dice, 0, 0.01f),
                                 chance_normal(&dice, 0, 0.01f));
        struct vec3 turns = stands ? vec3(0, 0, 0) : vec3(0, 0, 0.08f);
        gyro_learn(&g, vec3_add(vec3_add(bias, noise), turns), G, stands, DT);
    }
    assert_true(vec3_length(vec3_sub(g.bias, bias)) < 0.003f);
    struct vec3 up = gyro_bias(&g, M_PI_F / 2); // seen from the body below a head that looks straight up
    assert_true(vec3_length(vec3_sub(up, vec3(-0.03f, -0.02f, 0.01f))) < 0.003f);
    struct vec3 before = g.bias; // a hand that turns it, and one that lifts it, are none
    for (int i = 0; i < 400; i++) gyro_learn(&g, vec3_add(bias, vec3(0, 0, 0.2f)), G, true, DT);
    for (int i = 0; i < 400; i++) gyro_learn(&g, vec3_add(bias, vec3(0, 0, 0.05f)), G + 1, true, DT);
    assert_true(vec3_length(vec3_sub(g.bias, before)) == 0);
}

static void an_edge_is_seen_and_a_line_is_only_a_line(void **state) {
    struct cliff c;
    cliff_init(&c, &vector_model);
    uint16_t floor[4] = {400, 400, 400, 400}, edge[4] = {20, 400, 400, 400}, line[4] = {700, 400, 150, 400};
    for (int i = 0; i < 400; i++) cliff_step(&c, floor, 4, true, DT);
    assert_int_equal(c.gone, 0);
    cliff_step(&c, edge, 4, true, DT);
    assert_int_equal(c.gone, 0); // one reading is no edge
    cliff_step(&c, edge, 4, true, DT);
    cliff_step(&c, edge, 4, true, DT);
    assert_int_equal(c.gone, 1);
    for (int i = 0; i < 5; i++) cliff_step(&c, floor, 4, true, DT);
    assert_int_equal(c.gone, 1); // nor is one the end of it
    for (int i = 0; i < 10; i++) cliff_step(&c, floor, 4, true, DT);
    assert_int_equal(c.gone, 0);
    cliff_step(&c, line, 4, true, DT);
    assert_int_equal(c.lines, 5);
    assert_int_equal(c.gone, 0);
}

static void a_darker_floor_is_learned(void **state) {
    struct cliff c;
    cliff_init(&c, &vector_model);
    uint16_t dark[4];
    for (int i = 0; i < 2000; i++) {
        for (int k = 0; k < 4; k++) dark[k] = (uint16_t)(400 - 280 * i / 2000);
        cliff_step(&c, dark, 4, true, DT);
        assert_int_equal(c.gone, 0);
    }
    uint16_t edge[4] = {10, 10, 10, 10};
    for (int i = 0; i < 4; i++) cliff_step(&c, edge, 4, true, DT);
    assert_int_equal(c.gone, 15);
}

// A tray's dark floor beside its white line, and beside the stripe of a charger.
static void who_rests_on_a_line_knows_the_floor_beside_it(void **state) {
    struct cliff c;
    cliff_init(&c, &vector_model);
    uint16_t dark[4] = {160, 160, 160, 160}, line[4] = {760, 760, 160, 160}, edge[4] = {10, 10, 160, 160};
    for (int i = 0; i < 2000; i++) cliff_step(&c, dark, 4, true, DT);
    for (int i = 0; i < 600; i++) cliff_step(&c, line, 4, true, DT); // it drives along it for three seconds
    for (int i = 0; i < 100000; i++) cliff_step(&c, line, 4, false, DT);
    for (int i = 0; i < 100; i++) cliff_step(&c, dark, 4, true, DT);
    assert_int_equal(c.gone, 0);
    for (int i = 0; i < 4; i++) cliff_step(&c, edge, 4, true, DT);
    assert_int_equal(c.gone, 3);
    for (int i = 0; i < 20; i++) cliff_step(&c, line, 4, true, DT);
    for (int i = 0; i < 12000; i++) cliff_step(&c, line, 4, true, DT); // a floor that goes on is one
    assert_true(c.floor[0] > 700);
}

static void the_battery_has_three_levels(void **state) {
    struct {
        float volts;
        bool charger;
        int level;
    } rows[] = {{3.60f, false, BODY_BATTERY_LEVEL_LOW},     {3.61f, false, BODY_BATTERY_LEVEL_NOMINAL},
                {4.09f, false, BODY_BATTERY_LEVEL_NOMINAL}, {4.10f, false, BODY_BATTERY_LEVEL_FULL},
                {4.00f, true, BODY_BATTERY_LEVEL_LOW},      {4.01f, true, BODY_BATTERY_LEVEL_NOMINAL},
                {4.10f, true, BODY_BATTERY_LEVEL_FULL}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(power_classify(&vector_model, rows[i].volts, rows[i].charger, true), rows[i].level);
    assert_int_equal(power_classify(&vector_model, 4, false, false), BODY_BATTERY_LEVEL_UNKNOWN);
}

static int16_t counts(float volts) { return (int16_t)m_round(volts / (2.8f / 2048)); }

static void a_sagging_rail_is_not_an_empty_battery(void **state) {
    struct power p = {0};
    struct body_pins pins = {.battery = counts(3.7f)};
    for (int i = 0; i < 200; i++) power_step(&p, &vector_model, &pins, DT);
    assert_int_equal(p.level, BODY_BATTERY_LEVEL_NOMINAL);
    pins.battery = counts(3.4f); // half a second of hard driving
    for (int i = 0; i < 100; i++) power_step(&p, &vector_model, &pins, DT);
    assert_int_equal(p.level, BODY_BATTERY_LEVEL_NOMINAL);
    for (int i = 0; i < 4000; i++) power_step(&p, &vector_model, &pins, DT);
    assert_int_equal(p.level, BODY_BATTERY_LEVEL_LOW);
    pins.battery = counts(3.61f); // not yet clearly more
    for (int i = 0; i < 8000; i++) power_step(&p, &vector_model, &pins, DT);
    assert_int_equal(p.level, BODY_BATTERY_LEVEL_LOW);
    pins.flags = BODY_PIN_FLAG_CHARGER_CONTACT; // on the charger other limits hold, at once
    pins.battery = counts(4.05f);
    for (int i = 0; i < 8000; i++) power_step(&p, &vector_model, &pins, DT);
    assert_int_equal(p.level, BODY_BATTERY_LEVEL_NOMINAL);
}

TESTS(cmocka_unit_test(at_rest_nothing_happens), cmocka_unit_test(every_side_has_a_name),
      cmocka_unit_test(lifted_held_and_put_down), cmocka_unit_test(a_fall_begins_and_ends),
      cmocka_unit_test(a_poke_is_short_and_sideways), cmocka_unit_test(the_gyros_bias_is_learned_at_rest),
      cmocka_unit_test(who_rests_on_a_line_knows_the_floor_beside_it),
      cmocka_unit_test(an_edge_is_seen_and_a_line_is_only_a_line),
      cmocka_unit_test(a_darker_floor_is_learned), cmocka_unit_test(the_battery_has_three_levels),
      cmocka_unit_test(a_sagging_rail_is_not_an_empty_battery))
