// TLS as a pure machine: bytes in, bytes out, no sockets. OpenSSL on memory buffers.
//
//     struct tls_context *context = tls_server("cert.pem", "key.pem", &fault);
//     struct tls *tls = tls_new(context, NULL);
//     tls_take(tls, from_the_wire, len, &plain, &to_the_wire);     // appends what was said to `plain`, and what the wire must carry
//     tls_give(tls, "hello", 5, &to_the_wire);
//     tls_bye(tls, &to_the_wire);
//     tls_free(tls); tls_context_free(context);
//
// A client asks with tls_client(authorities) and tls_new(context, "name of the server"), and begins with tls_take of nothing.
//
// TLS 1.2 and 1.3; HTTP/1.1 is agreed on by ALPN when the other side names anything. A server's key must belong to its certificate. Buffers
// bring their own limits. One that failed stays failed.
#pragma once

#include "base/buf.h"

struct tls_context;
struct tls;

struct tls_context *tls_server(const char *certificate, const char *key, struct fault *fault); // PEM files
// authorities: a PEM file with whom it trusts; NULL: whom the system trusts.
struct tls_context *tls_client(const char *authorities, struct fault *fault);
void tls_context_free(struct tls_context *context);

struct tls *tls_new(struct tls_context *context, const char *server); // NULL: no memory
void tls_free(struct tls *tls);
// ERR_CLOSED: the peer said goodbye. Any other error: it does not speak TLS, is not whom we wanted, or lies; `wire` has an alert for it.
enum err tls_take(struct tls *tls, const void *bytes, size_t len, struct buf *plain, struct buf *wire);
enum err tls_give(struct tls *tls, const void *bytes, size_t len,
                  struct buf *wire); // ERR_STATE: not agreed yet
void tls_bye(struct tls *tls, struct buf *wire);
bool tls_ready(const struct tls *tls);          // the peers have agreed
const char *tls_trouble(const struct tls *tls); // why it failed, in OpenSSL's words
