// `critter pawn compile` as a program: what it prints, where, what it leaves behind, how it ends.
#include "cli/run.h"

#include "base/file.h"

#include <stdio.h>

static char folder[] = "/tmp/test_pawn_XXXXXX";

static void write_file(const char *name, const char *text) {
    char path[256];
    struct fault fault = {0};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (file_write(path, text, strlen(text), &fault)) fail_msg("%s", fault.said);
}

static bool there(const char *name) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return file_exists(path);
}

static struct ran *compile(const char *const *words) {
    const char *argv[24] = {getenv("CRITTER"), "pawn", "compile"};
    for (int i = 0; words[i]; i++) argv[3 + i] = words[i];
    return run_child(NULL, argv);
}
#define COMPILE(...) compile((const char *const[]){__VA_ARGS__, NULL})

static const char GOOD[] = "main() return 5\n";
static const char BAD[] = "main() {\n\tnew a = missing + 1\n\treturn a\n}\n";
static const char HANDLER[] = "forward public on_sensor(time, sensor, value)\n"
                              "public on_sensor(time, sensor, value) return 1\n";

static int begin(void **state) { return !mkdtemp(folder) || chdir(folder); }
static int end(void **state) { return chdir("/") || folder_remove(folder, NULL) != ERR_NONE; }

static void our_spelling_shows_the_place(void **state) {
    write_file("bad.p", BAD);
    write_file("bad.amx", "old");
    struct ran *ran = COMPILE("bad.p");
    assert_int_equal(ran->code, 1);
    assert_string_equal(ran->out, "");
    assert_string_equal(ran->err, "bad.p:2:10: error 017: unknown symbol \"missing\"\n"
                                  "    \tnew a = missing + 1\n"
                                  "    \t        ^\n");
    assert_false(there("bad.amx")); // an old script is no answer to a new source
}

static void our_spelling_is_quiet_when_all_is_well(void **state) {
    write_file("good.p", GOOD);
    struct ran *ran = COMPILE("--optimize", "2", "--output", "made.amx", "good.p");
    assert_string_equal(ran->err, "");
    assert_string_equal(ran->out, "");
    assert_int_equal(ran->code, 0);
    assert_true(there("made.amx"));
    assert_int_equal(COMPILE("--optimize", "7", "good.p")->code, 2);
    assert_int_equal(COMPILE("--define", "5x", "good.p")->code, 2);
    assert_int_equal(COMPILE("missing.p")->code, 1);
}

static void theirs_has_the_toolkits_form(void **state) {
    write_file("on.p", HANDLER);
    struct ran *ran = COMPILE("-V2048", "-O2", "-S64", "-v2", "-C-", "-p", "on.p");
    assert_int_equal(ran->code, 0);
    assert_string_equal(ran->err, "");
    const char *report = strstr(ran->out, "\n\n");
    assert_non_null(report);
    assert_int_equal(strstr(ran->out, "Copyright") - ran->out, 40);
    assert_string_equal(report + 2,
                        "Header size:             96 bytes\n"
                        "Code size:               20 bytes\n"
                        "Max. overlay size:     2048 bytes; largest overlay=0 bytes\n"
                        "Data size:                0 bytes\n"
                        "Stack/heap size:        256 bytes; estimated max. use=6 cells (24 bytes)\n"
                        "Total requirements:    2400 bytes\n");
    assert_true(there("on.amx"));
}

static void theirs_counts_errors_and_warnings(void **state) {
    write_file("bad.p", BAD);
    struct ran *ran = COMPILE("-v0", "-p", "bad.p");
    assert_int_equal(ran->code, 1);
    assert_string_equal(ran->err, "bad.p(2) : error 017: unknown symbol \"missing\"\n");
    assert_string_equal(ran->out, "\n1 Error.\n");
    write_file("warn.p", "new unused\nmain() {\n    new b = 5\n}\n");
    ran = COMPILE("-v0", "-p", "warn.p");
    assert_int_equal(ran->code, 0);
    assert_string_equal(ran->err, "warn.p(4) : warning 204: \"b\" is given a value that is never used\n"
                                  "warn.p(2) : warning 203: \"unused\" is never used\n");
    assert_string_equal(ran->out, "\n2 Warnings.\n");
    ran = COMPILE("-v0", "-p", "-w203-", "-w204", "warn.p");
    assert_string_equal(ran->err, "");
    write_file("fatal.p", "#include \"no such file\"\n");
    ran = COMPILE("-v0", "-p", "fatal.p");
    assert_int_equal(ran->code, 1);
    assert_string_equal(
        ran->err, "fatal.p(1) : fatal error 100: cannot read file \"no such file\"\n\nCompilation aborted.");
}

