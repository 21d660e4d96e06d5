// The small words of C that everything generated is made of.
#include "emit.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void emit(struct emit *e, const char *format, ...) {
    char line[4096];
    va_list arguments;
    va_start(arguments, format);
    int len = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (len < 0 || (size_t)len >= sizeof line)
        e->out->err = ERR_LIMIT;
    else
        buf_bytes(e->out, line, (size_t)len);
}

void emit_doc(struct emit *e, const char *indent, const char *doc) {
    struct text rest = text_of(doc), line;
    while (text_split(&rest, '\n', &line))
        if (line.len)
            emit(e, "%s// %.*s%s\n", indent, (int)line.len, line.at,
                 line.at[line.len - 1] == '\\' ? "." : "");
}

static void emit_char(struct emit *e, uint8_t c) {
    if (c == '"' || c == '\\')
        emit(e, "\\%c", c);
    else if (c < 0x20 || c == 0x7f)
        emit(e, "\\%03o", c);
    else
        emit(e, "%c", c);
}

void emit_string(struct emit *e, const char *text) {
    emit(e, "\"");
    for (; text && *text; text++) emit_char(e, (uint8_t)*text);
    emit(e, "\"");
}

void emit_bytes(struct emit *e, struct bytes bytes) {
    for (size_t i = 0; i < bytes.len; i++) emit(e, "%s0x%02x", i ? ", " : "", bytes.at[i]);
}

static struct c_name join(const char *protocol, const char *name) {
    char a[SCHEMA_NAME], b[SCHEMA_NAME];
    struct c_name out;
    schema_snake(protocol, a);
    schema_snake(name, b);
    snprintf(out.text, sizeof out.text, "%s_%s", a, b);
    return out;
}

struct c_name c_struct(const struct schema_struct *body) {
    return join(body->protocol, body->name);
}
struct c_name c_enum(const struct schema_enum *names) {
    return join(names->protocol, names->name);
}

struct c_name c_member(const struct schema_message *message) {
    struct c_name out = {""};
    schema_snake(message->body->name, out.text);
    return out;
}

struct c_name c_kind(struct emit *e, const struct schema_message *message) {
    char name[SCHEMA_NAME];
    struct c_name out;
    schema_shout(message->body->name, name);
    snprintf(out.text, sizeof out.text, "%s_%s", e->upper, name);
    return out;
}

struct c_name c_type(const struct schema_field *field) {
    struct c_name out = {""};
    switch (field->kind) {
    case SCHEMA_BOOL:
        strcpy(out.text, "bool");
        break;
    case SCHEMA_FLOAT:
        strcpy(out.text, field->width == 4 ? "float" : "double");
        break;
    case SCHEMA_RECORD:
        snprintf(out.text, sizeof out.text, "struct %.300s", c_struct(field->record).text);
        break;
    case SCHEMA_BYTES:
        strcpy(out.text, "struct bytes");
        break;
    case SCHEMA_VIEW:
        strcpy(out.text, "struct text");
        break;
    case SCHEMA_OWN_TEXT:
        strcpy(out.text, "char");
        break;
    default:
        snprintf(out.text, sizeof out.text, "%sint%u_t", field->kind == SCHEMA_UINT ? "u" : "",
                 field->memory * 8);
    }
    return out;
}

const char *c_wire(const struct schema_field *field) {
    static char names[2][16];
    static unsigned turn;
    if (field->kind == SCHEMA_BOOL) return "bool";
    char *out = names[turn++ % 2];
    char letter = field->kind == SCHEMA_FLOAT ? 'f' : field->kind == SCHEMA_INT ? 'i' : 'u';
    snprintf(out, sizeof names[0], "%c%u%s", letter, field->width * 8u, field->big ? "be" : "");
    return out;
}

struct c_name c_length(const struct schema_length *length) {
    static const char *const HOW[] = {"SCHEMA_FIXED", "SCHEMA_COUNTED", "SCHEMA_REST"};
    struct c_name out;
    snprintf(out.text, sizeof out.text, "(struct schema_length){%s, %u, %u}", HOW[length->how], length->width,
             length->max);
    return out;
}

struct c_name c_when(const struct schema_field *field) {
    struct c_name out = {""};
    size_t used = 0;
    if (field->since) used = (size_t)snprintf(out.text, sizeof out.text, "version >= %u", field->since);
    if (field->until != SCHEMA_ALWAYS)
        snprintf(out.text + used, sizeof out.text - used, "%sversion <= %u", used ? " && " : "",
                 field->until);
    return out;
}

