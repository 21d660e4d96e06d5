// A gRPC call, whichever side it is on: messages out of bytes, and into them. What begins and ends it is in
// grpc_server.c and grpc_client.c.
#include "net/grpc_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ASSEMBLING_MAX = 4 << 20, MESSAGES_WAITING = 512 };

const char *grpc_status_name(enum grpc_status status) {
    static const char *const NAMES[GRPC_STATUSES] = {
        "OK",        "CANCELLED",      "UNKNOWN",           "INVALID_ARGUMENT",   "DEADLINE_EXCEEDED",
        "NOT_FOUND", "ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION",
        "ABORTED",   "OUT_OF_RANGE",   "UNIMPLEMENTED",     "INTERNAL",           "UNAVAILABLE",
        "DATA_LOSS", "UNAUTHENTICATED"};
    return (unsigned)status < GRPC_STATUSES ? NAMES[status] : "UNKNOWN";
}

enum grpc_status grpc_status_of_http(unsigned status) {
    switch (status) {
    case 400:
        return GRPC_INTERNAL;
    case 401:
        return GRPC_UNAUTHENTICATED;
    case 403:
        return GRPC_PERMISSION_DENIED;
    case 404:
        return GRPC_UNIMPLEMENTED;
    case 429:
    case 502:
    case 503:
    case 504:
        return GRPC_UNAVAILABLE;
    default:
        return GRPC_UNKNOWN;
    }
}

enum grpc_status grpc_status_of_h2(uint32_t code) {
    switch (code) {
    case H2_REFUSED:
        return GRPC_UNAVAILABLE;
    case H2_CANCEL:
        return GRPC_CANCELLED;
    case H2_CALM:
        return GRPC_RESOURCE_EXHAUSTED;
    default:
        return GRPC_INTERNAL;
    }
}

void grpc_encode_words(struct buf *out, const char *words) {
    for (const char *at = words; *at; at++) {
        unsigned char letter = (unsigned char)*at;
        if (letter < 0x20 || letter > 0x7e || letter == '%')
            buf_printf(out, "%%%02X", letter);
        else
            buf_byte(out, letter);
    }
}

void grpc_decode_words(struct text words, char out[GRPC_WORDS]) {
    size_t len = 0;
    for (size_t i = 0; i < words.len && len < GRPC_WORDS - 1; i++) {
        bool coded = words.at[i] == '%' && i + 2 < words.len && hex_digit(words.at[i + 1]) >= 0 &&
                     hex_digit(words.at[i + 2]) >= 0;
        out[len++] =
            coded ? (char)(hex_digit(words.at[i + 1]) * 16 + hex_digit(words.at[i + 2])) : words.at[i];
        if (coded) i += 2;
    }
    out[len] = 0;
}

// ------------------------------------------------------------------------------------------------ its end

void grpc_call_say(struct grpc_call *call, enum grpc_status status, const char *words) {
    if (call->spoken) return;
    call->spoken = true;
    call->status = status;
    snprintf(call->words, sizeof call->words, "%s", words ? words : "");
}

static void forget_message(struct grpc_call *call) {
    call->link->assembling -= call->message.len;
    buf_free(&call->message);
    call->whole = false;
    call->prefix_len = 0;
}

static void free_when_quiet(struct grpc_call *call) {
    if (!call->gone || call->depth) return;
    forget_message(call);
    buf_free(&call->unread);
    loop_timer_free(call->deadline);
    free(call);
}

void grpc_call_gone(struct grpc_call *call) {
    if (call->gone) return;
    call->gone = call->ended = true;
    if (call->link_back) {
        *call->link_back = call->next;
        if (call->next) call->next->link_back = call->link_back;
    }
    if (call->class && call->class->gone)
        call->class->gone(call->user, call, call->status, text_of(call->words));
    free_when_quiet(call);
}

void grpc_cancel(struct grpc_call *call) {
    if (call->gone) return;
    grpc_call_say(call, GRPC_CANCELLED, "cancelled here");
    if (call->stream) {
        h2_bind(call->stream, NULL, NULL);
        h2_reset(call->stream, H2_CANCEL);
    }
    call->stream = NULL;
    grpc_call_gone(call);
}

// ------------------------------------------------------------------------------------------------ receiving

// Ends a call that broke the rules: a server says so, a client turns away.
static void fail(struct grpc_call *call, enum grpc_status status, const char *words) {
    if (call->server) {
        grpc_end(call, status, words);
        return;
    }
    grpc_call_say(call, status, words);
    call->ended = true;
    h2_reset(call->stream, H2_CANCEL);
}

static size_t message_length(const struct grpc_call *call) {
    return (size_t)call->prefix[1] << 24 | (size_t)call->prefix[2] << 16 | (size_t)call->prefix[3] << 8 |
           call->prefix[4];
}

// The five bytes before a message.
static bool check_prefix(struct grpc_call *call) {
    char words[96];
    size_t len = message_length(call);
    if (call->whole) {
        fail(call, GRPC_INTERNAL, "one message was expected, and a second one came");
    } else if (call->prefix[0] == 1 && call->encoded) {
        fail(call, GRPC_UNIMPLEMENTED, "the message is compressed; only identity is understood");
    } else if (call->prefix[0]) {
        fail(call, GRPC_INTERNAL, "the message says that it is compressed, and names no encoding");
    } else if (len > GRPC_MESSAGE_LIMIT) {
        snprintf(words, sizeof words, "a message of %zu bytes came; at most %d are taken", len,
                 GRPC_MESSAGE_LIMIT);
        fail(call, GRPC_RESOURCE_EXHAUSTED, words);
    } else {
        return true;
    }
    return false;
}

