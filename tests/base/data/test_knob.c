#include "support/support.h"

#include "base/data/knob.h"

#include <math.h>

enum mood { CALM, WILD };
static const char *const MOODS[] = {"calm", "wild", NULL};

struct world {
    bool lights;
    int32_t level, any;
    uint32_t count;
    uint64_t seed;
    float friction;
    double far_mm;
    int32_t mood;
    char name[8];
    int other;
};
static const struct knob WORLD_LIST[] = {
    KNOB_BOOL(struct world, lights, 1, "whether lamps burn"),
    KNOB_I32(struct world, level, "", -5, 5, -1, "how deep"),
    KNOB_I32(struct world, any, "", 0, 0, 7, "any number"),
    KNOB_U32(struct world, count, "", 0, UINT32_MAX, 3, "how many"),
    KNOB_U64(struct world, seed, "", 0, 18446744073709551615.0, 1, "where all chance comes from"),
    KNOB_F32(struct world, friction, "", 0, 0.6, 0.6f, "grip | rubber on table"),
    KNOB_F64(struct world, far_mm, "mm", 0, 0, 1e21, "how far"),
    KNOB_ENUM(struct world, mood, MOODS, "wild", "to begin with"),
    KNOB_TEXT(struct world, name, "home", "what it is called"),
};
static const struct knobs WORLD = {"world", WORLD_LIST, sizeof WORLD_LIST / sizeof *WORLD_LIST,
                                   sizeof(struct world)};

struct drive {
    float speed_mmps;
};
static const struct knob DRIVE_LIST[] = {KNOB_F32(struct drive, speed_mmps, "mm/s", 0, 220, 100, "how fast")};
static const struct knobs DRIVE = {"drive", DRIVE_LIST, 1, sizeof(struct drive)};

static struct arena *arena;
static struct world world;
static struct drive drive;
static struct fault fault;

static int begin(void **state) {
    if (!arena) arena = arena_new(4096);
    arena_reset(arena);
    fault = (struct fault){0};
    memset(&world, 0, sizeof world);
    world.other = 99;
    knobs_defaults(&WORLD, &world);
    knobs_defaults(&DRIVE, &drive);
    return 0;
}
static int let_go(void **state) {
    arena_free(arena);
    return 0;
}

static const struct json *parse(const char *text) {
    struct json *doc;
    assert_int_equal(json_parse(text_of(text), "w.json", arena, NULL, &doc, &fault), ERR_NONE);
    return doc;
}

static void defaults_are_set(void **state) {
    assert_int_equal(knobs_check(&WORLD, &fault), ERR_NONE);
    assert_int_equal(knobs_check(&DRIVE, &fault), ERR_NONE);
    assert_true(world.lights && world.level == -1 && world.any == 7 && world.count == 3 && world.seed == 1);
    assert_true(world.friction == 0.6f && world.far_mm == 1e21 && world.mood == WILD);
    assert_string_equal(world.name, "home");
    assert_int_equal(world.other, 99);
}

static void layers_lie_on_each_other(void **state) {
    assert_int_equal(
        knobs_read(
            &WORLD,
            parse(
                "{\"level\": 5, \"mood\": \"calm\", \"seed\": 18446744073709551615, \"name\": \"\xc3\xa4\"}"),
            &world, &fault),
        ERR_NONE);
    assert_int_equal(
        knobs_read(&WORLD, parse("{\"level\": -5.0, \"lights\": false, \"friction\": 0.6, \"count\": 4e9}"),
                   &world, &fault),
        ERR_NONE);
    assert_int_equal(knobs_set(&WORLD, &world, "any", "-0x10", &fault), ERR_NONE);
    assert_int_equal(knobs_set(&WORLD, &world, "far_mm", "1e-3", &fault), ERR_NONE);
    assert_true(!world.lights && world.level == -5 && world.any == -16 && world.count == 4000000000u);
    assert_true(world.seed == UINT64_MAX && world.friction == 0.6f && world.far_mm == 1e-3 &&
                world.mood == CALM);
    assert_string_equal(world.name, "\xc3\xa4");
}

