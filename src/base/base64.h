// Base 64: bytes as letters, digits, + and /, padded with =.
//
//     base64_encode(&out, bytes, len);                 // appends; out.err says what failed
//     uint8_t *bytes = malloc(BASE64_ROOM(text.len));
//     if (!base64_decode(text, bytes, &len)) …         // not base 64
//
// What is read may also have - and _ in place of + and /, and no padding.
#pragma once

#include "base/buf.h"
#include "base/text.h"

#define BASE64_ROOM(letters) ((letters) / 4 * 3 + 3)
void base64_encode(struct buf *out, const void *bytes, size_t len);
// False: letters of another kind, padding in the middle, or bits that are left over.
bool base64_decode(struct text text, uint8_t *out, size_t *len);
