// A number and its noun agree.
#include "support/support.h"

#include "base/plural.h"

#include <stdio.h>

static void one_is_one_and_all_else_is_many(void **state) {
    assert_string_equal(PLURAL(0, "file"), "0 files");
    assert_string_equal(PLURAL(1, "file"), "1 file");
    assert_string_equal(PLURAL(2, "file"), "2 files");
    assert_string_equal(PLURAL(11, "other record"), "11 other records");
    assert_string_equal(PLURAL(UINT64_MAX, "tick"), "18446744073709551615 ticks");
    assert_string_equal(NOUN(1, "is", "are"), "is");
    assert_string_equal(NOUN(0, "is", "are"), "are");
}

static void the_ending_follows_the_last_letters(void **state) {
    static const char *const LIST[][3] = {{"entry", "1 entry", "2 entries"},
                                          {"body", "1 body", "2 bodies"},
                                          {"day", "1 day", "2 days"},
                                          {"box", "1 box", "2 boxes"},
                                          {"patch", "1 patch", "2 patches"},
                                          {"flash", "1 flash", "2 flashes"},
                                          {"lens", "1 lens", "2 lenses"},
                                          {"y", "1 y", "2 ys"},
                                          {"", "1 ", "2 s"}};
    for (size_t i = 0; i < sizeof LIST / sizeof *LIST; i++) {
        assert_string_equal(PLURAL(1, LIST[i][0]), LIST[i][1]);
        assert_string_equal(PLURAL(2, LIST[i][0]), LIST[i][2]);
    }
}

static void several_stand_in_one_line(void **state) {
    char line[64];
    snprintf(line, sizeof line, "%s, %s", PLURAL(1, "clip"), PLURAL(3, "group"));
    assert_string_equal(line, "1 clip, 3 groups");
}

static void a_noun_too_long_is_cut(void **state) {
    char noun[2 * PLURAL_ROOM];
    memset(noun, 'n', sizeof noun - 1);
    noun[sizeof noun - 1] = 0;
    assert_int_equal(strlen(PLURAL(2, noun)), PLURAL_ROOM - 1);
}

TESTS(cmocka_unit_test(one_is_one_and_all_else_is_many),
      cmocka_unit_test(the_ending_follows_the_last_letters), cmocka_unit_test(several_stand_in_one_line),
      cmocka_unit_test(a_noun_too_long_is_cut))
