// Messages as JSON, both ways.
#include "codec/message/message_internal.h"

#include "base/base64.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------------------------------- where a field lies
struct place message_place(const ProtobufCMessage *message, const ProtobufCFieldDescriptor *field) {
    char *base = (char *)(uintptr_t)message;
    struct place place = {.field = field, .at = base + field->offset};
    if (field->flags & PROTOBUF_C_FIELD_FLAG_ONEOF) place.which = (void *)(base + field->quantifier_offset);
    if (field->label == PROTOBUF_C_LABEL_REPEATED) place.count = (void *)(base + field->quantifier_offset);
    return place;
}

size_t message_size_of(const ProtobufCFieldDescriptor *field) {
    switch (field->type) {
    case PROTOBUF_C_TYPE_BOOL:
        return sizeof(protobuf_c_boolean);
    case PROTOBUF_C_TYPE_INT64:
    case PROTOBUF_C_TYPE_UINT64:
        return sizeof(uint64_t);
    case PROTOBUF_C_TYPE_STRING:
    case PROTOBUF_C_TYPE_MESSAGE:
        return sizeof(void *);
    case PROTOBUF_C_TYPE_BYTES:
        return sizeof(ProtobufCBinaryData);
    default:
        return sizeof(uint32_t);
    }
}

// ------------------------------------------------------------------------------------------------ to JSON
static void print(const ProtobufCMessage *message, struct json_writer *json);

static void print_float(struct json_writer *json, float number) {
    if (isnan(number))
        json_string(json, "NaN");
    else if (isinf(number))
        json_string(json, number > 0 ? "Infinity" : "-Infinity");
    else
        json_float(json, number);
}

static void print_bytes(struct json_writer *json, const ProtobufCBinaryData *bytes) {
    if (bytes->len == 0) {
        json_null(json);
        return;
    }
    struct buf text = {0};
    base64_encode(&text, bytes->data, bytes->len);
    if (text.err && !json->out->err) json->out->err = text.err;
    json_text(json, (struct text){(const char *)text.at, text.len});
    buf_free(&text);
}

static void print_value(const ProtobufCFieldDescriptor *field, const void *at, struct json_writer *json) {
    char digits[NUMBER_ROOM];
    switch (field->type) {
    case PROTOBUF_C_TYPE_BOOL:
        json_bool(json, *(const protobuf_c_boolean *)at);
        break;
    case PROTOBUF_C_TYPE_FLOAT:
        print_float(json, *(const float *)at);
        break;
    case PROTOBUF_C_TYPE_UINT32:
        json_uint(json, *(const uint32_t *)at);
        break;
    case PROTOBUF_C_TYPE_INT64:
        i64_to_text(*(const int64_t *)at, digits), json_string(json, digits);
        break;
    case PROTOBUF_C_TYPE_UINT64:
        u64_to_text(*(const uint64_t *)at, digits), json_string(json, digits);
        break;
    case PROTOBUF_C_TYPE_STRING:
        json_string(json, *(const char *const *)at);
        break;
    case PROTOBUF_C_TYPE_BYTES:
        print_bytes(json, at);
        break;
    case PROTOBUF_C_TYPE_MESSAGE: {
        const ProtobufCMessage *inner = *(const ProtobufCMessage *const *)at;
        if (inner)
            print(inner, json);
        else
            json_null(json);
        break;
    }
    default:
        json_int(json, *(const int32_t *)at);
        break; // int32, enumerations
    }
}

// No message of the table holds itself, so this goes as deep as the table does.
static void print(const ProtobufCMessage *message, struct json_writer *json) {
    const ProtobufCMessageDescriptor *descriptor = message->descriptor;
    json_open(json, '{');
    for (unsigned i = 0; i < descriptor->n_fields; i++) {
        struct place place = message_place(message, &descriptor->fields[i]);
        if (place.which && *place.which != place.field->id) continue;
        json_key(json, place.field->name);
        if (!place.count) {
            print_value(place.field, place.at, json);
            continue;
        }
        const char *list = *(const char *const *)(const void *)place.at;
        json_open(json, '[');
        for (size_t k = 0; k < *place.count; k++)
            print_value(place.field, list + k * message_size_of(place.field), json);
        json_close(json, ']');
    }
    json_close(json, '}');
}

void message_print(const ProtobufCMessage *message, struct buf *out) {
    struct json_writer json = json_writer_of(out, 0);
    print(message, &json);
}

// ------------------------------------------------------------------------------------------------ from JSON
static enum err parse(struct reading *r, const ProtobufCMessageDescriptor *descriptor,
                      const struct json *value, ProtobufCMessage **out);

static enum err no_memory(struct reading *r, const struct json *value) {
    return json_fault(value, r->fault, ERR_LIMIT, "this message needs too much memory");
}

