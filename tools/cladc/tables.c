// The schema itself as constants, with the places of fields in the generated structs.
#include "emit.h"

#include <stdio.h>

static const char *const KINDS[] = {"SCHEMA_BOOL",     "SCHEMA_UINT",  "SCHEMA_INT",  "SCHEMA_FLOAT",
                                    "SCHEMA_RECORD",   "SCHEMA_BYTES", "SCHEMA_VIEW", "SCHEMA_OWN_TEXT",
                                    "SCHEMA_RESERVED", "SCHEMA_MUST"};
static const char *const HOW[] = {"SCHEMA_FIXED", "SCHEMA_COUNTED", "SCHEMA_REST"};

static void text(struct emit *e, const char *key, const char *value) {
    emit(e, ".%s = ", key);
    emit_string(e, value);
    emit(e, ", ");
}

static void enum_table(struct emit *e, const struct schema_enum *names) {
    struct c_name name = c_enum(names);
    emit(e, "\nstatic const struct schema_value %s_values[] = {\n", name.text);
    for (uint32_t i = 0; i < names->count; i++) {
        emit(e, "    {");
        text(e, "name", names->values[i].name);
        text(e, "doc", names->values[i].doc);
        emit(e, ".value = UINT64_C(0x%llx)},\n", (unsigned long long)names->values[i].value);
    }
    emit(e, "};\nconst struct schema_enum %s_enum = {", name.text);
    text(e, "name", names->name);
    text(e, "doc", names->doc);
    text(e, "protocol", names->protocol);
    emit(e, ".bits = %d, .bare = %d, .is_signed = %d, .width = %u, .values = %s_values, .count = %u};\n",
         names->bits, names->bare, names->is_signed, names->width, name.text, names->count);
    emit(e, "const char *%s_name(%s v) { return schema_value_name(&%s_enum, (uint64_t)v); }\n", name.text,
         names->is_signed ? "int64_t" : "uint64_t", name.text);
}

static void memory(struct emit *e, const struct schema_struct *body, const struct schema_field *field) {
    struct c_name name = c_struct(body);
    emit(e, ", .offset = offsetof(struct %s, %s)", name.text, field->name);
    if (field->optional) emit(e, ", .has_offset = offsetof(struct %s, has_%s)", name.text, field->name);
    if (field->count_width)
        emit(e, ", .count_offset = offsetof(struct %s, %s_count), .count_width = %u", name.text, field->name,
             field->count_width);
    if (field->kind == SCHEMA_OWN_TEXT)
        emit(e, ", .memory = %u", field->length.max + 1);
    else
        emit(e, ", .memory = sizeof(%s)", c_type(field).text);
}

static void field_row(struct emit *e, const struct schema_struct *body, const struct schema_field *field) {
    emit(e, "    {");
    text(e, "name", field->name);
    text(e, "doc", field->doc);
    emit(e, ".kind = %s, .width = %u, .since = %u, .until = %uu", KINDS[field->kind], field->width,
         field->since, field->until);
    if (field->big) emit(e, ", .big = true");
    if (field->optional) emit(e, ", .optional = true");
    if (field->dimension_count) {
        emit(e, ", .dimension_count = %u, .dimensions = {", field->dimension_count);
        for (unsigned d = 0; d < field->dimension_count; d++)
            emit(e, "%s{%s, %u, %u}", d ? ", " : "", HOW[field->dimensions[d].how],
                 field->dimensions[d].width, field->dimensions[d].max);
        emit(e, "}");
    }
    if (field->length.max)
        emit(e, ", .length = {%s, %u, %u}", HOW[field->length.how], field->length.width, field->length.max);
    if (field->names) emit(e, ", .names = &%s_enum", c_enum(field->names).text);
    if (field->record) emit(e, ", .record = &%s_schema", c_struct(field->record).text);
    if (field->initial) emit(e, ", .initial = UINT64_C(0x%llx)", (unsigned long long)field->initial);
    if (field->must.len) {
        emit(e, ", .must = {(const uint8_t[]){");
        emit_bytes(e, field->must);
        emit(e, "}, %zu}", field->must.len);
    }
    if (field->kind < SCHEMA_RESERVED) memory(e, body, field);
    emit(e, "},\n");
}

