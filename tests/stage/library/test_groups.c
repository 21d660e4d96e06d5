// Trigger maps of both robots; groups from nested folders; and choices by mood, head, rest and weight.
#include "support/support.h"

#include "base/system/file.h"
#include "stage/library/groups.h"
#include "stage/library/triggers.h"

static struct arena *arena;
static struct buf notes;
static struct fault fault;

static struct json *parsed(const char *text) {
    struct json *document;
    arena = arena ? arena : arena_new(1 << 16);
    fault = (struct fault){0};
    buf_clear(&notes);
    assert_int_equal(json_parse(text_of(text), "t.json", arena, NULL, &document, NULL), ERR_NONE);
    return document;
}

static void trigger_maps_of_both_robots_are_read(void **state) {
    struct triggers triggers;
    parsed("0"); // makes the arena
    assert_int_equal(triggers_read(parsed("[{\"CladEvent\": \"Zeta\", \"AnimName\": \"ag_z\"}, // a remark\n"
                                          "{\"CladEvent\": \"Alpha\", \"LayoutName\": \"lay\"}, "
                                          "{\"CladEvent\": \"AlphaB\", \"MapName\": \"m\"},\n"
                                          "{\"CladEvent\": \"Zeta\", \"AnimName\": \"ag_other\"}]"),
                                   arena, &notes, &triggers, &fault),
                     ERR_NONE);
    assert_int_equal(triggers.count, 3);
    assert_true(text_is(triggers.at[0].name, "Zeta")); // in the order of the file
    assert_true(text_is(trigger_find(&triggers, TEXT("Zeta"))->target, "ag_z"));
    assert_true(text_is(trigger_find(&triggers, TEXT("Alpha"))->target, "lay"));
    assert_true(text_is(trigger_find(&triggers, TEXT("AlphaB"))->target, "m"));
    assert_null(trigger_find(&triggers, TEXT("zeta")));
    assert_null(trigger_find(&triggers, TEXT("AlphaC")));
    assert_string_equal((char *)notes.at,
                        "t.json:3:1: the trigger \"Zeta\" stands there already; the first counts\n");
    assert_int_equal(
        triggers_read(parsed("{\"Pairs\": [{\"CladEvent\": \"ReactToCliff\", \"AnimName\": \"ag_cliff\"}]}"),
                      arena, NULL, &triggers, &fault),
        ERR_NONE);
    assert_true(text_is(trigger_find(&triggers, TEXT("ReactToCliff"))->target, "ag_cliff"));
    assert_int_equal(triggers_read(parsed("{\"Pears\": []}"), arena, NULL, &triggers, &fault), ERR_TYPE);
    assert_int_equal(triggers_read(parsed("[{\"CladEvent\": \"A\"}]"), arena, NULL, &triggers, &fault),
                     ERR_MISSING);
    assert_string_equal(fault.path, "$[0]");
    assert_int_equal(triggers_read(parsed("[{\"AnimName\": \"A\"}]"), arena, NULL, &triggers, &fault),
                     ERR_MISSING);
}

#define ITEM(name, weight, mood, more)                                                                       \
    "{\"Name\": \"" name "\", \"Weight\": " #weight ", \"Mood\": \"" mood "\"" more "}"
#define HEAD(low, high)                                                                                      \
    ", \"UseHeadAngle\": true, \"HeadAngleMin_Deg\": " #low ", \"HeadAngleMax_Deg\": " #high

static struct groups groups;
static struct group_memory memory;
static void group_of(const char *text) {
    parsed("0");
    groups = (struct groups){0};
    assert_int_equal(groups_add(&groups, parsed(text), "ag_t", arena, &notes, &fault), ERR_NONE);
    groups_done(&groups);
    assert_int_equal(group_memory_make(&groups, arena, &memory), ERR_NONE);
}
static struct group_asking asking;
static const char *pick(void) {
    const struct group_item *item;
    asking.tick++;
    return group_pick(&groups.at[0], &asking, &memory, &item) ? "none" : item->clip.at;
}

