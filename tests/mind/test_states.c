// States and what leads from one to another: the three kinds of transition, timers, going on, suggestions.
#include "alone.h"

#define MACHINE(more)     NODE("Root", "HighLevelAI", more)
#define LOOP(id, trigger) SLOW(id, trigger, "0.3")
#define SLOW(id, trigger, every_s)                                                                           \
    NODE(id, "AnimGetInLoop",                                                                                \
         ", \"loopAnimation\": \"" trigger "\", \"loopInterval_s\": " every_s ", "                           \
         "\"loopEndCondition\": {\"conditionType\": \"Compound\", \"not\": {\"conditionType\": "             \
         "\"TrueCondition\"}}")
#define FELT(kind) "{\"conditionType\": \"Felt\", \"felt\": \"" kind "\"}"

static const char *last(void) { return asked.plays ? asked.triggers[asked.plays - 1] : ""; }

// Of what was asked for so far.
static void all_is_done(void) {
    for (uint32_t k = 1; k <= 32; k++)
        in.results[in.results_count++] =
            (struct mind_result){1u << 31 | k, LIFE_VERDICT_DONE, LIFE_RESULT_SUCCESS};
}

// One that interrupts does so within a clip, a gentle one waits for its end, one that exits for the node's.
static void transitions_keep_their_moment(void **state) {
    static const struct {
        const char *kind;
        bool at_once, after_clip, after_node;
    } ROWS[] = {{"interruptingTransitions", true, true, true},
                {"nonInterruptingTransitions", false, true, true},
                {"exitTransitions", false, false, true}};
    for (size_t i = 0; i < 3; i++) {
        char machine[700];
        snprintf(
            machine, sizeof machine,
            MACHINE(", \"initialState\": \"One\", \"states\": [{\"name\": \"Two\", \"behavior\": \"B\"}, "
                    "{\"name\": \"One\", \"behavior\": \"A\"}], \"transitionDefinitions\": [{\"from\": "
                    "\"One\", \"%s\": [{\"to\": \"Two\", \"condition\": "
                    "{\"conditionType\": \"Lasts\", \"seconds\": 0.1, \"subCondition\": "
                    "{\"conditionType\": \"RobotTouched\"}}}]}]"),
            ROWS[i].kind);
        open_mind((const char *[]){machine,
                                   NODE("A", "AnimSequence", ", \"animTriggers\": [\"First\", \"Second\"]"),
                                   LOOP("B", "Two"), NULL});
        live(0.3f, false); // the first clip plays and plays
        assert_string_equal(last(), "First");
        in.status = BODY_STATUS_TOUCHED;
        live(1, false);
        assert_int_equal(!strcmp(last(), "Two"), ROWS[i].at_once);
        if (!ROWS[i].at_once) all_is_done();
        live(0.3f, false);
        assert_int_equal(!strcmp(last(), "Two"), ROWS[i].after_clip);
        live(1, true);
        if (!ROWS[i].after_clip) all_is_done();
        live(1, true);
        assert_int_equal(!strcmp(last(), "Two"), ROWS[i].after_node);
        close_mind();
    }
}

// A way in is played first and is not left gently; timers of states run from their beginning.
static void a_state_has_a_way_in_a_timer_and_an_event(void **state) {
    struct mind_felt felt_now[8];
    uint32_t since = 0;
    open_mind((const char *[]){
        MACHINE(
            ", \"states\": [{\"name\": \"One\", \"behavior\": \"A\"}, {\"name\": \"Two\", \"behavior\": "
            "\"B\", "
            "\"getInBehavior\": \"G\", \"resetBehaviorTimer\": \"T\", \"ensureMinStimValue\": 0.6}], "
            "\"stateTimerConditions\": [{\"name\": \"Long\", \"begin_s\": 2}], \"transitionDefinitions\": "
            "[{\"from\": [\"One\"], \"nonInterruptingTransitions\": [{\"to\": \"Two\", \"emotionEvent\": "
            "\"Bored\", \"condition\": {\"customCondition\": \"Long\"}}]}, {\"from\": \"*\", "
            "\"interruptingTransitions\": [{\"to\": \"One\", \"condition\": " FELT(
                "POKED") "}]}, "
                         "{\"from\": \"Two\", \"nonInterruptingTransitions\": [{\"to\": \"One\", "
                         "\"condition\": "
                         "{\"conditionType\": \"Compound\", \"or\": [{\"conditionType\": \"RobotTouched\"}, "
                         "{\"conditionType\": \"BehaviorTimer\", \"timerName\": \"T\", \"cooldown_s\": "
                         "4}]}}]}]"),
        LOOP("A", "Idle"), LOOP("B", "Two"), PLAY("G", "In", ""), NULL});
    live(1.8f, true);
    assert_true(played("Idle") > 2 && !played("In"));
    in.status = BODY_STATUS_TOUCHED, live(0.6f, false), in.status = 0;
    assert_string_equal(last(), "In"); // and nothing more: it is not left gently
    size_t count = mind_felt(mind, &since, felt_now, 8);
    assert_true(count && text_is(felt_now[count - 1].name, "Bored"));
    assert_true(mind_feelings(mind)->stimulation > 0.55f);
    all_is_done();
    live(1, true);
    assert_string_equal(last(), "Two");
    felt(LIFE_EVENT_KIND_POKED), live(0.5f, true);
    assert_string_equal(last(), "Idle");
    live(2.5f, true);
    assert_string_equal(last(), "Two");
    live(2.5f, true);
    assert_string_equal(last(), "Two");
    live(1.2f, true); // four seconds after it began
    assert_string_equal(last(), "Idle");
    close_mind();
}

