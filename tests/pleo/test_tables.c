// The kit's tables: motions, commands, and the constants that they name.
#include "support/support.h"

#include "pleo/kit/build.h"
#include "pleo/kit/command.h"
#include "pleo/kit/constants.h"
#include "pleo/kit/motion.h"

static struct arena *arena;
static int open_arena(void **state) { return !(arena = arena_new(1 << 16)); }
static int close_arena(void **state) {
    arena_free(arena);
    return 0;
}

static bool sound_id(void *user, struct text name, unsigned *id) {
    *id = 0x1002;
    return text_is(name, "growl");
}
static const char *sound_name(void *user, unsigned id) { return id == 0x1002 ? "growl" : NULL; }
static const struct motion_sounds SOUNDS = {sound_id, sound_name, NULL};

static enum err motion(const char *csv, struct umf *out, struct motion_size *size, struct fault *fault) {
    return motion_from_csv(text_of(csv), "m.csv", "m", &SOUNDS, arena, out, size, fault);
}

#define HEAD "Header\r\nrate=30\r\nframes=4\r\nduration=0.1\r\ntype=degree\r\nBody\r\n"

// By hand: at 30 frames a second NV goes from 0 to -12.9 in 3 frames of 1/30 s: 12.9 * 30 / 3 = 129 degrees a
// second, cut towards zero, and stays. The sound is asked for at frame 2.
static void velocity_is_change_by_time_cut_towards_zero(void **state) {
    struct umf m;
    struct motion_size size;
    assert_int_equal(motion(HEAD
                            "Time,Frame,NV,SD\r\n0,0,0.0,0.0\r\n0.033333,1,-4.3,\r\n0.066667,2,-8.6,growl\r\n"
                            "0.1,3,-12.9,0.0\r\n0.133333,4,-12.9,0.0,\r\n",
                            &m, &size, NULL),
                     ERR_NONE);
    assert_int_equal(m.timebase_ms, 33);
    assert_int_equal(m.end, 5);
    assert_int_equal(size.frames, 5);
    assert_int_equal(m.joint_count, 2);
    assert_int_equal(m.count, 3);
    assert_int_equal(m.vectors[0].joint, UMF_JOINT('V', 'N'));
    assert_int_equal(m.vectors[0].start, 0);
    assert_int_equal(m.vectors[0].goal, 3);
    assert_int_equal(m.vectors[0].velocity, -128); // -12.9 by 0.1 s, less the rounding of the table's times
    assert_int_equal(m.vectors[0].position, -12);
    assert_int_equal(m.vectors[1].joint, UMF_SOUND);
    assert_int_equal(m.vectors[1].start, 2);
    assert_int_equal(m.vectors[1].position, 0x1002);
    assert_int_equal(m.vectors[2].start, 4);
    assert_int_equal(m.vectors[2].velocity, 0);
}

// Whatever the curve, its vectors join without gaps, are at most 60 frames long, and stay within 2 degrees.
static void vectors_follow_the_curve(void **state) {
    enum { ROWS = 400 };
    struct buf csv = {0};
    float want[ROWS];
    uint32_t chance = 1;
    buf_text(&csv, HEAD "Time,Frame,TO\n");
    for (int i = 0; i < ROWS; i++) {
        chance = chance * 1664525u + 1013904223u;
        want[i] = i < 150 ? (float)(i % 50) : i < 300 ? 7.5f : (float)((int)(chance >> 24) - 128) / 2;
        buf_printf(&csv, "%f,%d,%f\n", i / 30.0, i, (double)want[i]);
    }
    struct umf m;
    struct motion_size size;
    assert_int_equal(motion((const char *)csv.at, &m, &size, NULL), ERR_NONE);
    unsigned next = 0, flat = 0;
    for (size_t v = 0; v < m.count; v++) {
        const struct umf_vector *at = &m.vectors[v];
        unsigned from = v ? at->start - 1u : 0;
        assert_int_equal(at->start, next);
        assert_true(at->goal >= at->start && at->goal - from <= MOTION_VECTOR_FRAMES);
        for (unsigned i = from; i <= at->goal; i++) {
            float line =
                want[from] + (want[at->goal] - want[from]) * (float)(i - from) / (float)(at->goal - from);
            assert_true(line - want[i] < 2.01f && want[i] - line < 2.01f);
        }
        assert_int_equal(at->position, (int)want[at->goal]);
        flat += at->goal - from == MOTION_VECTOR_FRAMES;
        next = at->goal + 1u;
    }
    assert_int_equal(next, ROWS);
    assert_true(flat >= 1);
    buf_free(&csv);
}

