#include "net/h2.h"

#include "net/h2_idle.h"

#include <nghttp2/nghttp2.h>
#include <stdlib.h>
#include <string.h>

enum {
    CONNECTION_WINDOW = 1 << 20,
    FIELD_COST = 32, // of a header beside its letters, as RFC 9113 counts
    FIELDS_MAX = 48  // that we send
};

struct piece {
    struct piece *next;
    struct h2_held held;
    size_t copied, sent;
    uint8_t copy[];
};

struct h2_stream {
    struct h2_stream *next, **link;
    struct h2 *h2;
    int32_t id;
    const struct h2_class *class;
    void *user;
    struct buf head; // fields: lengths of name and value, then both
    size_t head_size, untaken, waiting;
    struct piece *first, **last;
    unsigned pieces;
    char *trailers;
    bool large, answered, peer_ended, ending, ended, deferred, wants_room, reset, stuck;
};

struct h2 {
    nghttp2_session *session;
    struct h2_config config;
    struct h2_stream *streams;
    unsigned count;
    bool rooms; // somebody has to be told of room
    struct h2_idle idle;
};

static void wants(struct h2 *h2) {
    if (h2->config.wants) h2->config.wants(h2->config.user);
}

// ------------------------------------------------------------------------------------------------ streams

static void drop_piece(struct h2_stream *stream) {
    struct piece *piece = stream->first;
    stream->first = piece->next;
    if (!stream->first) stream->last = &stream->first;
    stream->waiting -= piece->copied + piece->held.bytes.len - piece->sent;
    stream->pieces--;
    if (piece->held.drop) piece->held.drop(piece->held.what);
    free(piece);
}

static struct h2_stream *stream_new(struct h2 *h2, int32_t id) {
    struct h2_stream *stream = calloc(1, sizeof *stream);
    if (!stream) return NULL;
    stream->h2 = h2;
    stream->id = id;
    stream->last = &stream->first;
    stream->head.limit = 2 * H2_HEAD_MAX;
    stream->next = h2->streams;
    stream->link = &h2->streams;
    if (stream->next) stream->next->link = &stream->next;
    h2->streams = stream;
    h2->count++;
    return stream;
}

static void stream_free(struct h2_stream *stream, uint32_t code) {
    *stream->link = stream->next;
    if (stream->next) stream->next->link = stream->link;
    stream->h2->count--;
    while (stream->first) drop_piece(stream);
    if (stream->class) stream->class->gone(stream->user, stream, code);
    buf_free(&stream->head);
    free(stream->trailers);
    free(stream);
}

void h2_bind(struct h2_stream *stream, const struct h2_class *class, void *user) {
    stream->class = class;
    stream->user = user;
}

static bool next_field(struct bytes *rest, struct text *name, struct text *value) {
    uint16_t lens[2];
    if (rest->len < sizeof lens) return false;
    memcpy(lens, rest->at, sizeof lens);
    *name = (struct text){(const char *)rest->at + sizeof lens, lens[0]};
    *value = (struct text){name->at + lens[0], lens[1]};
    size_t used = sizeof lens + lens[0] + lens[1];
    *rest = (struct bytes){rest->at + used, rest->len - used};
    return true;
}

unsigned h2_header_count(const struct h2_stream *stream, const char *name) {
    struct bytes rest = {stream->head.at, stream->head.len};
    struct text field, value;
    unsigned count = 0;
    while (next_field(&rest, &field, &value)) count += text_is(field, name);
    return count;
}

struct text h2_header(const struct h2_stream *stream, const char *name) {
    struct bytes rest = {stream->head.at, stream->head.len};
    struct text field, value;
    while (next_field(&rest, &field, &value))
        if (text_is(field, name)) return value;
    return (struct text){NULL, 0};
}

size_t h2_waiting(const struct h2_stream *stream) { return stream->waiting; }
unsigned h2_pieces(const struct h2_stream *stream) { return stream->pieces; }

void h2_forget(struct h2_stream *stream) {
    size_t limit = stream->head.limit;
    buf_free(&stream->head);
    stream->head.limit = limit;
}

void h2_took(struct h2_stream *stream, size_t len) {
    if (len > stream->untaken) len = stream->untaken;
    stream->untaken -= len;
    if (!len) return;
    nghttp2_session_consume(stream->h2->session, stream->id, len);
    wants(stream->h2);
}

// ------------------------------------------------------------------------------------------------ sending

