// gRPC's client: a connection, and the calls on it.
#include "net/grpc_internal.h"
#include "net/stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONNECT_MS = 10000 };

struct grpc_client {
    struct loop *loop;
    struct tls_context *tls; // NULL: plain
    struct stream *stream;   // NULL: it is gone
    struct h2 *h2;
    struct loop_soon soon;
    struct loop_timer *patience;
    struct grpc_link link;
    struct grpc_call *calls;
    bool open, freed;
    char authority[256], trouble[STREAM_WORDS];
};

// ------------------------------------------------------------------------------------------------ connection

static void lost(struct grpc_client *client, const char *why) {
    if (!client->trouble[0]) text_copy(text_of(why), client->trouble, sizeof client->trouble);
    if (client->stream) stream_close(client->stream, false);
}

static void end_all(struct grpc_client *client) {
    while (client->calls) {
        struct grpc_call *call = client->calls;
        grpc_call_say(call, client->freed ? GRPC_CANCELLED : GRPC_UNAVAILABLE, client->trouble);
        if (call->stream) h2_bind(call->stream, NULL, NULL);
        call->stream = NULL;
        grpc_call_gone(call);
    }
}

static void flush(void *user) {
    struct grpc_client *client = user;
    if (!client->stream) end_all(client); // begun after the connection was lost
    if (!client->open || !client->stream || stream_closing(client->stream)) return;
    if (!stream_pump(client->stream, client->h2))
        lost(client, "no memory");
    else if (h2_over(client->h2))
        lost(client, "the server has ended the connection");
}

static void on_wants(void *user) {
    struct grpc_client *client = user;
    loop_soon(client->loop, &client->soon);
}

static void on_open(void *user) {
    struct grpc_client *client = user;
    loop_timer_set(client->patience, INT64_MAX);
    client->open = true;
    if (client->tls && !text_is(stream_protocol(client->stream), "h2"))
        lost(client, "the server does not speak HTTP/2");
    else
        flush(client);
}

static size_t on_bytes(void *user, const uint8_t *bytes, size_t len) {
    struct grpc_client *client = user;
    struct fault fault = {0};
    if (h2_take(client->h2, bytes, len, &fault)) lost(client, fault.said);
    flush(client);
    return len;
}

static void free_now(struct grpc_client *client) {
    end_all(client);
    loop_not_soon(&client->soon);
    h2_free(client->h2);
    loop_timer_free(client->patience);
    tls_context_free(client->tls);
    free(client);
}

static void on_gone(void *user) {
    struct grpc_client *client = user;
    if (!client->trouble[0])
        snprintf(client->trouble, sizeof client->trouble, "%s", stream_trouble(client->stream));
    client->stream = NULL;
    loop_timer_set(client->patience, INT64_MAX);
    end_all(client);
    if (client->freed) free_now(client);
}

static void on_late(void *user) { lost(user, "no answer in time while connecting"); }

static const struct stream_class STREAM = {
    .open = on_open, .bytes = on_bytes, .room = flush, .gone = on_gone};

struct grpc_client *grpc_dial(struct loop *loop, const struct grpc_client_config *config,
                              struct fault *fault) {
    struct grpc_client *client = calloc(1, sizeof *client);
    if (!client) {
        fault_set(fault, ERR_MEMORY, "no memory for a client");
        return NULL;
    }
    const char *authority = config->authority ? config->authority : config->host;
    client->loop = client->link.loop = loop;
    client->soon = (struct loop_soon){.call = flush, .user = client};
    snprintf(client->authority, sizeof client->authority, "%s", authority);
    client->h2 = h2_new(&(struct h2_config){.wants = on_wants, .user = client});
    client->patience = loop_timer_new(loop, on_late, client);
    bool well = client->h2 && client->patience;
    if (!well) fault_set(fault, ERR_MEMORY, "no memory for a client");
    if (well && config->certificate) well = (client->tls = tls_client(config->certificate, fault)) != NULL;
    if (client->tls) tls_speak(client->tls, "h2");
    if (well)
        client->stream =
            stream_dial(loop, config->host, config->port, client->tls, authority, &STREAM, client);
    if (!client->stream) {
        if (well) fault_set(fault, ERR_MEMORY, "no memory for a client");
        free_now(client);
        return NULL;
    }
    unsigned connect_ms = config->connect_ms ? config->connect_ms : CONNECT_MS;
    loop_timer_set(client->patience, loop_now_us() + connect_ms * 1000LL);
    return client;
}

