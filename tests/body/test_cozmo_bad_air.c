// A Cozmo over air that loses, doubles, damages and delays what is said: what was under way is finished or
// told, and nobody is harmed.
#include "shared_cozmo_rig.h"

#include "base/maths/chance.h"
#include "base/maths/geometry.h"

static struct cozmo_onair *robot_of(struct den *d) { return shared_cozmo_robot(d->body); }

// The program hangs while the robot drives: the robot stops by itself after five seconds. When the soul looks
// again it feels that its body was away.
static void a_robot_that_hears_nothing_stops(void **state) {
    (void)state;
    struct den *d = den_awake(den_config(), 0, NULL);
    den_wheels(d, 0.03f, 0.03f);
    den_run(d, 0.5f);
    d->blind = true;
    den_run(d, 4.5f);
    assert_true(den_truth(d).left_mps > 0.02f);
    den_run(d, 1);
    assert_true(fabsf(den_truth(d).left_mps) < 0.003f);
    assert_false(cozmo_onair_open(robot_of(d)));
    d->blind = false;
    d->tick_us = d->now_us;
    d->ever = 0;
    den_run(d, 0.2f);
    assert_true(den_away(d));
    uint64_t sessions = den_about(d).sessions;
    den_run(d, 3); // and comes back, and drives on, because that is what is wanted still
    assert_false(den_away(d));
    assert_int_equal(den_about(d).sessions, sessions + 1);
    assert_true(den_status(d) & BODY_STATUS_LOST);
    assert_true(d->motion.left_mps > 0.02f);
    den_free(d);
}

// A black-out of the air of three seconds is borne; one of eight ends the session, says so, and heals.
static void a_black_out_is_borne_or_told(void **state) {
    (void)state;
    struct shared_cozmo_config config = den_config();
    config.lossy = (struct lossy_link_config){.delay_us = 5000, .seed = 7};
    struct den *d = den_awake(config, 0, NULL);
    uint64_t sessions = den_about(d).sessions;
    d->ever = 0;
    shared_cozmo_dark(d->body, d->now_us + 3000000);
    den_run(d, 6);
    assert_int_equal(den_about(d).sessions, sessions);
    assert_false(d->ever & BODY_STATUS_AWAY);
    den_wheels(d, 0.03f, 0.03f);
    den_run(d, 1);
    struct body_command *c = &d->out.command;
    c->joints_count = 1;
    c->joints[0] = (struct body_joint_target){
        .joint = BODY_MOTOR_HEAD, .mode = BODY_JOINT_MODE_ANGLE, .angle_rad = 0.1f, .tag = 44};
    den_run(d, 2);
    assert_int_equal(d->acks[BODY_ACK_KIND_HEAD], 1);
    d->ever = 0;
    int64_t dark_us = d->now_us;
    shared_cozmo_dark(d->body, d->now_us + 8000000);
    while (!den_away(d) && d->now_us - dark_us < 7000000) den_run(d, 0.05f);
    assert_in_range(d->now_us - dark_us, 4900000, 5300000);
    assert_string_equal(den_about(d).trouble, "nothing was heard any more");
    assert_true(fabsf(den_truth(d).left_mps) > 0.02f || d->now_us - dark_us >= 5000000);
    den_run(d, 0.5f);
    assert_true(fabsf(den_truth(d).left_mps) < 0.003f);
    uint64_t time = d->last_us;
    c->joints[0] = (struct body_joint_target){// told while it is away, done when it is back
                                              .joint = BODY_MOTOR_HEAD,
                                              .mode = BODY_JOINT_MODE_ANGLE,
                                              .angle_rad = 0.5f,
                                              .tag = 45};
    den_run(d, 1);
    assert_true(d->last_us >= time + 900000); // body time goes on
    den_run(d, 8);
    assert_false(den_away(d));
    assert_int_equal(den_about(d).sessions, sessions + 1);
    assert_int_equal(d->acks[BODY_ACK_KIND_HEAD], 2); // 44 was done before, and is not done again
    assert_int_equal(d->last_tag[BODY_ACK_KIND_HEAD], 45);
    assert_true(fabsf(den_truth(d).head_rad - 0.5f) < 0.06f);
    assert_string_equal(den_about(d).trouble, "");
    den_free(d);
}

