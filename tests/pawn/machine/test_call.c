// Calling scripts and being called by them: arguments, natives, sleep, budgets, overlays, several machines.
#include "pawn/assemble.h"
#include "support/support.h"

#include "pawn/machine/amx.h"

static int32_t n_twice(struct amx *amx, const int32_t *params) { return 2 * params[1]; }
static int32_t n_wait(struct amx *amx, const int32_t *params) {
    amx_sleep(amx);
    return 500;
}
static int32_t n_fail(struct amx *amx, const int32_t *params) {
    amx_raise(amx, HALT_NATIVE);
    return 1;
}
static int32_t n_back(struct amx *amx, const int32_t *params) {
    int32_t value = -1;
    struct amx_arg arg = {.kind = AMX_CELL, .cell = params[1]};
    enum halt end = amx_call(amx, "back", &arg, 1, &value);
    return end ? -(int32_t)end : value;
}
static int32_t n_count(struct amx *amx, const int32_t *params) {
    int32_t *state = amx_state(amx, amx_user(amx));
    return ++*state;
}
static const struct amx_native NATIVES[] = {{"twice", n_twice, 1}, {"wait", n_wait, 0},
                                            {"fail", n_fail, 0},   {"back", n_back, 1},
                                            {"count", n_count, 0}, {"numbered", n_twice, 1, -5}};
static const struct amx_library LIBRARY = {
    .name = "Test", .natives = NATIVES, .native_count = 6, .state_size = 4};
static const struct amx_library *const LIBRARIES[] = {&LIBRARY};

static struct amx *machine(const struct script *script, struct amx_config *config) {
    config->libraries = LIBRARIES, config->library_count = 1;
    config->user = (void *)(uintptr_t)&LIBRARY;
    struct bytes file = assemble(script);
    struct fault fault = {0};
    struct amx *amx = amx_new(config, file.at, file.len, &fault);
    if (!amx) fail_msg("%s", fault.said);
    return amx;
}

static struct amx *simple(const char *code, const char *native) {
    struct script script = {.code = code, .publics = {{"back", "back"}, {"go", "go"}}, .natives = {native}};
    if (!strstr(code, "back:")) script.publics[0].label = "go";
    struct amx_config config;
    amx_defaults(&config);
    return machine(&script, &config);
}

static void arguments_of_all_kinds_arrive(void **state) {
    struct amx *amx = simple("halt 0\n go: proc\n"
                             "load.s.pri 12\n lref.s.alt 16\n add\n push.pri\n"    // cell + array[0]
                             "const.pri 99\n sref.s.pri 16\n"                      // array[0] = 99
                             "load.s.pri 20\n load.i\n pop.alt\n add\n push.pri\n" // + first character
                             "load.s.pri 24\n load.i\n shr.c.pri 24\n pop.alt\n add\n retn\n",
                             NULL);
    int32_t cells[3] = {5, 6, 7}, value;
    struct amx_arg args[] = {{.kind = AMX_CELL, .cell = 1000},
                             {.kind = AMX_ARRAY, .cells = cells, .count = 3},
                             {.kind = AMX_TEXT, .text = "A"},
                             {.kind = AMX_PACKED, .text = "BC"}};
    for (int i = 0; i < 3; i++) { // the stack is the same after each
        struct amx_registers before = amx_registers(amx);
        cells[0] = 5;
        assert_int_equal(amx_call(amx, "go", args, 4, &value), HALT_NONE);
        assert_int_equal(value, 1000 + 5 + 'A' + 'B');
        assert_int_equal(cells[0], 99);
        assert_int_equal(amx_registers(amx).stk, before.stk);
        assert_int_equal(amx_registers(amx).hea, before.hea);
    }
    assert_int_equal(amx_call(amx, "nobody", NULL, 0, &value), HALT_NOT_FOUND);
    assert_int_equal(amx_call_at(amx, 7, NULL, 0, &value), HALT_INDEX);
    assert_int_equal(amx_call_at(amx, AMX_MAIN, NULL, 0, &value), HALT_INDEX);
    int32_t many[2000] = {0};
    struct amx_arg large = {.kind = AMX_ARRAY, .cells = many, .count = 2000};
    assert_int_equal(amx_call(amx, "go", &large, 1, &value), HALT_STACK);
    amx_free(amx);
}

