// Shared by the parts of the web server; private to them.
#pragma once

#include "base/buf.h"
#include "net/http.h"
#include "net/tls.h"

#include <http_parser.h>
#include <uv.h>
#include <wslay/wslay.h>

enum { HEAD_LIMIT = 16 << 10, HEADERS_MAX = 64, OUT_LIMIT = 8 << 20 };

// What a peer may cost in a turn, in bytes; a request or frame counts at least as a small one. A peer over
// its budget is read again in the next turn. After FLOOD_TURNS such turns in a row it is disconnected.
enum {
    TURN_MS = 33,
    PIECE = 256, // bytes handled between two checks of the budget
    WORD_COST = 512,
    PEER_BUDGET = 16 * WORD_COST,
    ALL_BUDGET = 8 * PEER_BUDGET,
    FLOOD_TURNS = 15
};

struct span { // offsets in the head
    uint32_t at, len;
};

struct http_call {
    struct conn *conn;
    bool answered;
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
    uv_tcp_t tcp;
    uv_timer_t timer;
    unsigned handles; // libuv handles still open
    http_parser parser;
    char head[HEAD_LIMIT]; // url and headers of the current request
    uint32_t head_len;
    struct span url, names[HEADERS_MAX], values[HEADERS_MAX];
    unsigned header_count;
    bool in_value, too_large, asked, closing, keep_alive;
    struct tls *tls;          // NULL: plain
    unsigned spent, floods;   // in this turn; turns in a row that used up the budget
    bool paused;              // until the next turn
    struct buf unread;        // received before the pause
    struct buf body, out;     // out: to be sent, before TLS
    struct buf sealed, plain; // output and input of TLS
    uv_write_t write;
    struct buf writing; // being written
    bool write_busy, hang_up, said_bye;
    struct http_call call;
    struct ws *ws;
};

struct http_server {
    struct http_config config;
    struct loop *loop;
    struct tls_context *tls; // NULL: plain
    uv_tcp_t tcp;
    uv_timer_t turn;
    uint16_t port;
    struct conn *conns;
    unsigned count, spent, handles; // handles: libuv handles still open
    char address[64], hosts[256];
    char incoming[64 << 10]; // what was just received, from any peer: used up before the next read
};

void conn_send(struct conn *conn, const void *bytes, size_t len);
void conn_flush(struct conn *conn);
void conn_spend(struct conn *conn, unsigned cost);
void conn_close(struct conn *conn);
size_t conn_waiting(const struct conn *conn);
bool conn_allowed(const struct conn *conn); // Host and Origin
struct text conn_header(const struct conn *conn, const char *name);
void ws_feed(struct ws *ws, const uint8_t *bytes, size_t len);
void ws_free(struct ws *ws);
