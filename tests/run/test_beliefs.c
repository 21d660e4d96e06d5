// What a robot believes, in the numbers of accuracy: its map, its habitat, and where it is after a long way.
#include "run/asking.h"

#include "base/maths/chance.h"
#include "run/check/accuracy.h"
#include "run/check/map_truth.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static struct accuracy *accuracy;
static void watch(void *user, struct play *play, int life) {
    if (accuracy) accuracy_look(accuracy, play, life);
}

static struct scenario *scene;
static struct play *begin(const char *json) {
    struct fault fault = {0};
    struct play_config config = play_defaults();
    config.watch = watch, config.bare = true;
    scene = scenario_read(text_of(json), "t.json", NULL, 0, &fault);
    struct play *p = scene ? play_new(scene, &config, &fault) : NULL;
    if (!p) fail_msg("%s: %s", fault.path, fault.said);
    accuracy = accuracy_new(p);
    assert_non_null(accuracy);
    return p;
}
static struct accuracy_of over(struct play *p) {
    struct accuracy_of of = *accuracy_at(accuracy, 0);
    accuracy_free(accuracy);
    accuracy = NULL;
    play_free(p, NULL);
    scenario_free(scene);
    return of;
}

// ------------------------------------------------------------------------------------------------ the map

// All of them with CRITTER_LIVES=all.
static int many(int few, int all) { return getenv("CRITTER_LIVES") ? all : few; }

static void a_tour_makes_a_map_that_overlaps_the_truth(void **state) {
    for (int seed = 1; seed <= many(1, 4); seed++) {
        char json[900];
        snprintf(
            json, sizeof json,
            "{\"seed\": %d, \"noise\": true, \"robots\": [{\"creature\": \"vector\"}], \"things\": ["
            "{\"wall\": {\"x_m\": 0.2, \"y_m\": 0.3, \"heading_deg\": 90, \"length_m\": 0.7}},"
            "{\"wall\": {\"x_m\": 0.42, \"y_m\": 0.0, \"length_m\": 0.7}},"
            "{\"box\": {\"x_m\": -0.2, \"y_m\": 0.1, \"heading_deg\": %d, \"length_m\": 0.08, \"width_m\": "
            "0.08, \"height_m\": 0.1, \"mass_kg\": 5}},"
            "{\"box\": {\"x_m\": 0.05, \"y_m\": -0.22, \"heading_deg\": 10, \"length_m\": 0.2, \"width_m\": "
            "0.06, \"height_m\": 0.1, \"mass_kg\": 5}}]}",
            seed, seed * 20);
        struct play *p = begin(json);
        s_for(p, 3);
        for (int stop = 0; stop < 4; stop++) {
            for (int i = 0; i < 12; i++) {
                ask(p, (struct life_message){.kind = LIFE_TURN_IN_PLACE,
                                             .turn_in_place = {.angle_rad = M_TAU_F / 12, .speed_radps = 1}});
                s_for(p, 1.2);
            }
            static const float STOPS[][2] = {{0.2f, 0}, {0.25f, 0.1f}, {0, 0.15f}, {0, 0}};
            ask(p, (struct life_message){.kind = LIFE_GO_TO_POSE,
                                         .go_to_pose = {STOPS[stop][0], STOPS[stop][1], 0}});
            s_for(p, 8);
        }
        struct accuracy_of of = over(p);
        print_message("# seed %d: %.0f %% of %u squares that stand, %.1f mm off\n", seed,
                      100 * map_overlap(&of.map), of.map.right + of.map.missed, of.place_mm.last);
        assert_true(of.map.right > 60 && map_overlap(&of.map) > 0.6);
    }
}

// ------------------------------------------------------------------------------------------ the habitat