// An order under way when the air goes is carried out by the next session; a path is not: it is told as
// stopped.
static void what_was_under_way_is_finished_or_told(void **state) {
    (void)state;
    struct shared_cozmo_config config = den_config();
    config.lossy = (struct lossy_link_config){.delay_us = 5000, .seed = 8};
    struct den *d = den_awake(config, 0, NULL);
    struct body_command *c = &d->out.command;
    c->path_count = 1;
    c->path[0] = (struct body_path_order){.op = BODY_PATH_OP_CLEAR, .tag = 3, .append_count = 1};
    c->path[0].append[0] =
        (struct body_segment){.kind = BODY_SEGMENT_KIND_LINE, .to_x_m = 0.4f, .speed = 0.03f};
    den_run(d, 0.033f);
    c->path_count = 1;
    c->path[0] = (struct body_path_order){.op = BODY_PATH_OP_RUN, .tag = 3};
    den_run(d, 0.5f);
    shared_cozmo_dark(d->body, d->now_us + 7000000);
    c->joints_count = 1;
    c->joints[0] = (struct body_joint_target){
        .joint = BODY_MOTOR_LIFT, .mode = BODY_JOINT_MODE_ANGLE, .angle_rad = 0.3f, .tag = 8};
    den_run(d, 6);
    assert_true(den_away(d));
    assert_int_equal(d->acks[BODY_ACK_KIND_PATH_STOPPED], 1);
    assert_int_equal(d->last_tag[BODY_ACK_KIND_PATH_STOPPED], 3);
    assert_int_equal(d->acks[BODY_ACK_KIND_LIFT], 0);
    den_run(d, 6);
    assert_false(den_away(d));
    assert_int_equal(d->acks[BODY_ACK_KIND_LIFT], 1);
    assert_int_equal(d->acks[BODY_ACK_KIND_ACTION], 1);
    assert_int_equal(d->acks[BODY_ACK_KIND_PATH_STOPPED], 1);
    assert_int_equal(d->acks[BODY_ACK_KIND_PATH_DONE], 0);
    den_free(d);
}

// Somebody else's reset takes the robot. The soul waits five seconds in vain, says so, and takes it back.
static void another_engine_takes_it_over(void **state) {
    (void)state;
    struct den *d = den_awake(den_config(), 0, NULL);
    den_wheels(d, 0.05f, 0.05f);
    den_run(d, 0.5f);
    struct bytes reset = hex("434f5a0352450101 0100 0100 0000");
    struct air_peer other = {0x7f000001, 50000};
    assert_int_equal(cozmo_onair_feed(robot_of(d), d->now_us, other, reset), ERR_NONE);
    den_run(d, 0.3f);
    assert_true(fabsf(den_truth(d).left_mps) < 0.005f); // what we had ordered is over
    den_run(d, 4);
    assert_false(den_away(d)); // it may just be the air
    den_run(d, 1.5f);
    assert_true(den_away(d));
    den_run(d, 4);
    assert_false(den_away(d));
    assert_int_equal(den_about(d).sessions, 2);
    den_free(d);
}

static void a_robot_that_begins_anew_is_met_again(void **state) {
    (void)state;
    struct den *d = den_awake(den_config(), 0, NULL);
    uint64_t sessions = den_about(d).sessions;
    d->out.command.orders = BODY_ORDER_POWER_OFF;
    den_run(d, 6);
    assert_true(den_away(d));
    den_verb(d, "{\"Press\": {\"what\": \"cozmo\", \"seconds\": 0.2}}");
    den_run(d, 8);
    assert_false(den_away(d));
    assert_true(den_about(d).sessions > sessions);
    den_free(d);
}

