// How near the senses come to the truth, in numbers; that the numbers can be bad; and that measuring changes
// nothing.
#include "run/asking.h"

#include "base/maths/chance.h"
#include "run/check/accuracy.h"
#include "world/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct measured {
    struct accuracy *accuracy;
    struct accuracy_of of;
    uint64_t hash;
};
static void watch(void *user, struct play *play, int life) {
    struct measured *m = user;
    if (m->accuracy) accuracy_look(m->accuracy, play, life);
}

// As a person reads it, behind the marks of a comment.
static void tell(struct accuracy *accuracy) {
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    assert_non_null(to);
    accuracy_print(accuracy, to);
    assert_int_equal(fclose(to), 0);
    assert_non_null(strstr(text, "degrees driven"));
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) print_message("# %s\n", line);
    free(text);
}

static struct measured measure(struct scenario *s, double seconds, bool look) {
    struct measured m = {0};
    struct fault fault = {0};
    struct play_config config = play_defaults();
    config.watch = watch, config.user = &m;
    struct play *p = s ? play_new(s, &config, &fault) : NULL;
    if (!p) fault_print(&fault, stderr), fail();
    if (look) m.accuracy = accuracy_new(p);
    play_for(p, (int64_t)(seconds * 1e6));
    m.hash = world_hash(play_world(p));
    if (look) {
        m.of = *accuracy_at(m.accuracy, 0);
        tell(m.accuracy);
        struct buf out = {0};
        struct json_writer w = json_writer_of(&out, 0);
        accuracy_write(m.accuracy, &w);
        assert_int_equal(out.err, 0);
        struct arena *arena = arena_new(64 << 10);
        struct json *doc;
        assert_int_equal(
            json_parse((struct text){(const char *)out.at, out.len}, "f", arena, NULL, &doc, &fault), 0);
        assert_non_null(json_get(json_at(json_get(doc, "figures"), 0), "place"));
        arena_free(arena);
        buf_free(&out);
    }
    accuracy_free(m.accuracy);
    play_free(p, NULL);
    return m;
}

static double mean(const struct accuracy_error *e) { return e->sum / e->count; }
static double precision(const struct accuracy_hits *h) { return (double)h->right / (h->right + h->wrong); }
static double recall(const struct accuracy_hits *h) { return (double)h->right / (h->right + h->missed); }

static void senses_come_near_the_truth(void **state) {
    struct fault fault = {0};
    struct scenario *s = scenario_open("proving-ground", NULL, 0, &fault);
    struct measured m = measure(s, 180, true), unwatched = measure(s, 180, false);
    assert_true(m.hash == unwatched.hash);
    const struct accuracy_of *f = &m.of;
    assert_true(f->way_m > 3);
    assert_true(mean(&f->place_mm) < 15 && f->place_mm.most < 30);
    assert_true(mean(&f->heading_deg) < 5);
    assert_true(mean(&f->tilt_deg) < 0.6);
    assert_true(f->head_deg.most < 0.5 && f->lift_mm.most < 0.5);
    assert_true(mean(&f->battery_mv) < 10);
    assert_true(f->range_mm.count > 10 && mean(&f->range_mm) < 3 && mean(&f->range_share) > 0.985);
    assert_true(f->objects.right > 300 && precision(&f->objects) > 0.99 && recall(&f->objects) > 0.98);
    assert_true(f->faces.right > 50 && precision(&f->faces) > 0.98 && recall(&f->faces) > 0.95);
    assert_true(mean(&f->sight_mm) < 15 && mean(&f->sight_deg) < 1);
    assert_int_equal(f->words.right, 3);
    assert_true(mean(&f->hearing_deg) < 20);
    assert_true(f->edges.right > 5 && precision(&f->edges) > 0.9 && recall(&f->edges) > 0.9);
    assert_true(f->held.right > 300 && precision(&f->held) > 0.97 && recall(&f->held) > 0.97);
    assert_true(f->petted.right > 80 && precision(&f->petted) > 0.9 && recall(&f->petted) > 0.9);
    assert_true(f->button.right > 10 && recall(&f->button) > 0.9);
    scenario_free(s);
}

// What breaks shows in the accuracy, each where it belongs.
static void broken_senses_come_off_badly(void **state) {
    static const char TEXT[] =
        "{\"floor\": {\"height_m\": -0.7}, \"robots\": [{\"creature\": \"vector\", \"soul\": false}],"
        "\"things\": [{\"table\": {}}, {\"cube\": {\"x_m\": 0.2}}],"
        "\"timeline\": [%s"
        "{\"at_s\": 3, \"drive\": {\"robot\": \"vector\", \"left_mps\": 0.05, \"right_mps\": 0.05, "
        "\"seconds\": 2}},"
        "{\"at_s\": 6, \"drive\": {\"robot\": \"vector\", \"left_mps\": -0.08, \"right_mps\": -0.08, "
        "\"seconds\": 9}},"
        "{\"at_s\": 1, \"do\": {\"pet\": {\"what\": \"vector\", \"seconds\": 2}}}]}";
    static const struct {
        const char *what;
        bool slips, blind, numb, sound;
    } CASES[] = {
        {"", false, false, false, true},
        {"{\"at_s\": 0, \"do\": {\"defect\": {\"what\": \"vector\", \"kind\": \"TREAD_SLIPS\", \"amount\": "
         "0.7}}},",
         true, false, false, false},
        {"{\"at_s\": 0, \"do\": [{\"defect\": {\"what\": \"vector\", \"kind\": \"TOUCH_DEAD\"}}]},", false,
         false, true, false},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char text[2000];
        struct fault fault = {0};
        snprintf(text, sizeof text, TEXT, CASES[i].what);
        struct scenario *s = scenario_read(text_of(text), "t.json", NULL, 0, &fault);
        if (!s) fault_print(&fault, stderr), fail();
        struct measured m = measure(s, 12, true);
        assert_true((m.of.place_mm.most > 20) == CASES[i].slips);
        assert_true((recall(&m.of.petted) < 0.5) == CASES[i].numb);
        scenario_free(s);
    }
}

