// Whatever a peer says after the handshake of a WebSocket: whole messages within the limit are heard, queues
// stay bounded, and the socket's owner is told exactly once that it is gone.
#include "net/http.h"
#include "wire.h"

#include <stdio.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MESSAGE_LIMIT = 500, QUEUE_LIMIT = 4000 };
static unsigned opened, gone;

static void must(bool so) {
    if (!so) abort();
}
static void on_opened(void *user, struct ws *ws) {
    (void)user;
    (void)ws;
    opened++;
}
static void on_gone(void *user, struct ws *ws) {
    (void)user;
    (void)ws;
    gone++;
}
static void on_message(void *user, struct ws *ws, struct text message) {
    (void)user;
    must(message.len <= MESSAGE_LIMIT);
    must(opened == gone + 1);
    ws_send(ws, false, message.at, message.len, message.len % 2);
    must(ws_waiting(ws) <= QUEUE_LIMIT + 200);
}
static const struct ws_class ECHO = {on_opened, on_message, on_gone, MESSAGE_LIMIT, QUEUE_LIMIT};
static void answer(void *user, struct http_call *call) { http_upgrade(call, &ECHO, user); }

static const char UPGRADE[] =
    "GET /live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

static bool is_open(void *user) { return (void)user, opened > 0; }
static bool is_empty(void *server) { return http_connections(server) == 0; }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct loop *loop;
    static struct http_server *server;
    if (!loop) {
        struct http_config config = http_defaults();
        config.port = 0, config.handle = answer;
        loop = loop_new();
        server = http_listen(loop, &config, NULL);
        must(server != NULL);
    }
    if (!size) return 0;
    opened = gone = 0;
    int fd = wire_dial(loop, http_port(server));
    wire_say(loop, fd, UPGRADE, sizeof UPGRADE - 1);
    static char heard[1 << 16];
    wire_wait(loop, is_open, NULL);
    must(opened == 1);
    size_t piece = data[0] & 1 ? size : 1 + data[0] / 2u;
    data++, size--;
    for (size_t at = 0, pieces = 0; at < size && pieces < 64; pieces++) {
        size_t len = size - at < piece || pieces == 63 ? size - at : piece;
        wire_say(loop, fd, data + at, len);
        at += len;
    }
    wire_hear(loop, fd, heard, sizeof heard);
    wire_leave(loop, fd);
    wire_wait(loop, is_empty, server);
    must(opened == 1 && gone == 1);
    must(is_empty(server));
    return 0;
}