// "name: value" lines as nghttp2 wants them; it copies.
static size_t fields_of(const char *lines, nghttp2_nv fields[FIELDS_MAX], size_t count) {
    struct text rest = text_of(lines), line, name;
    while (count < FIELDS_MAX && text_split(&rest, '\n', &line)) {
        if (!text_split(&line, ':', &name) || !name.len) continue;
        line = text_trim(line);
        bool secret = text_is(name, "authorization");
        fields[count++] = (nghttp2_nv){(uint8_t *)(uintptr_t)name.at, (uint8_t *)(uintptr_t)line.at, name.len,
                                       line.len, secret ? NGHTTP2_NV_FLAG_NO_INDEX : NGHTTP2_NV_FLAG_NONE};
    }
    return count;
}

static nghttp2_nv field_of(const char *name, const char *value) {
    return (nghttp2_nv){(uint8_t *)(uintptr_t)name, (uint8_t *)(uintptr_t)value, strlen(name), strlen(value),
                        NGHTTP2_NV_FLAG_NONE};
}

static void all_is_given(struct h2_stream *stream, uint32_t *flags) {
    stream->ended = true;
    *flags |= NGHTTP2_DATA_FLAG_EOF;
    if (!stream->trailers) return;
    nghttp2_nv fields[FIELDS_MAX];
    size_t count = fields_of(stream->trailers, fields, 0);
    *flags |= NGHTTP2_DATA_FLAG_NO_END_STREAM;
    if (nghttp2_submit_trailer(stream->h2->session, stream->id, fields, count))
        nghttp2_submit_rst_stream(stream->h2->session, NGHTTP2_FLAG_NONE, stream->id, H2_INTERNAL_ERROR);
}

// What is next of a piece: its copy, then what it holds.
static struct bytes rest_of(const struct piece *piece) {
    if (piece->sent < piece->copied)
        return (struct bytes){piece->copy + piece->sent, piece->copied - piece->sent};
    if (!piece->held.bytes.len) return (struct bytes){0};
    size_t sent = piece->sent - piece->copied;
    return (struct bytes){piece->held.bytes.at + sent, piece->held.bytes.len - sent};
}

static ssize_t give_data(nghttp2_session *session, int32_t id, uint8_t *to, size_t room, uint32_t *flags,
                         nghttp2_data_source *source, void *user) {
    (void)session, (void)id, (void)user;
    struct h2_stream *stream = source->ptr;
    size_t given = 0;
    while (stream->first && given < room) {
        struct bytes next = rest_of(stream->first);
        size_t len = next.len < room - given ? next.len : room - given;
        if (len) memcpy(to + given, next.at, len);
        given += len;
        stream->first->sent += len;
        stream->waiting -= len;
        if (!rest_of(stream->first).len) drop_piece(stream);
    }
    if (given) stream->stuck = false;
    if (!stream->first && stream->ending) {
        all_is_given(stream, flags);
        return (ssize_t)given;
    }
    if (!stream->first && given) stream->wants_room = stream->h2->rooms = true;
    if (given) return (ssize_t)given;
    stream->deferred = true;
    return NGHTTP2_ERR_DEFERRED;
}

static void go_on(struct h2_stream *stream) {
    if (stream->deferred) nghttp2_session_resume_data(stream->h2->session, stream->id);
    stream->deferred = false;
    wants(stream->h2);
}

enum err h2_reply(struct h2_stream *stream, const char *status, const char *headers, bool over) {
    if (stream->answered || stream->reset) return ERR_STATE;
    nghttp2_nv fields[FIELDS_MAX] = {field_of(":status", status)};
    size_t count = fields_of(headers, fields, 1);
    nghttp2_data_provider data = {.source.ptr = stream, .read_callback = give_data};
    stream->answered = true;
    stream->ending = over;
    wants(stream->h2);
    return nghttp2_submit_response(stream->h2->session, stream->id, fields, count, over ? NULL : &data)
               ? ERR_MEMORY
               : ERR_NONE;
}

enum err h2_send(struct h2_stream *stream, const void *bytes, size_t len, const struct h2_held *held) {
    bool closed = !stream->answered || stream->ending || stream->reset;
    struct piece *piece = closed ? NULL : malloc(sizeof *piece + len);
    if (!piece) {
        if (held) held->drop(held->what);
        return closed ? ERR_CLOSED : ERR_MEMORY;
    }
    *piece = (struct piece){.copied = len};
    if (held) piece->held = *held;
    if (len) memcpy(piece->copy, bytes, len);
    *stream->last = piece;
    stream->last = &piece->next;
    stream->waiting += len + piece->held.bytes.len;
    stream->pieces++;
    go_on(stream);
    return ERR_NONE;
}

