// Values to JSON.
#include "schema/json.h"
#include "schema/walk.h"

#include <math.h>
#include <string.h>

static void print_uint(struct json_writer *json, uint64_t v) {
    char text[24];
    if (v <= INT64_MAX) {
        json_uint(json, v);
        return;
    }
    snprintf(text, sizeof text, "%llu", (unsigned long long)v);
    json_string(json, text);
}

static void print_float(const struct schema_field *field, uint64_t bits, struct json_writer *json) {
    double wide;
    float narrow;
    uint32_t low = (uint32_t)bits;
    memcpy(&narrow, &low, sizeof narrow);
    memcpy(&wide, &bits, sizeof wide);
    bool is_narrow = field->width == 4;
    bool nan = is_narrow ? isnan(narrow) : isnan(wide), inf = is_narrow ? isinf(narrow) : isinf(wide);
    char text[24];
    if (nan && bits == (is_narrow ? UINT64_C(0x7fc00000) : UINT64_C(0x7ff8000000000000))) {
        json_string(json, "nan");
    } else if (nan) {
        snprintf(text, sizeof text, "0x%0*llx", is_narrow ? 8 : 16, (unsigned long long)bits);
        json_string(json, text);
    } else if (inf) {
        json_string(json, bits >> (is_narrow ? 31 : 63) ? "-inf" : "inf");
    } else if (is_narrow) {
        json_float(json, narrow);
    } else {
        json_number(json, wide);
    }
}

static void print_bits(const struct schema_enum *names, uint64_t v, struct json_writer *json) {
    json_open(json, '[');
    for (uint32_t i = 0; i < names->count; i++) {
        if (!(v & names->values[i].value)) continue;
        json_string(json, names->values[i].name);
        v &= ~names->values[i].value;
    }
    if (v) print_uint(json, v);
    json_close(json, ']');
}

static void print_number(const struct schema_field *field, const void *element, struct json_writer *json) {
    uint64_t v = schema_load(field, element);
    const char *name = field->names && !field->names->bits ? schema_value_name(field->names, v) : NULL;
    if (field->kind == SCHEMA_BOOL)
        json_bool(json, v != 0);
    else if (field->kind == SCHEMA_FLOAT)
        print_float(field, v, json);
    else if (field->names && field->names->bits)
        print_bits(field->names, v, json);
    else if (name)
        json_string(json, name);
    else if (field->kind == SCHEMA_INT)
        json_int(json, (int64_t)v);
    else
        print_uint(json, v);
}

// Hex without a buffer as long as the bytes: a text of JSON in pieces.
static void print_hex(struct json_writer *json, const char *before, const void *bytes, size_t len) {
    const uint8_t *at = bytes;
    static const char DIGITS[] = "0123456789abcdef";
    struct buf text = {0};
    buf_text(&text, before);
    uint8_t *out = buf_extend(&text, 2 * len);
    for (size_t i = 0; out && i < len; i++) {
        out[2 * i] = (uint8_t)DIGITS[at[i] >> 4];
        out[2 * i + 1] = (uint8_t)DIGITS[at[i] & 15];
    }
    if (text.err && !json->out->err) json->out->err = text.err;
    json_text(json, (struct text){(const char *)text.at, text.len});
    buf_free(&text);
}

static void print_text(struct json_writer *json, struct text text) {
    if (utf8_valid(text) && !text_starts(text, "hex:"))
        json_text(json, text);
    else
        print_hex(json, "hex:", text.at, text.len);
}

static void print_element(const struct schema_field *field, const void *element, struct json_writer *json,
                          unsigned version) {
    struct bytes bytes;
    struct text text;
    switch (field->kind) {
    case SCHEMA_RECORD:
        schema_print(field->record, element, json, version);
        break;
    case SCHEMA_BYTES:
        memcpy(&bytes, element, sizeof bytes);
        print_hex(json, "", bytes.at, bytes.len);
        break;
    case SCHEMA_VIEW:
        memcpy(&text, element, sizeof text);
        print_text(json, text);
        break;
    case SCHEMA_OWN_TEXT:
        print_text(json, text_of(element));
        break;
    default:
        print_number(field, element, json);
    }
}

// The elements inside the first `level` brackets, from element `index` on.
static void print_level(const struct schema_field *field, const void *value, unsigned level, uint64_t index,
                        struct json_writer *json, unsigned version) {
    if (!level) {
        print_element(field, schema_element(field, value, index), json, version);
        return;
    }
    const struct schema_length *length = &field->dimensions[level - 1];
    uint32_t count = level == field->dimension_count ? schema_count_of(field, value) : length->max;
    if (count > length->max) count = length->max;
    if (level == 1 && field->kind == SCHEMA_UINT && field->width == 1 && !field->names) {
        print_hex(json, "", schema_element(field, value, index), count);
        return;
    }
    uint64_t stride = 1;
    for (unsigned i = 0; i + 1 < level; i++) stride *= field->dimensions[i].max;
    json_open(json, '[');
    for (uint32_t i = 0; i < count; i++)
        print_level(field, value, level - 1, index + i * stride, json, version);
    json_close(json, ']');
}

void schema_print(const struct schema_struct *body, const void *value, struct json_writer *json,
                  unsigned version) {
    json_open(json, '{');
    for (uint32_t i = 0; i < body->count; i++) {
        const struct schema_field *field = &body->fields[i];
        if (!schema_in_memory(field) || !schema_holds(field->since, field->until, version)) continue;
        if (!schema_has(field, value)) continue;
        json_key(json, field->name);
        print_level(field, value, field->dimension_count, 0, json, version);
    }
    json_close(json, '}');
}

void schema_print_message(const struct schema_protocol *protocol, const void *message,
                          struct json_writer *json, unsigned version) {
    unsigned kind; // an enumeration of C
    memcpy(&kind, message, sizeof kind);
    json_open(json, '{');
    if (kind < protocol->message_count) {
        const struct schema_struct *body = protocol->messages[kind].body;
        json_key(json, body->name);
        schema_print(body, (const char *)message + protocol->message_body, json, version);
    }
    json_close(json, '}');
}
