// What an engine believes of the robot's memory must never be more than it has, and must come right again after whatever was dropped.
#include "support/support.h"

#include "link/cozmo/tank.h"

static void before_the_robot_spoke_there_is_no_room_then_half(void **state) {
    struct tank tank;
    tank_begin(&tank, 1000000);
    assert_int_equal(tank_room(&tank, 1000000), 0);
    assert_int_equal(tank_room(&tank, 1333000), 0);
    assert_int_equal(tank_room(&tank, 1334000), TANK_BYTES / 2);
    tank_sent(&tank, 20000); // a robot that never says what it plays: in time, for ever
    assert_int_equal(tank_room(&tank, 9000000), TANK_BYTES / 2);
    tank_played(&tank, 9000000, 777, false); // and then it does: half may be full
    assert_int_equal(tank_room(&tank, 9000000), TANK_BYTES / 2);
}

static void what_was_sent_before_the_first_word_is_not_forgotten(void **state) {
    struct tank tank;
    tank_begin(&tank, 0);
    tank_sent(&tank, 3000);
    tank_played(&tank, 400000, 5000, false);
    assert_int_equal(tank_room(&tank, 400000), TANK_BYTES - 3000);
    tank_played(&tank, 430000, 6500, false);
    assert_int_equal(tank_room(&tank, 430000), TANK_BYTES - 1500);
}

static void room_is_what_was_sent_less_what_was_played(void **state) {
    struct tank tank;
    tank_begin(&tank, 0);
    tank_played(&tank, 10000, 0, true);
    for (unsigned i = 0; i < 10; i++) tank_sent(&tank, 745);
    assert_int_equal(tank_room(&tank, 10000), TANK_BYTES - 7450);
    tank_sent(&tank, 5000); // more than it holds
    assert_int_equal(tank_room(&tank, 10000), 0);
    tank_played(&tank, 40000, 1490, false);
    assert_int_equal(tank_room(&tank, 40000), 0);
    tank_played(&tank, 70000, 20000, false); // somebody else's stream, too
    assert_int_equal(tank_room(&tank, 70000), TANK_BYTES);
    tank_sent(&tank, 745);
    tank_begin(&tank, 0);
    tank_played(&tank, 0, 5000, true);
    tank_sent(&tank, 745);
    tank_played(&tank, 30000, 3, true); // it began anew
    assert_int_equal(tank_room(&tank, 30000), TANK_BYTES);
}

static void what_is_never_played_is_not_there(void **state) {
    struct tank tank;
    tank_begin(&tank, 0);
    tank_played(&tank, 0, 0, true);
    tank_sent(&tank, 4000); // of which the robot drops a part
    for (int64_t t = 30000; t <= 330000; t += 30000) tank_played(&tank, t, 3000, false);
    assert_int_equal(tank_room(&tank, 330000), TANK_BYTES - 1000);
    for (int64_t t = 360000; t <= 900000; t += 30000) tank_played(&tank, t, 3000, false); // still on the air
    assert_int_equal(tank_room(&tank, 900000), TANK_BYTES - 1000);
    tank_played(&tank, 930000, 3000, true);
    assert_int_equal(tank_room(&tank, 930000), TANK_BYTES);
}

TESTS(cmocka_unit_test(before_the_robot_spoke_there_is_no_room_then_half),
      cmocka_unit_test(what_was_sent_before_the_first_word_is_not_forgotten),
      cmocka_unit_test(room_is_what_was_sent_less_what_was_played),
      cmocka_unit_test(what_is_never_played_is_not_there))
