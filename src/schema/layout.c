// Where the fields of a struct lie in memory, for schemas that are read at run time: as a C compiler would
// lay them out.
#include "schema/parse_internal.h"

static uint32_t align_of(const struct schema_field *field) {
    switch (field->kind) {
    case SCHEMA_RECORD:
        return field->record->align;
    case SCHEMA_BYTES:
        return (uint32_t)alignof(struct bytes);
    case SCHEMA_VIEW:
        return (uint32_t)alignof(struct text);
    case SCHEMA_OWN_TEXT:
        return 1;
    default:
        return field->memory;
    }
}

static uint32_t one_size(const struct schema_field *field) {
    switch (field->kind) {
    case SCHEMA_BOOL:
        return sizeof(bool);
    case SCHEMA_RECORD:
        return field->record->size;
    case SCHEMA_BYTES:
        return sizeof(struct bytes);
    case SCHEMA_VIEW:
        return sizeof(struct text);
    case SCHEMA_OWN_TEXT:
        return field->length.max + 1;
    default:
        return field->width == 3 ? 4 : field->width;
    }
}

static uint64_t place_of(uint64_t *at, uint64_t size, uint32_t align) {
    uint64_t begin = (*at + align - 1) / align * align;
    *at = begin + size;
    return begin;
}

static uint8_t count_width(const struct schema_field *field) {
    if (!field->dimension_count) return 0;
    const struct schema_length *last = &field->dimensions[field->dimension_count - 1];
    if (last->how == SCHEMA_FIXED) return 0;
    return last->how == SCHEMA_COUNTED ? last->width : last->max > UINT16_MAX ? 4 : 2;
}

bool schema_lay_out(struct schema_struct *body) {
    uint64_t at = 0;
    body->align = 1;
    for (uint32_t i = 0; i < body->count; i++) {
        struct schema_field field = body->fields[i];
        if (field.kind == SCHEMA_RESERVED || field.kind == SCHEMA_MUST) continue;
        if (field.kind == SCHEMA_OWN_TEXT && field.length.max >= SCHEMA_STRUCT) return false;
        field.memory = one_size(&field);
        field.count_width = count_width(&field);
        if (field.optional) field.has_offset = (uint32_t)place_of(&at, sizeof(bool), 1);
        if (field.count_width)
            field.count_offset = (uint32_t)place_of(&at, field.count_width, field.count_width),
            body->align |= field.count_width;
        uint64_t size = field.memory;
        for (unsigned d = 0; d < field.dimension_count; d++) {
            size *= field.dimensions[d].max;
            if (size > SCHEMA_STRUCT) return false;
        }
        uint32_t align = align_of(&field);
        field.offset = (uint32_t)place_of(&at, size, align);
        if (at > SCHEMA_STRUCT) return false;
        if (align > body->align) body->align = align;
        ((struct schema_field *)(uintptr_t)body->fields)[i] = field;
    }
    // The largest power of two met: counts were or-ed in.
    while (body->align & (body->align - 1)) body->align &= body->align - 1;
    at = (at + body->align - 1) / body->align * body->align;
    body->size = at ? (uint32_t)at : 1; // C has no struct of nothing
    return true;
}
