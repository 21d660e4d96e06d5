// The protocol's own lines, and imports.
#include "base/system/file.h"
#include "schema/names.h"
#include "schema/parse_internal.h"

#include <stdio.h>
#include <string.h>

static void add_name(struct parser *p, const char *const *there, uint32_t count, const char *what,
                     const char **out) {
    struct word w;
    if (!parse_name(p, what, &w)) return;
    for (uint32_t i = 0; i < count; i++)
        if (there[i] && text_is(w.spelled, there[i])) {
            lex_fail(&p->lex, ERR_DUPLICATE, w.place, "%s is there already", there[i]);
            return;
        }
    *out = parse_copy(p, w.spelled);
}

static bool room_for(struct parser *p, uint32_t count, uint32_t limit, const char *what) {
    if (count < limit) return true;
    lex_fail(&p->lex, ERR_LIMIT, p->lex.now.place, "a protocol may have at most %u %s", limit, what);
    return false;
}

static void directions(struct parser *p) {
    struct schema_protocol *protocol = p->protocol;
    do {
        if (!room_for(p, protocol->direction_count, SCHEMA_DIRECTIONS, "directions")) return;
        add_name(p, protocol->directions, protocol->direction_count, "a direction's name",
                 &protocol->directions[protocol->direction_count]);
        protocol->direction_count++;
    } while (!p->lex.err && lex_take(&p->lex, ","));
}

static void id_space(struct parser *p) {
    struct schema_protocol *protocol = p->protocol;
    if (!room_for(p, protocol->space_count, SCHEMA_SPACES, "id spaces")) return;
    static const char *const WIDTHS[] = {[1] = "u8", [2] = "u16", [4] = "u32"};
    struct schema_space *space = &protocol->spaces[protocol->space_count];
    bool named = true;
    for (unsigned w = 1; w <= 4; w *= 2)
        if (lex_is(&p->lex, WIDTHS[w])) named = false;
    const char *there[SCHEMA_SPACES];
    for (uint32_t i = 0; i < protocol->space_count; i++) there[i] = protocol->spaces[i].name;
    space->name = "message";
    if (named)
        add_name(p, there, protocol->space_count, "the name of an id space, or u8, u16 or u32", &space->name);
    for (uint32_t i = 0; !named && i < protocol->space_count; i++)
        if (!strcmp(there[i], space->name))
            lex_fail(&p->lex, ERR_DUPLICATE, p->lex.now.place,
                     "there are ids already; more of them need a name: id NAME u8;");
    for (unsigned w = 1; w <= 4; w *= 2)
        if (lex_take(&p->lex, WIDTHS[w])) space->width = (uint8_t)w;
    char word[64];
    if (!space->width && !p->lex.err)
        lex_fail(&p->lex, ERR_TYPE, p->lex.now.place, "expected u8, u16 or u32, found %s",
                 lex_word(&p->lex, word));
    protocol->space_count++;
}

static void attribute(struct parser *p) {
    struct schema_protocol *protocol = p->protocol;
    if (!room_for(p, protocol->attribute_count, SCHEMA_ATTRIBUTES, "attributes")) return;
    struct schema_attribute *row = &protocol->attributes[protocol->attribute_count];
    const char *there[SCHEMA_ATTRIBUTES];
    for (uint32_t i = 0; i < protocol->attribute_count; i++) there[i] = protocol->attributes[i].name;
    add_name(p, there, protocol->attribute_count, "an attribute's name", &row->name);
    lex_expect(&p->lex, ":");
    struct list values = {0};
    do {
        const char **value = list_add(p, &values, sizeof *value, UINT8_MAX, "values of an attribute");
        if (!value) return;
        add_name(p, values.at, values.count - 1, "a value of the attribute", value);
    } while (!p->lex.err && lex_take(&p->lex, ","));
    row->values = values.at;
    row->count = values.count;
    protocol->attribute_count++;
}

