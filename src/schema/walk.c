#include "schema/walk.h"

#include "schema/wire.h"

bool schema_in_memory(const struct schema_field *field) { return field->kind < SCHEMA_RESERVED; }

const void *schema_element(const struct schema_field *field, const void *value, uint64_t index) {
    return (const char *)value + field->offset + index * field->memory;
}

void *schema_element_of(const struct schema_field *field, void *value, uint64_t index) {
    return (char *)value + field->offset + index * field->memory;
}

uint64_t schema_load(const struct schema_field *field, const void *element) {
    uint64_t v;
    uint8_t v8;
    uint16_t v16;
    uint32_t v32;
    bool sign = field->kind == SCHEMA_INT;
    switch (field->memory) {
    case 1:
        memcpy(&v8, element, 1);
        return sign ? (uint64_t)(int8_t)v8 : v8;
    case 2:
        memcpy(&v16, element, 2);
        return sign ? (uint64_t)(int16_t)v16 : v16;
    case 4:
        memcpy(&v32, element, 4);
        return sign ? (uint64_t)(int32_t)v32 : v32;
    default:
        memcpy(&v, element, 8);
        return v;
    }
}

void schema_store(const struct schema_field *field, void *element, uint64_t number) {
    uint8_t v8 = (uint8_t)number;
    uint16_t v16 = (uint16_t)number;
    uint32_t v32 = (uint32_t)number;
    if (field->kind == SCHEMA_BOOL) v8 = number != 0;
    switch (field->memory) {
    case 1:
        memcpy(element, &v8, 1);
        break;
    case 2:
        memcpy(element, &v16, 2);
        break;
    case 4:
        memcpy(element, &v32, 4);
        break;
    default:
        memcpy(element, &number, 8);
        break;
    }
}

uint32_t schema_count_of(const struct schema_field *field, const void *value) {
    const char *at = (const char *)value + field->count_offset;
    uint8_t v8;
    uint16_t v16;
    uint32_t v32;
    switch (field->count_width) {
    case 0:
        return field->dimension_count ? field->dimensions[field->dimension_count - 1].max : 1;
    case 1:
        memcpy(&v8, at, 1);
        return v8;
    case 2:
        memcpy(&v16, at, 2);
        return v16;
    default:
        memcpy(&v32, at, 4);
        return v32;
    }
}

void schema_set_count(const struct schema_field *field, void *value, uint32_t count) {
    uint8_t v8 = (uint8_t)count;
    uint16_t v16 = (uint16_t)count;
    char *at = (char *)value + field->count_offset;
    if (field->count_width == 1) memcpy(at, &v8, 1);
    if (field->count_width == 2) memcpy(at, &v16, 2);
    if (field->count_width == 4) memcpy(at, &count, 4);
}

bool schema_has(const struct schema_field *field, const void *value) {
    return !field->optional || ((const char *)value)[field->has_offset];
}

void schema_set_has(const struct schema_field *field, void *value, bool has) {
    if (field->optional) ((char *)value)[field->has_offset] = has;
}

static uint64_t initial(const struct schema_field *field) {
    if (field->kind != SCHEMA_FLOAT || field->width == 8) return field->initial;
    double wide;
    memcpy(&wide, &field->initial, sizeof wide);
    float narrow = (float)wide;
    uint32_t bits;
    memcpy(&bits, &narrow, sizeof bits);
    return bits;
}

void schema_field_defaults(const struct schema_field *field, void *value) {
    if (!schema_in_memory(field)) return;
    schema_set_has(field, value, false);
    schema_set_count(field, value, 0);
    uint64_t count = schema_elements(field, true), number = initial(field);
    for (uint64_t i = 0; i < count; i++) {
        void *element = schema_element_of(field, value, i);
        if (field->kind == SCHEMA_RECORD)
            schema_defaults(field->record, element);
        else if (field->kind <= SCHEMA_FLOAT)
            schema_store(field, element, number);
        else
            memset(element, 0, field->memory);
    }
}

void schema_defaults(const struct schema_struct *body, void *out) {
    memset(out, 0, body->size);
    for (uint32_t i = 0; i < body->count; i++) schema_field_defaults(&body->fields[i], out);
}

static void read_number(const struct schema_field *field, void *element, struct reader *in) {
    const uint8_t *at = reader_take(in, field->width);
    uint64_t v = 0;
    for (unsigned i = 0; at && i < field->width; i++)
        v |= (uint64_t)at[i] << (8 * (field->big ? field->width - 1u - i : i));
    schema_store(field, element, v);
}

static void read_element(const struct schema_field *field, void *element, struct reader *in,
                         unsigned version) {
    switch (field->kind) {
    case SCHEMA_RECORD:
        schema_decode(field->record, element, in, version);
        break;
    case SCHEMA_BYTES: {
        struct bytes run = wire_bytes(in, field->length, field->big);
        memcpy(element, &run, sizeof run);
        break;
    }
    case SCHEMA_VIEW: {
        struct text run = wire_text(in, field->length, field->big);
        memcpy(element, &run, sizeof run);
        break;
    }
    case SCHEMA_OWN_TEXT:
        wire_own_text(in, field->length, field->big, element);
        break;
    default:
        read_number(field, element, in);
    }
}

