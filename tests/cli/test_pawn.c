// `critter pawn compile` as a program: what it prints, where, what it leaves behind, how it ends.
#include "cli/run.h"

#include "base/system/file.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *folder;

static void write_file(const char *name, const char *text) {
    char path[1024];
    struct fault fault = {0};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (file_write(path, text, strlen(text), &fault)) fail_msg("%s", fault.said);
}

static bool there(const char *name) {
    char path[1024];
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

static int begin(void **state) { return chdir(folder = temp_folder()); }
static int end(void **state) { return chdir("/"); }

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

static void a_line_from_anywhere_stays_a_line(void **state) {
    write_file("odd.p", "main() {\n\tprint \"\xc3\xa4\xff\x9b\xc2\x9b\"; return missing\n}\n");
    struct ran *ran = COMPILE("odd.p");
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->err, "    \tprint \"\xc3\xa4???\"; return missing\n"
                                     "    \t                     ^\n"));
}

static void a_source_is_run_at_once(void **state) {
    const char *critter = getenv("CRITTER");
    write_file("hello.p",
               "#include <console>\nmain() {\nprintf \"six times seven is %d\\n\", 6 * 7\nreturn 3\n}\n");
    struct ran *ran =
        run_child(NULL, (const char *const[]){critter, "pawn", "run", "--value", "hello.p", NULL});
    assert_string_equal(ran->err, "");
    assert_int_equal(ran->code, 0);
    assert_string_equal(ran->out, "six times seven is 42\n3\n");
    assert_false(there("hello.amx"));
    write_file("bad.p", BAD);
    ran = run_child(NULL, (const char *const[]){critter, "pawn", "run", "bad.p", NULL});
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->err, "bad.p:2:10: error 017"));
    assert_non_null(strstr(ran->err, "bad.p: not run: 1 error"));
    ran = run_child(NULL, (const char *const[]){critter, "pawn", "run", "nowhere.p", NULL});
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->err, "nowhere.p"));
    write_file("zero.p", "main() {\n\tnew z = 0\n\treturn 1 / z\n}\n");
    ran = run_child(NULL, (const char *const[]){critter, "pawn", "run", "zero.p", NULL});
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->err, "zero.p:3"));
}

static void our_spelling_is_quiet_when_all_is_well(void **state) {
    write_file("good.p", GOOD);
    struct ran *ran = COMPILE("--optimize", "2", "--quiet", "--output", "made.amx", "good.p");
    assert_string_equal(ran->err, "");
    assert_string_equal(ran->out, "");
    assert_int_equal(ran->code, 0);
    assert_true(there("made.amx"));
    ran = COMPILE("--output", "made.amx", "good.p");
    assert_ptr_equal(strstr(ran->err, "wrote made.amx, "), ran->err); // all that it says
    assert_int_equal(strcspn(ran->err, "\n") + 1, strlen(ran->err));
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

// pawn.cfg lies where the program was called from: in the folder of its path, or here when it was called by
// its bare name.
static void the_config_file_lies_beside_the_program_or_here(void **state) {
    char bin[300], program[310], config[310], command[700];
    snprintf(bin, sizeof bin, "%s/bin", folder);
    snprintf(program, sizeof program, "%s/critter", bin);
    snprintf(config, sizeof config, "%s/pawn.cfg", bin);
    assert_int_equal(mkdir(bin, 0755), 0);
    assert_int_equal(symlink(getenv("CRITTER"), program), 0);
    write_file("cfg.p", "main() return K\n");
    const char *const called[] = {program, "pawn", "compile", "-d1", "cfg.p", NULL};
    struct ran *ran = run_child(NULL, called);
    assert_int_equal(ran->code, 1); // K is nowhere
    assert_non_null(strstr(ran->err, "error 017"));
    FILE *file = fopen(config, "w");
    fputs("-v0\n-p K=7 -obin/fromcfg.amx", file);
    fclose(file);
    ran = run_child(NULL, called);
    assert_int_equal(ran->code, 0);
    assert_string_equal(ran->out, ""); // no banner: -v0
    assert_true(there("bin/fromcfg.amx"));
    assert_int_equal(COMPILE("-v0", "-p", "cfg.p")->code, 1); // called by another path: not there
    // What stands on the command line comes later and wins.
    const char *const again[] = {program, "pawn", "compile", "-v1", "-onext.amx", "cfg.p", NULL};
    ran = run_child(NULL, again);
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->out, "Copyright"));
    assert_true(there("next.amx"));
    // By its bare name, along the PATH: the present folder's file, not the one beside it.
    snprintf(command, sizeof command, "PATH='%s' && export PATH && critter pawn compile -v0 -p cfg.p", bin);
    const char *const bare[] = {"/bin/sh", "-c", command, NULL};
    ran = run_child(NULL, bare);
    assert_int_equal(ran->code, 1);
    write_file("pawn.cfg", "K=8");
    ran = run_child(NULL, bare);
    assert_int_equal(ran->code, 0);
    // An unknown option in it shows the list, a file that is no text is an error with its name.
    write_file("pawn.cfg", "-Z");
    assert_int_equal(run_child(NULL, bare)->code, 3);
    assert_int_equal(unlink("pawn.cfg"), 0);
}

