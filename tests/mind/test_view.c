// What a mind shows of itself: human words for everything, the reason that was so, and nothing changed by
// whoever looks.
#include "alone.h"

#include "mind/mind_data.h"
#include "mind/mind_files.h"

static void strokes(float seconds) {
    in.status |= BODY_STATUS_TOUCHED;
    live(seconds, true);
    in.status &= ~(uint32_t)BODY_STATUS_TOUCHED;
}

// Each name is in the file: what is put together from parts is for trees of somebody's own.
static void everything_of_ours_has_words(void **state) {
    struct fault fault = {0};
    struct arena *arena = arena_new(64 << 10);
    struct json *file;
    assert_int_equal(mind_file_read("human.json", NULL, arena, &file, &fault), ERR_NONE);
    static const char *const CREATURES[] = {"vector", "cozmo"};
    for (int i = 0; i < 2; i++) {
        struct mind_data *d = mind_data_open(CREATURES[i], NULL, &fault);
        assert_non_null(d);
        char name[64];
        for (uint32_t k = 0; k < d->tree.node_count; k++) {
            text_copy(d->tree.nodes[k].id, name, sizeof name);
            if (!json_get(json_get(file, "does"), name)) fail_msg("no words for what %s does", name);
        }
        for (uint32_t k = 0; k < d->moods.event_count; k++) {
            text_copy(d->moods.events[k].name, name, sizeof name);
            if (!json_get(json_get(file, "felt"), name)) fail_msg("no words for the event %s", name);
        }
        for (uint32_t k = 0; k < d->tree.condition_count; k++) {
            const struct condition *c = d->tree.conditions[k];
            if (!strcmp(c->class->name, "Compound")) continue; // told by its parts
            if (!strchr((const char *)d->words.because[k].holds.at, ' '))
                fail_msg("no reason for %s", c->class->name);
        }
        mind_data_close(d);
    }
    arena_free(arena);
}

static void a_stroke_is_told_with_its_reason(void **state) {
    struct mind_view view;
    open_creature("vector", 3);
    live(12, true);
    assert_true(mind_view(mind, &view));
    assert_true(strlen(view.does) > 2 && strlen(view.because) > 2);
    strokes(1);
    assert_true(mind_view(mind, &view));
    assert_string_equal(view.does, "enjoys being stroked");
    assert_string_equal(view.because, "somebody strokes it");
    assert_true(view.before_count >= 1 && view.before[0].since_us < view.since_us);
    assert_string_equal(view.nodes[0].id, "Living");
    uint32_t runs = 0, unwilling = 0, behind = 0;
    for (uint32_t i = 0; i < view.nodes_count; i++) {
        const struct mind_node_view *n = &view.nodes[i];
        runs += n->stands == MIND_STANDING_RUNS;
        unwilling += n->stands == MIND_STANDING_UNWILLING && !strcmp(n->id, "PhysicalReactions");
        behind += n->stands >= MIND_STANDING_BEATEN && !strcmp(n->id, "FreePlay");
    }
    assert_true(runs == 4 && unwilling == 1 && behind == 1);
    assert_int_equal(view.conditions_count, 1);
    assert_string_equal(view.conditions[0].condition, "RobotTouched");
    char said[400] = "";
    struct mind_text text = {said, sizeof said, 0};
    mind_why(mind, &text);
    assert_non_null(strstr(said, "It enjoys being stroked, because somebody strokes it"));
    close_mind();
}

// Who is lifted is held; who lies on a side and struggles is not, and calls for help.
static void who_fell_over_is_in_nobodys_hand(void **state) {
    struct mind_view view;
    open_creature("vector", 3);
    live(12, true);
    in.status |= BODY_STATUS_PICKED_UP;
    live(4, true);
    assert_true(mind_view(mind, &view));
    assert_string_equal(view.because, "a hand holds it");
    in.status &= ~(uint32_t)BODY_STATUS_PICKED_UP;
    live(1, true);
    felt(LIFE_EVENT_KIND_FALLEN_OVER);
    in.status |= BODY_STATUS_PICKED_UP | BODY_STATUS_HELD, in.attitude = BODY_ATTITUDE_ON_LEFT_SIDE;
    live(5, true);
    assert_true(mind_view(mind, &view));
    assert_string_equal(view.because, "it lies where it fell");
    live(8, true);
    assert_true(mind_view(mind, &view));
    assert_string_equal(view.does, "calls for help");
    in.status &= ~(uint32_t)(BODY_STATUS_PICKED_UP | BODY_STATUS_HELD), in.attitude = BODY_ATTITUDE_ON_TREADS;
    live(4, true);
    assert_true(mind_view(mind, &view));
    assert_string_not_equal(view.does, "calls for help");
    close_mind();
}

