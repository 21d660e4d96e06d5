// Structs, and the bodies of messages.
#include "schema/names.h"

#include "base/plural.h"
#include "schema/parse_internal.h"

#include <string.h>

enum { PROMISES = 256 };
struct promise {
    struct place place;
    bool offset;
    uint32_t before; // fields before it
    uint64_t low, high;
    unsigned version;
};

static bool promise(struct parser *p, uint32_t before, unsigned newest, struct list *promises) {
    struct promise *row = list_add(p, promises, sizeof *row, PROMISES, "promises in a struct");
    if (!row) return false;
    *row = (struct promise){.place = p->lex.now.place, .before = before, .version = newest};
    row->offset = lex_take(&p->lex, "offset");
    if (!row->offset) lex_expect(&p->lex, "size");
    if (!parse_integer(p, "a number of bytes", 0, UINT32_MAX, &row->low)) return false;
    row->high = row->low;
    if (!row->offset && lex_take(&p->lex, ".."))
        parse_integer(p, "a number of bytes", row->low, UINT32_MAX, &row->high);
    uint64_t v;
    if (lex_take(&p->lex, "version") &&
        parse_integer(p, "a version", p->protocol->oldest, p->protocol->newest, &v))
        row->version = (unsigned)v;
    return lex_expect(&p->lex, ";");
}

static void keep(struct parser *p, const struct schema_struct *body, const struct promise *row) {
    struct schema_struct part = *body;
    if (row->offset) part.count = row->before;
    struct schema_size size = schema_size(&part, row->version);
    if (size.smallest == row->low && size.largest == row->high) return;
    const char *next = row->offset && row->before < body->count ? body->fields[row->before].name : body->name;
    if (row->offset && size.smallest == size.largest)
        lex_fail(&p->lex, ERR_RANGE, row->place, "offset %llu does not hold: %s begins at %llu",
                 (unsigned long long)row->low, *next ? next : "the field", (unsigned long long)size.smallest);
    else if (size.smallest == size.largest)
        lex_fail(&p->lex, ERR_RANGE, row->place, "size %llu does not hold: %s has %s in version %u",
                 (unsigned long long)row->low, body->name, PLURAL(size.smallest, "byte"), row->version);
    else
        lex_fail(&p->lex, ERR_RANGE, row->place, "%s does not hold: it is %llu..%llu in version %u",
                 row->offset ? "offset" : "size", (unsigned long long)size.smallest,
                 (unsigned long long)size.largest, row->version);
}

// How deep it goes and how much it holds: whoever walks it later need not fear a bomb.
static void measure(struct parser *p, struct schema_struct *body, struct place began) {
    uint64_t leaves = 0;
    uint32_t deepest = 0;
    for (uint32_t i = 0; i < body->count; i++) {
        const struct schema_struct *inner = body->fields[i].record;
        leaves += inner ? inner->leaves : 1;
        if (inner && inner->depth > deepest) deepest = inner->depth;
    }
    body->depth = deepest + 1;
    body->leaves = leaves > SCHEMA_LEAVES ? SCHEMA_LEAVES : (uint32_t)leaves;
    if (body->depth > SCHEMA_DEPTH)
        lex_fail(&p->lex, ERR_LIMIT, began, "structs may not be more than %d deep", SCHEMA_DEPTH);
    else if (leaves > SCHEMA_LEAVES)
        lex_fail(&p->lex, ERR_LIMIT, began, "%s has more than %d fields, counting those of its structs",
                 body->name, SCHEMA_LEAVES);
}

// NAME_count and has_NAME come with some fields.
static bool is_helper(const char *name, const struct schema_field *field) {
    size_t len = strlen(field->name);
    bool counted =
        field->dimension_count && field->dimensions[field->dimension_count - 1].how != SCHEMA_FIXED;
    if (counted && !strncmp(name, field->name, len) && !strcmp(name + len, "_count")) return true;
    return field->optional && !strncmp(name, "has_", 4) && !strcmp(name + 4, field->name);
}

