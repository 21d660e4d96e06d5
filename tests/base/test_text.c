#include "support/support.h"

#include "base/system/file.h"
#include "base/text.h"

#include <float.h>
#include <locale.h>
#include <math.h>

static uint64_t dice = 88172645463325252u;
static uint64_t roll(void) {
    dice ^= dice << 13;
    dice ^= dice >> 7;
    return dice ^= dice << 17;
}

// ---- pieces ----

static void pieces_of_text(void **state) {
    assert_true(text_is(text_of(NULL), ""));
    assert_true(text_starts(TEXT("cube"), "cu") && text_starts(TEXT("cube"), "") &&
                !text_starts(TEXT("c"), "cu"));
    assert_true(text_ends(TEXT("a.json"), ".json") && !text_ends(TEXT("json"), ".json"));
    assert_true(text_same_nocase(TEXT("CuBe"), TEXT("cUbE")) && !text_same_nocase(TEXT("["), TEXT("{")));
    assert_true(text_is(text_trim(TEXT(" \t\r\n a b \v")), "a b"));
    assert_true(text_is(text_trim(TEXT(" \n ")), ""));
    assert_false(text_same(TEXT("a\0b"), TEXT("a\0c"))); // a zero byte is nothing special

    struct text rest = TEXT("a,,b,"), piece;
    const char *wanted[] = {"a", "", "b", ""};
    for (int i = 0; i < 4; i++) {
        assert_true(text_split(&rest, ',', &piece));
        assert_true(text_is(piece, wanted[i]));
    }
    assert_false(text_split(&rest, ',', &piece));
    rest = TEXT("");
    assert_true(text_split(&rest, ',', &piece) && !piece.len);
    assert_false(text_split(&rest, ',', &piece));
}

static void a_copy_never_tears_a_character(void **state) {
    // one, two, three and four bytes wide
    struct text a = TEXT("a\xc3\xa4\xe2\x82\xac\xf0\x9f\xa4\x96");
    static const size_t kept[] = {0, 0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 10};
    for (size_t size = 1; size < 13; size++) {
        char out[16];
        memset(out, 'x', sizeof out);
        assert_int_equal(text_copy(a, out, size), 10);
        assert_int_equal(strlen(out), kept[size]);
        assert_memory_equal(out, a.at, kept[size]);
        assert_int_equal(out[size], 'x');
    }
    char out[4];
    text_copy(TEXT("\x80\x80\x80\x80\x80"), out, sizeof out); // no characters: bytes are kept
    assert_int_equal(strlen(out), 3);
    assert_int_equal(text_copy(TEXT("abc"), NULL, 0), 3);
}

static void names_that_are_near(void **state) {
    assert_int_equal(text_distance("", "abc"), 3);
    assert_int_equal(text_distance("abc", "abc"), 0);
    assert_int_equal(text_distance("abc", "acb"), 1); // swapped
    assert_int_equal(text_distance("ca", "abc"), 3);  // no piece is changed twice
    assert_int_equal(text_distance("kitten", "sitting"), 3);
    assert_int_equal(text_distance("gr\xc3\xb6\xc3\x9f"
                                   "e",
                                   "grose"),
                     2); // letters, not bytes
    char many[300];
    memset(many, 'a', 299);
    many[299] = 0;
    assert_int_equal(text_distance(many, ""), 299);
    assert_int_equal(text_distance(many, many), 0);
    assert_int_equal(text_distance(many, many + 100),
                     100); // both longer than what is compared letter by letter
    assert_int_equal(text_distance(many + 100, many), 100);

    const char *names[] = {"friction", "gravity", "seed", "run", NULL};
    assert_string_equal(text_nearest("frictoin", names, 4), "friction");
    assert_string_equal(text_nearest("sed", names, 5), "seed");
    assert_string_equal(text_nearest("grav", names, 4), "gravity"); // its beginning
    assert_null(text_nearest("x", names, 4));
    assert_null(text_nearest("", names, 4));
    assert_null(text_nearest("banana", names, 4));
}

