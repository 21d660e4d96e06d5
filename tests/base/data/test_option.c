#include "support/support.h"

#include "base/data/option.h"

struct sim {
    bool quiet, loud;
    const char *record;
    struct option_list set;
    int32_t level, any;
    uint64_t seed;
    double speed;
};

static const struct option OPTIONS[] = {
    {"quiet", 'q', OPTION_FLAG, offsetof(struct sim, quiet), NULL, "say nothing"},
    {"loud", 'l', OPTION_FLAG, offsetof(struct sim, loud), NULL, "say all"},
    {"record", 'r', OPTION_TEXT, offsetof(struct sim, record), "FILE",
     "write a recording that holds all that came in"},
    {"set", 0, OPTION_LIST, offsetof(struct sim, set), "NAME=VALUE", "change a knob"},
    {"level", 'n', OPTION_I32, offsetof(struct sim, level), "N", "how deep", -5, 5},
    {"any", 'a', OPTION_I32, offsetof(struct sim, any), "N", "any number"},
    {"seed", 's', OPTION_U64, offsetof(struct sim, seed), "N", "where all chance comes from", 0, 1e19},
    {"speed", 0, OPTION_F64, offsetof(struct sim, speed), "FACTOR", "of time", 0.5, 300},
};
enum { COUNT = sizeof OPTIONS / sizeof *OPTIONS };

static struct sim sim;
static struct words rest;
static struct fault fault;

// main's argv is not const, and the words here are.
static char *const *as_argv(const char *const *words) { return (char *const *)(uintptr_t)words; }

static enum err take(const char *const *argv) {
    int argc = 0;
    while (argv[argc]) argc++;
    sim = (struct sim){0};
    fault = (struct fault){0};
    return options_parse(OPTIONS, COUNT, argc, as_argv(argv), &sim, &rest, &fault);
}
#define TAKE(...) take((const char *const[]){"x", __VA_ARGS__, NULL})

static void all_ways_to_write_one(void **state) {
    assert_int_equal(TAKE("a", "--seed", "5", "-r", "f", "b", "--speed=1.5", "-n-3", "-ql", "--set=a=b",
                          "--set", "c", "-", "-7", "-.5", "--", "-q", "--seed"),
                     ERR_NONE);
    assert_int_equal(sim.seed, 5);
    assert_string_equal(sim.record, "f");
    assert_true(sim.speed == 1.5 && sim.quiet && sim.loud);
    assert_int_equal(sim.level, -3);
    assert_int_equal(sim.set.count, 2);
    assert_string_equal(sim.set.at[0], "a=b");
    assert_string_equal(sim.set.at[1], "c");
    const char *words[] = {"a", "b", "-", "-7", "-.5", "-q", "--seed"};
    assert_int_equal(rest.count, 7);
    for (size_t i = 0; i < 7; i++) assert_string_equal(rest.at[i], words[i]);
    assert_int_equal(TAKE("-s", "1", "-s2", "--record=", "-qn5", "--any", "-2147483648"), ERR_NONE);
    assert_int_equal(sim.seed, 2);
    assert_string_equal(sim.record, "");
    assert_int_equal(sim.level, 5);
    assert_int_equal(sim.any, INT32_MIN);
    assert_int_equal(TAKE("--record", "--seed"), ERR_NONE); // its value, whatever it looks like
    assert_string_equal(sim.record, "--seed");
    assert_int_equal(take((const char *const[]){NULL}), ERR_NONE);
    assert_int_equal(rest.count, 0);
}

static void says(enum err err, enum err wanted, const char *said) {
    assert_string_equal(fault.said, said);
    assert_int_equal(err, wanted);
    assert_int_equal(fault.err, wanted);
}

