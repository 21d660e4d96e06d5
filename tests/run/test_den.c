// Pleos in scenarios, and conditions on who touches, sees or is near whom.
#include "support/support.h"

#include "run/draw.h"
#include "run/play.h"
#include "run/tape.h"
#include "world/plane/plane.h"

#include "base/system/file.h"

#include <stdio.h>
#include <string.h>

static struct scenario *parse(const char *text, struct fault *fault) {
    return scenario_read(text_of(text), "t.json", NULL, 0, fault);
}

static struct play *play(const char *text, struct scenario **scenario) {
    struct fault fault = {0};
    *scenario = parse(text, &fault);
    struct play_config config = play_defaults();
    struct play *p = *scenario ? play_new(*scenario, &config, &fault) : NULL;
    if (!p) fault_print(&fault, stderr);
    assert_non_null(p);
    return p;
}

static void end(struct play *p, struct scenario *s) {
    if (play_trouble(p)->err) fault_print(play_trouble(p), stderr), fail();
    play_free(p, NULL);
    scenario_free(s);
}

static void refused(const char *text, const char *said) {
    struct fault fault = {0};
    char whole[400];
    struct scenario *s = parse(text, &fault);
    struct play_config config = play_defaults();
    struct play *p = s ? play_new(s, &config, &fault) : NULL;
    if (p) fail_msg("accepted: %s", text);
    fault_text(&fault, whole, sizeof whole);
    if (!strstr(whole, said) || !strstr(whole, "t.json:1:"))
        fail_msg("%s: \"%s\" instead of \"%s\"", text, whole, said);
    scenario_free(s);
}

static void what_is_wrong_with_a_pleo_is_told_with_its_place(void **state) {
    refused("{\"robots\": [{\"creature\": \"pleo\", \"card\": \"no/such/card\"}]}", "no/such/card");
    refused("{\"robots\": [{\"creature\": \"pleo\", \"card\": \"\"}]}", "a path of 1 to");
    refused("{\"robots\": [{\"creature\": \"pleo\"}], \"timeline\": [{\"at_s\": 1, \"do\": {\"card\": "
            "{\"what\": \"pleo\", \"path\": "
            "\"no/such/card\"}}}]}",
            "no/such/card");
    refused("{\"robots\": [{\"creature\": \"vector\", \"card\": true}]}", "no slot");
    refused("{\"robots\": [{\"creature\": \"pleo\"}, {\"creature\": \"pleo\"}]}", "another robot is called");
    refused(
        "{\"robots\": [{\"creature\": \"pleo\"}, {\"creature\": \"pleo\", \"name\": \"b\", \"x_m\": 0.1}]}",
        "no room");
    refused("{\"robots\": [{\"creature\": \"pleo\"}, {\"creature\": \"vector\", \"x_m\": 0.075, \"y_m\": "
            "0.055}]}",
            "no room");
    refused("{\"robots\": [{\"creature\": \"vector\"}, {\"creature\": \"pleo\"}]}", "no room");
    refused("{\"robots\": [{\"creature\": \"pleo\"}], \"things\": [{\"box\": {\"x_m\": 0.075, \"y_m\": "
            "0.055, \"length_m\": 0.02}}]}",
            "no room");
    // A table 40 cm deep, its edge under a paw.
    refused("{\"floor\": {\"height_m\": -0.7}, \"things\": [{\"table\": {\"length_m\": 0.4}}], \"robots\": "
            "[{\"creature\": \"pleo\", "
            "\"x_m\": 0.14}]}",
            "solid ground");
    refused("{\"floor\": {\"height_m\": -0.7}, \"things\": [{\"table\": {\"length_m\": 0.4}}], \"robots\": "
            "[{\"creature\": \"pleo\", "
            "\"x_m\": -0.14}]}",
            "solid ground");
    refused("{\"robots\": [{\"creature\": \"pleo\"}], \"timeline\": [{\"at_s\": 1, \"drive\": {\"robot\": "
            "\"pleo\", \"joints_deg\": "
            "{\"neck_vertikal\": 3}}}]}",
            "neck_vertical");
    refused("{\"robots\": [{\"creature\": \"pleo\"}], \"timeline\": [{\"at_s\": 1, \"drive\": {\"robot\": "
            "\"pleo\", \"joints_deg\": "
            "{\"torso\": 1e9}}}]}",
            "torso");
    refused("{\"robots\": [{\"creature\": \"vector\"}], \"timeline\": [{\"at_s\": 1, \"drive\": {\"robot\": "
            "\"vector\", "
            "\"joints_deg\": {\"torso\": 1}}}]}",
            "no joint");
    refused("{\"robots\": [{\"creature\": \"pleo\"}], \"things\": [{\"tag\": {\"tag\": 0}}]}", "1 to 255");
}