static void globs(void **state) {
    static const struct {
        const char *pattern, *text;
        bool fits;
    } CASES[] = {
        {"", "", true},
        {"", "a", false},
        {"*", "", true},
        {"*", "abc", true},
        {"a*c", "abc", true},
        {"a*c", "ac", true},
        {"a*c", "abd", false},
        {"?", "", false},
        {"?", "\xc3\xa4", true},
        {"??", "\xc3\xa4", false},
        {"[a-c]x", "bx", true},
        {"[a-c]x", "dx", false},
        {"[!a-c]", "d", true},
        {"[!a-c]", "a", false},
        {"[]]", "]", true},
        {"[a-]", "-", true},
        {"[", "[", true},
        {"[a", "[a", true},
        {"*.json", "a.json.json", true},
        {"*a*b*", "xxaxxbxx", true},
        {"*a*b*", "xxbxxaxx", false},
        {"a\\*", "a\\x", true},
        {"**", "", true},
        {"\xff", "\xff", true},
        {"\xff", "\xef\xbf\xbd", false},
        {"\xff", "\xfe", false},
        {"[a-", "[a-", true},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        if (text_glob(CASES[i].pattern, CASES[i].text) != CASES[i].fits)
            fail_msg("glob %s with %s", CASES[i].pattern, CASES[i].text);
    // What makes careless matchers run for years.
    char many[101];
    memset(many, 'a', 100);
    many[100] = 0;
    assert_false(text_glob("*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b", many));
}

static void hexadecimal(void **state) {
    uint8_t out[4];
    size_t len;
    assert_int_equal(hex_to_bytes(TEXT("01 aB\nff"), out, 4, &len), ERR_NONE);
    assert_int_equal(len, 3);
    assert_memory_equal(out, "\x01\xab\xff", 3);
    assert_int_equal(hex_to_bytes(TEXT("012"), out, 4, &len), ERR_SHORT);
    assert_int_equal(hex_to_bytes(TEXT("0g"), out, 4, &len), ERR_SYNTAX);
    assert_int_equal(hex_to_bytes(TEXT("0102030405"), out, 4, &len), ERR_LIMIT);
    assert_int_equal(hex_to_bytes(TEXT(""), out, 0, &len), ERR_NONE);
    char text[9];
    bytes_to_hex((const uint8_t *)"\x00\x9f\xff\x10", 4, text);
    assert_string_equal(text, "009fff10");
}

// ---- UTF-8 ----

static void every_character_comes_back(void **state) {
    for (uint32_t code = 0; code < 0x110000; code++) {
        char bytes[4];
        uint32_t again;
        size_t len = utf8_put(code, bytes);
        bool surrogate = code >= 0xd800 && code < 0xe000;
        assert_int_equal(utf8_next((struct text){bytes, len}, 0, &again), len);
        assert_int_equal(again, surrogate ? 0xfffd : code);
        for (size_t cut = 1; cut < len; cut++) assert_false(utf8_valid((struct text){bytes, cut}));
    }
    char bytes[4];
    assert_int_equal(utf8_put(0x110000, bytes), 3);
    assert_memory_equal(bytes, "\xef\xbf\xbd", 3);
}

static void what_is_not_utf8(void **state) {
    static const char *const BAD[] = {
        "\x80",
        "\xbf",
        "\xc0\x80",
        "\xc1\xbf",
        "\xe0\x80\x80",
        "\xe0\x9f\xbf",
        "\xed\xa0\x80",
        "\xed\xbf\xbf",
        "\xf0\x80\x80\x80",
        "\xf0\x8f\xbf\xbf",
        "\xf4\x90\x80\x80",
        "\xf5\x80\x80\x80",
        "\xfe",
        "\xff",
        "\xc3(",
        "\xe2\x82(",
        "\xf0\x9f\xa4(",
        "\xf8\x88\x80\x80\x80",
    };
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        uint32_t code;
        assert_false(utf8_valid(text_of(BAD[i])));
        assert_int_equal(utf8_next(text_of(BAD[i]), 0, &code), 1);
        assert_int_equal(code, 0xfffd);
        char late[64];
        snprintf(late, sizeof late, "12345678901234567%s", BAD[i]);
        assert_false(utf8_valid(text_of(late)));
    }
    assert_true(utf8_valid(TEXT("\0\x7f \xc2\x80 \xdf\xbf \xe0\xa0\x80 \xed\x9f\xbf \xee\x80\x80 "
                                "\xef\xbf\xbd \xf0\x90\x80\x80 \xf4\x8f\xbf\xbf")));
    assert_int_equal(utf8_count(TEXT("a\xc3\xa4\xff\xf0\x9f\xa4\x96")), 4);
    uint32_t code;
    assert_int_equal(utf8_next(TEXT("a"), 1, &code), 0);
    assert_int_equal(code, 0);
}