// Words that lead to nothing are the reason why it shrugs; those that lead home are known.
static void words_that_say_nothing_are_told_as_the_reason(void **state) {
    static const char *const SAID[] = {"hey vector sprout wings", "hey vector go home"};
    struct mind_view view;
    for (int i = 0; i < 2; i++) {
        open_creature("vector", 3);
        live(12, true);
        in.heard[0] = (struct mind_noise){.to_it = true};
        text_copy(text_of(SAID[i]), in.heard[0].words, sizeof in.heard[0].words);
        in.heard_count = 1;
        bool shrugs = false;
        for (int k = 0; k < 150 && !shrugs; k++) {
            tick(true);
            assert_true(mind_view(mind, &view));
            shrugs = !strcmp(view.does, "did not understand");
        }
        assert_int_equal(shrugs, i == 0);
        if (shrugs) assert_string_equal(view.because, "those words tell it nothing that it can do");
        close_mind();
    }
}

// A part that had to fail is told by its opposite, and of several the one that held.
static void opposites_and_choices_are_told(void **state) {
    static const char *const NODES[] = {
        NODE("Root", "DispatcherStrictPriority",
             ", \"behaviors\": [\"Leaves\", \"Stays\"], \"interruptActiveBehavior\": true"),
        NODE("Leaves", "Wait",
             ", \"wantsToBeActivatedCondition\": {\"conditionType\": \"Compound\", \"or\": "
             "[{\"conditionType\": "
             "\"RobotTouched\"}, {\"conditionType\": \"Compound\", \"not\": {\"conditionType\": "
             "\"OnCharger\"}}]}"),
        NODE("Stays", "Wait", ", \"behaviorModifiers\": {\"wantsToBeActivatedWhenOnCharger\": true}"), NULL};
    struct mind_view view;
    open_mind(NODES);
    live(1, true);
    assert_true(mind_view(mind, &view));
    assert_string_equal(view.does, "leaves"); // taken apart: nobody gave it words
    assert_string_equal(view.because, "it is off its charger");
    assert_string_equal(view.conditions[0].words, "one of these");
    assert_int_equal(view.conditions_count, 4);
    assert_true(!view.conditions[1].holds && view.conditions[2].holds && !view.conditions[3].holds);
    close_mind();
}

static void words_that_are_none_are_refused_with_their_place(void **state) {
    static const char *const ROWS[][2] = {
        {"{\"does\": {}, \"felt\": {}}", "because"},
        {"{\"does\": {\"Alive\": 3}, \"because\": {}, \"felt\": {}}", "does.Alive"},
        {"{\"does\": {}, \"because\": {\"Felt\": []}, \"felt\": {}}", "because.Felt"},
        {"{\"does\": {}, \"becuase\": {}, \"felt\": {}}", "becuase"}};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        struct fault fault = {0};
        const char *folder = temp_folder();
        assert_int_equal(file_write(temp_path(folder, "human.json"), ROWS[i][0], strlen(ROWS[i][0]), &fault),
                         ERR_NONE);
        assert_null(mind_data_open("vector", folder, &fault));
        char said[400];
        if (!strstr(fault_text(&fault, said, sizeof said), ROWS[i][1])) fail_msg("row %zu: %s", i, said);
    }
}

