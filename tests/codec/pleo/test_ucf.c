#include "support/support.h"

#include "codec/pleo/ucf.h"

// By hand from the guide's structure: "eat", two properties, two entries: mood 2 and motion 0x2000; age over
// 3 and motion 0x2001.
static const char EAT[] = "55 47 43 46 04 00 # UGCF, version 4\n"
                          "65 61 74 00 00 00 00 00  00 00 00 00 00 00 00 00\n"
                          "00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00\n"
                          "02 00 02 00\n"
                          "08 00 01 00 02 00  0d 00 01 00 00 20\n"
                          "05 00 02 00 03 00  0d 00 01 00 01 20";

static void the_known_file_is_read_and_written_to_the_byte(void **state) {
    struct arena *arena = arena_new(4096);
    struct ucf command;
    struct buf out = {0};
    assert_int_equal(ucf_read(hex(EAT), arena, &command, NULL), ERR_NONE);
    assert_string_equal(command.name, "eat");
    assert_int_equal(ucf_field(&command, 0, 0)->property, 8);
    assert_int_equal(ucf_field(&command, 0, 1)->value, 0x2000);
    assert_int_equal(ucf_field(&command, 1, 0)->match, UCF_MIN);
    assert_null(ucf_field(&command, 2, 0));
    assert_null(ucf_field(&command, 0, 2));
    assert_int_equal(ucf_write(&command, &out, NULL), ERR_NONE);
    assert_bytes(out.at, out.len, EAT);
    buf_free(&out);
    arena_free(arena);
}

static void bad_files_say_what_is_wrong(void **state) {
    static const struct {
        size_t at;
        uint8_t value;
        enum err err;
        const char *says;
    } CASES[] = {
        {0, 'X', ERR_SYNTAX, "UGCF"},     {4, 3, ERR_VERSION, "version 3"},
        {38, 3, ERR_SHORT, "36"},         {38, 1, ERR_SYNTAX, "12"},
        {39, 0x80, ERR_RANGE, "at most"}, {44, 4, ERR_RANGE, "entry 0, column 0"},
        {56, 9, ERR_RANGE, "entry 1"},
    };
    struct arena *arena = arena_new(4096);
    struct bytes good = hex(EAT);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        uint8_t file[128];
        struct fault fault = {0};
        struct ucf command;
        memcpy(file, good.at, good.len);
        file[CASES[i].at] = CASES[i].value;
        assert_int_equal(ucf_read((struct bytes){file, good.len}, arena, &command, &fault), CASES[i].err);
        assert_non_null(strstr(fault.said, CASES[i].says));
    }
    for (size_t len = 0; len < good.len; len++) {
        struct ucf command;
        uint8_t *cut = malloc(len + !len);
        memcpy(cut, good.at, len);
        assert_int_not_equal(ucf_read((struct bytes){cut, len}, arena, &command, NULL), ERR_NONE);
        free(cut);
    }
    arena_free(arena);
}

TESTS(cmocka_unit_test(the_known_file_is_read_and_written_to_the_byte),
      cmocka_unit_test(bad_files_say_what_is_wrong))
