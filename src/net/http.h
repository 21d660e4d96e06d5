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
//
// No peer can make a queue grow: what a WebSocket's reader does not take is counted, and messages that may be
// dropped are dropped. No peer can hold up the others: per 33 ms about 16 small messages or requests of one
// peer are handled, and 128 of all peers. The rest waits in the socket. A peer that stays over this limit for
// half a second is disconnected, a WebSocket with code 1008.
//
// Host and Origin are checked before the handler is called. A page from elsewhere, or an unknown host name,
// gets 403. So a stranger's page in the same browser cannot reach the robot.
#pragma once

#include "base/text.h"
#include "net/loop.h"

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
    void (*handle)(void *user, struct http_call *call);
    void *user;
};
struct http_config http_defaults(void); // loopback, 8888, 1024 connections, 64 KiB, 10 s, 60 s

struct http_server *http_listen(struct loop *loop, const struct http_config *config, struct fault *fault);
void http_close(struct http_server *server); // frees it with all its connections
uint16_t http_port(const struct http_server *server);
unsigned http_connections(const struct http_server *server);

struct text http_method(const struct http_call *call);
struct text http_path(const struct http_call *call);                    // without the query
struct text http_query(const struct http_call *call, const char *name); // raw, not decoded
struct text http_header(const struct http_call *call, const char *name);
struct text http_cookie(const struct http_call *call, const char *name);
struct text http_body(const struct http_call *call);
// Exactly one reply per call, before the handler returns. headers: further lines, each ended by \r\n; may be
// NULL.
void http_reply(struct http_call *call, unsigned status, const char *type, const void *body, size_t len,
                const char *headers);

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