// ---- numbers ----

static void whole_numbers(void **state) {
    int64_t i;
    uint64_t u;
    assert_int_equal(text_to_i64(TEXT("-9223372036854775808"), &i), ERR_NONE);
    assert_true(i == INT64_MIN);
    assert_int_equal(text_to_i64(TEXT("-9223372036854775809"), &i), ERR_RANGE);
    assert_int_equal(text_to_i64(TEXT("9223372036854775808"), &i), ERR_RANGE);
    assert_int_equal(text_to_i64(TEXT("-0x10"), &i), ERR_NONE);
    assert_int_equal(i, -16);
    assert_int_equal(text_to_i64(TEXT("+010"), &i), ERR_NONE);
    assert_int_equal(i, 10); // not octal
    assert_int_equal(text_to_u64(TEXT("18446744073709551615"), &u), ERR_NONE);
    assert_true(u == UINT64_MAX);
    assert_int_equal(text_to_u64(TEXT("0xffffffffffffffff"), &u), ERR_NONE);
    assert_int_equal(text_to_u64(TEXT("18446744073709551616"), &u), ERR_RANGE);
    assert_int_equal(text_to_u64(TEXT("0x10000000000000000"), &u), ERR_RANGE);
    assert_int_equal(text_to_u64(TEXT("99999999999999999999999999"), &u), ERR_RANGE);
    assert_int_equal(text_to_u64(TEXT("-1"), &u), ERR_RANGE);
    assert_int_equal(text_to_u64(TEXT("-0"), &u), ERR_NONE);
    static const char *const BAD[] = {"",   "-",   "+",   "0x",  "x1",  "1 ",      " 1",
                                      "1a", "0xg", "--1", "1.0", "1e3", "\xd9\xa1"};
    for (size_t k = 0; k < sizeof BAD / sizeof *BAD; k++)
        assert_int_equal(text_to_i64(text_of(BAD[k]), &i), ERR_SYNTAX);
    assert_int_equal(text_to_i64(TEXT("99999999999999999999x"), &i), ERR_SYNTAX); // wrong before it is large
    char out[NUMBER_ROOM];
    i64_to_text(INT64_MIN, out);
    assert_string_equal(out, "-9223372036854775808");
    u64_to_text(UINT64_MAX, out);
    assert_string_equal(out, "18446744073709551615");
    i64_to_text(0, out);
    assert_string_equal(out, "0");
}

static uint64_t bits(double d) {
    uint64_t b;
    memcpy(&b, &d, sizeof b);
    return b;
}

