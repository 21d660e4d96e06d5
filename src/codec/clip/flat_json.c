#include "codec/clip/flat_json.h"

#include "base/maths/maths.h"

#include <float.h>
#include <stdalign.h>
#include <string.h>

static enum err number_from(const struct json *value, enum flatbuf_kind kind, void *to, struct fault *fault) {
    if (kind == FLAT_BOOL && value->kind == JSON_BOOL) return json_as_bool(value, to, fault);
    if (kind == FLAT_I64) return json_as_int(value, INT64_MIN, INT64_MAX, to, fault);
    double number, low, high;
    enum err err = json_as_number(value, -DBL_MAX, DBL_MAX, &number, fault);
    if (err) return err;
    if (flatbuf_range(kind, &low, &high)) {
        number = md_round(number);
        if (number < low || number > high)
            return json_fault(value, fault, ERR_RANGE, "expected a number from %.0f to %.0f, found %.*s", low,
                              high, (int)(value->text.len > 40 ? 40 : value->text.len), value->text.at);
    } else if (number > (double)FLT_MAX || number < -(double)FLT_MAX) {
        return json_fault(value, fault, ERR_RANGE, "a number too large for 32 bits");
    }
    flatbuf_store(to, kind, number);
    return ERR_NONE;
}

static enum err text_from(const struct json *value, struct arena *arena, struct text *out,
                          struct fault *fault) {
    struct text text;
    if (value->kind == JSON_NUMBER)
        text = value->text;
    else {
        enum err err = json_as_text(value, &text, fault);
        if (err) return err;
    }
    out->at = arena_copy_text(arena, text.at, text.len);
    out->len = text.len;
    return out->at ? ERR_NONE : json_fault(value, fault, ERR_LIMIT, "no room for a text");
}

static enum err item_from(const struct json *value, const struct flatbuf_field *field, struct arena *arena,
                          const struct flat_json_rules *rules, void *to, struct fault *fault) {
    if (field->item == FLAT_TABLE) return flatbuf_from_json(value, field->type, arena, rules, to, fault);
    if (field->item == FLAT_TEXT) return text_from(value, arena, to, fault);
    return number_from(value, field->item, to, fault);
}

static enum err list_from(const struct json *value, const struct flatbuf_field *field, struct arena *arena,
                          const struct flat_json_rules *rules, void *base, struct fault *fault) {
    bool single = value->kind != JSON_LIST && field->item != FLAT_TABLE;
    if (!single && value->kind != JSON_LIST)
        return json_fault(value, fault, ERR_TYPE, "expected a list, found %s", json_kind_name(value->kind));
    size_t count = single ? 1 : value->count, size = flatbuf_item_size(field);
    char *items = arena_take_many(arena, count + 1, size, alignof(max_align_t));
    if (!items) return json_fault(value, fault, ERR_LIMIT, "no room for a list");
    flatbuf_list_put(base, field, (struct flatbuf_list){items, count});
    const struct json *item = single ? value : value->first;
    for (size_t i = 0; i < count; i++, item = item->next) {
        enum err err = item_from(item, field, arena, rules, items + i * size, fault);
        if (err) return err;
    }
    return ERR_NONE;
}

static enum err field_from(const struct json *value, const struct flatbuf_field *field, struct arena *arena,
                           const struct flat_json_rules *rules, void *base, struct fault *fault) {
    void *to = (char *)base + field->offset;
    if (field->kind == FLAT_TABLE) return flatbuf_from_json(value, field->type, arena, rules, to, fault);
    if (field->kind == FLAT_TEXT) return text_from(value, arena, to, fault);
    if (field->kind == FLAT_LIST) return list_from(value, field, arena, rules, base, fault);
    return number_from(value, field->kind, to, fault);
}

static const struct flatbuf_field *find(const struct flatbuf_type *type, struct text name) {
    for (unsigned i = 0; i < type->count; i++)
        if (text_is(name, type->fields[i].name)) return &type->fields[i];
    return NULL;
}

