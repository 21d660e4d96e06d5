#include "support/support.h"

#include "codec/clip/flat_json.h"
#include "codec/clip/flatbuf.h"

struct small {
    uint8_t byte;
    int64_t wide;
    bool flag;
    float real;
    int16_t number;
    struct text name;
    FLAT_LIST_OF(struct text, names);
    FLAT_LIST_OF(int64_t, wides);
};
struct large {
    struct small inner;
    FLAT_LIST_OF(struct small, list);
    uint32_t last;
};

static const struct flatbuf_field SMALL[] = {
    {"byte", FLAT_U8, offsetof(struct small, byte), .fallback = 7},
    {"wide", FLAT_I64, offsetof(struct small, wide)},
    {"flag", FLAT_BOOL, offsetof(struct small, flag), .fallback = 1},
    {"real", FLAT_F32, offsetof(struct small, real), .fallback = 1},
    {"number", FLAT_I16, offsetof(struct small, number)},
    {"name", FLAT_TEXT, offsetof(struct small, name), .required = true},
    {"names", FLAT_LIST, offsetof(struct small, names), .item = FLAT_TEXT},
    {"wides", FLAT_LIST, offsetof(struct small, wides), .item = FLAT_I64},
};
static const struct flatbuf_type SMALL_TYPE = {"Small", SMALL, 8, sizeof(struct small)};
static const struct flatbuf_field LARGE[] = {
    {"inner", FLAT_TABLE, offsetof(struct large, inner), .type = &SMALL_TYPE},
    {"list", FLAT_LIST, offsetof(struct large, list), .item = FLAT_TABLE, .type = &SMALL_TYPE},
    {"last", FLAT_U32, offsetof(struct large, last)},
};
static const struct flatbuf_type LARGE_TYPE = {"Large", LARGE, 3, sizeof(struct large)};

static struct arena *arena;
static struct fault fault;

static int begin(void **state) {
    arena = arena_new(16 << 10);
    fault = (struct fault){0};
    return 0;
}
static int end(void **state) {
    arena_free(arena);
    return 0;
}

static struct bytes bytes_of(const struct buf *buf) { return (struct bytes){buf->at, buf->len}; }

