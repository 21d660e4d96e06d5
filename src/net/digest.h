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

// AES-256 in GCM, in place. A nonce serves once. False: the system failed; of digest_unseal also another key,
// or other bytes.
enum { DIGEST_KEY = 32, DIGEST_NONCE = 12, DIGEST_TAG = 16 };
bool digest_seal(const uint8_t key[DIGEST_KEY], const uint8_t nonce[DIGEST_NONCE], uint8_t *bytes, size_t len,
                 uint8_t tag[DIGEST_TAG]);
bool digest_unseal(const uint8_t key[DIGEST_KEY], const uint8_t nonce[DIGEST_NONCE], uint8_t *bytes,
                   size_t len, const uint8_t tag[DIGEST_TAG]);
