// A schema file, from its first word to its last.
#include "base/system/file.h"
#include "schema/names.h"
#include "schema/parse_internal.h"

#include <string.h>

void *list_add(struct parser *p, struct list *list, size_t size, uint32_t limit, const char *what) {
    if (p->lex.err) return NULL;
    if (list->count >= limit) {
        lex_fail(&p->lex, ERR_LIMIT, p->lex.now.place, "at most %u %s", limit, what);
        return NULL;
    }
    if (list->count == list->room) {
        uint32_t room = list->room ? list->room * 2 : 8;
        void *at = arena_take_many(p->arena, room, size, SCHEMA_ALIGN);
        if (!at) {
            lex_fail(&p->lex, ERR_MEMORY, p->lex.now.place, "no memory");
            return NULL;
        }
        if (list->count) memcpy(at, list->at, list->count * size);
        list->at = at;
        list->room = room;
    }
    return (char *)list->at + size * list->count++;
}

const char *parse_copy(struct parser *p, struct text name) {
    const char *copy = arena_copy_text(p->arena, name.at, name.len);
    if (!copy) lex_fail(&p->lex, ERR_MEMORY, p->lex.now.place, "no memory");
    return copy ? copy : "";
}

const char *parse_doc(struct parser *p, const char *before) {
    const char *behind = p->lex.doc_after;
    p->lex.doc_after = NULL;
    if (!before || !*before) return behind ? behind : "";
    if (!behind) return before;
    size_t a = strlen(before), b = strlen(behind);
    char *both = arena_take(p->arena, a + b + 2, 1);
    if (!both) return before;
    memcpy(both, before, a);
    both[a] = '\n';
    memcpy(both + a + 1, behind, b);
    return both;
}

bool parse_name(struct parser *p, const char *what, struct word *name) {
    *name = p->lex.now;
    char word[64];
    if (name->kind != LEX_NAME) {
        lex_fail(&p->lex, ERR_SYNTAX, name->place, "expected %s, found %s", what, lex_word(&p->lex, word));
        return false;
    }
    if (name->spelled.len >= SCHEMA_WORD) {
        lex_fail(&p->lex, ERR_LIMIT, name->place, "a name may have at most %d letters", SCHEMA_WORD - 1);
        return false;
    }
    lex_next(&p->lex);
    return !p->lex.err;
}

const char *parse_new_name(struct parser *p, const char *what) {
    static const char *const TAKEN[] = {"u8",     "u16",  "u24",    "u32",      "u64",  "i8",       "i16",
                                        "i32",    "i64",  "f32",    "f64",      "bool", "bytes",    "text",
                                        "own",    "big",  "little", "optional", "must", "reserved", "size",
                                        "offset", "rest", "true",   "false",    "inf",  "nan",      "hex"};
    struct word name;
    if (!parse_name(p, what, &name)) return "";
    for (size_t i = 0; i < sizeof TAKEN / sizeof *TAKEN; i++)
        if (text_is(name.spelled, TAKEN[i]))
            lex_fail(&p->lex, ERR_SYNTAX, name.place, "\"%s\" is a word of this language: expected %s",
                     TAKEN[i], what);
    const struct declared *all = p->declared.at;
    for (uint32_t i = 0; i < p->declared.count && !p->lex.err; i++)
        if (text_same(all[i].name, name.spelled))
            lex_fail(&p->lex, ERR_DUPLICATE, name.place, "%.*s is declared in line %u already",
                     (int)name.spelled.len, name.spelled.at, all[i].place.line);
    struct declared *row = list_add(p, &p->declared, sizeof *row, SCHEMA_NAMES, "declarations in a file");
    if (!row) return "";
    *row = (struct declared){name.spelled, name.place};
    return parse_copy(p, name.spelled);
}

static struct place place_of(const struct parser *p, const char *name) {
    const struct declared *all = p->declared.at;
    for (uint32_t i = 0; i < p->declared.count; i++)
        if (text_is(all[i].name, name)) return all[i].place;
    return (struct place){1, 1};
}

