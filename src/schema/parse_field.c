// One line of a struct: its type, its brackets, its default.
#include "schema/names.h"
#include "schema/parse_internal.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *name;
    enum schema_kind kind;
    uint8_t width;
} TYPES[] = {
    {"u8", SCHEMA_UINT, 1},     {"u16", SCHEMA_UINT, 2},  {"u24", SCHEMA_UINT, 3},  {"u32", SCHEMA_UINT, 4},
    {"u64", SCHEMA_UINT, 8},    {"i8", SCHEMA_INT, 1},    {"i16", SCHEMA_INT, 2},   {"i32", SCHEMA_INT, 4},
    {"i64", SCHEMA_INT, 8},     {"f32", SCHEMA_FLOAT, 4}, {"f64", SCHEMA_FLOAT, 8}, {"bool", SCHEMA_BOOL, 1},
    {"bytes", SCHEMA_BYTES, 0}, {"text", SCHEMA_VIEW, 0},
};
enum { TYPE_COUNT = sizeof TYPES / sizeof *TYPES };

// Structs and enumerations of this file are still in the parser's lists.
static bool declared_type(struct parser *p, struct schema_field *field) {
    const struct schema_protocol *scope = parse_scope(p);
    bool own = scope == p->protocol;
    struct text name = p->lex.now.spelled;
    const struct schema_enum *const *enums = own ? p->enums.at : scope->enums;
    for (uint32_t i = 0; i < (own ? p->enums.count : scope->enum_count); i++) {
        if (!text_is(name, enums[i]->name)) continue;
        field->names = enums[i];
        field->kind = enums[i]->is_signed ? SCHEMA_INT : SCHEMA_UINT;
        field->width = enums[i]->width;
        return true;
    }
    const struct schema_struct *const *structs = own ? p->structs.at : scope->structs;
    for (uint32_t i = 0; i < (own ? p->structs.count : scope->struct_count); i++) {
        if (!text_is(name, structs[i]->name)) continue;
        field->kind = SCHEMA_RECORD;
        field->record = structs[i];
        return true;
    }
    return false;
}

static const char *nearest_type(struct parser *p, const char *wrong) {
    const char *names[TYPE_COUNT + 64];
    size_t count = 0;
    for (; count < TYPE_COUNT; count++) names[count] = TYPES[count].name;
    for (uint32_t i = 0; i < p->enums.count && count < TYPE_COUNT + 32; i++)
        names[count++] = ((const struct schema_enum **)p->enums.at)[i]->name;
    for (uint32_t i = 0; i < p->structs.count && count < TYPE_COUNT + 64; i++)
        names[count++] = ((const struct schema_struct **)p->structs.at)[i]->name;
    return text_nearest(wrong, names, count);
}

static bool type(struct parser *p, struct schema_field *field) {
    struct word w = p->lex.now;
    bool known = false;
    for (size_t i = 0; i < TYPE_COUNT && w.kind == LEX_NAME && !known; i++) {
        if (!text_is(w.spelled, TYPES[i].name)) continue;
        field->kind = TYPES[i].kind;
        field->width = TYPES[i].width;
        known = true;
    }
    if (!known && w.kind == LEX_NAME) known = declared_type(p, field);
    if (known) {
        lex_next(&p->lex);
        return !p->lex.err;
    }
    char word[64], plain[64];
    snprintf(plain, sizeof plain, "%.*s", (int)(w.spelled.len < 48 ? w.spelled.len : 48), w.spelled.at);
    const char *near = w.kind == LEX_NAME ? nearest_type(p, plain) : NULL;
    lex_fail(&p->lex, ERR_UNKNOWN, w.place,
             near ? "expected a type, found %s (did you mean \"%s\"?)" : "expected a type, found %s",
             lex_word(&p->lex, word), near);
    return false;
}

static bool brackets(struct parser *p, struct schema_length *out) {
    lex_expect(&p->lex, "[");
    static const char *const WIDTHS[] = {[1] = "u8", [2] = "u16", [4] = "u32"};
    *out = (struct schema_length){.how = SCHEMA_FIXED};
    for (unsigned w = 1; w <= 4; w *= 2) {
        if (!lex_take(&p->lex, WIDTHS[w])) continue;
        out->how = SCHEMA_COUNTED;
        out->width = (uint8_t)w;
    }
    if (!out->width && lex_take(&p->lex, "rest")) out->how = SCHEMA_REST;
    if (out->how != SCHEMA_FIXED) lex_expect(&p->lex, ":");
    uint64_t most = out->width && out->width < 4 ? ((uint64_t)1 << (8 * out->width)) - 1 : UINT32_MAX - 1,
             max;
    if (!parse_integer(p, out->how == SCHEMA_FIXED ? "a length" : "a maximum", 1, most, &max)) return false;
    out->max = (uint32_t)max;
    return lex_expect(&p->lex, "]");
}

