// JSON to values.
#include "schema/json.h"

#include "base/plural.h"
#include "schema/walk.h"

#include <math.h>
#include <string.h>

struct from { // what every step needs
    struct arena *arena;
    struct fault *fault;
};

static enum err parse_float(const struct schema_field *field, void *element, const struct json *json,
                            struct fault *fault) {
    double wide = json->number;
    uint64_t bits;
    bool narrow_kind = field->width == 4;
    if (json->kind == JSON_TEXT) {
        bool minus = text_is(json->text, "-inf");
        if (minus || text_is(json->text, "inf")) {
            wide = (double)(minus ? -INFINITY : INFINITY);
        } else if (text_is(json->text, "nan")) {
            schema_store(field, element, narrow_kind ? UINT64_C(0x7fc00000) : UINT64_C(0x7ff8000000000000));
            return ERR_NONE;
        } else if (json->text.len == (narrow_kind ? 10 : 18) && !text_to_u64(json->text, &bits)) {
            schema_store(field, element, bits);
            return ERR_NONE;
        } else {
            return json_fault(json, fault, ERR_TYPE,
                              "expected a number, \"inf\", \"-inf\", \"nan\" or its bits as \"0x%s\"",
                              narrow_kind ? "7fc00001" : "7ff8000000000001");
        }
    } else if (json->kind != JSON_NUMBER) {
        return json_fault(json, fault, ERR_TYPE, "expected a number, found %s", json_kind_name(json->kind));
    }
    if (narrow_kind) {
        float narrow = (float)wide;
        if (json->kind == JSON_NUMBER && text_to_f32(json->text, &narrow))
            return json_fault(json, fault, ERR_RANGE, "%g does not fit into an f32", wide);
        memcpy(element, &narrow, sizeof narrow);
    } else {
        memcpy(element, &wide, sizeof wide);
    }
    return ERR_NONE;
}

static enum err expected(const struct schema_field *field, const struct json *json, struct fault *fault) {
    const char *names = field->names ? field->names->name : NULL;
    if (json->kind == JSON_TEXT && names)
        return json_fault(json, fault, ERR_UNKNOWN, "\"%.*s\" is not a value of %s",
                          (int)(json->text.len < 60 ? json->text.len : 60), json->text.at, names);
    bool sign = field->kind == SCHEMA_INT;
    unsigned bits = field->width * 8u;
    uint64_t top = sign         ? ((uint64_t)1 << (bits - 1)) - 1
                   : bits == 64 ? UINT64_MAX
                                : ((uint64_t)1 << bits) - 1;
    return json_fault(json, fault, json->kind == JSON_NUMBER ? ERR_RANGE : ERR_TYPE,
                      "expected a whole number from %s%llu to %llu%s%s", sign ? "-" : "",
                      (unsigned long long)(sign ? top + 1 : 0), (unsigned long long)top,
                      names ? " or a value of " : "", names ? names : "");
}

// A whole number that fits the field.
static bool whole(const struct schema_field *field, const struct json *json, uint64_t *out) {
    if (json->kind != JSON_NUMBER && json->kind != JSON_TEXT) return false;
    int64_t sign = 0;
    uint64_t plain = 0;
    bool negative = false;
    if (!text_to_u64(json->text, &plain)) {
        sign = plain > INT64_MAX ? INT64_MAX : (int64_t)plain;
    } else if (!text_to_i64(json->text, &sign)) {
        negative = sign < 0;
        plain = (uint64_t)sign;
    } else if (json->kind == JSON_NUMBER && floor(json->number) == json->number &&
               fabs(json->number) < 9e15) {
        sign = (int64_t)json->number;
        negative = sign < 0;
        plain = (uint64_t)sign;
    } else {
        return false;
    }
    unsigned bits = field->width * 8u;
    *out = plain;
    if (field->kind == SCHEMA_INT) {
        if (!negative && plain > INT64_MAX) return false;
        return bits == 64 || (sign >= -((int64_t)1 << (bits - 1)) && sign < (int64_t)1 << (bits - 1));
    }
    return !negative && (bits == 64 || plain >> bits == 0);
}

static enum err parse_bits(const struct schema_field *field, void *element, const struct json *json,
                           struct fault *fault) {
    uint64_t all = 0, v;
    for (const struct json *item = json->first; item; item = item->next) {
        if (item->kind == JSON_TEXT && schema_value_of(field->names, item->text, &v))
            all |= v;
        else if (whole(field, item, &v))
            all |= v;
        else
            return expected(field, item, fault);
    }
    schema_store(field, element, all);
    return ERR_NONE;
}