// Interrupted it goes on where it was, elsewhere as its table says, or where what ended last suggests.
static void what_was_interrupted_goes_on(void **state) {
    static const struct {
        const char *more, *suggests, *goes_on;
    } ROWS[] = {{"", "", "Two"},
                {", \"resumeReplacements\": {\"Two\": \"Three\"}", "", "Three"},
                {", \"postBehaviorSuggestionResumeOverrides\": {\"Socialize\": \"Three\"}",
                 ", \"postBehaviorSuggestion\": \"Socialize\"", "Three"},
                {", \"postBehaviorSuggestionResumeOverrides\": {\"Socialize\": \"Three\"}",
                 ", \"postBehaviorSuggestion\": \"Sleep\"", "Two"}};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        char machine[1200], other[400];
        snprintf(machine, sizeof machine,
                 NODE("M", "HighLevelAI",
                      ", \"states\": [{\"name\": \"One\", \"behavior\": \"A\"}, {\"name\": \"Two\", "
                      "\"behavior\": \"B\"}, {\"name\": \"Three\", \"behavior\": \"C\"}], "
                      "\"transitionDefinitions\": [{\"from\": \"One\", \"interruptingTransitions\": "
                      "[{\"to\": \"Two\", \"condition\": " FELT("POKED") "}]}]%s"),
                 ROWS[i].more);
        snprintf(other, sizeof other, PLAY("O", "Other", WANTS("HELD") "%s"), ROWS[i].suggests);
        open_mind((const char *[]){NODE("Root", "DispatcherStrictPriority",
                                        ", \"interruptActiveBehavior\": true, \"behaviors\": [\"O\", \"M\"]"),
                                   other, machine, LOOP("A", "One"), LOOP("B", "Two"), LOOP("C", "Three"),
                                   NULL});
        live(0.5f, true);
        assert_string_equal(last(), "One");
        felt(LIFE_EVENT_KIND_POKED), live(0.5f, true);
        assert_string_equal(last(), "Two");
        felt(LIFE_EVENT_KIND_HELD), live(1, true);
        assert_int_equal(played("Other"), 1);
        if (strcmp(last(), ROWS[i].goes_on) != 0) fail_msg("row %zu: %s", i, last());
        close_mind();
    }
}

static void a_suggestion_holds_for_some_beats(void **state) {
    open_mind((const char *[]){
        NODE("Root", "DispatcherStrictPriority",
             ", \"interruptActiveBehavior\": true, \"behaviors\": [\"S\", \"L\", \"O\", \"W\"]"),
        PLAY("S", "Soon",
             ", \"wantsToBeActivatedCondition\": {\"conditionType\": \"TimedDedup\", \"dedupInterval_ms\": "
             "9000, "
             "\"subCondition\": {\"conditionType\": \"BehaviorSuggested\", \"postBehaviorSuggestion\": "
             "\"Sleep\"}}"),
        PLAY("L", "Late",
             ", \"wantsToBeActivatedCondition\": {\"conditionType\": \"Lasts\", \"seconds\": 0.6, "
             "\"subCondition\": "
             "{\"conditionType\": \"BehaviorSuggested\", \"postBehaviorSuggestion\": \"Sleep\"}}"),
        PLAY("O", "Other", WANTS("POKED") ", \"postBehaviorSuggestion\": \"Sleep\""), LOOP("W", "Idle"),
        NULL});
    live(1, true);
    assert_int_equal(played("Soon"), 0);
    felt(LIFE_EVENT_KIND_POKED), live(3, true);
    assert_int_equal(played("Soon"), 1);
    assert_int_equal(played("Late"), 0);
    close_mind();
}

