// A call of the web server, whichever version of HTTP it came by.
#include "net/http_internal.h"

#include <string.h>

// ------------------------------------------------------------------------------------------ what is asked

struct text http_url(const struct http_call *call) {
    return call->stream ? h2_header(call->stream, ":path") : http1_url(call->conn);
}

struct text http_method(const struct http_call *call) {
    return call->stream ? h2_header(call->stream, ":method")
                        : text_of(http_method_str(call->conn->parser.method));
}

struct text http_path(const struct http_call *call) {
    struct text url = http_url(call), path = {NULL, 0};
    text_split(&url, '?', &path);
    return path;
}

struct text http_body(const struct http_call *call) {
    return (struct text){(const char *)call->body.at, call->body.len};
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
    struct text url = http_url(call), path;
    text_split(&url, '?', &path);
    return named(url, '&', name);
}

// HTTP/2 has its names in lower case, and calls the host its authority.
static const char *h2_name(const char *name, char small[64]) {
    if (text_same_nocase(text_of(name), TEXT("host"))) return ":authority";
    size_t len = 0;
    for (; len < 63 && name[len]; len++)
        small[len] = name[len] >= 'A' && name[len] <= 'Z' ? (char)(name[len] + 32) : name[len];
    small[len] = 0;
    return small;
}

struct text http_header(const struct http_call *call, const char *name) {
    char small[64];
    if (!call->stream) return http1_header(call->conn, name, NULL);
    struct text value = h2_header(call->stream, h2_name(name, small));
    return value.at ? text_trim(value) : value;
}

unsigned http_header_count(const struct http_call *call, const char *name) {
    char small[64];
    unsigned count = 0;
    if (call->stream) return h2_header_count(call->stream, h2_name(name, small));
    http1_header(call->conn, name, &count);
    return count;
}

struct text http_cookie(const struct http_call *call, const char *name) {
    return named(http_header(call, "Cookie"), ';', name);
}

// ------------------------------------------------------------------------------------------------ the answer

static void refuse(struct http_call *call, unsigned status, const char *why) {
    call->conn->keep_alive = false;
    http_reply(call, status, "text/plain; charset=utf-8", why, strlen(why), NULL);
}

void call_answer(struct http_call *call) {
    const struct http_config *config = &call->conn->server->config;
    call->only_head = text_is(http_method(call), "HEAD");
    if (http_header_count(call, "Host") > 1) {
        refuse(call, 400, "More than one Host: which of them is meant?\n");
    } else if (!config->open && !call_allowed(call)) {
        refuse(call, 403,
               "This page or name may not talk to this robot: use the address in numbers, or let the name in "
               "with --host.\n");
    } else {
        config->handle(config->user, call);
        if (!call->answered && !call->class && !call->conn->ws) refuse(call, 500, "Nobody answered.\n");
    }
}

void call_gone(struct http_call *call) {
    const struct http_class *class = call->class;
    call->class = NULL;
    call->over = true;
    if (class && class->gone) class->gone(call->user, call);
}

void http_later(struct http_call *call, const struct http_class *class, void *user) {
    call->class = class;
    call->user = user;
}

static void send_head(struct http_call *call, unsigned status, const char *type, const size_t *len,
                      const char *headers) {
    call->answered = true;
    if (call->stream)
        http2_head(call, status, type, len, headers, call->only_head || (len && !*len));
    else
        http1_head(call, status, type, len, headers);
}

static enum err send_piece(struct http_call *call, const void *bytes, size_t len) {
    if (call->only_head || !len) return ERR_NONE;
    if (call->stream) return h2_send(call->stream, bytes, len, NULL);
    http1_piece(call, bytes, len);
    return stream_closing(call->conn->stream) ? ERR_CLOSED : ERR_NONE;
}

static void send_end(struct http_call *call) {
    call->over = true;
    if (call->stream)
        h2_end(call->stream, NULL);
    else
        http1_end(call);
}

void http_reply(struct http_call *call, unsigned status, const char *type, const void *body, size_t len,
                const char *headers) {
    if (call->answered) return;
    send_head(call, status, type, &len, headers);
    send_piece(call, body, len);
    send_end(call);
}

void http_begin(struct http_call *call, unsigned status, const char *type, const char *headers) {
    if (call->answered) return;
    call->begun = true;
    send_head(call, status, type, NULL, headers);
}

enum err http_piece(struct http_call *call, const void *bytes, size_t len) {
    return call->begun && !call->over ? send_piece(call, bytes, len) : ERR_CLOSED;
}

void http_end(struct http_call *call) {
    if (call->begun && !call->over) send_end(call);
}

void http_break(struct http_call *call) {
    if (call->over) return;
    call->answered = call->over = true;
    if (call->stream)
        h2_reset(call->stream, H2_INTERNAL_ERROR);
    else
        conn_close(call->conn);
}

size_t http_waiting(const struct http_call *call) {
    return call->stream ? h2_waiting(call->stream) : stream_waiting(call->conn->stream);
}
