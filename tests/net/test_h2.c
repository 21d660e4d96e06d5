// HTTP/2 and the gRPC on it against peers that cut, lie, flood and stall: what they are told, and what they
// cost. No sockets: bytes in, bytes out.
#include "support/support.h"

#include "net/grpc_internal.h"

#include <malloc.h>
#include <stdio.h>

enum {
    DATA = 0,
    HEADERS = 1,
    PRIORITY = 2,
    RST = 3,
    SETTINGS = 4,
    PING = 6,
    GOAWAY = 7,
    WINDOW = 8,
    CONTINUATION = 9
};
enum { END_STREAM = 1, ACK = 1, END_HEADERS = 4 };

struct server {
    struct loop *loop;
    struct h2 *h2;
    struct grpc_link link;
    struct buf out;
    unsigned called, messages, half, gone;
    size_t bytes; // of messages
    enum grpc_status status;
    char words[128];
    struct grpc_call *last;
    bool silent, quiet; // answers nothing; does not even read
    const struct grpc_class *class;
};

static void on_message(void *user, struct grpc_call *call, struct bytes message) {
    struct server *server = user;
    server->messages++;
    server->bytes += message.len;
    if (server->silent) return;
    grpc_send(call, message.at, message.len);
    if (server->class->single) grpc_end(call, GRPC_OK, NULL);
}
static void on_half(void *user, struct grpc_call *call) {
    struct server *server = user;
    server->half++;
    if (!server->silent && !server->class->single) grpc_end(call, GRPC_OK, NULL);
}
static void on_gone(void *user, struct grpc_call *call, enum grpc_status status, struct text words) {
    struct server *server = user;
    server->gone++;
    server->status = status;
    text_copy(words, server->words, sizeof server->words);
    server->last = NULL;
}
static const struct grpc_class ONE = {
    .single = true, .message = on_message, .half = on_half, .gone = on_gone};
static const struct grpc_class MANY = {
    .message = on_message, .half = on_half, .gone = on_gone, .messages_max = 8};

static void called(void *user, struct grpc_call *call) {
    struct server *server = user;
    server->called++;
    server->last = call;
    grpc_take(call, server->class, server);
    if (server->quiet) grpc_read(call, false);
}
static void asked(void *user, struct h2_stream *stream) {
    struct server *server = user;
    grpc_serve(stream, &(struct grpc_gate){called, server}, &server->link);
}

static struct server *server_new(const struct grpc_class *class) {
    struct server *server = calloc(1, sizeof *server);
    server->class = class;
    server->loop = server->link.loop = loop_new();
    server->h2 = h2_new(&(struct h2_config){.server = true, .asked = asked, .user = server});
    server->out.limit = 8 << 20;
    assert_non_null(server->h2);
    return server;
}
static void server_free(struct server *server) {
    h2_free(server->h2);
    assert_int_equal(server->gone, server->called); // nobody is forgotten
    assert_int_equal(server->link.assembling, 0);
    loop_free(server->loop);
    buf_free(&server->out);
    free(server);
}

// As a connection does it: takes, then gives. An error or an end is the end.
static bool take(struct server *server, const void *bytes, size_t len) {
    enum err err = h2_take(server->h2, bytes, len, NULL);
    enum err end = err ? err : h2_give(server->h2, &server->out, 4 << 20);
    return !err && !end && !h2_over(server->h2);
}
static bool take_buf(struct server *server, const struct buf *buf) { return take(server, buf->at, buf->len); }