static void numbers_are_rounded_correctly(void **state) {
    static const struct {
        const char *text;
        double number;
    } CASES[] = {
        {"0", 0},
        {"-0", -0.0},
        {"-0.0e5", -0.0},
        {".5", .5},
        {"5.", 5},
        {"1e400000000000000000000000", 0}, // marks ERR_RANGE
        {"0e999999999999999999999", 0},
        {"1e-99999999999999999999", 0},
        {"2.4703282292062327e-324", 0}, // less than half of the smallest
        {"2.4703282292062328e-324", 0x1p-1074},
        {"4.9406564584124654e-324", 0x1p-1074},
        {"2.2250738585072011e-308",
         0x0.fffffffffffffp-1022}, // a famous one: sent other parsers round for ever
        {"2.2250738585072014e-308", 0x1p-1022},
        {"1.7976931348623157e308", DBL_MAX},
        {"1.7976931348623158e308", DBL_MAX},
        {"9007199254740993", 9007199254740992.0}, // a tie, to even
        {"9007199254740993.0000000000000000000000000000000000000000000000000000000000000000000001",
         9007199254740994.0},
        {"9007199254740992.9999999999999999999999999999999999999999999999999999999999999999999999",
         9007199254740992.0},
        {"123456789012345678901234567890", 123456789012345678901234567890.0},
        {"0.000000000000000000000000000000000000000000000000000000000000000000000000000001", 1e-78},
        {"8.5e22", 8.5e22},
        {"1e23", 1e23},
        {"0x1.8p3", 12},
        {"-0X.8P-1", -0.25},
        {"0x1.fffffffffffff8p0", 2}, // a tie in hexadecimal
        {"0x1.fffffffffffff7ffffffffffffffp0", 0x1.fffffffffffffp0},
        {"0x10", 16},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        double d = 1;
        enum err err = text_to_f64(text_of(CASES[i].text), &d);
        if (i == 5) {
            assert_int_equal(err, ERR_RANGE);
        } else if (err || bits(d) != bits(CASES[i].number)) {
            fail_msg("%s gives %d, %a", CASES[i].text, err, d);
        }
    }
    double d;
    static const char *const BAD[] = {"",    ".",        "-",  "e5", "1e", "1e+",   "1.2.3", "1,5", "nan",
                                      "inf", "infinity", " 1", "1 ", "0x", "0x.p1", "0x1p",  "1f",  "--1"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        assert_int_equal(text_to_f64(text_of(BAD[i]), &d), ERR_SYNTAX);
    assert_int_equal(text_to_f64(TEXT("1.7976931348623159e308"), &d), ERR_RANGE);
    // More digits than any double needs: half way between two neighbours, and one digit far behind that
    // breaks the tie.
    static char lots[1100];
    int len = snprintf(lots, sizeof lots, "9007199254740993.");
    memset(lots + len, '0', 1000);
    assert_int_equal(text_to_f64((struct text){lots, (size_t)len + 1000}, &d), ERR_NONE);
    assert_true(d == 9007199254740992.0);
    lots[len + 999] = '1';
    assert_int_equal(text_to_f64((struct text){lots, (size_t)len + 1000}, &d), ERR_NONE);
    assert_true(d == 9007199254740994.0);
    float f;
    // Read as a double first this falls on a tie and rounds down.
    assert_int_equal(text_to_f32(TEXT("1.00000005960464477539062500000000000001"), &f), ERR_NONE);
    assert_true(f == 0x1.000002p0f);
    assert_int_equal(text_to_f32(TEXT("3.5e38"), &f), ERR_RANGE);
    assert_int_equal(text_to_f32(TEXT("1.5x"), &f), ERR_SYNTAX);
    assert_int_equal(text_to_f32(TEXT(""), &f), ERR_SYNTAX);
    assert_int_equal(text_to_f32(TEXT("-0.0"), &f), ERR_NONE);
    assert_true(f == 0 && signbit(f));
}

static void numbers_come_out_short(void **state) {
    static const struct {
        double number;
        const char *text;
    } CASES[] = {
        {0, "0"},
        {-0.0, "-0"},
        {1, "1"},
        {-1.5, "-1.5"},
        {0.1, "0.1"},
        {0.1 + 0.2, "0.30000000000000004"},
        {100, "100"},
        {123456789, "123456789"},
        {1e15, "1000000000000000"},
        {1e20, "100000000000000000000"},
        {1e21, "1e21"},
        {1e22, "1e22"},
        {1.5e300, "1.5e300"},
        {0.000001, "0.000001"},
        {0.00000015, "1.5e-7"},
        {5e-324, "5e-324"},
        {DBL_MAX, "1.7976931348623157e308"},
        {DBL_MIN, "2.2250738585072014e-308"},
        {9007199254740993.0, "9007199254740992"},
        {1e23, "1e23"},
        {9.5e-3, "0.0095"},
        {0x1p-44, "5.684341886080802e-14"},
        {(double)NAN, "nan"},
        {-HUGE_VAL, "-inf"},
    };
    char out[NUMBER_ROOM];
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        assert_int_equal(f64_to_text(CASES[i].number, out), strlen(CASES[i].text));
        assert_string_equal(out, CASES[i].text);
    }
    static const struct {
        float number;
        const char *text;
    } FLOATS[] = {{0.1f, "0.1"},
                  {16777216, "16777216"},
                  {3.4028235e38f, "3.4028235e38"},
                  {1e-45f, "1e-45"},
                  {0.3f, "0.3"},
                  {1.17549435e-38f, "1.1754944e-38"},
                  {123456.79f, "123456.79"},
                  {8388608.5f, "8388608"},
                  {0x1p-24f, "5.9604645e-8"},
                  {1e6f, "1000000"},
                  {999999.94f, "999999.94"}};
    for (size_t i = 0; i < sizeof FLOATS / sizeof *FLOATS; i++) {
        f32_to_text(FLOATS[i].number, out);
        assert_string_equal(out, FLOATS[i].text);
    }
}

