// Trees as data: what is wrong in them is told with its place, and dispatchers keep their rules.
#include "alone.h"

#include "mind/class/classes.h"
#include "mind/condition/conditions.h"
#include "mind/mind.h"
#include "mind/mind_files.h"

#include <string.h>

static struct arena *arena;
static int begin(void **state) { return !(arena = arena_new(256 << 10)); }
static int end(void **state) {
    arena_free(arena);
    return 0;
}

static enum err read_tree(const char *text, struct tree *out, struct buf *notes, struct fault *fault) {
    struct tree_reading reading;
    struct json *document;
    enum err err = json_parse(text_of(text), "tree.json", arena, NULL, &document, fault);
    if (!err)
        err =
            tree_begin(&reading, arena, (struct tree_tables){MIND_CLASSES, CONDITION_CLASSES}, notes, fault);
    if (!err) err = tree_read(&reading, document, fault);
    return err ? err : tree_settle(&reading, out, fault);
}

static void what_is_wrong_is_told_with_its_place(void **state) {
    static const struct {
        const char *text, *said;
        enum err err;
    } ROWS[] = {
        {NODE("A", "Wiat", ""), "did you mean \"Wait\"", ERR_UNKNOWN},
        {NODE("A", "Turn", ", \"turnDegres\": 3"), "did you mean \"turnDegrees\"", ERR_UNKNOWN},
        {NODE("A", "Turn", ", \"turnDegrees\": 1e9"), "expected a number from -720 to 720", ERR_RANGE},
        {"[" NODE("A", "Wait", "") ", " NODE("A", "Turn", "") "]", "is called \"A\" already", ERR_DUPLICATE},
        {NODE("A", "DispatcherQueue", ", \"behaviors\": [\"B\"]"), "no node is called \"B\"", ERR_UNKNOWN},
        {NODE("A", "DispatcherPassThrough", ", \"delegateID\": \"A\""), "leads back to itself", ERR_STATE},
        {"[" NODE("A", "DispatcherQueue", ", \"behaviors\": [\"B\"]") ", " NODE(
             "B", "DispatcherRandom",
             ", \"behaviors\": [{\"behavior\": \"C\", \"weight\": "
             "1}]") ", " NODE("C", "DispatcherPassThrough", ", \"delegateID\": \"A\"") "]",
         "leads back to itself", ERR_STATE},
        {NODE("A", "Wait", ", \"wantsToBeActivatedCondition\": {\"conditionType\": \"Touched\"}"),
         "no condition is called \"Touched\"", ERR_UNKNOWN},
        {NODE("A", "Wait", ", \"wantsToBeActivatedCondition\": {\"conditionType\": \"Compound\"}"),
         "sub-conditions", ERR_MISSING},
        {NODE("A", "Wait",
              ", \"wantsToBeActivatedCondition\": {\"conditionType\": \"Compound\", \"and\": "
              "[{\"conditionType\": \"TrueCondition\"}]}"),
         "at least 2", ERR_RANGE},
        {NODE("A", "Wait",
              ", \"wantsToBeActivatedCondition\": {\"conditionType\": \"Felt\", \"felt\": \"JOY\"}"),
         "nothing is felt that is called \"JOY\"", ERR_UNKNOWN},
        {NODE("A", "DispatcherRandom", ", \"behaviors\": [{\"weight\": 1}]"), "no \"behavior\"", ERR_MISSING},
        {"{\"behaviorID\": \"A\"}", "behaviorClass", ERR_MISSING},
        {"{\"nodes\": [], \"rots\": {}}", "did you mean \"roots\"", ERR_UNKNOWN},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        struct fault fault = {0};
        struct tree tree;
        enum err err = read_tree(ROWS[i].text, &tree, NULL, &fault);
        if (err != ROWS[i].err || !strstr(fault.said, ROWS[i].said) || !fault.line)
            fail_msg("row %zu: %s: %s", i, err_name(err), fault.said);
    }
}

static void private_nodes_come_before_everybody_s(void **state) {
    struct tree tree;
    struct buf notes = {0};
    assert_int_equal(
        read_tree(
            "{\"roots\": {\"normalBaseBehavior\": \"A\"}, \"nodes\": [" NODE(
                "A", "DispatcherQueue",
                ", \"behaviors\": [\"B\"], \"anonymousBehaviors\": ["
                "{\"behaviorName\": \"B\", \"behaviorClass\": \"Turn\"}]") ", " NODE("B", "Wait", "") "]}",
            &tree, &notes, NULL),
        ERR_NONE);
    const struct node *a = tree_node(&tree, TEXT("A"));
    assert_int_equal(a->child_count, 1);
    assert_string_equal(tree.nodes[a->children[0]].class->name, "Turn");
    assert_non_null(strstr((const char *)notes.at, "no root leads to \"B\"")); // the other one
    buf_free(&notes);
}