static enum err stranger(const struct json *value, const struct flatbuf_type *type, struct fault *fault) {
    const char *names[64];
    size_t count = 0;
    for (unsigned i = 0; i < type->count && count < 64; i++) names[count++] = type->fields[i].name;
    char key[64];
    text_copy(value->key, key, sizeof key);
    const char *near = text_nearest(key, names, count);
    return json_fault(value, fault, ERR_UNKNOWN, "%s has no \"%s\"%s%s%s", type->name, key,
                      near ? "; did you mean \"" : "", near ? near : "", near ? "\"?" : "");
}

enum err flatbuf_from_json(const struct json *object, const struct flatbuf_type *type, struct arena *arena,
                           const struct flat_json_rules *rules, void *out, struct fault *fault) {
    if (object->kind != JSON_OBJECT)
        return json_fault(object, fault, ERR_TYPE, "expected %s as an object, found %s", type->name,
                          json_kind_name(object->kind));
    flatbuf_fallbacks(type, out);
    for (const struct json *value = object->first; value; value = value->next) {
        const struct flatbuf_field *field = find(type, value->key);
        if (!field && rules->strict && !text_starts(value->key, "$")) return stranger(value, type, fault);
        if (!field) continue;
        enum err err = field_from(value, field, arena, rules, out, fault);
        if (err) return err;
    }
    for (unsigned i = 0; i < type->count; i++)
        if (type->fields[i].required && !json_get(object, type->fields[i].name))
            return json_fault(object, fault, ERR_MISSING, "%s needs its \"%s\"", type->name,
                              type->fields[i].name);
    return ERR_NONE;
}

static void number_to(const void *at, enum flatbuf_kind kind, struct json_writer *out) {
    switch (kind) {
    case FLAT_BOOL:
        json_bool(out, *(const bool *)at);
        break;
    case FLAT_I64:
        json_int(out, *(const int64_t *)at);
        break;
    case FLAT_F32:
        json_float(out, *(const float *)at);
        break;
    default:
        json_int(out, (int64_t)flatbuf_number(at, kind));
        break;
    }
}

static void list_to(const struct flatbuf_field *field, struct flatbuf_list list, struct json_writer *out) {
    size_t size = flatbuf_item_size(field);
    json_open(out, '[');
    for (size_t i = 0; i < list.count; i++) {
        const void *item = (const char *)list.at + i * size;
        if (field->item == FLAT_TABLE)
            flatbuf_to_json(field->type, item, out);
        else if (field->item == FLAT_TEXT)
            json_text(out, *(const struct text *)item);
        else
            number_to(item, field->item, out);
    }
    json_close(out, ']');
}

// Texts and lists that are not there stay away; numbers are written even when they are what an absent one
// would be: other readers have no fallback for some of them.
static bool there(const struct flatbuf_field *field, const void *from) {
    if (field->kind == FLAT_TEXT)
        return ((const struct text *)(const void *)((const char *)from + field->offset))->at != NULL;
    return field->kind != FLAT_LIST || flatbuf_list_at(from, field).at != NULL;
}

void flatbuf_fields_to_json(const struct flatbuf_type *type, const void *from, struct json_writer *out) {
    for (unsigned i = 0; i < type->count; i++) {
        const struct flatbuf_field *field = &type->fields[i];
        const void *at = (const char *)from + field->offset;
        if (!there(field, from)) continue;
        json_key(out, field->name);
        if (field->kind == FLAT_TABLE)
            flatbuf_to_json(field->type, at, out);
        else if (field->kind == FLAT_TEXT)
            json_text(out, *(const struct text *)at);
        else if (field->kind == FLAT_LIST)
            list_to(field, flatbuf_list_at(from, field), out);
        else
            number_to(at, field->kind, out);
    }
}

void flatbuf_to_json(const struct flatbuf_type *type, const void *from, struct json_writer *out) {
    json_open(out, '{');
    flatbuf_fields_to_json(type, from, out);
    json_close(out, '}');
}