static void a_motion_becomes_a_table_and_comes_back(void **state) {
    struct umf m, again;
    struct motion_size size;
    struct buf csv = {0};
    assert_int_equal(motion(HEAD
                            "Time,Frame,NH,SD,TH\n0,0,10,0,0\n0.0333333,1,20,growl,0\n0.0666667,2,40,0,0\n"
                            "0.1,3,40,0,9\n",
                            &m, &size, NULL),
                     ERR_NONE);
    motion_to_csv(&m, &SOUNDS, arena, &csv);
    assert_int_equal(csv.err, ERR_NONE);
    assert_non_null(strstr((const char *)csv.at, "Time,Frame,NH,TH,SD\r\n"));
    assert_non_null(strstr((const char *)csv.at, "0.033333,1,20,0,growl\r\n"));
    assert_int_equal(motion((const char *)csv.at, &again, &size, NULL), ERR_NONE);
    assert_int_equal(again.count, m.count);
    for (size_t i = 0; i < m.count; i++) {
        assert_int_equal(again.vectors[i].joint, m.vectors[i].joint);
        assert_int_equal(again.vectors[i].goal, m.vectors[i].goal);
        assert_int_equal(again.vectors[i].position, m.vectors[i].position);
        // Half a degree of rounding, spread over the vector's time.
        int error = again.vectors[i].velocity - m.vectors[i].velocity;
        int frames = m.vectors[i].goal - m.vectors[i].start + !m.vectors[i].start;
        if (m.vectors[i].joint != UMF_SOUND) assert_true(abs(error) * 33 * (frames + 1) <= 1000);
    }
    buf_free(&csv);
}

static void only_joints_that_are_used_count(void **state) {
    struct umf m;
    struct motion_size size;
    assert_int_equal(motion("Header\nused=TV-TH\nBody\nTime,Frame,TV,TH,HD,TR\n0,0,1,2,3,0\n1,1,1,2,3,0\n",
                            &m, &size, NULL),
                     ERR_NONE);
    assert_int_equal(m.joint_count, 2);
    assert_int_equal(m.joints[0], UMF_JOINT('V', 'T'));
}