// Ten times in its tray, ten times on a desk, on a floor, and on a dark one with a line.
static void it_knows_its_habitat_twenty_times_of_twenty(void **state) {
    static const char DARK[] = "{\"table\": {\"length_m\": 6, \"width_m\": 6, \"reflectance\": 0.2}}, "
                               "{\"paint\": {\"x_m\": 0.15, \"length_m\": 0.025, \"width_m\": 3}}";
    static const char *const FLOORS[] = {"{\"habitat\": {}}",
                                         "{\"table\": {\"length_m\": 0.5, \"width_m\": 0.4}}",
                                         "{\"table\": {\"length_m\": 6, \"width_m\": 6}}", DARK};
    uint32_t right = 0, places = (uint32_t)many(5, 20);
    for (uint32_t i = 0; i < places; i++) {
        struct chance dice = chance_of(2, chance_stream("places"), i);
        char json[700];
        snprintf(
            json, sizeof json,
            "{\"seed\": %u, \"noise\": true, \"robots\": [{\"creature\": \"vector\", \"x_m\": %.3f, \"y_m\": "
            "%.3f, \"heading_deg\": %.0f}], \"things\": [%s]}",
            i + 1, (double)chance_range(&dice, -0.04f, 0.04f), (double)chance_range(&dice, -0.04f, 0.04f),
            (double)chance_range(&dice, 0, 360), FLOORS[i % 2 ? 0 : 1 + i / 2 % 3]);
        struct play *p = begin(json);
        s_for(p, 3);
        for (int leg = 0; leg < (i % 2 ? 16 : 30); leg++) { // as far as it goes, back, and round
            static const struct life_drive WAYS[] = {
                {0.06f, 0.06f, 0, 8}, {-0.06f, -0.06f, 0, 0.6f}, {-0.04f, 0.04f, 0, 1}};
            for (int k = 0; k < 3; k++) {
                ask(p, (struct life_message){.kind = LIFE_DRIVE, .drive = WAYS[k]});
                s_for(p, (double)(i % 2 && !k ? 2 : WAYS[k].seconds) + 0.1);
            }
        }
        struct accuracy_of of = over(p);
        bool well = of.habitat.right >= 1 && !of.habitat.wrong;
        if (!well) print_message("# %u: right %u, wrong %u\n", i, of.habitat.right, of.habitat.wrong);
        right += well;
    }
    print_message("# %u of %u right\n", right, places);
    assert_int_equal(right, places);
}

// ------------------------------------------------------------------------------------------------ the way

// Metres in squares of several sizes, this way round and that, before its charger, which it sees when it sets
// out and when it is back. Seeds 59 and 23: it is seen from far, too, and looks turned the other way.
static void a_charger_seen_twice_mends_the_way(void **state) {
    double most_mm = 0, most_deg = 0;
    static const int FEW[] = {59, 23, 1};
    for (int i = 0; i < many(3, 60); i++) {
        int seed = getenv("CRITTER_LIVES") ? i + 1 : FEW[i];
        float way = seed % 2 ? 1 : -1, leg_m = 0.2f + 0.05f * (float)(seed % 5);
        char json[400];
        snprintf(json, sizeof json,
                 "{\"seed\": %d, \"noise\": true, \"robots\": [{\"creature\": \"vector\"}], \"things\": "
                 "[{\"charger\": "
                 "{\"x_m\": 0.45}}]}",
                 seed);
        struct play *p = begin(json);
        ask(p, (struct life_message){.kind = LIFE_HEAD, .head = {0, 2, 0}});
        s_for(p, 4);
        ask(p, (struct life_message){.kind = LIFE_TURN_IN_PLACE,
                                     .turn_in_place = {.angle_rad = way * M_PI_F / 2}});
        s_for(p, 3);
        ask(p, (struct life_message){.kind = LIFE_HEAD, .head = {-0.38f, 2, 0}}); // it looks down on its way
        for (int leg = 0; leg < 16; leg++) {
            ask(p, (struct life_message){.kind = LIFE_DRIVE_STRAIGHT, .drive_straight = {leg_m, 0.1f}});
            s_for(p, 6);
            ask(p, (struct life_message){.kind = LIFE_TURN_IN_PLACE,
                                         .turn_in_place = {.angle_rad = way * M_PI_F / 2}});
            s_for(p, 3);
        }
        ask(p, (struct life_message){.kind = LIFE_TURN_IN_PLACE,
                                     .turn_in_place = {.angle_rad = way * -M_PI_F / 2}});
        s_for(p, 3);
        ask(p, (struct life_message){.kind = LIFE_HEAD, .head = {0, 2, 0}});
        s_for(p, 4);
        struct accuracy_of of = over(p);
        print_message("# seed %d: %.1f m, %.1f mm and %.2f degrees off\n", seed, of.way_m, of.place_mm.last,
                      of.heading_deg.last);
        assert_true(of.way_m > 3);
        if (of.place_mm.last > most_mm) most_mm = of.place_mm.last;
        if (of.heading_deg.last > most_deg) most_deg = of.heading_deg.last;
    }
    assert_true(most_mm < 15 && most_deg < 2);
}

TESTS(cmocka_unit_test(a_tour_makes_a_map_that_overlaps_the_truth),
      cmocka_unit_test(it_knows_its_habitat_twenty_times_of_twenty),
      cmocka_unit_test(a_charger_seen_twice_mends_the_way))
