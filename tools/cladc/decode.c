// Straight-line decoders. Fields that always lie at the same distance from each other are read as one run of
// bytes, with one check of the packet's end; what has a version, a count or a length of its own stands alone.
#include "emit.h"

#include <stdio.h>
#include <string.h>

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

// Elements of a plain field, from bytes that are there.
static void load(struct emit *e, const struct schema_field *field, const char *indent, uint32_t offset) {
    if (field->kind == SCHEMA_RESERVED) return;
    bool octets = field->kind == SCHEMA_UINT && field->width == 1;
    if (octets && field->dimension_count) {
        emit(e, "%smemcpy(out->%s, at + %u, %u);\n", indent, field->name, offset, wire_bytes_of(field));
        return;
    }
    uint32_t one =
        field->kind == SCHEMA_RECORD ? (uint32_t)schema_size(field->record, 0).largest : field->width;
    struct loops loops = emit_loops(e, field, indent, false, "");
    char from[SCHEMA_NAME * 2] = "at";
    if (loops.depth)
        snprintf(from, sizeof from, "at + %u + %u * (%s)", offset, one, loops.index);
    else if (offset)
        snprintf(from, sizeof from, "at + %u", offset);
    if (field->kind == SCHEMA_RECORD)
        emit(e, "%s%*s%s_load(&out->%s, %s);\n", indent, (int)loops.depth * 4, "",
             c_struct(field->record).text, loops.element, from);
    else
        emit(e, "%s%*sout->%s = wire_get_%s(%s);\n", indent, (int)loops.depth * 4, "", loops.element,
             c_wire(field), from);
}

static void one_element(struct emit *e, const struct schema_field *field, const char *indent,
                        const char *element) {
    const char *big = field->big ? "true" : "false";
    switch (field->kind) {
    case SCHEMA_RECORD:
        emit(e, "%s%s_decode(&out->%s, in, version);\n", indent, c_struct(field->record).text, element);
        break;
    case SCHEMA_BYTES:
        emit(e, "%sout->%s = wire_bytes(in, %s, %s);\n", indent, element, c_length(&field->length).text, big);
        break;
    case SCHEMA_VIEW:
        emit(e, "%sout->%s = wire_text(in, %s, %s);\n", indent, element, c_length(&field->length).text, big);
        break;
    case SCHEMA_OWN_TEXT:
        emit(e, "%swire_own_text(in, %s, %s, out->%s);\n", indent, c_length(&field->length).text, big,
             element);
        break;
    default:
        emit(e, "%sout->%s = (at = reader_take(in, %u)) ? wire_get_%s(at) : 0;\n", indent, element,
             field->width, c_wire(field));
    }
}

static void elements(struct emit *e, const struct schema_field *field, const char *indent, bool counted) {
    struct loops loops = emit_loops(e, field, indent, counted, " && !in->err");
    char deeper[64];
    snprintf(deeper, sizeof deeper, "%s%*s", indent, (int)loops.depth * 4, "");
    one_element(e, field, deeper, loops.element);
}

static void counted_field(struct emit *e, const struct schema_field *field, const char *indent) {
    const struct schema_length *last = &field->dimensions[field->dimension_count - 1];
    char deeper[64];
    snprintf(deeper, sizeof deeper, "%s    ", indent);
    struct c_name length = c_length(last);
    if (last->how == SCHEMA_REST) {
        emit(e, "%sout->%s_count = 0;\n", indent, field->name);
        emit(e, "%sfor (unsigned i0 = 0; wire_more(in, %s, i0); i0++) {\n", indent, length.text);
        elements(e, field, deeper, true);
        emit(e, "%sout->%s_count++;\n%s}\n", deeper, field->name, indent);
        return;
    }
    emit(e, "%sout->%s_count = (uint%u_t)wire_count(in, %s, %s);\n", indent, field->name,
         field->count_width * 8, length.text, field->big ? "true" : "false");
    bool flat = field->kind <= SCHEMA_FLOAT || (field->kind == SCHEMA_RECORD && is_flat(field->record));
    if (!flat || field->dimension_count > 1) {
        emit(e, "%sfor (unsigned i0 = 0; i0 < out->%s_count && !in->err; i0++) {\n", indent, field->name);
        elements(e, field, deeper, true);
        emit(e, "%s}\n", indent);
        return;
    }
    uint32_t one =
        field->kind == SCHEMA_RECORD ? (uint32_t)schema_size(field->record, 0).largest : field->width;
    emit(e, "%sif (!(at = reader_take(in, %u * (size_t)out->%s_count))) return in->err;\n", indent, one,
         field->name);
    if (field->kind == SCHEMA_UINT && field->width == 1) {
        emit(e, "%smemcpy(out->%s, at, out->%s_count);\n", indent, field->name, field->name);
        return;
    }
    emit(e, "%sfor (unsigned i0 = 0; i0 < out->%s_count; i0++)\n", indent, field->name);
    if (field->kind == SCHEMA_RECORD)
        emit(e, "%s%s_load(&out->%s[i0], at + %u * i0);\n", deeper, c_struct(field->record).text, field->name,
             one);
    else
        emit(e, "%sout->%s[i0] = wire_get_%s(at + %u * i0);\n", deeper, field->name, c_wire(field), one);
}

