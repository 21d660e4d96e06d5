// Values of any schema as JSON, and back.
//
//     struct json_writer json = json_writer_of(&buf, 2);
//     schema_print(body, value, &json, version);
//     schema_parse(body, value, document, arena, &fault);       // toy.json:3:12: $.speed: expected …
//
// Bytes are hex, enumerations names (unnamed values are numbers), bits lists of names. Integers above
// 9223372036854775807, NaN, infinite numbers and texts that are not UTF-8 are written as text, so that bytes
// → JSON → bytes is exact. Fields that a version lacks are not printed. A field missing from the JSON takes
// its default. Parsed bytes and texts are views into the arena.
#pragma once

#include "base/data/json.h"
#include "schema/schema.h"

void schema_print(const struct schema_struct *body, const void *value, struct json_writer *json,
                  unsigned version);
enum err schema_parse(const struct schema_struct *body, void *into, const struct json *json,
                      struct arena *arena, struct fault *fault);

// The tagged union of a generated protocol, struct toy_message, as {"Drive": {"left_mmps": 80}}.
void schema_print_message(const struct schema_protocol *protocol, const void *message,
                          struct json_writer *json, unsigned version);
enum err schema_parse_message(const struct schema_protocol *protocol, void *message, const struct json *json,
                              struct arena *arena, struct fault *fault);
