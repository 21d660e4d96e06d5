// Prints a protocol as a page of Markdown: constants, enumerations, structs and messages with ids,
// directions, sizes in each version, offsets and documentation.
//
//     struct buf page = {0};
//     schema_document(protocol, &page);          // page.err: ERR_MEMORY
#pragma once

#include "base/buf.h"
#include "schema/schema.h"

void schema_document(const struct schema_protocol *protocol, struct buf *out);
// A field's type as the language writes it: "own text[u8 : 20]", "u16[4]".
void schema_spell_type(const struct schema_field *field, char *out, size_t size);
