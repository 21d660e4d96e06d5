// HTTP/2 on the web server's connections: streams become calls of the web server or of gRPC.
#include "net/http_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void on_stream_data(void *user, struct h2_stream *stream, const uint8_t *bytes, size_t len) {
    struct http_call *call = user;
    h2_took(stream, len);
    if (call->answered || call->handled) return;
    if (call->body.len + len > call->conn->server->config.body_limit) {
        static const char WHY[] = "That is more than this server takes.\n";
        http_reply(call, 413, "text/plain; charset=utf-8", WHY, sizeof WHY - 1, NULL);
        return;
    }
    buf_bytes(&call->body, bytes, len);
    if (call->body.err) http_break(call);
}

static void on_stream_ended(void *user, struct h2_stream *stream) {
    struct http_call *call = user;
    if (call->answered || call->handled) return;
    call->handled = true;
    call_answer(call);
    h2_forget(stream);
    buf_free(&call->body);
}

static void on_stream_room(void *user, struct h2_stream *stream) {
    (void)stream;
    struct http_call *call = user;
    if (call->begun && !call->over && call->class && call->class->room) call->class->room(call->user, call);
}

static void on_stream_gone(void *user, struct h2_stream *stream, uint32_t code) {
    (void)stream, (void)code;
    struct http_call *call = user;
    call_gone(call);
    buf_free(&call->body);
    free(call);
}

static const struct h2_class CALL = {
    .data = on_stream_data, .ended = on_stream_ended, .room = on_stream_room, .gone = on_stream_gone};

static void on_asked(void *user, struct h2_stream *stream) {
    struct conn *conn = user;
    const struct http_config *config = &conn->server->config;
    conn_spend(conn, WORD_COST);
    if (config->grpc.called && text_starts(h2_header(stream, "content-type"), "application/grpc")) {
        grpc_serve(stream, &config->grpc, &conn->grpc);
        return;
    }
    struct http_call *call = calloc(1, sizeof *call);
    if (!call) return; // refused
    call->conn = conn;
    call->stream = stream;
    h2_bind(stream, &CALL, call);
}

static void on_frame(void *user) { conn_spend(user, FRAME_COST); }
static void on_wants(void *user) {
    struct conn *conn = user;
    loop_soon(conn->server->loop, &conn->soon);
}

bool http2_begin(struct conn *conn) {
    conn->h2 = h2_new(&(struct h2_config){
        .server = true, .asked = on_asked, .frame = on_frame, .wants = on_wants, .user = conn});
    conn->asked = false;
    conn->heard = true;
    conn_time(conn, conn->server->config.idle_ms / 2);
    if (conn->h2) conn_flush(conn); // our settings, at once: a client waits for them
    return conn->h2;
}

// "Name: value\r\n" as HTTP/2 has it: "name: value\n".
static void small_headers(struct buf *out, const char *headers) {
    bool name = true;
    for (const char *at = headers; at && *at; at++) {
        if (*at == '\r') continue;
        char letter = name && *at >= 'A' && *at <= 'Z' ? (char)(*at + 32) : *at;
        name = *at == '\n' || (name && *at != ':');
        buf_byte(out, (uint8_t)letter);
    }
}

void http2_head(struct http_call *call, unsigned status, const char *type, const size_t *len,
                const char *headers, bool over) {
    char code[12];
    struct buf lines = {0};
    snprintf(code, sizeof code, "%u", status);
    buf_printf(&lines, "content-type: %s\nx-content-type-options: nosniff\n", type);
    if (len) buf_printf(&lines, "content-length: %zu\n", *len);
    small_headers(&lines, headers);
    if (lines.err || h2_reply(call->stream, code, (const char *)lines.at, over))
        h2_reset(call->stream, H2_INTERNAL_ERROR);
    buf_free(&lines);
}
