// The fields of a query string, as GET has them in place of a body.
#include "codec/message/message_internal.h"

#include <string.h>

enum { QUERY_PARTS_MAX = 64, QUERY_DEPTH_MAX = 8 };

// %41 and + are what they stand for. The text is as long as before, or shorter.
static bool unescape(struct text in, struct arena *arena, struct text *out) {
    char *to = arena_take(arena, in.len + 1, 1);
    *out = (struct text){to, 0};
    for (size_t i = 0; to && i < in.len; i++) {
        char c = in.at[i] == '+' ? ' ' : in.at[i];
        if (c == '%') {
            int high = i + 2 < in.len ? hex_digit(in.at[i + 1]) : -1;
            int low = high >= 0 ? hex_digit(in.at[i + 2]) : -1;
            if (low < 0) return false;
            c = (char)(high << 4 | low);
            i += 2;
        }
        to[out->len++] = c;
    }
    return to != NULL;
}

// The message that holds the last name of the path; those on the way are made. NULL: there is no such field.
static const ProtobufCFieldDescriptor *descend(struct reading *r, ProtobufCMessage **message,
                                               struct text path) {
    struct text name;
    const ProtobufCFieldDescriptor *field = NULL;
    for (unsigned depth = 0; depth < QUERY_DEPTH_MAX && text_split(&path, '.', &name); depth++) {
        if (field) {
            struct place place = message_place(*message, field);
            ProtobufCMessage **inner = (void *)place.at;
            if (field->type != PROTOBUF_C_TYPE_MESSAGE || place.count) return NULL;
            if (place.which && *place.which && *place.which != field->id) {
                fault_set(r->fault, ERR_DUPLICATE,
                          "expected one of those that exclude each other, found %s beside another",
                          field->name);
                return NULL;
            }
            bool there = *inner && (!place.which || *place.which == field->id);
            const ProtobufCMessageDescriptor *descriptor = field->descriptor;
            if (!there && !(*inner = arena_take(r->arena, descriptor->sizeof_message, 0))) return NULL;
            if (!there) protobuf_c_message_init(descriptor, *inner);
            if (place.which) *place.which = field->id;
            *message = *inner;
        }
        if (!(field = message_field((*message)->descriptor, name))) return NULL;
    }
    return path.len == 0 ? field : NULL;
}

static enum err set(struct reading *r, ProtobufCMessage *message, const ProtobufCFieldDescriptor *field,
                    struct text value) {
    static const struct json_source SOURCE = {"query"};
    bool boolean = text_is(value, "true");
    struct json json = {.kind = JSON_TEXT, .text = value, .source = &SOURCE};
    if (field->type == PROTOBUF_C_TYPE_BOOL && (boolean || text_is(value, "false")))
        json.kind = JSON_BOOL, json.boolean = boolean;
    int64_t number;
    if (field->type == PROTOBUF_C_TYPE_ENUM && !text_to_i64(value, &number))
        json.kind = JSON_NUMBER, json.number = (double)number;
    struct place place = message_place(message, field);
    if (!place.count) {
        if (message_value(r, field, &json, place.at)) return r->fault->err;
        if (place.which) *place.which = field->id;
        return ERR_NONE;
    }
    size_t size = message_size_of(field);
    char **list = (void *)place.at, *longer = arena_take_many(r->arena, *place.count + 1, size, 0);
    if (!longer) return fault_set(r->fault, ERR_LIMIT, "this query needs too much memory");
    if (*place.count) memcpy(longer, *list, *place.count * size);
    *list = longer;
    return message_value(r, field, &json, longer + (*place.count)++ * size);
}

enum err message_query(const ProtobufCMessageDescriptor *descriptor, struct text query, struct arena *arena,
                       ProtobufCMessage **out, struct fault *fault) {
    struct fault unread = {0};
    struct reading r = {arena, fault ? fault : &unread};
    *out = arena_take(arena, descriptor->sizeof_message, 0);
    if (!*out) return fault_set(r.fault, ERR_LIMIT, "this query needs too much memory");
    protobuf_c_message_init(descriptor, *out);
    struct text part;
    for (unsigned i = 0; text_split(&query, '&', &part); i++) {
        struct text name, value;
        if (i == QUERY_PARTS_MAX)
            return fault_set(r.fault, ERR_LIMIT, "expected at most %d fields", QUERY_PARTS_MAX);
        if (!text_split(&part, '=', &name)) continue;
        if (!unescape(name, arena, &name) || !unescape(part, arena, &value) || !utf8_valid(value))
            return fault_set(r.fault, ERR_SYNTAX, "expected %%20 and the like, in UTF-8, found %.*s",
                             (int)part.len, part.at);
        ProtobufCMessage *message = *out;
        const ProtobufCFieldDescriptor *field = descend(&r, &message, name);
        if (r.fault->err) return r.fault->err;
        if (field && field->type != PROTOBUF_C_TYPE_MESSAGE && set(&r, message, field, value))
            return r.fault->err;
    }
    return ERR_NONE;
}