enum err h2_end(struct h2_stream *stream, const char *trailers) {
    if (!stream->answered || stream->ending || stream->reset) return ERR_STATE;
    if (trailers && !(stream->trailers = strdup(trailers))) return ERR_MEMORY;
    stream->ending = true;
    go_on(stream);
    return ERR_NONE;
}

void h2_reset(struct h2_stream *stream, enum h2_code code) {
    if (stream->reset) return;
    stream->reset = true;
    while (stream->first) drop_piece(stream);
    nghttp2_submit_rst_stream(stream->h2->session, NGHTTP2_FLAG_NONE, stream->id, code);
    wants(stream->h2);
}

struct h2_stream *h2_ask(struct h2 *h2, const char *method, const char *authority, const char *path,
                         const char *headers, const struct h2_class *class, void *user) {
    struct h2_stream *stream = stream_new(h2, 0);
    if (!stream) return NULL;
    nghttp2_nv fields[FIELDS_MAX] = {field_of(":method", method), field_of(":scheme", "https"),
                                     field_of(":path", path), field_of(":authority", authority)};
    size_t count = fields_of(headers, fields, 4);
    nghttp2_data_provider data = {.source.ptr = stream, .read_callback = give_data};
    stream->answered = true; // what a client sends needs no reply first
    stream->id = nghttp2_submit_request(h2->session, NULL, fields, count, &data, stream);
    if (stream->id < 0) {
        stream_free(stream, H2_INTERNAL_ERROR);
        return NULL;
    }
    h2_bind(stream, class, user);
    wants(h2);
    return stream;
}

// ------------------------------------------------------------------------------------------------ receiving

static struct h2_stream *stream_of(nghttp2_session *session, int32_t id) {
    return nghttp2_session_get_stream_user_data(session, id);
}

static int on_head_begins(nghttp2_session *session, const nghttp2_frame *frame, void *user) {
    struct h2 *h2 = user;
    struct h2_stream *stream = stream_of(session, frame->hd.stream_id);
    if (!stream && h2->config.server && frame->headers.cat == NGHTTP2_HCAT_REQUEST) {
        if (!(stream = stream_new(h2, frame->hd.stream_id))) return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
        nghttp2_session_set_stream_user_data(session, frame->hd.stream_id, stream);
    }
    if (!stream) return 0;
    buf_clear(&stream->head);
    stream->head_size = 0;
    return 0;
}

static int on_field(nghttp2_session *session, const nghttp2_frame *frame, const uint8_t *name,
                    size_t name_len, const uint8_t *value, size_t value_len, uint8_t flags, void *user) {
    (void)flags, (void)user;
    struct h2_stream *stream = stream_of(session, frame->hd.stream_id);
    if (!stream || stream->large) return 0;
    stream->head_size += name_len + value_len + FIELD_COST;
    if (stream->head_size > H2_HEAD_MAX) {
        stream->large = true;
        h2_forget(stream);
        return 0;
    }
    uint16_t lens[] = {(uint16_t)name_len, (uint16_t)value_len};
    buf_bytes(&stream->head, lens, sizeof lens);
    buf_bytes(&stream->head, name, name_len);
    buf_bytes(&stream->head, value, value_len);
    return stream->head.err ? NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE : 0;
}

static void refuse_large(struct h2_stream *stream) {
    if (stream->answered)
        h2_reset(stream, H2_CALM);
    else
        h2_reply(stream, "431", "", true);
}

static void on_head(struct h2 *h2, struct h2_stream *stream, const nghttp2_frame *frame) {
    if (stream->large) {
        refuse_large(stream);
        return;
    }
    if (h2->config.server) {
        if (frame->headers.cat != NGHTTP2_HCAT_REQUEST) return; // trailers: `ended` comes
        h2->config.asked(h2->config.user, stream);
        if (!stream->class && !stream->answered) h2_reset(stream, H2_REFUSED);
        return;
    }
    struct text status = h2_header(stream, ":status"); // trailers have none; 1xx is not the reply yet
    if (status.at && !text_starts(status, "1") && stream->class && stream->class->head)
        stream->class->head(stream->user, stream);
}