static void frame(struct buf *out, unsigned type, unsigned flags, uint32_t stream, const void *bytes,
                  size_t len) {
    const uint8_t head[] = {(uint8_t)(len >> 16),    (uint8_t)(len >> 8),    (uint8_t)len,
                            (uint8_t)type,           (uint8_t)flags,         (uint8_t)(stream >> 24),
                            (uint8_t)(stream >> 16), (uint8_t)(stream >> 8), (uint8_t)stream};
    buf_bytes(out, head, sizeof head);
    buf_bytes(out, bytes, len);
}
static void number32(uint8_t out[4], uint32_t number) {
    for (int i = 0; i < 4; i++) out[i] = (uint8_t)(number >> (24 - 8 * i));
}
static void field(struct buf *out, const char *name, const char *value) { // a literal, in no table
    buf_byte(out, 0);
    buf_byte(out, (uint8_t)strlen(name));
    buf_text(out, name);
    buf_byte(out, (uint8_t)strlen(value));
    buf_text(out, value);
}
static void hello(struct buf *out) {
    buf_text(out, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    frame(out, SETTINGS, 0, 0, NULL, 0);
}
static void request_fields(struct buf *block) {
    field(block, ":method", "POST");
    field(block, ":scheme", "https");
    field(block, ":path", "/pets.Pets/Echo");
    field(block, ":authority", "robot");
    field(block, "content-type", "application/grpc");
}
static void request(struct buf *out, uint32_t stream, unsigned flags, const char *more, const char *value) {
    struct buf block = {0};
    request_fields(&block);
    if (more) field(&block, more, value);
    frame(out, HEADERS, flags, stream, block.at, block.len);
    buf_free(&block);
}
// A message whose prefix says `says`.
static void message(struct buf *out, uint32_t stream, unsigned flags, uint8_t packed, uint32_t says,
                    const char *text) {
    struct buf data = {0};
    uint8_t prefix[5] = {packed};
    number32(prefix + 1, says);
    buf_bytes(&data, prefix, 5);
    buf_text(&data, text);
    frame(out, DATA, flags, stream, data.at, data.len);
    buf_free(&data);
}
static const char *said(const struct server *server, const char *what) {
    return server->out.at ? memmem(server->out.at, server->out.len, what, strlen(what)) : NULL;
}
// Frames of that type in what the server said.
static unsigned frames(const struct server *server, unsigned type) {
    unsigned count = 0;
    for (size_t at = 0; at + 9 <= server->out.len;) {
        const uint8_t *head = server->out.at + at;
        count += head[3] == type;
        at += 9 + ((size_t)head[0] << 16 | (size_t)head[1] << 8 | head[2]);
    }
    return count;
}

// ------------------------------------------------------------------------------------------------ cut

static void settings_come_first_and_any_cut_is_fine(void **state) {
    struct buf talk = {0};
    hello(&talk);
    request(&talk, 1, END_HEADERS, NULL, NULL);
    message(&talk, 1, 0, 0, 5, "he");
    frame(&talk, DATA, END_STREAM, 1, "llo", 3);
    for (size_t piece = 1; piece < 40; piece++) {
        struct server *server = server_new(&ONE);
        h2_give(server->h2, &server->out, 1000);
        assert_true(server->out.len > 9 &&
                    server->out.at[3] == SETTINGS); // before the peer has said anything
        for (size_t at = 0; at < talk.len; at += piece)
            assert_true(take(server, talk.at + at, talk.len - at < piece ? talk.len - at : piece));
        assert_true(server->messages == 1 && server->bytes == 5 && server->gone == 1);
        assert_int_equal(server->status, GRPC_OK);
        assert_non_null(said(server, "hello"));
        server_free(server);
    }
    for (size_t len = 0; len < talk.len; len++) { // the peer vanishes at every byte
        struct server *server = server_new(&ONE);
        assert_true(take(server, talk.at, len));
        assert_int_equal(server->messages, 0);
        if (server->called) assert_int_equal(server->gone, 0);
        server_free(server);
    }
    buf_free(&talk);
}

static void lengths_that_lie_are_answered(void **state) {
    static const struct {
        uint8_t packed;
        uint32_t says;
        const char *text, *encoding;
        unsigned flags;
        enum grpc_status status;
    } ROWS[] = {{0, 0xffffffff, "abc", NULL, END_STREAM, GRPC_RESOURCE_EXHAUSTED},
                {0, (1 << 20) + 1, "abc", NULL, 0, GRPC_RESOURCE_EXHAUSTED},
                {0, 1000, "abc", NULL, END_STREAM, GRPC_INTERNAL},   // cut short
                {0, 1, "abcdefgh", NULL, END_STREAM, GRPC_INTERNAL}, // a second one begins
                {1, 3, "abc", NULL, END_STREAM, GRPC_INTERNAL},      // packed, but how?
                {1, 3, "abc", "identity", END_STREAM, GRPC_INTERNAL},
                {1, 3, "abc", "gzip", END_STREAM, GRPC_UNIMPLEMENTED},
                {7, 3, "abc", "gzip", END_STREAM, GRPC_INTERNAL},
                {0, 3, "abc", "gzip", END_STREAM, GRPC_OK}};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        struct server *server = server_new(&ONE);
        struct buf talk = {0};
        hello(&talk);
        request(&talk, 1, END_HEADERS, ROWS[i].encoding ? "grpc-encoding" : NULL, ROWS[i].encoding);
        message(&talk, 1, ROWS[i].flags, ROWS[i].packed, ROWS[i].says, ROWS[i].text);
        assert_true(take_buf(server, &talk));
        if (server->status != ROWS[i].status || server->gone != 1)
            fail_msg("row %zu: %s %s, gone %u", i, grpc_status_name(server->status), server->words,
                     server->gone);
        buf_free(&talk);
        server_free(server);
    }
    struct server *server = server_new(&ONE); // no message at all
    struct buf talk = {0};
    hello(&talk);
    request(&talk, 1, END_HEADERS | END_STREAM, NULL, NULL);
    assert_true(take_buf(server, &talk));
    assert_int_equal(server->status, GRPC_INTERNAL);
    buf_clear(&talk);
    request(&talk, 3, END_HEADERS, "grpc-timeout", "soon");
    assert_true(take_buf(server, &talk));
    assert_int_equal(server->called, 1); // such a deadline is refused before anybody is asked
    buf_free(&talk);
    server_free(server);
}

