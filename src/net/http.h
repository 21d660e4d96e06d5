// Web pages and WebSockets from one small server.
//
//     struct http_config config = http_defaults();
//     config.handle = answer;                                       // void answer(void *user, struct http_call *call)
//     struct http_server *server = http_listen(loop, &config, &fault);
//     …
//     static void answer(void *user, struct http_call *call) {
//         if (text_is(http_path(call), "/live")) http_upgrade(call, &WATCH, user);   // from now on a WebSocket
//         else http_reply(call, 200, "text/html", page, length, NULL);
//     }
//     http_close(server);                                           // says goodbye to everybody
//
// HTTP/1.1 with keep-alive; a head of at most 16 KiB and a body of at most `body_limit`. Whoever is too slow to ask, asks too much or does not
// speak HTTP is answered with 400, 408, 413, 431 or 503 and hung up on. Nothing a peer does makes a queue grow: what a WebSocket's reader
// does not take is counted, and messages that may be dropped are. Nothing a peer does holds up the others either: in 33 ms
// about 16 small messages or requests of one peer are handled, 128 of all; the rest waits in its socket. Who keeps that up
// for half a second is hung up on, a WebSocket with 1008.
//
// Host and Origin are checked before the handler is asked: a page from elsewhere, or a name that is not ours, gets 403. So a
// stranger's page in the same browser cannot reach the robot.
#pragma once

#include "base/text.h"
#include "net/loop.h"

struct http_server;
struct http_call; // one request; valid until it is answered
struct ws;        // a WebSocket; valid until its `gone`

struct http_config {
    const char *address; // "127.0.0.1"
    uint16_t port;       // 0: any that is free
    unsigned tries;      // ports after it that are tried when it is busy; 0: none
    const char *
        hosts; // further names we may be called by, parted by commas; NULL: only addresses of our own and localhost
    const char *certificate, *key; // PEM files: TLS from the first byte on (https, wss); NULL: plain
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
struct text http_query(const struct http_call *call, const char *name); // as it stands, not decoded
struct text http_header(const struct http_call *call, const char *name);
struct text http_cookie(const struct http_call *call, const char *name);
struct text http_body(const struct http_call *call);
// Exactly one of these for each call, before the handler returns. headers: further lines, each ended by \r\n; may be NULL.
void http_reply(struct http_call *call, unsigned status, const char *type, const void *body, size_t len,
                const char *headers);

struct ws_class {
    void (*opened)(void *user, struct ws *ws);
    void (*message)(void *user, struct ws *ws,
                    struct text message);    // text or binary, whole; valid during the call
    void (*gone)(void *user, struct ws *ws); // last word: the peer left, was hung up on, or the server closed
    size_t message_limit;                    // larger ones end the connection
    size_t queue_limit;                      // bytes that may wait to be taken
};
enum err http_upgrade(struct http_call *call, const struct ws_class *class,
                      void *user); // ERR_SYNTAX: it did not ask properly, and was told
// Sends a whole message. droppable: not sent (ERR_BUSY) while earlier ones wait; otherwise a queue that is full ends the
// connection (ERR_LIMIT).
enum err ws_send(struct ws *ws, bool text, const void *bytes, size_t len, bool droppable);
size_t ws_waiting(const struct ws *ws);
void ws_close(struct ws *ws, uint16_t code);
