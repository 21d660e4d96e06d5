// A small web server: HTTP and WebSockets.
//
//     struct http_config config = http_defaults();
//     config.handle = answer;  // void answer(void *user, struct http_call *call)
//     struct http_server *server = http_listen(loop, &config, &fault);
//     …
//     static void answer(void *user, struct http_call *call) {
//         // from now on a WebSocket
//         if (text_is(http_path(call), "/live")) http_upgrade(call, &WATCH, user);
//         else http_reply(call, 200, "text/html", page, length, NULL);
//     }
//     http_close(server);                                           // says goodbye to everybody
//
// HTTP/1.1 with keep-alive; a head of at most 16 KiB and a body of at most `body_limit`. Requests that are
// too slow, too large, too many or not HTTP get 400, 408, 413, 431 or 503, and the connection is closed.
// With `http2` also HTTP/2, when ALPN agrees on it or a plain connection begins with it: many calls at a
// time, and gRPC (net/grpc.h) for those of that type.
//
// A reply may come later and in pieces: http_later, then http_begin, http_piece, http_end.
//
// No peer can make a queue grow: what a reader does not take is counted, and messages that may be dropped
// are dropped. No peer can hold up the others: in each turn of 33 ms only so much of what a peer says is
// handled, and only so much of all peers (`peer_budget`, `all_budget`). The rest waits in the socket. A
// peer that stays over its budget for half a second is disconnected, a WebSocket with code 1008; `patient`
// servers let it wait.
//
// Host and Origin are checked before the handler is called. A page from elsewhere, or an unknown host name,
// gets 403. So a stranger's page in the same browser cannot reach the robot. A door that asks every caller
// for a token may be `open` to all names instead.
#pragma once

#include "base/text.h"
#include "net/grpc.h"

struct http_server;
struct http_call; // one request; valid until it is answered
struct ws;        // a WebSocket; valid until its `gone`

struct http_config {
    const char *address; // "127.0.0.1"
    uint16_t port;       // 0: any free port
    unsigned tries;      // how many of the next ports to try when it is in use
    // further accepted host names, separated by commas; NULL: only this machine's addresses and localhost
    const char *hosts;
    const char *certificate, *key; // PEM files for TLS (https, wss); NULL: unencrypted
    unsigned connections, body_limit, head_ms, idle_ms;
    // Bytes a turn, of a peer and of all; a request or a WebSocket's message counts 512, a frame of HTTP/2
    // 64.
    unsigned peer_budget, all_budget;
    bool patient, open, http2;
    struct grpc_gate grpc; // for HTTP/2; zeros: gRPC is a request like any other
    void (*handle)(void *user, struct http_call *call);
    void *user;
};
// loopback, 8888, 1024 connections, 64 KiB, 10 s, 60 s; 16 requests a turn of one peer, 128 of all
struct http_config http_defaults(void);

struct http_server *http_listen(struct loop *loop, const struct http_config *config, struct fault *fault);
void http_close(struct http_server *server); // frees it with all its connections
uint16_t http_port(const struct http_server *server);
unsigned http_connections(const struct http_server *server);

struct text http_method(const struct http_call *call);
struct text http_url(const struct http_call *call);                     // path and query
struct text http_path(const struct http_call *call);                    // without the query
struct text http_query(const struct http_call *call, const char *name); // raw, not decoded
struct text http_header(const struct http_call *call, const char *name);
unsigned http_header_count(const struct http_call *call, const char *name);
struct text http_cookie(const struct http_call *call, const char *name);
struct text http_body(const struct http_call *call);
// Exactly one reply per call, before the handler returns. headers: further lines, each ended by \r\n; may be
// NULL.
void http_reply(struct http_call *call, unsigned status, const char *type, const void *body, size_t len,
                const char *headers);

const char *http_status_words(unsigned status); // "Not Found"; never NULL

// Or later: then what was asked can be read until the handler returns, and the call is valid until `gone`.
struct http_class {
    void (*room)(void *user, struct http_call *call); // nothing of the reply waits here any more; may be NULL
    void (*gone)(void *user,
                 struct http_call *call); // the last call: the reply has ended, or the peer has left
};
void http_later(struct http_call *call, const struct http_class *class, void *user);
void http_begin(struct http_call *call, unsigned status, const char *type, const char *headers);
// Between http_begin and http_end. ERR_CLOSED: nobody listens any more.
enum err http_piece(struct http_call *call, const void *bytes, size_t len);
void http_end(struct http_call *call);   // `gone` may come before it returns
void http_break(struct http_call *call); // the reply stays unfinished, and the peer can tell
size_t http_waiting(const struct http_call *call);

struct ws_class {
    void (*opened)(void *user, struct ws *ws);
    // Text or binary, complete; valid during the call.
    void (*message)(void *user, struct ws *ws, struct text message);
    // the last call: the peer left, was disconnected, or the server closed
    void (*gone)(void *user, struct ws *ws);
    size_t message_limit; // larger ones end the connection
    size_t queue_limit;   // bytes that may wait to be sent
};
// ERR_SYNTAX: not a valid upgrade request; the peer was told.
enum err http_upgrade(struct http_call *call, const struct ws_class *class, void *user);
// Sends a whole message. If `droppable`, it is not sent (ERR_BUSY) while earlier ones wait. Otherwise a full
// queue ends the connection (ERR_LIMIT).
enum err ws_send(struct ws *ws, bool text, const void *bytes, size_t len, bool droppable);
size_t ws_waiting(const struct ws *ws);
void ws_close(struct ws *ws, uint16_t code);