// ------------------------------------------------------------------------------------------------ flooded

// Says it again and again. Returns after how many times it was thrown out; `most` if it never was. Memory
// must not follow.
static unsigned flood(struct server *server, const struct buf *each, unsigned most) {
    struct buf talk = {0};
    hello(&talk);
    assert_true(take_buf(server, &talk));
    buf_free(&talk);
    size_t before = mallinfo2().uordblks;
    unsigned count = 0;
    while (count < most && take_buf(server, each)) {
        count++;
        buf_clear(&server->out); // the peer reads
    }
    size_t after = mallinfo2().uordblks;
    if (after > before + (600 << 10)) fail_msg("it cost %zu bytes", after - before);
    return count;
}

static void rapid_resets_end_it(void **state) {
    struct server *server = server_new(&ONE);
    struct buf talk = {0};
    hello(&talk);
    assert_true(take_buf(server, &talk));
    unsigned count = 0;
    for (uint32_t stream = 1; count < 100000; stream += 2, count++) {
        buf_clear(&talk), buf_clear(&server->out);
        request(&talk, stream, END_HEADERS, NULL, NULL);
        frame(&talk, RST, 0, stream, "\0\0\0\x08", 4);
        if (!take_buf(server, &talk)) break;
    }
    assert_in_range(count, 100, 5000);
    assert_int_equal(frames(server, GOAWAY), 1);
    buf_free(&talk);
    server_free(server);
}

static void floods_end_it_or_cost_nothing(void **state) {
    static const struct {
        unsigned type, flags, stream, len;
        bool ends;
    } ROWS[] = {{PING, 0, 0, 8, false},        {SETTINGS, 0, 0, 0, false}, {PRIORITY, 0, 5, 5, false},
                {WINDOW, 0, 0, 4, true},       {DATA, 0, 1, 0, true},      {RST, 0, 1, 4, false},
                {CONTINUATION, 0, 1, 9, true}, {99, 0, 0, 100, false},     {GOAWAY, 0, 0, 8, true}};
    static const uint8_t bytes[100] = {0, 0, 0, 1};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        struct server *server = server_new(&ONE);
        struct buf each = {0};
        const uint8_t window[] = {0x7f, 0xff, 0xff, 0xff};
        frame(&each, ROWS[i].type, ROWS[i].flags, ROWS[i].stream, ROWS[i].type == WINDOW ? window : bytes,
              ROWS[i].len);
        unsigned count = flood(server, &each, 20000);
        if (ROWS[i].ends != (count < 20000)) fail_msg("row %zu: ended after %u", i, count);
        buf_free(&each);
        server_free(server);
    }
}

// gRPC's core resets a call that was cancelled before its head left. The others of its connection live on.
static void a_reset_before_its_stream_is_stepped_over(void **state) {
    for (size_t cut = 1; cut < 40; cut++) {
        struct server *server = server_new(&ONE);
        struct buf talk = {0};
        hello(&talk);
        frame(&talk, RST, 0, 1, "\0\0\0\x08", 4);
        frame(&talk, PING, 0, 0, "\1\2\3\4\5\6\7\x08", 8);
        frame(&talk, RST, 0, 7, "\0\0\0\x08", 4);
        frame(&talk, PING, 0, 0, "\1\2\3\4\5\6\7\x08", 8);
        for (size_t at = 0; at < talk.len; at += cut)
            assert_true(take(server, talk.at + at, talk.len - at < cut ? talk.len - at : cut));
        assert_int_equal(frames(server, PING), 2);
        assert_int_equal(frames(server, GOAWAY), 0);
        buf_free(&talk);
        server_free(server);
    }
}