static void refused(const char *json, enum err err, const char *wanted) {
    struct world before = world;
    char line[600];
    fault = (struct fault){0};
    assert_int_equal(knobs_read(&WORLD, parse(json), &world, &fault), err);
    assert_string_equal(fault_text(&fault, line, sizeof line), wanted);
    assert_memory_equal(&before, &world, sizeof world); // nothing was changed, not even what stood before it
}

static void what_is_wrong_changes_nothing(void **state) {
    refused("{\"lights\": false,\n\"level\": 6}", ERR_RANGE,
            "w.json:2:10: $.level: expected a whole number from -5 to 5, found 6");
    refused("{\"level\": 1.5}", ERR_TYPE,
            "w.json:1:11: $.level: expected a whole number from -5 to 5, found 1.5");
    refused("{\"level\": \"1\"}", ERR_TYPE,
            "w.json:1:11: $.level: expected a whole number from -5 to 5, found \"1\"");
    refused("{\"any\": 2147483648}", ERR_RANGE,
            "w.json:1:9: $.any: expected a whole number, found 2147483648");
    refused("{\"any\": 1e10}", ERR_RANGE, "w.json:1:9: $.any: expected a whole number, found 1e10");
    refused("{\"count\": -1}", ERR_RANGE,
            "w.json:1:11: $.count: expected a whole number from 0 to 4294967295, found -1");
    refused("{\"seed\": 18446744073709551616}", ERR_RANGE,
            "w.json:1:10: $.seed: expected a whole number from 0 to 18446744073709551615, found "
            "18446744073709551616");
    refused("{\"lights\": 1}", ERR_TYPE, "w.json:1:12: $.lights: expected true or false, found 1");
    refused("{\"far_mm\": null}", ERR_TYPE, "w.json:1:12: $.far_mm: expected a number in mm, found null");
    refused("{\"friction\": 0.61}", ERR_RANGE,
            "w.json:1:14: $.friction: expected a number from 0 to 0.6, found 0.61");
    refused("{\"mood\": \"Calm\"}", ERR_UNKNOWN,
            "w.json:1:10: $.mood: expected one of calm, wild, found \"Calm\"");
    refused("{\"mood\": 1}", ERR_TYPE, "w.json:1:10: $.mood: expected one of calm, wild, found 1");
    refused("{\"name\": \"12345678\"}", ERR_LIMIT,
            "w.json:1:10: $.name: expected a text of at most 7 bytes, found \"12345678\"");
    refused("{\"name\": \"a\\u0000b\"}", ERR_SYNTAX,
            "w.json:1:10: $.name: expected a text of at most 7 bytes, found \"a\"");
    refused("{\"lights\":false, \"frictoin\": 1}", ERR_UNKNOWN,
            "w.json:1:18: $.frictoin: unknown name, did you mean \"friction\"?");
    refused("{\"banana\": 1}", ERR_UNKNOWN, "w.json:1:2: $.banana: unknown name: \"world\" has no such knob");
    refused("[]", ERR_TYPE, "w.json:1:1: $: expected an object, found a list");
}

static void set(const char *name, const char *value, enum err err, const char *said) {
    fault = (struct fault){0};
    struct world before = world;
    assert_int_equal(knobs_set(&WORLD, &world, name, value, &fault), err);
    assert_string_equal(fault.said, said);
    if (err) assert_memory_equal(&before, &world, sizeof world);
}

