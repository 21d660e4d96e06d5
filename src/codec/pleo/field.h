// Fields that Pleo's files share: names of 32 bytes, filled with zeros and without an ending, and numbers,
// little-endian, written to a buffer that grows.
//
//     field_name_read(&in, sound->name);
//     field_name_write("growl", &out);
//     field_put(&out, 11025, 2);
#pragma once

#include "base/buf.h"

enum { FIELD_NAME = 32 };

// The result always ends with a zero byte. What would move a cursor stays: show it by text_shown.
void field_name_read(struct reader *in, char out[FIELD_NAME + 1]);
void field_name_write(const char *name, struct buf *out);        // cut at 32 bytes
void field_put(struct buf *out, uint32_t value, unsigned bytes); // the low `bytes` of the value