static void D_works_in_another_folder(void **state) {
    char path[300];
    snprintf(path, sizeof path, "%s/deep", folder);
    assert_int_equal(mkdir(path, 0755), 0);
    snprintf(path, sizeof path, "-D%s/deep", folder);
    write_file("deep/in.p", "#include \"part\"\nmain() return PART\n");
    write_file("deep/part.inc", "const PART = 3\n");
    struct ran *ran = COMPILE("-v0", "-p", path, "in.p");
    assert_string_equal(ran->err, "");
    assert_int_equal(ran->code, 0);
    assert_true(there("deep/in.amx")); // its outputs lie there as well
    assert_false(there("in.amx"));
    assert_int_equal(COMPILE("-v0", "-p", "-D=deep", "-e=said.txt", "missing.p")->code, 1);
    assert_true(there("deep/said.txt"));
    assert_int_equal(COMPILE("-D/no/such/folder", "good.p")->code, 3);
}

static void includes_are_looked_for_in_order(void **state) {
    char path[300];
    snprintf(path, sizeof path, "%s/first", folder);
    assert_int_equal(mkdir(path, 0755), 0);
    snprintf(path, sizeof path, "%s/second", folder);
    assert_int_equal(mkdir(path, 0755), 0);
    write_file("first/which.inc", "const WHICH = 1\n");
    write_file("second/which.inc", "const WHICH = 2\n");
    write_file("second/only.inc", "#define ONLY 5\n");
    write_file("inc.p",
               "#include <which>\n#include <only>\n#assert WHICH == N\n#assert ONLY == 5\nmain() {}\n");
    assert_int_equal(COMPILE("-v0", "-p", "-ifirst", "-i:second/", "N=1", "inc.p")->code, 0);
    assert_int_equal(COMPILE("-v0", "-p", "-i=second", "-ifirst", "N=2", "inc.p")->code, 0);
    struct ran *ran = COMPILE("-v0", "-p", "-ifirst", "N=1", "inc.p");
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->err, "inc.p(2) : fatal error 100"));
}

static void a_prefix_is_read_before_the_source(void **state) {
    write_file("before.inc", "const BEFORE = 9\n");
    write_file("after.p", "main() return BEFORE\n");
    assert_int_equal(COMPILE("-v0", "-pbefore.inc", "after.p")->code, 0);
    assert_int_equal(COMPILE("-v0", "-p:before", "after.p")->code, 0); // the extension is found
    assert_int_equal(COMPILE("-v0", "-p", "after.p")->code, 1);
    struct ran *ran = COMPILE("-v0", "-pnowhere", "after.p");
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->err, "error 100: cannot read file \"nowhere\""));
}

static void warnings_are_silenced_one_by_one(void **state) {
    write_file("two.p", "new unused\nmain() {\n    new b = 5\n}\n");
    assert_non_null(strstr(COMPILE("-v0", "-p", "-w203", "two.p")->out, "1 Warning."));
    assert_non_null(strstr(COMPILE("-v0", "-p", "-w203", "-w203", "two.p")->out, "2 Warnings."));
    assert_non_null(strstr(COMPILE("-v0", "-p", "-w:203-", "-w=203+", "two.p")->out, "2 Warnings."));
    assert_string_equal(COMPILE("-v0", "-p", "-w203-", "-w203-", "-w204-", "two.p")->out, "");
    assert_non_null(strstr(COMPILE("-v0", "-p", "-w017-", "bad.p")->err, "error 017")); // no error can be
}

