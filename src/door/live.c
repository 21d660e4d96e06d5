#include "door/live.h"

#include "schema/json.h"
#include "schema/walk.h"

#include <string.h>

void live_write(struct buf *out, const struct schema_struct *body, const void *message) {
    struct json_writer json = json_writer_of(out, 0);
    json_open(&json, '{');
    json_key(&json, body->name);
    schema_print(body, message, &json, 1);
    json_close(&json, '}');
}

void live_write_reply(struct buf *out, const struct schema_struct *body, const void *message, uint32_t robot,
                      uint32_t ticket) {
    struct json_writer json = json_writer_of(out, 0);
    json_open(&json, '{');
    json_key(&json, body->name);
    schema_print(body, message, &json, 1);
    json_key(&json, "robot"), json_uint(&json, robot);
    if (ticket) json_key(&json, "ticket"), json_uint(&json, ticket);
    json_close(&json, '}');
}

void live_write_binary(struct buf *out, enum live_kind kind, const void *message) {
    const struct schema_message *m = &live_messages[kind];
    struct writer measure = {0};
    schema_encode(m->body, message, &measure, LIVE_VERSION);
    uint8_t *at = buf_extend(out, 1 + measure.need);
    if (!at) return;
    *at = (uint8_t)m->id;
    struct writer writer = {.at = at + 1, .end = at + 1 + measure.need};
    if (schema_encode(m->body, message, &writer, LIVE_VERSION) && !out->err) out->err = writer.err;
}

// Which message of a protocol the page may send has this name, with the protocol's before it or without; its
// number, or -1.
static int find(const char *protocol, const struct schema_message *messages, size_t count, struct text name,
                unsigned direction) {
    size_t own = strlen(protocol);
    if (name.len > own && !memcmp(name.at, protocol, own) && name.at[own] == '.')
        name = (struct text){name.at + own + 1, name.len - own - 1};
    for (size_t i = 0; i < count; i++)
        if (messages[i].directions >> direction & 1 && text_is(name, messages[i].body->name)) return (int)i;
    return -1;
}

static enum err fill(const struct schema_message *message, void *kind_and_union, size_t offset,
                     const struct json *value, struct arena *arena, struct fault *fault) {
    return schema_parse(message->body, (char *)kind_and_union + offset, value, arena, fault);
}

static const struct json_limits SMALL = {.bytes = 128 << 10, .values = 512, .depth = 8};

// What stands beside the message.
static enum err read_beside(const struct json *doc, const struct json **message, const struct json **robot,
                            struct live_in *out, struct fault *fault) {
    int64_t ticket = 0;
    for (const struct json *m = doc->first; m; m = m->next) {
        bool beside = text_is(m->key, "robot") || text_is(m->key, "ticket");
        if (text_is(m->key, "robot")) *robot = m;
        if (!beside && *message)
            return json_fault(m, fault, ERR_TYPE, "expected one message, and beside it robot and ticket");
        if (!beside) *message = m;
    }
    if (!*message) return json_fault(doc, fault, ERR_TYPE, "expected a message's name");
    enum err err =
        json_get(doc, "ticket") ? json_get_int(doc, "ticket", 1, UINT32_MAX, &ticket, fault) : ERR_NONE;
    out->ticket = (uint32_t)ticket;
    return err;
}

enum err live_read(struct text text, struct arena *arena, live_robots *robots, void *user,
                   struct live_in *out, struct fault *fault) {
    struct json *doc;
    const struct json *value = NULL, *robot = NULL;
    memset(out, 0, sizeof *out);
    out->robot = 1;
    out->speaks = &life_soul_messages;
    if (json_parse(text, "message", arena, &SMALL, &doc, fault)) return fault->err;
    if (doc->kind != JSON_OBJECT)
        return json_fault(doc, fault, ERR_TYPE, "expected an object with one member, the message's name");
    if (read_beside(doc, &value, &robot, out, fault)) return fault->err;
    if (robots && !(out->speaks = robots(user, robot, &out->robot, fault))) return fault->err;
    if (!robots && robot && json_as_int(robot, 1, 1, &(int64_t){0}, fault)) return fault->err;
    const struct schema_protocol *its = out->speaks->protocol;
    int i = find("live", live_messages, LIVE_KIND_COUNT, value->key, LIVE_ROBOT);
    if (i >= 0) {
        out->sort = SORT_OWN, out->name = live_messages[i].body->name;
        out->own.kind = (enum live_kind)i;
        return fill(&live_messages[i], &out->own, offsetof(struct live_message, pace), value, arena, fault);
    }
    i = find(its->name, its->messages, its->message_count, value->key, SOUL_REQUEST);
    if (i >= 0) {
        out->sort = SORT_REQUEST, out->name = its->messages[i].body->name;
        out->request.kind = (unsigned)i;
        return fill(&its->messages[i], &out->request, its->message_body, value, arena, fault);
    }
    i = find("world", world_messages, WORLD_KIND_COUNT, value->key, WORLD_VERB);
    if (i < 0)
        return json_fault(value, fault, ERR_UNKNOWN, "no message is called \"%.*s\"", (int)value->key.len,
                          value->key.at);
    out->sort = SORT_VERB, out->name = world_messages[i].body->name;
    out->verb.kind = (enum world_kind)i;
    return fill(&world_messages[i], &out->verb, offsetof(struct world_message, table), value, arena, fault);
}