// Wrapped clocks and numbers: the robot's milliseconds go over 2^32, frames' numbers over 65534.
static void clocks_and_numbers_wrap(void **state) {
    (void)state;
    struct shared_cozmo_config config = den_config();
    config.body.begin_ms = 0xffffffff - 4000;
    struct den *d = den_awake(config, 0, NULL);
    uint64_t late = den_about(d).late, before = d->last_us;
    den_run(d, 5);
    assert_true(d->last_us > 0x100000000ull * 1000);
    assert_true(d->last_us - before > 4800000 && d->last_us - before < 5200000);
    assert_int_equal(den_about(d).late, late);
    uint64_t sent = den_about(d).link.sent;
    unsigned heads = d->acks[BODY_ACK_KIND_HEAD];
    uint16_t tag = 1;
    for (int i = 0; den_about(d).link.sent - sent < 140000; i++, tag++) { // twice round
        d->out.command.volume = (uint16_t)(1000 + i % 2);
        for (int k = 0; k < 5; k++) d->out.command.lights[k].r = (uint8_t)(i * 8);
        d->out.command.lights_count = 5;
        den_run(d, 0.033f);
        d->out.command.cubes_count = 4;
        for (unsigned k = 0; k < 4; k++)
            d->out.command.cubes[k] =
                (struct body_cube_order){.device = 77 + k + (unsigned)i % 2, .op = BODY_CUBE_OP_DISCONNECT};
        if (i > 200000) fail_msg("only %llu messages", (unsigned long long)(den_about(d).link.sent - sent));
    }
    assert_int_equal(den_about(d).lost_messages, 0);
    assert_int_equal(den_about(d).sessions, 1);
    d->out.command.joints_count = 1;
    d->out.command.joints[0] = (struct body_joint_target){
        .joint = BODY_MOTOR_HEAD, .mode = BODY_JOINT_MODE_ANGLE, .angle_rad = 0.2f, .tag = 999};
    den_run(d, 1);
    assert_int_equal(d->acks[BODY_ACK_KIND_HEAD], heads + 1);
    den_free(d);
}

// States that were overtaken on the air say nothing: neither time nor place ever goes back.
static void late_states_are_dropped(void **state) {
    (void)state;
    struct shared_cozmo_config config = den_config();
    config.lossy = (struct lossy_link_config){.jitter_us = 150000, .twice = 0.2f, .seed = 9};
    struct den *d = den_awake(config, 0, NULL);
    den_wheels(d, 0.05f, 0.05f);
    float furthest = -1;
    for (int i = 0; i < 100; i++) {
        den_run(d, 0.05f);
        assert_true(d->motion.x_m >= furthest - 0.0005f);
        furthest = fmaxf(furthest, d->motion.x_m);
    }
    assert_true(furthest > 0.2f);
    assert_true(den_about(d).late > 30);
    den_free(d);
}

// Nothing a robot says may hurt: the bytes of its datagrams are thrown, cut and mixed.
static void damaged_datagrams_do_no_harm(void **state) {
    (void)state;
    struct den *d = den_awake(den_config(), 0, DEN_CUBE);
    d->out.command.wants = 0xffff;
    struct chance dice = chance_of(5, 6, 7);
    shared_cozmo_damage(d->body, 0.3f);
    for (int i = 0; i < 600; i++) {
        den_run(d, 0.05f);
        assert_true(isfinite(d->motion.x_m) && isfinite(d->joints[BODY_MOTOR_LIFT].angle_rad));
        assert_true(isfinite(d->power.battery_v) && isfinite(d->motion.heading_rad));
        den_wheels(d, chance_range(&dice, -0.05f, 0.05f), chance_range(&dice, -0.05f, 0.05f));
    }
    shared_cozmo_damage(d->body, 0);
    den_run(d, 12);
    assert_false(den_away(d));
    den_free(d);
}

static void nobody_there_is_said_and_asked_again(void **state) {
    (void)state;
    struct shared_cozmo_config config = den_config();
    config.lossy = (struct lossy_link_config){.delay_us = 1000, .seed = 3};
    struct den *d = den_new(config, 0, NULL);
    shared_cozmo_dark(d->body, 20000000);
    den_run(d, 6);
    assert_true(den_away(d));
    assert_string_equal(den_about(d).trouble, "no robot answered");
    assert_true(d->last_us > 5000000); // its time goes on
    assert_int_equal(d->states_of_motion, 0);
    den_run(d, 22);
    assert_false(den_away(d));
    den_free(d);
}

// A tick allocates nothing, with everything wanted that needs no picture.

TESTS(cmocka_unit_test(a_robot_that_hears_nothing_stops), cmocka_unit_test(a_black_out_is_borne_or_told),
      cmocka_unit_test(what_was_under_way_is_finished_or_told),
      cmocka_unit_test(another_engine_takes_it_over), cmocka_unit_test(a_robot_that_begins_anew_is_met_again),
      cmocka_unit_test(clocks_and_numbers_wrap), cmocka_unit_test(late_states_are_dropped),
      cmocka_unit_test(damaged_datagrams_do_no_harm), cmocka_unit_test(nobody_there_is_said_and_asked_again))