static struct place later(struct place a, struct place b) {
    return a.line > b.line || (a.line == b.line && a.column > b.column) ? a : b;
}

static void declaration(struct parser *p) {
    const struct header nothing = {.until = SCHEMA_ALWAYS};
    char word[64];
    if (lex_is(&p->lex, "const"))
        parse_constant(p);
    else if (lex_is(&p->lex, "enum") || lex_is(&p->lex, "bits"))
        parse_enum(p, lex_is(&p->lex, "bits"));
    else if (lex_is(&p->lex, "struct"))
        parse_struct(p);
    else if (lex_is(&p->lex, "message"))
        parse_message(p, &nothing);
    else if (lex_is(&p->lex, "with"))
        parse_with(p, &nothing);
    else
        lex_fail(&p->lex, ERR_SYNTAX, p->lex.now.place,
                 "expected const, enum, bits, struct, message or with, found %s", lex_word(&p->lex, word));
}

static void finish(struct parser *p) {
    struct schema_protocol *protocol = p->protocol;
    protocol->constants = p->constants.at;
    protocol->constant_count = p->constants.count;
    protocol->enums = p->enums.at;
    protocol->enum_count = p->enums.count;
    protocol->structs = p->structs.at;
    protocol->struct_count = p->structs.count;
    protocol->messages = p->messages.at;
    protocol->message_count = p->messages.count;
    protocol->imports = p->imports.at;
    protocol->import_count = p->imports.count;
}

static enum err compile(struct text source, const char *file, unsigned deep, struct arena *arena,
                        const struct schema_protocol **out, struct fault *fault) {
    *out = NULL;
    if (source.len > SCHEMA_TEXT)
        return fault_at(fault, ERR_LIMIT, file, 0, 0, "a schema may not be larger than %d bytes",
                        SCHEMA_TEXT);
    struct parser p = {.arena = arena, .file = file, .imports_deep = deep};
    p.protocol = arena_one(arena, struct schema_protocol);
    if (!p.protocol) return fault_at(fault, ERR_MEMORY, file, 0, 0, "no memory");
    lex_start(&p.lex, source, file, arena, fault);
    p.protocol->file = file ? arena_copy_text(arena, file, strlen(file)) : "";
    parse_protocol(&p);
    while (!p.lex.err && lex_is(&p.lex, "import")) parse_import(&p);
    while (!p.lex.err && p.lex.now.kind != LEX_END) declaration(&p);
    if (p.lex.err) return p.lex.err;
    finish(&p);
    const char *at[2];
    struct fault same = {0};
    if (schema_check_names(p.protocol, at, &same))
        return lex_fail(&p.lex, same.err, later(place_of(&p, at[0]), place_of(&p, at[1])), "%s", same.said);
    *out = p.protocol;
    return ERR_NONE;
}

enum err schema_compile(struct text source, const char *file, struct arena *arena,
                        const struct schema_protocol **out, struct fault *fault) {
    return compile(source, file, 0, arena, out, fault);
}

enum err schema_read_deep(const char *path, unsigned deep, struct arena *arena,
                          const struct schema_protocol **out, struct fault *fault) {
    struct buf text = {0};
    enum err err = file_read(path, SCHEMA_TEXT, &text, fault);
    // The text stays in the arena: names are copied, but errors of a later file may still quote it.
    char *kept = err ? NULL : arena_copy_text(arena, (const char *)text.at, text.len);
    struct text source = {kept, text.len};
    buf_free(&text);
    if (err) return err;
    if (!kept) return fault_at(fault, ERR_MEMORY, path, 0, 0, "no memory");
    return compile(source, path, deep, arena, out, fault);
}

enum err schema_read(const char *path, struct arena *arena, const struct schema_protocol **out,
                     struct fault *fault) {
    return schema_read_deep(path, 0, arena, out, fault);
}