static void read_field(const struct schema_field *field, void *out, struct reader *in, unsigned version) {
    if (field->kind == SCHEMA_RESERVED) {
        read_skip(in, field->dimensions[0].max);
        return;
    }
    if (field->kind == SCHEMA_MUST) {
        wire_must(in, field->must.at, field->must.len);
        return;
    }
    schema_set_has(field, out, true);
    uint64_t inner = schema_elements(field, false);
    struct schema_length last = {.how = SCHEMA_FIXED, .max = 1};
    if (field->dimension_count) last = field->dimensions[field->dimension_count - 1];
    if (last.how == SCHEMA_FIXED) last.max = 1; // all of it is in inner
    uint32_t count = last.how == SCHEMA_REST ? 0 : wire_count(in, last, field->big), done = 0;
    while (!in->err && (last.how == SCHEMA_REST ? wire_more(in, last, done) : done < count)) {
        for (uint64_t i = 0; i < inner && !in->err; i++)
            read_element(field, schema_element_of(field, out, done * inner + i), in, version);
        done++;
    }
    if (field->count_width) schema_set_count(field, out, done);
}

enum err schema_decode(const struct schema_struct *body, void *out, struct reader *in, unsigned version) {
    for (uint32_t i = 0; i < body->count && !in->err; i++) {
        const struct schema_field *field = &body->fields[i];
        if (!schema_holds(field->since, field->until, version) || (field->optional && !reader_left(in)))
            schema_field_defaults(field, out);
        else
            read_field(field, out, in, version);
    }
    return in->err;
}

static void write_element(const struct schema_field *field, const void *element, struct writer *out,
                          unsigned version) {
    switch (field->kind) {
    case SCHEMA_RECORD:
        schema_encode(field->record, element, out, version);
        break;
    case SCHEMA_BYTES: {
        struct bytes run;
        memcpy(&run, element, sizeof run);
        wire_put_bytes(out, run, field->length, field->big);
        break;
    }
    case SCHEMA_VIEW: {
        struct text run;
        memcpy(&run, element, sizeof run);
        wire_put_text(out, run, field->length, field->big);
        break;
    }
    case SCHEMA_OWN_TEXT:
        wire_put_own_text(out, element, field->length, field->big);
        break;
    default: {
        uint64_t v = schema_load(field, element);
        uint8_t *at = writer_room(out, field->width);
        for (unsigned i = 0; at && i < field->width; i++)
            at[i] = (uint8_t)(v >> (8 * (field->big ? field->width - 1u - i : i)));
    }
    }
}

static void write_field(const struct schema_field *field, const void *from, struct writer *out,
                        unsigned version) {
    if (field->kind == SCHEMA_RESERVED) {
        write_zeros(out, field->dimensions[0].max);
        return;
    }
    if (field->kind == SCHEMA_MUST) {
        write_bytes(out, field->must.at, field->must.len);
        return;
    }
    uint64_t elements = schema_elements(field, false);
    if (field->count_width) {
        struct schema_length last = field->dimensions[field->dimension_count - 1];
        uint32_t count = schema_count_of(field, from);
        wire_put_count(out, count, last, field->big);
        elements *= count > last.max ? last.max : count;
    }
    for (uint64_t i = 0; i < elements; i++)
        write_element(field, schema_element(field, from, i), out, version);
}

enum err schema_encode(const struct schema_struct *body, const void *from, struct writer *out,
                       unsigned version) {
    bool ended = false;
    for (uint32_t i = 0; i < body->count; i++) {
        const struct schema_field *field = &body->fields[i];
        if (!schema_holds(field->since, field->until, version)) continue;
        if (!schema_has(field, from)) {
            ended = true;
        } else if (ended) {
            writer_fail(out, ERR_MISSING);
        } else {
            write_field(field, from, out, version);
        }
    }
    return out->err;
}

enum err schema_extra(const struct schema_protocol *protocol, struct reader *in) {
    if (in->err || !reader_left(in)) return in->err;
    if (!protocol->ignores_extra) reader_fail(in, ERR_SYNTAX);
    if (protocol->ignores_extra) in->at = in->end;
    return in->err;
}

enum err schema_encode_message(const struct schema_protocol *protocol, const void *message,
                               struct writer *out, unsigned version) {
    unsigned kind, width = protocol->spaces[0].width;
    memcpy(&kind, message, sizeof kind);
    const struct schema_message *row = kind < protocol->message_count ? &protocol->messages[kind] : NULL;
    if (!row || row->space || !schema_holds(row->since, row->until, version)) {
        writer_fail(out, ERR_UNKNOWN);
        return out->err;
    }
    for (unsigned i = 0; i < width; i++)
        write_u8(out, (uint8_t)(row->id >> 8 * (protocol->big ? width - 1 - i : i)));
    return schema_encode(row->body, (const char *)message + protocol->message_body, out, version);
}

enum err schema_decode_message(const struct schema_protocol *protocol, void *message, struct reader *in,
                               unsigned direction, unsigned version) {
    uint32_t id = 0;
    unsigned width = protocol->spaces[0].width;
    for (unsigned i = 0; i < width; i++)
        id |= (uint32_t)read_u8(in) << 8 * (protocol->big ? width - 1 - i : i);
    if (in->err) return in->err;
    const struct schema_message *row = schema_find_id(protocol, 0, id, direction, version);
    if (!row) {
        reader_fail(in, ERR_UNKNOWN);
        return in->err;
    }
    unsigned kind = (unsigned)(row - protocol->messages);
    memcpy(message, &kind, sizeof kind);
    enum err err = schema_decode(row->body, (char *)message + protocol->message_body, in, version);
    return err ? err : schema_extra(protocol, in);
}
