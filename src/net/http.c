#include "base/system/log.h"
#include "net/http_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct http_config http_defaults(void) {
    return (struct http_config){.address = "127.0.0.1",
                                .port = 8888,
                                .connections = 1024,
                                .body_limit = 64 << 10,
                                .head_ms = 10000,
                                .idle_ms = 60000};
}

// -------------------------------------------------------------------------------------------- one connection

static void on_handle_closed(uv_handle_t *handle) {
    struct conn *conn = handle->data;
    if (--conn->handles) return;
    *conn->link = conn->next;
    if (conn->next) conn->next->link = conn->link;
    conn->server->count--;
    if (conn->ws) ws_free(conn->ws);
    tls_free(conn->tls);
    buf_free(&conn->unread);
    buf_free(&conn->body);
    buf_free(&conn->out);
    buf_free(&conn->sealed);
    buf_free(&conn->plain);
    buf_free(&conn->writing);
    free(conn);
}

void conn_close(struct conn *conn) {
    if (conn->closing) return;
    conn->closing = true;
    uv_close((uv_handle_t *)&conn->tcp, on_handle_closed);
    uv_close((uv_handle_t *)&conn->timer, on_handle_closed);
}

static void on_written(uv_write_t *write, int status) {
    struct conn *conn = write->data;
    conn->write_busy = false;
    buf_clear(&conn->writing);
    if (status < 0 && status != UV_ECANCELED) conn_close(conn);
    if (!conn->closing) conn_flush(conn);
}

// With TLS, what waits in `out` goes through it first. False: the peer and we have not agreed on anything
// yet, and never will.
static bool seal(struct conn *conn) {
    if (!conn->tls || !conn->out.len) return true;
    enum err err = tls_give(conn->tls, conn->out.at, conn->out.len, &conn->sealed);
    buf_clear(&conn->out);
    return !err && !conn->sealed.err;
}

// What the system takes at once is gone at once; the rest is one write at a time, and what comes meanwhile
// waits in `out`, which has a limit.
void conn_flush(struct conn *conn) {
    if (conn->write_busy || conn->closing) return;
    struct buf *next = conn->tls ? &conn->sealed : &conn->out;
    if (!seal(conn)) {
        conn_close(conn);
        return;
    }
    if (conn->tls && conn->hang_up && !conn->said_bye) {
        conn->said_bye = true;
        tls_bye(conn->tls, &conn->sealed);
    }
    if (next->len) {
        uv_buf_t piece = uv_buf_init((char *)next->at, (unsigned)next->len);
        int sent = uv_try_write((uv_stream_t *)&conn->tcp, &piece, 1);
        if (sent > 0) buf_drop(next, (size_t)sent);
    }
    if (!next->len) {
        if (conn->hang_up) conn_close(conn);
        return;
    }
    struct buf swap = conn->writing;
    conn->writing = *next;
    *next = swap;
    buf_clear(next);
    uv_buf_t piece = uv_buf_init((char *)conn->writing.at, (unsigned)conn->writing.len);
    conn->write_busy = true;
    if (!uv_write(&conn->write, (uv_stream_t *)&conn->tcp, &piece, 1, on_written)) return;
    conn->write_busy = false;
    conn_close(conn);
}

size_t conn_waiting(const struct conn *conn) {
    return conn->out.len + conn->sealed.len + (conn->write_busy ? conn->writing.len : 0);
}

void conn_send(struct conn *conn, const void *bytes, size_t len) {
    if (conn->closing) return;
    buf_bytes(&conn->out, bytes, len);
    if (conn->out.err) conn_close(conn);
}

// ------------------------------------------------------------------------------------------------ replies

static const char *reason(unsigned status) {
    switch (status) {
    case 200:
        return "OK";
    case 204:
        return "No Content";
    case 304:
        return "Not Modified";
    case 400:
        return "Bad Request";
    case 403:
        return "Forbidden";
    case 404:
        return "Not Found";
    case 405:
        return "Method Not Allowed";
    case 408:
        return "Request Timeout";
    case 413:
        return "Content Too Large";
    case 426:
        return "Upgrade Required";
    case 431:
        return "Request Header Fields Too Large";
    case 500:
        return "Internal Server Error";
    case 503:
        return "Service Unavailable";
    default:
        return "Answer";
    }
}

