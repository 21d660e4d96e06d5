// TLS without sockets: bytes in, bytes out. OpenSSL on memory buffers.
//
//     struct tls_context *context = tls_server("cert.pem", "key.pem", &fault);
//     struct tls *tls = tls_new(context, NULL);
//     // appends decrypted bytes to `plain`, and bytes to send to the other
//     tls_take(tls, from_the_wire, len, &plain, &to_the_wire);
//     tls_give(tls, "hello", 5, &to_the_wire);
//     tls_bye(tls, &to_the_wire);
//     tls_free(tls); tls_context_free(context);
//
// A client uses tls_client(authorities) and tls_new(context, "name of the server"), and starts with tls_take
// of 0 bytes.
//
// TLS 1.2 and 1.3. HTTP/1.1 is what is spoken, unless tls_speak named other protocols for ALPN. A server's
// key must match its certificate. The caller's buffers set the limits. After a failure every call fails.
#pragma once

#include "base/buf.h"
#include "base/text.h"

struct tls_context;
struct tls;

struct tls_context *tls_server(const char *certificate, const char *key, struct fault *fault); // PEM files
// authorities: a PEM file of trusted certificates; NULL: those the system trusts.
struct tls_context *tls_client(const char *authorities, struct fault *fault);
void tls_context_free(struct tls_context *context);
// What a server takes, the best first, or a client offers: "h2 http/1.1". A server refuses a peer that offers
// others only; one that offers none is taken. Before any tls_new.
void tls_speak(struct tls_context *context, const char *protocols);

struct tls *tls_new(struct tls_context *context, const char *server); // NULL: no memory
void tls_free(struct tls *tls);
// ERR_CLOSED: the peer closed the connection. Any other error: not TLS, the wrong peer, or a broken protocol;
// `wire` holds an alert to send.
enum err tls_take(struct tls *tls, const void *bytes, size_t len, struct buf *plain, struct buf *wire);
// ERR_STATE: the handshake is not finished.
enum err tls_give(struct tls *tls, const void *bytes, size_t len, struct buf *wire);
void tls_bye(struct tls *tls, struct buf *wire);
bool tls_ready(const struct tls *tls);           // the handshake is finished
struct text tls_protocol(const struct tls *tls); // what ALPN agreed on: "h2"; empty: nothing
const char *tls_trouble(const struct tls *tls);  // why it failed, in OpenSSL's words
