// The frame with a table of its own, so that every kind of row is there.
#include "cli/run.h"

#include "cli/commands.h"

struct dance {
    uint64_t seed;
    bool slow;
};
static const struct option DANCE[] = {
    {"seed", 's', OPTION_U64, offsetof(struct dance, seed), "N", "seed of all random choices (default 7)", 0,
     9},
    {"slow", 'h', OPTION_FLAG, offsetof(struct dance, slow), NULL,
     "half as fast"}, // takes the letter of help
};

static int dance(struct call *call) {
    const struct dance *wish = call->options;
    printf("dance %llu %d", (unsigned long long)wish->seed, wish->slow);
    for (size_t i = 0; i < call->words.count; i++) printf(" %s", call->words.at[i]);
    puts("");
    if (call->words.count && !strcmp(call->words.at[0], "badly"))
        return call_wrong(call, "cannot dance %s", "badly");
    struct fault fault = {0};
    if (call->words.count && !strcmp(call->words.at[0], "here")) {
        fault_at(&fault, ERR_SYNTAX, "floor.json", 2, 3, "too slippery");
        return call_failed(call, &fault);
    }
    if (call->words.count && !strcmp(call->words.at[0], "now")) {
        fault_set(&fault, ERR_BUSY, "no time");
        return call_failed(call, &fault);
    }
    return EXIT_FINE;
}

static int compile(struct call *call) {
    for (int i = 0; i < call->argc; i++) printf("<%s>", call->argv[i]);
    puts("");
    return EXIT_FINE;
}

static const struct command cmd_dance = {.name = "dance",
                                         .summary = "dances",
                                         .words = "HOW [WHERE]",
                                         .words_least = 1,
                                         .words_most = 2,
                                         .options = DANCE,
                                         .option_count = 2,
                                         .options_size = sizeof(struct dance),
                                         .defaults = &(const struct dance){.seed = 7},
                                         .examples = "critter dance well\n",
                                         .run = dance};
static const struct command cmd_idle = {.name = "idle", .summary = "does nothing", .run = compile};
static const struct command cmd_pawn = {
    .name = "pawn", .summary = "is both command and group", .any_words = true, .run = compile};
static const struct command cmd_compile = {
    .name = "compile", .group = "pawn", .summary = "compiles", .raw = true, .run = compile};
static const struct command cmd_debug = {
    .name = "debug", .group = "script", .summary = "debugs", .run = compile};
const struct command *const COMMANDS[] = {&cmd_dance, &cmd_idle, &cmd_pawn, &cmd_compile, &cmd_debug};
const size_t COMMAND_COUNT = sizeof COMMANDS / sizeof *COMMANDS;
const struct command_group GROUPS[] = {{"pawn", "scripts"}, {"empty", "nothing in it"}};
const size_t GROUP_COUNT = 2;

static struct ran *ran;
#define RUN(...) (ran = run_child(cli_main, (const char *const[]){"critter", __VA_ARGS__, NULL}))

static void said(int code, const char *out, const char *err) {
    if (out) assert_string_equal(ran->out, out);
    if (err) assert_string_equal(ran->err, err);
    assert_int_equal(ran->code, code);
}

// The first file a command opens must not become its stdout.
static int without_any(int argc, char *const *argv) {
    for (int fd = 0; fd < 3; fd++) close(fd);
    int code = cli_main(argc, argv), next = open("/dev/null", O_RDWR);
    if (next < 3) return 100 + next;
    if (write(1, "x", 1) >= 0 || write(2, "x", 1) >= 0 || read(0, &next, 1) >= 0) return 110;
    return code;
}

static void closed_streams_stay_closed(void **state) {
    ran = run_child(without_any, (const char *const[]){"critter", "idle", NULL});
    assert_int_equal(ran->code, 1); // it had something to say, and nobody could read it
}

static void options_begin_with_defaults(void **state) {
    RUN("dance", "well");
    said(0, "dance 7 0 well\n", "");
    RUN("dance", "-s", "3", "well", "-h", "here", "--log=error");
    said(0, "dance 3 1 well here\n", "");
    RUN("--log", "debug", "dance", "--", "--slow");
    said(0, "dance 7 0 --slow\n", "");
}