static enum err parse_number(const struct schema_field *field, void *element, const struct json *json,
                             struct fault *fault) {
    uint64_t v;
    if (field->kind == SCHEMA_FLOAT) return parse_float(field, element, json, fault);
    if (field->kind == SCHEMA_BOOL && json->kind == JSON_BOOL) {
        schema_store(field, element, json->boolean);
        return ERR_NONE;
    }
    if (field->kind == SCHEMA_BOOL)
        return json_fault(json, fault, ERR_TYPE, "expected true or false, found %s",
                          json_kind_name(json->kind));
    if (field->names && field->names->bits && json->kind == JSON_LIST)
        return parse_bits(field, element, json, fault);
    bool named = field->names && json->kind == JSON_TEXT && schema_value_of(field->names, json->text, &v);
    if (!named && !whole(field, json, &v)) return expected(field, json, fault);
    schema_store(field, element, v);
    return ERR_NONE;
}

static enum err parse_hex(const struct json *json, struct text digits, uint8_t *room, size_t max, size_t *len,
                          struct fault *fault) {
    enum err err = hex_to_bytes(digits, room, max, len);
    if (err == ERR_LIMIT || err == ERR_RANGE || (!err && *len > max))
        return json_fault(json, fault, ERR_LIMIT, "expected at most %s", PLURAL(max, "byte"));
    if (err) return json_fault(json, fault, ERR_SYNTAX, "expected pairs of hex digits");
    return ERR_NONE;
}

// Hex into the arena, with no more memory than its digits ask for.
static enum err hex_into_arena(const struct schema_field *field, const struct json *json, struct text digits,
                               const struct from *from, struct bytes *out) {
    size_t room = digits.len / 2 + 1;
    uint8_t *at = arena_take(from->arena, room, 1);
    if (!at) return json_fault(json, from->fault, ERR_MEMORY, "no memory");
    size_t len = 0;
    enum err err = parse_hex(json, digits, at, room, &len, from->fault);
    *out = (struct bytes){at, len};
    if (!err && len > field->length.max)
        err = json_fault(json, from->fault, ERR_LIMIT, "expected at most %s",
                         PLURAL(field->length.max, "byte"));
    return err;
}

static enum err parse_run(const struct schema_field *field, void *element, const struct json *json,
                          const struct from *from) {
    if (json->kind != JSON_TEXT)
        return json_fault(json, from->fault, ERR_TYPE, "expected a text%s, found %s",
                          field->kind == SCHEMA_BYTES ? " of hex digits" : "", json_kind_name(json->kind));
    struct bytes run = {(const uint8_t *)json->text.at, json->text.len};
    bool hex = field->kind == SCHEMA_BYTES || text_starts(json->text, "hex:");
    struct text digits = json->text;
    if (field->kind != SCHEMA_BYTES && hex) digits.at += 4, digits.len -= 4;
    enum err err = hex ? hex_into_arena(field, json, digits, from, &run) : ERR_NONE;
    if (err) return err;
    uint32_t max = field->length.max;
    if (field->kind == SCHEMA_BYTES && field->length.how == SCHEMA_FIXED && run.len != max)
        return json_fault(json, from->fault, ERR_RANGE, "expected %s, found %zu", PLURAL(max, "byte"),
                          run.len);
    if (run.len > max)
        return json_fault(json, from->fault, ERR_LIMIT, "expected at most %s, found %zu", PLURAL(max, "byte"),
                          run.len);
    if (field->kind == SCHEMA_OWN_TEXT) {
        if (run.len && memchr(run.at, 0, run.len))
            return json_fault(json, from->fault, ERR_SYNTAX, "this text may not hold a zero byte");
        char *to = element;
        if (run.len) memcpy(to, run.at, run.len);
        to[run.len] = 0;
    } else if (field->kind == SCHEMA_BYTES) {
        memcpy(element, &run, sizeof run);
    } else {
        struct text text = {(const char *)run.at, run.len};
        memcpy(element, &text, sizeof text);
    }
    return ERR_NONE;
}

static enum err parse_element(const struct schema_field *field, void *element, const struct json *json,
                              const struct from *from) {
    if (field->kind == SCHEMA_RECORD)
        return schema_parse(field->record, element, json, from->arena, from->fault);
    if (field->kind <= SCHEMA_FLOAT) return parse_number(field, element, json, from->fault);
    return parse_run(field, element, json, from);
}