static void natives_are_called_in_every_form(void **state) {
    static const char *const bodies[] = {"push.c 4\n sysreq.c 0\n stack 8", "sysreq.n 0 4\n stack 0",
                                         "push.c 4\n const.pri 0\n sysreq.pri\n stack 8",
                                         "push.c 4\n sysreq.c -5\n stack 8"};
    for (int i = 0; i < 4; i++) {
        char code[200];
        snprintf(code, sizeof code, "halt 0\n go: proc\n push.c 21\n %s\n retn\n", bodies[i]);
        struct amx *amx = simple(code, "twice");
        int32_t value = 0;
        assert_int_equal(amx_call(amx, "go", NULL, 0, &value), HALT_NONE);
        assert_int_equal(value, 42);
        amx_free(amx);
    }
}

static enum halt end_of(const char *code, const char *native) {
    struct amx *amx = simple(code, native);
    enum halt end = amx_call(amx, "go", NULL, 0, NULL);
    amx_abort(amx);
    assert_int_equal(amx_call(amx, "go", NULL, 0, NULL), end); // and again
    amx_free(amx);
    return end;
}

static void natives_that_go_wrong_end_the_call(void **state) {
    assert_int_equal(end_of("halt 0\n go: proc\n sysreq.n 0 0\n retn\n", "fail"), HALT_NATIVE);
    assert_int_equal(end_of("halt 0\n go: proc\n sysreq.n 0 0\n retn\n", "twice"), HALT_PARAMETERS);
    assert_int_equal(end_of("halt 0\n go: proc\n push.c 0\n sysreq.c 0\n retn\n", "twice"), HALT_PARAMETERS);
    assert_int_equal(end_of("halt 0\n go: proc\n push.c 100000\n sysreq.c 0\n retn\n", "twice"), HALT_MEMORY);
    assert_int_equal(end_of("halt 0\n go: proc\n push.c -4\n sysreq.c 0\n retn\n", "twice"), HALT_MEMORY);
    assert_int_equal(end_of("halt 0\n go: proc\n push.c 6\n sysreq.c 0\n retn\n", "twice"), HALT_MEMORY);
    assert_int_equal(end_of("halt 0\n go: proc\n stack -10\n sysreq.n 0 4\n retn\n", "twice"),
                     HALT_MEMORY); // between two cells
    assert_int_equal(end_of("halt 0\n go: proc\n sysreq.n 0 100000\n retn\n", "twice"), HALT_MEMORY);
    assert_int_equal(end_of("halt 0\n go: proc\n push.c 0\n sysreq.c -9\n retn\n", "twice"), HALT_CALLBACK);
    assert_int_equal(end_of("halt 0\n go: proc\n push.c 0\n const.pri 4\n sysreq.pri\n retn\n", "twice"),
                     HALT_CALLBACK);
    struct script script = {.code = "halt 0\n go: proc\n sysreq.n 0 0\n retn\n",
                            .natives = {"nowhere"},
                            .publics = {{"go", "go"}}};
    struct amx_config config;
    amx_defaults(&config);
    struct bytes file = assemble(&script);
    struct fault fault = {0};
    assert_null(amx_new(&config, file.at, file.len, &fault));
    assert_non_null(strstr(fault.said, "nowhere"));
    config.natives_missing_ok = true;
    struct amx *amx = machine(&script, &config);
    assert_int_equal(amx_call(amx, "go", NULL, 0, NULL), HALT_CALLBACK);
    struct fault where = {0};
    amx_describe(amx, HALT_CALLBACK, &where);
    assert_non_null(strstr(where.said, "nowhere"));
    amx_free(amx);
}

static void a_sleeping_call_goes_on_where_it_was(void **state) {
    int32_t value;
    struct amx *amx = simple("halt 0\n go: proc\n push.c 7\n const.pri 30\n const.alt 4\n halt 12\n"
                             "load.s.pri -4\n halt 12\n add.c 1\n stack 4\n retn\n",
                             NULL);
    assert_int_equal(amx_resume(amx, &value), HALT_INIT);
    assert_int_equal(amx_call(amx, "go", NULL, 0, &value), HALT_SLEEP);
    assert_int_equal(value, 30);
    assert_int_equal(amx_registers(amx).alt, 4);
    assert_true(amx_asleep(amx));
    assert_int_equal(amx_call(amx, "go", NULL, 0, &value), HALT_INIT);
    assert_int_equal(amx_resume(amx, &value), HALT_SLEEP);
    assert_int_equal(value, 7);
    assert_int_equal(amx_resume(amx, &value), HALT_NONE);
    assert_int_equal(value, 8);
    assert_int_equal(amx_resume(amx, &value), HALT_INIT);
    assert_int_equal(amx_call(amx, "go", NULL, 0, &value), HALT_SLEEP);
    amx_abort(amx);
    assert_int_equal(amx_call(amx, "go", NULL, 0, &value), HALT_SLEEP);
    amx_free(amx);
}