static void settings_on_the_command_line(void **state) {
    set("friction", "0.25", ERR_NONE, "");
    assert_true(world.friction == 0.25f);
    set("lights", "off", ERR_NONE, "");
    assert_false(world.lights);
    set("seed", "1e6", ERR_NONE, "");
    assert_true(world.seed == 1000000);
    set("friction", "much", ERR_SYNTAX, "world.friction: expected a number from 0 to 0.6, found \"much\"");
    set("friction", "", ERR_SYNTAX, "world.friction: expected a number from 0 to 0.6, found \"\"");
    set("friction", "nan", ERR_SYNTAX, "world.friction: expected a number from 0 to 0.6, found \"nan\"");
    set("lights", "maybe", ERR_TYPE, "world.lights: expected true or false, found \"maybe\"");
    set("name", "\xff", ERR_SYNTAX, "world.name: expected a text of at most 7 bytes, found \"\xff\"");
    set("levle", "1", ERR_UNKNOWN, "world has no knob \"levle\", did you mean world.level?");
    set("banana", "1", ERR_UNKNOWN, "world has no knob \"banana\"");
    set("far_mm", "1e400", ERR_RANGE, "world.far_mm: expected a number in mm, found \"1e400\"");
}

static void assign(const char *text, enum err err, const char *said) {
    fault = (struct fault){0};
    const struct knob_set sets[] = {{&WORLD, &world}, {&DRIVE, &drive}};
    assert_int_equal(knob_sets_assign(sets, 2, text, &fault), err);
    assert_string_equal(fault.said, said);
}

static void several_at_once(void **state) {
    assign("drive.speed_mmps=50", ERR_NONE, "");
    assert_true(drive.speed_mmps == 50);
    assign("world.name=a=b.c", ERR_NONE, "");
    assert_string_equal(world.name, "a=b.c");
    assign("world.friction", ERR_SYNTAX, "expected NAME.KNOB=VALUE, found \"world.friction\"");
    assign("", ERR_SYNTAX, "expected NAME.KNOB=VALUE, found \"\"");
    assign("world=1", ERR_SYNTAX, "expected world.KNOB=VALUE, found \"world=1\"");
    assign("friction=1", ERR_UNKNOWN, "unknown \"friction\", did you mean world.friction?");
    assign("wrold.friction=1", ERR_UNKNOWN, "unknown \"wrold\", did you mean world?");
    assign("banana.x=1", ERR_UNKNOWN, "unknown \"banana\" in \"banana.x=1\"");
    assign("world.frictoin=1", ERR_UNKNOWN, "world has no knob \"frictoin\", did you mean world.friction?");
    assign(".=", ERR_UNKNOWN, "unknown \"\" in \".=\"");

    const struct knob_set sets[] = {{&WORLD, &world}, {&DRIVE, &drive}};
    assert_int_equal(
        knob_sets_read(sets, 2, parse("{\"drive\": {\"speed_mmps\": 7}, \"world\": {\"level\": 2}}"), &fault),
        ERR_NONE);
    assert_true(drive.speed_mmps == 7 && world.level == 2);
    struct drive before = drive;
    fault = (struct fault){0};
    assert_int_equal(knob_sets_read(sets, 2,
                                    parse("{\"drive\": {\"speed_mmps\": 8}, \"world\": {\"level\": 20}}"),
                                    &fault),
                     ERR_RANGE);
    assert_string_equal(fault.path, "$.world.level");
    assert_memory_equal(&before, &drive, sizeof drive);
    fault = (struct fault){0};
    assert_int_equal(knob_sets_read(sets, 2, parse("{\"wolrd\": {}}"), &fault), ERR_UNKNOWN);
    assert_int_equal(knob_sets_read(sets, 2, parse("{\"world\": 1}"), NULL), ERR_TYPE);
}

