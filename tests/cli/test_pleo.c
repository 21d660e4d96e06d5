// The commands of the group pleo, run as a person runs them.
#include "cli/run.h"

#include "base/system/file.h"

static struct ran *ran;
static const char *folder;

#define PLEO(...) (ran = run_child(NULL, (const char *const[]){getenv("CRITTER"), "pleo", __VA_ARGS__, NULL}))

static int go_there(void **state) {
    folder = temp_folder();
    return chdir(folder);
}

static void put(const char *name, const char *text) {
    assert_int_equal(file_write(name, text, strlen(text), NULL), ERR_NONE);
}

static void a_project_is_begun_built_and_cleaned(void **state) {
    PLEO("new", "hello");
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->err, "wrote hello/sounds/beep.wav"));
    PLEO("build", "hello");
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->out, "*** Writing build/hello.urf ***\n"));
    assert_non_null(strstr(ran->out, "\nbuild time: 0."));
    assert_non_null(strstr(ran->err, "3 built, 0 as before\nwrote hello/build/hello.urf, "));
    PLEO("build", "--quiet", "hello/hello.upf", "build");
    assert_string_equal(ran->out, "");
    PLEO("build", "hello", "rebuild");
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->out, "*** Cleaning ***\nRemoving include/sounds.inc\nRemoving sounds.xml\n"));
    PLEO("build", "hello", "clean");
    assert_int_equal(ran->code, 0);
    assert_false(file_exists("hello/build/hello.urf"));
    assert_int_equal(chdir("hello"), 0);
    PLEO("build");
    assert_int_equal(ran->code, 0);
    assert_true(file_exists("build/hello.urf"));
    assert_int_equal(chdir(".."), 0);
}

static void resource_files_are_listed_checked_taken_apart_and_made(void **state) {
    PLEO("build", "-q", "hello");
    PLEO("urf", "list", "hello/build/hello.urf");
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->out, "0x1000  sound         2805  beep\n0x4000  script"));
    PLEO("urf", "verify", "hello/build/hello.urf");
    assert_non_null(strstr(ran->out, ": whole, 3 resources, version 0, checksum "));
    PLEO("urf", "extract", "hello/build/hello.urf", "-o", "parts", "be*", "main");
    assert_int_equal(ran->code, 0);
    assert_true(file_exists("parts/beep.usf") && file_exists("parts/main.amx") &&
                !file_exists("parts/sensors.amx"));
    PLEO("urf", "pack", "parts/beep.usf", "parts/main.amx", "hungry.prop", "-o", "made.urf", "--version",
         "9");
    assert_int_equal(ran->code, 0);
    PLEO("urf", "verify", "made.urf");
    assert_non_null(strstr(ran->out, "whole, 3 resources, version 9"));
    PLEO("urf", "list", "made.urf");
    assert_non_null(strstr(ran->out, "0x5000  property         4  hungry\n"));
    struct buf file = {0};
    assert_int_equal(file_read("made.urf", 1 << 20, &file, NULL), ERR_NONE);
    file.at[0x200] ^= 1;
    assert_int_equal(file_write("made.urf", file.at, file.len, NULL), ERR_NONE);
    buf_free(&file);
    PLEO("urf", "verify", "made.urf");
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->err, "made.urf: resources: the checksum is 0x"));
}