static void bad_motion_tables_say_what_is_wrong(void **state) {
    static const struct {
        const char *csv;
        enum err err;
        unsigned line, column;
        const char *says;
    } CASES[] = {
        {"", ERR_MISSING, 0, 0, "names of the columns"},
        {HEAD, ERR_MISSING, 6, 0, "names of the columns"},
        {HEAD "Frame,NV\n0,1\n", ERR_MISSING, 7, 0, "Time"},
        {HEAD "Time,XX\n0,1\n", ERR_UNKNOWN, 7, 2, "XX"},
        {HEAD "Time,NV,NV\n0,1,1\n", ERR_DUPLICATE, 7, 3, "NV"},
        {HEAD "Time,NV\n", ERR_MISSING, 7, 0, "rows"},
        {HEAD "Time,NV\n0,nan\n", ERR_SYNTAX, 8, 2, "nan"},
        {HEAD "Time,NV\n0,1e308\n", ERR_RANGE, 8, 2, "1e308"},
        {HEAD "Time,NV\n0,1\n0,1\n", ERR_RANGE, 9, 1, "later time"},
        {HEAD "Time,NV,SD\n0,1,hiss\n", ERR_UNKNOWN, 8, 3, "hiss"},
        {HEAD "Time,NV,SD\n0,1,-3\n", ERR_RANGE, 8, 3, "-3"},
        {HEAD "Time,NV\n0\n", ERR_MISSING, 8, 2, "ends before"},
        {HEAD "Time,NV\n0,1,2\n", ERR_SYNTAX, 8, 3, "without a column"},
        {"Header\nrate=0\n", ERR_RANGE, 2, 0, "rate"},
        {"Header\ntype=radian\n", ERR_UNSUPPORTED, 2, 0, "radian"},
        {"Header\nused=QQ\n", ERR_UNKNOWN, 2, 0, "QQ"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct umf m;
        struct motion_size size;
        struct fault fault = {0};
        assert_int_equal(motion(CASES[i].csv, &m, &size, &fault), CASES[i].err);
        if (!strstr(fault.said, CASES[i].says) || fault.line != CASES[i].line ||
            fault.column != CASES[i].column)
            fail_msg("%zu: %u:%u: %s", i, fault.line, fault.column, fault.said);
    }
}

// ---- constants and commands

static void constants_are_found_in_includes(void **state) {
    struct constants all = {0};
    int32_t v;
    assert_int_equal(
        constants_scan(&all,
                       TEXT("// enum no { a }\n/* const b = 2; */ enum mood_name {\n mood_none = 0, mood_min,"
                            " mood_happy = 2,\n mood_sad, // next\n};\nconst Motion: Any = 0xAA;\n"
                            "#define LOW -5\nenum { x = LOW, y }\nconst again = mood_sad;\n"
                            "enum mood_name { mood_happy = 9 }\n#define f(%0) 3\nprint(\"enum q { r }\");"),
                       NULL),
        ERR_NONE);
    static const struct {
        const char *name;
        int32_t value;
    } WANT[] = {{"mood_none", 0}, {"mood_min", 1}, {"mood_happy", 2}, {"mood_sad", 3}, {"Any", 0xaa},
                {"LOW", -5},      {"x", -5},       {"y", -4},         {"again", 3}};
    for (size_t i = 0; i < sizeof WANT / sizeof *WANT; i++) {
        assert_true(constants_find(&all, text_of(WANT[i].name), &v));
        assert_int_equal(v, WANT[i].value);
    }
    assert_false(constants_find(&all, TEXT("a"), &v) || constants_find(&all, TEXT("b"), &v) ||
                 constants_find(&all, TEXT("r"), &v));
    constants_free(&all);
}

// The numbers that the guide and the format fix.
static void the_kits_includes_say_the_known_numbers(void **state) {
    static const struct {
        const char *name;
        int32_t value;
    } WANT[] = {
        {"property_motion", 13},
        {"property_sound", 29},
        {"property_max", 38},
        {"SENSOR_PACKET", 44},
        {"SENSOR_TOUCH_PETTED", 110},
        {"SENSOR_TIMER", 124},
        {"JOINT_HEAD", 13},
        {"JOINT_LEFT_HIP", 4},
        {"mood_pain", 12},
        {"pose_pickedup", 6},
        {"TARGET_PLEO", 100},
        {"Motion_Any", 0xaa},
        {"vm_aux", 3},
        {"SENSOR_ARSE", 16},
        {"property_script", 21},
        {"JOINT_STATUS_SLOW", 5},
    };
    struct constants all = {0};
    for (const struct embedded *file = KIT_INCLUDES; file->path; file++)
        constants_scan(&all, (struct text){(const char *)file->bytes, file->len}, NULL);
    for (size_t i = 0; i < sizeof WANT / sizeof *WANT; i++) {
        int32_t v = -1;
        if (!constants_find(&all, text_of(WANT[i].name), &v) || v != WANT[i].value)
            fail_msg("%s is %d", WANT[i].name, (int)v);
    }
    constants_free(&all);
}

static bool resource(void *user, bool motion, struct text name, unsigned *id) {
    *id = motion ? 0x2000 : 0x1000;
    return text_is(name, motion ? "graze" : "munch");
}
static bool constant(void *user, struct text name, int32_t *value) {
    *value = text_is(name, "property_mood") ? 8 : text_is(name, "property_age") ? 5 : 2;
    return text_is(name, "mood_happy") || text_starts(name, "property_mood") ||
           text_starts(name, "property_age");
}
static const char *resource_name(void *user, unsigned id) { return id == 0x2000 ? "graze" : "munch"; }
static const char *constant_name(void *user, const char *prefix, int32_t v) {
    return v == 8 ? "mood" : "age";
}
static const struct command_names NAMES = {resource, constant, resource_name, constant_name, NULL};

static void a_command_table_becomes_its_known_bytes(void **state) {
    static const char CSV[] = "mood,age,motion\rmood_happy,>3,graze\r\nnone,<2,graze\n1,none,0x2007";
    struct ucf command;
    struct buf out = {0};
    assert_int_equal(command_from_csv(text_of(CSV), "c.csv", "hunt", &NAMES, arena, &command, NULL),
                     ERR_NONE);
    assert_int_equal(ucf_write(&command, &out, NULL), ERR_NONE);
    assert_bytes(out.at + 38, out.len - 38,
                 "0300 0300  0800 0100 0200  0500 0200 0300  0d00 0100 0020\n"
                 "0000 0000 0000  0500 0300 0200  0d00 0100 0020\n"
                 "0800 0100 0100  0000 0000 0000  0d00 0100 0720");
    buf_clear(&out);
    command_to_csv(&command, &NAMES, &out);
    assert_string_equal(out.at, "mood,age,motion\r\n2,>3,graze\r\nnone,<2,graze\r\n1,none,munch\r\n");
    buf_free(&out);
}

static void bad_command_tables_say_what_is_wrong(void **state) {
    static const struct {
        const char *csv;
        enum err err;
        unsigned line, column;
        const char *says;
    } CASES[] = {
        {"", ERR_MISSING, 0, 0, "names of properties"},
        {",,\n", ERR_MISSING, 1, 0, "names of properties"},
        {"tempo\n1", ERR_UNKNOWN, 1, 1, "tempo"},
        {"70000\n1", ERR_RANGE, 1, 1, "70000"},
        {"mood,motion\n1,jump", ERR_UNKNOWN, 2, 2, "no motion of the project is called jump"},
        {"mood,sound\n1,\n\n2,hiss", ERR_UNKNOWN, 4, 2, "no sound"},
        {"mood\nfurious", ERR_UNKNOWN, 2, 1, "no constant is called furious"},
        {"mood\n65536", ERR_RANGE, 2, 1, "16 bits"},
        {"mood\n1,2", ERR_RANGE, 2, 2, "without a property"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct ucf command;
        struct fault fault = {0};
        assert_int_equal(
            command_from_csv(text_of(CASES[i].csv), "c.csv", "c", &NAMES, arena, &command, &fault),
            CASES[i].err);
        if (!strstr(fault.said, CASES[i].says) || fault.line != CASES[i].line ||
            fault.column != CASES[i].column)
            fail_msg("%zu: %u:%u: %s", i, fault.line, fault.column, fault.said);
    }
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(velocity_is_change_by_time_cut_towards_zero),
        cmocka_unit_test(vectors_follow_the_curve),
        cmocka_unit_test(a_motion_becomes_a_table_and_comes_back),
        cmocka_unit_test(only_joints_that_are_used_count),
        cmocka_unit_test(bad_motion_tables_say_what_is_wrong),
        cmocka_unit_test(constants_are_found_in_includes),
        cmocka_unit_test(the_kits_includes_say_the_known_numbers),
        cmocka_unit_test(a_command_table_becomes_its_known_bytes),
        cmocka_unit_test(bad_command_tables_say_what_is_wrong),
    };
    return support_run(argc, argv, tests, open_arena, close_arena);
}
