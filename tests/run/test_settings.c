// Settings in their layers, and lives that are lived again with them.
#include "run/asking.h"

#include "run/replay.h"
#include "run/settings/settings.h"
#include "run/tape.h"

#include <string.h>

static void layers_lie_on_each_other(void **state) {
    struct settings s;
    struct fault fault = {0};
    struct arena *arena = arena_new(4096);
    struct json *doc;
    settings_start(&s, "vector");
    assert_int_equal(s.feel.touch.on_ms, 50);
    assert_int_equal(s.feel.button.double_ms, 400);
    assert_int_equal(
        json_parse(TEXT("{\"touch\": {\"on_ms\": 80, \"off_ms\": 90}}"), "a.json", arena, NULL, &doc, &fault),
        0);
    assert_int_equal(settings_read(&s, doc, &fault), 0);
    assert_int_equal(settings_assign(&s, "touch.on_ms=70", &fault), 0);
    assert_int_equal(s.feel.touch.on_ms, 70);
    assert_int_equal(s.feel.touch.off_ms, 90);
    assert_int_equal(s.feel.touch.petted_ms, 1000);
    arena_free(arena);
}

static void wrong_ones_are_named(void **state) {
    static const struct {
        const char *assignment, *said;
    } ROWS[] = {{"touch.on_ms", "expected NAME.KNOB=VALUE"},
                {"toch.on_ms=5", "did you mean touch?"},
                {"on_ms=5", "did you mean touch.on_ms?"},
                {"touch.on_mss=5", "on_ms"},
                {"touch.on_ms=5000", "from 0 to 2000"},
                {"touch.on_ms=much", "expected a whole number"},
                {"saving.on=maybe", "expected"},
                {"sound.seed=3", "sound has no knob"},
                {"", "expected"}};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        struct settings s, before;
        struct fault fault = {0};
        settings_start(&s, "vector"), before = s;
        assert_int_not_equal(settings_assign(&s, ROWS[i].assignment, &fault), 0);
        if (!strstr(fault.said, ROWS[i].said)) fail_msg("%s: %s", ROWS[i].assignment, fault.said);
        assert_memory_equal(&s.feel, &before.feel, sizeof s.feel);
    }
}

// A file of somebody else's cannot have a robot's sound kept; whoever runs it can.
static void only_who_runs_it_consents(void **state) {
    struct settings s;
    struct fault fault = {0};
    struct arena *arena = arena_new(4096);
    struct json *doc;
    assert_int_equal(
        json_parse(TEXT("{\"hearing\": {\"keep\": \"/tmp/ears\"}}"), "a.json", arena, NULL, &doc, &fault), 0);
    settings_start(&s, "vector");
    assert_int_equal(settings_read(&s, doc, &fault), ERR_DENIED);
    assert_string_equal(s.hearing.keep, "");
    assert_int_equal(settings_assign(&s, "hearing.keep=/tmp/ears", &fault), 0);
    assert_string_equal(s.hearing.keep, "/tmp/ears");
    // A recording neither says it of its own life nor of the next.
    struct buf told = {0};
    settings_tell(&s, "vector", &told);
    assert_int_equal(told.len, 0);
    settings_to_record(TEXT("touch.on_ms=70\nhearing.keep=/tmp/ears\nhearing.echo=false\n"), &told);
    buf_byte(&told, 0);
    assert_string_equal((const char *)told.at, "touch.on_ms=70\nhearing.echo=false\n");
    settings_start(&s, "vector");
    assert_int_equal(settings_recorded(&s, TEXT("hearing.keep=/tmp/a\ntouch.on_ms=70\n"), &fault), 0);
    assert_string_equal(s.hearing.keep, "");
    assert_int_equal(s.feel.touch.on_ms, 70);
    buf_free(&told);
    arena_free(arena);
}