// Numbers may come as texts: 64 bits do not fit into what JavaScript calls a number.
static enum err parse_whole(struct reading *r, const struct json *value, int64_t low, int64_t high,
                            int64_t *out) {
    if (value->kind != JSON_TEXT) return json_as_int(value, low, high, out, r->fault);
    char found[64];
    if (text_to_i64(value->text, out) || *out < low || *out > high)
        return json_fault(value, r->fault, ERR_RANGE, "expected a whole number from %lld to %lld, found %s",
                          (long long)low, (long long)high, json_found(value, found, sizeof found));
    return ERR_NONE;
}

static enum err parse_u64(struct reading *r, const struct json *value, uint64_t *out) {
    char found[64];
    if ((value->kind == JSON_TEXT || value->kind == JSON_NUMBER) && !text_to_u64(value->text, out))
        return ERR_NONE;
    return json_fault(value, r->fault, ERR_TYPE, "expected a whole number from 0, found %s",
                      json_found(value, found, sizeof found));
}

static enum err parse_float(struct reading *r, const struct json *value, float *out) {
    char found[64];
    bool known = value->kind == JSON_NUMBER || value->kind == JSON_TEXT;
    if (value->kind == JSON_TEXT && text_is(value->text, "NaN"))
        *out = NAN;
    else if (value->kind == JSON_TEXT && text_is(value->text, "Infinity"))
        *out = INFINITY;
    else if (value->kind == JSON_TEXT && text_is(value->text, "-Infinity"))
        *out = -INFINITY;
    else if (!known || text_to_f32(value->text, out))
        return json_fault(
            value, r->fault, known ? ERR_RANGE : ERR_TYPE,
            "expected a number within a float's range, \"NaN\", \"Infinity\" or \"-Infinity\", found %s",
            json_found(value, found, sizeof found));
    return ERR_NONE;
}

static enum err parse_enum(struct reading *r, const ProtobufCEnumDescriptor *kinds, const struct json *value,
                           int32_t *out) {
    int64_t number;
    if (value->kind == JSON_NUMBER) {
        if (json_as_int(value, INT32_MIN, INT32_MAX, &number, r->fault)) return r->fault->err;
        *out = (int32_t)number;
        return ERR_NONE;
    }
    if (value->kind == JSON_TEXT)
        for (unsigned i = 0; i < kinds->n_value_names; i++)
            if (text_is(value->text, kinds->values_by_name[i].name)) {
                *out = kinds->values[kinds->values_by_name[i].index].value;
                return ERR_NONE;
            }
    const char *names[128], *nearest = NULL;
    unsigned count = kinds->n_value_names < 128 ? kinds->n_value_names : 128;
    for (unsigned i = 0; i < count; i++) names[i] = kinds->values_by_name[i].name;
    char found[64];
    if (value->kind == JSON_TEXT) nearest = text_nearest(value->text.at, names, count);
    return json_fault(value, r->fault, ERR_UNKNOWN, "expected a %s by name or number, found %s%s%s",
                      kinds->short_name, json_found(value, found, sizeof found),
                      nearest ? "; did you mean " : "", nearest ? nearest : "");
}

static enum err parse_string(struct reading *r, const struct json *value, char **out) {
    struct text text;
    if (json_as_text(value, &text, r->fault)) return r->fault->err;
    if (memchr(text.at, 0, text.len))
        return json_fault(value, r->fault, ERR_SYNTAX, "expected a text without zero bytes");
    *out = arena_copy_text(r->arena, text.at, text.len);
    return *out ? ERR_NONE : no_memory(r, value);
}

static enum err parse_bytes(struct reading *r, const struct json *value, ProtobufCBinaryData *out) {
    struct text text;
    if (json_as_text(value, &text, r->fault)) return r->fault->err;
    out->data = arena_take(r->arena, BASE64_ROOM(text.len), 1);
    if (!out->data) return no_memory(r, value);
    if (!base64_decode(text, out->data, &out->len))
        return json_fault(value, r->fault, ERR_SYNTAX, "expected bytes in base 64");
    return ERR_NONE;
}

