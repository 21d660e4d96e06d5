// Rules of the stack and of dispatchers that test_tree.c leaves open, a mind alone.
#include "alone.h"

#include <math.h>

#define ROOT(class, more) NODE("Root", class, more)
#define INTERRUPTS        ", \"interruptActiveBehavior\": true"

static void what_gets_in_gets_out(void **state) {
    open_mind((const char *[]){
        ROOT("DispatcherStrictPriority", ", \"behaviors\": [\"A\", \"W\"]" INTERRUPTS),
        PLAY("A", "Main", WANTS("POKED") ", \"getInAnimation\": \"In\", \"getOutAnimation\": \"Out\""),
        NODE("W", "Wait", ""), NULL});
    felt(LIFE_EVENT_KIND_POKED), live(0.1f, false);
    assert_int_equal(asked.plays, 1); // nothing more until it is over
    assert_string_equal(asked.triggers[0], "In");
    close_mind();
    open_mind((const char *[]){
        ROOT("DispatcherStrictPriority", ", \"behaviors\": [\"A\", \"W\"]" INTERRUPTS),
        PLAY("A", "Main", WANTS("POKED") ", \"getInAnimation\": \"In\", \"getOutAnimation\": \"Out\""),
        NODE("W", "Wait", ""), NULL});
    felt(LIFE_EVENT_KIND_POKED), live(1, true);
    assert_int_equal(asked.plays, 3);
    assert_string_equal(asked.triggers[1], "Main");
    assert_string_equal(asked.triggers[2], "Out");
    close_mind();
}

// Cut short it plays no way out, what it asked for is cancelled, and it begins anew the next time.
static void what_is_cut_short_lets_go(void **state) {
    open_mind((const char *[]){
        ROOT("DispatcherStrictPriority", ", \"behaviors\": [\"A\", \"B\", \"W\"]" INTERRUPTS),
        NODE("A", "Wait",
             WANTS("POKED") ", \"wantsToCancelSelfCondition\": {\"conditionType\": \"TimerInRange\", "
                            "\"begin_s\": 2}"),
        NODE("B", "AnimSequence", ", \"animTriggers\": [\"One\", \"Two\"], \"getOutAnimation\": \"Out\""),
        NODE("W", "Wait", ""), NULL});
    live(0.2f, false);
    assert_int_equal(played("One"), 1);
    felt(LIFE_EVENT_KIND_POKED), live(1, false);
    assert_int_equal(asked.kinds[LIFE_CANCEL], 1);
    assert_true(!played("Out") && !played("Two"));
    live(2, false);
    assert_int_equal(played("One"), 2);
    struct mind_text text = {(char[512]){0}, 512, 0};
    mind_stack_text(mind, &text);
    assert_non_null(strstr(text.at, "B"));
    close_mind();
}

// A root whose children all end is begun again: the stack is never empty for long.
static void the_stack_is_never_empty(void **state) {
    open_mind(
        (const char *[]){ROOT("DispatcherQueue", ", \"behaviors\": [\"A\"]"), PLAY("A", "One", ""), NULL});
    for (int i = 0; i < 300; i++) {
        struct mind_view view;
        tick(true);
        bool empty = !mind_view(mind, &view);
        tick(true), tick(true);
        assert_true(!empty || mind_view(mind, &view));
    }
    assert_true(played("One") > 20);
    close_mind();
}

// Conditions of what may follow run from the moment on at which their owner's dispatcher begins.
static void what_may_begin_is_watched_before(void **state) {
    open_mind((const char *[]){
        ROOT("DispatcherStrictPriority", ", \"behaviors\": [\"S\", \"W\"]" INTERRUPTS),
        NODE("S", "DispatcherStrictPriority", ", \"behaviors\": [\"A\", \"V\"]" INTERRUPTS WANTS("POKED")),
        PLAY("A", "Late",
             ", \"wantsToBeActivatedCondition\": {\"conditionType\": \"TimerInRange\", \"begin_s\": 2, "
             "\"end_s\": 3}"),
        NODE("V", "Wait", ""), NODE("W", "Wait", ""), NULL});
    live(10, true);
    felt(LIFE_EVENT_KIND_POKED), live(1.8f, true);
    assert_int_equal(played("Late"), 0);
    live(0.5f, true);
    assert_true(played("Late") > 0);
    live(1, true);
    uint32_t most = played("Late");
    live(5, true);
    assert_int_equal(played("Late"), most);
    close_mind();
}

