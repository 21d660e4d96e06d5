// Encoding and decoding by walking a description, for schemas that are read at run time.
//
//     void *value = arena_take(arena, body->size, SCHEMA_ALIGN);
//     if (schema_decode(body, value, &in, version)) …            // in.err says what, reader_offset where
//     schema_encode(body, value, &out, version);
//
// These functions do the same as the generated ones, byte for byte and error for error, on the same structs;
// a test compares the two. They are slower, so links use the generated ones. Bytes and texts are views into
// the packet. After an error the value must not be used.
#pragma once

#include "schema/schema.h"

void schema_defaults(const struct schema_struct *body, void *out);
enum err schema_decode(const struct schema_struct *body, void *out, struct reader *in, unsigned version);
enum err schema_encode(const struct schema_struct *body, const void *from, struct writer *out,
                       unsigned version);
// The tagged union of a generated protocol, struct toy_message: its id, then its body. For protocols with one
// id space.
enum err schema_encode_message(const struct schema_protocol *protocol, const void *message,
                               struct writer *out, unsigned version);
enum err schema_decode_message(const struct schema_protocol *protocol, void *message, struct reader *in,
                               unsigned direction, unsigned version);
// Handles bytes after a message's body: an error, or skipped, as the protocol says.
enum err schema_extra(const struct schema_protocol *protocol, struct reader *in);

// For other code that walks values: an element of a field, its number, the number of elements.
const void *schema_element(const struct schema_field *field, const void *value, uint64_t index);
void *schema_element_of(const struct schema_field *field, void *value, uint64_t index);
// Sign-extended; of a float its bits.
uint64_t schema_load(const struct schema_field *field, const void *element);
void schema_store(const struct schema_field *field, void *element, uint64_t number);
uint32_t schema_count_of(const struct schema_field *field, const void *value); // of the last brackets
void schema_set_count(const struct schema_field *field, void *value, uint32_t count);
bool schema_has(const struct schema_field *field, const void *value);
void schema_set_has(const struct schema_field *field, void *value, bool has);
void schema_field_defaults(const struct schema_field *field, void *value);
bool schema_in_memory(const struct schema_field *field); // false for reserved and must fields
