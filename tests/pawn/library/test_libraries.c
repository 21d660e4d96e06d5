// What scripts get from the libraries, compiled here and run: what they print is compared.
#include "support/support.h"

#include "base/system/file.h"
#include "pawn/compiler/compiler.h"
#include "pawn/library/time.h"
#include "pawn/machine/amx.h"

#include <stdio.h>
#include <stdlib.h>

struct run {
    struct buf out;
    const char *typed;
    int64_t now_us, calendar_us;
    enum halt end;
};

static void put(void *user, const char *bytes, size_t len) {
    buf_bytes(&((struct run *)user)->out, bytes, len);
}
static int get(void *user) {
    struct run *run = user;
    return *run->typed ? (uint8_t)*run->typed++ : -1;
}
static int64_t now(void *user) { return ((struct run *)user)->now_us; }
static int64_t calendar(void *user) { return ((struct run *)user)->calendar_us; }

static const char *source_text;
static enum err read_source(void *user, const char *path, struct buf *out) {
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    if (!strcmp(name, "script.p")) {
        buf_text(out, source_text);
        return out->err;
    }
    char include[600];
    snprintf(include, sizeof include, "%s/assets/pawn/include/%s", getenv("SOURCE"), name);
    FILE *file = fopen(include, "r");
    if (!file) return ERR_MISSING;
    char bytes[4096];
    for (size_t n; (n = fread(bytes, 1, sizeof bytes, file));) buf_bytes(out, bytes, n);
    fclose(file);
    return out->err;
}
static void say(void *user, const struct pawn_message *message) {
    if (message->number < 200)
        fprintf(stderr, "line %d: error %03d: %s\n", message->line, message->number, message->text);
}

static struct amx *compile(const char *text, struct run *run) {
    struct pawn_config compile;
    pawn_defaults(&compile);
    compile.sources[compile.source_count++] = "script.p";
    compile.includes[compile.include_count++] = "standard";
    compile.read = read_source, compile.say = say, compile.optimize = 2, compile.debug = 2;
    source_text = text;
    struct pawn_result result = {0};
    struct fault fault = {0};
    struct amx_config config;
    static const char *const ARGUMENTS[] = {"first", "size=12", "name:bob", "last"};
    amx_defaults(&config);
    config.libraries = AMX_STANDARD, config.library_count = AMX_STANDARD_COUNT;
    config.console = (struct amx_console){put, get, false, run};
    config.time = (struct amx_time){now, calendar, 3600, run};
    config.arguments = ARGUMENTS, config.argument_count = 4;
    if (pawn_compile(&compile, &result, &fault)) fail_msg("%s\n%s", fault.said, text);
    struct amx *amx = amx_new(&config, result.image.at, result.image.len, &fault);
    if (!amx) fail_msg("%s\n%s", fault.said, text);
    pawn_result_free(&result);
    return amx;
}

static void prints_typed(const char *body, const char *typed, const char *expected, enum halt end) {
    char text[3000];
    struct run run = {.typed = typed, .now_us = 5000000, .calendar_us = 1700000000LL * 1000000};
    snprintf(text, sizeof text, "#include <float>\n#include <string>\n#include <time>\n#include <args>\n%s",
             body);
    struct amx *amx = compile(text, &run);
    enum halt got = amx_call(amx, "main", NULL, 0, NULL);
    if (got != end || strcmp(run.out.at ? (char *)run.out.at : "", expected))
        fail_msg("%s\n printed \"%s\" and ended with %d (%s); expected \"%s\" and %d", body,
                 (char *)run.out.at, got, halt_text(got), expected, end);
    buf_free(&run.out);
    amx_free(amx);
}
static void prints(const char *body, const char *expected) { prints_typed(body, "", expected, HALT_NONE); }
static void ends(const char *body, enum halt end) { prints_typed(body, "", "", end); }

