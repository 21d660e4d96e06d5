// Project files: what the guide's example says, macros, and what hostile ones get.
#include "support/support.h"

#include "base/buf.h"
#include "pleo/kit/macro.h"
#include "pleo/kit/project.h"

static struct project *read_well(const char *xml) {
    struct project *project = NULL;
    struct fault fault = {0};
    if (project_read(text_of(xml), "x.upf", &project, &fault)) fail_msg("%u: %s", fault.line, fault.said);
    return project;
}

static void the_guides_example_is_understood(void **state) {
    struct project *p = read_well(
        "<Pleo_project name=\"template\">\n"
        "<options><set name=\"top\" value=\"../..\" /><include value=\"./include:${top}/include\" />\n"
        "<tools><pawn value=\"pawncc %i -V2048 %I -o%o\" /></tools>\n"
        "<directories><build value=\"out\" /><include value=\"inc\" /><temp value=\"tmp\"/></directories>\n"
        "<umf value=\"3\" /><motion version=\"3\"/><sound adpcm=\"true\" rate=\"22050\"/><version "
        "value=\"12\"/><folders />\n"
        "</options>\n"
        "<set-default name=\"MEDIA\" value=\"../../media\" /><set name=\"SOUNDS\" value=\"{MEDIA}/sounds\" "
        "/>\n"
        "<!-- Sounds -->\n"
        "<resources><sound path=\"{SOUNDS}/growl.wav\" /><sound path=\"purr.wav\" adpcm=\"false\" "
        "rate=\"8000\"/>\n"
        "<motion path=\"${MEDIA}/motions/bow.csv\" /><command path=\"hunt.csv\"/><script "
        "path=\"sensors.p\"/>\n"
        "<script path=\"main.p\"/><user_property path=\"my_prop\"/></resources>\n"
        "</Pleo_project>\n");
    assert_string_equal(p->name, "template");
    assert_string_equal(p->build, "out");
    assert_string_equal(p->include, "inc");
    assert_string_equal(p->temp, "tmp");
    assert_int_equal(p->version, 12);
    assert_int_equal(p->include_count, 2);
    assert_string_equal(p->includes[0], "include");
    assert_string_equal(p->includes[1], "../../include");
    assert_string_equal(p->compiler, "pawncc %i -V2048 %I -o%o");
    assert_int_equal(p->of[URF_SOUND].count, 2);
    assert_string_equal(p->of[URF_SOUND].at[0].path, "../../media/sounds/growl.wav");
    assert_string_equal(p->of[URF_SOUND].at[0].name, "growl");
    assert_true(p->of[URF_SOUND].at[0].adpcm);
    assert_int_equal(p->of[URF_SOUND].at[0].rate, 22050);
    assert_false(p->of[URF_SOUND].at[1].adpcm);
    assert_int_equal(p->of[URF_SOUND].at[1].rate, 8000);
    assert_int_equal(p->of[URF_SCRIPT].count, 2);
    assert_int_equal(p->of[URF_SCRIPT].at[1].line, 11);
    assert_string_equal(p->of[URF_PROPERTY].at[0].name, "my_prop");
    project_free(p);
}

static void all_three_roots_are_taken_and_defaults_are_the_kits(void **state) {
    static const char *const ROOTS[] = {"Pleo_project", "upf_project", "ugobe_project"};
    for (size_t i = 0; i < 3; i++) {
        char xml[200];
        snprintf(xml, sizeof xml, "<%s name='x'><resources><sound path='a.wav'/></resources></%s>", ROOTS[i],
                 ROOTS[i]);
        struct project *p = read_well(xml);
        assert_string_equal(p->build, "build");
        assert_string_equal(p->include, "include");
        assert_string_equal(p->temp, "temp");
        assert_int_equal(p->of[URF_SOUND].at[0].rate, 11025);
        assert_false(p->of[URF_SOUND].at[0].adpcm);
        project_free(p);
    }
}

