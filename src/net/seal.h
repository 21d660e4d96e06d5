// Bytes that only who has the key can read, and that nobody can change unnoticed: AES-256 in GCM.
//
//     uint8_t key[SEAL_KEY];                          // from the system's randomness, in a private file
//     seal_close(key, photo, &sealed, &fault);
//     seal_open(key, sealed, &photo, &fault);         // ERR_CHECKSUM: another key, or not as it was
//
// Sealed bytes begin with a mark and a number that is never used twice. Both calls append to `out`, which is
// the caller's.
#pragma once

#include "base/buf.h"
#include "base/text.h"

enum { SEAL_KEY = 32, SEAL_EXTRA = 8 + 12 + 16 }; // sealed bytes are so much longer
enum err seal_close(const uint8_t key[SEAL_KEY], struct text plain, struct buf *out, struct fault *fault);
enum err seal_open(const uint8_t key[SEAL_KEY], struct text sealed, struct buf *out, struct fault *fault);