static void gates_are_kept(void **state) {
    static const struct {
        uint32_t status;
        uint8_t attitude;
        const char *plays;
    } ROWS[] = {{0, BODY_ATTITUDE_ON_TREADS, "Off"},
                {BODY_STATUS_ON_CHARGER, BODY_ATTITUDE_ON_TREADS, "Plain"},
                {BODY_STATUS_CARRYING, BODY_ATTITUDE_ON_TREADS, "Carrying"},
                {0, BODY_ATTITUDE_ON_BACK, "Tipped"},
                {BODY_STATUS_CARRYING, BODY_ATTITUDE_ON_BACK, "Anything"}};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        open_mind((const char *[]){
            ROOT("DispatcherStrictPriority", ", \"behaviors\": [\"O\", \"P\", \"C\", \"T\", \"A\"]"),
            PLAY("O", "Off", ", \"behaviorModifiers\": {\"wantsToBeActivatedWhenOnCharger\": false}"),
            PLAY("P", "Plain", ""),
            PLAY("C", "Carrying",
                 ", \"behaviorModifiers\": {\"wantsToBeActivatedWhenCarryingObject\": true}"),
            PLAY("T", "Tipped", ", \"behaviorModifiers\": {\"wantsToBeActivatedWhenOffTreads\": true}"),
            PLAY("A", "Anything",
                 ", \"behaviorModifiers\": {\"wantsToBeActivatedWhenOffTreads\": true, "
                 "\"wantsToBeActivatedWhenCarryingObject\": true}"),
            NULL});
        in.status = ROWS[i].status, in.attitude = ROWS[i].attitude;
        live(0.3f, false);
        if (asked.plays != 1 || strcmp(asked.triggers[0], ROWS[i].plays) != 0)
            fail_msg("row %zu: %s", i, asked.triggers[0]);
        close_mind();
    }
}

static void a_selector_ends_with_the_first_and_rests_are_forgotten(void **state) {
    for (int forget = 0; forget < 2; forget++) {
        open_mind((const char *[]){
            ROOT("DispatcherRerun", ", \"delegateID\": \"S\", \"numRuns\": 3"),
            forget ? NODE("S", "DispatcherStrictPriorityWithCooldown",
                          ", \"actAsSelector\": true, \"resetCooldownOnDeactivation\": true, "
                          "\"behaviors\": [{\"behavior\": \"A\", \"cooldown_s\": 100}, \"B\"]")
                   : NODE("S", "DispatcherStrictPriorityWithCooldown",
                          ", \"actAsSelector\": true, "
                          "\"behaviors\": [{\"behavior\": \"A\", \"cooldown_s\": 100}, \"B\"]"),
            PLAY("A", "One", ""), PLAY("B", "Two", ""), NULL});
        live(0.8f, true);
        assert_true(played("One") + played("Two") >= 3);
        if (forget)
            assert_true(played("One") >= 3 && !played("Two"));
        else
            assert_true(played("One") == 1 && played("Two") >= 2);
        close_mind();
    }
}

static void one_that_passes_through_runs_its_child_once(void **state) {
    open_mind((const char *[]){ROOT("DispatcherQueue", ", \"behaviors\": [\"P\", \"R\", \"W\"]"),
                               NODE("P", "DispatcherPassThrough", ", \"delegateID\": \"A\""),
                               PLAY("A", "One", ""),
                               NODE("R", "DispatcherRerun", ", \"delegateID\": \"B\", \"numRuns\": 3"),
                               PLAY("B", "Two", ""), NODE("W", "Wait", ""), NULL});
    live(5, true);
    assert_int_equal(played("One"), 1);
    assert_int_equal(played("Two"), 3);
    close_mind();
}