static void moods_are_told_with_what_stirred_them(void **state) {
    struct mind_mood_view view;
    static struct mind_mood_past past;
    open_creature("vector", 3);
    ends = LIFE_VERDICT_CANCELLED; // what it does by itself stirs nothing
    live(50, true);
    mind_mood_view(mind, &view);
    float calm = view.emotions[0].value;
    strokes(3);
    mind_mood_view(mind, &view);
    assert_string_equal(view.emotions[0].name, "Happy");
    assert_true(view.emotions[0].value > calm);
    assert_string_equal(view.stirred[0].words, "was stroked");
    uint64_t now_us = (uint64_t)in.tick * 33000;
    assert_true(view.stirred[0].at_us > now_us - 4000000 && view.stirred[0].at_us < now_us);
    mind_mood_past(mind, &past);
    assert_int_equal(past.values_count, 3 * past.of); // at 0, 20 and 40 seconds
    assert_true(past.until_us > 39000000 && past.until_us < 42000000);
    assert_string_equal(past.stirred[past.stirred_count - 1].words, "woke up");
    close_mind();
}

// A line a minute at most, none twice running; those that find no room are left out from the front.
static void its_diary_tells_what_it_did(void **state) {
    char said[4000] = "", few[110] = "";
    struct mind_text all = {said, sizeof said, 0}, newest = {few, sizeof few, 0};
    open_creature("vector", 3);
    mind_diary_text(mind, 0, &all);
    assert_string_equal(said, "Nothing is written yet: a line comes each minute.");
    all.len = 0, said[0] = 0;
    in.calendar = (struct life_calendar){.unix_us = 1764601500000000, .zone_s = 3600, .known = true}; // 15:05
    for (int i = 0; i < 18000; i++) {
        in.status = i / 2000 == 6 ? BODY_STATUS_TOUCHED : 0; // for more than a minute
        in.calendar.unix_us += 33000, tick(true);
    }
    mind_diary_text(mind, 0, &all);
    char last[256] = "";
    int lines = 0, minute = 0, before = -1, hour = 0;
    for (char *line = said, *end; (end = strchr(line, '\n')); line = end + 1) {
        *end = 0, lines++;
        assert_int_equal(sscanf(line, "%d:%d", &hour, &minute), 2);
        assert_true(hour == 16 && minute > before);
        assert_string_not_equal(line + 7, last);
        snprintf(last, sizeof last, "%s", line + 7), before = minute;
        *end = '\n';
    }
    assert_in_range(lines, 2, 12);
    assert_non_null(strstr(said, "enjoys being stroked, because somebody strokes it\n"));
    mind_diary_text(mind, 0, &newest);
    assert_true(newest.len > 0 && newest.len < sizeof few);
    assert_string_equal(few, said + all.len - newest.len);
    all.len = 0, mind_diary_text(mind, 1, &all);
    int left = 0;
    for (const char *at = said; *at; at++) left += *at == '\n';
    assert_int_equal(left, lines - 1);
    all.len = 0, said[0] = 0, mind_diary_text(mind, 1000, &all);
    assert_string_equal(said, "");
    close_mind();
}

static void looking_changes_nothing(void **state) {
    uint64_t hashes[2];
    for (int look = 0; look < 2; look++) {
        static struct mind_mood_past past;
        struct mind_view view;
        struct mind_mood_view mood;
        open_creature("cozmo", 8);
        for (int i = 0; i < 900; i++) {
            if (i == 300) felt(LIFE_EVENT_KIND_POKED);
            live(0.034f, true);
            if (look) mind_view(mind, &view), mind_mood_view(mind, &mood), mind_mood_past(mind, &past);
        }
        hashes[look] = mind_hash(mind);
        close_mind();
    }
    assert_true(hashes[0] == hashes[1]);
}

TESTS(cmocka_unit_test(everything_of_ours_has_words), cmocka_unit_test(a_stroke_is_told_with_its_reason),
      cmocka_unit_test(words_that_say_nothing_are_told_as_the_reason),
      cmocka_unit_test(opposites_and_choices_are_told),
      cmocka_unit_test(words_that_are_none_are_refused_with_their_place),
      cmocka_unit_test(moods_are_told_with_what_stirred_them), cmocka_unit_test(its_diary_tells_what_it_did),
      cmocka_unit_test(who_fell_over_is_in_nobodys_hand), cmocka_unit_test(looking_changes_nothing))
