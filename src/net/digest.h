// The parts of OpenSSL that the web server needs. Only digest.c includes its headers, because their names
// collide with ours.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// SHA-1 over two pieces in base 64, as WebSockets need it; `out` ends with a zero byte.
bool digest_sha1_base64(const void *a, size_t a_len, const void *b, size_t b_len, char out[32]);
// SHA-256 over two pieces.
bool digest_sha256(const void *a, size_t a_len, const void *b, size_t b_len, uint8_t out[32]);
bool digest_random(void *out, size_t len);                  // cryptographically secure random bytes
bool digest_same(const void *a, const void *b, size_t len); // compares in constant time
