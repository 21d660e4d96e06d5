// What a person reads when something went wrong.
#include "support/support.h"

#include "base/err.h"

#include <errno.h>

static void every_error_has_a_word_of_its_own(void **state) {
    for (int i = 0; i < ERR_COUNT; i++) {
        const char *name = err_name((enum err)i);
        assert_true(*name && strspn(name, "abcdefghijklmnopqrstuvwxyz") == strlen(name));
        for (int k = 0; k < i; k++) assert_string_not_equal(name, err_name((enum err)k));
    }
    assert_string_equal(err_name(ERR_COUNT), "unknown error");
    assert_string_equal(err_name((enum err) - 1), "unknown error");
}

static void the_first_reason_stays(void **state) {
    struct fault fault = {0};
    char text[600];
    assert_int_equal(fault_at(&fault, ERR_SYNTAX, "a.json", 3, 14, "expected %s", "a number"), ERR_SYNTAX);
    assert_int_equal(fault_set(&fault, ERR_RANGE, "too late"), ERR_RANGE); // the caller's answer is its own
    fault_in(&fault, "b.json");
    strcpy(fault.path, "$.x");
    assert_string_equal(fault_text(&fault, text, sizeof text), "a.json:3:14: $.x: expected a number");
    assert_int_equal(fault.err, ERR_SYNTAX);
    struct fault bare = {.err = ERR_LIMIT, .line = 2};
    assert_string_equal(fault_text(&bare, text, sizeof text), "line 2: limit");
    fault_in(&bare, "c.json");
    assert_string_equal(fault_text(&bare, text, sizeof text), "c.json:2: limit");
}

static void a_fault_is_printed_as_a_line(void **state) {
    struct fault fault = {0};
    char text[600] = "";
    assert_int_equal(fault_set(&fault, ERR_RANGE, "%d is too much", 7), ERR_RANGE);
    assert_int_equal(fault.err, ERR_RANGE);
    assert_string_equal(fault_text(&fault, text, sizeof text), "7 is too much");
    fault = (struct fault){0}; // names of one letter
    fault_at(&fault, ERR_TYPE, "f", 2, 0, "no\nno");
    strcpy(fault.path, "p");
    FILE *to = fmemopen(text, sizeof text, "w");
    assert_non_null(to);
    fault_print(&fault, to);
    fclose(to);
    assert_string_equal(text, "f:2: p: no\\nno\n"); // what it holds does not end its line
    fault_in(&fault, "g");
    assert_string_equal(fault.file, "f");
}

static void without_a_fault_only_the_error_is_passed_on(void **state) {
    assert_int_equal(fault_set(NULL, ERR_RANGE, "x"), ERR_RANGE);
    assert_int_equal(fault_at(NULL, ERR_TYPE, "f", 1, 1, "x"), ERR_TYPE);
    assert_int_equal(fault_errno(NULL, ENOENT, "f", "cannot read"), ERR_MISSING);
    fault_in(NULL, "f");
}

static void long_reasons_are_cut_not_spilt(void **state) {
    char word[4000], text[2000];
    memset(word, 'x', sizeof word - 1);
    word[sizeof word - 1] = 0;
    struct fault fault = {0};
    fault_at(&fault, ERR_IO, word, 1, 1, "%s", word);
    assert_int_equal(strlen(fault.file), sizeof fault.file - 1);
    assert_int_equal(strlen(fault.said), sizeof fault.said - 1);
    assert_int_equal(strlen(fault_text(&fault, text, sizeof text)),
                     sizeof fault.file - 1 + strlen(":1:1: ") + sizeof fault.said - 1);
    for (size_t size = 1; size < 9; size++)
        assert_int_equal(strlen(fault_text(&fault, text, size)), size - 1);
}

static void what_the_system_says(void **state) {
    static const struct {
        int number;
        enum err err;
    } SAYS[] = {{0, ERR_NONE},
                {ENOMEM, ERR_MEMORY},
                {ENOENT, ERR_MISSING},
                {EEXIST, ERR_EXISTS},
                {EACCES, ERR_DENIED},
                {EISDIR, ERR_TYPE},
                {EFBIG, ERR_LIMIT},
                {EADDRINUSE, ERR_BUSY},
                {ETIMEDOUT, ERR_TIMEOUT},
                {ECONNREFUSED, ERR_CLOSED},
                {ENOSPC, ERR_IO},
                {12345, ERR_IO}};
    for (size_t i = 0; i < sizeof SAYS / sizeof *SAYS; i++)
        assert_int_equal(err_of_errno(SAYS[i].number), SAYS[i].err);
    struct fault fault = {0};
    char text[600];
    assert_int_equal(fault_errno(&fault, ENOENT, "x.wav", "cannot read"), ERR_MISSING);
    assert_string_equal(fault_text(&fault, text, sizeof text),
                        "x.wav: cannot read: No such file or directory");
    fault = (struct fault){0};
    assert_int_equal(fault_errno(&fault, 0, "x.wav", "cannot read"), ERR_IO); // never success
}

TESTS(cmocka_unit_test(every_error_has_a_word_of_its_own), cmocka_unit_test(the_first_reason_stays),
      cmocka_unit_test(a_fault_is_printed_as_a_line),
      cmocka_unit_test(without_a_fault_only_the_error_is_passed_on),
      cmocka_unit_test(long_reasons_are_cut_not_spilt), cmocka_unit_test(what_the_system_says))
