#include "net/stream.h"

#include "base/text.h"
#include "net/h2.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

enum { READY = 64 << 10 }; // bytes of HTTP/2 that are made before the system takes them

struct stream {
    uv_tcp_t tcp;
    uv_write_t write;
    struct loop *loop;
    const struct stream_class *class;
    void *user;
    struct tls *tls;        // NULL: plain
    struct buf unread;      // what the class did not take
    struct buf out, sealed; // to be sent; the same after TLS
    struct buf writing;     // with the system
    bool open, paused, reading, write_busy, hang_up, said_bye, closing;
    char trouble[STREAM_WORDS];
};

struct stream_listener {
    uv_tcp_t tcp;
    struct loop *loop;
    void (*came)(void *user, struct stream *stream);
    void *user;
    uint16_t port;
    bool closed;
};

// ------------------------------------------------------------------------------------------------ its end

static void on_closed(uv_handle_t *handle) {
    struct stream *stream = handle->data;
    if (stream->class) stream->class->gone(stream->user);
    tls_free(stream->tls);
    buf_free(&stream->unread);
    buf_free(&stream->out);
    buf_free(&stream->sealed);
    buf_free(&stream->writing);
    free(stream);
}

static void cut(struct stream *stream, const char *why) {
    if (stream->closing) return;
    stream->closing = true;
    if (why && !stream->trouble[0]) snprintf(stream->trouble, sizeof stream->trouble, "%s", why);
    uv_close((uv_handle_t *)&stream->tcp, on_closed);
}

void stream_close(struct stream *stream, bool polite) {
    if (!polite) cut(stream, NULL);
    if (stream->closing) return;
    stream->hang_up = true;
    stream_flush(stream);
}

bool stream_closing(const struct stream *stream) { return stream->closing; }
bool stream_leaving(const struct stream *stream) { return stream->hang_up; }
bool stream_paused(const struct stream *stream) { return stream->paused; }
bool stream_writing(const struct stream *stream) { return stream->write_busy; }
const char *stream_trouble(const struct stream *stream) { return stream->trouble; }
struct text stream_protocol(const struct stream *stream) {
    return stream->tls ? tls_protocol(stream->tls) : (struct text){"", 0};
}

// ------------------------------------------------------------------------------------------------ sending

static void on_written(uv_write_t *write, int status) {
    struct stream *stream = write->data;
    stream->write_busy = false;
    buf_free(&stream->writing);
    if (status < 0) cut(stream, uv_strerror(status));
    if (stream->closing) return;
    stream_flush(stream);
    if (!stream->closing && !stream_waiting(stream) && stream->class->room) stream->class->room(stream->user);
}

// With TLS, what waits in `out` goes through it first. False: the peer and we have not agreed on anything
// yet, and never will.
static bool seal(struct stream *stream) {
    if (!stream->tls || !stream->out.len) return true;
    if (!stream->open && !stream->hang_up) return true; // it waits for the handshake
    enum err err = tls_give(stream->tls, stream->out.at, stream->out.len, &stream->sealed);
    buf_free(&stream->out);
    return !err && !stream->sealed.err;
}

// What the system takes at once is gone at once; the rest is one write at a time, and what comes meanwhile
// waits in `out`, which has a limit.
void stream_flush(struct stream *stream) {
    if (stream->write_busy || stream->closing) return;
    if (!stream->open && !stream->tls) return; // still dialling
    struct buf *next = stream->tls ? &stream->sealed : &stream->out;
    if (!seal(stream)) {
        cut(stream, "the peer left before TLS was agreed on");
        return;
    }
    if (stream->tls && stream->hang_up && !stream->said_bye) {
        stream->said_bye = true;
        tls_bye(stream->tls, &stream->sealed);
    }
    if (next->len) {
        uv_buf_t piece = uv_buf_init((char *)next->at, (unsigned)next->len);
        int sent = uv_try_write((uv_stream_t *)&stream->tcp, &piece, 1);
        if (sent > 0) buf_drop(next, (size_t)sent);
    }
    if (!next->len) {
        buf_free(next);
        if (stream->hang_up) cut(stream, NULL);
        return;
    }
    struct buf swap = stream->writing;
    stream->writing = *next;
    *next = swap;
    next->limit = STREAM_OUT_LIMIT;
    uv_buf_t piece = uv_buf_init((char *)stream->writing.at, (unsigned)stream->writing.len);
    stream->write_busy = true;
    if (!uv_write(&stream->write, (uv_stream_t *)&stream->tcp, &piece, 1, on_written)) return;
    stream->write_busy = false;
    cut(stream, "no memory");
}

// No more is made than the system takes soon; `room` comes when it has.
bool stream_pump(struct stream *stream, struct h2 *h2) {
    for (;;) {
        if (stream_waiting(stream) >= READY) {
            stream_flush(stream);
            return true;
        }
        if (h2_give(h2, &stream->out, READY)) return false;
        bool more = stream->out.len >= READY;
        stream_flush(stream);
        if (!more || stream_waiting(stream) || stream->closing) return true;
    }
}