static enum err wrong_count(const struct json *json, const struct schema_length *length, size_t found,
                            struct fault *fault) {
    return json_fault(json, fault, ERR_RANGE, "expected %s%s, found %zu",
                      length->how == SCHEMA_FIXED ? "" : "at most ", PLURAL(length->max, "element"), found);
}

static enum err parse_level(const struct schema_field *field, void *value, unsigned level, uint64_t index,
                            const struct json *json, const struct from *from) {
    if (!level) return parse_element(field, schema_element_of(field, value, index), json, from);
    const struct schema_length *length = &field->dimensions[level - 1];
    bool hex = level == 1 && field->kind == SCHEMA_UINT && field->width == 1 && !field->names;
    size_t count = json->count;
    if (hex && json->kind == JSON_TEXT) {
        enum err err = parse_hex(json, json->text, schema_element_of(field, value, index), length->max,
                                 &count, from->fault);
        if (err) return err;
    } else if (json->kind != JSON_LIST) {
        return json_fault(json, from->fault, ERR_TYPE, "expected %s, found %s",
                          hex ? "a text of hex digits or a list" : "a list", json_kind_name(json->kind));
    }
    if (length->how == SCHEMA_FIXED ? count != length->max : count > length->max)
        return wrong_count(json, length, count, from->fault);
    if (level == field->dimension_count && field->count_width)
        schema_set_count(field, value, (uint32_t)count);
    if (json->kind == JSON_TEXT) return ERR_NONE;
    uint64_t stride = 1;
    for (unsigned i = 0; i + 1 < level; i++) stride *= field->dimensions[i].max;
    for (const struct json *item = json->first; item; item = item->next, index += stride) {
        enum err err = parse_level(field, value, level - 1, index, item, from);
        if (err) return err;
    }
    return ERR_NONE;
}

static const struct schema_field *field_of(const struct schema_struct *body, struct text name) {
    for (uint32_t i = 0; i < body->count; i++)
        if (schema_in_memory(&body->fields[i]) && text_is(name, body->fields[i].name))
            return &body->fields[i];
    return NULL;
}

static enum err no_field(const struct schema_struct *body, const struct json *json, struct fault *fault) {
    const char *names[64];
    size_t count = 0;
    for (uint32_t i = 0; i < body->count && count < 64; i++)
        if (schema_in_memory(&body->fields[i])) names[count++] = body->fields[i].name;
    char wrong[64];
    text_copy(json->key, wrong, sizeof wrong);
    const char *near = text_nearest(wrong, names, count);
    return json_fault(json, fault, ERR_UNKNOWN, "%s has no field \"%s\"%s%s%s", body->name, wrong,
                      near ? " (did you mean \"" : "", near ? near : "", near ? "\"?)" : "");
}

enum err schema_parse(const struct schema_struct *body, void *into, const struct json *json,
                      struct arena *arena, struct fault *fault) {
    const struct from from = {arena, fault};
    schema_defaults(body, into);
    if (json->kind != JSON_OBJECT)
        return json_fault(json, fault, ERR_TYPE, "expected an object, found %s", json_kind_name(json->kind));
    for (const struct json *item = json->first; item; item = item->next) {
        const struct schema_field *field = field_of(body, item->key);
        if (!field) return no_field(body, item, fault);
        schema_set_has(field, into, true);
        enum err err = parse_level(field, into, field->dimension_count, 0, item, &from);
        if (err) return err;
    }
    return ERR_NONE;
}

enum err schema_parse_message(const struct schema_protocol *protocol, void *message, const struct json *json,
                              struct arena *arena, struct fault *fault) {
    if (json->kind != JSON_OBJECT || json->count != 1)
        return json_fault(json, fault, ERR_TYPE,
                          "expected an object with one member, named after a message of %s", protocol->name);
    const struct json *inner = json->first;
    const struct schema_message *row = schema_find_message(protocol, inner->key);
    if (!row)
        return json_fault(inner, fault, ERR_UNKNOWN, "protocol %s has no message \"%.*s\"", protocol->name,
                          (int)(inner->key.len < 60 ? inner->key.len : 60), inner->key.at);
    unsigned kind = (unsigned)(row - protocol->messages);
    memcpy(message, &kind, sizeof kind);
    if (row->body->count)
        return schema_parse(row->body, (char *)message + protocol->message_body, inner, arena, fault);
    if (inner->kind != JSON_OBJECT || inner->count)
        return json_fault(inner, fault, ERR_TYPE, "expected {}: %s has no fields", row->body->name);
    return ERR_NONE;
}
