// Numbers, constants and enumerations.
#include "schema/names.h"
#include "schema/parse_internal.h"

#include <math.h>
#include <string.h>

const struct schema_protocol *parse_scope(struct parser *p) {
    for (uint32_t i = 0; i < p->imports.count; i++) {
        const struct schema_protocol *other = ((const struct schema_protocol **)p->imports.at)[i];
        if (!lex_is(&p->lex, other->name)) continue;
        struct lex ahead = p->lex;
        ahead.fault = NULL;
        lex_next(&ahead);
        if (!lex_is(&ahead, ".")) continue;
        lex_next(&p->lex);
        lex_next(&p->lex);
        return other;
    }
    return p->protocol;
}

static const struct schema_constant *constant_of(struct parser *p, const struct schema_protocol *scope,
                                                 struct text name) {
    bool own = scope == p->protocol;
    const struct schema_constant *const *all = own ? p->constants.at : scope->constants;
    uint32_t count = own ? p->constants.count : scope->constant_count;
    for (uint32_t i = 0; i < count; i++)
        if (text_is(name, all[i]->name)) return all[i];
    return NULL;
}

static void from_bits(const struct schema_enum *names, uint64_t v, struct number *out) {
    out->negative = names->is_signed && (int64_t)v < 0;
    out->magnitude = out->negative ? 0 - v : v;
}

static bool named_number(struct parser *p, const struct schema_enum *names, struct number *out) {
    uint64_t v;
    if (names && schema_value_of(names, p->lex.now.spelled, &v)) {
        from_bits(names, v, out);
        lex_next(&p->lex);
        return true;
    }
    static const struct {
        const char *name;
        struct number number;
    } FIXED[] = {{"true", {.magnitude = 1}},
                 {"false", {.magnitude = 0}},
                 {"inf", {.real = true, .value = (double)INFINITY}},
                 {"nan", {.real = true, .value = (double)NAN}}};
    for (size_t i = 0; i < sizeof FIXED / sizeof *FIXED; i++) {
        if (!lex_take(&p->lex, FIXED[i].name)) continue;
        *out = FIXED[i].number;
        return true;
    }
    struct word first = p->lex.now;
    const struct schema_protocol *scope = parse_scope(p);
    const struct schema_constant *constant = constant_of(p, scope, p->lex.now.spelled);
    if (constant && constant->kind == SCHEMA_INTEGER) {
        out->negative = constant->negative;
        out->magnitude = constant->negative ? 0 - constant->integer : constant->integer;
    } else if (constant && constant->kind == SCHEMA_REAL) {
        *out = (struct number){.real = true, .value = constant->real};
    } else if (constant) {
        lex_fail(&p->lex, ERR_TYPE, first.place, "expected a number, but %s is a text", constant->name);
        return false;
    } else if (names) {
        lex_fail(&p->lex, ERR_UNKNOWN, first.place, "expected a number or a value of %s, found \"%.*s\"",
                 names->name, (int)first.spelled.len, first.spelled.at);
        return false;
    } else {
        lex_fail(&p->lex, ERR_UNKNOWN, first.place, "expected a number or a constant, found \"%.*s\"",
                 (int)first.spelled.len, first.spelled.at);
        return false;
    }
    lex_next(&p->lex);
    return true;
}

bool parse_number(struct parser *p, const struct schema_enum *names, struct number *out) {
    *out = (struct number){0};
    bool minus = lex_take(&p->lex, "-");
    struct word *w = &p->lex.now;
    if (w->kind == LEX_NAME) {
        if (!named_number(p, names, out)) return false;
    } else if (w->kind == LEX_INTEGER || w->kind == LEX_REAL) {
        *out = (struct number){.real = w->kind == LEX_REAL, .magnitude = w->integer, .value = w->real};
        lex_next(&p->lex);
    } else if (w->kind == LEX_LETTERS) {
        for (size_t i = 0; i < w->bytes.len; i++) {
            size_t at = p->protocol->big ? w->bytes.len - 1 - i : i;
            out->magnitude |= (uint64_t)w->bytes.at[i] << (8 * at);
        }
        lex_next(&p->lex);
    } else {
        char word[64];
        lex_fail(&p->lex, ERR_SYNTAX, w->place, "expected a number, found %s", lex_word(&p->lex, word));
        return false;
    }
    if (minus) {
        out->negative = !out->negative && (out->real || out->magnitude);
        out->value = -out->value;
    }
    return !p->lex.err;
}

