// JSON that is read: what is taken, what is refused and where, what is asked of it.
#include "base/data/json_rig.h"

#include "base/system/file.h"

#include <math.h>
#include <unistd.h>

// Where it goes wrong and what is said, exactly.
static void refuses_bytes(struct text text, enum err err, const char *wanted) {
    struct json *doc = (struct json *)(uintptr_t)&fault;
    char line[600];
    fault = (struct fault){0};
    enum err got = json_parse(text, "t", arena, NULL, &doc, &fault);
    fault_text(&fault, line, sizeof line);
    if (got != err || fault.err != err || strcmp(line, wanted))
        fail_msg("%.*s\n  wanted %s: %s\n  found  %s: %s", (int)text.len, text.at, err_name(err), wanted,
                 err_name(got), line);
    assert_null(doc);
}
static void refuses(const char *text, enum err err, const char *wanted) {
    refuses_bytes(text_of(text), err, wanted);
}

static void what_is_taken(void **state) {
    struct json *doc = parse("\xef\xbb\xbf// a house\n{ \"a\": [1, -2.5e1, 0, -0, true, false, null,], /* "
                             "and */ \"b\": {}, \"\": [],\n"
                             "\"c\\u0000\\u00e4\\ud83e\\udd16\\n\\\"\\/\": \"\xc3\xa4\" , } // end");
    assert_int_equal(doc->kind, JSON_OBJECT);
    assert_int_equal(doc->count, 4);
    const struct json *a = json_get(doc, "a");
    assert_int_equal(a->count, 7);
    assert_true(json_at(a, 1)->number == -25);
    assert_true(text_is(json_at(a, 1)->text, "-2.5e1"));
    assert_true(json_at(a, 3)->number == 0 && signbit(json_at(a, 3)->number));
    assert_true(json_at(a, 4)->boolean && json_at(a, 5)->kind == JSON_BOOL && !json_at(a, 5)->boolean);
    assert_int_equal(json_at(a, 6)->kind, JSON_NULL);
    assert_null(json_at(a, 7));
    assert_int_equal(json_get(doc, "b")->count, 0);
    assert_null(json_get(doc, "b")->first);
    assert_int_equal(json_get(doc, "")->kind, JSON_LIST);
    const struct json *c = json_at(doc, 3);
    assert_true(text_same(c->key, TEXT("c\0\xc3\xa4\xf0\x9f\xa4\x96\n\"/")));
    assert_int_equal(c->key.at[c->key.len], 0);
    assert_true(text_is(c->text, "\xc3\xa4"));
    assert_int_equal(c->text.at[c->text.len], 0);
    assert_null(json_get(doc, "c")); // the name does not end at its zero
    assert_null(json_get(a, "a"));
    assert_null(json_at(NULL, 0));
    assert_ptr_equal(c->parent, doc);

    assert_int_equal(parse("5")->kind, JSON_NUMBER);
    assert_int_equal(parse(" \"\" ")->text.len, 0);
    assert_int_equal(parse("/**/null//")->kind, JSON_NULL);
    assert_int_equal(parse("/* * / **/[\n]\r\n")->kind, JSON_LIST);
    assert_true(parse("1e-400")->number == 0);
    assert_true(parse("123456789012345678901234567890")->number == 123456789012345678901234567890.0);
    assert_true(text_is(parse("\"\\b\\f\\n\\r\\t\\\\\"")->text, "\b\f\n\r\t\\"));
    assert_true(text_is(parse("\"\\uFFFF\\u007f\"")->text, "\xef\xbf\xbf\x7f"));
}

