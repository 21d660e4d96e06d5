// Values as JSON, and back, for any schema.
//
//     struct json_writer json = json_writer_of(&buf, 2);
//     schema_print(body, value, &json, version);
//     schema_parse(body, value, document, arena, &fault);       // toy.json:3:12: $.speed: expected …
//
// Bytes are hex, enumerations names (or numbers when nobody has named them), bits lists of names; integers above
// 9223372036854775807, floats that are not finite and texts that are not UTF-8 have a form as text, so that bytes → JSON →
// bytes is exact. Fields a version does not have are not printed; what is missing when parsing takes its default.
// Parsed bytes and texts are views into the arena.
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
