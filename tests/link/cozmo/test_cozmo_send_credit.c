// What an engine believes of the robot's memory must never be more than it has, and must come right again
// after whatever was dropped.
#include "support/support.h"

#include "link/cozmo/send_credit.h"

static void before_the_robot_spoke_there_is_no_room_then_half(void **state) {
    struct send_credit credit;
    send_credit_begin(&credit, 1000000);
    assert_int_equal(send_credit_room(&credit, 1000000), 0);
    assert_int_equal(send_credit_room(&credit, 1333000), 0);
    assert_int_equal(send_credit_room(&credit, 1334000), SEND_CREDIT_BYTES / 2);
    send_credit_sent(&credit, 20000); // a robot that never says what it plays: in time, for ever
    assert_int_equal(send_credit_room(&credit, 9000000), SEND_CREDIT_BYTES / 2);
    send_credit_played(&credit, 9000000, 777, false); // and then it does: half may be full
    assert_int_equal(send_credit_room(&credit, 9000000), SEND_CREDIT_BYTES / 2);
}

static void what_was_sent_before_the_first_word_is_not_forgotten(void **state) {
    struct send_credit credit;
    send_credit_begin(&credit, 0);
    send_credit_sent(&credit, 3000);
    send_credit_played(&credit, 400000, 5000, false);
    assert_int_equal(send_credit_room(&credit, 400000), SEND_CREDIT_BYTES - 3000);
    send_credit_played(&credit, 430000, 6500, false);
    assert_int_equal(send_credit_room(&credit, 430000), SEND_CREDIT_BYTES - 1500);
}

static void room_is_what_was_sent_less_what_was_played(void **state) {
    struct send_credit credit;
    send_credit_begin(&credit, 0);
    send_credit_played(&credit, 10000, 0, true);
    for (unsigned i = 0; i < 10; i++) send_credit_sent(&credit, 745);
    assert_int_equal(send_credit_room(&credit, 10000), SEND_CREDIT_BYTES - 7450);
    send_credit_sent(&credit, 5000); // more than it holds
    assert_int_equal(send_credit_room(&credit, 10000), 0);
    send_credit_played(&credit, 40000, 1490, false);
    assert_int_equal(send_credit_room(&credit, 40000), 0);
    send_credit_played(&credit, 70000, 20000, false); // somebody else's stream, too
    assert_int_equal(send_credit_room(&credit, 70000), SEND_CREDIT_BYTES);
    send_credit_sent(&credit, 745);
    send_credit_begin(&credit, 0);
    send_credit_played(&credit, 0, 5000, true);
    send_credit_sent(&credit, 745);
    send_credit_played(&credit, 30000, 3, true); // it began anew
    assert_int_equal(send_credit_room(&credit, 30000), SEND_CREDIT_BYTES);
}

static void what_is_never_played_is_not_there(void **state) {
    struct send_credit credit;
    send_credit_begin(&credit, 0);
    send_credit_played(&credit, 0, 0, true);
    send_credit_sent(&credit, 4000); // of which the robot drops a part
    for (int64_t t = 30000; t <= 330000; t += 30000) send_credit_played(&credit, t, 3000, false);
    assert_int_equal(send_credit_room(&credit, 330000), SEND_CREDIT_BYTES - 1000);
    for (int64_t t = 360000; t <= 900000; t += 30000)
        send_credit_played(&credit, t, 3000, false); // still on the air
    assert_int_equal(send_credit_room(&credit, 900000), SEND_CREDIT_BYTES - 1000);
    send_credit_played(&credit, 930000, 3000, true);
    assert_int_equal(send_credit_room(&credit, 930000), SEND_CREDIT_BYTES);
}

TESTS(cmocka_unit_test(before_the_robot_spoke_there_is_no_room_then_half),
      cmocka_unit_test(what_was_sent_before_the_first_word_is_not_forgotten),
      cmocka_unit_test(room_is_what_was_sent_less_what_was_played),
      cmocka_unit_test(what_is_never_played_is_not_there))
