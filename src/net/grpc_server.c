// gRPC's server: what begins a call, and what ends it.
#include "net/grpc_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TIMEOUT_DIGITS = 8 };

static void on_data(void *user, struct h2_stream *stream, const uint8_t *bytes, size_t len) {
    grpc_call_took(user, stream, bytes, len);
}

static void on_ended(void *user, struct h2_stream *stream) {
    (void)stream;
    grpc_call_half(user);
}

static void on_room(void *user, struct h2_stream *stream) {
    (void)stream;
    grpc_call_room(user);
}

// Who had not been answered when the stream went was left by its peer.
static void on_gone(void *user, struct h2_stream *stream, uint32_t code) {
    (void)stream;
    struct grpc_call *call = user;
    bool left = code != H2_NO_ERROR && call->status != GRPC_DEADLINE_EXCEEDED;
    if (left || !call->ended) {
        call->status = GRPC_CANCELLED;
        snprintf(call->words, sizeof call->words, "the client left");
    }
    call->stream = NULL;
    grpc_call_gone(call);
}

static const struct h2_class STREAM = {.data = on_data, .ended = on_ended, .room = on_room, .gone = on_gone};

// Before anybody took it, a call only lives as long as it is shown around.
static void let_go(struct grpc_call *call) {
    if (!call->class) h2_bind(call->stream, NULL, NULL);
}

struct text grpc_path(const struct grpc_call *call) {
    return h2_header(call->stream, ":path");
}
struct text grpc_metadata(const struct grpc_call *call, const char *name) {
    return h2_header(call->stream, name);
}
unsigned grpc_metadata_count(const struct grpc_call *call, const char *name) {
    return h2_header_count(call->stream, name);
}

void grpc_take(struct grpc_call *call, const struct grpc_class *class, void *user) {
    call->class = class;
    call->user = user;
}

void grpc_refuse(struct grpc_call *call, unsigned http_status, const char *words) {
    char status[12];
    if (call->ended) return;
    call->ended = true;
    snprintf(status, sizeof status, "%u", http_status);
    h2_reply(call->stream, status, "content-type: text/plain; charset=utf-8\n", false);
    h2_send(call->stream, words, strlen(words), NULL);
    h2_end(call->stream, NULL);
}

void grpc_end(struct grpc_call *call, enum grpc_status status, const char *words) {
    if (call->ended) return;
    call->ended = true;
    grpc_call_say(call, status, words);
    struct buf lines = {0};
    if (!call->answered) buf_text(&lines, "content-type: application/grpc\n");
    if (status == GRPC_UNIMPLEMENTED) buf_text(&lines, "grpc-accept-encoding: identity\n");
    buf_printf(&lines, "grpc-status: %u\n", status);
    if (words && *words) {
        buf_text(&lines, "grpc-message: ");
        grpc_encode_words(&lines, words);
        buf_text(&lines, "\n");
    }
    const char *text = (const char *)lines.at;
    enum err err = lines.err        ? lines.err
                   : call->answered ? h2_end(call->stream, text)
                                    : h2_reply(call->stream, "200", text, true);
    if (err) h2_reset(call->stream, H2_INTERNAL_ERROR);
    buf_free(&lines);
}

static void on_deadline(void *user) {
    grpc_end(user, GRPC_DEADLINE_EXCEEDED, "the deadline of the call has passed");
}

// "100m": digits and a unit. False: it is not that.
static bool read_timeout(struct text timeout, int64_t *us) {
    static const struct {
        char unit;
        int64_t us;
    } UNITS[] = {{'H', 3600000000}, {'M', 60000000}, {'S', 1000000}, {'m', 1000}, {'u', 1}, {'n', 0}};
    uint64_t count;
    if (timeout.len < 2 || timeout.len > TIMEOUT_DIGITS + 1) return false;
    for (size_t i = 0; i < timeout.len - 1; i++)
        if (timeout.at[i] < '0' || timeout.at[i] > '9') return false;
    if (text_to_u64((struct text){timeout.at, timeout.len - 1}, &count)) return false;
    for (size_t i = 0; i < sizeof UNITS / sizeof *UNITS; i++) {
        if (UNITS[i].unit != timeout.at[timeout.len - 1]) continue;
        *us = UNITS[i].us ? (int64_t)count * UNITS[i].us : (int64_t)count / 1000;
        return true;
    }
    return false;
}

static bool set_deadline(struct grpc_call *call) {
    struct text timeout = grpc_metadata(call, "grpc-timeout");
    int64_t us;
    if (!timeout.at) return true;
    if (!read_timeout(timeout, &us)) {
        grpc_end(call, GRPC_INTERNAL, "grpc-timeout: expected digits and a unit, such as 100m");
        return false;
    }
    if (!(call->deadline = loop_timer_new(call->link->loop, on_deadline, call))) return false;
    loop_timer_set(call->deadline, loop_now_us() + us);
    return true;
}

static bool begins_well(struct grpc_call *call) {
    struct text encoding = grpc_metadata(call, "grpc-encoding");
    call->encoded = encoding.at && !text_is(encoding, "identity");
    if (text_is(h2_header(call->stream, ":method"), "POST")) return set_deadline(call);
    grpc_refuse(call, 405, "gRPC is called by POST.\n");
    return false;
}

void grpc_serve(struct h2_stream *stream, const struct grpc_gate *gate, struct grpc_link *link) {
    struct grpc_call *call = calloc(1, sizeof *call);
    if (!call) return; // refused
    call->stream = stream;
    call->link = link;
    call->server = true;
    call->depth = 1;
    h2_bind(stream, &STREAM, call);
    if (begins_well(call)) gate->called(gate->user, call);
    if (!call->class && !call->ended) grpc_end(call, GRPC_UNIMPLEMENTED, "nobody takes this call");
    h2_forget(stream);
    let_go(call);
    call->depth = 0;
    if (!call->class) grpc_call_gone(call);
}
