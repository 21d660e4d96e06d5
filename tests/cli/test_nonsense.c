// Every row of COMMANDS, given nonsense of every kind: each time a line a person understands on stderr, exit
// code 1 or 2, nothing that ends by a signal or never. A new command is tried by being in the table.
#include "cli/run.h"

#include "base/buf.h"
#include "base/maths/chance.h"
#include "base/system/file.h"
#include "base/text.h"
#include "cli/commands.h"

enum { SECONDS = 10, ARGUMENTS_MAX = 12, HUGE_GB = 3 };

static const char *folder; // what is tried lies in here, and whatever is written falls into it
static const char *const FILES[] = {"none.file", "folder", "garbage", "empty", "huge"};

// The program itself, but for its loading, which would take most of the time of a thousand runs. It ends as
// main() does, so that what is looked for at the end of a program (leaks) is looked for.
static int bounded(int argc, char *const *argv) {
    if (chdir(folder)) return 126;
    alarm(SECONDS);
    exit(cli_main(argc, argv));
}

struct line {
    const char *argv[ARGUMENTS_MAX + 1];
    int argc;
};

static void add(struct line *line, const char *word) {
    assert_true(line->argc < ARGUMENTS_MAX);
    line->argv[line->argc++] = word;
}

static struct line begin(const struct command *c) {
    struct line line = {0};
    add(&line, getenv("CRITTER"));
    if (c->group) add(&line, c->group);
    add(&line, c->name);
    return line;
}

static const char *spelt(const struct line *line) {
    static char text[600];
    size_t len = 0;
    for (int i = 1; i < line->argc && len < sizeof text; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, " %s", line->argv[i]);
    return text;
}

// A few short lines of printable text, the first of which says it all.
static bool for_people(const char *said) {
    size_t len = strlen(said), first = strcspn(said, "\n");
    if (len < 10 || said[len - 1] != '\n' || first < 10 || first > 500) return false;
    for (size_t i = 0; i < len; i++)
        if ((unsigned char)said[i] < ' ' && said[i] != '\n') return false;
    return utf8_valid(text_of(said));
}

static unsigned wrong;

#define COMPLAIN(...) (print_error(__VA_ARGS__), wrong++)

// code 0: 1 or 2, as it likes. named: what the complaint has to name, or NULL.
static void refused(const struct line *line, int code, const char *named) {
    const struct ran *ran = run_child(bounded, line->argv);
    bool refusal = ran->code == EXIT_FAILED || ran->code == EXIT_WRONG_USE;
    if (ran->code == 256 + SIGALRM)
        COMPLAIN("critter%s: still busy after %d s\n", spelt(line), SECONDS);
    else if (code ? ran->code != code : !refusal)
        COMPLAIN("critter%s: exit code %d, said: %s\n", spelt(line), ran->code, ran->err);
    else if (!for_people(ran->err))
        COMPLAIN("critter%s: nobody understands: %s\n", spelt(line), ran->err);
    else if (named && !strstr(ran->err, named))
        COMPLAIN("critter%s: does not name %s: %s\n", spelt(line), named, ran->err);
}

static int one_test(void **state) {
    wrong = 0;
    return 0;
}

static int make_files(void **state) {
    folder = temp_folder();
    struct buf bytes = {0};
    struct chance chance = chance_of(1, chance_stream("garbage"), 0);
    for (int i = 0; i < 4096; i++) {
        uint64_t v = chance_u64(&chance);
        buf_bytes(&bytes, &v, sizeof v);
    }
    assert_int_equal(bytes.err, ERR_NONE);
    assert_int_equal(file_write(temp_path(folder, "garbage"), bytes.at, bytes.len, NULL), ERR_NONE);
    assert_int_equal(file_write(temp_path(folder, "empty"), "", 0, NULL), ERR_NONE);
    assert_int_equal(folder_make(temp_path(folder, "folder"), NULL), ERR_NONE);
    assert_int_equal(file_write(temp_path(folder, "huge"), "{", 1, NULL), ERR_NONE);
    assert_int_equal(truncate(temp_path(folder, "huge"), (off_t)HUGE_GB << 30), 0); // a hole: takes no room
    buf_free(&bytes);
    return 0;
}