size_t stream_waiting(const struct stream *stream) {
    return stream->out.len + stream->sealed.len + (stream->write_busy ? stream->writing.len : 0);
}

struct buf *stream_out(struct stream *stream) {
    return &stream->out;
}

void stream_send(struct stream *stream, const void *bytes, size_t len) {
    if (stream->closing) return;
    buf_bytes(&stream->out, bytes, len);
    if (stream->out.err) cut(stream, "too much waits to be sent");
}

// ------------------------------------------------------------------------------------------------ receiving

static void give_room(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
    (void)size;
    struct stream *stream = handle->data;
    size_t room;
    void *scratch = loop_scratch(stream->loop, &room);
    *buf = uv_buf_init(scratch, (unsigned)room);
}

static void on_bytes(uv_stream_t *tcp, ssize_t len, const uv_buf_t *buf);

static void read_more(struct stream *stream, bool more) {
    if (stream->closing || stream->reading == more) return;
    stream->reading = more;
    if (!more)
        uv_read_stop((uv_stream_t *)&stream->tcp);
    else if (uv_read_start((uv_stream_t *)&stream->tcp, give_room, on_bytes))
        cut(stream, "the system does not let us read");
}

// Who was told to go is not read any more.
static void offer(struct stream *stream, const uint8_t *bytes, size_t len) {
    if (!len || stream->closing || stream->hang_up) return;
    size_t used = stream->paused ? 0 : stream->class->bytes(stream->user, bytes, len);
    if (used >= len || stream->closing || stream->hang_up) return;
    stream->paused = true;
    read_more(stream, false);
    buf_bytes(&stream->unread, bytes + used, len - used);
    if (stream->unread.err) cut(stream, "no memory");
}

void stream_resume(struct stream *stream) {
    if (!stream->paused || stream->closing) return;
    struct buf unread = stream->unread;
    stream->unread = (struct buf){0};
    stream->paused = false;
    offer(stream, unread.at, unread.len);
    buf_free(&unread);
    if (!stream->paused && !stream->hang_up) read_more(stream, true);
}

static void opened(struct stream *stream) {
    stream->open = true;
    if (stream->class->open) stream->class->open(stream->user);
}

static void on_sealed(struct stream *stream, const void *bytes, size_t len) {
    struct buf plain = {0};
    enum err err = tls_take(stream->tls, bytes, len, &plain, &stream->sealed);
    if (!stream->open && tls_ready(stream->tls)) opened(stream);
    offer(stream, plain.at, plain.len);
    buf_free(&plain);
    if (err) { // after the alert that tells it why
        if (!stream->trouble[0])
            snprintf(stream->trouble, sizeof stream->trouble, "%s", tls_trouble(stream->tls));
        stream->hang_up = stream->said_bye = true;
        buf_free(&stream->out);
    }
    stream_flush(stream);
}

static void on_bytes(uv_stream_t *tcp, ssize_t len, const uv_buf_t *buf) {
    struct stream *stream = tcp->data;
    if (stream->closing) return;
    if (len < 0)
        cut(stream, len == UV_EOF ? "the peer closed the connection" : uv_strerror((int)len));
    else if (stream->tls)
        on_sealed(stream, buf->base, (size_t)len);
    else
        offer(stream, (const uint8_t *)buf->base, (size_t)len);
}

// ------------------------------------------------------------------------------------------------ accepting

static struct stream *stream_new(struct loop *loop) {
    struct stream *stream = calloc(1, sizeof *stream);
    if (!stream) return NULL;
    stream->loop = loop;
    stream->out.limit = stream->sealed.limit = STREAM_OUT_LIMIT;
    uv_tcp_init(loop_uv(loop), &stream->tcp);
    stream->tcp.data = stream->write.data = stream;
    return stream;
}

static void settle(struct stream *stream) {
    uv_tcp_nodelay(&stream->tcp, 1);
    uv_tcp_keepalive(&stream->tcp, 1, 60); // who is gone without a word is found out
}

static void on_peer(uv_stream_t *tcp, int status) {
    struct stream_listener *listener = tcp->data;
    struct stream *stream = status < 0 ? NULL : stream_new(listener->loop);
    if (!stream) return;
    if (uv_accept(tcp, (uv_stream_t *)&stream->tcp)) {
        cut(stream, NULL);
        return;
    }
    settle(stream);
    listener->came(listener->user, stream);
}

enum err stream_start(struct stream *stream, struct tls_context *tls, const struct stream_class *class,
                      void *user) {
    if (tls && !(stream->tls = tls_new(tls, NULL))) {
        cut(stream, "no memory");
        return ERR_MEMORY;
    }
    stream->class = class;
    stream->user = user;
    if (!tls) opened(stream);
    read_more(stream, true);
    return ERR_NONE;
}