static void what_is_written_reads_back(void **state) {
    struct buf out = {0};
    struct json_writer w = json_writer_of(&out, 0);
    world.friction = 0.1f;
    world.seed = UINT64_MAX;
    knobs_write(&WORLD, &world, &w);
    assert_string_equal(
        (char *)out.at,
        "{\"lights\":true,\"level\":-1,\"any\":7,\"count\":3,\"seed\":18446744073709551615,\"friction\":0.1,"
        "\"far_mm\":1e21,\"mood\":\"wild\",\"name\":\"home\"}");
    struct world again = {.other = 99};
    assert_int_equal(knobs_read(&WORLD, parse((char *)out.at), &again, &fault), ERR_NONE);
    char a[64], b[64];
    for (size_t i = 0; i < WORLD.count; i++) {
        assert_int_equal(knobs_get(&WORLD, &world, WORLD_LIST[i].name, a, sizeof a), ERR_NONE);
        assert_int_equal(knobs_get(&WORLD, &again, WORLD_LIST[i].name, b, sizeof b), ERR_NONE);
        assert_string_equal(a, b);
        assert_int_equal(knobs_set(&WORLD, &again, WORLD_LIST[i].name, a, &fault), ERR_NONE);
    }
    assert_int_equal(knobs_get(&WORLD, &world, "seed", a, 5), ERR_LIMIT);
    assert_string_equal(a, "1844");
    assert_int_equal(knobs_get(&WORLD, &world, "x", a, 5), ERR_UNKNOWN);
    buf_clear(&out);
    w = json_writer_of(&out, 0);
    world.friction = NAN;
    world.far_mm = -HUGE_VAL;
    world.mood = 77; // from broken memory: still no crash
    knobs_write(&WORLD, &world, &w);
    assert_non_null(strstr((char *)out.at, "\"friction\":null,\"far_mm\":null,\"mood\":\"?\""));
    buf_free(&out);
}

static void documentation(void **state) {
    struct buf out = {0};
    knobs_document(&DRIVE, &out);
    assert_string_equal((char *)out.at,
                        "| name | unit | value | default | what it does |\n| --- | --- | --- | --- | --- |\n"
                        "| speed_mmps | mm/s | 0 to 220 | 100 | how fast |\n");
    buf_clear(&out);
    knobs_document(&WORLD, &out);
    assert_non_null(strstr((char *)out.at, "| friction |  | 0 to 0.6 | 0.6 | grip \\| rubber on table |\n"));
    assert_non_null(strstr((char *)out.at, "| mood |  | calm, wild | wild | to begin with |\n"));
    assert_non_null(strstr((char *)out.at, "| level |  | -5 to 5, whole | -1 | how deep |\n"));
    assert_non_null(
        strstr((char *)out.at, "| name |  | a text of at most 7 bytes | \"home\" | what it is called |\n"));
    buf_free(&out);
}

static void a_wrong_table_is_found(void **state) {
    static const struct knob LIST[][2] = {
        {KNOB_F32(struct world, friction, "", 0, 1, 2, "x")},
        {KNOB_F64(struct world, friction, "", 0, 1, 1, "x")},
        {KNOB_F32(struct world, friction, "", 0, 1, 1, ""),
         KNOB_F32(struct world, friction, "", 0, 1, 1, "x")},
        {KNOB_F32(struct world, friction, "", 1, 0, 1, "x")},
        {KNOB_ENUM(struct world, mood, MOODS, "angry", "x")},
        {KNOB_TEXT(struct world, name, "too long a name", "x")},
        {KNOB_F32(struct world, friction, "", 0, 1, 1, "x"),
         KNOB_F32(struct world, friction, "", 0, 1, 1, "x")},
    };
    for (size_t i = 0; i < sizeof LIST / sizeof *LIST; i++) {
        const struct knobs knobs = {"world", LIST[i], LIST[i][1].name ? 2 : 1, sizeof(struct world)};
        assert_int_equal(knobs_check(&knobs, NULL), ERR_STATE);
    }
    const struct knobs small = {"world", WORLD_LIST, 5, 8};
    assert_int_equal(knobs_check(&small, &fault), ERR_STATE);
    assert_string_equal(fault.said, "world.any lies outside its struct");
}

#define TEST(name) cmocka_unit_test_setup(name, begin)
int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        TEST(defaults_are_set),
        TEST(layers_lie_on_each_other),
        TEST(what_is_wrong_changes_nothing),
        TEST(settings_on_the_command_line),
        TEST(several_at_once),
        TEST(what_is_written_reads_back),
        TEST(documentation),
        TEST(a_wrong_table_is_found),
    };
    return support_run(argc, argv, tests, NULL, let_go);
}