static void our_trees_are_whole(void **state) {
    static const char *const CREATURES[] = {"vector", "cozmo"};
    for (int i = 0; i < 2; i++) {
        open_creature(CREATURES[i], 1);
        assert_string_equal(mind_data_notes(data), "");
        assert_true(mind_size(mind) < 256 << 10);
        close_mind();
    }
}

static void every_knob_of_every_class_is_sound(void **state) {
    struct fault fault = {0};
    for (const struct mind_class *const *c = MIND_CLASSES; *c; c++) {
        if ((*c)->knobs && knobs_check((*c)->knobs, &fault)) fail_msg("%s: %s", (*c)->name, fault.said);
        assert_true((*c)->help[0] && ((*c)->step || (*c)->steps || (*c)->begin));
    }
    for (const struct condition_class *const *c = CONDITION_CLASSES; *c; c++)
        if ((*c)->knobs && knobs_check((*c)->knobs, &fault)) fail_msg("%s: %s", (*c)->name, fault.said);
    assert_int_equal(knobs_check(&NODE_KNOBS, &fault), ERR_NONE);
    struct buf manual = {0};
    mind_manual(&manual);
    assert_non_null(strstr((const char *)manual.at, "## ReactToTouchPetting"));
    assert_non_null(strstr((const char *)manual.at, "timeTilTouchCheck"));
    buf_free(&manual);
}

// ------------------------------------------------------------------------------------------------ phrases

// ------------------------------------------------------------------------------------------------ alone

static void a_queue_runs_each_once_and_leaves_out_the_unwilling(void **state) {
    open_mind(
        (const char *[]){NODE("Root", "DispatcherQueue", ", \"behaviors\": [\"A\", \"B\", \"C\", \"End\"]"),
                         PLAY("A", "One", ""), PLAY("B", "Two", WANTS("POKED")), PLAY("C", "Three", ""),
                         NODE("End", "Wait", ""), NULL});
    live(3, true);
    assert_int_equal(asked.plays, 2);
    assert_string_equal(asked.triggers[0], "One");
    assert_string_equal(asked.triggers[1], "Three");
    close_mind();
}

static void what_is_more_urgent_interrupts(void **state) {
    open_mind((const char *[]){NODE("Root", "DispatcherStrictPriority",
                                    ", \"interruptActiveBehavior\": true, \"behaviors\": [\"A\", \"B\"]"),
                               PLAY("A", "Ouch", WANTS("POKED")), PLAY("B", "Hum", ""), NULL});
    live(1, false);
    assert_int_equal(asked.plays, 1); // its answer never comes: it waits
    felt(LIFE_EVENT_KIND_POKED);
    tick(false), tick(false);
    assert_string_equal(asked.triggers[1], "Ouch"); // within two ticks, though the other still plays
    live(1, true);
    assert_int_equal(played("Ouch"), 1); // once for one poke
    close_mind();
}

static const char *const WHEN_TOUCHED =
    PLAY("A", "Ouch", ", \"wantsToBeActivatedCondition\": {\"conditionType\": \"RobotTouched\"}");

static void a_gentle_one_waits_for_its_moment(void **state) {
    open_mind((const char *[]){NODE("Root", "DispatcherStrictPriority",
                                    ", \"interruptActiveBehavior\": true, "
                                    "\"requireGentleInterruption\": true, \"behaviors\": [\"A\", \"B\"]"),
                               WHEN_TOUCHED, PLAY("B", "Hum", ""), NULL});
    live(1, false);
    in.status = BODY_STATUS_TOUCHED;
    live(3, false);
    assert_int_equal(played("Ouch"), 0);
    close_mind();
}

static void rests_are_kept(void **state) {
    open_mind((const char *[]){NODE("Root", "DispatcherStrictPriorityWithCooldown",
                                    ", \"behaviors\": [{\"behavior\": \"A\", \"cooldown_s\": 5}, "
                                    "{\"behavior\": \"B\", \"cooldown_s\": -1}, \"C\"]"),
                               PLAY("A", "One", ""), PLAY("B", "Two", ""), PLAY("C", "Three", ""), NULL});
    live(21, true);
    assert_in_range(played("One"), 4, 5);
    assert_int_equal(played("Two"), 1);
    assert_true(played("Three") > 20);
    close_mind();
}

