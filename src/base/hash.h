// Hashes and checksums that file formats and tests rely on. The same bytes give the same number everywhere.
#pragma once

#include <stddef.h>
#include <stdint.h>

// XXH64: fast, for tables and for comparing lives. Not secure: whoever chooses the keys can make them
// collide.
uint64_t hash64(uint64_t seed, const void *bytes, size_t len);
// What lies in a struct from one member to another, which must leave no gaps: what is in gaps is nobody's.
#define HASH_RUN(seed, object, first, last)                                                                  \
    hash64(seed, (const char *)(object) + offsetof(__typeof__(*(object)), first),                            \
           offsetof(__typeof__(*(object)), last) + sizeof((object)->last) -                                  \
               offsetof(__typeof__(*(object)), first))
uint32_t crc32_ieee(uint32_t crc, const void *bytes, size_t len); // start with 0; as in zip and PNG
uint32_t adler32_of(uint32_t start, const void *bytes,
                    size_t len);          // zlib's, begun with `start` (zlib begins with 1)
uint32_t fnv1_32_lower(const char *text); // letters are lowered first: names of sounds