static void versions(struct parser *p) {
    uint64_t low, high;
    struct place place = p->lex.now.place;
    if (!parse_integer(p, "a version", 0, SCHEMA_ALWAYS - 1, &low)) return;
    high = low;
    if (lex_take(&p->lex, "..") && !parse_integer(p, "a version", 0, SCHEMA_ALWAYS - 1, &high)) return;
    if (high < low) lex_fail(&p->lex, ERR_RANGE, place, "expected the oldest version before the newest");
    p->protocol->oldest = (uint32_t)low;
    p->protocol->newest = (uint32_t)high;
}

static void choice(struct parser *p, const char *no, const char *yes, bool *out) {
    char word[64];
    if (lex_take(&p->lex, yes))
        *out = true;
    else if (lex_take(&p->lex, no))
        *out = false;
    else
        lex_fail(&p->lex, ERR_SYNTAX, p->lex.now.place, "expected %s or %s, found %s", no, yes,
                 lex_word(&p->lex, word));
}

static void line(struct parser *p) {
    char word[64];
    struct place place = p->lex.now.place;
    lex_word(&p->lex, word);
    if (lex_take(&p->lex, "version"))
        versions(p);
    else if (lex_take(&p->lex, "order"))
        choice(p, "little", "big", &p->protocol->big);
    else if (lex_take(&p->lex, "extra"))
        choice(p, "refuse", "ignore", &p->protocol->ignores_extra);
    else if (lex_take(&p->lex, "direction"))
        directions(p);
    else if (lex_take(&p->lex, "id"))
        id_space(p);
    else if (lex_take(&p->lex, "attribute"))
        attribute(p);
    else
        lex_fail(&p->lex, ERR_SYNTAX, place,
                 "expected version, order, direction, id, attribute, extra or }, found %s", word);
    lex_expect(&p->lex, ";");
}

void parse_protocol(struct parser *p) {
    const char *doc = p->lex.doc_before;
    struct schema_protocol *protocol = p->protocol;
    lex_expect(&p->lex, "protocol");
    protocol->name = parse_new_name(p, "the protocol's name");
    char snake[SCHEMA_NAME];
    if (!p->lex.err) {
        schema_snake(protocol->name, snake);
        if (strcmp(snake, protocol->name))
            lex_fail(&p->lex, ERR_SYNTAX, p->lex.now.place,
                     "a protocol's name is written in small letters: %s", snake);
    }
    lex_expect(&p->lex, "{");
    protocol->doc = parse_doc(p, doc);
    while (!p->lex.err && !lex_is(&p->lex, "}")) line(p);
    lex_expect(&p->lex, "}");
    if (!protocol->direction_count) protocol->directions[protocol->direction_count++] = "any";
}

void parse_import(struct parser *p) {
    lex_expect(&p->lex, "import");
    struct word w = p->lex.now;
    struct bytes name;
    if (w.kind != LEX_TEXT) {
        char word[64];
        lex_fail(&p->lex, ERR_SYNTAX, w.place, "expected the name of a schema in quotes, found %s",
                 lex_word(&p->lex, word));
        return;
    }
    if (!parse_blob(p, &name)) return;
    if (!p->file || p->imports_deep >= SCHEMA_DEPTH || memchr(name.at, 0, name.len)) {
        lex_fail(&p->lex, p->file ? ERR_LIMIT : ERR_DENIED, w.place,
                 p->file ? "imports may not be more than %d deep" : "nothing can be imported here",
                 SCHEMA_DEPTH);
        return;
    }
    const char *slash = strrchr(p->file, '/');
    char path[1024];
    int len = snprintf(path, sizeof path, "%.*s%.*s", slash ? (int)(slash + 1 - p->file) : 0, p->file,
                       (int)name.len, (const char *)name.at);
    if (len < 0 || (size_t)len >= sizeof path || !file_exists(path)) {
        lex_fail(&p->lex, ERR_MISSING, w.place, "there is no file %s", path);
        return;
    }
    const struct schema_protocol **row = list_add(p, &p->imports, sizeof *row, SCHEMA_DEPTH, "imports");
    if (!row) return;
    enum err err = schema_read_deep(path, p->imports_deep + 1, p->arena, row, p->lex.fault);
    if (err) {
        p->imports.count--;
        lex_fail(&p->lex, err, w.place, "this import has an error");
        return;
    }
    lex_expect(&p->lex, ";");
}
