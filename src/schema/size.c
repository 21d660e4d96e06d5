// How many bytes things take on the wire.
#include "schema/schema.h"

uint64_t schema_elements(const struct schema_field *field, bool whole) {
    uint64_t n = 1;
    for (unsigned i = 0; i < field->dimension_count; i++) {
        bool last = i + 1u == field->dimension_count;
        if (whole || !last || field->dimensions[i].how == SCHEMA_FIXED) n *= field->dimensions[i].max;
    }
    return n;
}

static struct schema_size length_size(const struct schema_length *length, struct schema_size one) {
    if (length->how == SCHEMA_FIXED)
        return (struct schema_size){one.smallest * length->max, one.largest * length->max};
    uint64_t count = length->how == SCHEMA_COUNTED ? length->width : 0;
    return (struct schema_size){count, count + one.largest * length->max};
}

struct schema_size schema_field_size(const struct schema_field *field, unsigned version) {
    if (!schema_holds(field->since, field->until, version)) return (struct schema_size){0, 0};
    struct schema_size size = {field->width, field->width};
    if (field->kind == SCHEMA_RECORD)
        size = schema_size(field->record, version);
    else if (field->kind == SCHEMA_MUST)
        size = (struct schema_size){field->must.len, field->must.len};
    else if (field->kind == SCHEMA_BYTES || field->kind == SCHEMA_VIEW || field->kind == SCHEMA_OWN_TEXT)
        size = length_size(&field->length, (struct schema_size){1, 1});
    for (unsigned i = 0; i < field->dimension_count; i++) size = length_size(&field->dimensions[i], size);
    if (field->optional) size.smallest = 0;
    return size;
}

struct schema_size schema_size(const struct schema_struct *body, unsigned version) {
    struct schema_size sum = {0, 0};
    for (uint32_t i = 0; i < body->count; i++) {
        struct schema_size field = schema_field_size(&body->fields[i], version);
        sum.smallest += field.smallest;
        sum.largest += field.largest;
    }
    return sum;
}