// Nobody reads what we say: the answers to pings and settings wait, up to a limit.
static void acknowledgements_do_not_pile_up(void **state) {
    const unsigned types[] = {PING, SETTINGS};
    for (int i = 0; i < 2; i++) {
        struct server *server = server_new(&ONE);
        struct buf each = {0};
        hello(&each);
        assert_true(take_buf(server, &each));
        buf_clear(&each);
        frame(&each, types[i], 0, 0, "12345678", types[i] == PING ? 8 : 0);
        unsigned count = 0;
        while (count < 10000 && !h2_take(server->h2, each.at, each.len, NULL)) count++;
        assert_in_range(count, 100, 2000);
        buf_free(&each);
        server_free(server);
    }
}

static void continuations_and_heads_are_bounded(void **state) {
    struct server *server = server_new(&ONE);
    struct buf talk = {0}, block = {0};
    hello(&talk);
    request(&talk, 1, 0, NULL, NULL); // without END_HEADERS
    unsigned count = 0;
    bool lives = take_buf(server, &talk);
    for (; lives && count < 1000; count++) {
        buf_clear(&talk);
        buf_clear(&block);
        field(&block, "x-more", "and more");
        frame(&talk, CONTINUATION, 0, 1, block.at, block.len);
        lives = take_buf(server, &talk);
    }
    assert_in_range(count, 1, 20);
    server_free(server);

    // A bomb: one large field goes into the table, and is named again with a byte each time.
    server = server_new(&ONE);
    buf_clear(&talk), buf_clear(&block);
    hello(&talk);
    assert_true(take_buf(server, &talk));
    buf_clear(&talk);
    char large[4000];
    memset(large, 'x', sizeof large);
    request_fields(&block);
    buf_byte(&block, 0x40), buf_byte(&block, 1), buf_byte(&block, 'b'), buf_byte(&block, 0x7f);
    unsigned rest = sizeof large - 127;
    for (; rest >= 128; rest >>= 7) buf_byte(&block, (uint8_t)(rest | 0x80));
    buf_byte(&block, (uint8_t)rest);
    buf_bytes(&block, large, sizeof large);
    for (int i = 0; i < 10000; i++) buf_byte(&block, 0xbe); // index 62
    frame(&talk, HEADERS, END_HEADERS, 1, block.at, block.len);
    size_t before = mallinfo2().uordblks;
    assert_true(take_buf(server, &talk)); // the connection lives
    assert_true(mallinfo2().uordblks < before + (200 << 10));
    assert_int_equal(server->called, 0);
    assert_int_equal(frames(server, HEADERS), 1); // 431
    buf_clear(&talk), buf_clear(&server->out);
    request(&talk, 3, END_HEADERS, NULL, NULL);
    message(&talk, 3, END_STREAM, 0, 5, "hello");
    assert_true(take_buf(server, &talk));
    assert_non_null(said(server, "hello"));
    buf_free(&talk), buf_free(&block);
    server_free(server);
}

static void no_more_streams_than_agreed(void **state) {
    struct server *server = server_new(&ONE);
    struct buf talk = {0};
    hello(&talk);
    frame(&talk, SETTINGS, ACK, 0, NULL, 0);
    for (uint32_t i = 0; i < 150; i++) request(&talk, 1 + 2 * i, END_HEADERS, NULL, NULL);
    take_buf(server, &talk);
    assert_int_equal(server->called, H2_STREAMS_MAX);
    buf_free(&talk);
    server_free(server);
}

// ------------------------------------------------------------------------------------------------ stalled

