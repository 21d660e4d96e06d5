// The generated header.
#include "emit.h"

#include "base/plural.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void behind(struct emit *e, const char *doc) {
    if (doc && *doc && !strchr(doc, '\n') && doc[strlen(doc) - 1] != '\\') emit(e, " // %s", doc);
    emit(e, "\n");
}

static void above(struct emit *e, const char *indent, const char *doc) {
    if (doc && strchr(doc, '\n')) emit_doc(e, indent, doc);
}

static void constant(struct emit *e, const struct schema_constant *c) {
    char name[SCHEMA_NAME], small[SCHEMA_NAME];
    schema_shout(c->name, name);
    schema_snake(c->name, small);
    above(e, "", c->doc);
    if (c->kind == SCHEMA_BLOB) {
        emit(e, "extern const uint8_t %s_%s[%zu];\n", e->lower, small, c->bytes.len);
        emit(e, "#define %s_%s_SIZE %zu", e->upper, name, c->bytes.len);
    } else if (c->kind == SCHEMA_STRING) {
        emit(e, "#define %s_%s ", e->upper, name);
        char *copy = strndup((const char *)c->bytes.at, c->bytes.len);
        emit_string(e, copy);
        free(copy);
    } else {
        struct schema_field like = {.kind = c->kind == SCHEMA_REAL ? SCHEMA_FLOAT
                                            : c->negative          ? SCHEMA_INT
                                                                   : SCHEMA_UINT,
                                    .width = 8};
        uint64_t v = c->integer;
        if (c->kind == SCHEMA_REAL) memcpy(&v, &c->real, sizeof v);
        if (c->negative && (int64_t)v >= -INT32_MAX) like.width = 4;
        emit(e, c->negative ? "#define %s_%s (%s)" : "#define %s_%s %s", e->upper, name,
             c_number(&like, v).text);
    }
    behind(e, c->doc);
}

static void names(struct emit *e, const struct schema_enum *all) {
    char name[SCHEMA_NAME];
    emit(e, "\n");
    emit_doc(e, "", all->doc);
    struct schema_field like = {.kind = all->is_signed ? SCHEMA_INT : SCHEMA_UINT, .width = all->width};
    bool is_enum = fits_int(all);
    if (is_enum) emit(e, "enum %s {\n", c_enum(all).text);
    for (uint32_t i = 0; i < all->count; i++) {
        schema_value_c(all, &all->values[i], name);
        above(e, is_enum ? "    " : "", all->values[i].doc);
        char value[SCHEMA_NAME * 2];
        if (all->bits && all->values[i].value <= UINT32_MAX)
            snprintf(value, sizeof value, "0x%llx%s", (unsigned long long)all->values[i].value,
                     is_enum ? "" : "u");
        else
            snprintf(value, sizeof value, "%s", c_number(&like, all->values[i].value).text);
        emit(e, is_enum ? "    %s = %s," : "#define %s %s", name, value);
        behind(e, all->values[i].doc);
    }
    if (is_enum) emit(e, "};\n");
    emit(e, "extern const struct schema_enum %s_enum;\n", c_enum(all).text);
    emit(e, "const char *%s_name(%s v); // NULL: nobody has named it\n", c_enum(all).text,
         all->is_signed ? "int64_t" : "uint64_t");
}

static void member(struct emit *e, const struct schema_field *field) {
    if (field->kind >= SCHEMA_RESERVED) return;
    above(e, "    ", field->doc);
    if (field->optional) emit(e, "    bool has_%s;\n", field->name);
    if (field->count_width) emit(e, "    uint%u_t %s_count;\n", field->count_width * 8, field->name);
    emit(e, "    %s %s", c_type(field).text, field->name);
    for (unsigned d = field->dimension_count; d-- > 0;) emit(e, "[%u]", field->dimensions[d].max);
    if (field->kind == SCHEMA_OWN_TEXT) emit(e, "[%u]", field->length.max + 1);
    emit(e, ";");
    bool one_line = field->doc && *field->doc && !strchr(field->doc, '\n');
    if (field->names && !one_line) {
        emit(e, " // %s\n", c_enum(field->names).text);
    } else if (field->names) {
        emit(e, " // %s:", c_enum(field->names).text);
        emit(e, " %s\n", field->doc);
    } else {
        behind(e, field->doc);
    }
}

static void record(struct emit *e, const struct schema_struct *body) {
    struct c_name name = c_struct(body);
    emit(e, "\n");
    emit_doc(e, "", body->doc);
    if (body->count) {
        emit(e, "struct %s {\n", name.text);
        for (uint32_t i = 0; i < body->count; i++) member(e, &body->fields[i]);
        if (!is_visible(body)) emit(e, "    uint8_t nothing; // only bytes without a field\n");
        emit(e, "};\n");
        emit(e, "void %s_defaults(struct %s *out);\n", name.text, name.text);
        emit(e, "enum err %s_decode(struct %s *out, struct reader *in, unsigned version);\n", name.text,
             name.text);
        emit(e, "enum err %s_encode(const struct %s *from, struct writer *out, unsigned version);\n",
             name.text, name.text);
        if (is_flat(body)) {
            emit(e, "void %s_load(struct %s *out, const uint8_t *at); // exactly %s\n", name.text, name.text,
                 PLURAL(schema_size(body, 0).largest, "byte"));
            emit(e, "void %s_store(const struct %s *from, uint8_t *at);\n", name.text, name.text);
        }
    }
    emit(e, "extern const struct schema_struct %s_schema;\n", name.text);
}