static void every_kind_comes_back(void **state) {
    struct text names[2] = {TEXT("one"), TEXT("")};
    int64_t wides[3] = {INT64_MIN, -1, INT64_MAX};
    struct small list[2];
    flatbuf_fallbacks(&SMALL_TYPE, &list[0]);
    assert_int_equal(list[0].byte, 7);
    assert_true(list[0].flag && list[0].real == 1);
    list[0].name = TEXT("first");
    list[1] =
        (struct small){.byte = 255, .wide = -5, .real = -0.25f, .number = -300, .name = TEXT("zw\xc3\xb6lf")};
    list[1].names.at = names, list[1].names.count = 2;
    list[1].wides.at = wides, list[1].wides.count = 3;
    struct large from = {.inner = list[1], .last = 0xffffffff}, back;
    from.list.at = list, from.list.count = 2;
    from.inner.wides.count = 0; // empty, but there
    struct buf file = {0};
    assert_int_equal(flatbuf_write(&LARGE_TYPE, &from, &file, &fault), ERR_NONE);
    assert_int_equal(flatbuf_read(bytes_of(&file), &LARGE_TYPE, NULL, arena, &back, &fault), ERR_NONE);
    assert_int_equal(back.last, 0xffffffff);
    assert_int_equal(back.list.count, 2);
    assert_int_equal(back.list.at[0].byte, 7);
    assert_true(back.list.at[0].flag && back.list.at[0].real == 1 && !back.list.at[0].names.at);
    const struct small *second = &back.list.at[1];
    assert_true(second->byte == 255 && second->wide == -5 && !second->flag && second->real == -0.25f &&
                second->number == -300);
    assert_true(text_is(second->name, "zw\xc3\xb6lf"));
    assert_true(text_is(second->names.at[0], "one") && second->names.at[1].at && !second->names.at[1].len);
    assert_memory_equal(second->wides.at, wides, sizeof wides);
    assert_true(back.inner.wides.at && !back.inner.wides.count);

    struct buf again = {0};
    assert_int_equal(flatbuf_write(&LARGE_TYPE, &back, &again, &fault), ERR_NONE);
    assert_int_equal(again.len, file.len);
    assert_memory_equal(again.at, file.at, file.len);
    buf_free(&again);

    // Every cut and every changed byte is an answer. What is still taken can be written.
    for (size_t len = 0; len < file.len; len++) {
        uint8_t *cut = malloc(len + !len);
        memcpy(cut, file.at, len);
        enum err err = flatbuf_read((struct bytes){cut, len}, &LARGE_TYPE, NULL, arena, &back, NULL);
        if (file.len - len >= 8) assert_int_not_equal(err, ERR_NONE); // the last bytes may be filling
        free(cut);
    }
    unsigned refused = 0;
    for (size_t at = 0; at < file.len; at++)
        for (unsigned bit = 0; bit < 8; bit++) {
            file.at[at] ^= 1u << bit;
            struct fault why = {0};
            if (flatbuf_read(bytes_of(&file), &LARGE_TYPE, NULL, arena, &back, &why)) {
                assert_true(why.said[0] && why.path[0] == '$');
                refused++;
            } else {
                // A table within a struct is always there, so one that was absent and needs a name cannot be
                // written.
                enum err err = flatbuf_write(&LARGE_TYPE, &back, &again, NULL);
                assert_true(!err || (err == ERR_MISSING && !back.inner.name.at));
                buf_free(&again);
            }
            file.at[at] ^= 1u << bit;
        }
    assert_true(refused > file.len); // most of a small file is structure
    buf_free(&file);
}

static void a_required_field_is_asked_for_on_both_ways(void **state) {
    struct large from = {0}, back;
    struct buf file = {0};
    assert_int_equal(flatbuf_write(&LARGE_TYPE, &from, &file, &fault), ERR_MISSING);
    assert_string_equal(fault.said, "Small needs its name");
    // A file with the inner table but without its name: root at 12, its layout before it.
    static const uint8_t bare[] = {12, 0, 0, 0, 0, 0, 6, 0, 8, 0, 4, 0, 6, 0,
                                   0,  0, 8, 0, 0, 0, 4, 0, 4, 0, 4, 0, 0, 0};
    fault = (struct fault){0};
    assert_int_equal(flatbuf_read((struct bytes){bare, sizeof bare}, &LARGE_TYPE, NULL, arena, &back, &fault),
                     ERR_MISSING);
    assert_string_equal(fault.path, "$.inner.name");
}