static void a_native_can_put_its_caller_to_sleep(void **state) {
    static const char *const forms[] = {"sysreq.n 0 0", "push.c 0\n sysreq.c 0\n stack 4",
                                        "push.c 0\n zero.pri\n sysreq.pri\n stack 4"};
    for (int i = 0; i < 3; i++) {
        char code[200];
        snprintf(code, sizeof code, "halt 0\n go: proc\n %s\n add.c 1\n retn\n", forms[i]);
        struct amx *amx = simple(code, "wait");
        int32_t value;
        assert_int_equal(amx_call(amx, "go", NULL, 0, &value), HALT_SLEEP);
        assert_int_equal(value, 500);
        assert_int_equal(amx_resume(amx, &value), HALT_NONE);
        assert_int_equal(value, 501);
        assert_int_equal(amx_call(amx, "go", NULL, 0, &value), HALT_SLEEP);
        amx_answer(amx, 70);
        assert_int_equal(amx_resume(amx, &value), HALT_NONE);
        assert_int_equal(value, 71);
        amx_free(amx);
    }
}

static void a_native_can_call_back(void **state) {
    // back(n) calls itself through the native until n is 0
    struct amx *amx = simple("halt 0\n go: proc\n push.c 5\n sysreq.n 0 4\n retn\n"
                             "back: proc\n load.s.pri 12\n jzer @end\n add.c -1\n push.pri\n sysreq.n 0 4\n "
                             "add.c 10\n end: retn\n",
                             "back");
    int32_t value;
    assert_int_equal(amx_call(amx, "go", NULL, 0, &value), HALT_NONE);
    assert_int_equal(value, 50);
    struct amx_arg deep = {.kind = AMX_CELL, .cell = 100};
    assert_int_equal(amx_call(amx, "back", &deep, 1, &value), HALT_NONE);
    assert_int_equal(value, -HALT_STACK + 170); // sixteen inside the first, no more
    amx_free(amx);
    amx =
        simple("halt 0\n go: proc\n push.c 5\n sysreq.n 0 4\n retn\n back: proc\n halt 12\n retn\n", "back");
    assert_int_equal(amx_call(amx, "go", NULL, 0, &value), HALT_NONE);
    assert_int_equal(value, -HALT_GENERAL); // nobody could wake it
    assert_false(amx_asleep(amx));
    amx_free(amx);
}

static void a_call_beside_a_sleeping_one_leaves_it_asleep(void **state) {
    struct amx *amx = simple("halt 0\n go: proc\n push.c 7\n halt 12\n load.s.pri -4\n stack 4\n retn\n"
                             "back: proc\n push.c 1\n push.c 2\n const.pri 3\n stack 8\n retn\n",
                             NULL);
    int32_t value;
    assert_int_equal(amx_call(amx, "go", NULL, 0, &value), HALT_SLEEP);
    assert_int_equal(amx_call_beside(amx, amx_find(amx, "back"), NULL, 0, &value), HALT_NONE);
    assert_int_equal(value, 3);
    assert_int_equal(amx_resume(amx, &value), HALT_NONE);
    assert_int_equal(value, 7);
    amx_free(amx);
}

static void budgets_stop_and_count(void **state) {
    struct script script = {
        .code = "halt 0\n go: proc\n zero.pri\n again: inc.pri\n const.alt 1000\n jless @again\n retn\n",
        .publics = {{"go", "go"}}};
    for (int plain = 0; plain < 2; plain++) {
        struct amx_config config;
        amx_defaults(&config);
        config.plain = plain;
        struct amx *amx = machine(&script, &config);
        int32_t value;
        assert_int_equal(amx_call(amx, "go", NULL, 0, &value), HALT_NONE);
        assert_int_equal(value, 1000);
        assert_int_equal(amx_executed(amx), 2 + 3 * 1000 + 1 + 1); // and halt 0 at the end
        amx_budget(amx, 100);
        uint64_t resumes = 0;
        enum halt end = amx_call(amx, "go", NULL, 0, &value);
        for (; end == HALT_BUDGET; end = amx_resume(amx, &value)) resumes++;
        assert_int_equal(end, HALT_NONE);
        assert_int_equal(value, 1000);
        assert_in_range(resumes, 29, 34);
        assert_int_equal(amx_executed(amx), 2 + 3 * 1000 + 1 + 1);
        assert_int_equal(amx_call(amx, "go", NULL, 0, &value), HALT_BUDGET);
        amx_abort(amx);
        amx_budget(amx, 1);
        assert_int_equal(amx_call(amx, "go", NULL, 0, &value), HALT_BUDGET);
        amx_free(amx);
    }
}

