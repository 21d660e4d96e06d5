#include "support/support.h"

#include "own/own.h"

#include <stdio.h>

// Twenty bodies, from nothing at all to everything: whoever lives in them is never told to do what it cannot.
static const char *const BODIES[] = {
    "{}",
    "{\"display\": {\"width\": 8, \"height\": 8, \"colours\": \"mono\"}}",
    "{\"display\": {\"width\": 1024, \"height\": 32, \"colours\": \"grey\"}, \"touch\": {\"count\": 16}}",
    "{\"creature\": \"cozmo\", \"display\": {\"width\": 240, \"height\": 240}}",
    "{\"head\": true}",
    "{\"head\": {\"low_deg\": -1, \"high_deg\": 1, \"speed_max_degps\": 5}, \"lights\": {\"count\": 5}}",
    "{\"lift\": true}",
    "{\"lift\": {\"low_m\": 0.1, \"high_m\": 0.5, \"arm_m\": 0.4, \"pivot_m\": 0.2}, \"wheels\": true}",
    "{\"wheels\": true}",
    "{\"wheels\": {\"track_m\": 3, \"radius_m\": 1, \"speed_max_mps\": 10}, \"size\": {\"length_m\": 3, "
    "\"width_m\": 3, \"height_m\": 3}}",
    "{\"wheels\": {\"track_m\": 0.01, \"radius_m\": 0.002, \"speed_max_mps\": 0.005, \"turn_max_degps\": 5}}",
    "{\"wheels\": true, \"cliffs\": {\"count\": 1}, \"battery\": true, \"charger\": true}",
    "{\"wheels\": true, \"head\": true, \"range\": true, \"imu\": true, \"camera\": true}",
    "{\"legs\": true, \"joints\": [{\"name\": \"a\", \"follows\": \"stride_left\"}, {\"name\": \"b\", "
    "\"follows\": \"stride_right\", \"share\": -1}]}",
    "{\"joints\": [{\"name\": \"mouth\", \"follows\": \"voice\"}], \"speaker\": {\"rate_hz\": 8000}}",
    "{\"speaker\": {\"rate_hz\": 48000}, \"microphones\": {\"count\": 4}}",
    "{\"creature\": \"cozmo\", \"wheels\": true, \"head\": true, \"lift\": true, \"cubes\": true, "
    "\"lights\": "
    "{\"count\": 1}}",
    "{\"touch\": true, \"imu\": true, \"battery\": {\"low_v\": 10, \"full_v\": 12.6}}",
    "{\"wheels\": true, \"cliffs\": {\"count\": 4}, \"touch\": true, \"display\": true, \"speaker\": true, "
    "\"joints\": [{\"name\": \"tail\", \"follows\": \"happy\"}, {\"name\": \"ears\", \"follows\": "
    "\"stirred\"},"
    "{\"name\": \"eyes\", \"follows\": \"gaze_x\"}, {\"name\": \"jaw\", \"follows\": \"lids\"}]}",
    "{\"wheels\": true, \"head\": true, \"lift\": true, \"display\": true, \"lights\": true, \"speaker\": "
    "true, "
    "\"microphones\": true, \"camera\": true, \"cliffs\": true, \"range\": true, \"touch\": true, \"imu\": "
    "true, \"battery\": true, \"charger\": true, \"cubes\": true}",
};
enum { BODY_COUNT = sizeof BODIES / sizeof *BODIES };

static void feel(struct critter_senses *s, const struct critter_command *c, uint32_t tick) {
    s->time_us = tick * 33000ull;
    s->has = CRITTER_HAS_CLIFFS | CRITTER_HAS_POWER | CRITTER_HAS_RANGE;
    for (int i = 0; i < 4; i++) s->cliffs[i] = 0.5f;
    s->battery_v = 4, s->temperature_c = 25;
    s->range = (struct critter_range){1, 0.5f, 0.01f, 1, 0};
    s->touched = tick % 200 > 150;
    s->imu_count = 1;
    s->imu[0] = (struct critter_imu){s->time_us, {0, 0, 9.81f}, {0, 0, (c->right_mps - c->left_mps) / 0.1f}};
}

