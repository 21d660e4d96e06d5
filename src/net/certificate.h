// A robot's key and the certificate it shows to whoever connects, which is signed with that very key.
//
//     struct buf key = {0}, certificate = {0};
//     if (certificate_make("Vector-A1B2", &key, &certificate, &fault)) …   // both as PEM
//     struct text pem = {(const char *)certificate.at, certificate.len};
//     certificate_is(pem, "Vector-A1B2", &fault);                          // is it one of that name?
//
// P-256, valid for a hundred years, the name as its subject and as its alternative name, as clients want it
// that pin just this certificate. The randomness is the system's.
#pragma once

#include "base/buf.h"
#include "base/text.h"

enum { CERTIFICATE_BYTES_MAX = 64 << 10 };
enum err certificate_make(const char *name, struct buf *key, struct buf *certificate, struct fault *fault);
// ERR_SYNTAX: not a certificate in PEM; ERR_UNKNOWN: one of another name.
enum err certificate_is(struct text pem, const char *name, struct fault *fault);