// How many digits a number in text has, without zeros at either end.
static int significant(const char *text) {
    char digits[64];
    int count = 0, last = 0;
    for (; *text && *text != 'e'; text++)
        if (*text >= '0' && *text <= '9' && (count || *text != '0')) {
            digits[count++] = *text;
            if (*text != '0') last = count;
        }
    (void)digits;
    return last;
}

static void random_numbers_come_back_and_no_shorter_would(void **state) {
    char out[NUMBER_ROOM], shorter[64];
    for (int i = 0; i < 60000; i++) {
        uint64_t raw = roll();
        double d, e;
        if (i % 3 == 0)
            d = (double)(int64_t)(raw >> 40) / (i % 2 ? 1000 : 7); // everyday numbers
        else if (i % 3 == 1)
            d = ldexp(1, (int)(raw % 2098) - 1074); // powers of two
        else
            memcpy(&d, &raw, sizeof d);
        if (!isfinite(d)) continue;
        size_t len = f64_to_text(d, out);
        assert_true(len < NUMBER_ROOM && len == strlen(out));
        assert_int_equal(text_to_f64((struct text){out, len}, &e), ERR_NONE);
        if (bits(d) != bits(e) || strtod(out, NULL) != d) fail_msg("%a became %s", d, out);
        int count = significant(out);
        if (count > 1) {
            snprintf(shorter, sizeof shorter, "%.*e", count - 2, d);
            if (strtod(shorter, NULL) == d) fail_msg("%s is longer than %s", out, shorter);
        }
        float f, g;
        uint32_t half = (uint32_t)raw;
        if (i % 3 == 0)
            f = (float)d;
        else
            memcpy(&f, &half, sizeof f);
        if (!isfinite(f)) continue;
        len = f32_to_text(f, out);
        assert_int_equal(text_to_f32((struct text){out, len}, &g), ERR_NONE);
        assert_memory_equal(&f, &g, sizeof f);
        assert_int_equal(text_to_f64((struct text){out, len}, &e), ERR_NONE);
        if ((float)e != f) fail_msg("%s is not %a by way of a double", out, (double)f);
        count = significant(out);
        if (count > 1) {
            snprintf(shorter, sizeof shorter, "%.*e", count - 2, (double)f);
            if (strtof(shorter, NULL) == f && (float)strtod(shorter, NULL) == f)
                fail_msg("%s is longer than %s", out, shorter);
        }
    }
}

static void random_decimals_are_read_like_libc_reads_them(void **state) {
    for (int i = 0; i < 60000; i++) {
        char text[96];
        snprintf(text, sizeof text, "%llu.%llue%d", (unsigned long long)(roll() >> roll() % 64),
                 (unsigned long long)(roll() >> roll() % 64), (int)(roll() % 680) - 345);
        double wanted = strtod(text, NULL), d = 1;
        enum err err = text_to_f64(text_of(text), &d);
        if (isinf(wanted) ? err != ERR_RANGE : err || d != wanted)
            fail_msg("%s: %a, not %a", text, d, wanted);
    }
}