static void send_reply(struct conn *conn, unsigned status, const char *type, const void *body, size_t len,
                       const char *headers, bool only_head) {
    if (conn->closing) return;
    buf_printf(&conn->out, "HTTP/1.1 %u %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\n", status,
               reason(status), type, len);
    buf_text(&conn->out, "X-Content-Type-Options: nosniff\r\nReferrer-Policy: "
                         "no-referrer\r\nCross-Origin-Opener-Policy: same-origin\r\n");
    buf_text(&conn->out, conn->keep_alive ? "Connection: keep-alive\r\n" : "Connection: close\r\n");
    if (headers) buf_text(&conn->out, headers);
    buf_text(&conn->out, "\r\n");
    if (!only_head) buf_bytes(&conn->out, body, len);
    if (!conn->keep_alive) conn->hang_up = true;
    if (conn->out.err) conn_close(conn);
}

static void refuse(struct conn *conn, unsigned status, const char *why) {
    conn->keep_alive = false;
    send_reply(conn, status, "text/plain; charset=utf-8", why, strlen(why), NULL, false);
    conn_flush(conn);
}

void http_reply(struct http_call *call, unsigned status, const char *type, const void *body, size_t len,
                const char *headers) {
    if (call->answered) return;
    call->answered = true;
    send_reply(call->conn, status, type, body, len, headers, call->conn->parser.method == HTTP_HEAD);
}

// ------------------------------------------------------------------------------------------------ requests

static struct text span_text(const struct conn *conn, struct span span) {
    return (struct text){conn->head + span.at, span.len};
}

struct text conn_header(const struct conn *conn, const char *name) {
    for (unsigned i = 0; i < conn->header_count; i++)
        if (text_same_nocase(span_text(conn, conn->names[i]), text_of(name)))
            return text_trim(span_text(conn, conn->values[i]));
    return (struct text){NULL, 0};
}

static unsigned conn_header_count(const struct conn *conn, const char *name) {
    unsigned count = 0;
    for (unsigned i = 0; i < conn->header_count; i++)
        count += text_same_nocase(span_text(conn, conn->names[i]), text_of(name));
    return count;
}

struct text http_method(const struct http_call *call) {
    return text_of(http_method_str(call->conn->parser.method));
}
struct text http_header(const struct http_call *call, const char *name) {
    return conn_header(call->conn, name);
}
struct text http_body(const struct http_call *call) {
    return (struct text){(const char *)call->conn->body.at, call->conn->body.len};
}

struct text http_path(const struct http_call *call) {
    struct text url = span_text(call->conn, call->conn->url), path = {NULL, 0};
    text_split(&url, '?', &path);
    return path;
}

static struct text named(struct text list, char between, const char *name) {
    struct text piece, key;
    while (text_split(&list, between, &piece)) {
        piece = text_trim(piece);
        if (text_split(&piece, '=', &key) && text_is(key, name)) return piece;
    }
    return (struct text){NULL, 0};
}

struct text http_query(const struct http_call *call, const char *name) {
    struct text url = span_text(call->conn, call->conn->url), path;
    text_split(&url, '?', &path);
    return named(url, '&', name);
}

struct text http_cookie(const struct http_call *call, const char *name) {
    return named(http_header(call, "Cookie"), ';', name);
}

static struct conn *conn_of(http_parser *parser) { return parser->data; }

static int on_begin(http_parser *parser) {
    struct conn *conn = conn_of(parser);
    conn_spend(conn, WORD_COST);
    conn->head_len = conn->header_count = 0;
    conn->url = (struct span){0, 0};
    conn->in_value = conn->too_large = false;
    conn->asked = true;
    buf_clear(&conn->body);
    uv_timer_start(&conn->timer, conn->timer.timer_cb, conn->server->config.head_ms, 0);
    return 0;
}

static int keep(struct conn *conn, struct span *span, const char *at, size_t len) {
    if (conn->head_len + len > HEAD_LIMIT) return conn->too_large = true;
    if (!span->len) span->at = conn->head_len;
    memcpy(conn->head + conn->head_len, at, len);
    conn->head_len += (uint32_t)len;
    span->len += (uint32_t)len;
    return 0;
}

static int on_url(http_parser *parser, const char *at, size_t len) {
    return keep(conn_of(parser), &conn_of(parser)->url, at, len);
}