static void wrong_options_show_the_list(void **state) {
    assert_int_equal(COMPILE("-Z", "good.p")->code, 3);
    assert_int_equal(COMPILE("-S20", "good.p")->code, 3);
    assert_int_equal(COMPILE("-O9", "good.p")->code, 3);
    assert_int_equal(COMPILE("-v2")->code, 3);
    assert_non_null(strstr(COMPILE("-?")->out, "-V[n/+/-]"));
}

static void options_come_from_files_and_constants_from_words(void **state) {
    write_file("k.p", "main() return K + L\n");
    write_file("words", "-v0 K=5\n-p\tL=\n");
    struct ran *ran = COMPILE("@words", "k");
    assert_string_equal(ran->err, "");
    assert_int_equal(ran->code, 0);
    assert_true(there("k.amx"));
    assert_int_equal(COMPILE("@nothing", "k.p")->code, 1);
}

static void errors_can_go_to_a_file(void **state) {
    char text[256];
    write_file("bad.p", BAD);
    struct ran *ran = COMPILE("-p", "-eerrors.txt", "bad.p");
    assert_int_equal(ran->code, 1);
    assert_string_equal(ran->out, "");
    assert_string_equal(ran->err, "");
    FILE *file = fopen("errors.txt", "r");
    assert_non_null(file);
    assert_non_null(fgets(text, sizeof text, file));
    fclose(file);
    assert_string_equal(text, "bad.p(2) : error 017: unknown symbol \"missing\"\n");
}

static void several_sources_are_one_script(void **state) {
    write_file("one.p", "main() return two()\n");
    write_file("two.p", "two() return another\n");
    struct ran *ran = COMPILE("-v0", "-p", "one.p", "two.p");
    assert_int_equal(ran->code, 1);
    assert_string_equal(ran->err, "two.p(1) : error 017: unknown symbol \"another\"\n");
}

static void listings_and_reports_are_written(void **state) {
    write_file("good.p", "/// adds one\nplus(n) return n + 1\nmain() return plus(5)\n");
    assert_int_equal(COMPILE("-v0", "-p", "-a", "good.p")->code, 0);
    assert_int_equal(COMPILE("-v0", "-p", "-l", "good.p")->code, 0);
    assert_int_equal(COMPILE("-v0", "-p", "-r", "good.p")->code, 0);
    struct buf text = {0};
    assert_int_equal(file_read("good.asm", 1 << 16, &text, NULL), ERR_NONE);
    assert_non_null(strstr((char *)text.at, "\tcall plus\n"));
    buf_clear(&text);
    assert_int_equal(file_read("good.lst", 1 << 16, &text, NULL), ERR_NONE);
    assert_non_null(strstr((char *)text.at, "main() return plus(5)"));
    buf_clear(&text);
    assert_int_equal(file_read("good.xml", 1 << 16, &text, NULL), ERR_NONE);
    assert_non_null(strstr((char *)text.at, "<member name=\"M:plus\" syntax=\"plus(n)\">"));
    assert_non_null(strstr((char *)text.at, "adds one"));
    assert_non_null(strstr((char *)text.at, "<referrer name=\"main\"/>"));
    buf_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(our_spelling_shows_the_place),
        cmocka_unit_test(our_spelling_is_quiet_when_all_is_well),
        cmocka_unit_test(theirs_has_the_toolkits_form),
        cmocka_unit_test(theirs_counts_errors_and_warnings),
        cmocka_unit_test(wrong_options_show_the_list),
        cmocka_unit_test(options_come_from_files_and_constants_from_words),
        cmocka_unit_test(errors_can_go_to_a_file),
        cmocka_unit_test(several_sources_are_one_script),
        cmocka_unit_test(listings_and_reports_are_written),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