static void struct_table(struct emit *e, const struct schema_struct *body) {
    struct c_name name = c_struct(body);
    emit(e, "\n");
    if (body->count) {
        emit(e, "static const struct schema_field %s_fields[] = {\n", name.text);
        for (uint32_t i = 0; i < body->count; i++) field_row(e, body, &body->fields[i]);
        emit(e, "};\n");
    }
    emit(e, "const struct schema_struct %s_schema = {", name.text);
    text(e, "name", body->name);
    text(e, "doc", body->doc);
    text(e, "protocol", body->protocol);
    if (body->count)
        emit(e,
             ".fields = %s_fields, .count = %u, .size = sizeof(struct %s), .align = alignof(struct %s), "
             ".depth = %u, .leaves = %u};\n",
             name.text, body->count, name.text, name.text, body->depth, body->leaves);
    else
        emit(e, ".size = 1, .align = 1};\n");
}

static void message_table(struct emit *e) {
    const struct schema_protocol *p = e->protocol;
    emit(e, "\nconst struct schema_message %s_messages[%s_KIND_COUNT] = {\n", e->lower, e->upper);
    for (uint32_t i = 0; i < p->message_count; i++) {
        const struct schema_message *m = &p->messages[i];
        emit(e,
             "    {.body = &%s_schema, .id = 0x%x, .space = %u, .directions = 0x%x, .since = %u, .until = "
             "%uu, .attributes = {%u, %u, %u, %u}, .smallest = %u, .largest = %uu},\n",
             c_struct(m->body).text, m->id, m->space, m->directions, m->since, m->until, m->attributes[0],
             m->attributes[1], m->attributes[2], m->attributes[3], m->smallest, m->largest);
    }
    emit(e, "};\n");
}

static void constant_row(struct emit *e, const struct schema_constant *c) {
    static const char *const CONSTANTS[] = {"SCHEMA_INTEGER", "SCHEMA_REAL", "SCHEMA_STRING", "SCHEMA_BLOB"};
    struct schema_field like = {.kind = SCHEMA_FLOAT, .width = 8};
    uint64_t bits;
    __builtin_memcpy(&bits, &c->real, sizeof bits);
    emit(e, "    &(const struct schema_constant){");
    text(e, "name", c->name);
    text(e, "doc", c->doc);
    emit(e, ".kind = %s, .negative = %d, .integer = UINT64_C(0x%llx), .real = %s", CONSTANTS[c->kind],
         c->negative, (unsigned long long)c->integer, c_number(&like, bits).text);
    if (c->bytes.len) {
        emit(e, ", .bytes = {(const uint8_t[]){");
        emit_bytes(e, c->bytes);
        emit(e, "}, %zu}", c->bytes.len);
    }
    emit(e, "},\n");
}

static void lists(struct emit *e) {
    const struct schema_protocol *p = e->protocol;
    if (p->constant_count) emit(e, "\nstatic const struct schema_constant *const CONSTANTS[] = {\n");
    for (uint32_t i = 0; i < p->constant_count; i++) constant_row(e, p->constants[i]);
    if (p->constant_count) emit(e, "};\n");
    if (p->enum_count) emit(e, "\nstatic const struct schema_enum *const ENUMS[] = {\n");
    for (uint32_t i = 0; i < p->enum_count; i++) emit(e, "    &%s_enum,\n", c_enum(p->enums[i]).text);
    if (p->enum_count) emit(e, "};\n");
    if (p->struct_count) emit(e, "\nstatic const struct schema_struct *const STRUCTS[] = {\n");
    for (uint32_t i = 0; i < p->struct_count; i++) emit(e, "    &%s_schema,\n", c_struct(p->structs[i]).text);
    if (p->struct_count) emit(e, "};\n");
    if (p->import_count) emit(e, "\nstatic const struct schema_protocol *const IMPORTS[] = {");
    for (uint32_t i = 0; i < p->import_count; i++) emit(e, "&%s_schema, ", p->imports[i]->name);
    if (p->import_count) emit(e, "};\n");
}