static void put_double(struct c_name *out, double v, bool narrow) {
    if (isnan(v))
        strcpy(out->text, "NAN");
    else if (isinf(v))
        strcpy(out->text, v < 0 ? "-INFINITY" : "INFINITY");
    else
        snprintf(out->text, sizeof out->text, narrow ? "%.9g" : "%.17g", v);
    bool whole = !strpbrk(out->text, ".eNI");
    if (whole) strcat(out->text, ".0");
    if (narrow && !strpbrk(out->text, "NI")) strcat(out->text, "f");
}

struct c_name c_number(const struct schema_field *field, uint64_t number) {
    struct c_name out = {""};
    double real;
    if (field->kind == SCHEMA_FLOAT) {
        memcpy(&real, &number, sizeof real);
        put_double(&out, real, field->width == 4);
    } else if (field->kind == SCHEMA_BOOL) {
        strcpy(out.text, number ? "true" : "false");
    } else if (field->kind == SCHEMA_INT && number == (uint64_t)1 << 63) {
        strcpy(out.text, "INT64_MIN");
    } else if (field->kind == SCHEMA_INT) {
        snprintf(out.text, sizeof out.text, field->width == 8 ? "INT64_C(%lld)" : "%lld", (long long)number);
        if (number == (uint64_t)INT32_MIN && field->width == 4) strcpy(out.text, "INT32_MIN");
    } else {
        snprintf(out.text, sizeof out.text,
                 number > UINT32_MAX  ? "UINT64_C(%llu)"
                 : number > INT32_MAX ? "%lluu"
                                      : "%llu",
                 (unsigned long long)number);
    }
    return out;
}

bool is_visible(const struct schema_struct *body) {
    for (uint32_t i = 0; i < body->count; i++)
        if (body->fields[i].kind < SCHEMA_RESERVED) return true;
    return false;
}

bool is_plain(const struct schema_field *field) {
    if (field->optional) return false;
    for (unsigned i = 0; i < field->dimension_count; i++)
        if (field->dimensions[i].how != SCHEMA_FIXED) return false;
    if (field->kind == SCHEMA_RECORD) return is_flat(field->record);
    return field->kind <= SCHEMA_FLOAT || field->kind == SCHEMA_RESERVED;
}

bool is_flat(const struct schema_struct *body) {
    for (uint32_t i = 0; i < body->count; i++) {
        const struct schema_field *field = &body->fields[i];
        if (field->since || field->until != SCHEMA_ALWAYS || !is_plain(field)) return false;
    }
    return true;
}

uint32_t run_of(const struct schema_struct *body, uint32_t first) {
    const struct schema_field *a = &body->fields[first];
    uint32_t count = 1;
    while (is_plain(a) && first + count < body->count) {
        const struct schema_field *b = &body->fields[first + count];
        if (!is_plain(b) || b->since != a->since || b->until != a->until) break;
        count++;
    }
    return count;
}

bool is_zero(const struct schema_struct *body) {
    for (uint32_t i = 0; i < body->count; i++) {
        const struct schema_field *field = &body->fields[i];
        if (field->initial || (field->kind == SCHEMA_RECORD && !is_zero(field->record))) return false;
    }
    return true;
}

bool fits_int(const struct schema_enum *names) {
    for (uint32_t i = 0; i < names->count; i++) {
        uint64_t v = names->values[i].value;
        bool negative = names->is_signed && (int64_t)v < 0;
        if (negative ? (int64_t)v < INT32_MIN : v > INT32_MAX) return false;
    }
    return true;
}

uint32_t wire_bytes_of(const struct schema_field *field) {
    uint64_t one = field->kind == SCHEMA_RECORD ? schema_size(field->record, 0).largest : field->width;
    return (uint32_t)(one * schema_elements(field, true));
}

struct loops emit_loops(struct emit *e, const struct schema_field *field, const char *indent, bool skip_last,
                        const char *also) {
    struct loops loops = {.index = "0"};
    size_t used = (size_t)snprintf(loops.element, sizeof loops.element, "%s", field->name);
    char index[SCHEMA_NAME] = "";
    for (unsigned d = field->dimension_count; d-- > 0;) {
        unsigned level = field->dimension_count - 1u - d;
        bool last = level == 0;
        used += (size_t)snprintf(loops.element + used, sizeof loops.element - used, "[i%u]", level);
        if (last && skip_last) continue;
        emit(e, "%s%*sfor (unsigned i%u = 0; i%u < %u%s; i%u++)\n", indent, (int)loops.depth * 4, "", level,
             level, field->dimensions[d].max, also, level);
        loops.depth++;
        char before[SCHEMA_NAME];
        memcpy(before, index, sizeof before);
        if (*before)
            snprintf(index, sizeof index, "(%.100s) * %u + i%u", before, field->dimensions[d].max, level);
        else
            snprintf(index, sizeof index, "i%u", level);
    }
    if (*index) memcpy(loops.index, index, sizeof index);
    return loops;
}