static void what_is_refused_and_where(void **state) {
    refuses("", ERR_SHORT, "t:1:1: expected a value, found the end");
    refuses(" \n ", ERR_SHORT, "t:2:2: expected a value, found the end");
    refuses("\xef\xbb\xbf", ERR_SHORT, "t:1:1: expected a value, found the end");
    refuses("[1 2]", ERR_SYNTAX, "t:1:4: expected ',' or ']' for the one in line 1, found '2'");
    refuses("[1\n", ERR_SHORT, "t:2:1: expected ',' or ']' for the one in line 1, found the end");
    refuses("[1,", ERR_SHORT, "t:1:4: expected a value or ']', found the end");
    refuses("[1}", ERR_SYNTAX, "t:1:3: expected ',' or ']' for the one in line 1, found '}'");
    refuses("[,]", ERR_SYNTAX, "t:1:2: expected a value or ']', found ','");
    refuses("[1,,]", ERR_SYNTAX, "t:1:4: expected a value or ']', found ','");
    refuses("{,}", ERR_SYNTAX, "t:1:2: expected a name in double quotes or '}', found ','");
    refuses("{\"a\":1,,}", ERR_SYNTAX, "t:1:8: expected a name in double quotes or '}', found ','");
    refuses("{a:1}", ERR_SYNTAX, "t:1:2: expected a name in double quotes or '}', found 'a'");
    refuses("{'a':1}", ERR_SYNTAX,
            "t:1:2: expected a name in double quotes or '}', found a single quote (texts stand in double "
            "quotes)");
    refuses("{speed:1}", ERR_SYNTAX, "t:1:2: expected a name in double quotes or '}', found speed");
    refuses("{1:1}", ERR_SYNTAX, "t:1:2: expected a name in double quotes or '}', found '1'");
    refuses("{\"a\" 1}", ERR_SYNTAX, "t:1:6: $.a: expected ':' after the name, found '1'");
    refuses("{\"a\":}", ERR_SYNTAX, "t:1:6: $.a: expected a value, found '}'");
    refuses("{\"a\"}", ERR_SYNTAX, "t:1:5: $.a: expected ':' after the name, found '}'");
    refuses("{\"a\":1]", ERR_SYNTAX, "t:1:7: expected ',' or '}' for the one in line 1, found ']'");
    refuses("1 1", ERR_SYNTAX, "t:1:3: expected the end of the text, found '1'");
    refuses("[]]", ERR_SYNTAX, "t:1:3: expected the end of the text, found ']'");
    refuses("]", ERR_SYNTAX, "t:1:1: expected a value, found ']'");
    refuses("True", ERR_SYNTAX, "t:1:1: expected a value, found True");
    refuses("nul", ERR_SYNTAX, "t:1:1: expected a value, found nul");
    refuses("nullx", ERR_SYNTAX, "t:1:1: expected a value, found nullx");
    refuses("NaN", ERR_SYNTAX, "t:1:1: expected a value, found NaN");
    refuses("[-Infinity]", ERR_SYNTAX, "t:1:2: $[0]: expected a number, found -Infinity");
    refuses("/", ERR_SYNTAX, "t:1:1: expected // or /*, found '/'");
    refuses("/* \r\n \r \r\r\n*/ x", ERR_SYNTAX,
            "t:5:4: expected a value, found 'x'"); // four lines end inside
    refuses("\n  /* /* ", ERR_SHORT, "t:2:3: this comment never ends: expected */");
    refuses("/*/", ERR_SHORT, "t:1:1: this comment never ends: expected */");
    refuses("\f1", ERR_SYNTAX, "t:1:1: expected a value, found the control character 0x0c");
    refuses("\xc2\xa0"
            "1",
            ERR_SYNTAX, "t:1:1: expected a value, found '\xc2\xa0'");
    refuses("[\xff]", ERR_SYNTAX, "t:1:2: expected a value or ']', found the byte 0xff, which is not UTF-8");
    refuses("// \xff\n1", ERR_SYNTAX,
            "t:1:4: expected text in a comment, found the byte 0xff, which is not UTF-8");
    refuses_bytes(TEXT("1\0"), ERR_SYNTAX,
                  "t:1:2: expected the end of the text, found the control character 0x00");
    refuses_bytes(TEXT("\0"), ERR_SYNTAX, "t:1:1: expected a value, found the control character 0x00");
}

