// The examples for Pleo, as their page says: built by the kit, played in their own scenario, and what their
// scripts print.
#include "cli/run.h"

#include "base/system/file.h"

#define CRITTER(...) run_child(NULL, (const char *const[]){getenv("CRITTER"), __VA_ARGS__, NULL})

static int go_there(void **state) {
    assert_int_equal(chdir(temp_folder()), 0);
    char from[500];
    snprintf(from, sizeof from, "%s/examples/pleo/.", getenv("SOURCE"));
    return run_child(NULL, (const char *const[]){"/bin/cp", "-r", from, ".", NULL})->code;
}

static struct ran *build_and_play(const char *name, const char *seconds, const char *card) {
    char scenario[60];
    struct ran *ran = CRITTER("pleo", "build", name, "rebuild");
    if (ran->code || strstr(ran->out, "warning")) fail_msg("%s: %s%s", name, ran->out, ran->err);
    snprintf(scenario, sizeof scenario, "%s/try.json", name);
    ran = card ? CRITTER("sim", scenario, "--seconds", seconds, "--text", "--card", card)
               : CRITTER("sim", scenario, "--seconds", seconds, "--text");
    if (ran->code || strstr(ran->out, "ERROR")) fail_msg("%s: %s%s", name, ran->out, ran->err);
    return ran;
}

// Each expectation is looked for after the one before it.
static void prints(const char *name, const struct ran *ran, const char *const *expected) {
    const char *at = ran->out;
    for (; *expected; expected++) {
        const char *found = strstr(at, *expected);
        if (!found) fail_msg("%s: \"%s\" is not in:\n%s", name, *expected, at);
        at = found + strlen(*expected);
    }
}

static void every_example_does_what_its_page_says(void **state) {
    static const struct {
        const char *name, *seconds, *prints[9], *never;
    } TABLE[] = {
        {"feel", "6", {"head: 1\n", "head: 0\n", "back: 1\n", "touch_tap: 10\n", "hit: 6\n"}, "chin"},
        {"nod", "7", {"nodded at 100 percent, 15", "nodded at 200 percent, 7"}, NULL},
        {"remote",
         "8",
         {"key 2: ", " 20 and 0\n", "key 4: ", " 20 and 20\n", "key 5: ", " 0 and 0\n"},
         "key 6"},
        {"needs",
         "13",
         {"is content\n", "hunger 45\n", "hunger 65\n", "eats a leaf", "is content\n"},
         "hunger 75"},
        {"moods", "9", {"mood 2 plays nod\n", "mood 3 plays droop\n"}, "plays answer"},
        {"words", "10", {"hears word 6\n", "hears word 10\n"}, "word 11"},
        {"packets", "2", {"v1 - Critter\n", "s052a\n", "s052a\n", "x\n"}, "hey"},
        {"two",
         "30",
         {" meets ", " meets ", "was stroked 1 times", "hears that ", " misses ", " misses "},
         "2 times"},
    };
    for (size_t i = 0; i < sizeof TABLE / sizeof *TABLE; i++) {
        const struct ran *ran = build_and_play(TABLE[i].name, TABLE[i].seconds, NULL);
        prints(TABLE[i].name, ran, TABLE[i].prints);
        if (TABLE[i].never && strstr(ran->out, TABLE[i].never)) fail_msg("%s: %s", TABLE[i].name, ran->out);
    }
}

static void the_diary_is_there_the_next_time(void **state) {
    prints("diary", build_and_play("diary", "5", "diary/build"),
           (const char *const[]){"stroked 0 times so far\n", NULL});
    const struct ran *ran =
        CRITTER("sim", "diary/try.json", "--seconds", "1", "--text", "--card", "diary/build");
    prints("diary", ran, (const char *const[]){"stroked 2 times so far\n", NULL});
    struct buf diary = {0};
    assert_int_equal(file_read("diary/build/diary.txt", 1000, &diary, NULL), ERR_NONE);
    buf_byte(&diary, 0);
    assert_string_equal((const char *)diary.at, "202603011600 stroked\n202603011600 stroked\n");
    buf_free(&diary);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_example_does_what_its_page_says),
        cmocka_unit_test(the_diary_is_there_the_next_time),
    };
    return support_run(argc, argv, tests, go_there, NULL);
}