static void formats_follow_their_flags(void **state) {
    prints("main() { printf(\"%d|%5d|%-5d|%05d|%+d|%d|%05d\\n\", 42, 42, 42, 42, 42, -7, -7); }",
           "42|   42|42   |00042|+42|-7|-0007\n");
    prints("main() { printf(\"%x|%4x|%04x|%x\\n\", 255, 255, 255, -1); }", "FF|  FF|00FF|FFFFFFFF\n");
    prints("main() { printf(\"%c|%3c|%-3c|%%|%z\\n\", 'a', 'b', 'c'); }", "a|  b|c  |%|z\n");
    prints("main() { printf(\"%s|%.2s|%s|%.3s\\n\", \"abc\", \"abc\", !\"packed\", !\"packed\"); }",
           "abc|ab|packed|pac\n");
    prints("main() { printf(\"%f|%r|%.2f|%8.3f|%,1f|%+.0f|%-7.1f|%07.2f\\n\", 1.5, -2.25, 3.14159, 2.0, 0.5, "
           "7.0, 1.0, -1.5); }",
           "1.50000|-2.25000|3.14|   2.000|0,5|+7|1.0    |-001.50\n");
    prints("main() { printf(\"%q|%.1q|%.5q|%q|%.0q\\n\", Fixed: 1500, Fixed: 1250, Fixed: 1250, Fixed: -50, "
           "Fixed: 1500); }",
           "1.500|1.3|1.25000|-0.050|2\n");
    prints("main() { printf(!\"%d packed %d\\n\", 1, 2); printf(\"no more %\"); }", "1 packed 2\nno more ");
    prints("main() { printf(\"%d\\n\", cellmin); }", "-2147483648\n");
    prints_typed("main() { printf(\"a%d\", 1); printf(\"%d\"); }", "", "a1", HALT_NATIVE);
    prints("main() { print(\"one \"); print(!\"two\"); print(\"\\n\", 1); }", "one two\x1b[31m\n\x1b[37m");
    prints("main() { new x, y; print(\"ab\\ncd\"); wherexy(x, y); printf(\":%d,%d\", x, y); gotoxy(3, 4); "
           "wherexy(x, y);"
           " printf(\":%d,%d\", x, y); clreol(); printf(\"%d\", gotoxy(0, 1)); }",
           "ab\ncd:3,2\x1b[4;3H:3,4\x1b[K0");
}

static void typed_words_are_read(void **state) {
    prints_typed("main() { new s[20]; new n = getstring(s); printf(\"%d %s\\n\", n, s); n = getstring(s, 5); "
                 "printf(\"%d %s\\n\", n, s);"
                 " n = getstring(s, sizeof s, true); printf(\"%d %s %d\\n\", n, s, getchar(false)); }",
                 "hello you\nlonger than five", "9 hello you\n4 long\n12 er than five -1\n", HALT_NONE);
}

static void numbers_are_read(void **state) {
    prints_typed(
        "main() { new a = getvalue(); new b = getvalue(16); printf(\"%d %d %d\\n\", a, b, getvalue()); }",
        "12x3\n-fF\n", "123 -255 0\n", HALT_NONE);
    prints_typed("main() { new a = getvalue(10, '+', '-'); new b = getchar(); printf(\"%d %c\\n\", a, b); }",
                 "77-x", "77 x\n", HALT_NONE);
}