static bool is_run(const struct schema_field *field) { // bytes and texts
    return field->kind == SCHEMA_BYTES || field->kind == SCHEMA_VIEW || field->kind == SCHEMA_OWN_TEXT;
}

static bool all_brackets(struct parser *p, struct schema_field *field) {
    struct place place = p->lex.now.place;
    if (is_run(field)) {
        if (!lex_is(&p->lex, "[")) return lex_expect(&p->lex, "[");
        if (!brackets(p, &field->length)) return false;
    }
    while (!p->lex.err && lex_is(&p->lex, "[")) {
        place = p->lex.now.place;
        if (field->dimension_count == SCHEMA_DIMENSIONS) {
            lex_fail(&p->lex, ERR_LIMIT, place, "at most %d brackets of an array", SCHEMA_DIMENSIONS);
        } else if (field->dimension_count &&
                   field->dimensions[field->dimension_count - 1].how != SCHEMA_FIXED) {
            lex_fail(&p->lex, ERR_SYNTAX, place,
                     "put a counted array that is itself an element into a struct of its own");
        } else {
            brackets(p, &field->dimensions[field->dimension_count++]);
        }
    }
    bool open = (is_run(field) && field->length.how == SCHEMA_REST) ||
                (field->kind == SCHEMA_RECORD && schema_open(field->record));
    if (open && field->dimension_count)
        lex_fail(&p->lex, ERR_SYNTAX, place,
                 "what takes the rest of the packet cannot be an element of an array");
    return !p->lex.err;
}

bool schema_open(const struct schema_struct *body) {
    if (!body->count) return false;
    const struct schema_field *last = &body->fields[body->count - 1];
    if (last->dimension_count) return last->dimensions[last->dimension_count - 1].how == SCHEMA_REST;
    if (last->kind == SCHEMA_RECORD) return schema_open(last->record);
    return is_run(last) && last->length.how == SCHEMA_REST;
}

static bool number_for(struct parser *p, const struct schema_field *field, uint64_t *out) {
    struct place place = p->lex.now.place;
    struct number n;
    if (!parse_number(p, field->names, &n)) return false;
    if (field->kind == SCHEMA_FLOAT) {
        double value = n.real ? n.value : n.negative ? -(double)n.magnitude : (double)n.magnitude;
        if (field->width == sizeof(float) && isfinite(value) && !isfinite((float)value)) {
            lex_fail(&p->lex, ERR_RANGE, place, "an f32 may not be larger than 3.4028235e38; inf has a name");
            return false;
        }
        memcpy(out, &value, sizeof value);
        return true;
    }
    if (field->kind == SCHEMA_BOOL && (n.real || n.negative || n.magnitude > 1)) {
        lex_fail(&p->lex, ERR_RANGE, place, "expected true or false");
        return false;
    }
    return parse_fits(p, place, &n, field->width, field->kind == SCHEMA_INT, out);
}

static void default_value(struct parser *p, struct schema_field *field) {
    if (field->kind > SCHEMA_FLOAT) {
        lex_fail(&p->lex, ERR_TYPE, p->lex.now.place, "only numbers, enumerations and bits have a default");
        return;
    }
    if (!number_for(p, field, &field->initial)) return;
    while (field->names && field->names->bits && lex_take(&p->lex, "|")) {
        uint64_t more;
        if (number_for(p, field, &more)) field->initial |= more;
    }
}

// What a must holds, as it lies on the wire.
static void must_value(struct parser *p, struct schema_field *field) {
    if (field->kind == SCHEMA_BYTES) {
        struct place place = p->lex.now.place;
        if (parse_blob(p, &field->must) && !field->must.len)
            lex_fail(&p->lex, ERR_RANGE, place, "expected at least one byte");
        return;
    }
    uint64_t v;
    if (!number_for(p, field, &v)) return;
    uint8_t *at = arena_take(p->arena, field->width, 1);
    if (!at) {
        lex_fail(&p->lex, ERR_MEMORY, p->lex.now.place, "no memory");
        return;
    }
    if (field->kind == SCHEMA_FLOAT && field->width == 4) {
        double wide;
        uint32_t bits;
        memcpy(&wide, &v, sizeof wide);
        float narrow = (float)wide;
        memcpy(&bits, &narrow, sizeof bits);
        v = bits;
    }
    for (unsigned i = 0; i < field->width; i++)
        at[field->big ? field->width - 1u - i : i] = (uint8_t)(v >> (8 * i));
    field->must = (struct bytes){at, field->width};
}

