// TCP connections, plain or under TLS: accepted or dialled, bytes in and out.
//
//     struct stream_listener *door = stream_listen(loop, "127.0.0.1", 8443, 0, came, me, &fault);
//     static void came(void *user, struct stream *stream) { stream_start(stream, tls, &CLASS, visitor); }
//     struct stream *stream = stream_dial(loop, "robot.local", 443, tls, "Vector-A1B2", &CLASS, me);
//     stream_send(stream, bytes, len), stream_flush(stream);
//     stream_close(stream, true);                   // after all was sent; then comes `gone`, and it is freed
//
// What is sent waits in one buffer with a limit; a peer that does not take it is counted (stream_waiting).
// A class takes as many bytes as it likes: the rest waits, and nothing more is read until stream_resume.
// While a stream is idle its buffers hold no memory.
#pragma once

#include "net/loop.h"
#include "net/tls.h"

enum { STREAM_OUT_LIMIT = 8 << 20, STREAM_WORDS = 160 };

struct stream;
struct stream_listener;

struct stream_class {
    void (*open)(void *user); // connected, and TLS agreed on; NULL is fine
    size_t (*bytes)(void *user, const uint8_t *bytes, size_t len);
    void (*room)(void *user); // all that was sent is with the system; NULL is fine
    void (*gone)(void *user); // the last call
};

// tries: how many of the next ports to try when it is in use. NULL: the fault says why.
struct stream_listener *stream_listen(struct loop *loop, const char *address, uint16_t port, unsigned tries,
                                      void (*came)(void *user, struct stream *stream), void *user,
                                      struct fault *fault);
uint16_t stream_port(const struct stream_listener *listener);
void stream_listener_close(struct stream_listener *listener); // its streams stay
// Who was accepted is silent until it is started. tls: NULL: plain. ERR_MEMORY: it is gone already.
enum err stream_start(struct stream *stream, struct tls_context *tls, const struct stream_class *class,
                      void *user);
// host: a name or an address. name: what the certificate must carry. NULL: no memory; all else is told by
// `gone`.
struct stream *stream_dial(struct loop *loop, const char *host, uint16_t port, struct tls_context *tls,
                           const char *name, const struct stream_class *class, void *user);

void stream_send(struct stream *stream, const void *bytes, size_t len); // over the limit: it is closed
struct buf *stream_out(struct stream *stream); // the same, to be written into; then flush
void stream_flush(struct stream *stream);
// HTTP/2 on it: gives and flushes as long as the system takes it. False: no memory, or a broken protocol.
struct h2;
bool stream_pump(struct stream *stream, struct h2 *h2);
size_t stream_waiting(const struct stream *stream);
void stream_resume(struct stream *stream);
bool stream_paused(const struct stream *stream);
void stream_close(struct stream *stream, bool polite);    // polite: after what waits
bool stream_closing(const struct stream *stream);         // nothing that is sent now will arrive
bool stream_leaving(const struct stream *stream);         // closed politely, and still sending
bool stream_writing(const struct stream *stream);         // the system has not taken all of it yet
struct text stream_protocol(const struct stream *stream); // what ALPN agreed on; empty: nothing
const char *stream_trouble(const struct stream *stream);  // why it failed; "" when it did not
