// Any text as a schema, and any bytes as its messages: what is before the first zero byte is the schema, what
// is behind it the packet. A schema is refused at a place inside it, or every struct of it can read and write
// the packet.
#include "base/data/json.h"
#include "schema/document.h"
#include "schema/json.h"
#include "schema/walk.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ROOM = 1 << 16, STRUCTS = 8 };

static void must(bool so) {
    if (!so) abort();
}

static void json_and_back(const struct schema_struct *body, void *value, unsigned version, struct bytes wire,
                          struct arena *arena) {
    static uint8_t room[ROOM];
    struct buf text = {.limit = 1 << 20};
    struct json_writer writer = json_writer_of(&text, 1);
    schema_print(body, value, &writer, version);
    struct json *json;
    if (!text.err && !json_parse((struct text){(char *)text.at, text.len}, "x", arena, NULL, &json, NULL)) {
        must(!schema_parse(body, value, json, arena, NULL));
        struct writer out = writer_of(room, sizeof room);
        must(!schema_encode(body, value, &out, version));
        must(writer_len(&out) == wire.len && !memcmp(room, wire.at, wire.len));
    }
    buf_free(&text);
}

static void walk(const struct schema_struct *body, unsigned version, struct reader in, struct arena *arena) {
    static uint8_t first[ROOM], second[ROOM];
    void *value = body->size <= ROOM ? arena_take(arena, body->size, SCHEMA_ALIGN) : NULL;
    if (!value || schema_decode(body, value, &in, version)) return;
    struct writer x = writer_of(first, sizeof first), y = writer_of(second, sizeof second);
    if (schema_encode(body, value, &x, version)) return; // too long for the room
    struct reader again = reader_of(first, writer_len(&x));
    must(!schema_decode(body, value, &again, version) && reader_done(&again));
    must(!schema_encode(body, value, &y, version));
    must(writer_len(&x) == writer_len(&y) && !memcmp(first, second, writer_len(&x)));
    json_and_back(body, value, version, writer_bytes(&x), arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const uint8_t *zero = size ? memchr(data, 0, size) : NULL;
    struct text source = {(const char *)data, zero ? (size_t)(zero - data) : size};
    struct reader packet = reader_of(zero ? zero + 1 : data, zero ? size - source.len - 1 : 0);
    struct arena *arena = arena_new(1 << 14);
    if (!arena) return 0;
    arena_limit(arena, 16 << 20);
    const struct schema_protocol *protocol;
    struct fault fault = {0};
    if (schema_compile(source, NULL, arena, &protocol, &fault)) {
        must(fault.err && fault.said[0] && !protocol);
        must(fault.line <= source.len + 1 && fault.column <= source.len + 1);
    } else {
        struct buf page = {.limit = 1 << 20};
        schema_document(protocol, &page);
        buf_free(&page);
        for (uint32_t i = 0; i < protocol->struct_count && i < STRUCTS; i++) {
            walk(protocol->structs[i], protocol->oldest, packet, arena);
            walk(protocol->structs[i], protocol->newest, packet, arena);
        }
    }
    arena_free(arena);
    return 0;
}