static int on_frame(nghttp2_session *session, const nghttp2_frame *frame, void *user) {
    struct h2 *h2 = user;
    struct h2_stream *stream = frame->hd.stream_id ? stream_of(session, frame->hd.stream_id) : NULL;
    bool carries = frame->hd.type == NGHTTP2_HEADERS || frame->hd.type == NGHTTP2_DATA;
    if (!stream || !carries) return 0;
    stream->peer_ended = frame->hd.flags & NGHTTP2_FLAG_END_STREAM;
    if (frame->hd.type == NGHTTP2_HEADERS) on_head(h2, stream, frame);
    if (stream->peer_ended && !stream->reset && stream->class && stream->class->ended)
        stream->class->ended(stream->user, stream);
    return 0;
}

static int on_frame_begins(nghttp2_session *session, const nghttp2_frame_hd *head, void *user) {
    (void)session, (void)head;
    struct h2 *h2 = user;
    if (h2->config.frame) h2->config.frame(h2->config.user);
    return 0;
}

static int on_data(nghttp2_session *session, uint8_t flags, int32_t id, const uint8_t *bytes, size_t len,
                   void *user) {
    (void)flags, (void)user;
    struct h2_stream *stream = stream_of(session, id);
    if (!stream) {
        nghttp2_session_consume(session, id, len);
        return 0;
    }
    stream->untaken += len;
    if (stream->class && stream->class->data && !stream->reset)
        stream->class->data(stream->user, stream, bytes, len);
    else
        h2_took(stream, len);
    return 0;
}

// A server that has answered before the request was whole wants no more of it.
static int on_sent(nghttp2_session *session, const nghttp2_frame *frame, void *user) {
    struct h2 *h2 = user;
    bool last = (frame->hd.type == NGHTTP2_HEADERS || frame->hd.type == NGHTTP2_DATA) &&
                frame->hd.flags & NGHTTP2_FLAG_END_STREAM;
    struct h2_stream *stream = last && h2->config.server ? stream_of(session, frame->hd.stream_id) : NULL;
    if (!stream || stream->peer_ended || stream->reset) return 0;
    stream->reset = true;
    return nghttp2_submit_rst_stream(session, NGHTTP2_FLAG_NONE, stream->id, H2_NO_ERROR)
               ? NGHTTP2_ERR_CALLBACK_FAILURE
               : 0;
}

static int on_stream_closed(nghttp2_session *session, int32_t id, uint32_t code, void *user) {
    (void)user;
    struct h2_stream *stream = stream_of(session, id);
    if (!stream) return 0;
    if (stream->untaken) nghttp2_session_consume_connection(session, stream->untaken);
    nghttp2_session_set_stream_user_data(session, id, NULL);
    stream_free(stream, code);
    return 0;
}

// A request that nghttp2 could not even begin to send: the peer has said GOAWAY.
static int on_not_sent(nghttp2_session *session, const nghttp2_frame *frame, int why, void *user) {
    (void)why;
    struct h2 *h2 = user;
    if (h2->config.server || frame->hd.type != NGHTTP2_HEADERS) return 0;
    struct h2_stream *stream = stream_of(session, frame->hd.stream_id);
    for (stream = stream ? stream : h2->streams; stream && stream->id != frame->hd.stream_id;)
        stream = stream->next;
    if (!stream) return 0;
    nghttp2_session_set_stream_user_data(session, frame->hd.stream_id, NULL);
    stream_free(stream, H2_REFUSED);
    return 0;
}

// -------------------------------------------------------------------------------------------- a connection

static nghttp2_session *session_new(struct h2 *h2) {
    nghttp2_session_callbacks *calls = NULL;
    nghttp2_option *options = NULL;
    nghttp2_session *session = NULL;
    if (nghttp2_session_callbacks_new(&calls) || nghttp2_option_new(&options)) goto done;
    nghttp2_session_callbacks_set_on_begin_headers_callback(calls, on_head_begins);
    nghttp2_session_callbacks_set_on_header_callback(calls, on_field);
    nghttp2_session_callbacks_set_on_frame_recv_callback(calls, on_frame);
    nghttp2_session_callbacks_set_on_begin_frame_callback(calls, on_frame_begins);
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(calls, on_data);
    nghttp2_session_callbacks_set_on_frame_send_callback(calls, on_sent);
    nghttp2_session_callbacks_set_on_frame_not_send_callback(calls, on_not_sent);
    nghttp2_session_callbacks_set_on_stream_close_callback(calls, on_stream_closed);
    nghttp2_option_set_no_auto_window_update(options, 1);
    nghttp2_option_set_no_closed_streams(options, 1);
    nghttp2_option_set_max_outbound_ack(options, 256);
    if (h2->config.server)
        nghttp2_session_server_new2(&session, calls, h2, options);
    else
        nghttp2_session_client_new2(&session, calls, h2, options);
done:
    nghttp2_session_callbacks_del(calls);
    nghttp2_option_del(options);
    return session;
}