void grpc_client_free(struct grpc_client *client) {
    if (!client) return;
    client->freed = true;
    end_all(client);
    if (!client->stream) {
        free_now(client);
        return;
    }
    if (client->open) {
        h2_leave(client->h2);
        flush(client);
    }
    stream_close(client->stream, client->open);
}

// ------------------------------------------------------------------------------------------------ calls

static void on_head(void *user, struct h2_stream *stream) {
    struct grpc_call *call = user;
    uint64_t status = 0;
    if (text_to_u64(h2_header(stream, ":status"), &status) || status != 200) {
        char words[64];
        snprintf(words, sizeof words, "the server answered with HTTP status %u", (unsigned)status);
        grpc_call_say(call, grpc_status_of_http((unsigned)status), words);
        call->ended = true;
        return;
    }
    struct text encoding = h2_header(stream, "grpc-encoding");
    call->encoded = encoding.at && !text_is(encoding, "identity");
    if (text_starts(h2_header(stream, "content-type"), "application/grpc")) return;
    grpc_call_say(call, GRPC_UNKNOWN, "the server did not answer with gRPC");
    call->ended = true;
}

static void on_data(void *user, struct h2_stream *stream, const uint8_t *bytes, size_t len) {
    grpc_call_took(user, stream, bytes, len);
}

// The status comes with the last head. A failed call has no message to hand over.
static void on_ended(void *user, struct h2_stream *stream) {
    struct grpc_call *call = user;
    struct text status = h2_header(stream, "grpc-status");
    uint64_t number = 0;
    if (call->ended) return;
    bool well = status.at && !text_to_u64(status, &number) && number < GRPC_STATUSES;
    if (well && number == GRPC_OK) {
        grpc_call_half(call);
        return;
    }
    char words[GRPC_WORDS] = "";
    grpc_decode_words(h2_header(stream, "grpc-message"), words);
    if (!well) snprintf(words, sizeof words, "the server ended without a status");
    grpc_call_say(call, well ? (enum grpc_status)number : GRPC_UNKNOWN, words);
    call->ended = true;
}

static void on_room(void *user, struct h2_stream *stream) {
    (void)stream;
    grpc_call_room(user);
}

static void on_stream_gone(void *user, struct h2_stream *stream, uint32_t code) {
    (void)stream;
    struct grpc_call *call = user;
    if (!call->half) grpc_call_say(call, grpc_status_of_h2(code), "the server broke the call off");
    call->stream = NULL;
    grpc_call_gone(call);
}

static const struct h2_class CALL = {
    .head = on_head, .data = on_data, .ended = on_ended, .room = on_room, .gone = on_stream_gone};

// What the server hears of the deadline it may keep or not: we do.
static void on_deadline(void *user) {
    struct grpc_call *call = user;
    grpc_call_say(call, GRPC_DEADLINE_EXCEEDED, "the deadline of the call has passed");
    grpc_cancel(call);
}

struct grpc_call *grpc_begin(struct grpc_client *client, const char *path, const char *metadata,
                             unsigned deadline_ms, const struct grpc_class *class, void *user) {
    struct grpc_call *call = calloc(1, sizeof *call);
    struct buf lines = {0};
    buf_text(&lines, "te: trailers\ncontent-type: application/grpc\ngrpc-accept-encoding: identity\n");
    if (deadline_ms)
        buf_printf(&lines, "grpc-timeout: %um\n", deadline_ms > 99999999 ? 99999999 : deadline_ms);
    buf_text(&lines, metadata);
    if (call && deadline_ms) call->deadline = loop_timer_new(client->loop, on_deadline, call);
    if (!call || lines.err || (deadline_ms && !call->deadline)) {
        buf_free(&lines);
        free(call);
        return NULL;
    }
    call->link = &client->link;
    call->answered = true;
    call->class = class;
    call->user = user;
    if (client->stream)
        call->stream =
            h2_ask(client->h2, "POST", client->authority, path, (const char *)lines.at, &CALL, call);
    buf_free(&lines);
    if (client->stream && !call->stream) {
        loop_timer_free(call->deadline);
        free(call);
        return NULL;
    }
    if (call->deadline) loop_timer_set(call->deadline, loop_now_us() + deadline_ms * 1000LL);
    call->next = client->calls;
    call->link_back = &client->calls;
    if (call->next) call->next->link_back = &call->next;
    client->calls = call;
    on_wants(client);
    return call;
}

void grpc_half(struct grpc_call *call) {
    if (call->stream && !call->ended) h2_end(call->stream, NULL);
}