static void words_in_files_may_name_more_files(void **state) {
    write_file("outer", "-v0 -p\n@inner\n");
    write_file("inner", "K=3 L=4\r\n");
    assert_int_equal(COMPILE("@outer", "k")->code, 0);
    write_file("round", "-v0 @round");
    struct ran *ran = COMPILE("@round", "k.p");
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->err, "round"));
    // Constants are decimal numbers; what has none is 0.
    write_file("c.p", "#assert K == -12\n#assert L == 0\n#assert M == 0\nmain() {}\n");
    assert_int_equal(COMPILE("-v0", "-p", "K=-12", "L=", "M=many", "c.p")->code, 0);
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

static void what_cannot_be_written_is_error_101(void **state) {
    write_file("good.p", GOOD);
    static const char *const options[][2] = {{"-ono/where/x.amx", "no/where/x.amx"},
                                             {"-rno/where/report", "no/where/report.xml"}};
    for (size_t i = 0; i < 2; i++) {
        char expected[200];
        struct ran *ran = COMPILE("-v0", "-p", options[i][0], "good.p");
        snprintf(expected, sizeof expected,
                 "good.p(0) : fatal error 101: cannot write file \"%s\"\n\nCompilation aborted.",
                 options[i][1]);
        assert_string_equal(ran->err, expected);
        assert_string_equal(ran->out, "\n1 Error.\n");
        assert_int_equal(ran->code, 1);
    }
    struct ran *ran = COMPILE("--output", "no/where/x.amx", "good.p");
    assert_non_null(strstr(ran->err, "no/where/x.amx: cannot write"));
    assert_int_equal(ran->code, 1);
}

static void several_sources_are_one_script(void **state) {
    write_file("one.p", "main() return two()\n");
    write_file("two.p", "two() return another\n");
    struct ran *ran = COMPILE("-v0", "-p", "one.p", "two.p");
    assert_int_equal(ran->code, 1);
    assert_string_equal(ran->err, "two.p(1) : error 017: unknown symbol \"another\"\n");
}

// Line for line the toolkit's form: code and data as they were made, names, addresses; the remarks between
// are ours.
static void instructions_are_listed_with_their_data_between(void **state) {
    write_file("asm.p", "new g = 5\n"
                        "new t[20] = { 1, 2, ... }\n"
                        "native show(const s[])\n"
                        "plus(n) { show(\"hi\"); return n + g; }\n"
                        "lamp() <off> state on\n"
                        "lamp() <on> state off\n"
                        "main() { lamp(); t[1]++; return plus(5); }\n");
    assert_int_equal(COMPILE("-v0", "-p", "-a", "-O2", "-d0", "asm.p")->code, 0);
    static const char expected[] = "\nCODE 0000\t; 00000000\n"
                                   ";where main and public functions return to\n"
                                   "\thalt.p 0\n\n"
                                   ";where a function ends that is called in a wrong state\n"
                                   "l.00000000\t\t; 00000004\n"
                                   "\thalt.p 0000000d\n\n"
                                   "\nDATA 0000\t; 00000000\n"
                                   "dump 0\t; automaton (without a name)\n"
                                   "\nCODE 0000\t; 00000008\n"
                                   "\tload.pri 00000000\t; lamp\n"
                                   "\tswitch 00000003\n"
                                   "l.00000003\t\t; 00000018\n"
                                   "\tcasetbl\n"
                                   "\tcase 00000002 00000000\n"
                                   "\tcase 00000001 00000001\n"
                                   "\tcase 00000002 00000002\n\n"
                                   "\nDATA 0000\t; 00000004\n"
                                   "dump 00000005 \n"
                                   "dump 00000001 00000002 00000003 00000004 00000005 00000006 00000007 "
                                   "00000008 00000009 0000000a 0000000b "
                                   "0000000c 0000000d 0000000e 0000000f 00000010 \n"
                                   "dump 00000011 00000012 00000013 00000014 \n"
                                   "\nCODE 0000\t; 00000034\n"
                                   "\tproc\t; plus\n";
    struct buf text = {0};
    assert_int_equal(file_read("asm.asm", 1 << 16, &text, NULL), ERR_NONE);
    const char *got = (const char *)text.at;
    if (strncmp(got, expected, strlen(expected)) != 0) fail_msg("%s", got);
    assert_non_null(
        strstr(got, "\tretn\n\n\nDATA 0000\t; 00000058\ndump 00000068 00000069 00000000 \n\nCODE 0000\t; "));
    assert_non_null(strstr(got, "\tcall lamp\n"));
    assert_non_null(strstr(got, "\n\nSTKSIZE 00001000\n"));
    assert_int_equal(COMPILE("-v0", "-p", "-a", "-O2", "-V", "asm.p")->code, 0);
    buf_clear(&text);
    assert_int_equal(file_read("asm.asm", 1 << 16, &text, NULL), ERR_NONE);
    assert_non_null(
        strstr((char *)text.at, "\ticasetbl\n\ticase 00000002 00000001\n\ticase 00000001 0000000"));
    assert_non_null(strstr((char *)text.at, "\tproc\t; lamp/000"));
    buf_free(&text);
}