static int on_name(http_parser *parser, const char *at, size_t len) {
    struct conn *conn = conn_of(parser);
    if (!conn->header_count || conn->in_value) {
        if (conn->header_count == HEADERS_MAX) return conn->too_large = true;
        conn->names[conn->header_count] = conn->values[conn->header_count] = (struct span){conn->head_len, 0};
        conn->header_count++;
        conn->in_value = false;
    }
    return keep(conn, &conn->names[conn->header_count - 1], at, len);
}

static int on_value(http_parser *parser, const char *at, size_t len) {
    struct conn *conn = conn_of(parser);
    conn->in_value = true;
    return conn->header_count ? keep(conn, &conn->values[conn->header_count - 1], at, len) : 1;
}

static int on_body(http_parser *parser, const char *at, size_t len) {
    struct conn *conn = conn_of(parser);
    if (conn->body.len + len > conn->server->config.body_limit) return conn->too_large = true;
    buf_bytes(&conn->body, at, len);
    return conn->body.err;
}

static int on_complete(http_parser *parser) {
    struct conn *conn = conn_of(parser);
    conn->asked = false;
    conn->keep_alive = http_should_keep_alive(parser);
    uv_timer_start(&conn->timer, conn->timer.timer_cb, conn->server->config.idle_ms, 0);
    if (conn_header_count(conn, "Host") > 1) {
        refuse(conn, 400, "More than one Host: which of them is meant?\n");
        return 0;
    }
    if (!conn_allowed(conn)) {
        refuse(conn, 403, "This page or name may not talk to this robot.\n");
        return 0;
    }
    conn->call = (struct http_call){.conn = conn};
    conn->server->config.handle(conn->server->config.user, &conn->call);
    if (!conn->call.answered && !conn->ws) refuse(conn, 500, "Nobody answered.\n");
    conn_flush(conn);
    return 0;
}

static const http_parser_settings SETTINGS = {.on_message_begin = on_begin,
                                              .on_url = on_url,
                                              .on_header_field = on_name,
                                              .on_header_value = on_value,
                                              .on_body = on_body,
                                              .on_message_complete = on_complete};

// ---------------------------------------------------------------------------------------- bytes from outside

static void give_room(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
    (void)size;
    struct conn *conn = handle->data;
    *buf = uv_buf_init(conn->server->incoming, sizeof conn->server->incoming);
}

static void parse(struct conn *conn, const char *bytes, size_t len) {
    size_t used = http_parser_execute(&conn->parser, &SETTINGS, bytes, len);
    if (conn->closing) return;
    if (conn->ws) { // what came after the request already belongs to the WebSocket
        if (used < len) ws_feed(conn->ws, (const uint8_t *)bytes + used, len - used);
        return;
    }
    if (conn->hang_up || (used == len && !conn->parser.http_errno && !conn->parser.upgrade)) return;
    if (conn->too_large)
        refuse(conn, conn->parser.http_errno == HPE_CB_body ? 413 : 431,
               "That is more than this server takes.\n");
    else
        refuse(conn, 400, "That is not HTTP as this server knows it.\n");
}

// ------------------------------------------------------------------------------------------------ budgets

static void on_turn(uv_timer_t *timer);

void conn_spend(struct conn *conn, unsigned cost) {
    struct http_server *server = conn->server;
    if (!uv_is_active((uv_handle_t *)&server->turn)) uv_timer_start(&server->turn, on_turn, TURN_MS, 0);
    conn->spent += cost;
    server->spent += cost;
}

static bool over_budget(const struct conn *conn) {
    return conn->spent >= PEER_BUDGET || conn->server->spent >= ALL_BUDGET;
}

static void on_plain(struct conn *conn, const char *bytes, size_t len) {
    while (len && !conn->closing && !conn->hang_up) { // who was told to go is not read any more
        if (over_budget(conn)) {
            conn->paused = true;
            uv_read_stop((uv_stream_t *)&conn->tcp);
            buf_bytes(&conn->unread, bytes, len);
            if (conn->unread.err) conn_close(conn);
            return;
        }
        size_t piece = len < PIECE ? len : PIECE;
        conn_spend(conn, (unsigned)piece);
        if (conn->ws)
            ws_feed(conn->ws, (const uint8_t *)bytes, piece);
        else
            parse(conn, bytes, piece);
        bytes += piece;
        len -= piece;
    }
}

