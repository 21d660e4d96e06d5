// The commands of the group clad, run as a person runs them.
#include "cli/run.h"

#include "base/system/file.h"

static struct ran *ran;
static char cozmo[1024], rts[1024], demo[1024], spine[1024];

#define CLAD(...) (ran = run_child(NULL, (const char *const[]){getenv("CRITTER"), "clad", __VA_ARGS__, NULL}))

static int find_schemas(void **state) {
    const char *root = getenv("SOURCE");
    root = root ? root : ".";
    snprintf(cozmo, sizeof cozmo, "%s/schema/cozmo.clad", root);
    snprintf(rts, sizeof rts, "%s/schema/rts.clad", root);
    snprintf(spine, sizeof spine, "%s/schema/spine.clad", root);
    snprintf(demo, sizeof demo, "%s/tests/schema/demo.clad", root);
    return 0;
}

static void bytes_become_json_and_json_bytes(void **state) {
    CLAD("dump", "--schema", cozmo, "--message", "SetLiftHeight", "0000c841", "00004040",
         "0000a041 00000000 07");
    assert_int_equal(ran->code, 0);
    assert_string_equal(
        ran->out, "{\n  \"height_mm\": 25,\n  \"max_speed_rad_per_sec\": 3,\n  \"accel_rad_per_sec2\": 20,\n"
                  "  \"duration_sec\": 0,\n  \"action_id\": 7\n}\n");
    CLAD("encode", "--schema", cozmo, "--message", "SetLiftHeight", "{\"height_mm\": 25, \"action_id\": 7}");
    assert_string_equal(ran->out, "0000c841000040400000a0410000000007\n");
    CLAD("encode", "-s", cozmo, "-m", "SetLiftHeight", "-V", "2214", "{\"height_mm\": 25, \"action_id\": 7}");
    assert_string_equal(ran->out, "0000c841000040400000a04100000000\n");
    CLAD("dump", "-s", cozmo, "-d", "to_engine", "0xdb01ff");
    assert_int_equal(ran->code, 0);
    assert_string_equal(ran->out, "{\n  \"ButtonPressed\": {\n    \"pressed\": true\n  }\n}\n");
    assert_non_null(strstr(ran->err, "ignored 1 byte after byte 2"));
    CLAD("dump", "-s", cozmo, "-d", "to_robot", "-i", "packet", "0b", "00000000004a9340",
         "03000000 02000000 00");
    assert_non_null(strstr(ran->out, "\"time_sent_ms\": 1234.5"));
    CLAD("dump", "-s", spine, "-d", "to_head", "616b 01000000");
    assert_string_equal(ran->out, "{\n  \"Ack\": {\n    \"result\": 1\n  }\n}\n");
}

static void what_is_wrong_is_said(void **state) {
    static const struct {
        const char *words[8], *said;
    } TABLE[] = {
        {{"dump", "-s", cozmo, "-m", "RobotState", "00"},
         "critter clad dump: byte 0: RobotState.timestamp: the bytes end before it is whole\n"},
        {{"dump", "-s", cozmo, "-m", "RobotStat", "00"},
         "critter clad dump: protocol cozmo has no message or struct \"RobotStat\" (did you mean "
         "RobotState?)\n"},
        {{"dump", "-s", cozmo, "-m", "Enable", "0"},
         "critter clad dump: expected pairs of hex digits, found \"0\"\n"},
        {{"dump", "-s", cozmo, "00"},
         "critter clad dump: expected --message, or --direction to_robot or to_engine\n"},
        {{"dump", "-s", cozmo, "-d", "to_robot", "fe"},
         "critter clad dump: version 2381 has no message 0xfe to_robot\n"},
        {{"dump", "-s", cozmo, "-d", "to_robot"}, "critter clad dump: expected an id of 1 byte\n"},
        {{"dump", "-s", rts, "-V", "7", "-m", "Ack", "03"},
         "critter clad dump: protocol rts has versions 1 to 6, not 7\n"},
        {{"dump", "-s", rts, "-V", "1", "-m", "LogRequest", "03"},
         "critter clad dump: version 1 has no message LogRequest\n"},
        {{"dump", "-s", rts, "-m", "Ack", "0304"},
         "critter clad dump: byte 1: Ack ends here, but 1 more byte follows\n"},
        {{"dump", "-s", demo, "-m", "CubeVoltage", "010203"},
         "critter clad dump: byte 0: CubeVoltage.(no name): not the bytes that must be there\n"},
        {{"dump", "-m", "Ack", "03"}, "critter clad dump: expected --schema FILE\n"},
        {{"encode", "-s", rts, "-m", "Ack", "{\"tag\": 256}"},
         "JSON:1:9: $.tag: expected a whole number from 0 to 255\n"},
        {{"encode", "-s", demo, "-m", "Tail", "{\"third\": {}}"},
         "critter clad encode: an optional field follows one that is absent\n"},
        {{"check", "/nowhere.clad"}, NULL},
    };
    for (size_t i = 0; i < sizeof TABLE / sizeof *TABLE; i++) {
        const char *const *w = TABLE[i].words;
        CLAD(w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7]);
        assert_int_equal(ran->code, 1);
        assert_string_equal(ran->out, "");
        if (TABLE[i].said) assert_string_equal(ran->err, TABLE[i].said);
    }
}

