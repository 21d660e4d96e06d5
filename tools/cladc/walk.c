// Straight-line decoders and encoders: one walk over the fields of a struct, in either direction. Fields that
// always lie at the same distance from each other move as one run of bytes, with one check of the packet's
// end; what has a version, a count or a length of its own stands alone.
#include "emit.h"

#include <stdio.h>
#include <string.h>

// The two directions, in the words of the code that is made.
struct way {
    bool reads;
    const char *memory, *constant;    // the struct's pointer, and "const " where it is not written
    const char *stream, *stream_type; // the reader or writer
    const char *octets;               // the type of `at`, where bytes lie
    const char *take;                 // gets at so many bytes
    const char *verb, *fixed;         // of the function for a struct; for one that always has the same bytes
    const char *bytes, *view,
        *owned; // a length and so many bytes; text that stays in place; text in the struct
};
static const struct way DECODE = {
    .reads = true,
    .memory = "out",
    .constant = "",
    .stream = "in",
    .stream_type = "struct reader *",
    .octets = "const uint8_t *",
    .take = "reader_take",
    .verb = "decode",
    .fixed = "load",
    .bytes = "wire_bytes",
    .view = "wire_text",
    .owned = "wire_own_text",
};
static const struct way ENCODE = {
    .reads = false,
    .memory = "from",
    .constant = "const ",
    .stream = "out",
    .stream_type = "struct writer *",
    .octets = "uint8_t *",
    .take = "writer_room",
    .verb = "encode",
    .fixed = "store",
    .bytes = "wire_put_bytes",
    .view = "wire_put_text",
    .owned = "wire_put_own_text",
};

static uint32_t bytes_of_one(const struct schema_field *field) {
    return field->kind == SCHEMA_RECORD ? (uint32_t)schema_size(field->record, 0).largest : field->width;
}

static bool is_octet(const struct schema_field *field) {
    return field->kind == SCHEMA_UINT && field->width == 1;
}

// One element between memory and bytes that are there.
static void move_one(struct emit *e, const struct way *way, const struct schema_field *field,
                     const char *element, const char *at) {
    if (field->kind == SCHEMA_RECORD)
        emit(e, "%s_%s(&%s->%s, %s);\n", c_struct(field->record).text, way->fixed, way->memory, element, at);
    else if (way->reads)
        emit(e, "out->%s = wire_get_%s(%s);\n", element, c_wire(field), at);
    else
        emit(e, "wire_put_%s(%s, from->%s);\n", c_wire(field), at, element);
}

static void move_octets(struct emit *e, const struct way *way, const char *name, const char *at,
                        const char *count) {
    if (way->reads)
        emit(e, "memcpy(out->%s, %s, %s);\n", name, at, count);
    else
        emit(e, "memcpy(%s, from->%s, %s);\n", at, name, count);
}

// All elements of a plain field.
static void move(struct emit *e, const struct way *way, const struct schema_field *field, const char *indent,
                 uint32_t offset) {
    char at[SCHEMA_NAME * 2] = "at", count[16];
    if (field->kind == SCHEMA_RESERVED) {
        if (!way->reads) emit(e, "%smemset(at + %u, 0, %u);\n", indent, offset, wire_bytes_of(field));
        return;
    }
    if (is_octet(field) && field->dimension_count) {
        snprintf(at, sizeof at, "at + %u", offset);
        snprintf(count, sizeof count, "%u", wire_bytes_of(field));
        emit(e, "%s", indent);
        move_octets(e, way, field->name, at, count);
        return;
    }
    struct loops loops = emit_loops(e, field, indent, false, "");
    if (loops.depth)
        snprintf(at, sizeof at, "at + %u + %u * (%s)", offset, bytes_of_one(field), loops.index);
    else if (offset)
        snprintf(at, sizeof at, "at + %u", offset);
    emit(e, "%s%*s", indent, (int)loops.depth * 4, "");
    move_one(e, way, field, loops.element, at);
}