struct h2 *h2_new(const struct h2_config *config) {
    struct h2 *h2 = calloc(1, sizeof *h2);
    if (!h2) return NULL;
    h2->config = *config;
    h2->idle.skip = H2_PREFACE;
    const nghttp2_settings_entry settings[] = {{NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, H2_STREAMS_MAX},
                                               {NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, H2_WINDOW},
                                               {NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, H2_HEAD_MAX},
                                               {NGHTTP2_SETTINGS_ENABLE_PUSH, 0}};
    size_t count = config->server ? 3 : 4; // the last is a client's to say
    h2->session = session_new(h2);
    if (!h2->session || nghttp2_submit_settings(h2->session, NGHTTP2_FLAG_NONE, settings, count) ||
        nghttp2_session_set_local_window_size(h2->session, NGHTTP2_FLAG_NONE, 0, CONNECTION_WINDOW)) {
        h2_free(h2);
        return NULL;
    }
    return h2;
}

void h2_free(struct h2 *h2) {
    if (!h2) return;
    while (h2->streams) {
        nghttp2_session_set_stream_user_data(h2->session, h2->streams->id, NULL);
        stream_free(h2->streams, H2_CANCEL);
    }
    nghttp2_session_del(h2->session);
    free(h2);
}

static enum err take(struct h2 *h2, const void *bytes, size_t len, struct fault *fault) {
    ssize_t used = nghttp2_session_mem_recv(h2->session, bytes, len);
    if (used >= 0) return ERR_NONE;
    enum err err = used == NGHTTP2_ERR_NOMEM     ? ERR_MEMORY
                   : used == NGHTTP2_ERR_FLOODED ? ERR_LIMIT
                                                 : ERR_SYNTAX;
    return fault_set(fault, err, "HTTP/2: %s", nghttp2_strerror((int)used));
}

enum err h2_take(struct h2 *h2, const void *bytes, size_t len, struct fault *fault) {
    if (!h2->config.server) return take(h2, bytes, len, fault);
    struct bytes rest = {bytes, len}, part;
    enum err err = ERR_NONE;
    while (!err && h2_idle_next(&h2->idle, &rest, &part)) err = take(h2, part.at, part.len, fault);
    return err;
}

static void tell_room(struct h2 *h2) {
    h2->rooms = false;
    for (struct h2_stream *stream = h2->streams, *next; stream; stream = next) {
        next = stream->next;
        if (!stream->wants_room) continue;
        stream->wants_room = false;
        if (!stream->first && !stream->ending && !stream->reset && stream->class && stream->class->room)
            stream->class->room(stream->user, stream);
    }
}

enum err h2_give(struct h2 *h2, struct buf *out, size_t most) {
    for (;;) {
        const uint8_t *bytes;
        ssize_t len = out->len < most ? nghttp2_session_mem_send(h2->session, &bytes) : 0;
        if (len < 0) return len == NGHTTP2_ERR_NOMEM ? ERR_MEMORY : ERR_SYNTAX;
        if (len > 0) {
            buf_bytes(out, bytes, (size_t)len);
            if (out->err) return out->err;
            continue;
        }
        if (!h2->rooms) return ERR_NONE;
        tell_room(h2);
    }
}

bool h2_over(const struct h2 *h2) {
    return !nghttp2_session_want_read(h2->session) && !nghttp2_session_want_write(h2->session);
}

unsigned h2_streams(const struct h2 *h2) { return h2->count; }

void h2_unstick(struct h2 *h2) {
    for (struct h2_stream *stream = h2->streams; stream; stream = stream->next) {
        if (stream->stuck && stream->waiting) h2_reset(stream, H2_CANCEL);
        stream->stuck = stream->waiting > 0;
    }
}

void h2_leave(struct h2 *h2) {
    nghttp2_submit_goaway(h2->session, NGHTTP2_FLAG_NONE,
                          nghttp2_session_get_last_proc_stream_id(h2->session), H2_NO_ERROR, NULL, 0);
    wants(h2);
}

void h2_ping(struct h2 *h2) {
    nghttp2_submit_ping(h2->session, NGHTTP2_FLAG_NONE, NULL);
    wants(h2);
}
