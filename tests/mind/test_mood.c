// Emotions by their equations, and by the numbers of the worked example.
#include "support/support.h"

#include "mind/mind_files.h"
#include "mind/mood/mood.h"

#include <math.h>

static struct arena *arena;
static struct moods moods;
static struct mood mood;

static int begin(void **state) {
    struct fault fault = {0};
    arena = arena_new(64 << 10);
    return mind_moods_read("vector", NULL, arena, &moods, &fault) || mood_start(&mood, &moods, &fault);
}
static int end(void **state) {
    arena_free(arena);
    return 0;
}

static struct json *json(const char *text) {
    struct json *document;
    if (json_parse(text_of(text), "moods.json", arena, NULL, &document, NULL)) fail_msg("%s", text);
    return document;
}
static void post(const char *event) {
    assert_non_null(moods_event(&moods, text_of(event)));
    mood_post(&mood, moods_event(&moods, text_of(event)));
}
static void live(double until, double step) {
    while (mood.clock < until - step / 2) mood_step(&mood, step);
}
#define assert_near(got, wanted, within)                                                                     \
    do {                                                                                                     \
        double got_ = (got), wanted_ = (wanted);                                                             \
        if (!(fabs(got_ - wanted_) <= (within)))                                                             \
            fail_msg("%s:%d: %.9f, not %.9f", __FILE__, __LINE__, got_, wanted_);                            \
    } while (0)

static void the_worked_example(void **state) {
    static const double STEPS[] = {0.05, 0.25, 1};
    for (size_t i = 0; i < 3; i++) {
        double dt = STEPS[i];
        assert_int_equal(mood_start(&mood, &moods, NULL), ERR_NONE);
        post("GreetingSayName");
        assert_near(mood_value(&mood, "Social"), 0.6, 1e-6);
        live(15, dt);
        assert_near(mood_value(&mood, "Social"), 0.48, 1e-6);
        post("LookAtFaceVerified");
        assert_near(mood_value(&mood, "Social"), 0.68, 1e-6);
        live(27, dt);
        assert_near(mood_value(&mood, "Social"), 0.6256, 1e-6);
        post("LookAtFaceVerified");
        assert_near(mood_value(&mood, "Social"), 0.6656, 1e-6);
        assert_near(mood.feelings[2].since, 12, 1e-6); // a small push does not prolong it
        static const double ROWS[][2] = {
            {35, 0.4340869565}, {55, 0.2893913043}, {75, 0.1446956522}, {115, 0}};
        for (size_t k = 0; k < 4; k++) {
            live(ROWS[k][0], dt);
            assert_near(mood_value(&mood, "Social"), ROWS[k][1], 1e-6);
        }
        live(120, dt);
        mood_post(&mood, &moods.events[0]); // of no effect on this emotion
        struct mood_effect little[] = {{TEXT("Social"), 2, 0.04f}};
        struct mood_event *row = &moods.events[moods.event_count - 1], before = *row;
        row->effects = little, row->count = 1, row->penalty = (struct graph){0};
        mood_post(&mood, row);
        assert_near(mood_value(&mood, "Social"), 0.04, 1e-6);
        mood_step(&mood, dt);
        assert_near(mood_value(&mood, "Social"), 0, 1e-6); // its time was over long before
        *row = before;
    }
}

static void stimulation_falls_by_so_much_a_minute(void **state) {
    struct {
        double from, after, to, within;
    } ROWS[] = {{0.7, 60, 0.58, 1e-6},
                {1, 30, 0.8, 5e-4},
                {1, 90, 0.68, 5e-4},
                {0.2, 39, 0.25 - 0.05 * 4.758821, 1e-3}};
    for (size_t i = 0; i < 4; i++) {
        mood_start(&mood, &moods, NULL);
        mood_hold(&mood, 3, true, ROWS[i].from);
        live(5, 0.06); // held: it does not fade
        assert_near(mood_value(&mood, "Stimulated"), ROWS[i].from, 1e-12);
        mood.feelings[3].held = 0;
        double from = mood.clock;
        live(from + ROWS[i].after, 0.06);
        assert_near(mood_value(&mood, "Stimulated"), ROWS[i].to, ROWS[i].within);
    }
    double value = mood.feelings[3].value;
    assert_near(mood.feelings[3].velocity, -(0.6 - 2.4 * value) / 60, 1e-6);
    assert_near(mood.feelings[3].acceleration, 2.4 / 60, 1e-6);
    live(mood.clock + 3, 0.06);
    assert_near(mood_value(&mood, "Stimulated"), 0, 0);
    assert_near(mood.feelings[3].velocity, 0, 0);
}