static void take(struct emit *e, const struct way *way, const char *indent, const char *bytes) {
    emit(e, "%sif (!(at = %s(%s, %s))) return %s->err;\n", indent, way->take, way->stream, bytes,
         way->stream);
}

// An element with a length of its own, or one that is checked alone.
static void one_element(struct emit *e, const struct way *way, const struct schema_field *field,
                        const char *indent, const char *element) {
    const char *big = field->big ? "true" : "false";
    const char *call = field->kind == SCHEMA_BYTES  ? way->bytes
                       : field->kind == SCHEMA_VIEW ? way->view
                                                    : way->owned;
    emit(e, "%s", indent);
    if (field->kind == SCHEMA_RECORD)
        emit(e, "%s_%s(&%s->%s, %s, version);\n", c_struct(field->record).text, way->verb, way->memory,
             element, way->stream);
    else if (field->kind < SCHEMA_RECORD && way->reads)
        emit(e, "out->%s = (at = reader_take(in, %u)) ? wire_get_%s(at) : 0;\n", element, field->width,
             c_wire(field));
    else if (field->kind < SCHEMA_RECORD)
        emit(e, "if ((at = writer_room(out, %u))) wire_put_%s(at, from->%s);\n", field->width, c_wire(field),
             element);
    else if (!way->reads)
        emit(e, "%s(out, from->%s, %s, %s);\n", call, element, c_length(&field->length).text, big);
    else if (field->kind == SCHEMA_OWN_TEXT)
        emit(e, "%s(in, %s, %s, out->%s);\n", call, c_length(&field->length).text, big, element);
    else
        emit(e, "out->%s = %s(in, %s, %s);\n", element, call, c_length(&field->length).text, big);
}

static void elements(struct emit *e, const struct way *way, const struct schema_field *field,
                     const char *indent, bool counted) {
    struct loops loops = emit_loops(e, field, indent, counted, way->reads ? " && !in->err" : "");
    char deeper[64];
    snprintf(deeper, sizeof deeper, "%s%*s", indent, (int)loops.depth * 4, "");
    one_element(e, way, field, deeper, loops.element);
}

// --- Counts ------------------------------------------------------------------------------------------------

// Elements until the bytes are over.
static void read_rest(struct emit *e, const struct schema_field *field, const char *indent,
                      const char *deeper) {
    const struct schema_length *last = &field->dimensions[field->dimension_count - 1];
    emit(e, "%sout->%s_count = 0;\n", indent, field->name);
    emit(e, "%sfor (unsigned i0 = 0; wire_more(in, %s, i0); i0++) {\n", indent, c_length(last).text);
    elements(e, &DECODE, field, deeper, true);
    emit(e, "%sout->%s_count++;\n%s}\n", deeper, field->name, indent);
}

static void write_counted(struct emit *e, const struct schema_field *field, const char *indent,
                          const char *deeper) {
    const struct schema_length *last = &field->dimensions[field->dimension_count - 1];
    emit(e, "%swire_put_count(out, from->%s_count, %s, %s);\n", indent, field->name, c_length(last).text,
         field->big ? "true" : "false");
    emit(e, "%sfor (uint32_t i0 = 0; i0 < from->%s_count && i0 < %uu; i0++) {\n", indent, field->name,
         last->max);
    elements(e, &ENCODE, field, deeper, true);
    emit(e, "%s}\n", indent);
}

