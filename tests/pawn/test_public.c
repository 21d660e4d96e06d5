// The script machine through the header that is installed, and nothing else of the project but the assembler
// of these tests.
#include "pawn/assemble.h"
#include "support/support.h"

#include "critter/pawn.h"

static int32_t n_add(struct critter_pawn *script, const int32_t *params, void *user) {
    *(int *)user += 1;
    return params[1] + params[2];
}
static int32_t n_text(struct critter_pawn *script, const int32_t *params, void *user) {
    char text[16];
    assert_int_equal(critter_pawn_get_text(script, params[1], text, sizeof text), 2);
    assert_string_equal(text, "Hi");
    assert_int_equal(critter_pawn_put_text(script, params[1], 3, "you"), CRITTER_OK);
    assert_null(critter_pawn_cells(script, 1 << 20, 1));
    return 0;
}
static int32_t n_wait(struct critter_pawn *script, const int32_t *params, void *user) {
    critter_pawn_raise(script, CRITTER_PAWN_SLEEP);
    return 1;
}

static struct critter_pawn *load(const char *code, int *calls) {
    static const int32_t data[] = {'H', 'i', 0};
    struct script script = {
        .code = code, .main = "main", .natives = {"add", "text", "wait"}, .data = data, .data_count = 3};
    const struct critter_pawn_native natives[] = {
        {"add", n_add, 2, calls}, {"text", n_text, 1, NULL}, {"wait", n_wait, 0, NULL}};
    struct critter_pawn_config config = CRITTER_PAWN_CONFIG;
    config.natives = natives, config.native_count = 3;
    struct bytes file = assemble(&script);
    char why[200];
    struct critter_pawn *pawn = critter_pawn_new(&config, file.at, file.len, why, sizeof why);
    if (!pawn) fail_msg("%s", why);
    return pawn;
}

static void a_stranger_can_run_scripts(void **state) {
    int calls = 0;
    struct critter_pawn *pawn =
        load("halt 0\n main: proc\n push.s 16\n push.s 12\n sysreq.n 0 8\n retn\n", &calls);
    int32_t value;
    assert_int_equal(critter_pawn_call(pawn, "main", (int32_t[]){30, 12}, 2, &value), CRITTER_PAWN_DONE);
    assert_int_equal(value, 42);
    assert_int_equal(calls, 1);
    assert_true(critter_pawn_has(pawn, "main"));
    assert_false(critter_pawn_has(pawn, "other"));
    assert_int_equal(critter_pawn_call(pawn, "other", NULL, 0, &value), CRITTER_PAWN_NOT_FOUND);
    critter_pawn_free(pawn);
}

static void texts_sleep_and_errors_pass_the_border(void **state) {
    struct critter_pawn *pawn = load(
        "halt 0\n main: proc\n sysreq.n 2 0\n push.pri\n stack 4\n push.c 0\n sysreq.n 1 4\n retn\n", NULL);
    int32_t value;
    assert_int_equal(critter_pawn_call(pawn, "main", NULL, 0, &value), CRITTER_PAWN_SLEEP);
    critter_pawn_answer(pawn, 9);
    int end = critter_pawn_resume(pawn, &value);
    assert_int_equal(end, 5); // the cells that were asked for in vain
    char where[200];
    assert_non_null(strstr(critter_pawn_where(pawn, end, where, sizeof where), "native text"));
    assert_string_equal(critter_pawn_text(11), "division by zero");
    critter_pawn_free(pawn);
    char why[100];
    assert_null(critter_pawn_new(NULL, "nonsense", 8, why, sizeof why));
    assert_non_null(strstr(why, "not a compiled script"));
}

static void an_older_program_has_a_shorter_config(void **state) {
    struct script script = {.code = "halt 0\n main: proc\n again: jump @again\n", .main = "main"};
    struct critter_pawn_config config = CRITTER_PAWN_CONFIG;
    config.size = offsetof(struct critter_pawn_config, seed), config.instructions = 1000;
    config.native_count = 77; // behind what this program knows
    struct bytes file = assemble(&script);
    struct critter_pawn *pawn = critter_pawn_new(&config, file.at, file.len, NULL, 0);
    assert_non_null(pawn);
    assert_int_equal(critter_pawn_call(pawn, "main", NULL, 0, NULL), CRITTER_PAWN_BUDGET);
    critter_pawn_abort(pawn);
    critter_pawn_free(pawn);
}

TESTS(cmocka_unit_test(a_stranger_can_run_scripts), cmocka_unit_test(texts_sleep_and_errors_pass_the_border),
      cmocka_unit_test(an_older_program_has_a_shorter_config))
