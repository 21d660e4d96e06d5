// The web server: its connections, and what each of them may cost. What is said on them is in http1.c,
// http2.c and ws.c.
#include "base/system/log.h"
#include "net/http_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GOODBYE_MS = 1000, BLOCKED = 256 << 10 };

struct http_config http_defaults(void) {
    return (struct http_config){.address = "127.0.0.1",
                                .port = 8888,
                                .connections = 1024,
                                .body_limit = 64 << 10,
                                .head_ms = 10000,
                                .idle_ms = 60000,
                                .peer_budget = PEER_BUDGET,
                                .all_budget = ALL_BUDGET};
}

// ---------------------------------------------------------------------------------------------- a connection

static void on_stream_gone(void *user) {
    struct conn *conn = user;
    *conn->link = conn->next;
    if (conn->next) conn->next->link = conn->link;
    conn->server->count--;
    if (conn->ws) ws_free(conn->ws);
    http1_free(conn);
    h2_free(conn->h2);
    loop_not_soon(&conn->soon);
    loop_timer_free(conn->timer);
    free(conn);
}

void conn_close(struct conn *conn) { stream_close(conn->stream, false); }
void conn_hang_up(struct conn *conn) { stream_close(conn->stream, true); }
bool conn_over(const struct conn *conn) {
    return stream_closing(conn->stream) || stream_leaving(conn->stream);
}
void conn_time(struct conn *conn, unsigned ms) {
    loop_timer_set(conn->timer, ms ? loop_now_us() + ms * 1000LL : INT64_MAX);
}

void conn_flush(struct conn *conn) {
    loop_not_soon(&conn->soon);
    if (stream_closing(conn->stream)) return;
    if (!conn->h2)
        stream_flush(conn->stream);
    else if (!stream_pump(conn->stream, conn->h2))
        conn_close(conn);
    else if (h2_over(conn->h2))
        conn_hang_up(conn);
}

static void flush_now(void *user) { conn_flush(user); }

// ------------------------------------------------------------------------------------------------ budgets

void conn_spend(struct conn *conn, unsigned cost) {
    struct http_server *server = conn->server;
    if (!server->turning) loop_timer_set(server->turn, loop_now_us() + TURN_MS * 1000);
    server->turning = true;
    conn->spent += cost;
    server->spent += cost;
}

static bool over_budget(const struct conn *conn) {
    const struct http_config *config = &conn->server->config;
    return conn->spent >= config->peer_budget || conn->server->spent >= config->all_budget;
}

static void hang_up_on_flood(struct conn *conn) {
    log_info("net", "disconnected a peer that floods the server");
    if (conn->ws)
        ws_close(conn->ws, 1008);
    else
        conn_close(conn);
}

static void read_on(struct conn *conn) {
    conn->held = false;
    stream_resume(conn->stream);
    conn_flush(conn);
}

// Nobody has said anything in this turn yet; who was interrupted goes on.
static void on_turn(void *user) {
    struct http_server *server = user;
    bool again = false;
    server->spent = 0;
    server->turning = false;
    for (struct conn *conn = server->conns; conn; conn = conn->next) {
        conn->floods = conn->spent >= server->config.peer_budget ? conn->floods + 1 : 0;
        conn->spent = 0;
        again |= conn->floods > 0;
    }
    for (struct conn *conn = server->conns; conn; conn = conn->next) {
        if (!conn->held || stream_closing(conn->stream)) continue;
        if (conn->floods >= FLOOD_TURNS && !server->config.patient)
            hang_up_on_flood(conn);
        else
            read_on(conn);
    }
    if (!again || server->turning) return; // a turn without a flood ends the row
    server->turning = true;
    loop_timer_set(server->turn, loop_now_us() + TURN_MS * 1000);
}

// ---------------------------------------------------------------------------------------- bytes from outside

// HTTP/2 without TLS begins with "PRI"; no method of HTTP/1.1 does.
static size_t guess(struct conn *conn, const uint8_t *bytes) {
    static const char PREFACE[] = "PRI";
    conn->first[conn->first_len++] = *bytes;
    bool like = !memcmp(conn->first, PREFACE, conn->first_len);
    if (like && conn->first_len < sizeof conn->first) return 1;
    conn->unsure = false;
    if (!like)
        http1_take(conn, conn->first, conn->first_len);
    else if (!http2_begin(conn) || h2_take(conn->h2, conn->first, conn->first_len, NULL))
        conn_close(conn);
    return 1;
}

// Returns how many bytes it used.
static size_t take(struct conn *conn, const uint8_t *bytes, size_t len) {
    if (conn->unsure) return guess(conn, bytes);
    if (conn->ws) {
        ws_feed(conn->ws, bytes, len);
        return len;
    }
    if (!conn->h2) return http1_take(conn, bytes, len);
    struct fault fault = {0};
    conn->heard = true;
    if (h2_take(conn->h2, bytes, len, &fault)) {
        log_info("net", "disconnected a peer: %s", fault.said);
        conn_flush(conn);
        conn_hang_up(conn);
    }
    return len;
}

// Who does not take what we say is not listened to either.
static bool is_blocked(const struct conn *conn) { return stream_waiting(conn->stream) > BLOCKED; }

static size_t on_bytes(void *user, const uint8_t *bytes, size_t len) {
    struct conn *conn = user;
    size_t used = 0, most = conn->h2 ? PIECE_H2 : PIECE;
    while (used < len && !conn_over(conn) && !conn->busy && !is_blocked(conn)) {
        if (over_budget(conn)) {
            conn->held = true;
            break;
        }
        size_t piece = len - used < most ? len - used : most;
        size_t taken = take(conn, bytes + used, piece);
        conn_spend(conn, (unsigned)taken);
        used += taken;
        if (conn->h2) conn_flush(conn);
    }
    if (!conn_over(conn)) conn_flush(conn);
    return conn_over(conn) ? len : used;
}

