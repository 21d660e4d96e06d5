#include "support/support.h"

#include "base/hash.h"
#include "codec/pleo/urf.h"

static struct arena *arena;
static int open_arena(void **state) { return !(arena = arena_new(1 << 16)); }
static int close_arena(void **state) {
    arena_free(arena);
    return 0;
}

// The example of the guide's build log: a sound, a motion and two scripts of these sizes lie at these places.
enum { SOUND = 0x4000, MOTION = 0x500, SENSORS = 564, MAIN = 472 };
static uint8_t filling[SOUND];

static struct urf guide(struct urf_entry sounds[1], struct urf_entry motions[1],
                        struct urf_entry scripts[2]) {
    for (size_t i = 0; i < sizeof filling; i++) filling[i] = (uint8_t)(i * 31);
    sounds[0] = (struct urf_entry){.name = "growl", .data = {filling, SOUND}};
    motions[0] = (struct urf_entry){.name = "bow", .data = {filling, MOTION}};
    scripts[0] = (struct urf_entry){.name = "sensors", .data = {filling, SENSORS}};
    scripts[1] = (struct urf_entry){.name = "main", .data = {filling, MAIN}};
    struct urf all = {.built = 1216936757};
    all.of[URF_SOUND] = (struct urf_list){sounds, 1};
    all.of[URF_MOTION] = (struct urf_list){motions, 1};
    all.of[URF_SCRIPT] = (struct urf_list){scripts, 2};
    return all;
}

static struct buf written(struct urf *all) {
    struct buf out = {0};
    assert_int_equal(urf_write(all, &out, NULL), ERR_NONE);
    return out;
}

static void the_places_are_those_of_the_guide(void **state) {
    struct urf_entry sounds[1], motions[1], scripts[2];
    struct urf all = guide(sounds, motions, scripts);
    struct buf out = written(&all);
    assert_int_equal(sounds[0].offset, 0x200);
    assert_int_equal(motions[0].offset, 0x4200);
    assert_int_equal(scripts[0].offset, 0x4800);
    assert_int_equal(scripts[1].offset, 0x4a34);
    assert_int_equal(all.index[URF_SOUND], 0x4e00);
    assert_int_equal(all.index[URF_MOTION], 0x4e30);
    assert_int_equal(all.index[URF_COMMAND], 0x4e60);
    assert_int_equal(all.index[URF_SCRIPT], 0x4e68);
    assert_int_equal(all.index[URF_PROPERTY], 0x4ec0);
    assert_int_equal(out.len, 20176);
    assert_int_equal(urf_free(&all), 3629376);
    assert_true(urf_fits(&all));
    assert_bytes(out.at, 64,
                 "55475246 01000000 35fb8848 00000000 # UGRF, format, time, version\n"
                 "55475346 004e0000 55474d46 304e0000 55474346 604e0000\n"
                 "20414d58 684e0000 50524f50 c04e0000 53495a45 c84e0000");
    assert_bytes(out.at + 64, 4, "30303030");
    assert_bytes(out.at + 0x4700, 4, "30303030"); // and in every gap
    assert_bytes(out.at + 0x4e00, 16, "55475346 28000000 00020000 00400000");
    assert_bytes(out.at + 0x4ec8, 4, "41444c52");
    buf_free(&out);
}

// By hand: Adler-32 of "ab" begun with 0 has sums 97+98 = 195 and 97+195 = 292; begun with 1, as zlib does,
// 196 and 98+196 = 294.
static void the_checksum_begins_with_0(void **state) {
    assert_int_equal(adler32_of(0, "ab", 2), 292 << 16 | 195);
    assert_int_equal(adler32_of(1, "ab", 2), 294 << 16 | 196);
    static uint8_t many[70000];
    memset(many, 0xff, sizeof many);
    uint64_t low = 0, high = 0;
    for (size_t i = 0; i < sizeof many; i++) low = (low + 0xff) % 65521, high = (high + low) % 65521;
    assert_int_equal(adler32_of(0, many, sizeof many), high << 16 | low);
}

static void what_was_written_is_read(void **state) {
    struct urf_entry sounds[1], motions[1], scripts[2],
        properties[2] = {{.name = "hungry"}, {.name = "tired"}};
    struct urf all = guide(sounds, motions, scripts), back;
    all.version = 7;
    all.of[URF_PROPERTY] = (struct urf_list){properties, 2};
    struct buf out = written(&all);
    assert_int_equal(urf_read((struct bytes){out.at, out.len}, arena, &back, NULL), ERR_NONE);
    assert_int_equal(back.version, 7);
    assert_int_equal(back.built, 1216936757);
    const struct urf_entry *script = urf_find(&back, URF_SCRIPT, TEXT("main"));
    assert_non_null(script);
    assert_ptr_equal(script, urf_by_id(&back, 0x4001));
    assert_int_equal(script->data.len, MAIN);
    assert_memory_equal(script->data.at, filling, MAIN);
    assert_string_equal(urf_by_id(&back, 0x5001)->name, "tired");
    assert_null(urf_by_id(&back, 0x4002));
    assert_null(urf_by_id(&back, 0x0fff));
    assert_null(urf_by_id(&back, 0x6000));
    assert_null(urf_find(&back, URF_MOTION, TEXT("main")));
    buf_free(&out);
}

