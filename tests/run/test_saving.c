// A world arranged by hand, saved as a scenario and opened again; and a fist that is a greeting.
#include "support/support.h"

#include "run/robots.h"
#include "run/scenario_save.h"

#include <stdio.h>
#include <string.h>

static struct play *begin(const struct scenario *s) {
    struct play_config config = play_defaults();
    struct fault fault = {0};
    char why[400];
    struct play *p = play_new(s, &config, &fault);
    if (!p) fail_msg("%s", fault_text(&fault, why, sizeof why));
    return p;
}

#define DO(play, verb_kind, member, ...)                                                                     \
    do {                                                                                                     \
        struct world_message m_ = {.kind = verb_kind};                                                       \
        world_##member##_defaults(&m_.member);                                                               \
        __typeof__(m_.member) *v = &m_.member;                                                               \
        (void)v;                                                                                             \
        __VA_ARGS__;                                                                                         \
        assert_int_equal(play_do(play, &m_, NULL), ERR_NONE);                                                \
    } while (0)

static struct scenario *saved(struct play *p, struct buf *text) {
    struct fault fault = {0};
    char why[400];
    buf_clear(text);
    assert_int_equal(play_save(p, text, &fault), ERR_NONE);
    struct scenario *s =
        scenario_read((struct text){(const char *)text->at, text->len}, "saved.json", NULL, 0, &fault);
    if (!s) fail_msg("%s: %.*s", fault_text(&fault, why, sizeof why), (int)text->len, (const char *)text->at);
    return s;
}

static struct vec3 where(struct play *p, const char *name) {
    struct pose pose;
    if (!world_where(play_world(p), name, &pose)) fail_msg("%s is not there", name);
    return pose.at;
}

static void near_to(struct play *a, struct play *b, const char *name) {
    float apart = vec3_length(vec3_sub(where(a, name), where(b, name)));
    if (apart > 0.001f) fail_msg("%s is %g m elsewhere", name, (double)apart);
}

static void what_was_arranged_is_there_again(void **state) {
    struct scenario *s = scenario_open("tabletop", NULL, 0, NULL);
    struct play *p = begin(s);
    play_for(p, 500000);
    DO(p, WORLD_PLACE, place, strcpy(v->what, "cube"), v->x_m = 0.3f, v->y_m = 0.2f, v->heading_deg = 45);
    DO(p, WORLD_BOX, box, strcpy(v->name, "block"), v->x_m = -0.3f, v->y_m = -0.2f, v->mass_kg = 0.3f);
    DO(p, WORLD_REMOVE, remove, strcpy(v->what, "mug"));
    DO(p, WORLD_TIP, tip, strcpy(v->what, "block"));
    DO(p, WORLD_LIGHT, light, v->lux = 40);
    DO(p, WORLD_BATTERY, battery, strcpy(v->what, "vector"), v->charge = 0.42f);
    play_for(p, 2500000);
    struct buf text = {0};
    struct scenario *again = saved(p, &text);
    struct play *q = begin(again);
    play_for(q, 20000);
    static const char *const NAMES[] = {"cube", "block", "charger", "book", "table", "Ada", "vector"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) near_to(p, q, NAMES[i]);
    struct pose gone, block[2];
    assert_false(world_where(play_world(q), "mug", &gone));
    assert_true(world_where(play_world(p), "block", &block[0]) &&
                world_where(play_world(q), "block", &block[1]));
    assert_true(quat_angle(quat_between(block[0].turn, block[1].turn)) < 0.02f); // it lies on the same side
    const struct world_memory *m = world_memory(play_world(q));
    assert_true(m_abs(m->lux - 40) < 0.01f);
    assert_true(m_abs(m->robots[0].battery.charge - 0.42f) < 0.01f);
    assert_non_null(strstr((const char *)text.at, "\"mass_kg\": 0.3"));
    assert_int_equal(again->happening_count, s->happening_count); // all of its timeline still means somebody
    play_free(q, NULL), scenario_free(again);
    // What means somebody who is gone is left out, and a second saving says the same as the first.
    DO(p, WORLD_REMOVE, remove, strcpy(v->what, "cube"));
    again = saved(p, &text);
    assert_int_equal(again->happening_count, s->happening_count - 1);
    play_free(p, NULL), scenario_free(s);
    p = begin(again);
    struct buf twice = {0};
    struct scenario *third = saved(p, &twice);
    assert_int_equal(third->happening_count, again->happening_count);
    assert_int_equal(third->thing_count, again->thing_count);
    play_free(p, NULL), scenario_free(again), scenario_free(third);
    buf_free(&text), buf_free(&twice);
}

static void who_lies_or_hangs_is_put_there_again(void **state) {
    struct scenario *s = scenario_open("tabletop", NULL, 0, NULL);
    struct play *p = begin(s);
    play_for(p, 500000);
    DO(p, WORLD_TIP, tip, strcpy(v->what, "vector"));
    play_for(p, 2000000);
    struct buf text = {0};
    struct scenario *again = saved(p, &text), *third;
    struct play *q = begin(again);
    play_for(q, 100000);
    struct pose pose;
    assert_true(world_where(play_world(q), "vector", &pose));
    assert_true(quat_apply(pose.turn, vec3(0, 0, 1)).z < 0.5f);
    third = saved(q, &text);
    assert_int_equal(third->happening_count, again->happening_count); // placed once, not once a saving
    scenario_free(third);
    play_free(q, NULL), scenario_free(again), play_free(p, NULL), scenario_free(s);
    buf_free(&text);
}

static bool felt;
static bool poked;
static void look(void *user, struct play *play, int life) {
    const struct life_event *events;
    (void)user;
    size_t count = robot_events(run_robot(play_run(play), (size_t)life), &events);
    for (size_t i = 0; i < count; i++) {
        felt |= events[i].kind == LIFE_EVENT_KIND_FIST_BUMPED;
        poked |= events[i].kind == LIFE_EVENT_KIND_POKED;
    }
}

static void a_fist_against_a_raised_lift_is_a_greeting(void **state) {
    struct scenario *s = scenario_open("tabletop", NULL, 0, NULL);
    struct play_config config = play_defaults();
    config.watch = look;
    struct play *p = play_new(s, &config, NULL);
    struct life_envelope from = {1, LIFE_DOOR_TEST};
    struct life_message up = {.kind = LIFE_LIFT, .lift = {0.08f, 3, 0}};
    play_for(p, 3000000);
    play_ask(p, 0, &from, &up);
    play_for(p, 1500000);
    felt = poked = false;
    DO(p, WORLD_FIST_BUMP, fist_bump, strcpy(v->what, "vector"));
    play_for(p, 300000);
    assert_true(felt && !poked);
    struct life_view view;
    robot_view(run_robot(play_run(p), 0), &view);
    assert_string_equal(view.clip.trigger, "FistBumpSuccess");
    up.lift.height_m = 0.032f; // down again the same blow is a poke
    play_for(p, 4000000);
    play_ask(p, 0, &from, &up);
    play_for(p, 1500000);
    felt = poked = false;
    DO(p, WORLD_FIST_BUMP, fist_bump, strcpy(v->what, "vector"));
    play_for(p, 300000);
    assert_true(poked && !felt);
    play_free(p, NULL), scenario_free(s);
}

TESTS(cmocka_unit_test(what_was_arranged_is_there_again),
      cmocka_unit_test(who_lies_or_hangs_is_put_there_again),
      cmocka_unit_test(a_fist_against_a_raised_lift_is_a_greeting))