static void on_open(void *user) {
    struct conn *conn = user;
    if (!text_is(stream_protocol(conn->stream), "h2")) return;
    conn->unsure = false;
    if (!http2_begin(conn)) conn_close(conn);
}

static void on_room(void *user) {
    struct conn *conn = user;
    if (conn->h2) conn_flush(conn);
    struct http_call *call = conn->http1 ? &conn->http1->call : NULL;
    if (call && call->begun && !call->over && call->class && call->class->room)
        call->class->room(call->user, call);
    if (!conn->held && !conn->busy && stream_paused(conn->stream)) read_on(conn);
}

// HTTP/2 is silent while nothing happens: half of the time nothing is done, then the peer is asked, and one
// that says nothing to that is gone. A stream whose peer takes nothing for so long ends.
static void on_time_over_h2(struct conn *conn) {
    bool heard = conn->heard;
    conn->heard = false;
    h2_unstick(conn->h2);
    if (!heard && conn->pinged) {
        conn_close(conn);
        return;
    }
    if (!heard && !h2_streams(conn->h2)) {
        h2_leave(conn->h2);
        conn_flush(conn);
        conn_hang_up(conn);
        conn_time(conn, GOODBYE_MS);
        return;
    }
    conn->pinged = !heard;
    if (!heard) h2_ping(conn->h2);
    conn_flush(conn);
    conn_time(conn, conn->server->config.idle_ms / 2);
}

// Too slow to ask, or silent for too long.
static void on_time_over(void *user) {
    struct conn *conn = user;
    if (stream_leaving(conn->stream) || stream_closing(conn->stream)) {
        conn_close(conn);
    } else if (conn->ws || conn->busy) {
        return;
    } else if (conn->h2) {
        on_time_over_h2(conn);
    } else if (conn->asked) {
        http1_refuse(conn, 408, "Too slow.\n");
        conn_time(conn, GOODBYE_MS); // and whoever does not even read that is cut off
    } else {
        conn_close(conn);
    }
}

static const struct stream_class STREAM = {
    .open = on_open, .bytes = on_bytes, .room = on_room, .gone = on_stream_gone};

static void on_peer(void *user, struct stream *stream) {
    struct http_server *server = user;
    struct conn *conn = calloc(1, sizeof *conn);
    if (conn) conn->timer = loop_timer_new(server->loop, on_time_over, conn);
    if (!conn || !conn->timer) {
        free(conn);
        stream_close(stream, false);
        return;
    }
    conn->server = server;
    conn->stream = stream;
    conn->soon = (struct loop_soon){.call = flush_now, .user = conn};
    conn->grpc.loop = server->loop;
    conn->next = server->conns;
    conn->link = &server->conns;
    if (conn->next) conn->next->link = &conn->next;
    server->conns = conn;
    server->count++;
    http1_begin(conn);
    conn->unsure = server->config.http2 && !server->tls;
    conn_time(conn, server->config.head_ms);
    conn->asked = true; // it has so long to begin
    if (stream_start(stream, server->tls, &STREAM, conn)) {
        // nobody will tell us that the stream is gone
        on_stream_gone(conn);
        return;
    }
    if (server->count <= server->config.connections) return;
    conn->unsure = false;
    http1_refuse(conn, 503, "Too many connections.\n");
    conn_time(conn, GOODBYE_MS);
    conn->asked = false;
}

// ------------------------------------------------------------------------------------------------ the server

struct http_server *http_listen(struct loop *loop, const struct http_config *config, struct fault *fault) {
    struct http_server *server = calloc(1, sizeof *server);
    if (server) server->turn = loop_timer_new(loop, on_turn, server);
    if (!server || !server->turn) {
        free(server);
        fault_set(fault, ERR_MEMORY, "no memory for a web server");
        return NULL;
    }
    server->config = *config;
    server->loop = loop;
    snprintf(server->hosts, sizeof server->hosts, "%s", config->hosts ? config->hosts : "");
    bool well = !config->certificate || (server->tls = tls_server(config->certificate, config->key, fault));
    if (server->tls && config->http2) tls_speak(server->tls, "h2 http/1.1");
    if (well)
        server->listener =
            stream_listen(loop, config->address, config->port, config->tries, on_peer, server, fault);
    if (server->listener) return server;
    loop_timer_free(server->turn);
    tls_context_free(server->tls);
    free(server);
    return NULL;
}

static bool is_writing(const struct http_server *server) {
    for (struct conn *conn = server->conns; conn; conn = conn->next)
        if (stream_writing(conn->stream) && !stream_closing(conn->stream)) return true;
    return false;
}

void http_close(struct http_server *server) {
    if (!server) return;
    for (struct conn *conn = server->conns; conn; conn = conn->next) {
        if (conn->ws) ws_close(conn->ws, 1001);
        if (conn->h2) h2_leave(conn->h2);
        conn_flush(conn);
    }
    stream_listener_close(server->listener);
    for (int i = 0; i < 20 && is_writing(server); i++) loop_once(server->loop, 5000); // a moment for goodbyes
    loop_timer_free(server->turn);
    for (struct conn *conn = server->conns; conn; conn = conn->next) conn_close(conn);
    while (server->conns) uv_run(loop_uv(server->loop), UV_RUN_NOWAIT);
    tls_context_free(server->tls);
    free(server);
}

uint16_t http_port(const struct http_server *server) { return stream_port(server->listener); }
unsigned http_connections(const struct http_server *server) { return server->count; }
