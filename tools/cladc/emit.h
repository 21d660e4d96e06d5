// Inside cladc: what its files share. Each writes one part of what is generated.
#pragma once

#include "base/buf.h"
#include "schema/names.h"
#include "schema/schema.h"

struct emit {
    const struct schema_protocol *protocol;
    struct buf *out;
    const char *stem;                            // "cozmo": the files are schema/cozmo.h and .c
    char lower[SCHEMA_NAME], upper[SCHEMA_NAME]; // the protocol's name
};

struct c_name {
    char text[SCHEMA_NAME * 2];
};

__attribute__((format(printf, 2, 3))) void emit(struct emit *e, const char *format, ...);
void emit_doc(struct emit *e, const char *indent, const char *doc); // as // lines
void emit_string(struct emit *e, const char *text);                 // quoted, NULL as ""
void emit_bytes(struct emit *e, struct bytes bytes);                // 0x01, 0x02

struct c_name c_struct(const struct schema_struct *body); // toy_robot_state
struct c_name c_enum(const struct schema_enum *names);    // toy_motor_id
struct c_name c_kind(struct emit *e, const struct schema_message *message);
struct c_name c_member(const struct schema_message *message); // robot_state
struct c_name c_type(const struct schema_field *field);       // of one element: uint16_t, struct toy_wheel
struct c_name c_length(const struct schema_length *length);   // (struct schema_length){…}
struct c_name c_when(const struct schema_field *field);       // version >= 2 && version <= 5; "" when always
struct c_name c_number(const struct schema_field *field, uint64_t number); // a literal of the field's type
const char *c_wire(const struct schema_field *field);                      // u16, i32be, f32, bool

bool is_visible(const struct schema_struct *body); // has something in memory
bool is_flat(const struct schema_struct *body);    // the same bytes at the same places, always
bool is_plain(const struct schema_field *field);   // may be part of a run of bytes checked at once
bool is_zero(const struct schema_struct *body);    // all its defaults are zero
bool fits_int(const struct schema_enum *names);
// How many fields from `first` on make one run of bytes that is checked at once; at least one.
uint32_t run_of(const struct schema_struct *body, uint32_t first);
uint32_t wire_bytes_of(const struct schema_field *field); // of a plain field

void emit_header(struct emit *e);
void emit_source(struct emit *e);
void emit_defaults(struct emit *e, const struct schema_struct *body);
void emit_field_defaults(struct emit *e, const struct schema_field *field, const char *indent);
void emit_decode(struct emit *e, const struct schema_struct *body);
void emit_encode(struct emit *e, const struct schema_struct *body);
void emit_messages(struct emit *e);
void emit_tables(struct emit *e);

// for (unsigned i0 = 0; i0 < 4; i0++) … over the brackets of an array, outer first, skipping the outermost
// `skip`. The expression of an element is "name[i0][i1]"; its number in order "i0 * 3 + i1".
struct loops {
    char element[SCHEMA_NAME], index[SCHEMA_NAME];
    unsigned depth;
};
struct loops emit_loops(struct emit *e, const struct schema_field *field, const char *indent, bool skip_last,
                        const char *also);
