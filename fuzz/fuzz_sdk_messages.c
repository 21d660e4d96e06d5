// Messages of Vector's SDK, as bytes, JSON and a query: what is understood is written, read again and the
// same.
#include "codec/message/message.h"
#include "schema/vector.pb-c.h"
#include "schema/vector_calls.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MESSAGE(name, lower) &vector__##lower##__descriptor,
static const ProtobufCMessageDescriptor *const MESSAGES[] = {VECTOR_MESSAGES(MESSAGE)};
enum { COUNT = sizeof MESSAGES / sizeof *MESSAGES };

static void must(bool so) {
    if (!so) abort();
}
static struct text view(const struct buf *b) {
    return (struct text){b->at ? (const char *)b->at : "", b->len};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct arena *arena;
    if (!arena) arena = arena_new(64 << 10);
    if (size < 3) return 0;
    arena_limit(arena, MESSAGE_MEMORY_MAX);
    arena_reset(arena);
    const ProtobufCMessageDescriptor *d = MESSAGES[(data[0] | data[1] << 8) % COUNT];
    struct text in = {(const char *)data + 3, size - 3};
    ProtobufCMessage *message, *again;
    struct fault fault = {0};
    enum err err = data[2] % 3 == 0   ? message_unpack(d, in, arena, &message, &fault)
                   : data[2] % 3 == 1 ? message_parse(d, in, "fuzz", arena, &message, &fault)
                                      : message_query(d, in, arena, &message, &fault);
    if (err) {
        must(fault.err == err && fault.said[0]);
        return 0;
    }
    struct buf json = {0}, bytes = {0}, back = {0};
    message_print(message, &json);
    must(!message_pack(message, &bytes, &fault) && !json.err);
    // Fields that nobody knows are no part of the JSON. They are kept in bytes as they came, even where their
    // number is none: what is read again is what the JSON says.
    must(!message_parse(d, view(&json), "again", arena, &again, &fault));
    must(!message_pack(again, &back, &fault));
    if (data[2] % 3 == 0)
        must(!message_unpack(d, view(&back), arena, &again, &fault));
    else
        must(back.len == bytes.len && (!back.len || !memcmp(back.at, bytes.at, back.len)));
    buf_free(&json), buf_free(&bytes), buf_free(&back);
    return 0;
}