static void a_pleo_does_not_get_anothers_mind(void **state) {
    struct fault fault = {0};
    struct scenario *s = scenario_open("tabletop", NULL, 0, &fault);
    struct play_config config = play_defaults();
    config.creature = "pleo"; // in the place of a Vector with a soul
    struct play *p = play_new(s, &config, &fault);
    assert_non_null(p);
    play_for(p, 1000000);
    assert_string_equal(run_soul(play_run(p), 0)->class->kind, "pleo");
    play_free(p, NULL);
    scenario_free(s);
}

static void conditions_name_who_is_there_or_will_be(void **state) {
    refused("{\"robots\": [{\"creature\": \"vector\"}], \"timeline\": [{\"when\": {\"near\": [\"vector\", "
            "\"qube\"]}, \"do\": {\"light\": {}}}]}",
            "\"qube\"");
    refused("{\"robots\": [{\"creature\": \"vector\"}], \"things\": [{\"cube\": {\"name\": \"c\","
            "\"x_m\": 0.2}}], \"timeline\": [{\"when\": {\"in_view\": "
            "[\"c\", \"vector\"]}, \"do\": {\"light\": {}}}]}",
            "a robot first");
    struct scenario *s;
    struct play *p = play("{\"robots\": [{\"creature\": \"vector\", \"soul\": false}], \"timeline\": "
                          "[{\"when\": {\"near\": [\"vector\", \"late\"], "
                          "\"metres\": 0.3}, \"do\": {\"light\": {\"lux\": 7}}}, {\"at_s\": 2, \"do\": "
                          "{\"cube\": {\"name\": \"late\", \"x_m\": 0.2}}}]}",
                          &s);
    play_for(p, 1900000);
    assert_true(world_memory(play_world(p))->lux > 100);
    play_for(p, 300000);
    assert_true(world_memory(play_world(p))->lux < 8);
    end(p, s);
}

// The condition against the plane's own word, step for step.
static void touching_is_touching(void **state) {
    struct scenario *s;
    struct play *p = play(
        "{\"robots\": [{\"creature\": \"vector\", \"soul\": false}], \"things\": [{\"table\": {\"name\": "
        "\"t\"}}, {\"cube\": {\"name\": \"c\", \"x_m\": 0.2}}], \"floor\": {\"height_m\": -0.7}, "
        "\"timeline\": ["
        "{\"when\": {\"touching\": [\"vector\", \"t\"]}, \"do\": {\"temperature\": {\"celsius\": 25}}},"
        "{\"when\": {\"touching\": [\"vector\", \"c\"]}, \"again\": true, \"do\": {\"sound\": "
        "{\"seconds\": 0.01}}},"
        "{\"at_s\": 3, \"drive\": {\"robot\": \"vector\", \"left_mps\": 0.1, \"right_mps\": 0.1, "
        "\"seconds\": 1.7}},"
        "{\"at_s\": 6, \"drive\": {\"robot\": \"vector\", \"left_mps\": -0.1, \"right_mps\": -0.1, "
        "\"seconds\": 1}},"
        "{\"at_s\": 8, \"drive\": {\"robot\": \"vector\", \"left_mps\": 0.1, \"right_mps\": 0.1, "
        "\"seconds\": 1.5}}]}",
        &s);
    play_for(p, 150000);
    const struct world_memory *m = world_memory(play_world(p));
    assert_true(m->celsius > 24); // it stands on it from the first
    // It is looked at every 20 steps; what touched in between counts. The plane's own word, step for step,
    // must come to the same.
    uint32_t robot = m->robots[0].body, cube = m->things[1].body, begun = 0, steps = 0;
    bool before = false, since = false;
    for (int i = 0; i < 2200; i++) {
        play_for(p, WORLD_STEP_US);
        const struct plane *plane = world_plane(play_world(p));
        struct plane_touch touches[32];
        uint32_t count = plane_touches(plane, robot, touches, 32);
        bool now = false;
        for (uint32_t k = 0; k < count && k < 32; k++) now |= touches[k].other == cube;
        for (uint32_t k = 0; k < plane_event_count(plane); k++) {
            const struct plane_event *e = plane_event(plane, k);
            since |=
                e->kind == PLANE_TOUCH && e->a + e->b == robot + cube && (e->a == robot || e->b == robot);
        }
        steps += now;
        if ((m->step + 1) % 20) continue; // the second entry of the timeline
        begun += (now || since) && !before;
        before = now || since, since = false;
    }
    print_message("# %u touches over %u steps, %u told\n", begun, steps, m->heard);
    assert_true(begun >= 1 && steps > 10);
    assert_int_equal(m->heard, begun);
    end(p, s);
}

// A cube that bounces off a robot's back is gone before anybody looks twice a second.
static void a_short_touch_counts(void **state) {
    struct scenario *s;
    struct play *p =
        play("{\"robots\": [{\"creature\": \"pleo\"}], \"things\": [{\"tag\": {\"name\": \"c\", \"x_m\": 0, "
             "\"y_m\": 0.3}}], \"timeline\": ["
             "{\"when\": {\"touching\": [\"c\", \"pleo\"]}, \"do\": {\"temperature\": {\"celsius\": 25}}},"
             "{\"at_s\": 1, \"do\": {\"push\": {\"what\": \"c\", \"y_ns\": -0.03, \"z_ns\": 0.03}}}]}",
             &s);
    play_for(p, 1000000);
    assert_true(world_memory(play_world(p))->celsius < 24);
    play_for(p, 1500000);
    assert_true(world_memory(play_world(p))->celsius > 24);
    end(p, s);
}

