// A message schema in memory: the contents of a .clad file as tables.
//
//     const struct schema_protocol *cozmo;
//     // file:line:column and what was expected
//     if (schema_read("schema/cozmo.clad", arena, &cozmo, &fault)) …
//     const struct schema_struct *state = schema_find_struct(cozmo, TEXT("RobotState"));
//     void *value = arena_take(arena, state->size, SCHEMA_ALIGN);
//     schema_decode(state, value, &in, cozmo->newest);                  // schema/walk.h
//     schema_print(state, value, &json, cozmo->newest);                 // schema/json.h
//
// tools/cladc writes the same tables as constants, beside the plain C structs they describe (offsets come
// from offsetof), so code that walks the tables works on both. docs/message-language.md is the reference of
// the language. A schema read at run time lives in the arena it was read into. Nothing changes after reading.
#pragma once

#include "base/arena.h"
#include "base/bytes.h"
#include "base/text.h"

enum {
    SCHEMA_DIMENSIONS = 4,
    SCHEMA_ATTRIBUTES = 4,
    SCHEMA_DIRECTIONS = 8,
    SCHEMA_SPACES = 8,
    SCHEMA_DEPTH = 16,       // nesting of structs
    SCHEMA_FIELDS = 1024,    // fields of a struct, values of an enumeration
    SCHEMA_NAMES = 4096,     // declarations in a file
    SCHEMA_TEXT = 1 << 20,   // bytes of a schema
    SCHEMA_STRUCT = 1 << 20, // bytes of a struct in memory
    SCHEMA_LEAVES = 1 << 16, // fields of a struct, including those of nested structs
    SCHEMA_ALIGN = 8,
};
#define SCHEMA_ALWAYS UINT32_MAX // until: no end

enum schema_kind {
    SCHEMA_BOOL,
    SCHEMA_UINT,
    SCHEMA_INT,
    SCHEMA_FLOAT,
    SCHEMA_RECORD,   // another struct
    SCHEMA_BYTES,    // struct bytes
    SCHEMA_VIEW,     // struct text
    SCHEMA_OWN_TEXT, // char[]
    SCHEMA_RESERVED, // bytes on the wire, nothing in memory
    SCHEMA_MUST,
};

enum schema_count { SCHEMA_FIXED, SCHEMA_COUNTED, SCHEMA_REST };

// One pair of brackets.
struct schema_length {
    enum schema_count how;
    uint8_t width; // of the count on the wire
    uint32_t max;  // exactly this many when fixed
};

struct schema_value {
    const char *name, *doc;
    uint64_t value; // sign-extended; of a bit its mask
};

struct schema_enum { // an enumeration, or bits
    const char *name, *doc, *protocol;
    bool bits, bare, is_signed;
    uint8_t width;
    const struct schema_value *values;
    uint32_t count;
};

struct schema_struct;
struct schema_field {
    const char *name, *doc; // "" when there is none
    enum schema_kind kind;
    uint8_t width; // of a number, on the wire
    bool big, optional;
    uint8_t dimension_count;
    // Of the array, inner first; only the last may be counted.
    struct schema_length dimensions[SCHEMA_DIMENSIONS];
    struct schema_length length;     // of bytes and texts
    const struct schema_enum *names; // NULL: a plain number
    const struct schema_struct *record;
    uint32_t since, until;
    uint64_t initial; // the default: integer, sign-extended, or the bits of a double
    struct bytes must;
    uint32_t offset, count_offset, has_offset; // in memory
    uint32_t memory;                           // bytes of one element in memory
    uint8_t count_width;                       // of NAME_count in memory; 0: no such member
};

struct schema_struct {
    const char *name, *doc, *protocol;
    const struct schema_field *fields;
    uint32_t count;
    uint32_t size, align; // in memory
    uint32_t depth, leaves;
};

struct schema_message {
    const struct schema_struct *body;
    uint32_t id;
    uint8_t space, directions; // directions: one bit each
    uint32_t since, until;
    uint8_t attributes[SCHEMA_ATTRIBUTES]; // from 1; 0: not given
    uint32_t smallest, largest;            // bytes of the body in the newest version that has it
};

struct schema_attribute {
    const char *name;
    const char *const *values; // [0] is attribute value 1
    uint32_t count;
};

struct schema_space {
    const char *name;
    uint8_t width; // bytes of an id
};

enum schema_constant_kind { SCHEMA_INTEGER, SCHEMA_REAL, SCHEMA_STRING, SCHEMA_BLOB };
struct schema_constant {
    const char *name, *doc;
    enum schema_constant_kind kind;
    bool negative; // integer: the value is its two's complement
    uint64_t integer;
    double real;
    struct bytes bytes; // of a string or blob
};

struct schema_protocol {
    const char *name, *doc, *file;
    uint32_t oldest, newest;
    bool big, ignores_extra;
    struct schema_space spaces[SCHEMA_SPACES];
    uint32_t space_count;
    const char *directions[SCHEMA_DIRECTIONS];
    uint32_t direction_count;
    struct schema_attribute attributes[SCHEMA_ATTRIBUTES];
    uint32_t attribute_count;
    const struct schema_constant *const *constants;
    uint32_t constant_count;
    const struct schema_enum *const *enums;
    uint32_t enum_count;
    const struct schema_struct *const *structs; // also message bodies, in the order of the file
    uint32_t struct_count;
    const struct schema_message *messages;
    uint32_t message_count;
    const struct schema_protocol *const *imports;
    uint32_t import_count;
    uint32_t message_body; // generated code only: offset of the union in struct toy_message, after its kind
};

// `file` names the place of errors. Imports are searched beside it; with NULL they are refused.
enum err schema_compile(struct text source, const char *file, struct arena *arena,
                        const struct schema_protocol **out, struct fault *fault);
enum err schema_read(const char *path, struct arena *arena, const struct schema_protocol **out,
                     struct fault *fault);

const struct schema_struct *schema_find_struct(const struct schema_protocol *protocol, struct text name);
const struct schema_enum *schema_find_enum(const struct schema_protocol *protocol, struct text name);
const struct schema_message *schema_find_message(const struct schema_protocol *protocol, struct text name);
const struct schema_message *schema_find_id(const struct schema_protocol *protocol, unsigned space,
                                            uint32_t id, unsigned direction, unsigned version);

// NULL: no name for this value
const char *schema_value_name(const struct schema_enum *names, uint64_t value);
bool schema_value_of(const struct schema_enum *names, struct text name, uint64_t *value);

static inline bool schema_holds(uint32_t since, uint32_t until, unsigned version) {
    return version >= since && version <= until;
}

// Bytes of a struct on the wire in a version.
struct schema_size {
    uint64_t smallest, largest;
};
struct schema_size schema_size(const struct schema_struct *body, unsigned version);
struct schema_size schema_field_size(const struct schema_field *field, unsigned version);
// The number of elements in the fixed dimensions below the last, or in all of them if `whole`.
uint64_t schema_elements(const struct schema_field *field, bool whole);