// The graph of the original: what it does on its charger and off it.
static const char *const HIGH_LEVEL = NODE(
    "Root", "HighLevelAI",
    ", \"initialState\": \"ObservingOnCharger\", \"states\": ["
    "{\"name\": \"ObservingOnCharger\", \"behavior\": \"OnIt\"},"
    "{\"name\": \"Observing\", \"behavior\": \"OffIt\", \"resetBehaviorTimer\": \"ObservingOffCharger\"},"
    "{\"name\": \"Exploring\", \"behavior\": \"Wander\", \"ensureMinStimValue\": 0.5},"
    "{\"name\": \"ExploringVoiceCommand\", \"behavior\": \"Wander\", \"activateIntent\": \"explore_start\"},"
    "{\"name\": \"Socializing\", \"behavior\": \"Social\"}],"
    "\"transitionDefinitions\": ["
    "{\"from\": \"ObservingOnCharger\", \"interruptingTransitions\": [{\"to\": \"Observing\", \"condition\": "
    "{\"conditionType\": \"Compound\", \"not\": {\"conditionType\": \"OnChargerPlatform\"}}}]},"
    "{\"from\": [\"Observing\", \"Socializing\", \"Exploring\"], \"interruptingTransitions\": "
    "[{\"to\": \"ObservingOnCharger\", \"emotionEvent\": \"PlacedOnCharger\", \"condition\": "
    "{\"conditionType\": \"OnCharger\"}}]},"
    "{\"from\": \"Observing\", \"interruptingTransitions\": [{\"to\": \"Socializing\", \"condition\": "
    "{\"customCondition\": \"CloseFaceForSocializing\"}}], \"nonInterruptingTransitions\": "
    "[{\"to\": \"Exploring\", \"condition\": {\"conditionType\": \"Compound\", \"and\": "
    "[{\"conditionType\": \"FeatureGate\", \"feature\": \"Exploring\"}, "
    "{\"customCondition\": \"ExploringCooldownMet\"}]}}]},"
    "{\"from\": \"*\", \"interruptingTransitions\": [{\"to\": \"ExploringVoiceCommand\", \"condition\": "
    "{\"conditionType\": \"UserIntentPending\", \"list\": [{\"type\": \"explore_start\"}]}}]},"
    "{\"from\": [\"Socializing\", \"Exploring\", \"ExploringVoiceCommand\"], \"exitTransitions\": "
    "[{\"to\": \"Observing\"}]}]");

static void open_high_level(void) {
    open_mind((const char *[]){HIGH_LEVEL, LOOP("OnIt", "Charging"), SLOW("OffIt", "Idle", "4"),
                               PLAY("Wander", "Explore", ""), PLAY("Social", "Hello", ""), NULL});
}

static void exploring_rests_by_age_and_by_wishes(void **state) {
    static const struct {
        uint32_t hours;
        const char *intent;
        float least_s, most_s;
    } ROWS[] = {{0, NULL, 9.5f, 11},           {3, NULL, 19.5f, 21},
                {30, NULL, 39.5f, 41},         {60, NULL, 89.5f, 91},
                {100, NULL, 119.5f, 121},      {150, NULL, 239.5f, 241},
                {1000, NULL, 299.5f, 301},     {0, "imperative_lookatme", 129, 132},
                {0, "explore_start", 9.5f, 11}};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        open_high_level();
        in.age_s = ROWS[i].hours * 3600;
        for (int k = 0; k < 600 && !played("Explore"); k++)
            tick(true); // the first, ten seconds after it began
        assert_int_equal(played("Explore"), 1);
        if (ROWS[i].intent) {
            in.wanted[0] = (struct mind_wanted){.source = LIFE_INTENT_SOURCE_CLOUD};
            snprintf(in.wanted[0].name, sizeof in.wanted[0].name, "intent_%s", ROWS[i].intent);
            in.wanted_count = 1, tick(true), in.wanted_count = 0;
            live(0.5f, true);
        }
        uint32_t before = played("Explore");
        float rest_s = 0;
        for (; rest_s < 400 && played("Explore") == before; rest_s += 0.033f) tick(true);
        if (rest_s < ROWS[i].least_s - 1 || rest_s > ROWS[i].most_s + 1)
            fail_msg("row %zu: %.1f s", i, (double)rest_s);
        close_mind();
    }
}