static void texts_are_worked_on(void **state) {
    prints("main() { new a[20], b[20]; strpack(a, \"hello\"); strunpack(b, a); printf(\"%d %d %d %d %s %s "
           "%d\\n\", strlen(a), strlen(b), ispacked(a),"
           " ispacked(b), a, b, a[0] == 0x68656c6c); }",
           "5 5 1 0 hello hello 1\n");
    prints("main() { new a[20] = \"hello\"; strpack(a, a); print a; strunpack(a, a); print a; }",
           "hellohello");
    prints("main() { new a[4], b[2]; printf(\"%d %s\", strcopy(a, \"hello\"), a); printf(\" %d %s\", "
           "strpack(b, \"abcdefghij\"), b); }",
           "3 hel 7 abcdefg");
    prints("main() { new a[10] = \"ab\"; printf(\"%d %s\", strcat(a, \"cdef\"), a); printf(\" %d %s\", "
           "strcat(a, \"ghijkl\"), a); }",
           "4 abcdef 3 abcdefghi");
    prints("main() { new a[10]; strcat(a, !\"xy\"); printf(\"%d%s\", ispacked(a), a); strcat(a, \"z\"); "
           "print a; }",
           "1xyxyz");
    prints("main() { new a[20]; printf(\"%d %s\", strmid(a, \"abcdef\", 2, 4), a); printf(\" %d %s\", "
           "strmid(a, !\"abcdef\", 1), a);"
           " printf(\" %d[%s]\", strmid(a, \"abc\", 5, 9), a); }",
           "2 cd 5 bcdef 0[]");
    prints("main() { new a[20] = \"hello\"; strins(a, \"XY\", 2); print a; strdel(a, 1, 3); print a; new "
           "p[20 char] = !\"hello\";"
           " strins(p, \"__\", 5); print p; strdel(p, 0, 2); print p; printf(\"%d\", strdel(p, 9, 12)); }",
           "heXYllohYllohello__llo__0");
    prints("main() { printf(\"%d %d %d %d %d %d\", strcmp(\"a\", \"b\"), strcmp(\"b\", !\"a\"), "
           "strcmp(\"abc\", \"abc\"), strcmp(\"ABC\", \"abc\", true),"
           " strcmp(\"abcd\", \"abce\", false, 3), strcmp(\"abc\", \"ab\")); }",
           "-1 1 0 0 0 1");
    prints("main() { printf(\"%d %d %d %d %d\", strfind(\"hello\", \"l\"), strfind(\"hello\", \"l\", false, "
           "3), strfind(!\"Hello\", \"hE\", true),"
           " strfind(\"hello\", \"x\"), strfind(\"hello\", \"\")); }",
           "2 3 0 -1 -1");
    prints(
        "main() { new a[12]; printf(\"%d %d %d %d\", strval(\" -12x\"), strval(!\"+7\"), "
        "strval(\"ab12345678\", 2), strval(\"\"));"
        " printf(\" %d %s\", valstr(a, -345), a); valstr(a, 77, true); printf(\" %s%d\", a, ispacked(a)); }",
        "-12 7 12345678 0 4 -345 771");
    prints("main() { new a[20]; strformat(a, sizeof a, false, \"%d-%s\", 5, \"x\"); print a; strformat(a, 3, "
           "false, \"%d\", 123456); print a;"
           " strformat(a, 2, true, \"%s%s\", \"abcd\", \"efgh\"); print a; strformat(a, sizeof a, false, "
           "\"%s%s\", a, a); print a; }",
           "5-x12abcdefgabcdefgabcdefg");
    prints("main() { new a[10], b[30], c[10]; strpack(a, \"Cat\"); printf(\"%d \", uuencode(b, a, 4)); new n "
           "= uudecode(c, b); printf(\"%d %d\", n, c[0] == a[0]); }",
           "10 4 1");
    prints("main() { new a[3] = {1, 2, 3}, b[3]; printf(\"%d%d\", memcpy(b, a, 4, 8), memcpy(b, a, 8, 8)); "
           "printf(\"%d%d%d\", b[0], b[1], b[2]); }",
           "10012");
    prints("main() { printf(\"%d%d\", strequal(\"a\", \"A\"), strequal(\"a\", \"A\", true)); }", "01");
    ends("main() { new a[4] = {1, 1, 1, 1}; new b[10]; strins(b, \"x\", 5); }", HALT_NATIVE);
}

