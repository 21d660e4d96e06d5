// Whatever a peer says instead of HTTP: it is answered in HTTP or hung up on, what the handler is given holds
// together, and nothing is left over.
#include "net/http.h"
#include "wire.h"

#include <stdio.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

static volatile uint8_t sum; // every byte may be read
static void read_all(struct text text) {
    for (size_t i = 0; i < text.len; i++) sum = sum ^ (uint8_t)text.at[i];
}

static void answer(void *user, struct http_call *call) {
    (void)user;
    read_all(http_method(call)), read_all(http_path(call)), read_all(http_query(call, "a")),
        read_all(http_body(call));
    read_all(http_header(call, "Host")), read_all(http_cookie(call, "critter"));
    must(http_body(call).len <= 1000);
    must(http_header(call, "Host").at != NULL); // who names no host does not come so far
    http_reply(call, 200, "text/plain", http_body(call).at, http_body(call).len, NULL);
}

static bool is_empty(void *server) { return http_connections(server) == 0; }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct loop *loop;
    static struct http_server *server;
    if (!loop) {
        struct http_config config = http_defaults();
        config.port = 0, config.handle = answer, config.body_limit = 1000;
        config.http2 = true;
        loop = loop_new();
        server = http_listen(loop, &config, NULL);
        must(server != NULL);
    }
    if (!size) return 0;
    // The first byte says into what pieces the rest is cut.
    size_t piece = data[0] & 1 ? size : 1 + data[0] / 2u;
    int fd = wire_dial(loop, http_port(server));
    data++, size--;
    for (size_t at = 0, pieces = 0; at < size && pieces < 64; pieces++) {
        size_t len = size - at < piece || pieces == 63 ? size - at : piece;
        wire_say(loop, fd, data + at, len);
        at += len;
    }
    static char heard[1 << 16];
    size_t len = wire_hear(loop, fd, heard, sizeof heard);
    // HTTP/1.1 answers in words, HTTP/2 begins with its settings.
    must(!len || !strncmp(heard, "HTTP/1.1 ", 9) || (len >= 9 && heard[3] == 4));
    wire_leave(loop, fd);
    wire_wait(loop, is_empty, server);
    must(is_empty(server));
    return 0;
}