static void what_a_pleo_sees_is_in_view(void **state) {
    struct scenario *s;
    struct play *p = play(
        "{\"robots\": [{\"creature\": \"pleo\"}], \"things\": ["
        "{\"box\": {\"name\": \"left\", \"x_m\": 0.41, \"y_m\": 0.345, \"height_m\": 0.17, \"mass_kg\": 0}}, "
        "{\"cube\": {\"name\": \"c\", \"x_m\": 0.41, \"y_m\": 0.345, \"z_m\": 0.17, \"heading_deg\": 50}}, "
        "{\"box\": {\"name\": \"ahead\", \"x_m\": 0.56, \"height_m\": 0.18, \"mass_kg\": 0}}, "
        "{\"cube\": {\"name\": \"d\", \"x_m\": 0.56, \"z_m\": 0.18}}], \"timeline\": ["
        "{\"when\": {\"in_view\": [\"pleo\", \"d\"]}, \"do\": {\"temperature\": {\"celsius\": 25}}},"
        "{\"when\": {\"in_view\": [\"pleo\", \"c\"]}, \"do\": {\"light\": {\"lux\": 400}}},"
        "{\"at_s\": 3, \"drive\": {\"robot\": \"pleo\", \"joints_deg\": {\"neck_horizontal\": -50, "
        "\"neck_vertical\": -10}}}]}",
        &s);
    play_for(p, 2000000);
    assert_true(world_memory(play_world(p))->celsius > 24 && world_memory(play_world(p))->lux < 350);
    play_for(p, 4000000);
    assert_true(world_memory(play_world(p))->lux > 350); // its neck turned to the left
    end(p, s);
}

static void two_pleos_are_played_again_to_the_byte(void **state) {
    const char *folder = temp_folder(), *first = temp_path(folder, "a.world"),
               *second = temp_path(folder, "b.world");
    struct fault fault = {0};
    struct scenario *s = scenario_open("two-pleos", NULL, 0, &fault);
    struct play_config config = play_defaults();
    config.record = first;
    struct play *p = s ? play_new(s, &config, &fault) : NULL;
    if (!p) fault_print(&fault, stderr), fail();
    play_for(p, 5000000);
    struct world_message m = {.kind = WORLD_BEND};
    world_bend_defaults(&m.bend);
    strcpy(m.bend.what, "bob");
    m.bend.joint = 5, m.bend.angle_deg = -40;
    assert_int_equal(play_do(p, &m, &fault), 0);
    play_for(p, 7000000);
    uint64_t hash = world_hash(play_world(p));
    assert_int_equal(play_free(p, &fault), 0);
    scenario_free(s);
    struct tape_about about;
    struct tape_reader *reader = tape_open(first, &about, &fault);
    struct tape_result result;
    if (!reader || tape_play(reader, &about, second, NULL, NULL, &result, &fault))
        fault_print(&fault, stderr), fail();
    tape_free(reader);
    assert_false(result.parted || result.torn);
    assert_true(result.hash == hash && result.verbs == 1);
}

static void a_plan_shows_heads_and_tails(void **state) {
    struct fault fault = {0};
    struct scenario *s = scenario_open("pleo-den", NULL, 0, &fault);
    struct play_config config = play_defaults();
    struct play *p = play_new(s, &config, &fault);
    assert_non_null(p);
    assert_string_equal(run_soul(play_run(p), 0)->class->kind, "pleo");
    struct pixels picture = {0};
    assert_int_equal(draw_plan(play_world(p), 800, &picture, &fault), 0);
    uint32_t nose = 0, green = 0;
    for (unsigned y = 0; y < picture.height; y++)
        for (unsigned x = 0; x < picture.width; x++) {
            const uint8_t *c = pixels_at(&picture, x, y);
            nose += c[1] > 100 && c[2] > 100 && c[0] < 70;
            green += c[1] > 90 && c[0] < 80 && c[2] < 80;
        }
    print_message("# a head of %u pixels, tags of %u\n", nose, green);
    assert_true(nose > 300 && green > 100);
    pixels_free(&picture);
    end(p, s);
}

TESTS(cmocka_unit_test(what_is_wrong_with_a_pleo_is_told_with_its_place),
      cmocka_unit_test(a_pleo_does_not_get_anothers_mind),
      cmocka_unit_test(conditions_name_who_is_there_or_will_be), cmocka_unit_test(touching_is_touching),
      cmocka_unit_test(a_short_touch_counts), cmocka_unit_test(what_a_pleo_sees_is_in_view),
      cmocka_unit_test(two_pleos_are_played_again_to_the_byte),
      cmocka_unit_test(a_plan_shows_heads_and_tails))