static void read_counted(struct emit *e, const struct schema_field *field, const char *indent,
                         const char *deeper) {
    const struct schema_length *last = &field->dimensions[field->dimension_count - 1];
    emit(e, "%sout->%s_count = (uint%u_t)wire_count(in, %s, %s);\n", indent, field->name,
         field->count_width * 8, c_length(last).text, field->big ? "true" : "false");
    bool flat = field->kind <= SCHEMA_FLOAT || (field->kind == SCHEMA_RECORD && is_flat(field->record));
    if (!flat || field->dimension_count > 1) {
        emit(e, "%sfor (unsigned i0 = 0; i0 < out->%s_count && !in->err; i0++) {\n", indent, field->name);
        elements(e, &DECODE, field, deeper, true);
        emit(e, "%s}\n", indent);
        return;
    }
    char at[SCHEMA_NAME * 2], element[SCHEMA_NAME + 8];
    snprintf(at, sizeof at, "%u * (size_t)out->%s_count", bytes_of_one(field), field->name);
    take(e, &DECODE, indent, at);
    if (is_octet(field)) {
        snprintf(at, sizeof at, "out->%s_count", field->name);
        emit(e, "%s", indent);
        move_octets(e, &DECODE, field->name, "at", at);
        return;
    }
    snprintf(at, sizeof at, "at + %u * i0", bytes_of_one(field));
    snprintf(element, sizeof element, "%s[i0]", field->name);
    emit(e, "%sfor (unsigned i0 = 0; i0 < out->%s_count; i0++)\n%s", indent, field->name, deeper);
    move_one(e, &DECODE, field, element, at);
}

// --- Fields ------------------------------------------------------------------------------------------------

static void must(struct emit *e, const struct way *way, const struct schema_field *field,
                 const char *indent) {
    emit(e, "%s%s(const uint8_t[]){", indent, way->reads ? "if (!wire_must(in, " : "write_bytes(out, ");
    emit_bytes(e, field->must);
    emit(e, "}, %zu)%s;\n", field->must.len, way->reads ? ") return in->err" : "");
}

static void lone_field(struct emit *e, const struct way *way, const struct schema_field *field,
                       const char *indent) {
    char deeper[64];
    snprintf(deeper, sizeof deeper, "%s    ", indent);
    if (field->kind == SCHEMA_MUST)
        must(e, way, field, indent);
    else if (!field->count_width)
        elements(e, way, field, indent, false);
    else if (!way->reads)
        write_counted(e, field, indent, deeper);
    else if (field->dimensions[field->dimension_count - 1].how == SCHEMA_REST)
        read_rest(e, field, indent, deeper);
    else
        read_counted(e, field, indent, deeper);
}

// A reader stops where its bytes end. A writer goes on, because it also counts how many bytes it would need.
static void run(struct emit *e, const struct way *way, const struct schema_struct *body, uint32_t first,
                uint32_t count, const char *indent) {
    if (!is_plain(&body->fields[first])) {
        lone_field(e, way, &body->fields[first], indent);
        return;
    }
    uint32_t offset = 0;
    char bytes[16], deeper[64];
    for (uint32_t i = first; i < first + count; i++) offset += wire_bytes_of(&body->fields[i]);
    snprintf(bytes, sizeof bytes, "%u", offset);
    snprintf(deeper, sizeof deeper, "%s%s", indent, way->reads ? "" : "    ");
    if (way->reads)
        take(e, way, indent, bytes);
    else
        emit(e, "%sif ((at = writer_room(out, %s))) {\n", indent, bytes);
    offset = 0;
    for (uint32_t i = first; i < first + count; i++) {
        move(e, way, &body->fields[i], deeper, offset);
        offset += wire_bytes_of(&body->fields[i]);
    }
    if (!way->reads) emit(e, "%s}\n", indent);
}

// Something in memory that needs a default when these fields are absent?
static bool shows(const struct schema_struct *body, uint32_t first, uint32_t count) {
    for (uint32_t i = first; i < first + count; i++)
        if (body->fields[i].kind < SCHEMA_RESERVED) return true;
    return false;
}