static void obeys(const struct critter_robot *r, const struct critter_command *c) {
    const struct body_model *m = &r->body.model;
    const struct critter_orders *o = &c->orders;
    if (!body_model_has(m, BODY_HAS(WHEELS)))
        assert_true(c->left_mps == 0 && c->right_mps == 0 && !o->path_count && !o->wheels.mode);
    assert_true(c->left_mps <= m->wheel_mps_max * 1.01f && c->left_mps >= -m->wheel_mps_max * 1.01f);
    assert_true(c->light_count <= m->light_count);
    for (uint32_t i = 0; i < o->joint_count; i++)
        assert_true(body_model_has(m, o->joints[i].joint == CRITTER_LIFT ? BODY_HAS(LIFT) : BODY_HAS(HEAD)));
    for (uint32_t i = CRITTER_LIFT; i < m->motor_count; i++) {
        float low = m->motors[i].low_rad, high = m->motors[i].high_rad;
        assert_true(c->joints_rad[i] >= low - 1e-4f && c->joints_rad[i] <= high + 1e-4f);
    }
    assert_int_equal(c->face != NULL, body_model_has(m, BODY_HAS(DISPLAY)));
    if (!body_model_has(m, BODY_HAS(SPEAKER))) assert_int_equal(c->sound_count, 0);
    if (!body_model_has(m, BODY_HAS(CUBES))) assert_int_equal(o->cube_count, 0);
}

static void live(const char *body, uint32_t ticks) {
    char why[256] = "";
    struct critter_robot_config config = {.size = sizeof config, .body_text = body, .no_voice = 1};
    struct critter_robot *r = critter_robot_new(&config, why, sizeof why);
    if (!r) fail_msg("%s: %s", body, why);
    static struct critter_senses senses;
    static struct critter_command command;
    struct critter_robot_event e = {.size = sizeof e};
    memset(&senses, 0, sizeof senses), memset(&command, 0, sizeof command);
    senses.size = sizeof senses, command.size = sizeof command;
    for (uint32_t tick = 1; tick <= ticks; tick++) {
        feel(&senses, &command, tick);
        if (critter_robot_step(r, &senses, &command)) fail_msg("%s: %s", body, critter_robot_error(r));
        obeys(r, &command);
        while (critter_robot_next_event(r, &e))
            if (!strcmp(e.name, "FAILED") || strstr(e.detail, "it has n")) fail_msg("%s: %s", body, e.detail);
    }
    assert_int_not_equal(critter_robot_why(r)[0], 0);
    critter_robot_free(r);
}

// `make soak` lives ten minutes in each.
static void nobody_is_told_what_its_body_cannot_do(void **state) {
    const char *minutes = getenv("CRITTER_MINUTES");
    assert_int_equal(BODY_COUNT, 20);
    for (int i = 0; i < BODY_COUNT; i++) live(BODIES[i], minutes ? 600 * 1000 / 33 : 300);
}

static void a_step_allocates_nothing(void **state) {
    char why[256];
    struct critter_robot_config config = {.size = sizeof config, .body_text = BODIES[8], .no_voice = 1};
    struct critter_robot *r = critter_robot_new(&config, why, sizeof why);
    assert_non_null(r);
    static struct critter_senses senses;
    static struct critter_command command;
    senses.size = sizeof senses, command.size = sizeof command;
    unsigned before = alloc_count();
    for (uint32_t tick = 1; tick <= 200; tick++) {
        feel(&senses, &command, tick);
        assert_int_equal(critter_robot_step(r, &senses, &command), 0);
    }
    assert_int_equal(alloc_count(), before);
    critter_robot_free(r);
}

static void born_or_not(void *user) {
    char why[256] = "";
    struct critter_robot_config config = {
        .size = sizeof config, .body_text = BODIES[18], .no_voice = 1, .silent = 1};
    struct critter_robot *r = critter_robot_new(&config, why, sizeof why);
    assert_true((r != NULL) == !why[0]);
    critter_robot_free(r);
}
static void without_memory_nobody_is_born_and_it_says_so(void **state) {
    for (unsigned n = 1; n < 4000; n = n + 1 + n / 4) { // each of the first, then here and there
        alloc_break_after(n);
        born_or_not(NULL);
        alloc_break_after(0);
    }
}

TESTS(cmocka_unit_test(nobody_is_told_what_its_body_cannot_do), cmocka_unit_test(a_step_allocates_nothing),
      cmocka_unit_test(without_memory_nobody_is_born_and_it_says_so))