static void what_differs_is_told_and_read_again(void **state) {
    struct settings s, again;
    struct fault fault = {0};
    struct buf text = {0};
    settings_start(&s, "cozmo");
    settings_tell(&s, "cozmo", &text);
    assert_int_equal(text.len, 0);
    const char *set[] = {"touch.on_ms=70",      "attitude.shock_mps2=7.3", "saving.on=false",
                         "sound.music_db=-9.5", "cliff.gone_s=0.02",       "stem.debounce_ms=35"};
    for (size_t i = 0; i < sizeof set / sizeof *set; i++)
        if (settings_assign(&s, set[i], &fault)) fail_msg("%s", fault.said);
    settings_tell(&s, "cozmo", &text);
    settings_start(&again, "cozmo");
    assert_int_equal(settings_again(&again, (struct text){(const char *)text.at, text.len}, &fault), 0);
    assert_true(again.feel.touch.on_ms == 70 && !again.feel.saving.on && again.stem.stem.debounce_ms == 35);
    assert_true(again.stem.attitude.shock_mps2 == 7.3f && again.audio.music_db == -9.5f);
    struct buf twice = {0};
    settings_tell(&again, "cozmo", &twice);
    assert_int_equal(twice.len, text.len);
    assert_memory_equal(twice.at, text.at, text.len);
    buf_free(&text), buf_free(&twice);
}

static void every_table_is_sound(void **state) {
    struct settings s;
    struct knob_set sets[SETTINGS_SETS];
    struct fault fault = {0};
    assert_int_equal(settings_sets(&s, sets), SETTINGS_SETS);
    for (int i = 0; i < SETTINGS_SETS; i++)
        if (knobs_check(sets[i].knobs, &fault)) fail_msg("%s: %s", sets[i].knobs->name, fault.said);
}

// ------------------------------------------------------------------------------------------------ lives

static const char *SCENE =
    "{\"robots\": [{\"creature\": \"vector\"}], \"knobs\": {\"touch\": {\"on_ms\": 900}},"
    "\"timeline\": [{\"at_s\": 3, \"do\": {\"pet\": {\"what\": \"vector\"}}},"
    "{\"at_s\": 3.5, \"do\": {\"poke\": {\"what\": \"vector\"}}}]}";

static uint32_t touches, pokes;
static void count(void *user, struct play *play, int life) {
    const struct life_event *events;
    size_t n = robot_events(run_robot(play_run(play), 0), &events);
    for (size_t i = 0; i < n; i++)
        touches += events[i].kind == LIFE_EVENT_KIND_TOUCHED,
            pokes += events[i].kind == LIFE_EVENT_KIND_POKED;
}

static void live(const char *settings, const char *record, float seconds) {
    struct fault fault = {0};
    struct scenario *scene = scenario_read(text_of(SCENE), "t.json", NULL, 0, &fault);
    struct play_config config = play_defaults();
    config.settings = text_of(settings), config.record = record, config.lives = true, config.watch = count;
    touches = pokes = 0;
    struct play *play = scene ? play_new(scene, &config, &fault) : NULL;
    if (!play) fail_msg("%s", fault.said);
    s_for(play, (double)seconds);
    assert_int_equal(play_free(play, &fault), 0);
    scenario_free(scene);
}

static void a_play_goes_by_them(void **state) {
    live("", NULL, 3.8f);
    assert_int_equal(touches, 0); // as the scenario says
    assert_true(pokes > 0);
    live("touch.on_ms=50\nattitude.shock_mps2=90\n", NULL, 3.8f);
    assert_int_equal(touches, 1); // the brainstem's, too
    assert_int_equal(pokes, 0);
}

static void a_life_is_lived_again_with_them(void **state) {
    struct fault fault = {0};
    const char *folder = temp_folder(), *world = temp_path(folder, "a.world"),
               *life = temp_path(folder, "a.world.vector.life");
    live("touch.on_ms=60\nattitude.shock_mps2=90\n", world, 4.5f);
    struct tape_about about;
    struct tape_result result;
    struct tape_reader *tape = tape_open(world, &about, &fault);
    if (!tape) fail_msg("%s", fault.said);
    touches = pokes = 0;
    assert_int_equal(tape_play(tape, &about, NULL, count, NULL, &result, &fault), 0);
    assert_true(!result.parted && result.compared > 2);
    assert_int_equal(touches, 1);
    assert_int_equal(pokes, 0);
    tape_free(tape);
    struct recording_about of;
    struct recording *recording = recording_open(life, &of, &fault);
    if (!recording) fail_msg("%s", fault.said);
    assert_string_equal(of.settings, "touch.on_ms=60\nattitude.shock_mps2=90\n");
    recording_free(recording);
}

TESTS(cmocka_unit_test(layers_lie_on_each_other), cmocka_unit_test(wrong_ones_are_named),
      cmocka_unit_test(only_who_runs_it_consents), cmocka_unit_test(what_differs_is_told_and_read_again),
      cmocka_unit_test(every_table_is_sound), cmocka_unit_test(a_play_goes_by_them),
      cmocka_unit_test(a_life_is_lived_again_with_them))
