// Sounds that change while they play: switches and states that are followed, seeking, exceptions.
#include "live_rig.h"

#include "base/hash.h"

static const char *SWITCHES =
    "{\"bank\":\"Test\",\"version\":%d,\"rate\":32000,"
    "\"parameters\":{\"Mood\":{\"value\":0}},"
    "\"switches\":{\"Lively\":{\"parameter\":\"Mood\",\"at\":[[\"low\",0],[\"high\",0.5]]}},"
    "\"sounds\":{\"calm\":" LOOP(600) ",\"wild\":" LOOP(1200) ",\"both\":" LOOP(2000) ",\"once\":" TONE(
        3000,
        400) "},"
             "\"groups\":{\"live\":{\"switch\":\"Lively\",\"usual\":\"low\",\"follow\":true,\"fade_ms\":[66,"
             "66],"
             "\"cases\":{\"low\":[\"calm\",\"both\"],\"high\":[\"wild\",\"both\"]}},"
             "\"cut\":{\"state\":\"Place\",\"usual\":\"here\",\"follow\":true,\"cases\":{\"here\":\"once\","
             "\"there\":\"wild\","
             "\"nowhere\":[]}},"
             "\"tinted\":{\"random\":[\"calm\"],\"avoid\":0,\"states\":[[\"Place\",\"there\",-12,1200],["
             "\"Time\",\"night\",-6]]}},"
             "\"events\":[[\"Live\",\"live\"],[\"Cut\",\"cut\"],[\"Off\",{\"stop\":\"live\"}],[\"Tinted\","
             "\"tinted\"],"
             "[\"Wild\",\"wild\"],[\"Once\",\"once\"],[\"Seek\",{\"seek\":\"once\",\"value\":300}],"
             "[\"Half\",{\"seek\":\"once\",\"percent\":50}],[\"Beyond\",{\"seek\":\"once\",\"value\":5000}],"
             "[\"There\",{\"set_state\":\"Place\",\"to\":\"there\"}],[\"AllBut\",{\"stop_all\":\"\","
             "\"except\":[\"wild\"]}]]}";

static int both_versions(unsigned version) {
    char text[4000];
    snprintf(text, sizeof text, SWITCHES, version);
    tune(text);
    return 0;
}
static int begin(void **state) { return both_versions(128); }
static int begin_cozmo(void **state) { return both_versions(120); }

// -------------------------------------------------------------------------------- switches and states

static void what_plays_follows_its_switch(void **state) {
    uint32_t play = post("Live"), mood = fnv1_32_lower("Mood");
    pass(20);
    assert_true(fabs(lately(15, 600) - 0.5) < 0.02 && lately(15, 1200) < 0.01 && lately(15, 2000) > 0.4);
    audio_parameter(audio, AUDIO_ALL, mood, 1, 0, 4);
    pass(1); // both are heard while one fades into the other
    pass(19);
    assert_true(lately(15, 600) < 0.01 && fabs(lately(15, 1200) - 0.5) < 0.02);
    assert_true(fabs(lately(15, 2000) - 0.5) < 0.02); // belongs to both and went on
    for (size_t i = 19 * 1056 + 1; i < heard_count; i++) assert_true(abs(heard[i] - heard[i - 1]) < 12000);
    audio_parameter(audio, AUDIO_ALL, mood, 0, 0, 4);
    pass(20);
    assert_true(lately(15, 1200) < 0.01 && fabs(lately(15, 600) - 0.5) < 0.02);
    assert_false(ended(play));
    post("Off");
    pass(3);
    assert_int_equal(audio_voices(audio), 0);
    assert_true(ended(play));
    audio_parameter(audio, AUDIO_ALL, mood, 1, 0, 4); // nothing is left that follows
    pass(3);
    assert_int_equal(audio_voices(audio), 0);
}

// Without a fade what began plays to its end; a case without sounds is silence that still follows.
static void what_has_no_fade_plays_to_its_end(void **state) {
    uint32_t play = post("Cut"), place = fnv1_32_lower("Place");
    pass(3);
    audio_state(audio, place, fnv1_32_lower("nowhere"));
    pass(6);
    assert_true(lately(5, 3000) > 0.4);
    pass(12);
    assert_int_equal(audio_voices(audio), 0);
    assert_false(ended(play));
    audio_state(audio, place, fnv1_32_lower("there"));
    pass(12);
    assert_true(lately(10, 1200) > 0.4);
    audio_stop_loops(audio, 0); // the end of the clip it belongs to
    pass(8);
    assert_int_equal(audio_voices(audio), 0);
    assert_true(ended(play));
}

static void states_make_softer_and_higher(void **state) {
    post("Tinted");
    pass(15);
    assert_true(fabs(lately(10, 600) - 0.5) < 0.01);
    audio_state(audio, fnv1_32_lower("Time"), fnv1_32_lower("night"));
    pass(15);
    assert_true(fabs(lately(10, 600) - 0.5 * pow(10, -0.3)) < 0.01);
    post("There"); // both heard_count, and an octave up
    pass(15);
    assert_true(fabs(lately(10, 1200) - 0.5 * pow(10, -0.9)) < 0.01 && lately(10, 600) < 0.01);
}

static void sounds_are_sought_in(void **state) {
    post("Once");
    pass(2);
    post("Seek"); // 100 ms are left of 400
    pass(2);
    assert_true(lately(1, 3000) > 0.4);
    pass(3);
    assert_int_equal(audio_voices(audio), 0);
    post("Once");
    pass(2);
    post("Half"); // 200 ms
    pass(5);
    assert_int_equal(audio_voices(audio), 1);
    pass(3);
    assert_int_equal(audio_voices(audio), 0);
    uint32_t play = post("Once");
    pass(2);
    post("Beyond");
    pass(2);
    assert_true(ended(play) && !audio_voices(audio));
}

static void all_but_some_are_stopped(void **state) {
    post("Wild"), post("Once"), post("Tinted");
    pass(5);
    assert_int_equal(audio_voices(audio), 3);
    post("AllBut");
    pass(5);
    assert_int_equal(audio_voices(audio), 1);
    assert_true(lately(3, 1200) > 0.4);
}

#define T(name, first) cmocka_unit_test_setup_teardown(name, first, end)
TESTS(T(what_plays_follows_its_switch, begin), T(what_has_no_fade_plays_to_its_end, begin),
      T(states_make_softer_and_higher, begin), T(states_make_softer_and_higher, begin_cozmo),
      T(sounds_are_sought_in, begin), T(sounds_are_sought_in, begin_cozmo),
      T(all_but_some_are_stopped, begin), T(all_but_some_are_stopped, begin_cozmo),
      T(what_plays_follows_its_switch, begin_cozmo))