static void read_run(struct emit *e, const struct schema_struct *body, uint32_t first, uint32_t count) {
    const struct schema_field *field = &body->fields[first];
    struct c_name when = c_when(field);
    bool always = !*when.text && !field->optional;
    if (field->optional)
        emit(e, "    if (reader_left(in) && !in->err%s%s) {\n        out->has_%s = true;\n",
             *when.text ? " && " : "", when.text, field->name);
    else if (!always)
        emit(e, "    if (%s) {\n", when.text);
    run(e, &DECODE, body, first, count, always ? "    " : "        ");
    if (!always && shows(body, first, count)) {
        emit(e, "    } else {\n");
        for (uint32_t f = first; f < first + count; f++) emit_field_defaults(e, &body->fields[f], "        ");
    }
    if (!always) emit(e, "    }\n");
}

// Optional fields come last: after one that is missing there is no other.
static void write_optional(struct emit *e, const struct schema_field *field) {
    struct c_name when = c_when(field);
    if (*when.text) emit(e, "    if (%s) {\n", when.text);
    if (!*when.text) emit(e, "    {\n");
    emit(e, "        if (from->has_%s && ended) writer_fail(out, ERR_MISSING);\n", field->name);
    emit(e, "        if (!from->has_%s) ended = true;\n        if (!ended) {\n", field->name);
    lone_field(e, &ENCODE, field, "            ");
    emit(e, "        }\n    }\n");
}

static void write_run(struct emit *e, const struct schema_struct *body, uint32_t first, uint32_t count) {
    struct c_name when = c_when(&body->fields[first]);
    if (body->fields[first].optional) {
        write_optional(e, &body->fields[first]);
        return;
    }
    if (*when.text) emit(e, "    if (%s) {\n", when.text);
    run(e, &ENCODE, body, first, count, *when.text ? "        " : "    ");
    if (*when.text) emit(e, "    }\n");
}

// --- Structs -----------------------------------------------------------------------------------------------

static void fixed_function(struct emit *e, const struct way *way, const struct schema_struct *body) {
    struct c_name name = c_struct(body);
    emit(e, "\nvoid %s_%s(%sstruct %s *%s, %sat) {\n", name.text, way->fixed, way->constant, name.text,
         way->memory, way->octets);
    emit(e, "    (void)%s, (void)at;\n", way->memory);
    if (way->reads && !is_visible(body)) emit(e, "    out->nothing = 0;\n");
    uint32_t offset = 0;
    for (uint32_t i = 0; i < body->count; i++) {
        move(e, way, &body->fields[i], "    ", offset);
        offset += wire_bytes_of(&body->fields[i]);
    }
    emit(e, "}\n");
}

static void function(struct emit *e, const struct way *way, const struct schema_struct *body) {
    struct c_name name = c_struct(body);
    if (is_flat(body)) fixed_function(e, way, body);
    emit(e, "\nenum err %s_%s(%sstruct %s *%s, %s%s, unsigned version) {\n", name.text, way->verb,
         way->constant, name.text, way->memory, way->stream_type, way->stream);
    emit(e, "    %sat;\n    (void)version, (void)at, (void)%s;\n", way->octets, way->memory);
    if (is_flat(body)) {
        char bytes[16];
        snprintf(bytes, sizeof bytes, "%llu", (unsigned long long)schema_size(body, 0).largest);
        take(e, way, "    ", bytes);
        emit(e, "    %s_%s(%s, at);\n    return ERR_NONE;\n}\n", name.text, way->fixed, way->memory);
        return;
    }
    bool ends = false;
    for (uint32_t i = 0; i < body->count; i++) ends |= body->fields[i].optional;
    if (ends && !way->reads) emit(e, "    bool ended = false;\n");
    for (uint32_t i = 0, count; i < body->count; i += count) {
        count = run_of(body, i);
        (way->reads ? read_run : write_run)(e, body, i, count);
    }
    emit(e, "    return %s->err;\n}\n", way->stream);
}

void emit_decode(struct emit *e, const struct schema_struct *body) { function(e, &DECODE, body); }
void emit_encode(struct emit *e, const struct schema_struct *body) { function(e, &ENCODE, body); }