static void on_bytes(uv_stream_t *stream, ssize_t len, const uv_buf_t *buf);

static void read_on(struct conn *conn) {
    struct buf unread = conn->unread;
    conn->unread = (struct buf){0};
    conn->paused = false;
    on_plain(conn, (const char *)unread.at, unread.len);
    buf_free(&unread);
    if (conn->paused || conn->closing || conn->hang_up) return;
    if (uv_read_start((uv_stream_t *)&conn->tcp, give_room, on_bytes)) conn_close(conn);
}

static void hang_up_on_flood(struct conn *conn) {
    log_info("net", "disconnected a peer that floods the server");
    if (conn->ws)
        ws_close(conn->ws, 1008);
    else
        conn_close(conn);
}

// Nobody has said anything in this turn yet; who was interrupted goes on.
static void on_turn(uv_timer_t *timer) {
    struct http_server *server = timer->data;
    bool again = false;
    server->spent = 0;
    for (struct conn *conn = server->conns; conn; conn = conn->next) {
        conn->floods = conn->spent >= PEER_BUDGET ? conn->floods + 1 : 0;
        conn->spent = 0;
        again |= conn->floods > 0;
    }
    for (struct conn *conn = server->conns; conn; conn = conn->next) {
        if (!conn->paused || conn->closing) continue;
        if (conn->floods >= FLOOD_TURNS)
            hang_up_on_flood(conn);
        else
            read_on(conn);
    }
    if (again) uv_timer_start(timer, on_turn, TURN_MS, 0); // a turn without a flood ends the row
}

static void on_sealed(struct conn *conn, const char *bytes, size_t len) {
    enum err err = tls_take(conn->tls, bytes, len, &conn->plain, &conn->sealed);
    on_plain(conn, (const char *)conn->plain.at, conn->plain.len);
    buf_clear(&conn->plain);
    if (err) conn->hang_up = true; // after the alert that tells it why
    conn_flush(conn);
}

static void on_bytes(uv_stream_t *stream, ssize_t len, const uv_buf_t *buf) {
    struct conn *conn = stream->data;
    if (conn->closing) return;
    if (len < 0) {
        conn_close(conn);
        return;
    }
    if (conn->tls)
        on_sealed(conn, buf->base, (size_t)len);
    else
        on_plain(conn, buf->base, (size_t)len);
}

// Too slow to ask, or silent for too long.
static void on_time_over(uv_timer_t *timer) {
    struct conn *conn = timer->data;
    if (conn->ws && !conn->hang_up) return;
    if (conn->asked && !conn->hang_up) {
        refuse(conn, 408, "Too slow.\n");
        uv_timer_start(&conn->timer, on_time_over, 1000, 0); // and whoever does not even read that is cut off
        return;
    }
    conn_close(conn);
}

static void on_peer(uv_stream_t *listener, int status) {
    struct http_server *server = listener->data;
    struct conn *conn = status < 0 ? NULL : calloc(1, sizeof *conn);
    if (!conn) return;
    conn->server = server;
    conn->handles = 2;
    conn->out.limit = conn->sealed.limit = conn->writing.limit = OUT_LIMIT;
    conn->body.limit = server->config.body_limit + 1;
    uv_tcp_init(loop_uv(server->loop), &conn->tcp);
    uv_timer_init(loop_uv(server->loop), &conn->timer);
    conn->tcp.data = conn->timer.data = conn->write.data = conn;
    conn->next = server->conns;
    conn->link = &server->conns;
    if (conn->next) conn->next->link = &conn->next;
    server->conns = conn;
    server->count++;
    http_parser_init(&conn->parser, HTTP_REQUEST);
    conn->parser.data = conn;
    if (server->tls) conn->tls = tls_new(server->tls, NULL);
    if (uv_accept(listener, (uv_stream_t *)&conn->tcp) || (server->tls && !conn->tls)) {
        conn_close(conn);
        return;
    }
    uv_tcp_nodelay(&conn->tcp, 1);
    uv_timer_start(&conn->timer, on_time_over, server->config.head_ms, 0);
    conn->asked = true; // it has so long to begin
    if (server->count > server->config.connections) {
        refuse(conn, 503, "Too many connections.\n");
        uv_timer_start(&conn->timer, on_time_over, 1000, 0);
        conn->asked = false;
    }
    if (uv_read_start((uv_stream_t *)&conn->tcp, give_room, on_bytes)) conn_close(conn);
}