// Named timers: reset by what begins, by entries' ends, and asked by conditions.
static void timers_are_reset_and_asked(void **state) {
    open_mind((const char *[]){
        ROOT("DispatcherStrictPriority", ", \"behaviors\": [\"A\", \"W\"]" INTERRUPTS),
        PLAY("A", "One",
             ", \"resetTimers\": [\"FistBump\"], \"wantsToBeActivatedCondition\": "
             "{\"conditionType\": \"BehaviorTimer\", \"timerName\": \"FistBump\", \"cooldown_s\": 5}"),
        NODE("W", "Wait", ""), NULL});
    live(1, true);
    assert_int_equal(played("One"), 1); // never reset: at once
    live(3.5f, true);
    assert_int_equal(played("One"), 1);
    live(1, true);
    assert_int_equal(played("One"), 2);
    close_mind();
    open_mind((const char *[]){
        ROOT("DispatcherStrictPriorityWithCooldown",
             ", \"behaviors\": [{\"behavior\": \"A\", \"cooldown_s\": 4, \"linkedBehaviorTimer\": \"T\"}, "
             "{\"behavior\": \"B\", \"cooldown_s\": 2, \"linkedBehaviorTimer\": \"U\", "
             "\"resetLinkedTimerOnDispatcherActivation\": true}, \"W\"]" INTERRUPTS),
        PLAY("A", "One", ""), PLAY("B", "Two", ""), NODE("W", "Wait", ""), NULL});
    live(1.7f, true);
    assert_true(played("One") == 1 && !played("Two")); // reset when its dispatcher began
    live(1, true);
    assert_true(played("One") == 1 && played("Two") == 1);
    live(2.2f, true);
    assert_true(played("One") == 2);
    close_mind();
}

// Rests differ by the factor, and stay within it.
static void rests_are_uneven_within_their_factor(void **state) {
    uint32_t at[64], count = 0;
    float least_s = 100, most_s = 0;
    open_mind((const char *[]){
        ROOT("DispatcherStrictPriorityWithCooldown",
             ", \"behaviors\": [{\"behavior\": \"A\", \"cooldown_s\": 4, \"cooldown_random_factor\": 0.5}, "
             "\"W\"]" INTERRUPTS),
        PLAY("A", "One", ""), NODE("W", "Wait", ""), NULL});
    for (uint32_t i = 0; i < 3000 && count < 64; i++) {
        uint32_t before = played("One");
        tick(true);
        if (played("One") > before) at[count++] = i;
    }
    assert_true(count >= 16);
    for (uint32_t i = 2; i < count; i++) {
        float rest_s = (float)(at[i] - at[i - 1]) * 0.033f;
        assert_true(rest_s > 1.9f && rest_s < 6.4f);
        least_s = rest_s < least_s ? rest_s : least_s, most_s = rest_s > most_s ? rest_s : most_s;
    }
    assert_true(most_s - least_s > 1.5f);
    close_mind();
}

// A mind that is hurried rests less, but for entries that say otherwise; without initiative it stays at home.
static void a_mind_can_be_hurried_and_calmed(void **state) {
    open_mind((const char *[]){
        ROOT("DispatcherStrictPriorityWithCooldown",
             ", \"behaviors\": [{\"behavior\": \"A\", \"cooldown_s\": 20}, {\"behavior\": \"B\", "
             "\"cooldown_s\": 20, \"ignoreFastForward\": true}, \"W\"]" INTERRUPTS),
        PLAY("A", "One", ""), PLAY("B", "Two", ""), NODE("W", "Wait", ""), NULL});
    mind_configure(mind, &(struct mind_config){100, 10});
    live(11, true);
    assert_in_range(played("One"), 4, 6);
    assert_int_equal(played("Two"), 1);
    close_mind();
    for (int calm = 0; calm < 2; calm++) {
        open_creature("vector", 3);
        mind_configure(mind, &(struct mind_config){calm ? 0 : 100, 1});
        in.status = BODY_STATUS_ON_CHARGER, in.charge = 1; // full
        live(90, true);
        assert_int_equal(asked.kinds[LIFE_DRIVE_OFF_CHARGER] > 0, !calm);
        close_mind();
    }
}

// Only a linked one is not even begun when none of its children wants to.
static void what_is_linked_wants_what_its_children_want(void **state) {
    for (int linked = 0; linked < 2; linked++) {
        struct mind_felt felt_now[8];
        uint32_t since = 0;
        open_mind((const char *[]){
            ROOT("DispatcherStrictPriority", ", \"behaviors\": [\"S\", \"B\"]" INTERRUPTS),
            linked
                ? NODE(
                      "S", "DispatcherRandom",
                      ", \"behaviors\": [\"A\"], \"linkScope\": true, \"emotionEventOnActivated\": \"Bored\"")
                : NODE("S", "DispatcherRandom",
                       ", \"behaviors\": [\"A\"], \"emotionEventOnActivated\": \"Bored\""),
            PLAY("A", "One", WANTS("POKED")), NODE("B", "Wait", ""), NULL});
        live(0.3f, true);
        size_t count = mind_felt(mind, &since, felt_now, 8);
        assert_true(linked ? count == 1 : count > 1); // it woke up, and that
        felt(LIFE_EVENT_KIND_POKED), live(0.2f, true);
        assert_int_equal(played("One"), linked); // the other has just found nothing to do
        close_mind();
    }
}