bool parse_integer(struct parser *p, const char *what, uint64_t low, uint64_t high, uint64_t *out) {
    struct place place = p->lex.now.place;
    struct number n;
    if (!parse_number(p, NULL, &n)) return false;
    if (n.real || n.negative || n.magnitude < low || n.magnitude > high) {
        lex_fail(&p->lex, ERR_RANGE, place, "expected %s from %llu to %llu", what, (unsigned long long)low,
                 (unsigned long long)high);
        return false;
    }
    *out = n.magnitude;
    return true;
}

bool parse_fits(struct parser *p, struct place place, const struct number *n, unsigned width, bool is_signed,
                uint64_t *out) {
    unsigned bits = width * 8;
    uint64_t top = is_signed    ? ((uint64_t)1 << (bits - 1)) - 1
                   : bits == 64 ? UINT64_MAX
                                : ((uint64_t)1 << bits) - 1;
    uint64_t bottom = is_signed ? top + 1 : 0;
    if (n->real) {
        lex_fail(&p->lex, ERR_TYPE, place, "expected a whole number");
        return false;
    }
    if (n->magnitude > (n->negative ? bottom : top)) {
        lex_fail(&p->lex, ERR_RANGE, place, "expected a number from %s%llu to %llu", bottom ? "-" : "",
                 (unsigned long long)bottom, (unsigned long long)top);
        return false;
    }
    *out = n->negative ? 0 - n->magnitude : n->magnitude;
    return true;
}

static bool hex_text(struct parser *p, struct bytes *out) {
    struct word w = p->lex.now;
    uint8_t *room = arena_take(p->arena, w.bytes.len / 2 + 1, 1);
    size_t len = 0;
    if (!room ||
        hex_to_bytes((struct text){(const char *)w.bytes.at, w.bytes.len}, room, w.bytes.len / 2 + 1, &len)) {
        lex_fail(&p->lex, ERR_SYNTAX, w.place, "expected pairs of hex digits between the quotes");
        return false;
    }
    *out = (struct bytes){room, len};
    lex_next(&p->lex);
    return true;
}

bool parse_blob(struct parser *p, struct bytes *out) {
    struct word w = p->lex.now;
    if (w.kind == LEX_TEXT) {
        *out = w.bytes;
        lex_next(&p->lex);
        return true;
    }
    if (lex_take(&p->lex, "hex") && p->lex.now.kind == LEX_TEXT) return hex_text(p, out);
    const struct schema_constant *constant = NULL;
    if (w.kind == LEX_NAME) {
        const struct schema_protocol *scope = parse_scope(p);
        constant = constant_of(p, scope, p->lex.now.spelled);
    }
    if (constant && (constant->kind == SCHEMA_BLOB || constant->kind == SCHEMA_STRING)) {
        *out = constant->bytes;
        lex_next(&p->lex);
        return true;
    }
    char word[64];
    lex_fail(&p->lex, ERR_SYNTAX, w.place, "expected \"…\", hex \"…\" or a constant that is one, found %s",
             lex_word(&p->lex, word));
    return false;
}

void parse_constant(struct parser *p) {
    const char *doc = p->lex.doc_before;
    lex_expect(&p->lex, "const");
    struct schema_constant *constant = arena_one(p->arena, struct schema_constant);
    const char *name = parse_new_name(p, "a constant's name");
    lex_expect(&p->lex, "=");
    if (p->lex.err || !constant) return;
    constant->name = name;
    if (p->lex.now.kind == LEX_TEXT || lex_is(&p->lex, "hex")) {
        constant->kind = lex_is(&p->lex, "hex") ? SCHEMA_BLOB : SCHEMA_STRING;
        if (!parse_blob(p, &constant->bytes)) return;
        if (constant->kind == SCHEMA_BLOB && !constant->bytes.len)
            lex_fail(&p->lex, ERR_RANGE, p->lex.now.place, "expected at least one byte");
    } else {
        struct place place = p->lex.now.place;
        struct number n;
        if (!parse_number(p, NULL, &n)) return;
        if (n.negative && !n.real && n.magnitude > (uint64_t)1 << 63)
            lex_fail(&p->lex, ERR_RANGE, place, "a number may not be smaller than -9223372036854775808");
        constant->kind = n.real ? SCHEMA_REAL : SCHEMA_INTEGER;
        constant->negative = n.negative && !n.real;
        constant->integer = n.negative ? 0 - n.magnitude : n.magnitude;
        constant->real = n.value;
    }
    lex_expect(&p->lex, ";");
    constant->doc = parse_doc(p, doc);
    const struct schema_constant **row =
        list_add(p, &p->constants, sizeof *row, SCHEMA_NAMES, "constants in a file");
    if (row) *row = constant;
}