// ------------------------------------------------------------------------------------------------ the server

static int bind_port(struct http_server *server, uint16_t port) {
    struct sockaddr_storage at;
    const char *address = server->address;
    int err = strchr(address, ':') ? uv_ip6_addr(address, port, (struct sockaddr_in6 *)&at)
                                   : uv_ip4_addr(address, port, (struct sockaddr_in *)&at);
    if (err) return err;
    uv_tcp_init(loop_uv(server->loop), &server->tcp);
    server->tcp.data = server;
    err = uv_tcp_bind(&server->tcp, (const struct sockaddr *)&at, 0);
    if (!err) err = uv_listen((uv_stream_t *)&server->tcp, 128, on_peer);
    return err;
}

static void read_port(struct http_server *server) {
    struct sockaddr_storage at;
    int len = sizeof at;
    if (uv_tcp_getsockname(&server->tcp, (struct sockaddr *)&at, &len)) return;
    uint16_t port = at.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&at)->sin6_port
                                             : ((struct sockaddr_in *)&at)->sin_port;
    server->port = ntohs(port);
}

static void on_server_closed(uv_handle_t *handle) { ((struct http_server *)handle->data)->handles--; }

// Closes a handle of the server's and waits until libuv is done with it.
static void close_handle(struct http_server *server, void *handle) {
    server->handles++;
    uv_close(handle, on_server_closed);
    while (server->handles) uv_run(loop_uv(server->loop), UV_RUN_NOWAIT);
}

struct http_server *http_listen(struct loop *loop, const struct http_config *config, struct fault *fault) {
    struct http_server *server = calloc(1, sizeof *server);
    if (!server) {
        fault_set(fault, ERR_MEMORY, "no memory for a web server");
        return NULL;
    }
    server->config = *config;
    server->loop = loop;
    snprintf(server->address, sizeof server->address, "%s", config->address);
    snprintf(server->hosts, sizeof server->hosts, "%s", config->hosts ? config->hosts : "");
    if (config->certificate && !(server->tls = tls_server(config->certificate, config->key, fault))) {
        free(server);
        return NULL;
    }
    uv_timer_init(loop_uv(loop), &server->turn);
    server->turn.data = server;
    for (unsigned i = 0; i <= config->tries; i++) {
        int err = bind_port(server, (uint16_t)(config->port + i));
        if (!err) {
            read_port(server);
            return server;
        }
        if (err != UV_EINVAL || server->tcp.data) close_handle(server, &server->tcp);
        if (err == UV_EADDRINUSE && i < config->tries) continue;
        enum err kind = err == UV_EADDRINUSE ? ERR_BUSY : err == UV_EACCES ? ERR_DENIED : ERR_IO;
        unsigned port = config->port + i, free = port < 65535 ? port + 1 : port - 1;
        if (kind == ERR_BUSY)
            fault_set(fault, kind,
                      "cannot listen on %s port %u: another program has it; end that one, or try port %u",
                      config->address, port, free);
        else
            fault_set(fault, kind, "cannot listen on %s port %u: %s", config->address, port,
                      uv_strerror(err));
        break;
    }
    close_handle(server, &server->turn);
    tls_context_free(server->tls);
    free(server);
    return NULL;
}

void http_close(struct http_server *server) {
    if (!server) return;
    for (struct conn *conn = server->conns; conn; conn = conn->next) {
        if (conn->ws) ws_close(conn->ws, 1001);
        conn_flush(conn);
    }
    close_handle(server, &server->tcp);
    for (int i = 0; i < 20 && server->conns; i++) { // a moment for the goodbyes
        bool waits = false;
        for (struct conn *conn = server->conns; conn; conn = conn->next) waits |= conn->write_busy;
        if (!waits) break;
        loop_once(server->loop, 5000);
    }
    close_handle(server, &server->turn);
    for (struct conn *conn = server->conns; conn; conn = conn->next) conn_close(conn);
    while (server->conns) uv_run(loop_uv(server->loop), UV_RUN_NOWAIT);
    tls_context_free(server->tls);
    free(server);
}

uint16_t http_port(const struct http_server *server) { return server->port; }
unsigned http_connections(const struct http_server *server) { return server->count; }
