// The Bluetooth messages of versions 1 to 6 against bytes that a real client's message classes made.
#include "support/support.h"

#include "base/data/json.h"
#include "base/system/file.h"
#include "schema/json.h"
#include "schema/rts.h"
#include "schema/walk.h"

// version, message, JSON, hex
static void check(struct text cell[4], struct arena *arena, bool seen[7][RTS_KIND_COUNT]) {
    uint64_t version;
    assert_int_equal(text_to_u64(cell[0], &version), ERR_NONE);
    unsigned v = (unsigned)version;
    const struct schema_message *row = schema_find_message(&rts_schema, cell[1]);
    assert_non_null(row);
    uint8_t want[4096], made[4096];
    size_t len = 0;
    assert_int_equal(hex_to_bytes(cell[3], want, sizeof want, &len), ERR_NONE);

    struct rts_message message = {.kind = (enum rts_kind)(row - rts_messages)}, again;
    void *body = &message.handshake;
    struct json *json;
    struct fault fault = {0};
    enum err err = json_parse(cell[2], "vector", arena, NULL, &json, &fault);
    if (!err && row->body->count) err = schema_parse(row->body, body, json, arena, &fault);
    if (err) fault_print(&fault, stderr);
    assert_int_equal(err, ERR_NONE);
    struct writer out = writer_of(made, sizeof made);
    assert_int_equal(rts_message_encode(&message, &out, v), ERR_NONE);
    if (writer_len(&out) != len || memcmp(made, want, len))
        fprintf(stderr, "version %u %s\n", v, row->body->name);
    assert_int_equal(writer_len(&out), len);
    assert_memory_equal(made, want, len);

    enum rts_direction direction = row->directions & 1u << RTS_TO_ROBOT ? RTS_TO_ROBOT : RTS_TO_APP;
    struct reader in = reader_of(want, len);
    assert_int_equal(rts_message_decode(&again, &in, direction, v), ERR_NONE);
    assert_int_equal(again.kind, message.kind);
    out = writer_of(made, sizeof made);
    assert_int_equal(rts_message_encode(&again, &out, v), ERR_NONE);
    assert_memory_equal(made, want, len);
    for (size_t cut = 0; cut < len; cut++) { // none may be cut short, none longer
        in = reader_of(want, cut);
        assert_int_equal(rts_message_decode(&again, &in, direction, v), ERR_SHORT);
    }
    want[len] = 0;
    in = reader_of(want, len + 1);
    assert_int_equal(rts_message_decode(&again, &in, direction, v), ERR_SYNTAX);
    seen[v][message.kind] = true;
}

static void every_message_of_every_version_has_the_client_s_bytes(void **state) {
    char path[1024];
    snprintf(path, sizeof path, "%s/tests/link/rts/data/vectors.tsv",
             getenv("SOURCE") ? getenv("SOURCE") : ".");
    struct buf text = {0};
    struct fault fault = {0};
    if (file_read(path, 1 << 20, &text, &fault)) fault_print(&fault, stderr);
    struct text rest = {(const char *)text.at, text.len}, line;
    struct arena *arena = arena_new(1 << 16);
    static bool seen[7][RTS_KIND_COUNT];
    unsigned rows = 0;
    while (text_split(&rest, '\n', &line)) {
        if (!line.len || line.at[0] == '#') continue;
        struct text cell[4];
        for (unsigned i = 0; i < 4; i++) assert_true(text_split(&line, '\t', &cell[i]));
        check(cell, arena, seen);
        arena_reset(arena);
        rows++;
    }
    assert_int_equal(rows, 191);
    for (unsigned v = 1; v <= 6; v++) // and the schema has no message that the client has not
        for (unsigned kind = 0; kind < RTS_KIND_COUNT; kind++) {
            const struct schema_message *row = &rts_messages[kind];
            bool there = schema_holds(row->since, row->until, v) && row->space == RTS_SPACE_MESSAGE;
            assert_int_equal(seen[v][kind], there);
        }
    arena_free(arena);
    buf_free(&text);
}

static void the_handshake_is_five_bytes(void **state) {
    struct rts_message message = {.kind = RTS_HANDSHAKE, .handshake = {.version = 5}};
    uint8_t made[8];
    struct writer out = writer_of(made, sizeof made);
    assert_int_equal(rts_message_encode(&message, &out, 5), ERR_NONE);
    assert_int_equal(writer_len(&out), 5);
    assert_memory_equal(made, "\1\5\0\0\0", 5);
    struct reader in = reader_of(made, 5);
    assert_int_equal(rts_raw_decode(&message, &in, RTS_TO_ROBOT, 5), ERR_NONE);
    assert_int_equal(message.handshake.version, 5);
}

TESTS(cmocka_unit_test(every_message_of_every_version_has_the_client_s_bytes),
      cmocka_unit_test(the_handshake_is_five_bytes))
