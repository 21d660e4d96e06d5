// Straight-line encoders: the mirror of decode.c.
#include "emit.h"

#include <stdio.h>
#include <string.h>

static void store(struct emit *e, const struct schema_field *field, const char *indent, uint32_t offset) {
    if (field->kind == SCHEMA_RESERVED) {
        emit(e, "%smemset(at + %u, 0, %u);\n", indent, offset, wire_bytes_of(field));
        return;
    }
    if (field->kind == SCHEMA_UINT && field->width == 1 && field->dimension_count) {
        emit(e, "%smemcpy(at + %u, from->%s, %u);\n", indent, offset, field->name, wire_bytes_of(field));
        return;
    }
    uint32_t one =
        field->kind == SCHEMA_RECORD ? (uint32_t)schema_size(field->record, 0).largest : field->width;
    struct loops loops = emit_loops(e, field, indent, false, "");
    char to[SCHEMA_NAME * 2] = "at";
    if (loops.depth)
        snprintf(to, sizeof to, "at + %u + %u * (%s)", offset, one, loops.index);
    else if (offset)
        snprintf(to, sizeof to, "at + %u", offset);
    if (field->kind == SCHEMA_RECORD)
        emit(e, "%s%*s%s_store(&from->%s, %s);\n", indent, (int)loops.depth * 4, "",
             c_struct(field->record).text, loops.element, to);
    else
        emit(e, "%s%*swire_put_%s(%s, from->%s);\n", indent, (int)loops.depth * 4, "", c_wire(field), to,
             loops.element);
}

static void one_element(struct emit *e, const struct schema_field *field, const char *indent,
                        const char *element) {
    const char *big = field->big ? "true" : "false";
    switch (field->kind) {
    case SCHEMA_RECORD:
        emit(e, "%s%s_encode(&from->%s, out, version);\n", indent, c_struct(field->record).text, element);
        break;
    case SCHEMA_BYTES:
        emit(e, "%swire_put_bytes(out, from->%s, %s, %s);\n", indent, element, c_length(&field->length).text,
             big);
        break;
    case SCHEMA_VIEW:
        emit(e, "%swire_put_text(out, from->%s, %s, %s);\n", indent, element, c_length(&field->length).text,
             big);
        break;
    case SCHEMA_OWN_TEXT:
        emit(e, "%swire_put_own_text(out, from->%s, %s, %s);\n", indent, element,
             c_length(&field->length).text, big);
        break;
    default:
        emit(e, "%sif ((at = writer_room(out, %u))) wire_put_%s(at, from->%s);\n", indent, field->width,
             c_wire(field), element);
    }
}

static void elements(struct emit *e, const struct schema_field *field, const char *indent, bool counted) {
    struct loops loops = emit_loops(e, field, indent, counted, "");
    char deeper[64];
    snprintf(deeper, sizeof deeper, "%s%*s", indent, (int)loops.depth * 4, "");
    one_element(e, field, deeper, loops.element);
}

static void lone_field(struct emit *e, const struct schema_field *field, const char *indent) {
    char deeper[64];
    snprintf(deeper, sizeof deeper, "%s    ", indent);
    if (field->kind == SCHEMA_MUST) {
        emit(e, "%swrite_bytes(out, (const uint8_t[]){", indent);
        emit_bytes(e, field->must);
        emit(e, "}, %zu);\n", field->must.len);
    } else if (field->count_width) {
        const struct schema_length *last = &field->dimensions[field->dimension_count - 1];
        emit(e, "%swire_put_count(out, from->%s_count, %s, %s);\n", indent, field->name, c_length(last).text,
             field->big ? "true" : "false");
        emit(e, "%sfor (uint32_t i0 = 0; i0 < from->%s_count && i0 < %uu; i0++) {\n", indent, field->name,
             last->max);
        elements(e, field, deeper, true);
        emit(e, "%s}\n", indent);
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
    char deeper[64];
    snprintf(deeper, sizeof deeper, "%s    ", indent);
    uint32_t bytes = 0;
    for (uint32_t i = first; i < first + count; i++) bytes += wire_bytes_of(&body->fields[i]);
    emit(e, "%sif ((at = writer_room(out, %u))) {\n", indent, bytes);
    bytes = 0;
    for (uint32_t i = first; i < first + count; i++) {
        store(e, &body->fields[i], deeper, bytes);
        bytes += wire_bytes_of(&body->fields[i]);
    }
    emit(e, "%s}\n", indent);
}

static void emit_store(struct emit *e, const struct schema_struct *body) {
    struct c_name name = c_struct(body);
    emit(e, "\nvoid %s_store(const struct %s *from, uint8_t *at) {\n    (void)from;\n", name.text, name.text);
    uint32_t offset = 0;
    for (uint32_t i = 0; i < body->count; i++) {
        store(e, &body->fields[i], "    ", offset);
        offset += wire_bytes_of(&body->fields[i]);
    }
    emit(e, "}\n");
}

static void optional(struct emit *e, const struct schema_field *field) {
    struct c_name when = c_when(field);
    char indent[] = "            ";
    if (*when.text) emit(e, "    if (%s) {\n", when.text);
    if (!*when.text) emit(e, "    {\n");
    emit(e, "        if (from->has_%s && ended) writer_fail(out, ERR_MISSING);\n", field->name);
    emit(e, "        if (!from->has_%s) ended = true;\n        if (!ended) {\n", field->name);
    lone_field(e, field, indent);
    emit(e, "        }\n    }\n");
}

void emit_encode(struct emit *e, const struct schema_struct *body) {
    struct c_name name = c_struct(body);
    if (is_flat(body)) emit_store(e, body);
    emit(e, "\nenum err %s_encode(const struct %s *from, struct writer *out, unsigned version) {\n",
         name.text, name.text);
    emit(e, "    uint8_t *at;\n    (void)version, (void)at, (void)from;\n");
    if (is_flat(body)) {
        emit(e, "    if ((at = writer_room(out, %llu))) %s_store(from, at);\n    return out->err;\n}\n",
             (unsigned long long)schema_size(body, 0).largest, name.text);
        return;
    }
    for (uint32_t i = 0; i < body->count; i++)
        if (body->fields[i].optional) {
            emit(e, "    bool ended = false;\n");
            break;
        }
    for (uint32_t i = 0; i < body->count;) {
        uint32_t count = run_of(body, i);
        const struct schema_field *field = &body->fields[i];
        struct c_name when = c_when(field);
        if (field->optional) {
            optional(e, field);
        } else {
            if (*when.text) emit(e, "    if (%s) {\n", when.text);
            run(e, body, i, count, *when.text ? "        " : "    ");
            if (*when.text) emit(e, "    }\n");
        }
        i += count;
    }
    emit(e, "    return out->err;\n}\n");
}