static int bind_port(struct stream_listener *listener, const char *address, uint16_t port) {
    struct sockaddr_storage at;
    int err = strchr(address, ':') ? uv_ip6_addr(address, port, (struct sockaddr_in6 *)&at)
                                   : uv_ip4_addr(address, port, (struct sockaddr_in *)&at);
    if (err) return err;
    uv_tcp_init(loop_uv(listener->loop), &listener->tcp);
    listener->tcp.data = listener;
    err = uv_tcp_bind(&listener->tcp, (const struct sockaddr *)&at, 0);
    if (!err) err = uv_listen((uv_stream_t *)&listener->tcp, 128, on_peer);
    return err;
}

static void read_port(struct stream_listener *listener) {
    struct sockaddr_storage at;
    int len = sizeof at;
    if (uv_tcp_getsockname(&listener->tcp, (struct sockaddr *)&at, &len)) return;
    uint16_t port = at.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&at)->sin6_port
                                             : ((struct sockaddr_in *)&at)->sin_port;
    listener->port = ntohs(port);
}

static void on_listener_closed(uv_handle_t *handle) {
    ((struct stream_listener *)handle->data)->closed = true;
}

// Waits until libuv is done with the handle.
static void close_handle(struct stream_listener *listener) {
    listener->closed = false;
    uv_close((uv_handle_t *)&listener->tcp, on_listener_closed);
    while (!listener->closed) uv_run(loop_uv(listener->loop), UV_RUN_NOWAIT);
}

static void cannot_listen(struct fault *fault, int err, const char *address, unsigned port) {
    enum err kind = err == UV_EADDRINUSE ? ERR_BUSY : err == UV_EACCES ? ERR_DENIED : ERR_IO;
    if (kind == ERR_BUSY)
        fault_set(fault, kind,
                  "cannot listen on %s port %u: another program has it; end that one, or try port %u",
                  address, port, port < 65535 ? port + 1 : port - 1);
    else
        fault_set(fault, kind, "cannot listen on %s port %u: %s", address, port, uv_strerror(err));
}

struct stream_listener *stream_listen(struct loop *loop, const char *address, uint16_t port, unsigned tries,
                                      void (*came)(void *user, struct stream *stream), void *user,
                                      struct fault *fault) {
    struct stream_listener *listener = calloc(1, sizeof *listener);
    if (!listener) {
        fault_set(fault, ERR_MEMORY, "no memory to listen");
        return NULL;
    }
    listener->loop = loop;
    listener->came = came;
    listener->user = user;
    for (unsigned i = 0; i <= tries; i++) {
        int err = bind_port(listener, address, (uint16_t)(port + i));
        if (!err) {
            read_port(listener);
            return listener;
        }
        if (listener->tcp.data) close_handle(listener);
        if (err == UV_EADDRINUSE && i < tries) continue;
        cannot_listen(fault, err, address, port + i);
        break;
    }
    free(listener);
    return NULL;
}

void stream_listener_close(struct stream_listener *listener) {
    if (!listener) return;
    close_handle(listener);
    free(listener);
}

uint16_t stream_port(const struct stream_listener *listener) { return listener->port; }

// ------------------------------------------------------------------------------------------------ dialling

struct dial {
    uv_connect_t connect;
    struct stream *stream;
};

static void on_connected(uv_connect_t *connect, int status) {
    struct dial *dial = connect->data;
    struct stream *stream = dial->stream;
    free(dial);
    if (stream->closing) return;
    if (status < 0) {
        cut(stream, uv_strerror(status));
        return;
    }
    settle(stream);
    read_more(stream, true);
    if (stream->tls)
        on_sealed(stream, NULL, 0); // begins the handshake
    else
        opened(stream);
    stream_flush(stream);
}

static void connect_to(struct dial *dial, const struct sockaddr *at) {
    dial->connect.data = dial;
    int err = uv_tcp_connect(&dial->connect, &dial->stream->tcp, at, on_connected);
    if (!err) return;
    cut(dial->stream, uv_strerror(err));
    free(dial);
}

struct stream *stream_dial(struct loop *loop, const char *host, uint16_t port, struct tls_context *tls,
                           const char *name, const struct stream_class *class, void *user) {
    struct stream *stream = stream_new(loop);
    struct dial *dial = calloc(1, sizeof *dial);
    if (!stream || !dial || (tls && !(stream->tls = tls_new(tls, name)))) {
        if (stream) cut(stream, NULL);
        free(dial);
        return NULL;
    }
    stream->class = class;
    stream->user = user;
    dial->stream = stream;
    struct sockaddr_storage at;
    if (!uv_ip4_addr(host, port, (struct sockaddr_in *)&at) ||
        !uv_ip6_addr(host, port, (struct sockaddr_in6 *)&at)) {
        connect_to(dial, (const struct sockaddr *)&at);
        return stream;
    }
    char digits[8];
    snprintf(digits, sizeof digits, "%u", port);
    struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM}, *found = NULL;
    // Names are looked up here and now: who dials has nothing else to do yet.
    int err = getaddrinfo(host, digits, &hints, &found);
    if (err) {
        cut(stream, gai_strerror(err));
        free(dial);
        return stream;
    }
    connect_to(dial, found->ai_addr);
    freeaddrinfo(found);
    return stream;
}
