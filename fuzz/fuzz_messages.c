// Every generated decoder of every protocol, with any bytes: it reads or refuses what the walker of run-time
// schemas reads or refuses, and what was read comes back the same, through the encoders and through JSON.
#include "base/data/json.h"
#include "schema/belief.h"
#include "schema/body.h"
#include "schema/cozmo.h"
#include "schema/cube.h"
#include "schema/json.h"
#include "schema/life.h"
#include "schema/live.h"
#include "schema/mind.h"
#include "schema/pleo.h"
#include "schema/rts.h"
#include "schema/spine.h"
#include "schema/walk.h"
#include "schema/world.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define CALLS(name)                                                                                          \
    static enum err name##_in(void *out, struct reader *in, unsigned version) {                              \
        return name##_decode(out, in, version);                                                              \
    }                                                                                                        \
    static enum err name##_out(const void *from, struct writer *out, unsigned version) {                     \
        return name##_encode(from, out, version);                                                            \
    }
#define ROW(name) {&name##_schema, name##_in, name##_out},
#define EACH(DO)                                                                                             \
    BELIEF_EACH_STRUCT(DO)                                                                                   \
    BODY_EACH_STRUCT(DO)                                                                                     \
    COZMO_EACH_STRUCT(DO)                                                                                    \
    CUBE_EACH_STRUCT(DO)                                                                                     \
    LIFE_EACH_STRUCT(DO)                                                                                     \
    MIND_EACH_STRUCT(DO)                                                                                     \
    RTS_EACH_STRUCT(DO)                                                                                      \
    SPINE_EACH_STRUCT(DO)                                                                                    \
    WORLD_EACH_STRUCT(DO)                                                                                    \
    LIVE_EACH_STRUCT(DO)                                                                                     \
    PLEO_EACH_STRUCT(DO)

EACH(CALLS)
static const struct {
    const struct schema_struct *body;
    enum err (*decode)(void *out, struct reader *in, unsigned version);
    enum err (*encode)(const void *from, struct writer *out, unsigned version);
} ROWS[] = {EACH(ROW)};
enum { ROW_COUNT = sizeof ROWS / sizeof *ROWS, ROOM = 1 << 17 };

static void must(bool so) {
    if (!so) abort();
}

static void json_and_back(const struct schema_struct *body, void *value, unsigned version,
                          struct bytes wire) {
    static uint8_t room[ROOM];
    struct arena *arena = arena_new(1 << 14);
    struct buf text = {0};
    struct json_writer writer = json_writer_of(&text, 0);
    schema_print(body, value, &writer, version);
    struct json *json;
    must(!text.err);
    must(!json_parse((struct text){(char *)text.at, text.len}, "x", arena, NULL, &json, NULL));
    must(!schema_parse(body, value, json, arena, NULL));
    struct writer out = writer_of(room, sizeof room);
    must(!schema_encode(body, value, &out, version));
    must(writer_len(&out) == wire.len && !memcmp(room, wire.at, wire.len));
    buf_free(&text);
    arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint8_t first[ROOM], second[ROOM];
    struct reader in = reader_of(data, size);
    unsigned row = read_u16(&in) % ROW_COUNT, version = read_u16(&in);
    if (in.err || size > ROOM / 2) return 0;
    const struct schema_struct *body = ROWS[row].body;
    struct reader a = in, b = in;
    void *made = malloc(body->size), *walked = malloc(body->size);
    if (made && walked) {
        ROWS[row].decode(made, &a, version);
        schema_decode(body, walked, &b, version);
        must(a.err == b.err && a.at <= a.end && b.at <= b.end);
    }
    if (made && walked && !a.err) {
        must(a.at == b.at);
        struct writer x = writer_of(first, sizeof first), y = writer_of(second, sizeof second);
        must(!ROWS[row].encode(made, &x, version));
        must(!schema_encode(body, walked, &y, version));
        must(writer_len(&x) == writer_len(&y) && !memcmp(first, second, writer_len(&x)));
        struct schema_size size_of = schema_size(body, version);
        must(writer_len(&x) >= size_of.smallest && writer_len(&x) <= size_of.largest);
        json_and_back(body, walked, version, writer_bytes(&x));
    }
    free(made);
    free(walked);
    return 0;
}
