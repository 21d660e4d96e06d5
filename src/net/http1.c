// HTTP/1.1: one request after the other, parsed by http-parser; replies whole or in chunks.
#include "net/http_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------ replies

const char *http_status_words(unsigned status) {
    static const struct {
        unsigned status;
        const char *words;
    } WORDS[] = {{200, "OK"},
                 {204, "No Content"},
                 {304, "Not Modified"},
                 {400, "Bad Request"},
                 {401, "Unauthorized"},
                 {403, "Forbidden"},
                 {404, "Not Found"},
                 {405, "Method Not Allowed"},
                 {408, "Request Timeout"},
                 {409, "Conflict"},
                 {413, "Content Too Large"},
                 {426, "Upgrade Required"},
                 {429, "Too Many Requests"},
                 {431, "Request Header Fields Too Large"},
                 {500, "Internal Server Error"},
                 {501, "Not Implemented"},
                 {503, "Service Unavailable"},
                 {504, "Gateway Timeout"}};
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (WORDS[i].status == status) return WORDS[i].words;
    return "Answer";
}

static void write_head(struct conn *conn, unsigned status, const char *type, const size_t *len, bool chunked,
                       const char *headers) {
    struct buf *out = stream_out(conn->stream);
    buf_printf(out, "HTTP/1.1 %u %s\r\nContent-Type: %s\r\n", status, http_status_words(status), type);
    if (len) buf_printf(out, "Content-Length: %zu\r\n", *len);
    if (chunked) buf_text(out, "Transfer-Encoding: chunked\r\n");
    buf_text(out, "X-Content-Type-Options: nosniff\r\nReferrer-Policy: "
                  "no-referrer\r\nCross-Origin-Opener-Policy: same-origin\r\n");
    buf_text(out, conn->keep_alive ? "Connection: keep-alive\r\n" : "Connection: close\r\n");
    if (headers) buf_text(out, headers);
    buf_text(out, "\r\n");
    if (out->err) conn_close(conn);
}

// Without a length, HTTP/1.1 gets chunks, and an older peer the end of the connection.
void http1_head(struct http_call *call, unsigned status, const char *type, const size_t *len,
                const char *headers) {
    struct conn *conn = call->conn;
    call->chunked = !len && conn->parser.http_minor > 0;
    if (!len && !call->chunked) conn->keep_alive = false;
    write_head(conn, status, type, len, call->chunked && !call->only_head, headers);
    loop_soon(conn->server->loop, &conn->soon);
}

void http1_piece(struct http_call *call, const void *bytes, size_t len) {
    struct stream *stream = call->conn->stream;
    if (call->chunked) buf_printf(stream_out(stream), "%zx\r\n", len);
    stream_send(stream, bytes, len);
    if (call->chunked) stream_send(stream, "\r\n", 2);
    loop_soon(call->conn->server->loop, &call->conn->soon);
}

void http1_free(struct conn *conn) {
    struct http1 *http1 = conn->http1;
    if (!http1) return;
    conn->http1 = NULL;
    call_gone(&http1->call);
    buf_free(&http1->head);
    buf_free(&http1->call.body);
    free(http1);
}

static void go_on(struct conn *conn) {
    http1_free(conn);
    if (!conn->keep_alive) {
        conn_hang_up(conn);
        conn_time(conn, 1000);
        return;
    }
    conn_time(conn, conn->server->config.idle_ms);
    loop_soon(conn->server->loop, &conn->soon);
}

void http1_end(struct http_call *call) {
    struct conn *conn = call->conn;
    if (call->chunked && !call->only_head) stream_send(conn->stream, "0\r\n\r\n", 5);
    if (!conn->busy) return; // still inside the handler: on_complete goes on
    conn->busy = false;
    http_parser_pause(&conn->parser, 0);
    go_on(conn);
    if (stream_paused(conn->stream) && !conn->held && !conn_over(conn)) stream_resume(conn->stream);
}

void http1_refuse(struct conn *conn, unsigned status, const char *why) {
    size_t len = strlen(why);
    conn->keep_alive = false;
    write_head(conn, status, "text/plain; charset=utf-8", &len, false, NULL);
    stream_send(conn->stream, why, len);
    conn_hang_up(conn);
}

// ------------------------------------------------------------------------------------------------ requests

static struct text span_text(const struct http1 *http1, struct span span) {
    return http1->head.at ? (struct text){(const char *)http1->head.at + span.at, span.len}
                          : (struct text){"", 0};
}