static void protocol_table(struct emit *e) {
    const struct schema_protocol *p = e->protocol;
    emit(e, "\nconst struct schema_protocol %s_schema = {\n    ", e->lower);
    text(e, "name", p->name);
    text(e, "doc", p->doc);
    emit(e, ".file = \"%s.clad\",\n    .oldest = %u, .newest = %u, .big = %d, .ignores_extra = %d,\n",
         e->stem, p->oldest, p->newest, p->big, p->ignores_extra);
    emit(e, "    .spaces = {");
    for (uint32_t i = 0; i < p->space_count; i++)
        emit(e, "{\"%s\", %u}, ", p->spaces[i].name, p->spaces[i].width);
    emit(e, "}, .space_count = %u,\n    .directions = {", p->space_count);
    for (uint32_t i = 0; i < p->direction_count; i++) emit(e, "\"%s\", ", p->directions[i]);
    emit(e, "}, .direction_count = %u,\n    .attributes = {", p->direction_count);
    for (uint32_t i = 0; i < p->attribute_count; i++) {
        emit(e, "{\"%s\", (const char *const[]){", p->attributes[i].name);
        for (uint32_t v = 0; v < p->attributes[i].count; v++) emit(e, "\"%s\", ", p->attributes[i].values[v]);
        emit(e, "}, %u}, ", p->attributes[i].count);
    }
    emit(e, "}, .attribute_count = %u,\n", p->attribute_count);
    if (p->constant_count) emit(e, "    .constants = CONSTANTS, .constant_count = %u,\n", p->constant_count);
    if (p->enum_count) emit(e, "    .enums = ENUMS, .enum_count = %u,\n", p->enum_count);
    if (p->struct_count) emit(e, "    .structs = STRUCTS, .struct_count = %u,\n", p->struct_count);
    if (p->message_count)
        emit(e, "    .messages = %s_messages, .message_count = %u,\n", e->lower, p->message_count);
    if (p->import_count) emit(e, "    .imports = IMPORTS, .import_count = %u,\n", p->import_count);
    for (uint32_t i = 0; i < p->message_count; i++) {
        if (!p->messages[i].body->count) continue;
        emit(e, "    .message_body = offsetof(struct %s_message, %s),\n", e->lower,
             c_member(&p->messages[i]).text);
        break;
    }
    emit(e, "};\n");
}

void emit_tables(struct emit *e) {
    const struct schema_protocol *p = e->protocol;
    for (uint32_t i = 0; i < p->constant_count; i++) {
        if (p->constants[i]->kind != SCHEMA_BLOB) continue;
        char name[SCHEMA_NAME];
        schema_snake(p->constants[i]->name, name);
        emit(e, "\nconst uint8_t %s_%s[%zu] = {", e->lower, name, p->constants[i]->bytes.len);
        emit_bytes(e, p->constants[i]->bytes);
        emit(e, "};\n");
    }
    for (uint32_t i = 0; i < p->enum_count; i++) enum_table(e, p->enums[i]);
    for (uint32_t i = 0; i < p->struct_count; i++) struct_table(e, p->structs[i]);
    if (p->message_count) message_table(e);
    lists(e);
    protocol_table(e);
}

void emit_source(struct emit *e) {
    const struct schema_protocol *p = e->protocol;
    emit(e,
         "// Made by cladc from %s.clad; changes belong there.\n#include \"schema/%s.h\"\n\n#include "
         "\"schema/walk.h\"\n",
         e->stem, e->stem);
    emit(e, "#include \"schema/wire.h\"\n\n#include <math.h>\n#include <stdalign.h>\n");
    for (uint32_t i = 0; i < p->struct_count; i++) {
        if (!p->structs[i]->count) continue;
        emit_defaults(e, p->structs[i]);
        emit_decode(e, p->structs[i]);
        emit_encode(e, p->structs[i]);
    }
    if (p->message_count) emit_messages(e);
    emit_tables(e);
}