static void wrong_use_is_two(void **state) {
#define TRY_DANCE "Try 'critter dance --help'.\n"
    RUN("dance");
    said(2, "", "critter dance: expected HOW [WHERE]\n" TRY_DANCE);
    RUN("dance", "a", "b", "c");
    said(2, "", "critter dance: one word too many: \"c\", expected HOW [WHERE]\n" TRY_DANCE);
    RUN("idle", "a");
    said(2, "", "critter idle: one word too many: \"a\"\nTry 'critter idle --help'.\n");
    RUN("dance", "well", "--seed=10");
    said(2, "", "critter dance: --seed: expected a whole number from 0 to 9, found 10\n" TRY_DANCE);
    RUN("dance", "well", "--sede=1");
    said(2, "", "critter dance: unknown option --sede=1, did you mean --seed?\n" TRY_DANCE);
    RUN("dance", "badly");
    said(2, "dance 7 0 badly\n", "critter dance: cannot dance badly\n" TRY_DANCE);
    RUN("dance", "well", "--log", "loud");
    said(2, "", NULL);
    assert_non_null(strstr(ran->err, "critter dance: --log: "));
    assert_non_null(strstr(ran->err, "loud"));
    RUN("dnace");
    said(2, "", "critter: unknown command \"dnace\", did you mean \"dance\"?\nTry 'critter --help'.\n");
    RUN("scirpt", "debug");
    said(2, "", "critter: unknown command \"scirpt\", did you mean \"script\"?\nTry 'critter --help'.\n");
    RUN("script", "debgu");
    said(
        2, "",
        "critter script: unknown command \"debgu\", did you mean \"debug\"?\nTry 'critter script --help'.\n");
    RUN("script", "xyzzy");
    said(2, "", "critter script: unknown command \"xyzzy\"\nTry 'critter script --help'.\n");
    RUN("empty");
    said(2, "", "critter: unknown command \"empty\"\nTry 'critter --help'.\n");
    RUN("");
    said(2, "", "critter: unknown command \"\"\nTry 'critter --help'.\n");
    RUN("script");
    said(2, "", NULL);
    assert_non_null(strstr(ran->err, "Usage: critter script COMMAND"));
    RUN("script", "--slow");
    said(2, "", NULL);
}

static void failing_is_one(void **state) {
    RUN("dance", "here");
    said(1, "dance 7 0 here\n", "floor.json:2:3: too slippery\n"); // as editors read it
    RUN("dance", "now");
    said(1, "dance 7 0 now\n", "critter dance: no time\n");
}

static void raw_commands_get_all_as_it_is(void **state) {
    RUN("pawn", "compile", "-d2", "-O1", "--sede", "-h", "--help", "--", "x.p");
    said(0, "<compile><-d2><-O1><--sede><-h><--help><--><x.p>\n", "");
    RUN("--log=error", "pawn", "compile");
    said(0, "<compile>\n", "");
    RUN("pawn", "compile", "--help");
    assert_non_null(strstr(ran->out, "critter pawn compile: compiles\n\nUsage: critter pawn compile\n"));
    assert_null(strstr(ran->out, "--log"));
    said(0, NULL, "");
}

static void a_name_may_be_command_and_group(void **state) {
    RUN("pawn");
    said(0, "<pawn>\n", "");
    RUN("pawn", "comple");
    said(0, "<pawn><comple>\n", "");
}

static void help_is_everywhere(void **state) {
    static const char *const WAYS[][4] = {{"dance", "--help"},
                                          {"dance", "--sede", "--help", "x"},
                                          {"help", "dance"},
                                          {"--log=off", "help", "dance"}};
    for (size_t i = 0; i < 4; i++) {
        RUN(WAYS[i][0], WAYS[i][1], WAYS[i][2], WAYS[i][3]);
        if (i >= 2) continue; // the table here has no help: only that it is refused kindly
        said(0, NULL, "");
        assert_non_null(
            strstr(ran->out, "critter dance: dances\n\nUsage: critter dance [OPTION...] HOW [WHERE]\n"));
        assert_non_null(
            strstr(ran->out, "  -s, --seed N            seed of all random choices (default 7)\n"));
        assert_non_null(strstr(ran->out, "Examples:\n  critter dance well\n"));
    }
    RUN("idle", "-h");
    said(0, NULL, "");
    assert_non_null(strstr(ran->out, "Usage: critter idle\n"));
    RUN("dance", "--", "--help");
    said(0, "dance 7 0 --help\n", "");
    RUN("idle", "--version");
    said(0, NULL, "");
    assert_non_null(strstr(ran->out, "critter "));
}

TESTS(cmocka_unit_test(closed_streams_stay_closed), cmocka_unit_test(options_begin_with_defaults),
      cmocka_unit_test(wrong_use_is_two), cmocka_unit_test(failing_is_one),
      cmocka_unit_test(raw_commands_get_all_as_it_is), cmocka_unit_test(a_name_may_be_command_and_group),
      cmocka_unit_test(help_is_everywhere))