// A locale with a decimal comma: one that is there, or one made for the purpose, which knows nothing else.
static bool comma_locale(const char *folder) {
    static const char *const NAMES[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE", "comma"};
    char command[1600];
    snprintf(command, sizeof command,
             "printf 'LC_NUMERIC\\ndecimal_point \",\"\\nthousands_sep \".\"\\ngrouping 3;3\\nEND "
             "LC_NUMERIC\\n' >'%s/comma.txt' && "
             "localedef --no-archive -c -i '%s/comma.txt' -f ANSI_X3.4-1968 '%s/comma' >/dev/null 2>&1",
             folder, folder, folder);
    for (int made = 0; made < 2; made++) {
        for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
            if (setlocale(LC_ALL, NAMES[i]) && !strcmp(localeconv()->decimal_point, ",")) return true;
        setenv("LOCPATH", folder, 1);
        if (made || system(command) == -1) break;
    }
    return false;
}

static void locales_change_nothing(void **state) {
    const char *folder = temp_folder();
    if (!comma_locale(folder)) print_message("# no locale with a comma to be had here\n");
    double d;
    char out[NUMBER_ROOM];
    assert_int_equal(text_to_f64(TEXT("12345678901234567890.5e-3"), &d), ERR_NONE);
    assert_true(d == 12345678901234567.8905);
    assert_int_equal(text_to_f64(TEXT("0,5"), &d), ERR_SYNTAX);
    f64_to_text(0.1 + 0.2, out);
    assert_string_equal(out, "0.30000000000000004");
    f32_to_text(1.17549435e-38f, out);
    assert_string_equal(out, "1.1754944e-38");
    setlocale(LC_ALL, "C");
    unsetenv("LOCPATH");
}

static void what_strangers_wrote_stays_in_its_line(void **state) {
    static const char *const SHOWN[][2] = {
        {"", ""},
        {"a\xc3\xa4\xf0\x9f\xa4\x96 \"\\", "a\xc3\xa4\xf0\x9f\xa4\x96 \"\\"},
        {"a\nb\tc\rd", "a\\nb\\tc\\x0dd"},
        {"\x1b[31m\x7f\x01", "\\x1b[31m\\x7f\\x01"},
        {"\xff\xc3", "\\xff\\xc3"},
        {"\xc2\x85\xc2\x9b\xc2\xa0", "\\u0085\\u009b\xc2\xa0"},
        {"\xef\xbf\xbd", "\xef\xbf\xbd"}, // U+FFFD itself is no bad byte
    };
    char out[64];
    for (size_t i = 0; i < sizeof SHOWN / sizeof *SHOWN; i++)
        assert_string_equal(text_shown(text_of(SHOWN[i][0]), out, sizeof out), SHOWN[i][1]);
    assert_string_equal(text_shown((struct text){"a\0b", 3}, out, sizeof out), "a\\x00b");
    // Cut only between characters, and never past the room.
    for (size_t size = 1; size <= 12; size++) {
        memset(out, '!', sizeof out);
        text_shown(TEXT("\xc3\xa4\nb\x1b"), out, size);
        assert_true(strlen(out) < size && out[size] == '!');
        assert_true(utf8_valid(text_of(out)) && text_starts(TEXT("\xc3\xa4\\nb\\x1b"), out));
        assert_true(!strlen(out) || out[strlen(out) - 1] != '\\');
    }
    out[0] = '!';
    text_shown(TEXT("a"), out, 0);
    assert_int_equal(out[0], '!');
    struct fault fault = {0};
    fault_at(&fault, ERR_SYNTAX, "a\nb.json", 3, 1, "found \"\x1b[2J\"");
    assert_string_equal(fault_text(&fault, out, sizeof out), "a\\nb.json:3:1: found \"\\x1b[2J\"");
}

TESTS(cmocka_unit_test(what_strangers_wrote_stays_in_its_line), cmocka_unit_test(pieces_of_text),
      cmocka_unit_test(a_copy_never_tears_a_character), cmocka_unit_test(names_that_are_near),
      cmocka_unit_test(globs), cmocka_unit_test(hexadecimal), cmocka_unit_test(every_character_comes_back),
      cmocka_unit_test(what_is_not_utf8), cmocka_unit_test(whole_numbers),
      cmocka_unit_test(numbers_are_rounded_correctly), cmocka_unit_test(numbers_come_out_short),
      cmocka_unit_test(random_numbers_come_back_and_no_shorter_would),
      cmocka_unit_test(random_decimals_are_read_like_libc_reads_them),
      cmocka_unit_test(locales_change_nothing))
