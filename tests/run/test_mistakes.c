// A scenario with mistakes is looked through to its end: each is told with its place, and none that only
// follows from another.
#include "support/support.h"

#include "base/system/file.h"
#include "run/scenario.h"

#include <stdio.h>
#include <string.h>

static struct scenario_mistakes found;

static struct scenario *look(const char *text) {
    char path[300];
    snprintf(path, sizeof path, "%s/home.json", temp_folder());
    struct fault fault = {0};
    if (file_write(path, text, strlen(text), &fault)) fail_msg("%s", fault.said);
    return scenario_look_through(path, &found);
}

static void expect(uint32_t i, unsigned line, const char *path, const char *said) {
    assert_true(i < found.count);
    assert_int_equal(found.at[i].line, line);
    assert_string_equal(found.at[i].path, path);
    if (!strstr(found.at[i].said, said)) fail_msg("%s", found.at[i].said);
}

static void every_mistake_has_its_place(void **state) {
    assert_null(
        look("{\"seed\": -1, \"robots\": [{\"creature\": \"vector\"}],\n"
             "\"hue\": 1,\n"
             "\"things\": [{\"cube\": {\"x_m\": 0.2}},\n"
             "{\"cub\": {}},\n"
             "{\"box\": {\"x_m\": []}}],\n"
             "\"timeline\": [{\"at_s\": 1},\n"
             "{\"at_s\": 2, \"do\": [{\"poke\": {\"whom\": 1}}, {\"pet\": {\"what\": \"vector\"}}]},\n"
             "{\"at_s\": 3, \"drive\": {\"robot\": \"cozmo\"}}],\n"
             "\"expect\": [{\"never\": 1}]}"));
    assert_int_equal(found.count, 8);
    assert_false(found.more);
    expect(0, 1, "$.seed", "whole number");
    expect(1, 2, "$.hue", "unknown name");
    expect(2, 4, "$.things[1].cub", "did you mean \"cube\"");
    expect(3, 5, "$.things[2].box.x_m", "expected a number");
    expect(4, 6, "$.timeline[0]", "nothing happens");
    expect(5, 7, "$.timeline[1].do[0].poke.whom", "no field");
    expect(6, 8, "$.timeline[2].drive.robot", "no robot here is called \"cozmo\"");
    assert_int_equal(found.at[7].line, 9);
}

static void what_only_follows_is_not_told(void **state) {
    assert_null(look("{\"robots\": [{\"creature\": \"vectr\", \"name\": \"v\"}],\n"
                     "\"timeline\": [{\"at_s\": 3, \"drive\": {\"robot\": \"v\"}}],\n"
                     "\"requests\": [{\"to\": \"v\"}], \"expect\": [{\"never\": 1}]}"));
    assert_int_equal(found.count, 1);
    expect(0, 1, "$.robots[0].creature", "there is no creature \"vectr\" (did you mean \"vector\"?)");
}

static void there_is_a_limit(void **state) {
    for (int more = 0; more < 2; more++) {
        char text[2000] = "{\"robots\": [{\"creature\": \"vector\"}], \"timeline\": [";
        for (int i = 0; i < SCENARIO_MISTAKES + more; i++)
            strcat(text, i ? ", {\"at_s\": 1}" : "{\"at_s\": 1}");
        strcat(text, "]}");
        assert_null(look(text));
        assert_int_equal(found.count, SCENARIO_MISTAKES);
        assert_int_equal(found.more, more);
    }
}

static void what_is_no_json_has_one(void **state) {
    assert_null(look("{\"robots\": [{\"creature\": \"vector\"},\n oops]}"));
    assert_int_equal(found.count, 1);
    assert_int_equal(found.at[0].line, 2);
}

static void a_fine_one_has_none(void **state) {
    struct scenario *s = look("{\"robots\": [{\"creature\": \"vector\"}]}");
    assert_non_null(s);
    assert_int_equal(found.count, 0);
    scenario_free(s);
    assert_null(scenario_look_through("nowhere-at-all", &found));
    assert_int_equal(found.count, 1);
}

TESTS(cmocka_unit_test(every_mistake_has_its_place), cmocka_unit_test(what_only_follows_is_not_told),
      cmocka_unit_test(there_is_a_limit), cmocka_unit_test(what_is_no_json_has_one),
      cmocka_unit_test(a_fine_one_has_none))
