#include "support/support.h"

#include "brainstem/calibrate.h"
#include "brainstem/servo.h"
#include "world/motor.h"

#define DT 0.005f
static const struct motor_model *head(void) { return &vector_model.motors[BODY_MOTOR_HEAD]; }
static const struct motor_model *wheel(void) { return &vector_model.motors[BODY_MOTOR_LEFT]; }

// A servo on a simulated motor: one step of both.
static void step(struct servo *s, struct world_motor *m) {
    float duty = servo_step(s, (float)m->count / s->model->counts_per_rad, DT);
    motor_step(m, s->model, duty, 0, DT);
}

static void a_profile_arrives_when_it_should_and_does_not_overshoot(void **state) {
    float durations[] = {0.5f, 1.0f, 2.5f};
    for (int i = 0; i < 3; i++) {
        struct servo s;
        struct world_motor m = {0};
        servo_init(&s, head());
        servo_angle(&s, 0.6f, 0, 0, durations[i], 1);
        float t = 0, highest = 0, top_speed = 0;
        while (!s.in_place && t < 5) {
            step(&s, &m);
            t += DT;
            highest = m_max(highest, m.angle);
            top_speed = m_max(top_speed, s.set_speed);
        }
        assert_true(m_abs(t - durations[i]) < 0.08f);
        assert_true(highest < 0.6f + 0.02f);
        // A quarter speeding up, half cruising, a quarter braking: the cruise is 4/3 of the mean speed.
        assert_true(m_abs(top_speed - 0.6f / durations[i] / 0.75f) < 0.05f * top_speed);
    }
}

static void a_duration_that_is_too_short_is_missed_not_forced(void **state) {
    struct servo s;
    struct world_motor m = {0};
    servo_init(&s, head());
    servo_angle(&s, 0.7f, 2, 20, 0.01f, 1);
    float t = 0, fastest = 0;
    while (!s.in_place && t < 5) step(&s, &m), t += DT, fastest = m_max(fastest, m_abs(m.speed));
    assert_true(t > 0.35f && t < 0.7f);
    assert_true(fastest < 2.4f); // the speed limit held
}

// Half-way through a fast move it is told to arrive nearby, slowly: it brakes there, and is not carried on
// into its stop.
static void a_gentle_order_while_it_is_fast_is_not_overrun(void **state) {
    for (int wait = 2; wait < 30; wait++) {
        struct servo s;
        struct world_motor m = {0};
        servo_init(&s, head());
        servo_angle(&s, 0.4f, 0, 0, 0.12f, 1);
        for (int i = 0; i < wait; i++) step(&s, &m);
        float aim = m.angle + (wait % 2 ? 0.01f : -0.01f), most = 0;
        servo_angle(&s, aim, 0, 0, 0.8f, 2);
        for (int i = 0; i < 400; i++) {
            step(&s, &m);
            most = m_max(most, m_abs(m.angle - aim));
        }
        if (most > 0.35f) fail_msg("after %d steps it ran %.2f rad away", wait, (double)most);
        if (!s.in_place || m_abs(m.angle - aim) > 0.03f)
            fail_msg("after %d steps: %d at %.3f, not %.3f, set %.4f %.4f", wait, s.in_place, (double)m.angle,
                     (double)aim, (double)s.set_angle, (double)s.set_speed);
    }
}

// Told to go a hair's breadth beyond its stop it rests there for hours, and is no stalled motor.
static void resting_on_its_stop_is_no_stall(void **state) {
    struct servo s;
    servo_init(&s, head());
    servo_angle(&s, -0.003f, 0, 0, 0.3f, 1);
    for (int i = 0; i < 3600 * 200; i++) {
        float duty = servo_step(&s, 0, DT); // it stands, whatever is tried
        assert_true(m_abs(duty) < 0.5f && !s.stalled);
    }
}

static void speed_is_kept_under_load(void **state) {
    float loads[] = {0, 0.004f, -0.004f};
    for (int i = 0; i < 3; i++) {
        struct servo s;
        struct world_motor m = {0};
        servo_init(&s, wheel());
        servo_speed(&s, 6, 0);
        for (int t = 0; t < 400; t++) {
            float duty = servo_step(&s, (float)m.count / s.model->counts_per_rad, DT);
            motor_step(&m, s.model, duty, loads[i], DT);
        }
        assert_true(m_abs(m.speed - 6) < 0.3f);
    }
}

// Told to stand after a load, it stands, and what it needed against the load is forgotten: no current at
// rest.
static void standing_costs_nothing(void **state) {
    for (int way = -1; way <= 1; way += 2) {
        struct servo s;
        struct world_motor m = {0};
        float goal = 6 * (float)way;
        servo_init(&s, wheel());
        servo_speed(&s, goal, 0);
        for (int t = 0; t < 400; t++) {
            float duty = servo_step(&s, (float)m.count / s.model->counts_per_rad, DT);
            motor_step(&m, s.model, duty, -0.004f * (float)way, DT); // against it
        }
        float laboured = m_abs(s.duty);
        servo_speed(&s, 0, 0);
        for (int t = 0; t < 100; t++)
            servo_step(&s, (float)m.count / s.model->counts_per_rad, DT); // held fast
        print_message("# duty %.3f under its load, %.4f half a second later\n", (double)laboured,
                      (double)s.duty);
        assert_true(laboured > 0.1f && m_abs(s.duty) < 0.001f);
    }
}

