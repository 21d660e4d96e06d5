#include "schema/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool small(char c) { return c >= 'a' && c <= 'z'; }
static bool capital(char c) { return c >= 'A' && c <= 'Z'; }
static bool digit(char c) { return c >= '0' && c <= '9'; }

void schema_snake(const char *name, char out[SCHEMA_NAME]) {
    size_t len = 0;
    for (const char *p = name; *p && len + 2 < SCHEMA_NAME; p++) {
        bool inside = p > name && p[-1] != '_';
        bool before = inside && (small(p[-1]) || ((capital(p[-1]) || digit(p[-1])) && small(p[1])));
        if (capital(*p) && before) out[len++] = '_';
        out[len++] = capital(*p) ? (char)(*p - 'A' + 'a') : *p;
    }
    out[len] = 0;
}

void schema_shout(const char *name, char out[SCHEMA_NAME]) {
    schema_snake(name, out);
    for (; *out; out++)
        if (small(*out)) *out = (char)(*out - 'a' + 'A');
}

bool schema_is_c_word(struct text name) {
    static const char *const WORDS[] = {
        "auto",     "break",   "case",      "char",     "const",         "continue",     "default",  "do",
        "double",   "else",    "enum",      "extern",   "float",         "for",          "goto",     "if",
        "inline",   "int",     "long",      "register", "restrict",      "return",       "short",    "signed",
        "sizeof",   "static",  "struct",    "switch",   "typedef",       "union",        "unsigned", "void",
        "volatile", "while",   "asm",       "typeof",   "bool",          "true",         "false",    "NULL",
        "alignas",  "alignof", "constexpr", "nullptr",  "static_assert", "thread_local", "linux",    "unix",
        "i386",     "INT_MAX", "EOF",       "errno",    "stdin",         "stdout",       "stderr",
    };
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (text_is(name, WORDS[i])) return true;
    return false;
}

void schema_value_c(const struct schema_enum *names, const struct schema_value *value,
                    char out[SCHEMA_NAME]) {
    char protocol[SCHEMA_NAME], type[SCHEMA_NAME], name[SCHEMA_NAME];
    schema_shout(names->protocol, protocol);
    schema_shout(names->name, type);
    schema_shout(value->name, name);
    if (names->bare)
        snprintf(out, SCHEMA_NAME, "%.48s_%.80s", protocol, name);
    else
        snprintf(out, SCHEMA_NAME, "%.40s_%.56s_%.56s", protocol, type, name);
}

// Everything that has a name in C, to be sorted.
struct taken {
    char c[SCHEMA_NAME];
    const char *what, *name, *owner; // owner: the declaration it stands in
};
struct takens {
    struct taken *at;
    size_t count, room;
};

static void take_in(struct takens *all, const char *c, const char *what, const char *name,
                    const char *owner) {
    if (all->count == all->room) return;
    struct taken *row = &all->at[all->count++];
    snprintf(row->c, sizeof row->c, "%s", c);
    row->what = what;
    row->name = name;
    row->owner = owner;
}

static void take(struct takens *all, const char *c, const char *what, const char *name) {
    take_in(all, c, what, name, name);
}

static int by_name(const void *a, const void *b) {
    const struct taken *x = a, *y = b;
    int c = strcmp(x->c, y->c);
    return c ? c : strcmp(x->name, y->name);
}

