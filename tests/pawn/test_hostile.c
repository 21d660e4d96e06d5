// Files that mean harm: refused with the reason and the place, or run without any.
#include "pawn/assemble.h"
#include "support/support.h"

#include "base/maths/chance.h"
#include "base/system/file.h"
#include "pawn/machine/amx.h"

#include <stdio.h>
#include <stdlib.h>

static void refused(struct script script, const char *word) {
    static const int32_t data[4];
    script.data = data, script.data_count = 4;
    struct bytes file = assemble(&script);
    struct fault fault = {0};
    if (!amx_verify(file.at, file.len, &fault)) fail_msg("%s passed", script.code);
    if (!strstr(fault.said, word)) fail_msg("%s: \"%s\" does not say \"%s\"", script.code, fault.said, word);
}

static void bad_code_is_refused_at_its_place(void **state) {
    static const char *const rows[][2] = {
        {"halt 0\n cell 0", "code at 00000008: 00000000 is no instruction"},
        {"halt 0\n cell 215", "000000d7 is no instruction"},
        {"halt 0\n cell 213", "is no instruction"},
        {"halt 0\n cell 0x10001\n cell 4",
         "00010001 is no instruction"}, // only packed ones use the upper half
        {"halt 0\n cell 125\n cell 1\n cell 2", "`line`, a debug mark of old files"},
        {"halt 0\n cell 1", "code at 00000008: `load.pri` is cut off"},
        {"halt 0\n cell 130\n cell 0x7fffffff\n cell 0", "`casetbl` is cut off"},
        {"halt 0\n cell 51\n cell 400", "a branch to 408, outside 0 to 16"},
        {"halt 0\n cell 51\n cell -12", "a branch to -4"},
        {"halt 0\n cell 51\n cell -6", "between two cells"},
        {"halt 0\n cell 51\n cell 4", "a branch into the middle of an instruction, to 0000000c"},
        {"halt 0\n switch @x\n x: nop", "a switch without a table"},
        {"halt 0\n casetbl @y 1 @y\n cell 129\n cell 4\n y: nop", "middle of an instruction"},
        {"halt 0\n load.pri 16", "data address 16, outside 0 to 12"},
        {"halt 0\n load.pri -4", "data address -4"},
        {"halt 0\n load.both 0 14", "data address 14"},
        {"halt 0\n push 0x7fffffff", "data address 2147483647"},
        {"halt 0\n const 400 1", "data address 400"},
        {"halt 0\n load.p.pri 16", "data address 16"},
        {"halt 0\n load.s.pri 1028", "frame offset 1028, more than the stack of 1024 bytes"},
        {"halt 0\n stor.s.pri -1028", "frame offset -1028"},
        {"halt 0\n lodb.i 3", "a width of 3"},
        {"halt 0\n align.p.pri 0", "a width of 0"},
        {"halt 0\n lctrl 7", "register 7"},
        {"halt 0\n sysreq.c 0", "native 0 of 0"},
        {"halt 0\n sysreq.n 0 4", "native 0 of 0"},
        {"halt 0\n movs -4", "a block of -4 bytes"},
        {"halt 0\n fill.p -1", "a block of -1 bytes"},
        {"halt 99", "an end by code 99"},
        {"halt 29", "an end by code 29"}, // the budget's, which no script may claim
        {"halt 0\n icall 0", "`icall` in a script without overlays"},
        {"halt 0\n iretn", "without overlays"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        refused((struct script){.code = rows[i][0]}, rows[i][1]);
    refused(
        (struct script){
            .code = "halt 0\n x: nop\n", .version = 8, .publics = {{"p", "x"}}, .pubvars = {{"v", "16"}}},
        "public variable v at 00000010");
    refused((struct script){.code = "halt 0\n", .pubvars = {{"v", "2"}}}, "public variable v");
    refused((struct script){.code = "halt 0\n x: casetbl @y\n y: nop", .publics = {{"p", "x"}}},
            "public p begins at 00000008");
    refused((struct script){.code = "halt 0\n x: icall 7\n", .overlays = {"x"}}, "overlay 7 of 1");
    refused(
        (struct script){.code = "a: halt 0\n x: iswitch @t\n t: icasetbl #a 1 9\n", .overlays = {"a", "x"}},
        "overlay 9 of 2");
    refused((struct script){.code = "a: halt 0\n x: iswitch @t\n t: casetbl @t\n", .overlays = {"a", "x"}},
            "a table of the other kind");
    refused((struct script){.code = "halt 0\n", .flags = AMX_OVERLAYS},
            "the header promises overlays, but there are none");
    refused((struct script){.code = "halt 0\n", .stack = 8}, "a stack of 32 bytes");
}

static void run(const uint8_t *bytes, size_t len, unsigned *refusals) {
    struct amx_config config;
    amx_defaults(&config);
    config.libraries = AMX_STANDARD, config.library_count = AMX_STANDARD_COUNT;
    config.instructions = 5000, config.memory_max = 1 << 20, config.natives_missing_ok = true;
    struct fault fault = {0};
    struct amx *amx = amx_new(&config, bytes, len, &fault);
    if (!amx) {
        ++*refusals;
        assert_int_not_equal(fault.err, ERR_NONE);
        assert_true(fault.said[0]);
        return;
    }
    assert_true(amx_memory(amx) <= config.memory_max);
    for (int i = -1; i < amx_publics(amx) && i < 3; i++) {
        uint64_t most = 3 * 5000 + 3 * 70000;
        enum halt end = amx_call_at(amx, i, NULL, 0, NULL);
        for (int n = 0; n < 2 && amx_asleep(amx); n++) end = amx_resume(amx, NULL);
        assert_in_range(end, 0, HALT_COUNT - 1);
        assert_true(amx_executed(amx) <= most);
        amx_abort(amx);
    }
    amx_free(amx);
}

static void mutated_files_do_no_harm(void **state) {
    static const char *const names[] = {"fib", "states", "matrix", "natives"};
    struct chance dice = chance_of(1, chance_stream("mutations"), 0);
    unsigned refusals = 0, runs = 0;
    for (size_t f = 0; f < 4; f++) {
        char path[600];
        snprintf(path, sizeof path, "%s/fuzz/corpus/pawn_file/%s.amx", getenv("SOURCE"), names[f]);
        struct buf file = {0};
        struct fault fault = {0};
        if (file_read(path, 1 << 20, &file, &fault)) fail_msg("%s", fault.said);
        for (size_t len = 0; len < file.len && len < 200; len += 3) run(file.at, len, &refusals), runs++;
        uint8_t *copy = malloc(file.len);
        for (int turn = 0; turn < 1500; turn++) {
            memcpy(copy, file.at, file.len);
            for (uint32_t n = 1 + chance_below(&dice, 4); n; n--) {
                size_t at = chance_below(&dice, (uint32_t)file.len);
                static const uint8_t favourites[] = {0, 1, 4, 0x7f, 0x80, 0xff};
                copy[at] =
                    chance_below(&dice, 2) ? favourites[chance_below(&dice, 6)] : (uint8_t)chance_u32(&dice);
            }
            run(copy, file.len, &refusals), runs++;
        }
        free(copy);
        buf_free(&file);
    }
    // Both kinds of answer occur, or this test looks at nothing.
    assert_in_range(refusals, runs / 20, runs - runs / 20);
}

static void public_variables_can_be_reached(void **state) {
    static const int32_t data[] = {1, 42};
    struct script script = {.code = "halt 0\n main: proc\n load.pri 4\n retn",
                            .main = "main",
                            .data = data,
                            .data_count = 2,
                            .pubvars = {{"@answer", "4"}}};
    struct amx_config config;
    amx_defaults(&config);
    struct bytes file = assemble(&script);
    struct amx *amx = amx_new(&config, file.at, file.len, NULL);
    assert_null(amx_pubvar(amx, "@question"));
    assert_int_equal(*amx_pubvar(amx, "@answer"), 42);
    *amx_pubvar(amx, "@answer") = 43;
    int32_t value;
    assert_int_equal(amx_call(amx, "main", NULL, 0, &value), HALT_NONE);
    assert_int_equal(value, 43);
    amx_free(amx);
}

TESTS(cmocka_unit_test(bad_code_is_refused_at_its_place), cmocka_unit_test(mutated_files_do_no_harm),
      cmocka_unit_test(public_variables_can_be_reached))
