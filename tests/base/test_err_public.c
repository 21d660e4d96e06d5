// Every error inside is a known one outside, and the numbers outside stay what they are.
#include "support/support.h"

#include "base/err_public.h"

// What programs were compiled against: lines join at the end, none changes.
static const struct {
    enum critter_err err;
    int number;
} PROMISED[] = {
    {CRITTER_OK, 0},          {CRITTER_ERR_STATE, 1},
    {CRITTER_ERR_TIMEOUT, 2}, {CRITTER_ERR_BUSY, 3},
    {CRITTER_ERR_LOST, 4},    {CRITTER_ERR_ARGUMENT, 5},
    {CRITTER_ERR_MISSING, 6}, {CRITTER_ERR_REFUSED, 7},
    {CRITTER_ERR_SYSTEM, 8},  {CRITTER_ERR_CANCELLED, 9},
    {CRITTER_ERR_MEMORY, 10}, {CRITTER_ERR_UNKNOWN, 11},
    {CRITTER_ERR_FORMAT, 12}, {CRITTER_ERR_LIMIT, 13},
    {CRITTER_ERR_EXISTS, 14}, {CRITTER_ERR_UNSUPPORTED, 15},
};
enum { COUNT = sizeof PROMISED / sizeof *PROMISED };

static bool promised(enum critter_err err) {
    for (unsigned i = 0; i < COUNT; i++)
        if (PROMISED[i].err == err) return true;
    return false;
}

static void every_error_inside_is_one_outside(void **state) {
    bool reached[COUNT] = {false};
    assert_int_equal(err_public(ERR_NONE), CRITTER_OK);
    for (unsigned err = ERR_NONE + 1; err < ERR_COUNT; err++) {
        enum critter_err public = err_public((enum err)err);
        if (public == CRITTER_OK || !promised(public))
            fail_msg("%s becomes %d, which is no error", err_name((enum err)err), (int)public);
        reached[public] = true;
    }
    for (unsigned i = 1; i < COUNT; i++)
        if (!reached[i]) fail_msg("nothing ever becomes %d", PROMISED[i].number);
    assert_int_equal(err_public((enum err)999), CRITTER_ERR_SYSTEM);
    assert_int_equal(err_public((enum err) - 1), CRITTER_ERR_SYSTEM);
}

static void the_numbers_stay_what_they_are(void **state) {
    for (unsigned i = 0; i < COUNT; i++) {
        assert_int_equal(PROMISED[i].err, PROMISED[i].number);
        assert_int_equal(PROMISED[i].number, i);
    }
}

static void each_has_words_of_its_own(void **state) {
    const char *newer = critter_err_text((enum critter_err)COUNT);
    assert_non_null(newer);
    assert_string_equal(critter_err_text((enum critter_err) - 1), newer);
    for (unsigned i = 0; i < COUNT; i++) {
        assert_true(strlen(critter_err_text(PROMISED[i].err)) > 5);
        assert_string_not_equal(critter_err_text(PROMISED[i].err), newer);
        for (unsigned k = 0; k < i; k++)
            assert_string_not_equal(critter_err_text(PROMISED[i].err), critter_err_text(PROMISED[k].err));
    }
}

TESTS(cmocka_unit_test(every_error_inside_is_one_outside), cmocka_unit_test(the_numbers_stay_what_they_are),
      cmocka_unit_test(each_has_words_of_its_own))