enum err message_value(struct reading *r, const ProtobufCFieldDescriptor *field, const struct json *value,
                       void *at) {
    int64_t number = 0;
    bool boolean;
    switch (field->type) {
    case PROTOBUF_C_TYPE_BOOL:
        if (json_as_bool(value, &boolean, r->fault)) return r->fault->err;
        *(protobuf_c_boolean *)at = boolean;
        return ERR_NONE;
    case PROTOBUF_C_TYPE_FLOAT:
        return parse_float(r, value, at);
    case PROTOBUF_C_TYPE_UINT32:
        if (parse_whole(r, value, 0, UINT32_MAX, &number)) return r->fault->err;
        *(uint32_t *)at = (uint32_t)number;
        return ERR_NONE;
    case PROTOBUF_C_TYPE_INT64:
        return parse_whole(r, value, INT64_MIN, INT64_MAX, at);
    case PROTOBUF_C_TYPE_UINT64:
        return parse_u64(r, value, at);
    case PROTOBUF_C_TYPE_STRING:
        return parse_string(r, value, at);
    case PROTOBUF_C_TYPE_BYTES:
        return parse_bytes(r, value, at);
    case PROTOBUF_C_TYPE_MESSAGE:
        return parse(r, field->descriptor, value, at);
    case PROTOBUF_C_TYPE_ENUM:
        return parse_enum(r, field->descriptor, value, at);
    default:
        if (parse_whole(r, value, INT32_MIN, INT32_MAX, &number)) return r->fault->err;
        *(int32_t *)at = (int32_t)number;
        return ERR_NONE;
    }
}

static enum err parse_list(struct reading *r, const struct place *place, const struct json *value) {
    char found[64];
    if (value->kind != JSON_LIST)
        return json_fault(value, r->fault, ERR_TYPE, "expected a list, found %s",
                          json_found(value, found, sizeof found));
    size_t size = message_size_of(place->field);
    char *list = arena_take_many(r->arena, value->count, size, 0);
    if (!list) return no_memory(r, value);
    *(char **)(void *)place->at = list;
    *place->count = value->count;
    for (const struct json *v = value->first; v; v = v->next)
        if (message_value(r, place->field, v, list + v->index * size)) return r->fault->err;
    return ERR_NONE;
}

// left_wheel_mmps or leftWheelMmps.
static bool is_name(const char *field, struct text key) {
    if (text_is(key, field)) return true;
    size_t i = 0;
    for (; *field && i < key.len; field++) {
        char c = *field;
        if (c == '_' && field[1]) c = *++field, c = (char)(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
        if (key.at[i++] != c) return false;
    }
    return !*field && i == key.len;
}

const ProtobufCFieldDescriptor *message_field(const ProtobufCMessageDescriptor *descriptor, struct text key) {
    for (unsigned i = 0; i < descriptor->n_fields; i++)
        if (is_name(descriptor->fields[i].name, key)) return &descriptor->fields[i];
    return NULL;
}

static enum err parse_member(struct reading *r, ProtobufCMessage *message, const struct json *value,
                             uint64_t *seen) {
    const ProtobufCFieldDescriptor *field = message_field(message->descriptor, value->key);
    if (!field || value->kind == JSON_NULL) return ERR_NONE;
    uint64_t bit = UINT64_C(1) << ((size_t)(field - message->descriptor->fields) & 63);
    if (*seen & bit)
        return json_fault_key(value, r->fault, ERR_DUPLICATE, "%s stands here twice", field->name);
    *seen |= bit;
    struct place place = message_place(message, field);
    if (place.count) return parse_list(r, &place, value);
    if (place.which && *place.which)
        return json_fault_key(value, r->fault, ERR_DUPLICATE,
                              "expected one of those that exclude each other, found %s beside another",
                              field->name);
    if (message_value(r, field, value, place.at)) return r->fault->err;
    if (place.which) *place.which = field->id;
    return ERR_NONE;
}

static enum err parse(struct reading *r, const ProtobufCMessageDescriptor *descriptor,
                      const struct json *value, ProtobufCMessage **out) {
    char found[64];
    if (value->kind != JSON_OBJECT)
        return json_fault(value, r->fault, ERR_TYPE, "expected an object (%s), found %s",
                          descriptor->short_name, json_found(value, found, sizeof found));
    *out = arena_take(r->arena, descriptor->sizeof_message, 0);
    if (!*out) return no_memory(r, value);
    protobuf_c_message_init(descriptor, *out);
    uint64_t seen = 0;
    for (const struct json *member = value->first; member; member = member->next)
        if (parse_member(r, *out, member, &seen)) return r->fault->err;
    return ERR_NONE;
}

enum err message_parse(const ProtobufCMessageDescriptor *descriptor, struct text json, const char *name,
                       struct arena *arena, ProtobufCMessage **out, struct fault *fault) {
    static const struct json_limits LIMITS = {
        .bytes = MESSAGE_BYTES_MAX, .values = 1 << 14, .depth = MESSAGE_JSON_DEPTH};
    struct fault unread = {0};
    struct reading reading = {arena, fault ? fault : &unread};
    struct json *doc;
    if (json_parse(json, name, arena, &LIMITS, &doc, reading.fault)) return reading.fault->err;
    return parse(&reading, descriptor, doc, out);
}