static void hand_over(struct grpc_call *call) {
    struct bytes message = {call->message.at ? call->message.at : (const uint8_t *)"", call->message.len};
    call->depth++;
    if (call->class && call->class->message) call->class->message(call->user, call, message);
    call->depth--;
    forget_message(call);
}

// Takes what belongs to one message; returns how much that was.
static size_t take_some(struct grpc_call *call, const uint8_t *bytes, size_t len) {
    size_t used = 0;
    while (call->prefix_len < GRPC_PREFIX && used < len) {
        call->prefix[call->prefix_len++] = bytes[used++];
        if (call->prefix_len == GRPC_PREFIX && !check_prefix(call)) return len;
    }
    if (call->prefix_len < GRPC_PREFIX) return used;
    size_t missing = message_length(call) - call->message.len;
    size_t more = missing < len - used ? missing : len - used;
    if (call->link->assembling + more > ASSEMBLING_MAX) {
        fail(call, GRPC_RESOURCE_EXHAUSTED, "too many large messages at once on this connection");
        return len;
    }
    buf_bytes(&call->message, bytes + used, more);
    if (call->message.err) {
        fail(call, GRPC_RESOURCE_EXHAUSTED, "no memory for the message");
        return len;
    }
    call->link->assembling += more;
    if (more < missing) return used + more;
    call->whole = call->class && call->class->single;
    if (call->whole)
        call->prefix_len = 0; // it waits for the peer's half to end
    else
        hand_over(call);
    return used + more;
}

static void tell_half(struct grpc_call *call) {
    if (!call->half || call->half_told || call->ended || call->deaf || call->unread.len) return;
    call->half_told = true;
    bool cut = call->prefix_len || (call->message.len && !call->whole);
    if (cut) {
        fail(call, GRPC_INTERNAL, "the message was cut short");
        return;
    }
    if (call->class && call->class->single) {
        if (call->whole)
            hand_over(call);
        else if (call->server)
            fail(call, GRPC_INTERNAL, "one message was expected, and none came");
    }
    if (!call->ended && call->class && call->class->half) call->class->half(call->user, call);
}

// Whatever a callback does with the call meanwhile, it lives until here.
static void process(struct grpc_call *call, const uint8_t *bytes, size_t len) {
    size_t used = 0;
    while (used < len && !call->ended && !call->deaf) used += take_some(call, bytes + used, len - used);
    if (!len) return;
    if (!call->ended && call->deaf) {
        buf_bytes(&call->unread, bytes + used, len - used);
        if (call->unread.err) fail(call, GRPC_RESOURCE_EXHAUSTED, "no memory for the message");
        if (!call->gone) h2_took(call->stream, used);
    } else if (!call->gone && call->stream) {
        h2_took(call->stream, len);
    }
}

void grpc_call_took(struct grpc_call *call, struct h2_stream *stream, const uint8_t *bytes, size_t len) {
    (void)stream;
    call->depth++;
    process(call, bytes, len);
    call->depth--;
    free_when_quiet(call);
}

void grpc_call_half(struct grpc_call *call) {
    call->half = true;
    call->depth++;
    tell_half(call);
    call->depth--;
    free_when_quiet(call);
}

void grpc_read(struct grpc_call *call, bool read) {
    call->deaf = !read;
    if (!read || call->ended || call->depth > 1) return;
    struct buf unread = call->unread;
    call->unread = (struct buf){0};
    call->depth++;
    process(call, unread.at, unread.len);
    tell_half(call);
    call->depth--;
    buf_free(&unread);
    free_when_quiet(call);
}

void grpc_call_room(struct grpc_call *call) {
    if (!call->ended && call->class && call->class->room) call->class->room(call->user, call);
}

// ------------------------------------------------------------------------------------------------ sending

unsigned grpc_waiting(const struct grpc_call *call) { return call->stream ? h2_pieces(call->stream) : 0; }

static enum err begin_sending(struct grpc_call *call) {
    if (call->ended || !call->stream) return ERR_CLOSED;
    unsigned most = call->class && call->class->messages_max ? call->class->messages_max : MESSAGES_WAITING;
    if (h2_pieces(call->stream) >= most) {
        fail(call, GRPC_INTERNAL, "the client takes too little of what is sent");
        return ERR_LIMIT;
    }
    if (!call->answered && h2_reply(call->stream, "200", "content-type: application/grpc\n", false))
        return ERR_MEMORY;
    call->answered = true;
    return ERR_NONE;
}

static void write_prefix(size_t len, uint8_t prefix[GRPC_PREFIX]) {
    prefix[0] = 0; // not compressed
    for (int i = 1; i < GRPC_PREFIX; i++) prefix[i] = (uint8_t)(len >> (8 * (GRPC_PREFIX - 1 - i)));
}

enum err grpc_send_held(struct grpc_call *call, struct bytes message, void (*drop)(void *what), void *what) {
    uint8_t prefix[GRPC_PREFIX];
    enum err err = begin_sending(call);
    if (err) {
        drop(what);
        return err;
    }
    write_prefix(message.len, prefix);
    return h2_send(call->stream, prefix, GRPC_PREFIX, &(struct h2_held){message, drop, what});
}

enum err grpc_send(struct grpc_call *call, const void *bytes, size_t len) {
    enum err err = begin_sending(call);
    uint8_t *piece = err ? NULL : malloc(GRPC_PREFIX + len);
    if (!piece) return err ? err : ERR_MEMORY;
    write_prefix(len, piece);
    if (len) memcpy(piece + GRPC_PREFIX, bytes, len);
    struct bytes whole = {piece, GRPC_PREFIX + len};
    return h2_send(call->stream, NULL, 0, &(struct h2_held){whole, free, piece});
}