static void numbers_that_are_none(void **state) {
    static const char *const BAD[] = {"01",  "-01",  "+1",    ".5",  "1.",    "-",     "1.e5", "1e",
                                      "1e+", "0x10", "1_000", "--1", "1.2.3", "1e5.5", "2f",   "-.1"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        char wanted[100];
        if (BAD[i][1])
            snprintf(wanted, sizeof wanted, "t:1:1: expected a number, found %s", BAD[i]);
        else
            snprintf(wanted, sizeof wanted, "t:1:1: expected a number, found '%s'", BAD[i]);
        refuses(BAD[i], ERR_SYNTAX, wanted);
    }
    refuses("{\"a\": [1, 1e400]}", ERR_RANGE, "t:1:11: $.a[1]: a number too large: 1e400");
    refuses("-1e999999999999999999999", ERR_RANGE, "t:1:1: a number too large: -1e999999999999999999999");
}

static void texts_that_are_none(void **state) {
    refuses("\"abc", ERR_SHORT, "t:1:1: this text never ends: expected \"");
    refuses("\"abc\\", ERR_SHORT, "t:1:5: this text never ends: expected \"");
    refuses("[\"abc\\\"]", ERR_SHORT, "t:1:2: $[0]: this text never ends: expected \"");
    refuses("[\"abc\n\"]", ERR_SYNTAX,
            "t:1:2: $[0]: this text does not end on its line (\\n stands for a line break)");
    refuses("\"a\tb\"", ERR_SYNTAX, "t:1:3: a control character in a text: write \\u0009");
    refuses_bytes(TEXT("\"a\0b\""), ERR_SYNTAX, "t:1:3: a control character in a text: write \\u0000");
    refuses("\"a\\x\"", ERR_SYNTAX,
            "t:1:3: an unknown escape: expected one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u");
    refuses("\"\\u12g4\"", ERR_SYNTAX, "t:1:2: expected four hexadecimal digits after \\u");
    refuses("\"\\u12", ERR_SYNTAX, "t:1:2: expected four hexadecimal digits after \\u");
    refuses("\"\\ud800\"", ERR_SYNTAX, "t:1:2: \\ud800 is half of a pair, and the other half is missing");
    refuses("\"\\udc00\"", ERR_SYNTAX, "t:1:2: \\udc00 is half of a pair, and the other half is missing");
    refuses("\"x\\ud83e\\ud83e\"", ERR_SYNTAX,
            "t:1:3: \\ud83e is half of a pair, and the other half is missing");
    refuses("\"\\ud83e\\u00e4\"", ERR_SYNTAX,
            "t:1:2: \\ud83e is half of a pair, and the other half is missing");
    refuses("\"\\ud83e\\n\"", ERR_SYNTAX, "t:1:2: \\ud83e is half of a pair, and the other half is missing");
    refuses("\"\\ud83e\\u\"", ERR_SYNTAX, "t:1:2: \\ud83e is half of a pair, and the other half is missing");
    refuses("\"\\udd16\\ud83e\"", ERR_SYNTAX,
            "t:1:2: \\udd16 is half of a pair, and the other half is missing");
    // overlong, a surrogate, too large, cut short, alone
    refuses("\"\xc3\xa4\xc0\xaf\"", ERR_SYNTAX,
            "t:1:3: expected a character, found the byte 0xc0, which is not UTF-8");
    refuses("\"\xe0\x80\xaf\"", ERR_SYNTAX,
            "t:1:2: expected a character, found the byte 0xe0, which is not UTF-8");
    refuses("\"\xed\xa0\x80\"", ERR_SYNTAX,
            "t:1:2: expected a character, found the byte 0xed, which is not UTF-8");
    refuses("\"\xf4\x90\x80\x80\"", ERR_SYNTAX,
            "t:1:2: expected a character, found the byte 0xf4, which is not UTF-8");
    refuses("\"12345678\xe2\x82\"", ERR_SYNTAX,
            "t:1:10: expected a character, found the byte 0xe2, which is not UTF-8");
    refuses("{\"\x80\":1}", ERR_SYNTAX,
            "t:1:3: expected a character, found the byte 0x80, which is not UTF-8");
}

