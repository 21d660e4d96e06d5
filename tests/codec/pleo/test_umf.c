#include "support/support.h"

#include "codec/pleo/umf.h"

// By hand from the guide's structure: "nod", two joints (VN, SD), degrees, 33 ms, three vectors, end at 20.
static const char NOD[] = "55 47 4d 46 03 # UGMF, version 3\n"
                          "6e 6f 64 00 00 00 00 00  00 00 00 00 00 00 00 00\n"
                          "00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00\n"
                          "02 01 21  03 00 00 00  14 00  56 4e 53 44\n"
                          "0d f0 56 4e  00 00 0a 00  e2 ff f6 ff # to -10 at -30 a second\n"
                          "0d f0 53 44  05 00 00 00  00 00 00 10 # sound 0x1000 at 5\n"
                          "0d f0 56 4e  0b 00 14 00  1e 00 00 00\n"
                          "ad de";

static struct arena *arena;
static int open_arena(void **state) { return !(arena = arena_new(1 << 16)); }
static int close_arena(void **state) {
    arena_free(arena);
    return 0;
}

static void the_known_file_is_read(void **state) {
    struct umf motion;
    assert_int_equal(umf_read(hex(NOD), arena, &motion, NULL), ERR_NONE);
    assert_string_equal(motion.name, "nod");
    assert_int_equal(motion.timebase_ms, 33);
    assert_int_equal(motion.end, 20);
    assert_int_equal(motion.joint_count, 2);
    assert_int_equal(motion.joints[0], 0x4e56); // JID_VN in the guide
    assert_int_equal(motion.joints[1], 0x4453); // JID_SD
    assert_int_equal(motion.count, 3);
    assert_int_equal(motion.vectors[0].velocity, -30);
    assert_int_equal(motion.vectors[0].position, -10);
    assert_int_equal(motion.vectors[0].goal, 10);
    assert_int_equal(motion.vectors[1].joint, UMF_SOUND);
    assert_int_equal(motion.vectors[1].position, 0x1000);
    assert_int_equal(motion.vectors[2].start, 11);
    char name[3];
    assert_string_equal(umf_joint_name(motion.joints[0], name), "VN");
    assert_string_equal(umf_joint_name(0x0141, name), "A?");
}

static void what_was_read_is_written_to_the_byte(void **state) {
    struct umf motion;
    struct buf out = {0};
    assert_int_equal(umf_read(hex(NOD), arena, &motion, NULL), ERR_NONE);
    assert_int_equal(umf_write(&motion, &out, NULL), ERR_NONE);
    assert_bytes(out.at, out.len, NOD);
    buf_free(&out);
}

static void the_end_mark_may_be_missing(void **state) {
    struct umf motion;
    struct bytes file = hex(NOD);
    assert_int_equal(umf_read((struct bytes){file.at, file.len - 2}, arena, &motion, NULL), ERR_NONE);
    assert_int_equal(umf_read((struct bytes){file.at, file.len - 1}, arena, &motion, NULL), ERR_SYNTAX);
}

static void bad_files_say_what_is_wrong(void **state) {
    static const struct {
        size_t at;
        const char *bytes;
        size_t len;
        enum err err;
        const char *says;
    } CASES[] = {
        {0, "U", 1, ERR_NONE, ""},
        {3, "x", 1, ERR_SYNTAX, "UGMF"},
        {4, "\2", 1, ERR_VERSION, "version 2"},
        {37, "\x14", 1, ERR_RANGE, "20"},
        {38, "\0", 1, ERR_UNSUPPORTED, "units 0"},
        {39, "\0", 1, ERR_RANGE, "timebase"},
        {40, "\4", 1, ERR_SHORT, "4 vectors"},
        {40, "\xff\xff\xff\xff", 4, ERR_SHORT, "4294967295"},
        {46, "ZZ", 2, ERR_UNKNOWN, "ZZ"},
        {46, "SD", 2, ERR_DUPLICATE, "SD"},
        {50, "\0\0", 2, ERR_SYNTAX, "0x0000"},
        {52, "HN", 2, ERR_UNKNOWN, "HN"},
        {78, "\x1e", 1, ERR_RANGE, "ends at 20"},
        {54, "\x06\0\x0a", 3, ERR_RANGE, "starts at 5"},
        {86, "\0\0", 2, ERR_SYNTAX, "0xDEAD"},
    };
    struct bytes good = hex(NOD);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        uint8_t file[128];
        struct fault fault = {0};
        struct umf motion;
        memcpy(file, good.at, good.len);
        memcpy(file + CASES[i].at, CASES[i].bytes, CASES[i].len);
        assert_int_equal(umf_read((struct bytes){file, good.len}, arena, &motion, &fault), CASES[i].err);
        assert_non_null(strstr(fault.said, CASES[i].says));
    }
    for (size_t len = 0; len < good.len - 2; len++) {
        struct umf motion;
        uint8_t *cut = malloc(len + !len);
        memcpy(cut, good.at, len);
        assert_int_not_equal(umf_read((struct bytes){cut, len}, arena, &motion, NULL), ERR_NONE);
        free(cut);
    }
}

static void nothing_is_written_that_would_not_be_read(void **state) {
    struct umf motion;
    struct buf out = {0};
    assert_int_equal(umf_read(hex(NOD), arena, &motion, NULL), ERR_NONE);
    motion.vectors[2].goal = 5;
    assert_int_equal(umf_write(&motion, &out, NULL), ERR_RANGE);
    motion.vectors[2].goal = 20, motion.timebase_ms = 256;
    assert_int_equal(umf_write(&motion, &out, NULL), ERR_RANGE);
    motion.timebase_ms = 33, motion.end = 65536;
    assert_int_equal(umf_write(&motion, &out, NULL), ERR_RANGE);
    assert_int_equal(out.len, 0);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_known_file_is_read),
        cmocka_unit_test(what_was_read_is_written_to_the_byte),
        cmocka_unit_test(the_end_mark_may_be_missing),
        cmocka_unit_test(bad_files_say_what_is_wrong),
        cmocka_unit_test(nothing_is_written_that_would_not_be_read),
    };
    return support_run(argc, argv, tests, open_arena, close_arena);
}
