// Shared by the parts of the web server; private to them.
#pragma once

#include "base/buf.h"
#include "net/grpc_internal.h"
#include "net/h2.h"
#include "net/http.h"
#include "net/stream.h"

#include <http_parser.h>
#include <uv.h>
#include <wslay/wslay.h>

enum { HEAD_LIMIT = 16 << 10, HEADERS_MAX = 64 };

// What a peer may cost in a turn, in bytes; a request or frame counts at least as a small one. A peer over
// its budget is read again in the next turn. After FLOOD_TURNS such turns in a row it is disconnected.
enum {
    TURN_MS = 33,
    PIECE = 256, // bytes handled between two checks of the budget
    PIECE_H2 = 4096,
    WORD_COST = 512,
    FRAME_COST = 64,
    PEER_BUDGET = 16 * WORD_COST,
    ALL_BUDGET = 8 * PEER_BUDGET,
    FLOOD_TURNS = 15
};

struct span { // offsets in the head
    uint32_t at, len;
};

struct http_call {
    struct conn *conn;
    struct h2_stream *stream; // NULL: HTTP/1.1
    const struct http_class *class;
    void *user;
    struct buf body;
    bool answered, begun, over; // a reply was given; in pieces; all of it
    bool only_head, chunked, too_large, handled;
};

struct http1 {       // one request, while it is read and answered
    struct buf head; // url and headers
    struct span url, names[HEADERS_MAX], values[HEADERS_MAX];
    unsigned header_count;
    bool in_value, too_large;
    struct http_call call;
};

struct ws {
    struct conn *conn;
    const struct ws_class *class;
    void *user, *data;
    wslay_event_context_ptr wslay;
    const uint8_t *in, *in_end; // what the peer has just sent
    bool closing;
};

struct conn {
    struct conn *next, **link;
    struct http_server *server;
    struct stream *stream;
    struct loop_timer *timer;
    struct loop_soon soon;
    http_parser parser;
    struct http1 *http1; // NULL: between requests, or not HTTP/1.1
    struct h2 *h2;       // NULL: not HTTP/2
    struct grpc_link grpc;
    struct ws *ws;
    unsigned spent, floods; // in this turn; turns in a row that used up the budget
    uint8_t first[3];       // of a plain connection that may be HTTP/2
    uint8_t first_len;
    bool unsure;                  // which version of HTTP it is
    bool asked, busy, keep_alive; // a request is being read; is being answered
    bool held;                    // over its budget, until the next turn
    bool heard, pinged;           // HTTP/2, since the timer was set
};

struct http_server {
    struct http_config config;
    struct loop *loop;
    struct tls_context *tls; // NULL: plain
    struct stream_listener *listener;
    struct loop_timer *turn;
    struct conn *conns;
    unsigned count, spent;
    bool turning;
    char hosts[256];
};

void conn_flush(struct conn *conn);
void conn_spend(struct conn *conn, unsigned cost);
void conn_close(struct conn *conn);   // at once
void conn_hang_up(struct conn *conn); // after what waits
void conn_time(struct conn *conn, unsigned ms);
bool conn_over(const struct conn *conn);         // closed, or about to be
bool call_allowed(const struct http_call *call); // Host and Origin
void call_answer(struct http_call *call);        // a whole request: checks it and asks the handler
void call_gone(struct http_call *call);          // tells its owner; the memory stays

// HTTP/1.1
void http1_begin(struct conn *conn);
size_t http1_take(struct conn *conn, const uint8_t *bytes, size_t len); // how many it used
void http1_refuse(struct conn *conn, unsigned status, const char *why);
void http1_head(struct http_call *call, unsigned status, const char *type, const size_t *len,
                const char *headers);
void http1_piece(struct http_call *call, const void *bytes, size_t len);
void http1_end(struct http_call *call);
void http1_free(struct conn *conn);
struct text http1_url(const struct conn *conn);
struct text http1_header(const struct conn *conn, const char *name, unsigned *count);

// HTTP/2
bool http2_begin(struct conn *conn);
void http2_head(struct http_call *call, unsigned status, const char *type, const size_t *len,
                const char *headers, bool over);

void ws_feed(struct ws *ws, const uint8_t *bytes, size_t len);
void ws_free(struct ws *ws);