// Every way to run for ever comes to an end.
static void nothing_runs_for_ever(void **state) {
    static const char *const loops[] = {
        "again: jump @again",
        "again: zero.pri\n jzer @again",
        "again: const.pri =again\n jump.pri",
        "again: const.pri =again\n sctrl 6",
        "again: push.c =again\n lctrl 5\n push.pri\n ret",
        "again: push.c 0\n push.c =again\n lctrl 5\n push.pri\n retn",
        "again: const.pri 1\n switch @table\n table: casetbl @again",
        "again: const.pri 1\n switch @table\n table: casetbl @again 1 @again",
        "again: push.c 0\n call @f\n jump @again\n f: proc\n retn",
        "again: const.pri =g\n call.pri\n jump @again\n g: ret_: ret",
    };
    for (size_t i = 0; i < sizeof loops / sizeof *loops - 1; i++) {
        char code[300];
        snprintf(code, sizeof code, "halt 0\n go: proc\n %s\n", loops[i]);
        struct script script = {.code = code, .publics = {{"go", "go"}}};
        struct amx_config config;
        amx_defaults(&config);
        config.instructions = 10000;
        struct amx *amx = machine(&script, &config);
        enum halt end = amx_call(amx, "go", NULL, 0, NULL);
        if (end != HALT_BUDGET) fail_msg("%s: %d", loops[i], end);
        assert_in_range(amx_executed(amx), 9900, 10100);
        amx_free(amx);
    }
}

static const struct script OVERLAYS = {
    .code = "stub: halt 0\n"
            "main: proc\n push.c 3\n push.c 4\n icall #sum\n push.pri\n push.c 4\n icall #twice\n iretn\n"
            "sum: proc\n load.s.pri 12\n jzer @zero\n add.c -1\n push.pri\n push.c 4\n icall #sum\n "
            "load.s.alt 12\n add\n zero: iretn\n"
            "twice: proc\n load.s.pri 12\n iswitch @table\n table: icasetbl #six 5 #main\n"
            "six: load.s.pri 12\n shl.c.pri 1\n iretn\n",
    .main = "main",
    .overlays = {"stub", "main", "sum", "twice", "six"},
    .publics = {{"twice", "twice"}}};

static void overlays_come_and_go(void **state) {
    for (size_t size = 0; size < 300; size += 20) {
        struct amx_config config;
        amx_defaults(&config);
        config.pool = amx_pool_new(size ? size : SIZE_MAX);
        struct bytes file = assemble(&OVERLAYS);
        struct fault fault = {0};
        struct amx *amx = amx_new(&config, file.at, file.len, &fault);
        bool fits = !size || size >= 68; // the largest overlay
        if (fits != (amx != NULL)) fail_msg("%zu bytes: %s", size, fault.said);
        for (int i = 0; i < 3 && amx; i++) {
            int32_t value;
            assert_int_equal(amx_call(amx, "main", NULL, 0, &value), HALT_NONE);
            assert_int_equal(value, 12);
            struct amx_arg arg = {.kind = AMX_CELL, .cell = 7};
            assert_int_equal(amx_call(amx, "twice", &arg, 1, &value), HALT_NONE);
            assert_int_equal(value, 14);
        }
        struct amx_pool_report report = amx_pool_report(config.pool);
        assert_true(report.used <= report.size);
        if (amx && !size) assert_int_equal(report.loads, 5);
        if (size == 80) assert_in_range(report.loads, 12, 60);
        amx_free(amx);
        assert_int_equal(amx_pool_report(config.pool).used, 0);
        amx_pool_free(config.pool);
    }
}

static void machines_share_a_pool_and_nothing_else(void **state) {
    struct amx_config config;
    amx_defaults(&config);
    config.pool = amx_pool_new(200);
    struct amx *a = machine(&OVERLAYS, &config), *b = machine(&OVERLAYS, &config);
    int32_t value;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(amx_call(a, "main", NULL, 0, &value), HALT_NONE);
        assert_int_equal(amx_call(b, "main", NULL, 0, &value), HALT_NONE);
    }
    amx_free(a);
    assert_int_equal(amx_call(b, "main", NULL, 0, &value), HALT_NONE);
    amx_free(b);
    amx_pool_free(config.pool);
    struct amx *c = simple("halt 0\n go: proc\n sysreq.n 0 0\n retn\n", "count");
    struct amx *d = simple("halt 0\n go: proc\n sysreq.n 0 0\n retn\n", "count");
    for (int i = 1; i < 4; i++) {
        amx_call(c, "go", NULL, 0, &value);
        assert_int_equal(value, i);
    }
    amx_call(d, "go", NULL, 0, &value);
    assert_int_equal(value, 1);
    amx_free(c);
    amx_free(d);
}

