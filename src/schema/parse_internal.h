// Shared by the files of the schema parser. Others include schema/schema.h.
#pragma once

#include "schema/lex.h"
#include "schema/schema.h"

struct list { // grows in the arena
    void *at;
    uint32_t count, room;
};

struct declared { // a named declaration and its place
    struct text name;
    struct place place;
};

// The attributes in the brackets of a message or a `with` block.
struct header {
    uint8_t directions, attributes[SCHEMA_ATTRIBUTES];
    uint32_t since, until;
    uint32_t id;
    uint8_t space;
};

struct parser {
    struct lex lex;
    struct arena *arena;
    const char *file; // NULL: imports are refused
    unsigned imports_deep;
    struct schema_protocol *protocol;
    struct list constants, enums, structs, messages, imports, declared, message_places;
    unsigned depth; // of with blocks
};

struct number {
    bool real, negative;
    uint64_t magnitude;
    double value;
};

void *list_add(struct parser *p, struct list *list, size_t size, uint32_t limit, const char *what);
const char *parse_copy(struct parser *p, struct text name);
// the comments before and after a declaration, joined
const char *parse_doc(struct parser *p, const char *before);
bool parse_name(struct parser *p, const char *what, struct word *name); // any name, as written
// A new name in the file: valid in C and not yet declared.
const char *parse_new_name(struct parser *p, const char *what);

// parse_value.c
bool parse_number(struct parser *p, const struct schema_enum *names, struct number *out);
bool parse_integer(struct parser *p, const char *what, uint64_t low, uint64_t high, uint64_t *out);
bool parse_fits(struct parser *p, struct place place, const struct number *n, unsigned width, bool is_signed,
                uint64_t *out);
bool parse_blob(struct parser *p, struct bytes *out); // "…", hex "…" or the name of a constant
void parse_constant(struct parser *p);
void parse_enum(struct parser *p, bool bits);
void parse_versions(struct parser *p, uint32_t *since, uint32_t *until);
// The protocol of a qualified name; skips "other." if it is there.
const struct schema_protocol *parse_scope(struct parser *p);

// parse_protocol.c
void parse_protocol(struct parser *p);
void parse_import(struct parser *p);

// parse_record.c
void parse_struct(struct parser *p);
// The fields of a struct or message, from the opening bracket on; NULL after an error. name NULL: only the
// promises about it.
const struct schema_struct *parse_body(struct parser *p, const char *name, const char *doc, bool is_message,
                                       unsigned version);
const struct schema_struct *parse_no_body(struct parser *p, const char *name, const char *doc);

// parse_field.c
bool parse_field(struct parser *p, struct schema_field *field, bool is_message);
bool schema_open(const struct schema_struct *body); // ends with the rest of the packet

// parse_message.c
void parse_message(struct parser *p, const struct header *outer);
void parse_with(struct parser *p, const struct header *outer);

// parse.c
enum err schema_read_deep(const char *path, unsigned deep, struct arena *arena,
                          const struct schema_protocol **out, struct fault *fault);

// layout.c
bool schema_lay_out(struct schema_struct *body); // sets offsets in memory; false: larger than SCHEMA_STRUCT