static void what_is_wrong_is_named(void **state) {
    says(TAKE("--sede", "1"), ERR_UNKNOWN, "unknown option --sede, did you mean --seed?");
    says(TAKE("--banana=1"), ERR_UNKNOWN, "unknown option --banana=1");
    says(TAKE("-x"), ERR_UNKNOWN, "unknown option -x");
    says(TAKE("-qx"), ERR_UNKNOWN, "unknown option -x");
    says(TAKE("-seed"), ERR_SYNTAX, "-s: expected a whole number, found \"eed\"");
    says(TAKE("-recrod"), ERR_NONE, "");
    says(TAKE("--seed"), ERR_MISSING, "--seed needs a value: --seed N");
    says(TAKE("-q", "-r"), ERR_MISSING, "-r needs a value: -r FILE");
    says(TAKE("--quiet=1"), ERR_SYNTAX, "--quiet takes no value");
    says(TAKE("--seed=-1"), ERR_RANGE,
         "--seed: expected a whole number from 0 to 10000000000000000000, found -1");
    says(TAKE("--seed=x"), ERR_SYNTAX, "--seed: expected a whole number, found \"x\"");
    says(TAKE("--seed="), ERR_SYNTAX, "--seed: expected a whole number, found \"\"");
    says(TAKE("--level", "6"), ERR_RANGE, "--level: expected a whole number from -5 to 5, found 6");
    says(TAKE("--any", "2147483648"), ERR_RANGE, "--any: 2147483648 is too large or too small");
    says(TAKE("--speed", "1e400"), ERR_RANGE, "--speed: expected a number from 0.5 to 300, found 1e400");
    says(TAKE("--speed", "0.4"), ERR_RANGE, "--speed: expected a number from 0.5 to 300, found 0.4");
    says(TAKE("--speed", "1,5"), ERR_SYNTAX, "--speed: expected a number, found \"1,5\"");
    says(TAKE("--=x"), ERR_UNKNOWN, "unknown option --=x");
    says(TAKE("--seed", "1", "-1"), ERR_NONE, "");
    char longest[500];
    memset(longest, '-', sizeof longest - 1);
    longest[sizeof longest - 1] = 0;
    assert_int_equal(TAKE(longest), ERR_UNKNOWN);
    assert_int_equal(TAKE("--seed", longest), ERR_SYNTAX);
}

static void too_much_is_refused(void **state) {
    const char *many[4200];
    many[0] = "x";
    for (size_t i = 1; i < 4199; i++) many[i] = "word";
    many[4199] = NULL;
    says(take(many), ERR_LIMIT, "more than 4096 words");
    for (size_t i = 1; i < 4199; i++) many[i] = "--set=a";
    says(take(many), ERR_LIMIT, "--set: given more than 64 times");
}

static void earlier_tables_win(void **state) {
    static const struct option MORE[] = {{"help", 'h', OPTION_FLAG, 0, NULL, ""},
                                         {"seed", 0, OPTION_FLAG, 0, NULL, ""}};
    bool help = false;
    sim = (struct sim){0};
    fault = (struct fault){0};
    struct options tables[] = {{OPTIONS, COUNT, &sim}, {MORE, 2, &help}};
    const char *argv[] = {"x", "--seed", "3", "-qh"};
    assert_int_equal(options_parse_all(tables, 2, 4, as_argv(argv), &rest, &fault), ERR_NONE);
    assert_true(help && sim.quiet && sim.seed == 3);
    says(options_parse_all(tables, 2, 2, as_argv((const char *const[]){"x", "--hlep"}), &rest, &fault),
         ERR_UNKNOWN, "unknown option --hlep, did you mean --help?");
}

static void help_is_laid_out(void **state) {
    char *text = NULL;
    size_t len = 0;
    FILE *to = open_memstream(&text, &len);
    static const struct option SOME[] = {
        {"quiet", 'q', OPTION_FLAG, 0, NULL, "say nothing"},
        {"set", 0, OPTION_LIST, 0, "NAME=VALUE",
         "one two three four five six seven eight nine ten eleven twelve"},
        {"a-very-long-name", 'v', OPTION_TEXT, 0, "FILE", "x"},
    };
    options_help(SOME, 3, to);
    fclose(to);
    assert_string_equal(text, "  -q, --quiet             say nothing\n"
                              "      --set NAME=VALUE    one two three four five six seven eight nine ten\n"
                              "                          eleven twelve\n"
                              "  -v, --a-very-long-name FILE\n"
                              "                          x\n");
    free(text);
}

TESTS(cmocka_unit_test(all_ways_to_write_one), cmocka_unit_test(what_is_wrong_is_named),
      cmocka_unit_test(too_much_is_refused), cmocka_unit_test(earlier_tables_win),
      cmocka_unit_test(help_is_laid_out))