// ------------------------------------------------------------------------------------------------ its cube

// What fingers and hands do with a cube, one after the other. Pushes and hands that set it down are no taps.
static void any_deed(struct play *p, struct chance *d) {
    struct fault fault = {0};
    struct world_message m = {.kind = WORLD_TAP, .tap = {.what = "one", .times = 1}};
    float which = chance_range(d, 0, 1), x_m = chance_range(d, 0.25f, 0.6f),
          y_m = chance_range(d, -0.2f, 0.2f);
    if (which < 0.45f) {
        m.tap.times = (uint8_t)chance_range(d, 1, 3.99f), m.tap.strength = chance_range(d, 0.6f, 1.4f);
    } else if (which < 0.6f) { // onto another side
        m = (struct world_message){.kind = WORLD_TIP,
                                   .tip = {.what = "one", .direction_deg = chance_range(d, 0, 360)}};
    } else if (which < 0.7f) { // a nudge
        m = (struct world_message){.kind = WORLD_PUSH,
                                   .push = {.what = "one", .x_ns = chance_range(d, -0.01f, 0.01f)}};
        m.push.y_ns = chance_range(d, -0.01f, 0.01f), m.push.height_m = 0;
    } else if (which < 0.8f) {
        m = (struct world_message){.kind = WORLD_PICK_UP, .pick_up = {.what = "one", .height_m = 0.1f}};
        m.pick_up.seconds = 0.7f;
        assert_int_equal(play_do(p, &m, &fault), ERR_NONE);
        s_for(p, 1.5);
        m = (struct world_message){.kind = WORLD_SHAKE,
                                   .shake = {.what = "one", .seconds = 1, .reach_m = 0.03f}};
        m.shake.hertz = chance_range(d, 2, 5);
        assert_int_equal(play_do(p, &m, &fault), ERR_NONE);
        s_for(p, 1.5);
        m = (struct world_message){.kind = WORLD_PUT_DOWN,
                                   .put_down = {.what = "one", .x_m = x_m, .y_m = y_m, .seconds = 1}};
    } else if (which < 0.9f) {
        m = (struct world_message){.kind = WORLD_CARRY, .carry = {.what = "one", .x_m = x_m, .y_m = y_m}};
        m.carry.turn = true, m.carry.heading_deg = chance_range(d, 0, 360), m.carry.height_m = 0.05f;
        assert_int_equal(play_do(p, &m, &fault), ERR_NONE);
        s_for(p, 3);
        m = (struct world_message){.kind = WORLD_DROP, .drop = {.what = "one"}};
    } else { // laid onto another side by a hand
        static const float TURNS[][2] = {{90, 0}, {-90, 0}, {0, 90}, {0, -90}, {180, 0}, {0, 0}};
        uint32_t k = (uint32_t)chance_range(d, 0, 5.99f);
        m = (struct world_message){.kind = WORLD_PLACE, .place = {.what = "one", .x_m = x_m, .y_m = y_m}};
        m.place.roll_deg = TURNS[k][0], m.place.pitch_deg = TURNS[k][1];
    }
    if (play_do(p, &m, &fault)) fail_msg("%s", fault.said);
    s_for(p, (double)chance_range(d, 2, 4));
}

static void what_happens_to_its_cube_is_told(void **state) {
    static const char TEXT[] = "{\"noise\": true, \"robots\": [{\"creature\": \"vector\", \"name\": \"v\"}], "
                               "\"things\": [{\"cube\": {\"name\": \"one\", \"x_m\": 0.4}}]}";
    struct fault fault = {0};
    struct measured m = {0};
    struct play_config config = play_defaults();
    config.watch = watch, config.user = &m, config.bare = true, config.seed = 7;
    struct scenario *s = scenario_read(text_of(TEXT), "t.json", NULL, 0, &fault);
    struct play *p = s ? play_new(s, &config, &fault) : NULL;
    if (!p) fail_msg("%s", fault.said);
    m.accuracy = accuracy_new(p);
    ask(p, (struct life_message){.kind = LIFE_WANT_CUBE, .want_cube = {LIFE_CUBE_LEVEL_INTERACTABLE, 0}});
    s_for(p, 6);
    struct chance dice = chance_of(7, chance_stream("deeds"), 0);
    for (int i = 0; i < 120; i++) any_deed(p, &dice);
    const struct cube_figures *f = &accuracy_at(m.accuracy, 0)->cube;
    print_message("# taps: %u right, %u wrong, %u missed; sides: %u right, %u wrong, %u missed, after %.2f "
                  "s, at most %.2f\n",
                  f->taps.right, f->taps.wrong, f->taps.missed, f->sides.right, f->sides.wrong,
                  f->sides.missed, figure_mean(&f->side_s), f->side_s.most);
    assert_true(f->taps.right > 60 && precision(&f->taps) >= 0.95 && recall(&f->taps) >= 0.95);
    assert_true(f->sides.right > 20 && precision(&f->sides) >= 0.95 && recall(&f->sides) >= 0.95);
    assert_true(f->side_s.most <= 0.5);
    accuracy_free(m.accuracy);
    play_free(p, NULL);
    scenario_free(s);
}

TESTS(cmocka_unit_test(senses_come_near_the_truth), cmocka_unit_test(broken_senses_come_off_badly),
      cmocka_unit_test(what_happens_to_its_cube_is_told))