static void the_mood_and_the_head_decide(void **state) {
    group_of("{\"Animations\": [" ITEM("low", 1, "LowStim", HEAD(-25, -10)) "," ITEM(
        "mid", 1, "LowStim", HEAD(-10, 10)) "," ITEM("calm", 1, "Default", "") "," ITEM("odd", 1, "HihStim",
                                                                                        "") "]}");
    assert_non_null(
        strstr((char *)notes.at,
               "the mood \"HihStim\" is not known, did you mean \"HighStim\"; the clip is left out"));
    asking = (struct group_asking){.mood = MOOD_LOW_STIM, .head_deg = -20};
    assert_string_equal(pick(), "low");
    asking.head_deg = 0;
    assert_string_equal(pick(), "mid");
    asking.head_deg = 11; // no window: back to Default
    assert_string_equal(pick(), "calm");
    asking.mood = MOOD_FRUSTRATED;
    assert_string_equal(pick(), "calm");
}

static void weights_decide_and_chance_is_counted(void **state) {
    group_of("{\"animations\": [" ITEM("a", 3, "Default", "") "," ITEM("b", 1, "Default", "") "," ITEM(
        "never", 0, "Default", "") "]}");
    unsigned a = 0, b = 0;
    char first[64];
    asking = (struct group_asking){.seed = 4};
    for (int i = 0; i < 8000; i++) {
        const char *got = pick();
        if (i < 63) first[i] = *got;
        a += !strcmp(got, "a"), b += !strcmp(got, "b");
    }
    assert_int_equal(a + b, 8000);
    assert_in_range(a, 5850, 6150);
    asking = (struct group_asking){.seed = 4};
    for (int i = 0; i < 63; i++) assert_int_equal(*pick(), first[i]);
    group_of("{\"Animations\": [" ITEM("only", 0, "Default", "") "]}");
    assert_string_equal(pick(), "only");
    group_of("{\"Animations\": [" ITEM("x", 0, "Default", "") "," ITEM("y", 0, "Default", "") "]}");
    unsigned x = 0;
    for (int i = 0; i < 1000; i++) x += *pick() == 'x';
    assert_in_range(x, 420, 580);
}

static void what_was_chosen_rests_in_all_groups(void **state) {
    group_of("{\"Animations\": [" ITEM("a", 1, "Default", ", \"CooldownTime_Sec\": 2.5") "," ITEM(
        "b", 1, "Default", ", \"CooldownTime_Sec\": 60") "]}");
    asking = (struct group_asking){.strict = true, .now_ms = 1000};
    const char *one = pick(), *two = pick();
    assert_string_not_equal(one, two);
    assert_string_equal(pick(), "none");
    asking.now_ms = 3499;
    assert_string_equal(pick(), "none");
    asking.now_ms = 3500;
    assert_string_equal(pick(), "a");
    asking.strict = false; // then the one that is ready soonest
    assert_string_equal(pick(), "a");

    groups = (struct groups){0};
    assert_int_equal(groups_add(&groups,
                                parsed("{\"Animations\": [" ITEM("shared", 1, "Default",
                                                                 ", \"CooldownTime_Sec\": 9") "]}"),
                                "one", arena, NULL, &fault),
                     ERR_NONE);
    assert_int_equal(groups_add(&groups, parsed("{\"Animations\": [" ITEM("shared", 1, "Default", "") "]}"),
                                "two", arena, NULL, &fault),
                     ERR_NONE);
    assert_int_equal(groups_add(&groups, parsed("{\"Animations\": []}"), "ONE", arena, &notes, &fault),
                     ERR_DUPLICATE);
    groups_done(&groups);
    assert_int_equal(groups.clips, 1);
    assert_int_equal(group_memory_make(&groups, arena, &memory), ERR_NONE);
    const struct group_item *item;
    asking = (struct group_asking){.strict = true};
    assert_int_equal(group_pick(groups_find(&groups, TEXT("ONE")), &asking, &memory, &item), ERR_NONE);
    assert_int_equal(group_pick(groups_find(&groups, TEXT("two")), &asking, &memory, &item), ERR_MISSING);
    assert_int_equal(group_pick(groups_find(&groups, TEXT("three")), &asking, &memory, &item), ERR_MISSING);
}