static void lone_field(struct emit *e, const struct schema_field *field, const char *indent) {
    if (field->kind == SCHEMA_MUST) {
        emit(e, "%sif (!wire_must(in, (const uint8_t[]){", indent);
        emit_bytes(e, field->must);
        emit(e, "}, %zu)) return in->err;\n", field->must.len);
    } else if (field->count_width) {
        counted_field(e, field, indent);
    } else {
        elements(e, field, indent, false);
    }
}

static void run(struct emit *e, const struct schema_struct *body, uint32_t first, uint32_t count,
                const char *indent) {
    if (!is_plain(&body->fields[first])) {
        lone_field(e, &body->fields[first], indent);
        return;
    }
    uint32_t bytes = 0;
    for (uint32_t i = first; i < first + count; i++) bytes += wire_bytes_of(&body->fields[i]);
    emit(e, "%sif (!(at = reader_take(in, %u))) return in->err;\n", indent, bytes);
    bytes = 0;
    for (uint32_t i = first; i < first + count; i++) {
        load(e, &body->fields[i], indent, bytes);
        bytes += wire_bytes_of(&body->fields[i]);
    }
}

// Something in memory that needs a default when these fields are absent?
static bool shows(const struct schema_struct *body, uint32_t first, uint32_t count) {
    for (uint32_t i = first; i < first + count; i++)
        if (body->fields[i].kind < SCHEMA_RESERVED) return true;
    return false;
}

static void emit_load(struct emit *e, const struct schema_struct *body) {
    struct c_name name = c_struct(body);
    emit(e, "\nvoid %s_load(struct %s *out, const uint8_t *at) {\n", name.text, name.text);
    if (!is_visible(body)) emit(e, "    out->nothing = 0;\n    (void)at;\n");
    uint32_t offset = 0;
    for (uint32_t i = 0; i < body->count; i++) {
        load(e, &body->fields[i], "    ", offset);
        offset += wire_bytes_of(&body->fields[i]);
    }
    emit(e, "}\n");
}

void emit_decode(struct emit *e, const struct schema_struct *body) {
    struct c_name name = c_struct(body);
    if (is_flat(body)) emit_load(e, body);
    emit(e, "\nenum err %s_decode(struct %s *out, struct reader *in, unsigned version) {\n", name.text,
         name.text);
    emit(e, "    const uint8_t *at;\n    (void)version, (void)at, (void)out;\n");
    if (is_flat(body)) {
        emit(e,
             "    if (!(at = reader_take(in, %llu))) return in->err;\n    %s_load(out, at);\n    return "
             "ERR_NONE;\n}\n",
             (unsigned long long)schema_size(body, 0).largest, name.text);
        return;
    }
    for (uint32_t i = 0; i < body->count;) {
        uint32_t count = run_of(body, i);
        const struct schema_field *field = &body->fields[i];
        struct c_name when = c_when(field);
        bool always = !*when.text && !field->optional;
        if (field->optional)
            emit(e, "    if (reader_left(in) && !in->err%s%s) {\n        out->has_%s = true;\n",
                 *when.text ? " && " : "", when.text, field->name);
        else if (!always)
            emit(e, "    if (%s) {\n", when.text);
        run(e, body, i, count, always ? "    " : "        ");
        if (!always && shows(body, i, count)) {
            emit(e, "    } else {\n");
            for (uint32_t f = i; f < i + count; f++) emit_field_defaults(e, &body->fields[f], "        ");
        }
        if (!always) emit(e, "    }\n");
        i += count;
    }
    emit(e, "    return in->err;\n}\n");
}