// Functions of one statement end only where the next comment has been read; it belongs to the next all the
// same.
static void a_report_puts_every_comment_where_it_belongs(void **state) {
    write_file("doc.p", "/** doubles\n * <param name=\"n\">the number</param>\n */\n"
                        "twice(n)\n    return 2 * n\n"
                        "/// adds\n/// <param name='b'>second</param> <param name=\"a\">first</param> both\n"
                        "plus(a, b)\n    return a + b\n"
                        "/// begins\n"
                        "main() { return plus(twice(1), 2); }\n"
                        "/// of the whole\n");
    assert_int_equal(COMPILE("-v0", "-p", "-r", "doc.p")->code, 0);
    struct buf text = {0};
    assert_int_equal(file_read("doc.xml", 1 << 16, &text, NULL), ERR_NONE);
    const char *got = (const char *)text.at;
    const char *main = strstr(got, "M:main"), *plus = strstr(got, "M:plus"), *twice = strstr(got, "M:twice");
    assert_true(main && plus && twice && main < plus && plus < twice);
    const char *begins = strstr(main, "\t\t\tbegins\n"), *whole = strstr(got, "\t\t\tof the whole\n");
    if (!begins || begins > plus || !whole || whole > main) fail_msg("%s", got);
    static const char arguments[] = "\t\t\t<param name=\"a\">\n\t\t\t\tfirst\n\t\t\t</param>\n"
                                    "\t\t\t<param name=\"b\">\n\t\t\t\tsecond\n\t\t\t</param>\n"
                                    "\t\t\tadds   both\n";
    const char *there = strstr(plus, arguments);
    if (!there || there > twice) fail_msg("%s", plus);
    assert_non_null(strstr(twice, "\t\t\t\tthe number\n\t\t\t</param>\n\t\t\tdoubles"));
    buf_free(&text);
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
        cmocka_unit_test(a_line_from_anywhere_stays_a_line),
        cmocka_unit_test(a_source_is_run_at_once),
        cmocka_unit_test(our_spelling_is_quiet_when_all_is_well),
        cmocka_unit_test(theirs_has_the_toolkits_form),
        cmocka_unit_test(theirs_counts_errors_and_warnings),
        cmocka_unit_test(wrong_options_show_the_list),
        cmocka_unit_test(options_come_from_files_and_constants_from_words),
        cmocka_unit_test(the_config_file_lies_beside_the_program_or_here),
        cmocka_unit_test(D_works_in_another_folder),
        cmocka_unit_test(includes_are_looked_for_in_order),
        cmocka_unit_test(a_prefix_is_read_before_the_source),
        cmocka_unit_test(warnings_are_silenced_one_by_one),
        cmocka_unit_test(words_in_files_may_name_more_files),
        cmocka_unit_test(errors_can_go_to_a_file),
        cmocka_unit_test(what_cannot_be_written_is_error_101),
        cmocka_unit_test(several_sources_are_one_script),
        cmocka_unit_test(instructions_are_listed_with_their_data_between),
        cmocka_unit_test(a_report_puts_every_comment_where_it_belongs),
        cmocka_unit_test(listings_and_reports_are_written),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
