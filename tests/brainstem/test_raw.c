// The raw sensors of a Pleo rb: their published numbers, and what each pin becomes.
#include "support/support.h"

#include "brainstem/raw.h"

#include <string.h>

#define DT 0.005f
#define G  9.81f

// As published for the development kit of the Pleo rb. What has no number there has no row.
static const struct published {
    unsigned id;
    const char *name;
    int low, high;
} PUBLISHED[] = {{0, "hit", 0, 6},
                 {1, "ntc", 2000, 10400},
                 {2, "battery", 0, 100},
                 {3, "ir", 0, 64},
                 {4, "ir_activity", 0, 1},
                 {5, "rfid", 0, 255},
                 {6, "head", 0, 1},
                 {7, "chin", 0, 1},
                 {8, "cheek_left", 0, 1},
                 {9, "cheek_right", 0, 1},
                 {10, "back", 0, 1},
                 {11, "back2", 0, 1},
                 {12, "left_leg", 0, 1},
                 {13, "right_leg", 0, 1},
                 {14, "left_arm", 0, 1},
                 {15, "right_arm", 0, 1},
                 {16, "rump", 0, 1},
                 {17, "rump2", 0, 1},
                 {18, "front_left", 0, 1},
                 {19, "front_right", 0, 1},
                 {20, "back_left", 0, 1},
                 {21, "back_right", 0, 1},
                 {22, "card", 0, 1},
                 {23, "ultrasonic", 0, 31},
                 {25, "light", 0, 255},
                 {27, "object", 0, 100},
                 {28, "mouth", 0, 1},
                 {29, "voice", 0, 31},
                 {30, "sound_direction", -128, 90},
                 {31, "light_change", -127, 127},
                 {32, "loud", 0, 100},
                 {33, "tilt", 0, 6},
                 {34, "terminal", 0, 64},
                 {35, "power", 0, 1},
                 {36, "usb", 0, 1},
                 {37, "wakeup", 0, 1},
                 {38, "battery_temperature", 0, 100},
                 {39, "noon", 0, 1},
                 {40, "shake", 0, 255},
                 {41, "loud_change", -127, 127},
                 {42, "beacon", 0, 255},
                 {43, "current", 0, 5000},
                 {44, "packet", 0, 400}};

static void every_number_has_its_name_and_range(void **state) {
    size_t known = 0;
    for (unsigned id = 0; id < 60; id++) {
        const struct raw_row *row = raw_row(id);
        const struct published *p = &PUBLISHED[known];
        if (known == sizeof PUBLISHED / sizeof *PUBLISHED || p->id != id) {
            assert_null(row);
            continue;
        }
        known++;
        assert_non_null(row);
        assert_string_equal(row->name, p->name);
        assert_int_equal(row->low, p->low);
        assert_int_equal(row->high, p->high);
        // Nothing there reads 0; no degree is below none, and a sound that nobody heard came from nowhere.
        assert_int_equal(row->rest, id == 1 ? 2000 : id == 30 ? -128 : 0);
    }
    assert_int_equal(known, sizeof PUBLISHED / sizeof *PUBLISHED);
}

// ------------------------------------------------------------------------------------------------ pins

struct hand { // that holds pins and turns them as it likes
    struct raw raw;
    struct body_pins pins;
};
static struct hand at_rest(void) {
    struct hand h = {.pins = {.touches_count = 12, .analog_count = 4, .imu_count = 1, .head_count = 1}};
    h.pins.imu[0].accel[2] = 16384; // one g
    h.pins.head[0].ambient = 2000, h.pins.head[0].direction = -128;
    raw_init(&h.raw, &pleo_model);
    return h;
}
static void pass(struct hand *h, int steps) {
    for (int i = 0; i < steps; i++) raw_step(&h->raw, &h->pins, DT);
}

// All values at once: what is not named is at rest.
static void only(const struct hand *h, enum raw_id id, int value) {
    for (unsigned i = 0; i < RAW_COUNT; i++) {
        if (!raw_row(i) || i == RAW_TILT || i == RAW_BATTERY) continue;
        int wanted = i == id ? value : raw_row(i)->rest;
        if (h->raw.values[i] != wanted)
            fail_msg("%s is %d, not %d", raw_row(i)->name, h->raw.values[i], wanted);
    }
}