static void schemas_are_checked_and_written_down(void **state) {
    CLAD("check", cozmo, rts, demo);
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->out, "protocol cozmo, 94 messages"));
    CLAD("doc", demo);
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(
        ran->out, "5 to 260 (version 1); 7 to 517 (version 2); 8 to 518 (version 3); 9 to 774 (version 4); "
                  "10 to 775 (version 5 to 2381) bytes"));
    assert_non_null(strstr(ran->out, "| `BANNER` | `\"\\nbooted\\n\"` | what the body says |\n"));
    assert_non_null(strstr(ran->out, "| 128 | `i16[4][80]` | `microphones` |"));
    assert_non_null(strstr(ran->out, "| 0 | `text[u8 : 255]` | `ssid_hex` |"));
    assert_non_null(strstr(ran->out, "| `text[u8 : 255][u16 : 8]` | `filters` |")); // of texts, so many
    const char text[] = "protocol x {}\nstruct A {\n    u8 a\n}\n", *bad = temp_path(NULL, "x.clad");
    assert_int_equal(file_write(bad, text, sizeof text - 1, NULL), ERR_NONE);
    const char *misnamed = temp_path(NULL, "y.clad");
    assert_int_equal(file_write(misnamed, "protocol x {}\n", 14, NULL), ERR_NONE);
    CLAD("check", misnamed);
    assert_int_equal(ran->code, 1); // as the build would say
    assert_non_null(strstr(ran->err, "y.clad:1:1: protocol x belongs into a file x.clad\n"));
    CLAD("check", bad, "-q", rts);
    assert_int_equal(ran->code, 1);
    char said[2000];
    snprintf(said, sizeof said, "%s:4:1: expected ;, found \"}\"\n", bad);
    assert_string_equal(ran->err, said);
}

// What --help shows, done as it stands there.
static void the_examples_run(void **state) {
    static const char *const COMMANDS[] = {"check", "doc", "dump", "encode"};
    const char *folder = temp_folder();
    char schema[1024], shell[4000];
    static char help[sizeof ran->out];
    snprintf(schema, sizeof schema, "%.*s", (int)(path_name(rts) - rts), rts);
    assert_int_equal(symlink(schema, temp_path(folder, "schema")), 0);
    unsigned tried = 0;
    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++) {
        CLAD(COMMANDS[i], "--help");
        snprintf(help, sizeof help, "%s", ran->out);
        char *line = strstr(help, "Examples:\n");
        assert_non_null(line);
        assert_non_null(strtok(line, "\n"));
        for (; (line = strtok(NULL, "\n")); tried++) {
            snprintf(shell, sizeof shell, "cd '%s' || exit; critter() { \"$CRITTER\" \"$@\"; }; %s", folder,
                     line);
            ran = run_child(NULL, (const char *const[]){"/bin/sh", "-c", shell, NULL});
            if (ran->code || *ran->err) fail_msg("%s: %d: %s", line, ran->code, ran->err);
        }
    }
    assert_int_equal(tried, 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_become_json_and_json_bytes), cmocka_unit_test(what_is_wrong_is_said),
        cmocka_unit_test(schemas_are_checked_and_written_down), cmocka_unit_test(the_examples_run)};
    return cmocka_run_group_tests(tests, find_schemas, NULL);
}