static void it_goes_by_its_charger_faces_and_words(void **state) {
    open_high_level();
    in.status = BODY_STATUS_ON_CHARGER;
    live(5, true);
    assert_string_equal(last(), "Charging");
    in.status = 0, live(1, true);
    assert_string_equal(last(), "Idle");
    in.faces[0] = (struct mind_face){.person = 3, .distance_m = 0.6f}, in.faces_count = 1;
    live(1, true);
    assert_int_equal(played("Hello"), 1);
    live(8, true);
    assert_int_equal(played("Hello"), 1); // half an hour's rest
    in.faces_count = 0;
    in.wanted[0] = (struct mind_wanted){.source = LIFE_INTENT_SOURCE_CLOUD, .name = "intent_explore_start"};
    in.wanted_count = 1, tick(true), in.wanted_count = 0, live(0.3f, true);
    assert_true(played("Explore") >= 1);
    in.status = BODY_STATUS_ON_CHARGER, live(1, true);
    assert_string_equal(last(), "Charging");
    close_mind();
}

static void what_is_wrong_is_told_with_its_place(void **state) {
    static const struct {
        const char *more, *said;
    } ROWS[] = {
        {"", "no \"states\""},
        {", \"states\": []", "a state at least"},
        {", \"states\": {}", "a list of states"},
        {", \"states\": [{\"name\": \"A\"}]", "no \"behavior\""},
        {", \"states\": [{\"name\": \"A\", \"behavior\": \"Nobody\"}]", "no node is called \"Nobody\""},
        {", \"states\": [{\"name\": \"A\", \"behavior\": \"W\"}, {\"name\": \"A\", \"behavior\": \"W\"}]",
         "called \"A\" already"},
        {", \"states\": [{\"name\": \"A\", \"behaviour\": \"W\"}]", "did you mean \"behavior\""},
        {", \"states\": [{\"name\": \"A\", \"behavior\": \"W\"}], \"initialState\": \"B\"",
         "no state is called \"B\""},
        {", \"states\": [{\"name\": \"A\", \"behavior\": \"W\"}], \"resumeReplacements\": {\"A\": \"B\"}",
         "no state is called \"B\""},
        {", \"states\": [{\"name\": \"A\", \"behavior\": \"W\"}], \"transitionDefinitions\": [{\"from\": "
         "\"B\"}]",
         "no state is called \"B\""},
        {", \"states\": [{\"name\": \"A\", \"behavior\": \"W\"}], \"transitionDefinitions\": [{\"from\": "
         "\"A\", "
         "\"exitTransitions\": [{}]}]",
         "no \"to\""},
        {", \"states\": [{\"name\": \"A\", \"behavior\": \"Root\"}]", "leads back to itself"}};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        const char *folder = temp_folder();
        char text[1200];
        struct fault fault = {0};
        snprintf(text, sizeof text,
                 "%s{\"behaviorID\": \"Root\", \"behaviorClass\": \"HighLevelAI\"%s}, %s]}", HEAD_OF,
                 ROWS[i].more, NODE("W", "Wait", ""));
        file_write(temp_path(folder, "vector_tree.json"), text, strlen(text), &fault);
        file_write(temp_path(folder, "tree.json"), "[]", 2, &fault);
        if (mind_data_open("vector", folder, &fault)) fail_msg("row %zu was taken", i);
        if (!strstr(fault.said, ROWS[i].said) || !fault.line) fail_msg("row %zu: %s", i, fault.said);
    }
}

TESTS(cmocka_unit_test(transitions_keep_their_moment),
      cmocka_unit_test(a_state_has_a_way_in_a_timer_and_an_event),
      cmocka_unit_test(what_was_interrupted_goes_on), cmocka_unit_test(a_suggestion_holds_for_some_beats),
      cmocka_unit_test(exploring_rests_by_age_and_by_wishes),
      cmocka_unit_test(it_goes_by_its_charger_faces_and_words),
      cmocka_unit_test(what_is_wrong_is_told_with_its_place))
