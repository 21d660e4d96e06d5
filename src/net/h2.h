// HTTP/2 without sockets (RFC 9113): bytes in, bytes out, as server and as client. nghttp2 frames and
// compresses.
//
//     struct h2 *h2 = h2_new(&(struct h2_config){.server = true, .asked = asked, .user = me});
//     while (!h2_take(h2, bytes, len, &fault)) …             // from the wire
//     h2_give(h2, &out, 64 << 10);                         // to the wire: after whatever was taken or sent
//     static void asked(void *user, struct h2_stream *stream) {   // the head of a request is whole
//         h2_bind(stream, &CLASS, call);
//         h2_reply(stream, "200", "content-type: text/plain\n", false);
//         h2_send(stream, "hello", 5, NULL), h2_end(stream, NULL);
//     }
//     struct h2_stream *stream = h2_ask(h2, "POST", "robot", "/path", "te: trailers\n", &CLASS, call);
//     h2_free(h2);                                            // every bound stream is gone then
//
// A stream is one request with its reply. Heads are kept until h2_forget. What came is paid back to the
// peer's window by h2_took, so who takes nothing is sent nothing. What waits to be sent is counted, never
// limited here.
//
// A peer cannot make us grow: 100 streams at a time, 16 KiB of head a stream (then 431), and as many
// resets, empty frames, settings, pings and continuations as nghttp2 allows; beyond that GOAWAY and the
// end. Settings go out first of all.
#pragma once

#include "base/buf.h"
#include "base/bytes.h"
#include "base/text.h"

enum { H2_STREAMS_MAX = 100, H2_HEAD_MAX = 16 << 10, H2_WINDOW = 64 << 10 };
enum h2_code {
    H2_NO_ERROR = 0,
    H2_PROTOCOL_ERROR = 1,
    H2_INTERNAL_ERROR = 2,
    H2_REFUSED = 7,
    H2_CANCEL = 8,
    H2_CALM = 11
};

struct h2;
struct h2_stream;

struct h2_class {                                       // of a stream; only `gone` must be there
    void (*head)(void *user, struct h2_stream *stream); // a client: the head of the reply
    void (*data)(void *user, struct h2_stream *stream, const uint8_t *bytes, size_t len);
    void (*ended)(void *user,
                  struct h2_stream *stream); // the peer has said all; trailers are read as the head is
    void (*room)(void *user, struct h2_stream *stream);                // nothing waits any more
    void (*gone)(void *user, struct h2_stream *stream, uint32_t code); // the last call
};

struct h2_config {
    bool server;
    void (*asked)(void *user, struct h2_stream *stream); // a server: bind it, or it is refused
    void (*frame)(void *user);                           // one came, whatever it was; NULL is fine
    void (*wants)(void *user);                           // there is something to give; NULL is fine
    void *user;
};

struct h2 *h2_new(const struct h2_config *config); // NULL: no memory
void h2_free(struct h2 *h2);
// An error ends the connection; what h2_give still gives says why to the peer. Not from inside a callback.
enum err h2_take(struct h2 *h2, const void *bytes, size_t len, struct fault *fault);
enum err h2_give(struct h2 *h2, struct buf *out, size_t most); // stops at about `most` bytes in `out`
bool h2_over(const struct h2 *h2);                             // neither side has anything more to say
unsigned h2_streams(const struct h2 *h2);                      // that are open
// Streams whose peer has taken nothing of what waits since the last call end: to be called now and then.
void h2_unstick(struct h2 *h2);
void h2_leave(struct h2 *h2); // GOAWAY: streams that are open may end
void h2_ping(struct h2 *h2);  // whatever comes then shows that the peer lives

// ------------------------------------------------------------------------------------------------ a stream
void h2_bind(struct h2_stream *stream, const struct h2_class *class, void *user);
struct h2_stream *h2_ask(struct h2 *h2, const char *method, const char *authority, const char *path,
                         const char *headers, const struct h2_class *class, void *user); // NULL: no memory
// Of the head or the trailers that came last. at NULL: there is none. Names in lower case, ":path" and its
// like too.
struct text h2_header(const struct h2_stream *stream, const char *name);
unsigned h2_header_count(const struct h2_stream *stream, const char *name);
void h2_forget(struct h2_stream *stream); // frees the head
void h2_took(struct h2_stream *stream, size_t len);

// headers: "name: value" lines, each ended by \n. over: that is all of the reply.
enum err h2_reply(struct h2_stream *stream, const char *status, const char *headers, bool over);
// One piece: a copy of `bytes`, then what is held, which stays where it is until `drop` is called, once.
// held: NULL: there is none.
struct h2_held {
    struct bytes bytes;
    void (*drop)(void *what);
    void *what;
};
enum err h2_send(struct h2_stream *stream, const void *bytes, size_t len, const struct h2_held *held);
enum err h2_end(struct h2_stream *stream, const char *trailers); // after what waits; NULL: without any
void h2_reset(struct h2_stream *stream, enum h2_code code);      // what waits is dropped
size_t h2_waiting(const struct h2_stream *stream);               // bytes not given yet
unsigned h2_pieces(const struct h2_stream *stream);              // how many h2_send that is