static void take_types(struct takens *all, const struct schema_protocol *protocol) {
    char c[SCHEMA_NAME];
    static const char *const OURS[] = {"kind", "direction", "space", "schema", "messages"};
    for (size_t i = 0; i < sizeof OURS / sizeof *OURS; i++) take(all, OURS[i], "word", OURS[i]);
    bool message = false;
    for (uint32_t i = 0; i < protocol->space_count; i++) {
        schema_snake(protocol->spaces[i].name, c);
        message |= !strcmp(c, "message");
        take(all, c, "id space", protocol->spaces[i].name);
    }
    if (!message) take(all, "message", "word", "message");
    for (uint32_t i = 0; i < protocol->attribute_count; i++) {
        schema_snake(protocol->attributes[i].name, c);
        take(all, c, "attribute", protocol->attributes[i].name);
    }
    for (uint32_t i = 0; i < protocol->enum_count; i++) {
        schema_snake(protocol->enums[i]->name, c);
        take(all, c, protocol->enums[i]->bits ? "bits" : "enum", protocol->enums[i]->name);
    }
    for (uint32_t i = 0; i < protocol->struct_count; i++) {
        schema_snake(protocol->structs[i]->name, c);
        take(all, c, "struct", protocol->structs[i]->name);
    }
}

static void take_values(struct takens *all, const struct schema_protocol *protocol) {
    char c[SCHEMA_NAME], part[SCHEMA_NAME], upper[SCHEMA_NAME], more[SCHEMA_NAME];
    schema_shout(protocol->name, upper);
    for (uint32_t i = 0; i < protocol->enum_count; i++)
        for (uint32_t v = 0; v < protocol->enums[i]->count; v++) {
            schema_value_c(protocol->enums[i], &protocol->enums[i]->values[v], c);
            take_in(all, c, protocol->enums[i]->name, protocol->enums[i]->values[v].name,
                    protocol->enums[i]->name);
        }
    for (uint32_t i = 0; i < protocol->constant_count; i++) {
        schema_shout(protocol->constants[i]->name, part);
        snprintf(c, sizeof c, "%.48s_%.80s", upper, part);
        take(all, c, "const", protocol->constants[i]->name);
    }
    for (uint32_t i = 0; i < protocol->message_count; i++) {
        schema_shout(protocol->messages[i].body->name, part);
        snprintf(c, sizeof c, "%.48s_%.80s", upper, part);
        take(all, c, "message", protocol->messages[i].body->name);
    }
    for (uint32_t i = 0; i < protocol->direction_count; i++) {
        schema_shout(protocol->directions[i], part);
        snprintf(c, sizeof c, "%.48s_%.80s", upper, part);
        take(all, c, "direction", protocol->directions[i]);
    }
    for (uint32_t i = 0; i < protocol->attribute_count; i++)
        for (uint32_t v = 0; v < protocol->attributes[i].count; v++) {
            schema_shout(protocol->attributes[i].name, part);
            schema_shout(protocol->attributes[i].values[v], more);
            snprintf(c, sizeof c, "%.40s_%.56s_%.56s", upper, part, more);
            take(all, c, protocol->attributes[i].name, protocol->attributes[i].values[v]);
        }
}

enum err schema_check_names(const struct schema_protocol *protocol, const char *at[2], struct fault *fault) {
    at[0] = at[1] = protocol->name;
    struct takens all = {.room = 64 + protocol->enum_count + protocol->struct_count +
                                 protocol->constant_count + protocol->message_count};
    for (uint32_t i = 0; i < protocol->enum_count; i++) all.room += protocol->enums[i]->count;
    for (uint32_t i = 0; i < protocol->attribute_count; i++) all.room += protocol->attributes[i].count;
    all.at = calloc(all.room, sizeof *all.at);
    if (!all.at) return fault_set(fault, ERR_MEMORY, "no memory");
    take_types(&all, protocol);
    take_values(&all, protocol);
    qsort(all.at, all.count, sizeof *all.at, by_name);
    enum err err = ERR_NONE;
    for (size_t i = 1; i < all.count && !err; i++) {
        const struct taken *a = &all.at[i - 1], *b = &all.at[i];
        if (strcmp(a->c, b->c)) continue;
        at[0] = a->owner;
        at[1] = b->owner;
        err = fault_set(fault, ERR_DUPLICATE, "%s %s and %s %s would have the same name in C: %s", a->what,
                        a->name, b->what, b->name, a->c);
    }
    free(all.at);
    return err;
}
