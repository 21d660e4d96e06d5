// WebSockets (RFC 6455), the frames by wslay.
#include "net/digest.h"
#include "net/http_internal.h"

#include <stdlib.h>
#include <string.h>

static ssize_t on_take(wslay_event_context_ptr context, uint8_t *to, size_t len, int flags, void *user) {
    (void)flags;
    struct ws *ws = user;
    size_t left = (size_t)(ws->in_end - ws->in);
    if (!left) {
        wslay_event_set_error(context, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    if (len > left) len = left;
    memcpy(to, ws->in, len);
    ws->in += len;
    return (ssize_t)len;
}

static void on_frame(wslay_event_context_ptr context, const struct wslay_event_on_frame_recv_start_arg *arg,
                     void *user) {
    (void)context;
    (void)arg;
    conn_spend(((struct ws *)user)->conn, WORD_COST);
}

static ssize_t on_give(wslay_event_context_ptr context, const uint8_t *bytes, size_t len, int flags,
                       void *user) {
    (void)flags;
    struct ws *ws = user;
    if (stream_closing(ws->conn->stream)) {
        wslay_event_set_error(context, WSLAY_ERR_CALLBACK_FAILURE);
        return -1;
    }
    stream_send(ws->conn->stream, bytes, len);
    return (ssize_t)len;
}

static void on_message(wslay_event_context_ptr context, const struct wslay_event_on_msg_recv_arg *arg,
                       void *user) {
    (void)context;
    struct ws *ws = user;
    if (wslay_is_ctrl_frame(arg->opcode) || ws->closing || !ws->class->message) return;
    ws->class->message(ws->user, ws, (struct text){(const char *)arg->msg, arg->msg_length});
}

static const struct wslay_event_callbacks CALLBACKS = {.recv_callback = on_take,
                                                       .send_callback = on_give,
                                                       .on_frame_recv_start_callback = on_frame,
                                                       .on_msg_recv_callback = on_message};

// Its base-64 digest with the client's key shows that the server has understood.
static const char MAGIC[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

enum err http_upgrade(struct http_call *call, const struct ws_class *class, void *user) {
    struct conn *conn = call->conn;
    struct text key = http_header(call, "Sec-WebSocket-Key");
    bool asks = !call->stream && conn->parser.upgrade &&
                text_same_nocase(http_header(call, "Upgrade"), TEXT("websocket")) &&
                text_is(http_header(call, "Sec-WebSocket-Version"), "13");
    struct ws *ws = asks && key.len == 24 && text_is(http_method(call), "GET") ? calloc(1, sizeof *ws) : NULL;
    if (!ws || wslay_event_context_server_init(&ws->wslay, &CALLBACKS, ws)) {
        free(ws);
        static const char WHY[] = "Expected a WebSocket of version 13.\n";
        http_reply(call, 426, "text/plain; charset=utf-8", WHY, sizeof WHY - 1,
                   "Sec-WebSocket-Version: 13\r\n");
        return ERR_SYNTAX;
    }
    wslay_event_config_set_max_recv_msg_length(ws->wslay, class->message_limit);
    ws->conn = conn;
    ws->class = class;
    ws->user = user;
    char accept[32];
    if (!digest_sha1_base64(key.at, key.len, MAGIC, sizeof MAGIC - 1, accept)) accept[0] = 0;
    buf_printf(stream_out(conn->stream),
               "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: "
               "Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
               accept);
    call->answered = call->over = true;
    conn->ws = ws;
    conn_time(conn, 0);
    if (class->opened) class->opened(user, ws);
    return ERR_NONE;
}

static void pump(struct ws *ws) {
    if (!stream_closing(ws->conn->stream) && wslay_event_want_write(ws->wslay) && wslay_event_send(ws->wslay))
        conn_close(ws->conn);
    conn_flush(ws->conn);
}

void ws_feed(struct ws *ws, const uint8_t *bytes, size_t len) {
    ws->in = bytes;
    ws->in_end = bytes + len;
    int err = wslay_event_recv(ws->wslay);
    ws->in = ws->in_end = NULL;
    pump(ws); // its answer to a ping, or the reason why it hangs up
    bool over = err || wslay_event_get_close_received(ws->wslay) ||
                (!wslay_event_want_read(ws->wslay) && !wslay_event_want_write(ws->wslay));
    if (over) conn_hang_up(ws->conn);
}

size_t ws_waiting(const struct ws *ws) { return stream_waiting(ws->conn->stream); }

enum err ws_send(struct ws *ws, bool text, const void *bytes, size_t len, bool droppable) {
    if (ws->closing || conn_over(ws->conn)) return ERR_CLOSED;
    if (droppable && ws_waiting(ws)) return ERR_BUSY;
    if (ws_waiting(ws) + len > ws->class->queue_limit) {
        ws_close(ws, 1008);
        return ERR_LIMIT;
    }
    struct wslay_event_msg message = {text ? WSLAY_TEXT_FRAME : WSLAY_BINARY_FRAME, bytes, len};
    if (wslay_event_queue_msg(ws->wslay, &message)) return ERR_MEMORY;
    pump(ws);
    return ERR_NONE;
}

void ws_close(struct ws *ws, uint16_t code) {
    if (ws->closing || stream_closing(ws->conn->stream)) return;
    ws->closing = true;
    wslay_event_queue_close(ws->wslay, code, NULL, 0);
    pump(ws);
    conn_hang_up(ws->conn);
    conn_time(ws->conn, 1000); // whoever does not take even the goodbye is cut off
}

void ws_free(struct ws *ws) {
    if (ws->class->gone) ws->class->gone(ws->user, ws);
    wslay_event_context_free(ws->wslay);
    free(ws);
}