static void claims_are_not_believed(void **state) {
    struct small list[1] = {{.name = TEXT("x")}};
    struct large from = {.inner = list[0]}, back;
    from.list.at = list, from.list.count = 1;
    struct buf file = {0};
    assert_int_equal(flatbuf_write(&LARGE_TYPE, &from, &file, NULL), ERR_NONE);
    for (size_t at = 0; at + 4 <= file.len; at += 4) { // a gigabyte here, and there
        uint8_t old[4];
        memcpy(old, file.at + at, 4);
        memcpy(file.at + at, "\0\0\0\x40", 4);
        struct fault why = {0};
        enum err err = flatbuf_read(bytes_of(&file), &LARGE_TYPE, NULL, arena, &back, &why);
        if (err) assert_non_null(strstr(why.said, "byte "));
        memcpy(file.at + at, old, 4);
    }
    assert_true(arena_used(arena) < 1 << 20);
    struct flatbuf_limits limits = flatbuf_limits_default();
    limits.tables = 2;
    assert_int_equal(flatbuf_read(bytes_of(&file), &LARGE_TYPE, &limits, NULL, NULL, &fault), ERR_LIMIT);
    limits = flatbuf_limits_default();
    limits.depth = 1;
    assert_int_equal(flatbuf_read(bytes_of(&file), &LARGE_TYPE, &limits, NULL, NULL, NULL), ERR_LIMIT);
    limits = flatbuf_limits_default();
    limits.items = 0;
    assert_int_equal(flatbuf_read(bytes_of(&file), &LARGE_TYPE, &limits, NULL, NULL, NULL), ERR_LIMIT);
    limits.bytes = 10;
    assert_int_equal(flatbuf_read(bytes_of(&file), &LARGE_TYPE, &limits, NULL, NULL, NULL), ERR_LIMIT);
    buf_free(&file);
    struct arena *little = arena_new(64);
    arena_limit(little, 64);
    assert_int_equal(flatbuf_write(&LARGE_TYPE, &from, &file, NULL), ERR_NONE);
    assert_int_equal(flatbuf_read(bytes_of(&file), &LARGE_TYPE, NULL, little, &back, NULL), ERR_LIMIT);
    arena_free(little);
    buf_free(&file);
    file.limit = 20;
    assert_int_equal(flatbuf_write(&LARGE_TYPE, &from, &file, NULL), ERR_LIMIT);
    buf_free(&file);
}

static enum err from_json(const char *text, bool strict, struct large *out) {
    struct json *doc;
    fault = (struct fault){0};
    assert_int_equal(json_parse(text_of(text), "t.json", arena, NULL, &doc, &fault), ERR_NONE);
    return flatbuf_from_json(doc, &LARGE_TYPE, arena, &(struct flat_json_rules){strict}, out, &fault);
}

static void json_is_read_by_the_same_tables(void **state) {
    struct large back;
    assert_int_equal(from_json("{\"inner\": {\"name\": 12.50, \"byte\": 8.6, \"flag\": 0, \"wides\": 5, "
                               "\"$type\": 1},\n \"last\": 4294967295}",
                               true, &back),
                     ERR_NONE);
    assert_true(text_is(back.inner.name, "12.50") && back.inner.byte == 9 && !back.inner.flag &&
                back.inner.real == 1);
    assert_true(back.inner.wides.count == 1 && back.inner.wides.at[0] == 5 && back.last == 4294967295u);
    char line[600];
    assert_int_equal(from_json("{\"inner\": {\"name\": \"a\",\n  \"byte\": 300}}", true, &back), ERR_RANGE);
    assert_string_equal(fault_text(&fault, line, sizeof line),
                        "t.json:2:11: $.inner.byte: expected a number from 0 to 255, found 300");
    assert_int_equal(from_json("{\"inner\": {\"byte\": 3}}", true, &back), ERR_MISSING);
    assert_int_equal(from_json("{\"inner\": {\"name\": \"a\", \"nmuber\": 3}}", true, &back), ERR_UNKNOWN);
    assert_non_null(strstr(fault.said, "did you mean \"number\"?"));
    assert_int_equal(from_json("{\"inner\": {\"name\": \"a\", \"nmuber\": 3}}", false, &back), ERR_NONE);
    assert_int_equal(from_json("{\"list\": {}}", true, &back), ERR_TYPE);
    assert_int_equal(from_json("{\"list\": [3]}", true, &back), ERR_TYPE);
    assert_string_equal(fault.path, "$.list[0]");
    assert_int_equal(from_json("{\"inner\": {\"name\": \"a\", \"real\": 1e39}}", true, &back), ERR_RANGE);
    assert_int_equal(from_json("{\"inner\": {\"name\": \"a\", \"wide\": 1.5}}", true, &back), ERR_TYPE);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
TESTS(TEST(every_kind_comes_back), TEST(a_required_field_is_asked_for_on_both_ways),
      TEST(claims_are_not_believed), TEST(json_is_read_by_the_same_tables))