static void each_pin_moves_its_own_value_alone(void **state) {
    struct hand h = at_rest();
    pass(&h, 1);
    only(&h, RAW_COUNT, 0);
    assert_int_equal(h.raw.values[RAW_TILT], 1);
    for (unsigned i = 0; i < 12; i++) { // the twelve switches in the order of their numbers
        h = at_rest(), h.pins.touches[i] = 1000, pass(&h, 1);
        only(&h, (enum raw_id)(6 + i), 1);
    }
    for (unsigned i = 0; i < 4; i++) { // the feet
        h = at_rest(), h.pins.analog[i] = 1, pass(&h, 1);
        only(&h, (enum raw_id)(18 + i), 1);
    }
    static const struct {
        uint16_t flag;
        unsigned id;
    } FLAGS[] = {{BODY_PIN_FLAG_CARD, 22},
                 {BODY_PIN_FLAG_PLUG, 35},
                 {BODY_PIN_FLAG_USB, 36},
                 {BODY_PIN_FLAG_BUTTON, 37},
                 {BODY_PIN_FLAG_NOON, 39}};
    for (unsigned i = 0; i < sizeof FLAGS / sizeof *FLAGS; i++) {
        h = at_rest(), h.pins.flags = FLAGS[i].flag, pass(&h, 1);
        only(&h, (enum raw_id)FLAGS[i].id, 1);
    }
    h = at_rest(), h.pins.cell_c = 37, pass(&h, 1), only(&h, RAW_BATTERY_TEMPERATURE, 37);
    h = at_rest(), h.pins.current_ma = 815, pass(&h, 1), only(&h, RAW_CURRENT, 815);
    h = at_rest(), h.pins.current_ma = -300, pass(&h, 1), only(&h, RAW_CURRENT, 0); // into it
    h = at_rest(), h.pins.head[0].ambient = 2000 + 21 * 210, pass(&h, 1), only(&h, RAW_NTC, 6410);
    h = at_rest(), h.pins.head[0].tag = 12, pass(&h, 1), only(&h, RAW_RFID, 12);
    h = at_rest(), h.pins.head[0].ultrasound = 31, pass(&h, 1), only(&h, RAW_ULTRASONIC, 31);
    h = at_rest(), h.pins.head[0].light = 200, pass(&h, 1), only(&h, RAW_LIGHT, 200); // no change: the first
    h = at_rest(), h.pins.head[0].object = 77, pass(&h, 1), only(&h, RAW_OBJECT, 77);
    h = at_rest(), h.pins.head[0].mouth = true, pass(&h, 1), only(&h, RAW_MOUTH, 1);
    h = at_rest(), h.pins.head[0].direction = -60, pass(&h, 1), only(&h, RAW_SOUND_DIRECTION, -60);
    h = at_rest(), h.pins.head[0].loud = 55, pass(&h, 1), only(&h, RAW_LOUD, 55);
}

// Counts of 2.8 V / 2048. Empty at 3.3 V, full at 4.15 V, and in between a straight line.
static void the_battery_is_a_share_of_its_volts(void **state) {
    static const int COUNTS[][2] = {{2000, 0},  {2413, 0},   {2569, 25}, {2725, 50},
                                    {2880, 75}, {3036, 100}, {3200, 100}};
    for (unsigned i = 0; i < sizeof COUNTS / sizeof *COUNTS; i++) {
        struct hand h = at_rest();
        h.pins.battery = (int16_t)COUNTS[i][0];
        pass(&h, 1);
        assert_int_equal(h.raw.values[RAW_BATTERY], COUNTS[i][1]);
    }
}

static void changes_are_against_what_was_before_and_fade(void **state) {
    struct hand h = at_rest();
    h.pins.head[0].light = 100, h.pins.head[0].loud = 20;
    pass(&h, 10);
    h.pins.head[0].light = 180, h.pins.head[0].loud = 10;
    pass(&h, 1);
    assert_int_equal(h.raw.values[RAW_LIGHT_CHANGE], 80);
    assert_int_equal(h.raw.values[RAW_LOUD_CHANGE], -10);
    pass(&h, 400); // the long memory of light: two seconds, after which a third is left
    assert_in_range(h.raw.values[RAW_LIGHT_CHANGE], 27, 32);
    pass(&h, 2000);
    assert_int_equal(h.raw.values[RAW_LIGHT_CHANGE], 0);
    assert_int_equal(h.raw.values[RAW_LOUD_CHANGE], 0);
}