static void core_functions_work(void **state) {
    prints("f(...) { new sum = numargs() * 1000; for (new i = 0; i < numargs(); i++) sum += getarg(i); "
           "setarg(0, 0, 50); return sum; }\n"
           "main() { new x = 7; printf(\"%d \", f(x, 20, 30)); print(\"\"); printf(\"%d\", x); }",
           "3057 50");
    prints("g(...) return getarg(0, 2);\n main() { new a[3] = {1, 2, 9}; printf(\"%d\", g(a)); }", "9");
    prints("forward public hi();\n public hi() return 1;\n main() { printf(\"%d %d\", funcidx(\"hi\"), "
           "funcidx(\"ho\")); }",
           "0 -1");
    prints("main() { printf(\"%c%c%c%x %d %d %d %d\", tolower('A'), toupper('z'), toupper('1'), "
           "swapchars(0x01020304), min(3, -4), max(3, -4),"
           " clamp(9, 1, 5), clamp(-9, 1, 5)); }",
           "aZ14030201 -4 3 5 1");
    prints("main() { setproperty(1, \"age\", 30); setproperty(1, \"size\", 5); printf(\"%d %d %d \", "
           "getproperty(1, \"age\"), existproperty(1, \"size\"), existproperty(2, \"size\"));"
           " new s[20]; getproperty(1, \"\", 5, s); printf(\"%s %d \", s, setproperty(1, \"age\", 31)); "
           "printf(\"%d \", deleteproperty(1, \"age\")); printf(\"%d\", existproperty(1, \"age\")); }",
           "30 1 0 size 30 31 0");
    prints("main() { new low, high; for (new i = 0; i < 1000; i++) { new r = random(10); if (r < 0 || r > 9) "
           "print \"wrong\"; if (r < 5) low++; else high++; }"
           " printf(\"%d %d %d\", low > 400, high > 400, random(0) >= 0); }",
           "1 1 1");
    prints("f() return heapspace();\n main() { new a = heapspace(); printf(\"%d\", a > f() && a > 8000); }",
           "1");
    ends("f(...) return getarg(5);\n main() { f(1); }", HALT_MEMORY);
    ends("main() { clamp(1, 5, 2); }", HALT_NATIVE);
}

static void rational_numbers_calculate(void **state) {
    prints("main() { new Float: a = 2.0; printf(\"%.3f %.3f %.3f %.3f %d %d\", a * 1.5, 1 / a, "
           "floatsqroot(a), floatpower(a, 10.0), a > 1.5, !a); }",
           "3.000 0.500 1.414 1024.000 1 0");
    prints("main() { printf(\"%d %d %d %d %d %d %d %d\", floatround(2.5), floatround(-2.5), floatround(2.7, "
           "floatround_floor), floatround(-2.7, floatround_tozero),"
           " floatround(2.1, floatround_ceil), floatround(2.5, floatround_unbiased), floatround(3.5, "
           "floatround_unbiased), floatround(-2.7, floatround_floor)); }",
           "3 -2 2 -2 3 2 4 -3");
    prints("main() { printf(\"%.3f %.3f %.3f %.3f %.3f\", floatsin(90.0, degrees), floatcos(0.0), "
           "floattan(50.0, grades), floatlog(1000.0), floatlog(8.0, 2.0)); }",
           "1.000 1.000 1.000 3.000 3.000");
    prints("main() { printf(\"%.2f %.2f %.2f %.2f %.2f %.2f\", strfloat(\" 1.5x\"), strfloat(\"-.5\"), "
           "strfloat(\"2e2\"), strfloat(!\"+3.\"), strfloat(\"x\"), floatfract(-1.25)); }",
           "1.50 -0.50 200.00 3.00 0.00 0.75");
    prints("main() { printf(\"%d %d %d %.1f %.1f\", floatcmp(1.0, 2.0), floatcmp(2.0, 2.0), floatcmp(3.0, "
           "2.0), floatabs(-3.5), -(3.5)); }",
           "-1 0 1 3.5 -3.5");
    ends("main() { floatsqroot(-1.0); }", HALT_DOMAIN);
    ends("main() { floatlog(0.0); }", HALT_DOMAIN);
    ends("main() { floatround(3000000000.0); }", HALT_DOMAIN);
}

static void prints_fixed(const char *body, const char *expected, enum halt end) {
    char text[2000];
    struct run run = {.typed = ""};
    snprintf(text, sizeof text, "#include <fixed>\n%s", body);
    struct amx *amx = compile(text, &run);
    assert_int_equal(amx_call(amx, "main", NULL, 0, NULL), end);
    assert_string_equal(run.out.at ? (char *)run.out.at : "", expected);
    buf_free(&run.out);
    amx_free(amx);
}