// u8 … i64: the width, or 0.
static unsigned integer_type(struct text name, bool *is_signed) {
    if (name.len < 2 || (name.at[0] != 'u' && name.at[0] != 'i')) return 0;
    *is_signed = name.at[0] == 'i';
    static const char *const WIDTHS[] = {[1] = "8", [2] = "16", [4] = "32", [8] = "64"};
    for (unsigned w = 1; w <= 8; w *= 2)
        if (text_is((struct text){name.at + 1, name.len - 1}, WIDTHS[w])) return w;
    return 0;
}

static bool enum_value(struct parser *p, struct schema_enum *names, struct list *values, uint64_t *next) {
    const char *doc = p->lex.doc_before;
    struct word w;
    if (!parse_name(p, "a value's name", &w)) return false;
    uint64_t unused;
    if (schema_value_of(names, w.spelled, &unused)) {
        lex_fail(&p->lex, ERR_DUPLICATE, w.place, "%s has a value %.*s already", names->name,
                 (int)w.spelled.len, w.spelled.at);
        return false;
    }
    struct schema_value *value =
        list_add(p, values, sizeof *value, SCHEMA_FIELDS, "values in an enumeration or bits");
    if (!value) return false;
    value->name = parse_copy(p, w.spelled);
    struct number n = {.negative = names->is_signed && (int64_t)*next < 0};
    n.magnitude = n.negative ? 0 - *next : *next;
    struct place place = w.place;
    if (lex_take(&p->lex, "=")) {
        place = p->lex.now.place;
        if (!parse_number(p, NULL, &n)) return false;
    }
    if (names->bits) {
        if (n.real || n.negative || n.magnitude >= names->width * 8u) {
            lex_fail(&p->lex, ERR_RANGE, place, "expected the number of a bit, from 0 to %u",
                     names->width * 8u - 1);
            return false;
        }
        value->value = (uint64_t)1 << n.magnitude;
        *next = n.magnitude + 1;
    } else {
        if (!parse_fits(p, place, &n, names->width, names->is_signed, &value->value)) return false;
        *next = value->value + 1;
    }
    const char *behind = parse_doc(p, doc);
    bool more = lex_take(&p->lex, ",");
    value->doc = parse_doc(p, behind);
    names->values = values->at;
    names->count = values->count;
    return more;
}

void parse_enum(struct parser *p, bool bits) {
    const char *doc = p->lex.doc_before;
    lex_next(&p->lex);
    struct schema_enum *names = arena_one(p->arena, struct schema_enum);
    const char *name = parse_new_name(p, bits ? "a name for the bits" : "an enumeration's name");
    lex_expect(&p->lex, ":");
    if (p->lex.err || !names) return;
    struct word type = p->lex.now;
    *names = (struct schema_enum){.name = name, .bits = bits, .protocol = p->protocol->name};
    names->width = (uint8_t)integer_type(type.spelled, &names->is_signed);
    if (!names->width || (bits && names->is_signed)) {
        char word[64];
        lex_fail(&p->lex, ERR_TYPE, type.place, "expected %s, found %s",
                 bits ? "u8, u16, u32 or u64" : "u8, u16, u32, u64, i8, i16, i32 or i64",
                 lex_word(&p->lex, word));
        return;
    }
    lex_next(&p->lex);
    names->bare = lex_take(&p->lex, "bare");
    lex_expect(&p->lex, "{");
    names->doc = parse_doc(p, doc);
    struct list values = {0};
    uint64_t next = 0;
    while (!p->lex.err && !lex_is(&p->lex, "}"))
        if (!enum_value(p, names, &values, &next)) break;
    if (!names->count) lex_fail(&p->lex, ERR_SYNTAX, p->lex.now.place, "expected at least one value");
    lex_expect(&p->lex, "}");
    const struct schema_enum **row =
        list_add(p, &p->enums, sizeof *row, SCHEMA_NAMES, "declarations in a file");
    if (row) *row = names;
}

void parse_versions(struct parser *p, uint32_t *since, uint32_t *until) {
    const struct schema_protocol *known = p->protocol;
    struct place place = p->lex.now.place;
    uint64_t v;
    if (lex_take(&p->lex, "since") && parse_integer(p, "a version", known->oldest, known->newest, &v))
        *since = (uint32_t)v;
    if (lex_take(&p->lex, "until") && parse_integer(p, "a version", known->oldest, known->newest, &v))
        *until = (uint32_t)v;
    if (!p->lex.err && *since > *until)
        lex_fail(&p->lex, ERR_RANGE, place, "nothing is both since %u and until %u", *since, *until);
}