static void a_cozmo_takes_what_nearly_fits(void **state) {
    group_of("{\"Animations\": [" ITEM("low", 1, "LowStim", HEAD(-25, -10)) "," ITEM("mid", 1, "LowStim",
                                                                                     HEAD(0, 10)) "]}");
    asking = (struct group_asking){.cozmo = true, .mood = MOOD_HIGH_STIM, .head_deg = -2};
    assert_string_equal(pick(), "mid");
    asking.head_deg = 30;
    assert_string_equal(pick(), "low");
    asking.strict = true;
    assert_string_equal(pick(), "none");
}

static void groups_are_found_in_nested_folders(void **state) {
    const char *folder = temp_folder();
    char path[1024];
    static const char GOOD[] = "{\"Animations\": [" ITEM("a", 1, "Default", "") "]}";
    const char *const names[] = {"ag_top.json", "deep/deeper/ag_Deep.json", "deep/AG_TOP.json",
                                 "deep/readme.txt"};
    for (int i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        char *slash = strrchr(path, '/');
        *slash = 0;
        assert_int_equal(folder_make(path, NULL), ERR_NONE);
        *slash = '/';
        assert_int_equal(file_write(path, GOOD, sizeof GOOD - 1, NULL), ERR_NONE);
    }
    arena = arena ? arena : arena_new(1 << 16);
    buf_clear(&notes);
    assert_int_equal(groups_load(folder, arena, &notes, &groups, &fault), ERR_NONE);
    assert_int_equal(groups.count, 2);
    assert_non_null(groups_find(&groups, TEXT("ag_deep")));
    assert_non_null(strstr((char *)notes.at, "already; the first stays"));
    static const char BAD[] =
        "{\"Animations\": [\n{\"Name\": \"a\", \"Weight\": -1, \"Mood\": \"Default\"}]}";
    assert_int_equal(file_write(path, "", 0, NULL), ERR_NONE);
    snprintf(path, sizeof path, "%s/deep/bad.json", folder);
    assert_int_equal(file_write(path, BAD, sizeof BAD - 1, NULL), ERR_NONE);
    fault = (struct fault){0};
    assert_int_equal(groups_load(folder, arena, NULL, &groups, &fault), ERR_RANGE);
    assert_non_null(strstr(fault.file, "bad.json"));
    assert_int_equal(fault.line, 2);
    assert_string_equal(fault.path, "$.Animations[0].Weight");
}

static void a_choice_is_told_to_debugging_pages(void **state) {
    group_of("{\"Animations\": [" ITEM("a", 1, "Default", "") "]}");
    asking = (struct group_asking){.mood = MOOD_MED_STIM, .head_deg = 1.5f};
    const struct group_item *item;
    assert_int_equal(group_pick(&groups.at[0], &asking, &memory, &item), ERR_NONE);
    struct buf told = {0};
    struct json_writer w = json_writer_of(&told, 0);
    group_tell(&groups.at[0], item, &asking, TEXT("Hello"), &w);
    assert_string_equal((char *)told.at, "{\"clip\":\"a\",\"group\":\"ag_t\",\"headAngle_deg\":1.5,\"mood\":"
                                         "\"MedStim\",\"trigger\":\"Hello\"}");
    buf_free(&told);
}

TESTS(cmocka_unit_test(trigger_maps_of_both_robots_are_read), cmocka_unit_test(the_mood_and_the_head_decide),
      cmocka_unit_test(weights_decide_and_chance_is_counted),
      cmocka_unit_test(what_was_chosen_rests_in_all_groups), cmocka_unit_test(a_cozmo_takes_what_nearly_fits),
      cmocka_unit_test(groups_are_found_in_nested_folders),
      cmocka_unit_test(a_choice_is_told_to_debugging_pages))
