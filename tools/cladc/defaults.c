// What a field holds that was not sent.
#include "emit.h"

void emit_field_defaults(struct emit *e, const struct schema_field *field, const char *indent) {
    if (field->kind >= SCHEMA_RESERVED) return;
    if (field->optional) emit(e, "%sout->has_%s = false;\n", indent, field->name);
    if (field->count_width) emit(e, "%sout->%s_count = 0;\n", indent, field->name);
    bool zero = field->kind == SCHEMA_RECORD ? is_zero(field->record) : !field->initial;
    if (zero && (field->dimension_count || field->kind >= SCHEMA_RECORD)) {
        bool array = field->dimension_count || field->kind == SCHEMA_OWN_TEXT;
        emit(e, "%smemset(%sout->%s, 0, sizeof out->%s);\n", indent, array ? "" : "&", field->name,
             field->name);
        return;
    }
    struct loops loops = emit_loops(e, field, indent, false, "");
    if (field->kind == SCHEMA_RECORD)
        emit(e, "%s%*s%s_defaults(&out->%s);\n", indent, (int)loops.depth * 4, "",
             c_struct(field->record).text, loops.element);
    else
        emit(e, "%s%*sout->%s = %s;\n", indent, (int)loops.depth * 4, "", loops.element,
             c_number(field, field->initial).text);
}

void emit_defaults(struct emit *e, const struct schema_struct *body) {
    struct c_name name = c_struct(body);
    emit(e, "\nvoid %s_defaults(struct %s *out) {\n    memset(out, 0, sizeof *out);\n", name.text, name.text);
    for (uint32_t i = 0; i < body->count; i++) {
        const struct schema_field *field = &body->fields[i];
        bool zero = field->kind == SCHEMA_RECORD ? is_zero(field->record) : !field->initial;
        if (zero || field->kind >= SCHEMA_RESERVED) continue;
        struct schema_field plain = *field; // counts and has are zero already
        plain.optional = false;
        plain.count_width = 0;
        emit_field_defaults(e, &plain, "    ");
    }
    emit(e, "}\n");
}