static void names_that_stand_twice(void **state) {
    refuses("{\"a\":1,\n \"b\":2, \"a\":3}", ERR_DUPLICATE,
            "t:2:9: $.a: this name was used already, in line 1");
    refuses("{\"a\":1,\"\\u0061\":3}", ERR_DUPLICATE, "t:1:8: $.a: this name was used already, in line 1");
    refuses("[{\"\":1,\"\":3}]", ERR_DUPLICATE, "t:1:8: $[0][\"\"]: this name was used already, in line 1");
    parse("{\"a\":{\"a\":1},\"b\":{\"a\":1},\"A\":1,\"a\\u0000\":1,\"ab\":0}");
    // Far more than are compared one by one; names alike in their first eight letters.
    struct buf text = {0};
    buf_text(&text, "{\n");
    for (int i = 0; i < 1000; i++) buf_printf(&text, "\"some_name_%d\": %d,\n", i * 7919 % 1000, i);
    size_t good = text.len;
    buf_text(&text, "}");
    struct json *doc = parse((char *)text.at);
    assert_int_equal(doc->count, 1000);
    text.len = good;
    buf_text(&text, "  \"some_name_7\": 1, \"some_name_3\": 2, \"some_name_7\": 3}");
    int line = 0;
    while (line * 7919 % 1000 != 7) line++;
    char wanted[128];
    snprintf(wanted, sizeof wanted, "t:1002:3: $.some_name_7: this name was used already, in line %d",
             line + 2);
    refuses((char *)text.at, ERR_DUPLICATE, wanted);
    buf_free(&text);
}

static void place_is(const struct json *value, unsigned line, unsigned column, const char *path) {
    char text[128];
    json_path(value, text, sizeof text);
    assert_string_equal(text, path);
    assert_int_equal(value->line, line);
    assert_int_equal(value->column, column);
}

static void every_value_knows_its_place(void **state) {
    struct json *doc = parse("{\r\n\t\"behaviors\": [ 1, {}, [],\r\n  {\"cooldown_s\":\r\n\r\n 5}, "
                             "\"\xc3\xa4\xf0\x9f\xa4\x96\", /*\xc3\xa4\n\xc3\xa4*/7],\r\r"
                             "\"odd name\": {\"3d\": null, \"q\\\"\\u001b\": true}}");
    place_is(doc, 1, 1, "$");
    const struct json *list = json_get(doc, "behaviors");
    place_is(list, 2, 15, "$.behaviors");
    assert_int_equal(list->key_line, 2);
    assert_int_equal(list->key_column, 2); // a tab is one character
    place_is(json_at(list, 0), 2, 17, "$.behaviors[0]");
    place_is(json_at(list, 2), 2, 24, "$.behaviors[2]");
    place_is(json_get(json_at(list, 3), "cooldown_s"), 5, 2, "$.behaviors[3].cooldown_s");
    place_is(json_at(list, 4), 5, 6, "$.behaviors[4]");
    place_is(json_at(list, 5), 6, 4, "$.behaviors[5]");
    const struct json *odd = json_get(doc, "odd name");
    place_is(odd, 8, 13, "$[\"odd name\"]");
    place_is(odd->first, 8, 20, "$[\"odd name\"][\"3d\"]");
    place_is(odd->first->next, 8, 39, "$[\"odd name\"][\"q\"?\"]");

    char small[16];
    json_path(json_get(json_at(list, 3), "cooldown_s"), small, sizeof small);
    assert_string_equal(small, "....cooldown_s");
    for (size_t size = 0; size < sizeof small; size++) {
        memset(small, 'x', sizeof small);
        json_path(odd->first->next, small, size);
        if (size) assert_true(strlen(small) < size);
        if (size < sizeof small) assert_int_equal(small[size], 'x');
    }
}

static void the_text_may_go(void **state) {
    char text[] = "{\"name\": \"cozmo\", \"n\": 12}", file[] = "some.json";
    struct json *doc;
    assert_int_equal(json_parse(text_of(text), file, arena, NULL, &doc, &fault), ERR_NONE);
    memset(text, 'x', sizeof text - 1);
    memset(file, 'x', sizeof file - 1);
    assert_true(text_is(json_get(doc, "name")->text, "cozmo"));
    assert_true(text_is(json_get(doc, "n")->text, "12"));
    assert_string_equal(doc->source->file, "some.json");
}