static void the_same_again_counts_less(void **state) {
    mood_start(&mood, &moods, NULL);
    post("ReactToMotion");
    assert_near(mood_value(&mood, "Stimulated"), 0.1, 1e-6);
    live(3, 0.06);
    double before = mood_value(&mood, "Stimulated");
    post("ReactToMotion");
    assert_near(mood_value(&mood, "Stimulated") - before, 0.0263157895, 1e-6);
    before = mood_value(&mood, "Stimulated");
    post("ReactToMotion"); // at once: nothing, and yet it restarts the clock
    assert_near(mood_value(&mood, "Stimulated"), before, 1e-12);
    double at = mood.clock;
    live(at + 12, 0.06);
    before = mood_value(&mood, "Stimulated");
    post("ReactToMotion");
    assert_near(mood_value(&mood, "Stimulated") - before, 0.1, 1e-6);
    // Never penalised.
    mood_start(&mood, &moods, NULL);
    post("RespondToAbuseVoiceCommand"), post("RespondToAbuseVoiceCommand");
    assert_near(mood_value(&mood, "Happy"), -0.6, 1e-6);
}

static void only_much_or_another_side_begins_anew(void **state) {
    static const struct {
        float first, second;
        bool anew;
    } ROWS[] = {{0.5f, 0.051f, true}, {0.5f, 0.05f, false}, {0.5f, -0.4f, false},
                {0.5f, -0.6f, true},  {0, 0.051f, true},    {0, 0.04f, false},
                {-0.5f, -0.2f, true}, {-0.5f, 0.2f, false}, {0.02f, -0.04f, true}};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        struct mood_effect effect = {TEXT("Happy"), 0, ROWS[i].second};
        struct mood_event *row = &moods.events[0], before = *row;
        mood_start(&mood, &moods, NULL);
        live(6, 0.06);
        mood.feelings[0] = (struct mood_feeling){.value = (double)ROWS[i].first, .since = 6};
        row->effects = &effect, row->count = 1, row->penalty = (struct graph){0};
        mood_post(&mood, row);
        *row = before;
        bool anew = mood.feelings[0].since < 1;
        if (anew != ROWS[i].anew) fail_msg("row %zu", i);
        assert_near(mood.feelings[0].value, (double)(ROWS[i].first + ROWS[i].second), 1e-6);
    }
}

static void bounds_hold_and_nothing_pushes_over_them(void **state) {
    mood_start(&mood, &moods, NULL);
    for (int i = 0; i < 9; i++) post("ReactToTriggerWord");
    assert_near(mood_value(&mood, "Stimulated"), 1, 0);
    for (int i = 0; i < 9; i++) post("BeQuietVoiceCommand");
    assert_near(mood_value(&mood, "Stimulated"), 0, 0);
    mood_step(&mood, 0.06);
    assert_near(mood.feelings[3].velocity, 0, 0);
    for (int i = 0; i < 9; i++) post("PickingOrPlacingActionFailedWithAbort");
    assert_near(mood_value(&mood, "Confident"), -1, 0);
    assert_near(mood_value(&mood, "Trust"), 0, 0);
    assert_true(mood_value(&mood, "Nothing") == 0); // NOLINT
}

static void a_mood_is_the_first_rule_that_holds(void **state) {
    static const struct {
        double stimulated, confident;
        enum simple_mood mood;
    } ROWS[] = {{0, 0, MOOD_LOW_STIM},           {0.2, -1, MOOD_LOW_STIM}, {0.21, -0.29, MOOD_MED_STIM},
                {0.21, -0.291, MOOD_FRUSTRATED}, {0.8, 0, MOOD_MED_STIM},  {0.81, 0, MOOD_HIGH_STIM},
                {1, -0.5, MOOD_FRUSTRATED}};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        mood_start(&mood, &moods, NULL);
        mood_hold(&mood, 3, true, (double)(float)ROWS[i].stimulated);
        mood_hold(&mood, 1, true, (double)(float)ROWS[i].confident);
        if (mood_simple(&mood) != ROWS[i].mood || mood.simple != ROWS[i].mood) fail_msg("row %zu", i);
    }
    mood_start(&mood, &moods, NULL);
    live(2, 0.06);
    post("ReactToTriggerWord");
    assert_int_equal(mood.simple, MOOD_HIGH_STIM);
    assert_int_equal(mood.simple_before, MOOD_LOW_STIM);
    assert_near(mood.simple_since, 2, 0.06);
}

static void results_of_actions_are_felt(void **state) {
    const struct mood_event *event = mood_of_result(&moods, "PICKUP_OBJECT", "SUCCESS");
    assert_true(event && text_is(event->name, "PickupSucceeded"));
    event = mood_of_result(&moods, "DRIVE_STRAIGHT", "ABORT");
    assert_true(event && text_is(event->name, "DrivingActionFailedWithAbort"));
    assert_null(mood_of_result(&moods, "DRIVE_STRAIGHT", "SUCCESS"));
    assert_null(mood_of_result(&moods, "SING", "SUCCESS"));
}