// ------------------------------------------------------------------------------------------------ motion

static void each_side_below_has_its_number(void **state) {
    static const struct {
        int16_t up[3];
        int tilt;
    } SIDES[] = {{{0, 0, 16384}, 1}, {{0, -16384, 0}, 2}, {{0, 16384, 0}, 3},     {{-16384, 0, 0}, 4},
                 {{16384, 0, 0}, 5}, {{0, 0, -16384}, 6}, {{9459, 9459, 9459}, 0}}; // on a corner: none
    for (unsigned i = 0; i < sizeof SIDES / sizeof *SIDES; i++) {
        struct hand h = at_rest();
        memcpy(h.pins.imu[0].accel, SIDES[i].up, sizeof SIDES[i].up);
        pass(&h, 1);
        assert_int_equal(h.raw.values[RAW_TILT], SIDES[i].tilt);
    }
}

// In steps of a twentieth of a second, which add up without a rest: a tenth is a hop, more is a fall.
static int fallen(int steps, int16_t side) {
    struct hand h = at_rest();
    h.pins.imu[0].accel[1] = side, h.pins.imu[0].accel[2] = side ? 0 : 16384;
    raw_step(&h.raw, &h.pins, 0.05f);
    struct body_imu_raw held = h.pins.imu[0];
    h.pins.imu[0] = (struct body_imu_raw){0};
    for (int i = 0; i < steps; i++) raw_step(&h.raw, &h.pins, 0.05f);
    assert_int_equal(h.raw.values[RAW_HIT], HIT_NONE); // before it lands nobody knows
    h.pins.imu[0] = held;
    raw_step(&h.raw, &h.pins, 0.05f);
    return h.raw.values[RAW_HIT];
}
static void only_a_long_fall_is_a_drop(void **state) {
    assert_int_equal(fallen(1, 0), 0);
    assert_int_equal(fallen(2, 0), 0);
    assert_int_equal(fallen(3, 0), 1);
    assert_int_equal(fallen(6, -16384), 2);
    assert_int_equal(fallen(6, 16384), 3);
}

static bool turned(struct hand *h, int axis, float rad, float seconds) {
    bool swung = false;
    int steps = (int)(seconds / DT + 0.5f);
    h->pins.imu[0].gyro[axis] = (int16_t)(m_degrees(rad) / seconds * 32768 / 500);
    for (int i = 0; i < steps; i++) pass(h, 1), swung |= h->raw.values[RAW_HIT] == HIT_SWING;
    h->pins.imu[0].gyro[axis] = 0;
    return swung;
}
static void to_and_fro_off_the_ground_is_a_swing(void **state) {
    for (int axis = 0; axis < 2; axis++)
        for (int way = -1; way <= 1; way += 2) {
            float by = 0.8f * (float)way;
            struct hand h = at_rest();
            assert_false(turned(&h, axis, by, 0.5f)); // one way is half of it
            assert_true(turned(&h, axis, -by / 4, 0.1f));
            // It begins anew: the little way back is not the second half of another.
            pass(&h, 80);
            assert_int_equal(h.raw.values[RAW_HIT], HIT_NONE);
            assert_false(turned(&h, axis, by / 4, 0.1f));
            h = at_rest(), h.pins.analog[2] = 1; // with a foot on the ground it is a walk
            assert_false(turned(&h, axis, by, 0.5f) || turned(&h, axis, -by, 0.5f));
            h = at_rest(); // too little
            assert_false(turned(&h, axis, by / 2, 0.5f) || turned(&h, axis, -by, 0.5f));
            h = at_rest(); // too late
            assert_false(turned(&h, axis, by, 0.5f));
            pass(&h, 240);
            assert_false(turned(&h, axis, -by, 0.5f));
        }
}

TESTS(cmocka_unit_test(every_number_has_its_name_and_range),
      cmocka_unit_test(each_pin_moves_its_own_value_alone),
      cmocka_unit_test(the_battery_is_a_share_of_its_volts),
      cmocka_unit_test(changes_are_against_what_was_before_and_fade),
      cmocka_unit_test(each_side_below_has_its_number), cmocka_unit_test(only_a_long_fall_is_a_drop),
      cmocka_unit_test(to_and_fro_off_the_ground_is_a_swing))