static void fixed_numbers_calculate(void **state) {
    prints_fixed("main() { new Fixed: a = 3.142; printf(\"%q %q %q %q %q\", a * a, a / 2.0, fpower(a, 3), "
                 "fsqroot(2.0), ffract(a)); }",
                 "9.872 1.571 31.018 1.414 0.142", HALT_NONE);
    prints_fixed("main() { printf(\"%d %d %d %d %d %d %d\", fround(2.5), fround(-1.6), fround(-1.2, "
                 "fround_floor), fround(1.2, fround_ceil), fround(-1.8, fround_tozero),"
                 " fround(2.5, fround_unbiased), fround(3.5, fround_unbiased)); }",
                 "3 -2 -2 2 -1 2 4", HALT_NONE);
    prints_fixed("main() { printf(\"%q %q %q %q\", strfixed(\" -1.5\"), strfixed(\"2\"), "
                 "strfixed(\"0.12345\"), fabs(-2.5)); }",
                 "-1.500 2.000 0.123 2.500", HALT_NONE);
    prints_fixed("main() { return _: fdiv(1.0, 0.0); }", "", HALT_DIVIDE);
    prints_fixed("main() { return _: fixed(3000000); }", "", HALT_DOMAIN);
    prints_fixed("main() { return _: fsqroot(-1.0); }", "", HALT_DOMAIN);
    prints_fixed("main() { return _: fpower(100.0, 9); }", "", HALT_DOMAIN);
}

static void clocks_tell_the_time(void **state) {
    prints("main() { new a, b, c; new s = gettime(a, b, c); printf(\"%d %d:%d:%d \", s, a, b, c); new d = "
           "getdate(a, b, c); printf(\"%d %d-%d-%d\", d, a, b, c); }",
           "1700000000 23:13:20 318 2023-11-14");
    prints("main() { new y, mo, d, h, mi, s; cvttimestamp(951782400, y, mo, d, h, mi, s); printf(\"%d-%d-%d "
           "%d:%d:%d \", y, mo, d, h, mi, s);"
           " cvttimestamp(-1, y, mo, d, h, mi, s); printf(\"%d-%d-%d %d:%d:%d\", y, mo, d, h, mi, s); }",
           "2000-2-29 0:0:0 1969-12-31 23:59:59");
    prints("main() { settime(12, 30); setdate(2024, 2, 29); new a, b, c; gettime(a, b, c); printf(\"%d:%d:%d "
           "\", a, b, c); getdate(a, b, c); printf(\"%d-%d-%d\", a, b, c); }",
           "12:30:20 2024-2-29");
    prints("main() { new g; new t = tickcount(g); printf(\"%d %d\", t, g); }", "5000 1000");
    struct run run = {.typed = ""};
    struct amx *amx = compile(
        "#include <time>\n@timer() print \"tick \"\nmain() { settimer(100); delay(250); print \"woken\"; }",
        &run);
    int32_t value;
    assert_int_equal(amx_call(amx, "main", NULL, 0, &value), HALT_SLEEP);
    assert_int_equal(value, 250);
    assert_int_equal(lib_timer_due_us(amx), 100000);
    for (run.now_us = 0; run.now_us < 250000; run.now_us += 50000)
        assert_int_equal(lib_timer_call(amx), HALT_NONE);
    assert_int_equal(amx_resume(amx, &value), HALT_NONE);
    assert_string_equal((char *)run.out.at, "tick tick woken");
    buf_free(&run.out);
    amx_free(amx);
}

static void arguments_can_be_asked_for(void **state) {
    prints("main() { new s[20], v; printf(\"%d \", argcount()); argindex(3, s); printf(\"%s \", s); "
           "printf(\"%d \", argindex(9, s)); argstr(0, \"name\", s); printf(\"%s \", s);"
           " argstr(1, _, s); printf(\"%s \", s); argvalue(0, \"size\", v); printf(\"%d %d\", v, argstr(0, "
           "\"none\", s)); }",
           "4 last 0 bob last 12 0");
}