static void a_blocked_motor_is_held_gently_and_recovers(void **state) {
    struct servo s;
    struct world_motor m = {.blocked = true};
    servo_init(&s, wheel());
    servo_speed(&s, 10, 0);
    float hard_s = 0;
    for (int t = 0; t < 1000; t++) {
        step(&s, &m);
        if (m_abs(s.duty) > 0.5f) hard_s += DT;
        assert_true(t < 10 || m_abs(s.duty) > 0); // never let go
    }
    assert_true(s.stalled);
    assert_true(hard_s < 1.5f); // fifteen seconds would burn it
    assert_true(m_abs(s.duty) <= 0.151f);
    m.blocked = false;
    for (int t = 0; t < 600; t++) step(&s, &m);
    assert_false(s.stalled);
    assert_true(m_abs(m.speed - 10) < 0.5f);
}

static void free_means_no_current(void **state) {
    struct servo s;
    struct world_motor m = {0};
    servo_init(&s, wheel());
    servo_speed(&s, 10, 0);
    for (int t = 0; t < 100; t++) step(&s, &m);
    servo_free(&s);
    for (int t = 0; t < 400; t++) step(&s, &m);
    assert_true(s.duty == 0 && m.speed == 0);
}

// A tread's encoder sees that it turns, not which way: pushed against its drive it counts as the drive says.
// Head and lift measure the way.
static void treads_trust_their_drive_and_joints_measure(void **state) {
    static const struct {
        float duty, turned;
        int wheel, head; // counts per step, in signs
    } PUSHES[] = {{0.5f, 1, 1, 1},     {0.5f, -1, 1, -1}, {-0.5f, 1, -1, 1},
                  {-0.5f, -1, -1, -1}, {0, 1, 1, 1},      {0, -1, -1, -1}};
    for (size_t i = 0; i < sizeof PUSHES / sizeof *PUSHES; i++)
        for (int joint = 0; joint < 2; joint++) {
            const struct motor_model *model = joint ? head() : wheel();
            struct world_motor m = {0};
            float rad = PUSHES[i].turned * 10.25f / model->counts_per_rad;
            for (int k = 0; k < 8; k++) {
                motor_push(&m, model, PUSHES[i].duty, DT);
                motor_turned(&m, model, rad / DT, rad);
            }
            int wanted = 82 * (joint ? PUSHES[i].head : PUSHES[i].wheel); // the quarters add up
            if (m.count != wanted)
                fail_msg("row %zu, %s: %d counts, not %d", i, joint ? "head" : "wheel", m.count, wanted);
            assert_true(m_abs(m.angle - 8 * rad) < 1e-4f); // it turned, whatever was counted
        }
    for (int i = 0; i < 2; i++) {
        const struct body_model *b = i ? &cozmo_model : &vector_model;
        assert_true(!b->motors[BODY_MOTOR_LEFT].two_channels && !b->motors[BODY_MOTOR_RIGHT].two_channels);
        assert_true(b->motors[BODY_MOTOR_LIFT].two_channels && b->motors[BODY_MOTOR_HEAD].two_channels);
    }
}

// ----------------------------------------------------------------------------------------------- calibration

struct joint {
    struct calibrate c;
    struct world_motor m;
    float speed, last;
};

static enum calibrate_result find_stop(struct joint *j, float seconds) {
    enum calibrate_result result = CALIBRATE_RUNNING;
    for (float t = 0; t < seconds && result == CALIBRATE_RUNNING; t += DT) {
        float angle = (float)j->m.count / head()->counts_per_rad, duty = 0;
        j->speed += ((angle - j->last) / DT - j->speed) * 0.4f;
        j->last = angle;
        result = calibrate_step(&j->c, j->m.count, j->speed, DT, &duty);
        motor_step(&j->m, head(), duty, 0, DT);
    }
    return result;
}

static void the_stop_is_found_from_anywhere(void **state) {
    for (float start = head()->low_rad; start <= head()->high_rad; start += 0.07f) {
        struct joint j = {.m = {.angle = start, .count = 12345}};
        calibrate_init(&j.c, head());
        j.last = (float)j.m.count / head()->counts_per_rad;
        calibrate_start(&j.c);
        assert_int_equal(find_stop(&j, 10), CALIBRATE_DONE);
        assert_true(m_abs(calibrate_angle(&j.c, j.m.count) - j.m.angle) < 0.003f);
    }
}

// A slipping gear: the encoder runs on without end and never finds a stop.
static void a_stop_that_never_comes_is_given_up(void **state) {
    struct joint j = {.m = {.count = 0}};
    calibrate_init(&j.c, head());
    calibrate_start(&j.c);
    enum calibrate_result result = CALIBRATE_RUNNING;
    float duty;
    int steps = 0;
    for (; steps < 10000 && result == CALIBRATE_RUNNING; steps++)
        result = calibrate_step(&j.c, -30 * steps, -6, DT, &duty);
    assert_int_equal(result, CALIBRATE_FAILED);
    assert_false(j.c.known);
    assert_int_equal(j.c.tries, 3);
}

TESTS(cmocka_unit_test(standing_costs_nothing), cmocka_unit_test(resting_on_its_stop_is_no_stall),
      cmocka_unit_test(a_gentle_order_while_it_is_fast_is_not_overrun),
      cmocka_unit_test(a_profile_arrives_when_it_should_and_does_not_overshoot),
      cmocka_unit_test(a_duration_that_is_too_short_is_missed_not_forced),
      cmocka_unit_test(speed_is_kept_under_load),
      cmocka_unit_test(a_blocked_motor_is_held_gently_and_recovers), cmocka_unit_test(free_means_no_current),
      cmocka_unit_test(treads_trust_their_drive_and_joints_measure),
      cmocka_unit_test(the_stop_is_found_from_anywhere),
      cmocka_unit_test(a_stop_that_never_comes_is_given_up))