static void an_id_that_is_no_longer_used_stays(void **state) {
    struct urf_entry sounds[2] = {{.name = "gone", .unused = true}, {.name = "here", .data = {filling, 3}}};
    struct urf all = {0}, back;
    all.of[URF_SOUND] = (struct urf_list){sounds, 2};
    struct buf out = written(&all);
    assert_int_equal(urf_read((struct bytes){out.at, out.len}, arena, &back, NULL), ERR_NONE);
    assert_null(urf_by_id(&back, 0x1000));
    assert_string_equal(urf_by_id(&back, 0x1001)->name, "here");
    assert_null(urf_find(&back, URF_SOUND, TEXT("gone")));
    buf_free(&out);
}

static void put32(uint8_t *at, uint32_t v) {
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(v >> 8 * i);
}

static void sign(struct buf *file, uint32_t start) {
    put32(file->at + file->len - 4, adler32_of(start, file->at, file->len - 8));
}

static void any_flipped_bit_is_refused(void **state) {
    struct urf_entry sounds[1] = {{.name = "x", .data = {filling, 40}}};
    struct urf all = {0}, back;
    all.of[URF_SOUND] = (struct urf_list){sounds, 1};
    struct buf out = written(&all);
    for (size_t bit = 0; bit < out.len * 8; bit++) {
        out.at[bit / 8] ^= (uint8_t)(1 << bit % 8);
        assert_int_not_equal(urf_read((struct bytes){out.at, out.len}, arena, &back, NULL), ERR_NONE);
        out.at[bit / 8] ^= (uint8_t)(1 << bit % 8);
        arena_reset(arena);
    }
    for (size_t len = 0; len < out.len; len++)
        assert_int_not_equal(urf_read((struct bytes){out.at, len}, arena, &back, NULL), ERR_NONE);
    sign(&out, 1); // as zlib would; accepted
    assert_int_equal(urf_read((struct bytes){out.at, out.len}, arena, &back, NULL), ERR_NONE);
    buf_free(&out);
}

// What a signed file may still get wrong: each is told with its place.
static void files_that_lie_are_refused(void **state) {
    static const struct {
        uint32_t at, value;
        enum err err;
        const char *says;
    } CASES[] = {
        {4, 0x200, ERR_VERSION, "format 512"},
        {16, 0x58585858, ERR_UNKNOWN, "XXXX"},
        {16, 0x464d4755, ERR_DUPLICATE, "motion"},
        {60, 0x40000000, ERR_SHORT, "1073741824"},
        {20, 0x40000000, ERR_RANGE, "sounds is at"},
        {20, 0x4e30, ERR_SYNTAX, "no index of sounds"},
        {0x4e04, 0x40000000, ERR_RANGE, "claims"},
        {0x4e08, 0x4ec9, ERR_RANGE, "sound 0"},
        {0x4e0c, 0x40000000, ERR_RANGE, "1073741824 bytes"},
        {0x4e08, 0x10, ERR_RANGE, "sound 0"},
        {0x4e70, 0x4a38, ERR_RANGE, "script 0 lies over script 1"},
        {0x4e9c, 0x400, ERR_RANGE, "the index of sounds lies over script 1"},
    };
    struct urf_entry sounds[1], motions[1], scripts[2];
    struct urf all = guide(sounds, motions, scripts), back;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct buf out = written(&all);
        struct fault fault = {0};
        put32(out.at + CASES[i].at, CASES[i].value);
        sign(&out, 0);
        assert_int_equal(urf_read((struct bytes){out.at, out.len}, arena, &back, &fault), CASES[i].err);
        if (!strstr(fault.said, CASES[i].says)) fail_msg("%zu: %s", i, fault.said);
        buf_free(&out);
    }
    memcpy(scripts[1].name, "sensors", sizeof "sensors");
    struct buf out = written(&all);
    assert_int_equal(urf_read((struct bytes){out.at, out.len}, arena, &back, NULL), ERR_DUPLICATE);
    buf_free(&out);
    scripts[0].data.len = URF_BYTES_MAX;
    assert_int_equal(urf_write(&all, &out, NULL), ERR_LIMIT);
    all.of[URF_SCRIPT].count = URF_ENTRIES_MAX + 1;
    assert_int_equal(urf_write(&all, &out, NULL), ERR_LIMIT);
}

static void the_guides_length_of_an_index_is_taken_too(void **state) {
    struct urf_entry sounds[1], motions[1], scripts[2];
    struct urf all = guide(sounds, motions, scripts), back;
    struct buf out = written(&all);
    put32(out.at + 0x4e04, 48); // with its head of 8 bytes
    sign(&out, 0);
    assert_int_equal(urf_read((struct bytes){out.at, out.len}, arena, &back, NULL), ERR_NONE);
    assert_int_equal(back.of[URF_SOUND].count, 1);
    buf_free(&out);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_places_are_those_of_the_guide),
        cmocka_unit_test(the_checksum_begins_with_0),
        cmocka_unit_test(what_was_written_is_read),
        cmocka_unit_test(an_id_that_is_no_longer_used_stays),
        cmocka_unit_test(any_flipped_bit_is_refused),
        cmocka_unit_test(files_that_lie_are_refused),
        cmocka_unit_test(the_guides_length_of_an_index_is_taken_too),
    };
    return support_run(argc, argv, tests, open_arena, close_arena);
}