static void unknown_options(void **state) {
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (COMMANDS[i]->raw) continue; // spells its options its own way
        static const char *const OPTIONS[] = {"--no-such-option", "--no-such-option=1", "-\x7f", "--log=loud",
                                              "---"};
        for (size_t k = 0; k < sizeof OPTIONS / sizeof *OPTIONS; k++) {
            struct line line = begin(COMMANDS[i]);
            add(&line, OPTIONS[k]);
            refused(&line, EXIT_WRONG_USE, NULL);
        }
    }
    assert_int_equal(wrong, 0);
}

static void wrong_values_of_options(void **state) {
    char text[100], name[64];
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        for (size_t k = 0; !COMMANDS[i]->raw && k < COMMANDS[i]->option_count; k++) {
            const struct option *o = &COMMANDS[i]->options[k];
            bool number = o->type == OPTION_I32 || o->type == OPTION_U64 || o->type == OPTION_F64;
            snprintf(name, sizeof name, "--%s", o->name);
            struct line line = begin(COMMANDS[i]), end = line;
            if (number || o->type == OPTION_FLAG) {
                snprintf(text, sizeof text, "%s=12monkeys", name);
                add(&line, text);
                refused(&line, EXIT_WRONG_USE, name);
            }
            if (o->type != OPTION_FLAG) {
                add(&end, name); // and nothing behind it
                refused(&end, EXIT_WRONG_USE, name);
            }
        }
    assert_int_equal(wrong, 0);
}

static void too_few_and_too_many_words(void **state) {
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        const struct command *c = COMMANDS[i];
        struct line line = begin(c);
        if (c->words_least) refused(&line, EXIT_WRONG_USE, NULL);
        unsigned most = c->words_most > c->words_least ? c->words_most : c->words_least;
        if (c->raw || c->any_words || most + 4 > ARGUMENTS_MAX) continue;
        for (unsigned k = 0; k <= most; k++) add(&line, "none.file");
        refused(&line, EXIT_WRONG_USE, NULL);
    }
    assert_int_equal(wrong, 0);
}

// Whether the first word is the name of a file that must be there.
static bool reads(const struct command *c) {
    static const char *const FIRST[] = {"FILE", "IN ", "SCENARIO", "[SCENE", "[vector"};
    for (size_t i = 0; c->words && i < sizeof FIRST / sizeof *FIRST; i++)
        if (text_starts(text_of(c->words), FIRST[i])) return true;
    return false;
}

static void files_that_are_none(void **state) {
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        for (size_t k = 0; k < sizeof FILES / sizeof *FILES; k++) {
            const struct command *c = COMMANDS[i];
            bool makes = !strcmp(c->name, "new"); // its word is not there yet, and may be an empty folder
            if (!c->words || c->serves || makes) continue;
            struct line line = begin(c);
            add(&line, FILES[k]);
            for (unsigned w = 1; w < c->words_least; w++) add(&line, "out");
            refused(&line, 0, reads(c) ? FILES[k] : NULL);
        }
    assert_int_equal(wrong, 0);
}

static void robots_are_not_looked_for_in_vain(void **state) {
    static const char *const COMMAND[] = {"play-wav", "show-image", "replay", "update"};
    for (size_t i = 0; i < sizeof COMMAND / sizeof *COMMAND; i++)
        for (size_t k = 0; k < 2; k++) { // none, and a folder
            struct line line = {{getenv("CRITTER"), "cozmo", COMMAND[i], "--at", "127.0.0.1:1", FILES[k]}, 6};
            refused(&line, EXIT_FAILED, FILES[k]);
        }
    assert_int_equal(wrong, 0);
}

static void words_that_print(void **state) {
    static const char *const WORDS[] = {"%n%s%n%s", "\xff\xfe", "a\nb\x1b[31m", ""};
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        for (size_t k = 0; k < sizeof WORDS / sizeof *WORDS; k++) {
            const struct command *c = COMMANDS[i];
            if (!c->words || c->serves) continue;
            struct line line = begin(c);
            add(&line, WORDS[k]);
            for (unsigned w = 1; w < c->words_least; w++) add(&line, "out");
            refused(&line, 0, NULL);
        }
    assert_int_equal(wrong, 0);
}

// Not TESTS: the files are made once.
int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(unknown_options, one_test),
        cmocka_unit_test_setup(wrong_values_of_options, one_test),
        cmocka_unit_test_setup(too_few_and_too_many_words, one_test),
        cmocka_unit_test_setup(files_that_are_none, one_test),
        cmocka_unit_test_setup(robots_are_not_looked_for_in_vain, one_test),
        cmocka_unit_test_setup(words_that_print, one_test),
    };
    return support_run(argc, argv, tests, make_files, NULL);
}