static void what_is_wrong_has_its_place(void **state) {
#define IN(text) "<Pleo_project name='x'>\n" text "</Pleo_project>"
    static const struct {
        const char *xml;
        enum err err;
        unsigned line;
        const char *says;
    } CASES[] = {
        {"", ERR_SYNTAX, 1, "not XML"},
        {"<a/>", ERR_SYNTAX, 1, "Pleo_project"},
        {"<Pleo_project/>", ERR_MISSING, 1, "name"},
        {IN("<colour/>"), ERR_UNKNOWN, 2, "colour"},
        {IN("<resources><sound/></resources>"), ERR_MISSING, 2, "path"},
        {IN("<resources><sound path='a b.wav'/></resources>"), ERR_SYNTAX, 2, "a b"},
        {IN("<resources><sound path='a.wav'/>\n<sound path='b/a.wav'/></resources>"), ERR_DUPLICATE, 3,
         "\"a\""},
        {IN("<resources><sound path='a.wav' rate='0'/></resources>"), ERR_RANGE, 2, "\"0\""},
        {IN("<resources><sound path='a.wav' adpcm='maybe'/></resources>"), ERR_RANGE, 2, "maybe"},
        {IN("<resources><sound path='${gone}/a.wav'/></resources>"), ERR_UNKNOWN, 2, "gone"},
        {IN("<set name='a' value='${b}'/><set name='b' value='${a}'/><resources><sound "
            "path='${a}.wav'/></resources>"),
         ERR_SYNTAX, 2, "within itself"},
        {IN("<options><umf value='4'/></options>"), ERR_VERSION, 2, "\"4\""},
        {IN("<options><include value='a'/>"), ERR_SYNTAX, 2, "mismatched"},
        {"<!DOCTYPE x [<!ENTITY a 'aaaaaaaaaa'>]><Pleo_project name='&a;'/>", ERR_UNSUPPORTED, 1,
         "document type"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct project *p;
        struct fault fault = {0};
        assert_int_equal(project_read(text_of(CASES[i].xml), "x.upf", &p, &fault), CASES[i].err);
        assert_null(p);
        if (!strstr(fault.said, CASES[i].says)) fail_msg("%zu: %s", i, fault.said);
        assert_int_equal(fault.line, CASES[i].line);
        assert_string_equal(fault.file, "x.upf");
    }
}

static void macros_that_double_do_not_grow_without_end(void **state) {
    struct arena *arena = arena_new(4096);
    struct macros macros = {.arena = arena};
    char name[8], value[32], out[4096];
    for (int i = 0; i < 30; i++) {
        snprintf(name, sizeof name, "m%d", i);
        snprintf(value, sizeof value, "${m%d}${m%d}", i + 1, i + 1);
        assert_int_equal(macro_set(&macros, name, value, NULL), ERR_NONE);
    }
    macro_set(&macros, "m30", "ha", NULL);
    assert_int_equal(macro_expand(&macros, "${m0}", out, sizeof out, NULL), ERR_LIMIT);
    macro_set(&macros, "m30", "", NULL); // nothing, a thousand million times
    assert_int_equal(macro_expand(&macros, "${m0}", out, sizeof out, NULL), ERR_LIMIT);
    assert_int_equal(macro_expand(&macros, "${m27}{m29}{other}$x", out, sizeof out, NULL), ERR_NONE);
    assert_string_equal(out, "{other}$x");
    for (int i = 0; i < MACROS_MAX; i++) {
        snprintf(name, sizeof name, "n%d", i);
        if (macro_set(&macros, name, "", NULL)) break;
    }
    assert_int_equal(macros.count, MACROS_MAX);
    assert_int_equal(macro_set(&macros, "one more", "", NULL), ERR_LIMIT);
    arena_free(arena);
}

static void memory_that_is_gone_is_told(void *user) {
    struct project *p;
    enum err err = project_read(
        text_of("<upf_project name='x'><resources><sound path='a.wav'/></resources></upf_project>"), "x.upf",
        &p, NULL);
    assert_true(err == ERR_NONE || err == ERR_MEMORY || alloc_broke());
    project_free(p);
}
static void every_allocation_may_fail(void **state) {
    assert_true(break_every_alloc(memory_that_is_gone_is_told, NULL) > 2);
}

TESTS(cmocka_unit_test(the_guides_example_is_understood),
      cmocka_unit_test(all_three_roots_are_taken_and_defaults_are_the_kits),
      cmocka_unit_test(what_is_wrong_has_its_place),
      cmocka_unit_test(macros_that_double_do_not_grow_without_end),
      cmocka_unit_test(every_allocation_may_fail))
