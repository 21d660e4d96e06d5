// What of OpenSSL the web server needs. Only digest.c includes its headers: they take names of ours.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// The base-64 form of SHA-1 over two pieces, as WebSockets want it; out ends with a zero.
bool digest_sha1_base64(const void *a, size_t a_len, const void *b, size_t b_len, char out[32]);
bool digest_random(void *out, size_t len);                  // unguessable bytes
bool digest_same(const void *a, const void *b, size_t len); // in a time that tells nothing