static void a_closed_window_costs_a_bounded_queue(void **state) {
    struct server *server = server_new(&MANY);
    server->silent = true;
    struct buf talk = {0};
    buf_text(&talk, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    frame(&talk, SETTINGS, 0, 0, "\0\x04\0\0\0\0", 6); // a window of nothing, for ever
    request(&talk, 1, END_HEADERS, NULL, NULL);
    assert_true(take_buf(server, &talk));
    assert_non_null(server->last);
    for (int i = 0; i < 8; i++) assert_int_equal(grpc_send(server->last, "x", 1), ERR_NONE);
    assert_int_equal(grpc_waiting(server->last), 8);
    assert_int_equal(grpc_send(server->last, "x", 1), ERR_LIMIT);
    assert_int_equal(grpc_send(server->last, "x", 1), ERR_CLOSED);
    assert_int_equal(h2_give(server->h2, &server->out, 1000), ERR_NONE);
    assert_int_equal(server->gone, 0); // what waits may still be taken
    h2_unstick(server->h2);
    assert_int_equal(server->gone, 0);
    h2_unstick(server->h2); // but not for ever
    assert_int_equal(h2_give(server->h2, &server->out, 1000), ERR_NONE);
    assert_int_equal(server->gone, 1);
    buf_free(&talk);
    server_free(server);

    // Who opens the window in time gets all of it, and then the reason.
    server = server_new(&MANY);
    server->silent = true;
    talk = (struct buf){0};
    buf_text(&talk, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    frame(&talk, SETTINGS, 0, 0, "\0\x04\0\0\0\0", 6);
    request(&talk, 1, END_HEADERS | END_STREAM, NULL, NULL);
    assert_true(take_buf(server, &talk));
    for (int i = 0; i < 9; i++) grpc_send(server->last, "x", 1);
    buf_clear(&talk);
    frame(&talk, WINDOW, 0, 1, "\0\0\x10\0", 4);
    assert_true(take_buf(server, &talk));
    assert_int_equal(server->gone, 1);
    assert_int_equal(server->status, GRPC_INTERNAL);
    buf_free(&talk);
    server_free(server);
}

// Who is not read is stopped by flow control: the peer may send its window, and no more of it is ever kept.
static void who_is_not_read_must_wait(void **state) {
    struct server *server = server_new(&MANY);
    server->silent = server->quiet = true;
    struct buf talk = {0};
    char letters[1001];
    memset(letters, 'y', 1000), letters[1000] = 0;
    hello(&talk);
    request(&talk, 1, END_HEADERS, NULL, NULL);
    assert_true(take_buf(server, &talk));
    buf_clear(&server->out);
    unsigned count = 0;
    for (bool lives = true; lives && count < 1000; count++) {
        buf_clear(&talk);
        message(&talk, 1, 0, 0, 1000, letters);
        lives = take_buf(server, &talk) && !frames(server, RST);
    }
    assert_in_range(count, 64, 67); // 64 KiB
    assert_int_equal(server->messages, 0);
    buf_free(&talk);
    server_free(server);

    server = server_new(&MANY);
    server->silent = server->quiet = true;
    talk = (struct buf){0};
    hello(&talk);
    request(&talk, 1, END_HEADERS, NULL, NULL);
    for (int i = 0; i < 60; i++) message(&talk, 1, i == 59 ? END_STREAM : 0, 0, 1000, letters);
    assert_true(take_buf(server, &talk));
    assert_true(server->messages == 0 && server->half == 0);
    grpc_read(server->last, true);
    assert_true(server->messages == 60 && server->half == 1);
    buf_free(&talk);
    server_free(server);
}

// Many large messages at a time, none of them whole.
static void half_messages_are_bounded(void **state) {
    struct server *server = server_new(&ONE);
    struct buf talk = {0};
    static char zeros[16384];
    hello(&talk);
    assert_true(take_buf(server, &talk));
    for (uint32_t stream = 1; stream < 40; stream += 2) {
        buf_clear(&talk);
        request(&talk, stream, END_HEADERS, NULL, NULL);
        message(&talk, stream, 0, 0, 1 << 20, "");
        assert_true(take_buf(server, &talk));
        for (int i = 0; i < 60; i++) {
            buf_clear(&talk), buf_clear(&server->out);
            frame(&talk, DATA, 0, stream, zeros, sizeof zeros);
            take_buf(server, &talk);
        }
    }
    assert_true(server->link.assembling <= 4 << 20);
    assert_true(server->gone > 10);
    buf_free(&talk);
    server_free(server);
}

TESTS(cmocka_unit_test(settings_come_first_and_any_cut_is_fine),
      cmocka_unit_test(lengths_that_lie_are_answered), cmocka_unit_test(rapid_resets_end_it),
      cmocka_unit_test(floods_end_it_or_cost_nothing),
      cmocka_unit_test(a_reset_before_its_stream_is_stepped_over),
      cmocka_unit_test(acknowledgements_do_not_pile_up),
      cmocka_unit_test(continuations_and_heads_are_bounded), cmocka_unit_test(no_more_streams_than_agreed),
      cmocka_unit_test(a_closed_window_costs_a_bounded_queue), cmocka_unit_test(who_is_not_read_must_wait),
      cmocka_unit_test(half_messages_are_bounded))