static void limits_hold(void **state) {
    struct json_limits few = {.bytes = 20, .values = 3, .depth = 2};
    static const struct {
        const char *text, *said;
    } CASES[] = {
        {"[1,2]", NULL},
        {"[1,2,3]", "t:1:6: more than 3 values"},
        {"[[1]]", NULL},
        {"[[{}]]", "t:1:3: $[0][0]: nested deeper than 2"},
        {"12345678901234567890", NULL},
        {"                   1 ", "t: larger than the limit of 20 bytes"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct json *doc;
        char line[600];
        fault = (struct fault){0};
        enum err err = json_parse(text_of(CASES[i].text), "t", arena, &few, &doc, &fault);
        assert_int_equal(err, CASES[i].said ? ERR_LIMIT : ERR_NONE);
        if (CASES[i].said) assert_string_equal(fault_text(&fault, line, sizeof line), CASES[i].said);
        assert_int_equal(json_parse(text_of(CASES[i].text), "t", arena, &few, &doc, NULL), err);
    }
    char memory[1000];
    struct arena *small = arena_over(memory, sizeof memory);
    struct json *doc;
    assert_int_equal(json_parse(TEXT("[1,2,3,4,5,6,7,8,9,10,11,12]"), "t", small, NULL, &doc, NULL),
                     ERR_MEMORY);
    assert_null(doc);
}

static void depth_costs_no_stack(void **state) {
    enum { DEEP = 300000 };
    struct buf text = {0}, out = {0};
    for (int i = 0; i < DEEP; i++) buf_text(&text, i % 2 ? "{\"a\":" : "[");
    buf_text(&text, "1");
    for (int i = DEEP - 1; i >= 0; i--) buf_text(&text, i % 2 ? "}" : "]");
    struct json_limits limits = {.bytes = 64 << 20, .values = DEEP + 1, .depth = DEEP};
    struct json *doc;
    fault = (struct fault){0};
    assert_int_equal(json_parse((struct text){(char *)text.at, text.len}, "t", arena, &limits, &doc, &fault),
                     ERR_NONE);
    struct json_writer w = json_writer_of(&out, 0);
    json_copy(&w, doc);
    assert_int_equal(out.len, text.len);
    assert_memory_equal(out.at, text.at, out.len);
    const struct json *at = doc;
    while (at->first) at = at->first;
    char path[20];
    json_path(at, path, sizeof path);
    assert_string_equal(path, "...[0].a[0].a[0].a");
    // never closed, as deep as it gets
    assert_int_equal(json_parse((struct text){(char *)text.at, DEEP}, "t", arena, &limits, &doc, &fault),
                     ERR_SHORT);
    buf_free(&text);
    buf_free(&out);
    refuses(
        "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", ERR_LIMIT,
        "t:1:65: "
        "...[0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0]["
        "0][0][0][0][0]"
        "[0][0][0][0][0]: nested deeper than 64");
}

// ---- what is asked ----

static void says(const char *wanted) {
    char line[600];
    assert_string_equal(fault_text(&fault, line, sizeof line), wanted);
    fault = (struct fault){0};
}

static void values_are_checked(void **state) {
    struct json *doc = parse(
        "{\"wheels\":\n  {\"speed\": 700, \"n\": 1.5, \"e\": 1e3, \"name\": \"a\\u0007b\", \"on\": true,\n"
        "   \"big\": 9007199254740993, \"huge\": 9223372036854775808, \"list\": [], \"far\": 1e300, \"neg\": "
        "-5}}");
    const struct json *w = json_get(doc, "wheels");
    double d = -1;
    int64_t i = -1;
    bool b = false;
    struct text t = {0};
    assert_int_equal(json_get_number(w, "speed", 0, 200, &d, &fault), ERR_RANGE);
    says("t.json:2:13: $.wheels.speed: expected a number from 0 to 200, found 700");
    assert_true(d == -1); // untouched
    assert_int_equal(json_get_number(w, "neg", 0, HUGE_VAL, &d, &fault), ERR_RANGE);
    says("t.json:3:91: $.wheels.neg: expected a number of at least 0, found -5");
    assert_int_equal(json_get_number(w, "speed", -HUGE_VAL, 0.5, &d, &fault), ERR_RANGE);
    says("t.json:2:13: $.wheels.speed: expected a number of at most 0.5, found 700");
    assert_int_equal(json_get_number(w, "name", -HUGE_VAL, HUGE_VAL, &d, &fault), ERR_TYPE);
    says("t.json:2:46: $.wheels.name: expected a number, found \"a?b\"");
    assert_int_equal(json_get_number(w, "sped", 0, 1, &d, &fault), ERR_MISSING);
    says("t.json:2:3: $.wheels: \"sped\" is missing");
    assert_int_equal(json_get_number(json_get(w, "list"), "x", 0, 1, &d, &fault), ERR_TYPE);
    says("t.json:3:66: $.wheels.list: expected an object, found a list");
    assert_int_equal(json_get_number(w, "speed", 0, 700, &d, &fault), ERR_NONE);
    assert_true(d == 700);

    assert_int_equal(json_get_int(w, "n", 0, 9, &i, &fault), ERR_TYPE);
    says("t.json:2:23: $.wheels.n: expected a whole number from 0 to 9, found 1.5");
    assert_int_equal(json_get_int(w, "huge", INT64_MIN, INT64_MAX, &i, &fault), ERR_RANGE);
    says("t.json:3:37: $.wheels.huge: expected a whole number from -9223372036854775808 to "
         "9223372036854775807, found 9223372036854775808");
    assert_int_equal(json_get_int(w, "far", INT64_MIN, INT64_MAX, &i, &fault), ERR_RANGE);
    fault = (struct fault){0};
    assert_int_equal(json_get_int(w, "on", INT64_MIN, INT64_MAX, &i, &fault), ERR_TYPE);
    says("t.json:2:64: $.wheels.on: expected a whole number, found true");
    assert_true(i == -1);
    assert_int_equal(json_get_int(w, "big", 0, INT64_MAX, &i, &fault), ERR_NONE);
    assert_true(i == 9007199254740993); // more than a double holds
    assert_int_equal(json_get_int(w, "e", 0, 1000, &i, &fault), ERR_NONE);
    assert_int_equal(i, 1000);

    assert_int_equal(json_get_bool(w, "n", &b, &fault), ERR_TYPE);
    says("t.json:2:23: $.wheels.n: expected true or false, found 1.5");
    assert_int_equal(json_get_bool(w, "on", &b, &fault), ERR_NONE);
    assert_true(b);
    assert_int_equal(json_get_text(doc, "wheels", &t, &fault), ERR_TYPE);
    says("t.json:2:3: $.wheels: expected a text, found an object");
    assert_int_equal(json_get_text(w, "name", &t, &fault), ERR_NONE);
    assert_true(text_is(t, "a\ab"));
    assert_int_equal(json_as_text(NULL, &t, &fault), ERR_MISSING);
    says("a value is missing");

    const char *names[] = {"speed", "n", "e", "name", "on", "big", "huge", "list", "far"};
    assert_int_equal(json_only(w, names, 9, &fault), ERR_UNKNOWN);
    says("t.json:3:84: $.wheels.neg: unknown name, expected one of speed, n, e, name, on, big, huge, list, "
         "far");
    const char *near[] = {"wheel"};
    assert_int_equal(json_only(doc, near, 1, &fault), ERR_UNKNOWN);
    says("t.json:1:2: $.wheels: unknown name, did you mean \"wheel\"?");
    assert_int_equal(json_only(doc, NULL, 0, &fault), ERR_UNKNOWN);
    says("t.json:1:2: $.wheels: unknown name");
    const char *right[] = {"wheels", "more"};
    assert_int_equal(json_only(doc, right, 2, &fault), ERR_NONE);
    // the first reason stays
    json_fault(w, &fault, ERR_STATE, "one %d", 1);
    json_fault(w, &fault, ERR_RANGE, "two");
    says("t.json:2:3: $.wheels: one 1");
}

static void a_file_is_read(void **state) {
    const char *path = temp_path(NULL, "a.json");
    struct json *doc;
    assert_int_equal(json_read(path, arena, NULL, &doc, &fault), ERR_MISSING);
    assert_null(doc);
    assert_non_null(strstr(fault.file, "a.json"));
    fault = (struct fault){0};
    assert_int_equal(file_write(path, "[1,\n x]", 7, &fault), ERR_NONE);
    assert_int_equal(json_read(path, arena, NULL, &doc, &fault), ERR_SYNTAX);
    assert_string_equal(fault.file, path);
    assert_int_equal(fault.line, 2);
    assert_int_equal(fault.column, 2);
    fault = (struct fault){0};
    struct json_limits few = {.bytes = 6, .values = 10, .depth = 2};
    assert_int_equal(json_read(path, arena, &few, &doc, &fault), ERR_LIMIT);
    fault = (struct fault){0};
    assert_int_equal(file_write(path, "[1,\n 2]", 7, &fault), ERR_NONE);
    assert_int_equal(json_read(path, arena, NULL, &doc, &fault), ERR_NONE);
    assert_int_equal(doc->count, 2);
}

// Whatever allocation fails, the answer is ERR_MEMORY or the whole document.
static void parse_without_memory(void *user) {
    struct arena *small = arena_new(256);
    struct json *doc = NULL;
    struct fault why = {0};
    struct text text = *(struct text *)user;
    enum err err = small ? json_parse(text, "t", small, NULL, &doc, &why) : ERR_MEMORY;
    if (alloc_broke()) {
        assert_int_equal(err, ERR_MEMORY);
        assert_null(doc);
        if (small) assert_string_equal(why.said, "no memory");
    } else {
        assert_int_equal(err, ERR_NONE);
        struct buf out = {0};
        struct json_writer w = json_writer_of(&out, 0);
        json_copy(&w, doc);
        assert_int_equal(out.err, alloc_broke() ? ERR_MEMORY : ERR_NONE);
        buf_free(&out);
    }
    arena_free(small);
}

static void memory_may_run_out_anywhere(void **state) {
    struct buf text = {0};
    buf_text(&text, "{\"list\": [1, 2, 3], ");
    for (int i = 0; i < 40; i++)
        buf_printf(&text, "\"name_%d\": {\"a\": \"text %d\"},", i, i); // more than are compared one by one
    buf_text(&text, "}");
    struct text view = {(char *)text.at, text.len};
    assert_true(break_every_alloc(parse_without_memory, &view) > 10);
    buf_free(&text);
}

// A million names in one object, in an order that is unkind to sorting, and one of them twice. Were this
// quadratic the test would not end today.
static void a_million_names(void **state) {
    enum { MANY = 1000000 };
    struct buf text = {0};
    struct json_limits limits = {.bytes = 64 << 20, .values = MANY + 10, .depth = 4};
    struct json *doc;
    buf_text(&text, "{");
    for (int i = 0; i < MANY; i++)
        buf_printf(&text, "\"the_same_beginning_%d\":0,\n", (int)((int64_t)i * 7919 % MANY));
    size_t good = text.len;
    buf_text(&text, "}");
    assert_int_equal(json_parse((struct text){(char *)text.at, text.len}, "t", arena, &limits, &doc, &fault),
                     ERR_NONE);
    assert_int_equal(doc->count, MANY);
    arena_reset(arena);
    text.len = good;
    buf_text(&text, "\"the_same_beginning_7919\":1}");
    assert_int_equal(json_parse((struct text){(char *)text.at, text.len}, "t", arena, &limits, &doc, &fault),
                     ERR_DUPLICATE);
    assert_int_equal(fault.line, MANY + 1);
    assert_string_equal(fault.said, "this name was used already, in line 2");
    buf_free(&text);
}

JSON_TESTS(TEST(what_is_taken), TEST(what_is_refused_and_where), TEST(numbers_that_are_none),
           TEST(texts_that_are_none), TEST(names_that_stand_twice), TEST(every_value_knows_its_place),
           TEST(the_text_may_go), TEST(limits_hold), TEST(depth_costs_no_stack), TEST(values_are_checked),
           TEST(a_file_is_read), TEST(memory_may_run_out_anywhere), TEST(a_million_names))