// A field that may stand after those that are there.
static void fits_behind(struct parser *p, const struct schema_struct *body, const struct schema_field *field,
                        struct place place) {
    if (!body->count) return;
    const struct schema_field *last = &body->fields[body->count - 1];
    if (schema_open(body))
        lex_fail(&p->lex, ERR_SYNTAX, place, "nothing can follow %s: it takes the rest of the packet",
                 last->name);
    else if (last->optional && !field->optional)
        lex_fail(&p->lex, ERR_SYNTAX, place, "only optional fields can follow %s, which is optional",
                 last->name);
    for (uint32_t i = 0; i < body->count && field->name[0]; i++) {
        const struct schema_field *other = &body->fields[i];
        if (!strcmp(field->name, other->name))
            lex_fail(&p->lex, ERR_DUPLICATE, place, "there is a field %s already", field->name);
        else if (is_helper(field->name, other) || is_helper(other->name, field))
            lex_fail(&p->lex, ERR_DUPLICATE, place, "%s and %s would have the same name in C", field->name,
                     other->name);
    }
}

const struct schema_struct *parse_no_body(struct parser *p, const char *name, const char *doc) {
    struct schema_struct *body = arena_one(p->arena, struct schema_struct);
    if (!body) {
        lex_fail(&p->lex, ERR_MEMORY, p->lex.now.place, "no memory");
        return NULL;
    }
    *body = (struct schema_struct){
        .name = name, .doc = doc, .protocol = p->protocol->name, .size = 1, .align = 1};
    const struct schema_struct **row =
        list_add(p, &p->structs, sizeof *row, SCHEMA_NAMES, "declarations in a file");
    if (row) *row = body;
    return body;
}

const struct schema_struct *parse_body(struct parser *p, const char *name, const char *doc, bool is_message,
                                       unsigned version) {
    struct place began = p->lex.now.place;
    lex_expect(&p->lex, "{");
    struct schema_struct *body = arena_one(p->arena, struct schema_struct);
    if (p->lex.err || !body) return NULL;
    *body = (struct schema_struct){.name = name, .doc = parse_doc(p, doc), .protocol = p->protocol->name};
    struct list fields = {0}, promises = {0};
    while (!p->lex.err && !lex_is(&p->lex, "}")) {
        struct place place = p->lex.now.place;
        if (lex_is(&p->lex, "offset") || lex_is(&p->lex, "size")) {
            promise(p, fields.count, version, &promises);
            continue;
        }
        struct schema_field field;
        if (!parse_field(p, &field, is_message)) break;
        fits_behind(p, body, &field, place);
        struct schema_field *row = list_add(p, &fields, sizeof *row, SCHEMA_FIELDS, "fields in a struct");
        if (!row) break;
        *row = field;
        body->fields = fields.at;
        body->count = fields.count;
    }
    lex_expect(&p->lex, "}");
    if (!p->lex.err && !schema_lay_out(body))
        lex_fail(&p->lex, ERR_LIMIT, began, "%s is larger than %d bytes in memory", name, SCHEMA_STRUCT);
    if (!p->lex.err) measure(p, body, began);
    for (uint32_t i = 0; i < promises.count && !p->lex.err; i++)
        keep(p, body, &((struct promise *)promises.at)[i]);
    if (p->lex.err) return NULL;
    const struct schema_struct **row =
        list_add(p, &p->structs, sizeof *row, SCHEMA_NAMES, "declarations in a file");
    if (row) *row = body;
    return body;
}

void parse_struct(struct parser *p) {
    const char *doc = p->lex.doc_before;
    lex_expect(&p->lex, "struct");
    struct place place = p->lex.now.place;
    const char *name = parse_new_name(p, "a struct's name");
    const struct schema_struct *body = parse_body(p, name, doc, false, p->protocol->newest);
    bool visible = false;
    for (uint32_t i = 0; body && i < body->count; i++) visible |= body->fields[i].kind < SCHEMA_RESERVED;
    if (body && !visible) lex_fail(&p->lex, ERR_SYNTAX, place, "struct %s has no fields", name);
}