// Somebody began it from outside: what it asks for first is asked for.
static void what_is_begun_asks_at_once(void **state) {
    open_creature("vector", 5);
    struct fault fault = {0};
    live(8, true);
    assert_int_equal(mind_begin(mind, TEXT("Asleep"), &fault), ERR_NONE);
    uint32_t before = played("FallAsleep");
    live(0.2f, true);
    assert_int_equal(played("FallAsleep"), before + 1);
    live(2, true);
    assert_true(mind_feelings(mind)->asleep);
    assert_int_equal(mind_begin(mind, TEXT("Nobody"), &fault), ERR_UNKNOWN);
    assert_int_equal(mind_begin(mind, TEXT(""), &fault), ERR_NONE);
    live(0.2f, true);
    assert_false(mind_feelings(mind)->asleep);
    close_mind();
}

static float feels(const char *emotion) {
    struct mind_mood_view view;
    mind_mood_view(mind, &view);
    for (uint32_t i = 0; i < view.emotions_count; i++)
        if (!strcmp(view.emotions[i].name, emotion)) return view.emotions[i].value;
    return NAN;
}

// How an action of its own ended is felt as the moods' file says; what was cut short is not.
static void what_its_actions_come_to_is_felt(void **state) {
    static const struct {
        enum life_verdict verdict;
        enum life_result result;
        float confident;
    } ROWS[] = {{LIFE_VERDICT_REFUSED, LIFE_RESULT_PATH_PLANNING_FAILED_ABORT, -0.2f},
                {LIFE_VERDICT_REFUSED, LIFE_RESULT_FAILED_TRAVERSING_PATH, -0.1f},
                {LIFE_VERDICT_INTERRUPTED, LIFE_RESULT_INTERRUPTED, 0},
                {LIFE_VERDICT_CANCELLED, LIFE_RESULT_CANCELLED_WHILE_RUNNING, 0},
                {LIFE_VERDICT_DONE, LIFE_RESULT_SUCCESS, 0}}; // of a straight drive nothing is felt
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        open_mind((const char *[]){
            ROOT("DispatcherStrictPriority", ", \"behaviors\": [\"A\", \"W\"]" INTERRUPTS),
            NODE("A", "DriveStraight", WANTS("POKED") ", \"distance_mm\": 50"), NODE("W", "Wait", ""), NULL});
        live(0.3f, false);
        felt(LIFE_EVENT_KIND_POKED);
        ends = ROWS[i].verdict, ends_as = ROWS[i].result;
        live(0.5f, true);
        float times = (float)asked.kinds[LIFE_DRIVE_STRAIGHT % 4096];
        assert_true(times > 0);
        assert_float_equal(feels("Confident"), ROWS[i].confident * times, 0.011);
        ends = LIFE_VERDICT_DONE, ends_as = LIFE_RESULT_SUCCESS;
        close_mind();
    }
}

TESTS(cmocka_unit_test(what_is_begun_asks_at_once), cmocka_unit_test(what_its_actions_come_to_is_felt),
      cmocka_unit_test(what_gets_in_gets_out), cmocka_unit_test(what_is_cut_short_lets_go),
      cmocka_unit_test(the_stack_is_never_empty), cmocka_unit_test(what_may_begin_is_watched_before),
      cmocka_unit_test(gates_are_kept),
      cmocka_unit_test(a_selector_ends_with_the_first_and_rests_are_forgotten),
      cmocka_unit_test(one_that_passes_through_runs_its_child_once),
      cmocka_unit_test(timers_are_reset_and_asked), cmocka_unit_test(rests_are_uneven_within_their_factor),
      cmocka_unit_test(a_mind_can_be_hurried_and_calmed),
      cmocka_unit_test(what_is_linked_wants_what_its_children_want))