static enum halt on_step(struct amx *amx, void *user) {
    unsigned *left = user;
    return (*left)-- ? HALT_NONE : HALT_DEBUGGER;
}

static void hooks_see_every_statement(void **state) {
    struct script script = {.code =
                                "halt 0\n go: proc\n break\n const.pri 1\n break\n add.c 1\n break\n retn\n",
                            .publics = {{"go", "go"}}};
    for (int every = 0; every < 2; every++) {
        unsigned left = 100;
        struct amx_config config;
        amx_defaults(&config);
        config.hook = on_step, config.hook_user = &left, config.hook_every = every;
        struct amx *amx = machine(&script, &config);
        int32_t value;
        assert_int_equal(amx_call(amx, "go", NULL, 0, &value), HALT_NONE);
        assert_int_equal(value, 2);
        assert_int_equal(100 - left, every ? 8 : 3);
        left = 1;
        assert_int_equal(amx_call(amx, "go", NULL, 0, &value), HALT_DEBUGGER);
        amx_free(amx);
    }
    struct amx_config config;
    amx_defaults(&config);
    config.counting = true;
    struct amx *amx = machine(&script, &config);
    amx_call(amx, "go", NULL, 0, NULL);
    amx_call(amx, "go", NULL, 0, NULL);
    assert_int_equal(amx_counts(amx)[0], 2); // halt 0
    assert_int_equal(amx_counts(amx)[2], 2); // proc
    assert_int_equal(amx_counts(amx)[5], 0); // an operand
    amx_free(amx);
}

static void memory_has_a_limit(void **state) {
    struct script script = {.code = "halt 0\n go: proc\n retn\n", .stack = 10000, .publics = {{"go", "go"}}};
    struct bytes file = assemble(&script);
    struct amx_config config;
    amx_defaults(&config);
    for (config.memory_max = 0; config.memory_max < 60000; config.memory_max += 1000) {
        struct fault fault = {0};
        struct amx *amx = amx_new(&config, file.at, file.len, &fault);
        if (config.memory_max < 40000) assert_null(amx);
        if (config.memory_max > 50000) assert_non_null(amx);
        if (amx) assert_true(amx_memory(amx) <= config.memory_max);
        if (!amx) assert_int_equal(fault.err, ERR_LIMIT);
        amx_free(amx);
    }
}

static void make_one(void *user) {
    struct bytes *file = user;
    struct amx_config config;
    amx_defaults(&config);
    config.libraries = AMX_STANDARD, config.library_count = AMX_STANDARD_COUNT;
    struct fault fault = {0};
    struct amx *amx = amx_new(&config, file->at, file->len, &fault);
    assert_int_equal(amx == NULL, fault.err != ERR_NONE);
    int32_t value = 0;
    if (amx) assert_int_equal(amx_call(amx, "main", NULL, 0, &value), HALT_NONE);
    if (amx) assert_int_equal(value, 12);
    amx_free(amx);
}

static void lost_memory_is_an_answer_and_running_takes_none(void **state) {
    struct bytes file = assemble(&OVERLAYS);
    assert_true(break_every_alloc(make_one, &file) > 10);
    struct amx_config config;
    amx_defaults(&config);
    struct amx *amx = machine(&OVERLAYS, &config);
    unsigned before = alloc_count();
    for (int i = 0; i < 10; i++) amx_call(amx, "main", NULL, 0, NULL);
    assert_int_equal(alloc_count(), before);
    amx_free(amx);
}

TESTS(cmocka_unit_test(arguments_of_all_kinds_arrive), cmocka_unit_test(natives_are_called_in_every_form),
      cmocka_unit_test(natives_that_go_wrong_end_the_call),
      cmocka_unit_test(a_sleeping_call_goes_on_where_it_was),
      cmocka_unit_test(a_native_can_put_its_caller_to_sleep), cmocka_unit_test(a_native_can_call_back),
      cmocka_unit_test(a_call_beside_a_sleeping_one_leaves_it_asleep),
      cmocka_unit_test(budgets_stop_and_count), cmocka_unit_test(nothing_runs_for_ever),
      cmocka_unit_test(overlays_come_and_go), cmocka_unit_test(machines_share_a_pool_and_nothing_else),
      cmocka_unit_test(hooks_see_every_statement), cmocka_unit_test(memory_has_a_limit),
      cmocka_unit_test(lost_memory_is_an_answer_and_running_takes_none))