static void draws_follow_weights(void **state) {
    open_mind((const char *[]){
        NODE("Root", "DispatcherRandom",
             ", \"behaviors\": [{\"behavior\": \"A\", \"weight\": 3}, {\"behavior\": \"B\"}, "
             "{\"behavior\": \"C\", \"weight\": 0}]"),
        PLAY("A", "One", ""), PLAY("B", "Two", ""), PLAY("C", "Three", ""), NULL});
    live(30, true);
    uint32_t one = played("One"), two = played("Two");
    assert_int_equal(played("Three"), 0);
    assert_true(one > two * 2 && one < two * 5 && two > 10);
    close_mind();
}

// Chance goes by names: nodes that come to a tree change nothing about the others.
static void a_new_node_changes_no_other_s_chances(void **state) {
    char was[32][64];
    for (int with = 0; with < 2; with++) {
        const char *nodes[] = {
            NODE("Root", "DispatcherRandom",
                 ", \"behaviors\": [{\"behavior\": \"A\", \"weight\": 1}, {\"behavior\": \"B\", \"weight\": "
                 "2},"
                 "{\"behavior\": \"C\", \"weight\": 3, \"cooldown_s\": 1, \"cooldown_random_factor\": 0.5}]"),
            PLAY("A", "a", ""), PLAY("B", "b", ""), PLAY("C", "c", ""), NULL};
        const char *more[] = {
            PLAY("First", "f", ""), PLAY("Second", "s", ""), nodes[0], nodes[1], nodes[2], nodes[3], NULL};
        open_mind(with ? more : nodes);
        live(30, true);
        assert_true(asked.plays >= 32);
        assert_true(played("a") && played("b") && played("c"));
        if (with) assert_memory_equal(was, asked.triggers, sizeof was);
        memcpy(was, asked.triggers, sizeof was);
        close_mind();
    }
}

static void the_highest_score_runs_and_tires(void **state) {
    open_mind((const char *[]){
        NODE("Root", "DispatcherScoring",
             ", \"behaviors\": [{\"behavior\": \"A\", \"scoring\": {\"flatScore\": 0.9, "
             "\"repetitionPenalty\": {\"nodes\": [{\"x\": 0, \"y\": 0}, {\"x\": 10, \"y\": 1}]}}}, "
             "{\"behavior\": \"B\", \"scoring\": {\"flatScore\": 0.45}}]"),
        PLAY("A", "One", ""), PLAY("B", "Two", ""), NULL});
    live(12, true); // after five seconds 0.9 x 0.5 is not more than 0.45: strictly higher a little later
    assert_in_range(played("One"), 2, 3);
    assert_true(played("Two") > 20);
    close_mind();
}

static void one_that_never_answers_is_given_up(void **state) {
    open_mind((const char *[]){NODE("Root", "DispatcherStrictPriority", ", \"behaviors\": [\"B\"]"),
                               PLAY("B", "Hum", ""), NULL});
    live(400, false);
    assert_in_range(asked.plays, 2, 3);
    close_mind();
}

static const char *const STROKED =
    NODE("P", "ReactToTouchPetting",
         ", \"wantsToBeActivatedCondition\": {\"conditionType\": \"RobotTouched\"}, \"animGroupGetin\": "
         "\"In\", \"animGroupNames\": [\"L1\", \"L2\", \"Bliss\"], \"animGroupNamesGetout\": [\"Out\"]");

static void stroking_climbs_and_ends(void **state) {
    open_mind((const char *[]){NODE("Root", "DispatcherStrictPriority",
                                    ", \"behaviors\": [\"P\", \"W\"], \"interruptActiveBehavior\": true"),
                               STROKED, NODE("W", "Wait", ""), NULL});
    live(1, true);
    in.status = BODY_STATUS_TOUCHED;
    live(0.4f, true);
    assert_true(played("In") == 1 && played("L1") >= 1); // the way in, then the first level
    live(5, true);
    assert_true(played("L2") >= 1 && !played("Bliss"));
    live(5, true);
    assert_true(played("Bliss") >= 1 && !played("Out"));
    in.status = 0;
    live(2.5f, true);
    assert_int_equal(played("Out"), 0);
    live(1, true);
    assert_int_equal(played("Out"), 1);
    close_mind();
}