static void a_drive_rises_by_itself(void **state) {
    struct moods cozmo;
    assert_int_equal(mind_moods_read("cozmo", NULL, arena, &cozmo, NULL), ERR_NONE);
    mood_start(&mood, &cozmo, NULL);
    live(600, 0.06);
    assert_near(mood_value(&mood, "WantToPlay"), 0.5, 1e-6);
    assert_near(mood_value(&mood, "Happy"), 0, 1e-12);
}

static void what_was_is_kept(void **state) {
    mood_start(&mood, &moods, NULL);
    live(100, 0.5);
    assert_int_equal(mood.sample_count, 5); // at 0.5, then each 20 s
    post("ReactToTriggerWord");
    assert_int_equal(mood.posted, 1);
    assert_near((double)mood.history[0].after, 1, 1e-6);
    assert_near(mood.history[0].at, 100, 1e-6);
}

static void bad_moods_are_told_with_place(void **state) {
    static const struct {
        const char *text, *said;
        enum err err;
    } ROWS[] = {
        {"{}", "decayGraphs", ERR_MISSING},
        {"{\"decayGraphs\": []}", "defaultRepetitionPenalty", ERR_MISSING},
        {"{\"decayGraphs\": [{\"emotionType\": \"Hunger\", \"nodes\": [{\"x\":0,\"y\":1}]}], "
         "\"defaultRepetitionPenalty\": {\"nodes\": [{\"x\":0,\"y\":1}]}}",
         "Hunger", ERR_UNKNOWN},
        {"{\"decayGraphs\": [{\"emotionType\": \"default\", \"nodes\": "
         "[{\"x\":0,\"y\":1},{\"x\":1,\"y\":2}]}], "
         "\"defaultRepetitionPenalty\": {\"nodes\": [{\"x\":0,\"y\":1}]}}",
         "never grows", ERR_RANGE},
        {"{\"decayGraphs\": [{\"emotionType\": \"default\", \"graphType\": \"Jump\", \"nodes\": "
         "[{\"x\":0,\"y\":1}]}], "
         "\"defaultRepetitionPenalty\": {\"nodes\": [{\"x\":0,\"y\":1}]}}",
         "Jump", ERR_UNKNOWN},
        {"{\"decayGraphs\": [{\"emotionType\": \"Happy\", \"nodes\": [{\"x\":0,\"y\":1}]}], "
         "\"defaultRepetitionPenalty\": {\"nodes\": [{\"x\":0,\"y\":1}]}}",
         "no graph for Confident", ERR_MISSING},
        {"{\"decayGraphs\": [{\"emotionType\": \"default\", \"nodes\": [{\"x\":0,\"y\":1}]}], "
         "\"defaultRepetitionPenalty\": {\"nodes\": [{\"x\":0,\"y\":1}]}, \"valueRanges\": "
         "[{\"emotionType\": "
         "\"Happy\", \"min\": 1, \"max\": 0}]}",
         "expected a number", ERR_RANGE},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        struct fault fault = {0};
        struct moods out;
        assert_int_equal(moods_read(json(ROWS[i].text), &MOODS_VECTOR, arena, &out, &fault), ROWS[i].err);
        if (!strstr(fault.said, ROWS[i].said) || !fault.line) fail_msg("%zu: %s", i, fault.said);
    }
    struct moods all = moods;
    struct fault fault = {0};
    assert_int_equal(
        moods_add_events(&all, json("{\"name\": \"CliffReact\", \"emotionAffectors\": []}"), arena, &fault),
        ERR_DUPLICATE);
    fault = (struct fault){0};
    assert_int_equal(
        moods_add_events(
            &all,
            json("{\"name\": \"New\", \"emotionAffectors\": [{\"emotionType\": \"Calm\", \"value\": 1}]}"),
            arena, &fault),
        ERR_UNKNOWN);
    assert_true(fault.line > 0);
}

TESTS(cmocka_unit_test_setup_teardown(the_worked_example, begin, end),
      cmocka_unit_test_setup_teardown(stimulation_falls_by_so_much_a_minute, begin, end),
      cmocka_unit_test_setup_teardown(the_same_again_counts_less, begin, end),
      cmocka_unit_test_setup_teardown(only_much_or_another_side_begins_anew, begin, end),
      cmocka_unit_test_setup_teardown(bounds_hold_and_nothing_pushes_over_them, begin, end),
      cmocka_unit_test_setup_teardown(a_mood_is_the_first_rule_that_holds, begin, end),
      cmocka_unit_test_setup_teardown(results_of_actions_are_felt, begin, end),
      cmocka_unit_test_setup_teardown(a_drive_rises_by_itself, begin, end),
      cmocka_unit_test_setup_teardown(what_was_is_kept, begin, end),
      cmocka_unit_test_setup_teardown(bad_moods_are_told_with_place, begin, end))