static void list(struct emit *e, const char *what) { emit(e, "\nenum %s_%s {\n", e->lower, what); }

static void protocol_lists(struct emit *e) {
    const struct schema_protocol *p = e->protocol;
    char name[SCHEMA_NAME], value[SCHEMA_NAME];
    list(e, "direction");
    for (uint32_t i = 0; i < p->direction_count; i++) {
        schema_shout(p->directions[i], name);
        emit(e, "    %s_%s,\n", e->upper, name);
    }
    emit(e, "};\n");
    list(e, "space");
    for (uint32_t i = 0; i < p->space_count; i++) {
        schema_shout(p->spaces[i].name, name);
        emit(e, "    %s_SPACE_%s, // ids of %u bit\n", e->upper, name, p->spaces[i].width * 8);
    }
    emit(e, "};\n");
    for (uint32_t i = 0; i < p->attribute_count; i++) {
        schema_snake(p->attributes[i].name, name);
        list(e, name);
        schema_shout(p->attributes[i].name, name);
        emit(e, "    %s_NO_%s,\n", e->upper, name);
        for (uint32_t v = 0; v < p->attributes[i].count; v++) {
            schema_shout(p->attributes[i].values[v], value);
            emit(e, "    %s_%s_%s,\n", e->upper, name, value);
        }
        emit(e, "};\n");
        emit(e, "enum { %s_ATTRIBUTE_%s = %u }; // where it stands in schema_message.attributes\n", e->upper,
             name, i);
    }
}

static void messages(struct emit *e) {
    const struct schema_protocol *p = e->protocol;
    char name[SCHEMA_NAME];
    list(e, "kind");
    for (uint32_t i = 0; i < p->message_count; i++) emit(e, "    %s,\n", c_kind(e, &p->messages[i]).text);
    emit(e, "    %s_KIND_COUNT\n};\n", e->upper);
    emit(e, "\nstruct %s_message {\n    enum %s_kind kind;\n", e->lower, e->lower);
    bool any = false;
    for (uint32_t i = 0; i < p->message_count; i++) {
        if (!p->messages[i].body->count) continue;
        if (!any) emit(e, "    union {\n");
        any = true;
        emit(e, "        struct %s %s;\n", c_struct(p->messages[i].body).text,
             c_member(&p->messages[i]).text);
    }
    if (any) emit(e, "    };\n");
    emit(e, "};\n\n// Id and body. Unknown ids are ERR_UNKNOWN; bytes left over are %s.\n",
         p->ignores_extra ? "skipped" : "ERR_SYNTAX");
    for (uint32_t i = 0; i < p->space_count; i++) {
        schema_snake(p->spaces[i].name, name);
        emit(e,
             "enum err %s_%s_decode(struct %s_message *out, struct reader *in, enum %s_direction direction, "
             "unsigned version);\n",
             e->lower, name, e->lower, e->lower);
    }
    emit(e, "// The body alone. A message that the version does not have is ERR_VERSION.\n");
    emit(e,
         "enum err %s_message_decode_as(struct %s_message *out, enum %s_kind kind, struct reader *in, "
         "unsigned version);\n",
         e->lower, e->lower, e->lower);
    emit(e,
         "enum err %s_message_encode(const struct %s_message *from, struct writer *out, unsigned version);\n",
         e->lower, e->lower);
    emit(e,
         "// The kind, or -1.\nint %s_message_find(enum %s_space space, uint32_t id, enum %s_direction "
         "direction, unsigned version);\n",
         e->lower, e->lower, e->lower);
    emit(e, "extern const struct schema_message %s_messages[%s_KIND_COUNT];\n", e->lower, e->upper);
}

static void each_struct(struct emit *e) {
    const struct schema_protocol *p = e->protocol;
    emit(e, "\n// All structs, for tests that try every one.\n#define %s_EACH_STRUCT(ROW)", e->upper);
    for (uint32_t i = 0; i < p->struct_count; i++)
        if (p->structs[i]->count) emit(e, " \\\n    ROW(%s)", c_struct(p->structs[i]).text);
    emit(e, "\n");
}

void emit_header(struct emit *e) {
    const struct schema_protocol *p = e->protocol;
    emit(e,
         "// Made by cladc from %s.clad; changes belong there. docs/message-language.md tells what all this "
         "is.\n",
         e->stem);
    if (*p->doc) emit(e, "//\n");
    emit_doc(e, "", p->doc);
    emit(e, "#pragma once\n\n#include \"schema/schema.h\"\n");
    for (uint32_t i = 0; i < p->import_count; i++) emit(e, "#include \"schema/%s.h\"\n", p->imports[i]->name);
    emit(e, "\n#define %s_VERSION %u // the newest\n#define %s_OLDEST_VERSION %u\n", e->upper, p->newest,
         e->upper, p->oldest);
    for (uint32_t i = 0; i < p->constant_count; i++) constant(e, p->constants[i]);
    for (uint32_t i = 0; i < p->enum_count; i++) names(e, p->enums[i]);
    if (p->message_count) protocol_lists(e);
    for (uint32_t i = 0; i < p->struct_count; i++) record(e, p->structs[i]);
    if (p->message_count) messages(e);
    each_struct(e);
    emit(e, "\nextern const struct schema_protocol %s_schema;\n", e->lower);
}