static void files_are_converted_and_back(void **state) {
    put("nod.csv", "Header\nBody\nTime,Frame,NV\n0,0,0\n0.0333,1,-4\n0.0666,2,-8\n");
    put("hunt.csv", "mood,motion\nmood_happy,nod\n");
    put("motions.inc", "enum motion_name { mot_none = 0, mot_min = 8192, mot_nod = 8192, mot_max };\n");
    PLEO("csv2umf", "nod.csv");
    assert_int_equal(ran->code, 0);
    assert_non_null(
        strstr(ran->err, "nod: average vector length=3, count=1; frames=3\nwrote nod.umf, 62 bytes\n"));
    PLEO("umf2csv", "nod.umf", "-o", "-");
    assert_non_null(strstr(ran->out, "0.066667,2,-8\r\n"));
    PLEO("csv2ucf", "--include", "motions.inc", "hunt.csv");
    assert_int_equal(ran->code, 0);
    PLEO("ucf2csv", "--include", "motions.inc", "hunt.ucf", "-o", "-");
    assert_string_equal(ran->out, "mood,motion\r\n2,nod\r\n");
    PLEO("usf2wav", "hello/temp/sounds/beep.usf", "-o", "beep.wav");
    assert_int_equal(ran->code, 0);
    PLEO("wav2usf", "beep.wav", "--adpcm", "--loops", "3");
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->err, "wrote beep.usf, 1426 bytes\n"));
}

static void what_is_wrong_is_said(void **state) {
    static const struct {
        const char *words[6];
        int code;
        const char *said;
    } TABLE[] = {
        {{"build", "nowhere.upf"}, 1, "nowhere.upf: cannot read"},
        {{"build", "parts"}, 1, "no project file (.upf) is here"},
        {{"build", "hello", "destroy"}, 2, "expected build, rebuild or clean, found \"destroy\""},
        {{"new", "hello"}, 1, "something in this folder already"},
        {{"new", "a b"}, 1, "letters, digits"},
        {{"urf", "lst", "x"}, 2, "did you mean list?"},
        {{"urf", "list", "nod.csv"}, 1, "nod.csv: resources: expected \"UGRF\""},
        {{"urf", "pack", "nod.csv"}, 1, "expected .usf, .umf, .ucf, .amx or .prop"},
        {{"urf", "extract", "hello/build/hello.urf", "growl"}, 1, "no resource is called so"},
        {{"csv2ucf", "hunt.csv"}, 1, "hunt.csv:2:2: no motion of the project is called nod"},
        {{"umf2csv", "nod.csv"}, 1, "nod.csv: motion: expected \"UGMF\""},
        {{"wav2usf", "nod.csv"}, 1, "nod.csv: "},
        {{"wav2usf", "beep.wav", "--rate", "0"}, 2, "rate"},
    };
    for (size_t i = 0; i < sizeof TABLE / sizeof *TABLE; i++) {
        const char *argv[9] = {getenv("CRITTER"), "pleo"};
        memcpy(argv + 2, TABLE[i].words, sizeof TABLE[i].words);
        ran = run_child(NULL, argv);
        if (ran->code != TABLE[i].code || !strstr(ran->err, TABLE[i].said))
            fail_msg("%zu: %d: %s", i, ran->code, ran->err);
    }
}

// Who takes the program alone to another place leaves the file that a Pleo lives by.
static void a_pleo_without_his_application_is_told_of(void **state) {
    char copy[300];
    snprintf(copy, sizeof copy, "%s", temp_path(folder, "critter"));
    if (link(getenv("CRITTER"), copy))
        assert_int_equal(
            run_child(NULL, (const char *const[]){"/bin/cp", getenv("CRITTER"), copy, NULL})->code, 0);
    for (int i = 0; i < 2; i++) {
        const char *program = i ? copy : getenv("CRITTER");
        ran = run_child(NULL,
                        (const char *const[]){program, "sim", "pleo-den", "--seconds", "0.1", "-q", NULL});
        assert_int_equal(ran->code, 0);
        assert_int_equal(i, strstr(ran->err, "pleo has nothing to live by: pleo.urf is not beside") != NULL);
    }
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_project_is_begun_built_and_cleaned),
        cmocka_unit_test(resource_files_are_listed_checked_taken_apart_and_made),
        cmocka_unit_test(files_are_converted_and_back),
        cmocka_unit_test(what_is_wrong_is_said),
        cmocka_unit_test(a_pleo_without_his_application_is_told_of),
    };
    return support_run(argc, argv, tests, go_there, NULL);
}