static bool field_name(struct parser *p, struct schema_field *field, bool needed) {
    field->name = "";
    if (!needed && p->lex.now.kind != LEX_NAME) return true;
    if (!needed && (lex_is(&p->lex, "since") || lex_is(&p->lex, "until"))) return true;
    struct word w;
    if (!parse_name(p, "a field's name", &w)) return false;
    if (schema_is_c_word(w.spelled)) {
        lex_fail(&p->lex, ERR_SYNTAX, w.place, "\"%.*s\" is a word of C and cannot be a field's name",
                 (int)w.spelled.len, w.spelled.at);
        return false;
    }
    field->name = parse_copy(p, w.spelled);
    return true;
}

static void reserved(struct parser *p, struct schema_field *field) {
    struct place place = p->lex.now.place;
    if (!type(p, field)) return;
    if (field->kind > SCHEMA_FLOAT || field->names) {
        lex_fail(&p->lex, ERR_TYPE, place, "expected u8 to i64, f32, f64 or bool for reserved bytes");
        return;
    }
    if (!all_brackets(p, field) || !field_name(p, field, false)) return;
    if (field->dimension_count && field->dimensions[field->dimension_count - 1].how != SCHEMA_FIXED) {
        lex_fail(&p->lex, ERR_TYPE, place, "reserved bytes have a fixed length");
        return;
    }
    uint64_t bytes = field->width * schema_elements(field, true);
    if (bytes > SCHEMA_STRUCT)
        lex_fail(&p->lex, ERR_LIMIT, place, "at most %d bytes may be reserved", SCHEMA_STRUCT);
    *field =
        (struct schema_field){.name = field->name, .kind = SCHEMA_RESERVED, .width = 1, .dimension_count = 1};
    field->dimensions[0] = (struct schema_length){.how = SCHEMA_FIXED, .max = (uint32_t)bytes};
}

static void order(struct parser *p, struct schema_field *field) {
    if (lex_take(&p->lex, "big")) field->big = true;
    if (lex_take(&p->lex, "little")) field->big = false;
}

static void must(struct parser *p, struct schema_field *field) {
    order(p, field);
    struct place place = p->lex.now.place;
    if (!type(p, field)) return;
    if (field->kind > SCHEMA_FLOAT && field->kind != SCHEMA_BYTES) {
        lex_fail(&p->lex, ERR_TYPE, place, "expected a number's type or bytes");
        return;
    }
    if (!field_name(p, field, false)) return;
    lex_expect(&p->lex, "=");
    must_value(p, field);
    *field = (struct schema_field){.name = field->name, .kind = SCHEMA_MUST, .must = field->must};
}

static void value(struct parser *p, struct schema_field *field) {
    struct place place = p->lex.now.place;
    bool own = lex_take(&p->lex, "own");
    if (!type(p, field)) return;
    if (own && field->kind != SCHEMA_VIEW) {
        lex_fail(&p->lex, ERR_TYPE, place, "only a text can be own; u8[…] keeps bytes in the struct");
        return;
    }
    if (own) field->kind = SCHEMA_OWN_TEXT;
    if (!all_brackets(p, field) || !field_name(p, field, true)) return;
    if (lex_take(&p->lex, "=")) default_value(p, field);
}

bool parse_field(struct parser *p, struct schema_field *field, bool is_message) {
    const char *doc = p->lex.doc_before;
    struct place place = p->lex.now.place;
    *field = (struct schema_field){.big = p->protocol->big};
    bool optional = lex_take(&p->lex, "optional");
    order(p, field);
    if (lex_take(&p->lex, "reserved"))
        reserved(p, field);
    else if (lex_take(&p->lex, "must"))
        must(p, field);
    else
        value(p, field);
    field->until = SCHEMA_ALWAYS;
    field->optional = optional;
    parse_versions(p, &field->since, &field->until);
    if (optional && !is_message)
        lex_fail(&p->lex, ERR_SYNTAX, place, "only messages have optional fields");
    else if (optional && (field->kind == SCHEMA_RESERVED || field->kind == SCHEMA_MUST))
        lex_fail(&p->lex, ERR_SYNTAX, place, "bytes without a field cannot be optional");
    lex_expect(&p->lex, ";");
    field->doc = parse_doc(p, doc);
    return !p->lex.err;
}
