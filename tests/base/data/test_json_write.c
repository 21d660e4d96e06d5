// JSON that is written, and whatever is written comes back.
#include "base/data/json_rig.h"

#include <math.h>

static void what_is_written(void **state) {
    struct buf out = {0};
    struct json_writer w = json_writer_of(&out, 0);
    json_open(&w, '{');
    json_key(&w, "a");
    json_open(&w, '[');
    json_number(&w, 0.1);
    json_float(&w, 0.1f);
    json_number(&w, (double)NAN);
    json_int(&w, INT64_MIN);
    json_uint(&w, UINT64_MAX);
    json_bool(&w, true);
    json_null(&w);
    json_raw(&w, "{\"x\":1}");
    json_open(&w, '[');
    json_close(&w, ']');
    json_close(&w, ']');
    json_key(&w, "q\"\\\x01");
    json_text(&w, TEXT("\0\b\f\n\r\t\x1f\x7f/\xc3\xa4"));
    json_close(&w, '}');
    assert_int_equal(out.err, ERR_NONE);
    assert_string_equal(
        (char *)out.at,
        "{\"a\":[0.1,0.1,null,-9223372036854775808,18446744073709551615,true,null,{\"x\":1},[]],"
        "\"q\\\"\\\\\\u0001\":\"\\u0000\\b\\f\\n\\r\\t\\u001f\x7f/\xc3\xa4\"}");
    buf_clear(&out);
    w = json_writer_of(&out, 2);
    json_copy(&w, parse("{\"a\":[1.50,{}],\"b\":{\"c\":[]}}"));
    assert_string_equal((char *)out.at,
                        "{\n  \"a\": [\n    1.50,\n    {}\n  ],\n  \"b\": {\n    \"c\": []\n  }\n}");
    buf_clear(&out);
    w = json_writer_of(&out, 0);
    json_string(&w, "bad \xff");
    assert_int_equal(out.err, ERR_SYNTAX);
    buf_free(&out);
    struct buf tight = {.limit = 4};
    w = json_writer_of(&tight, 2);
    json_string(&w, "too long");
    assert_int_equal(tight.err, ERR_LIMIT);
    buf_free(&tight);
}

static uint64_t dice = 0x9e3779b97f4a7c15u;
static uint64_t roll(void) {
    dice ^= dice << 13;
    dice ^= dice >> 7;
    return dice ^= dice << 17;
}

static void random_text(struct json_writer *w, bool key, int number) {
    char text[80];
    size_t len = key ? (size_t)snprintf(text, sizeof text, "%d", number) : 0;
    for (uint64_t i = roll() % 12; i; i--) {
        uint32_t code = (uint32_t)(roll() >> (11 + roll() % 50));
        len += utf8_put(key && !code ? 'x' : code % 0x110000, text + len);
    }
    text[len] = 0;
    if (key)
        json_key(w, text);
    else
        json_text(w, (struct text){text, len});
}

static void random_value(struct json_writer *w, int depth) {
    uint64_t kind = roll() % (depth > 5 ? 6 : 8);
    double d;
    uint64_t raw = roll();
    switch (kind) {
    case 0:
        json_null(w);
        break;
    case 1:
        json_bool(w, raw & 1);
        break;
    case 2:
        memcpy(&d, &raw, sizeof d), json_number(w, d);
        break;
    case 3:
        json_int(w, (int64_t)raw >> raw % 64);
        break;
    case 4:
        json_number(w, (double)(int64_t)(raw >> 44) / 100);
        break;
    case 5:
        random_text(w, false, 0);
        break;
    default:
        json_open(w, kind == 6 ? '[' : '{');
        for (int i = (int)(raw % (depth ? 9 : 40)); i; i--) {
            if (kind == 7) random_text(w, true, i);
            random_value(w, depth + 1);
        }
        json_close(w, kind == 6 ? ']' : '}');
    }
}

static void same(const struct json *a, const struct json *b) {
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->count, b->count);
    assert_true(text_same(a->key, b->key) && text_same(a->text, b->text) && a->boolean == b->boolean);
    assert_memory_equal(&a->number, &b->number, sizeof a->number);
    const struct json *x = a->first, *y = b->first;
    for (; x && y; x = x->next, y = y->next) same(x, y);
    assert_true(!x && !y);
}

static void random_documents_come_back(void **state) {
    for (int i = 0; i < 300; i++) {
        arena_reset(arena);
        struct buf once = {0}, again = {0};
        struct json_writer w = json_writer_of(&once, (unsigned)(i % 4));
        random_value(&w, 0);
        assert_int_equal(once.err, ERR_NONE);
        struct json *a = parse((char *)once.at), *b;
        w = json_writer_of(&again, (unsigned)(roll() % 4));
        json_copy(&w, a);
        b = parse((char *)again.at);
        same(a, b);
        // Cut anywhere, it is refused without harm, and never taken for whole (unless it is a number).
        for (int cut = 0; cut < 20 && a->kind >= JSON_LIST; cut++) {
            struct json *doc;
            struct text piece = {(char *)once.at, roll() % once.len};
            assert_int_not_equal(json_parse(piece, "t", arena, NULL, &doc, NULL), ERR_NONE);
        }
        buf_free(&once);
        buf_free(&again);
    }
}

JSON_TESTS(TEST(what_is_written), TEST(random_documents_come_back))