// A line of a script's source in what is said about an error.
static void errors_name_their_line(void **state) {
    struct run run = {.typed = ""};
    struct amx *amx = compile("divide(a, b)\n    return a / b\n\nmain()\n    {\n    new zero = 0\n    return "
                              "divide(3, zero)\n    }\n",
                              &run);
    enum halt end = amx_call(amx, "main", NULL, 0, NULL);
    assert_int_equal(end, HALT_DIVIDE);
    struct fault fault = {0};
    amx_describe(amx, end, &fault);
    assert_int_equal(fault.line, 2);
    assert_non_null(strstr(fault.file, "script.p"));
    assert_non_null(strstr(fault.said, "division by zero in divide"));
    amx_free(amx);
}

// How many parameters the standard includes declare for a native: all of them, and those without a default.
static bool prototype(const char *includes, const char *name, int *wanted, int *all) {
    size_t len = strlen(name);
    const char *p = includes;
    while ((p = strstr(p, name))) {
        const char *line = p, *end = p + len;
        while (line > includes && line[-1] != '\n') line--;
        bool alone = p > line && strchr(" :", p[-1]) && *end == '(';
        p = end;
        if (alone && !strncmp(line, "native ", 7)) break;
    }
    if (!p) return false;
    *wanted = *all = 0;
    int deep = 0;
    bool some = false, usual = false, dots = false, no_more = false;
    for (p++;; p++) { // behind its bracket
        bool ends = !deep && (*p == ',' || *p == ')');
        if (ends && some && !dots) {
            no_more |= usual;
            *all += 1, *wanted += !no_more;
        }
        if (ends && *p == ')') return true;
        if (ends) {
            some = usual = dots = false;
            continue;
        }
        deep += (strchr("([{", *p) != NULL) - (strchr(")]}", *p) != NULL);
        some |= *p > ' ', usual |= !deep && *p == '=', dots |= !strncmp(p, "...", 3);
    }
}

// A native takes no fewer arguments than its prototype has without a default, and asks for no more than it
// has.
static void natives_ask_for_what_their_prototypes_have(void **state) {
    static const char *const NAMES[] = {"args",  "console",  "core",   "fixed",
                                        "float", "rational", "string", "time"};
    struct buf includes = {0};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        char path[600];
        snprintf(path, sizeof path, "%s/assets/pawn/include/%s.inc", getenv("SOURCE"), NAMES[i]);
        assert_int_equal(file_read(path, 1 << 20, &includes, NULL), ERR_NONE);
    }
    buf_byte(&includes, 0);
    unsigned known = 0;
    for (size_t i = 0; i < AMX_STANDARD_COUNT; i++)
        for (size_t k = 0; k < AMX_STANDARD[i]->native_count; k++) {
            const struct amx_native *native = &AMX_STANDARD[i]->natives[k];
            int wanted, all;
            if (!prototype((const char *)includes.at, native->name, &wanted, &all)) continue;
            known++;
            if (native->least < wanted || native->least > all)
                fail_msg("%s asks for %d arguments; its prototype has %d, %d without a default", native->name,
                         native->least, all, wanted);
        }
    print_message("# %u prototypes\n", known);
    assert_true(known >= 75);
    buf_free(&includes);
}

TESTS(cmocka_unit_test(natives_ask_for_what_their_prototypes_have),
      cmocka_unit_test(formats_follow_their_flags), cmocka_unit_test(typed_words_are_read),
      cmocka_unit_test(numbers_are_read), cmocka_unit_test(texts_are_worked_on),
      cmocka_unit_test(core_functions_work), cmocka_unit_test(rational_numbers_calculate),
      cmocka_unit_test(fixed_numbers_calculate), cmocka_unit_test(clocks_tell_the_time),
      cmocka_unit_test(arguments_can_be_asked_for), cmocka_unit_test(errors_name_their_line))