static void its_own_tree_answers_within_a_moment(void **state) {
    static const struct {
        enum life_event_kind kind;
        const char *trigger;
    } ROWS[] = {{LIFE_EVENT_KIND_POKED, "ReactToPoke"},
                {LIFE_EVENT_KIND_PICKED_UP, "ReactToPickup"},
                {LIFE_EVENT_KIND_CLIFF, "ReactToCliff"},
                {LIFE_EVENT_KIND_FALLING, "ReactToFalling"},
                {LIFE_EVENT_KIND_FALLEN_OVER, "ReactToFallenOver"},
                {LIFE_EVENT_KIND_STALLED, "ReactToStalled"},
                {LIFE_EVENT_KIND_ON_CHARGER, "OnCharger"},
                {LIFE_EVENT_KIND_FIST_BUMPED, "FistBumpSuccess"}};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        struct fault fault = {0};
        data = mind_data_open("vector", NULL, &fault);
        mind = mind_new(data, 3 + i);
        memset(&in, 0, sizeof in), memset(&asked, 0, sizeof asked);
        in.news = true, in.attitude = BODY_ATTITUDE_ON_TREADS, in.charge = in.light = -1;
        live(8, true);
        uint32_t before = played(ROWS[i].trigger);
        felt(ROWS[i].kind);
        live(0.15f, true); // 150 ms
        if (played(ROWS[i].trigger) != before + 1) fail_msg("%s", ROWS[i].trigger);
        close_mind();
    }
}

static void a_tree_names_its_files(void **state) {
    static const struct {
        const char *tree, *said;
    } ROWS[] = {{"{\"files\": [\"more.json\"]}", ""},
                {"{\"files\": [\"../more.json\"]}", "beside the tree"},
                {"{\"files\": \"more.json\"}", "as a list"},
                {"{\"files\": [\"other.json\"]}", "holds no file"},
                {"{\"files\": [\"tree.json\"]}", "only a tree"}};
    const char *more = "[{\"behaviorID\": \"Root\", \"behaviorClass\": \"Wait\"}]";
    const char *roots = "{\"roots\": {\"normalBaseBehavior\": \"Root\"}}";
    const char *folder = temp_folder();
    file_write(temp_path(folder, "more.json"), more, strlen(more), NULL);
    file_write(temp_path(folder, "vector_tree.json"), roots, strlen(roots), NULL);
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        struct fault fault = {0};
        file_write(temp_path(folder, "tree.json"), ROWS[i].tree, strlen(ROWS[i].tree), NULL);
        struct mind_data *read = mind_data_open("vector", folder, &fault);
        if (!read != (ROWS[i].said[0] != 0)) fail_msg("%s: %s", ROWS[i].tree, fault.said);
        if (!read && !strstr(fault.said, ROWS[i].said)) fail_msg("%s: %s", ROWS[i].tree, fault.said);
        if (read) assert_int_equal(mind_data_tree(read)->node_count, 1);
        mind_data_close(read);
    }
}

static void two_seeds_live_two_lives_and_one_seed_lives_one(void **state) {
    uint64_t hashes[3];
    for (int i = 0; i < 3; i++) {
        data = mind_data_open("vector", NULL, NULL);
        mind = mind_new(data, i < 2 ? 1 : 2);
        memset(&in, 0, sizeof in), memset(&asked, 0, sizeof asked);
        in.news = true, in.attitude = BODY_ATTITUDE_ON_TREADS, in.charge = in.light = -1;
        live(120, true);
        hashes[i] = mind_hash(mind);
        close_mind();
    }
    assert_true(hashes[0] == hashes[1] && hashes[0] != hashes[2]);
}

TESTS(cmocka_unit_test_setup_teardown(what_is_wrong_is_told_with_its_place, begin, end),
      cmocka_unit_test_setup_teardown(private_nodes_come_before_everybody_s, begin, end),
      cmocka_unit_test(our_trees_are_whole), cmocka_unit_test(every_knob_of_every_class_is_sound),
      cmocka_unit_test(a_queue_runs_each_once_and_leaves_out_the_unwilling),
      cmocka_unit_test(what_is_more_urgent_interrupts), cmocka_unit_test(a_gentle_one_waits_for_its_moment),
      cmocka_unit_test(rests_are_kept), cmocka_unit_test(draws_follow_weights),
      cmocka_unit_test(a_new_node_changes_no_other_s_chances),
      cmocka_unit_test(the_highest_score_runs_and_tires),
      cmocka_unit_test(one_that_never_answers_is_given_up), cmocka_unit_test(stroking_climbs_and_ends),
      cmocka_unit_test(its_own_tree_answers_within_a_moment), cmocka_unit_test(a_tree_names_its_files),
      cmocka_unit_test(two_seeds_live_two_lives_and_one_seed_lives_one))
