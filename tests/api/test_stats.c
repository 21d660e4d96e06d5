// What a robot lives through is counted as it happens, shown to apps in part, and goes on another day.
#include "api/api_rig.h"

#include "base/system/file.h"
#include "mind/mind.h"

#include <stdio.h>

static struct rig rig;
static struct scene scene;
static struct api_config config;
static struct heard one, lead;
static char folder[500];

static void wake(void) {
    scene = (struct scene){.minded = true};
    config = api_defaults();
    config.state = folder;
    scene_open(&scene, &rig, &config,
               "{\"seed\": 4, \"robots\": [{\"creature\": \"vector\", \"battery\": 1}]}");
}
static int begin(void **state) {
    static unsigned count;
    snprintf(folder, sizeof folder, "%s/%u", temp_folder(), count++);
    wake();
    return 0;
}
static int end(void **state) {
    scene_close(&scene);
    return 0;
}

// As an app is told; below 0: it is not.
static double told(const char *key) {
    char words[80];
    rig_call(&rig, &one, "PullJdocs", "{\"jdoc_types\":[1]}");
    assert_true(one.ended && one.status == API_OK);
    snprintf(words, sizeof words, "\\\"%s\\\":", key);
    const char *at = strstr(one.last, words);
    return at ? strtod(at + strlen(words), NULL) : -1;
}
// As it is kept, after it was written.
static double kept(const char *key) {
    char path[600], words[80];
    struct buf text = {0};
    snprintf(path, sizeof path, "%s/robot-lifetime-stats.json", folder);
    fine(file_read(path, 1 << 16, &text, &fault));
    buf_byte(&text, 0);
    snprintf(words, sizeof words, "\"%s\":", key);
    const char *at = strstr((const char *)text.at, words);
    double number = at ? strtod(at + strlen(words), NULL) : -1;
    buf_free(&text);
    return number;
}
static double stimulation(void) {
    return (double)robot_feelings(run_robot(play_run(scene.play), 0))->stimulation;
}
static void hand(const char *json) {
    struct arena *arena = arena_new(4 << 10);
    struct json *doc;
    struct world_message verb;
    fine(json_parse(text_of(json), "verb", arena, NULL, &doc, &fault));
    fine(verb_read(doc, arena, &verb, &fault));
    fine(play_do(scene.play, &verb, &fault));
    arena_free(arena);
}
static void near(double is, double right, double off) {
    if (!(is >= right - off && is <= right + off)) fail_msg("%g is not %g within %g", is, right, off);
}
static void live(double seconds) { play_for(scene.play, (int64_t)(seconds * 1e6)); }

static void it_counts_in_the_scale_of_its_document(void **state) {
    live(1);
    double before = told("Alive.seconds");
    live(10);
    near(told("Alive.seconds"), before + 10, 1.1);
    // A way: 1/100 000 mm each.
    rig_call(&rig, &lead, "BehaviorControl", "{\"control_request\":{\"priority\":10}}");
    live(3); // what it was doing ends
    before = told("Odom.Body");
    rig_call(&rig, &one, "DriveStraight", "{\"dist_mm\":200,\"speed_mmps\":100,\"id_tag\":2000001}");
    for (int i = 0; i < 300 && !one.ended; i++) live(0.1);
    assert_true(one.ended && says(&one, "\"result\":{\"code\":0}"));
    near((told("Odom.Body") - before) / 1e5, 200, 12);
    // On the spot its wheels turn, and it goes nowhere.
    before = told("Odom.Body");
    rig_call(&rig, &one, "TurnInPlace", "{\"angle_rad\":3,\"speed_rad_per_sec\":2,\"id_tag\":2000002}");
    for (int i = 0; i < 300 && !one.ended; i++) live(0.1);
    near((told("Odom.Body") - before) / 1e5, 0, 8);
    // A hand on its back, for two seconds.
    before = told("Pet.ms");
    double stirred = told("Stim.CumlPosDelta"), was = stimulation();
    hand("{\"pet\": {\"what\": \"vector\", \"seconds\": 2}}");
    live(5);
    near(told("Pet.ms") - before, 2000, 700);
    assert_true(stimulation() > was + 0.02); // it likes that, which is told in thousandths
    assert_true(told("Stim.CumlPosDelta") - stirred > 1000 * (stimulation() - was) - 2);
    before = told("BStat.ReactedToTriggerWord");
    struct life_message hear = {.kind = LIFE_HEAR};
    snprintf(hear.hear.words, sizeof hear.hear.words, "hey vector");
    run_ask(play_run(scene.play), 0, &(struct life_envelope){.ticket = 1}, &hear);
    live(3);
    near(told("BStat.ReactedToTriggerWord"), before + 1, 0);
}

static void an_app_is_told_six_and_the_rest_is_kept(void **state) {
    static const char *const SIX[] = {
        "Stim.CumlPosDelta", "BStat.ReactedToTriggerWord", "Odom.Body", "FeatureType.Utility", "Pet.ms",
        "Alive.seconds"};
    live(30);
    unsigned numbers = 0;
    for (size_t i = 0; i < 6; i++)
        if (told(SIX[i]) < 0) fail_msg("it does not tell %s: %s", SIX[i], one.last);
    for (const char *at = one.last; (at = strstr(at, "\\\":")); at++) numbers++;
    assert_int_equal(numbers, 6);
    live(62); // each minute it is written
    assert_true(kept("Odom.LWheel") > 0 && kept("Odom.RWheel") > 0 && kept("Stim.StimSeconds") > 0);
    assert_true(kept("BStat.AnimationPlayed") > 0 && kept("BStat.BehaviorActivated") > 0);
    // What its mind did, and of which kind that was.
    double kinds = kept("FeatureType.Autonomous") + kept("FeatureType.Social") + kept("FeatureType.Sleep") +
                   kept("FeatureType.Play") + kept("FeatureType.Failure") + kept("FeatureType.Utility");
    assert_true(kinds > 0 && kinds <= kept("BStat.BehaviorActivated"));
    assert_true(kept("Feature.AI.Observing") > 0 || kept("Feature.AI.Exploring") > 0);
}

static void it_goes_on_another_day(void **state) {
    live(20);
    double alive = told("Alive.seconds"), way = told("Odom.Body"), clips;
    scene_close(&scene); // and is written then
    clips = kept("BStat.AnimationPlayed");
    double features = kept("Feature.AI.Observing");
    wake();
    near(told("Alive.seconds"), alive, 2);
    near(told("Odom.Body") / 1e5, way / 1e5 + 60, 61); // it has lived half a second
    live(70);
    assert_true(told("Alive.seconds") > alive + 60);
    assert_true(kept("BStat.AnimationPlayed") >= clips && kept("Feature.AI.Observing") >= features);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, end)
TESTS(CASE(it_counts_in_the_scale_of_its_document), CASE(an_app_is_told_six_and_the_rest_is_kept),
      CASE(it_goes_on_another_day))