struct text http1_url(const struct conn *conn) {
    return span_text(conn->http1, conn->http1->url);
}

struct text http1_header(const struct conn *conn, const char *name, unsigned *count) {
    const struct http1 *http1 = conn->http1;
    struct text first = {NULL, 0};
    for (unsigned i = 0; i < http1->header_count; i++) {
        if (!text_same_nocase(span_text(http1, http1->names[i]), text_of(name))) continue;
        if (!first.at) first = text_trim(span_text(http1, http1->values[i]));
        if (count) ++*count;
    }
    return first;
}

static struct conn *conn_of(http_parser *parser) { return parser->data; }
static struct http1 *http1_of(http_parser *parser) { return conn_of(parser)->http1; }

static int on_begin(http_parser *parser) {
    struct conn *conn = conn_of(parser);
    conn_spend(conn, WORD_COST);
    http1_free(conn);
    if (!(conn->http1 = calloc(1, sizeof *conn->http1))) return 1;
    conn->http1->head.limit = HEAD_LIMIT;
    conn->http1->call.conn = conn;
    conn->asked = true;
    conn_time(conn, conn->server->config.head_ms);
    return 0;
}

static int keep(struct http1 *http1, struct span *span, const char *at, size_t len) {
    if (!span->len) span->at = (uint32_t)http1->head.len;
    buf_bytes(&http1->head, at, len);
    span->len += (uint32_t)len;
    return http1->too_large = http1->head.err;
}

static int on_url(http_parser *parser, const char *at, size_t len) {
    return keep(http1_of(parser), &http1_of(parser)->url, at, len);
}

static int on_name(http_parser *parser, const char *at, size_t len) {
    struct http1 *http1 = http1_of(parser);
    if (!http1->header_count || http1->in_value) {
        if (http1->header_count == HEADERS_MAX) return http1->too_large = true;
        uint32_t here = (uint32_t)http1->head.len;
        http1->names[http1->header_count] = http1->values[http1->header_count] = (struct span){here, 0};
        http1->header_count++;
        http1->in_value = false;
    }
    return keep(http1, &http1->names[http1->header_count - 1], at, len);
}

static int on_value(http_parser *parser, const char *at, size_t len) {
    struct http1 *http1 = http1_of(parser);
    http1->in_value = true;
    return http1->header_count ? keep(http1, &http1->values[http1->header_count - 1], at, len) : 1;
}

static int on_body(http_parser *parser, const char *at, size_t len) {
    struct http1 *http1 = http1_of(parser);
    if (http1->call.body.len + len > conn_of(parser)->server->config.body_limit)
        return http1->too_large = true;
    buf_bytes(&http1->call.body, at, len);
    return http1->call.body.err;
}

static int on_complete(http_parser *parser) {
    struct conn *conn = conn_of(parser);
    struct http_call *call = &conn->http1->call;
    conn->asked = false;
    conn->keep_alive = http_should_keep_alive(parser);
    conn_time(conn, 0);
    call_answer(call);
    if (conn->ws) return 0; // the request's memory goes with the connection
    if (call->over || stream_closing(conn->stream)) {
        go_on(conn);
        return 0;
    }
    conn->busy = true; // the answer comes later: until then nothing more is read
    http_parser_pause(parser, 1);
    buf_free(&conn->http1->head);
    buf_free(&call->body);
    return 0;
}

static const http_parser_settings SETTINGS = {.on_message_begin = on_begin,
                                              .on_url = on_url,
                                              .on_header_field = on_name,
                                              .on_header_value = on_value,
                                              .on_body = on_body,
                                              .on_message_complete = on_complete};

void http1_begin(struct conn *conn) {
    http_parser_init(&conn->parser, HTTP_REQUEST);
    conn->parser.data = conn;
}

size_t http1_take(struct conn *conn, const uint8_t *bytes, size_t len) {
    size_t used = http_parser_execute(&conn->parser, &SETTINGS, (const char *)bytes, len);
    if (conn->ws || conn->busy || conn_over(conn)) return used;
    if (used == len && !conn->parser.http_errno && !conn->parser.upgrade) return used;
    if (conn->http1 && conn->http1->too_large)
        http1_refuse(conn, conn->parser.http_errno == HPE_CB_body ? 413 : 431,
                     "That is more than this server takes.\n");
    else
        http1_refuse(conn, 400, "That is not HTTP as this server knows it.\n");
    return len;
}
