// The web server against peers that ask well, badly, slowly and too much.
#include "support/support.h"

#include "base/buf.h"
#include "net/http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

struct site {
    struct loop *loop;
    struct http_server *server;
    unsigned asked, opened, gone, messages;
    char last[256];
    struct ws *ws;
};

static void on_opened(void *user, struct ws *ws) {
    ((struct site *)user)->opened++, ((struct site *)user)->ws = ws;
}
static void on_gone(void *user, struct ws *ws) {
    ((struct site *)user)->gone++, ((struct site *)user)->ws = NULL;
}
static void on_message(void *user, struct ws *ws, struct text message) {
    struct site *site = user;
    site->messages++;
    text_copy(message, site->last, sizeof site->last);
    ws_send(ws, true, message.at, message.len, false);
}
static const struct ws_class ECHO = {on_opened, on_message, on_gone, 1000, 20000};

static void answer(void *user, struct http_call *call) {
    struct site *site = user;
    site->asked++;
    if (text_is(http_path(call), "/live"))
        http_upgrade(call, &ECHO, site);
    else if (text_is(http_path(call), "/echo"))
        http_reply(call, 200, "text/plain", http_body(call).at, http_body(call).len, NULL);
    else if (text_is(http_path(call), "/query"))
        http_reply(call, 200, "text/plain", http_query(call, "a").at, http_query(call, "a").len,
                   "X-Cookie: yes\r\n");
    else if (!text_is(http_path(call), "/nobody"))
        http_reply(call, 404, "text/plain", "no", 2, NULL);
}

static struct site open_site(void) {
    struct site site = {.loop = loop_new()};
    return site.loop ? site : (assert_non_null(site.loop), site);
}
static void start(struct site *site, unsigned head_ms, unsigned connections) {
    struct http_config config = http_defaults();
    config.port = 0;
    config.handle = answer;
    config.user = site;
    config.head_ms = head_ms;
    config.idle_ms = 300;
    config.body_limit = 1000;
    config.connections = connections;
    struct fault fault = {0};
    site->server = http_listen(site->loop, &config, &fault);
    assert_non_null(site->server);
}
static void stop(struct site *site) {
    http_close(site->server);
    loop_free(site->loop);
}

static int dial(const struct site *site) {
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_port = htons(http_port(site->server)),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    assert_int_equal(connect(fd, (struct sockaddr *)&at, sizeof at), 0);
    fcntl(fd, F_SETFL, O_NONBLOCK);
    return fd;
}

// Lets the server work until the peer has heard something with `end` in it, or was hung up on. Returns what
// it heard.
static const char *hear(struct site *site, int fd, const char *end, bool *closed) {
    static char heard[1 << 16];
    size_t len = 0;
    *closed = false;
    for (int round = 0; round < 600; round++) {
        loop_once(site->loop, 2000);
        ssize_t got = recv(fd, heard + len, sizeof heard - 1 - len, 0);
        if (got == 0) *closed = true;
        if (got > 0) len += (size_t)got;
        heard[len] = 0;
        if (*closed || (end && memmem(heard, len, end, strlen(end)))) break;
    }
    return heard;
}

static const char *ask(struct site *site, const char *request, size_t len, const char *end, bool *closed) {
    int fd = dial(site);
    assert_true(send(fd, request, len, MSG_NOSIGNAL) >= 0);
    const char *heard = hear(site, fd, end, closed);
    close(fd);
    for (int i = 0; i < 3; i++) loop_once(site->loop, 1000);
    return heard;
}
#define ASK(site, request, end)           ask(site, request, sizeof(request) - 1, end, &(bool){false})
#define ASK_CLOSED(site, request, closed) ask(site, request, sizeof(request) - 1, NULL, closed)

static void questions_are_answered(void **state) {
    struct site site = open_site();
    start(&site, 2000, 10);
    assert_non_null(
        strstr(ASK(&site, "GET /query?b=1&a=77 HTTP/1.1\r\nHost: localhost:1\r\n\r\n", "\r\n\r\n77"),
               "X-Cookie: yes"));
    assert_non_null(
        strstr(ASK(&site, "POST /echo HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\n\r\nhello",
                   "\r\n\r\nhello"),
               "200 OK"));
    assert_non_null(strstr(ASK(&site, "GET /none HTTP/1.1\r\nHost: [::1]:8888\r\n\r\n", "no"), "404"));
    assert_non_null(strstr(ASK(&site, "GET /nobody HTTP/1.1\r\nHost: localhost\r\n\r\n", "answered"), "500"));
    // Two questions at once on one line, then a goodbye.
    bool closed;
    const char *both = ASK_CLOSED(&site,
                                  "GET /query?a=first HTTP/1.1\r\nHost: localhost\r\n\r\nGET /query?a=second "
                                  "HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
                                  &closed);
    assert_true(closed && strstr(both, "first") && strstr(both, "second"));
    // HEAD brings the length and no body.
    const char *head = ASK_CLOSED(&site, "HEAD /query?a=12345 HTTP/1.0\r\nHost: localhost\r\n\r\n", &closed);
    assert_true(strstr(head, "Content-Length: 5") && !strstr(head, "12345\0"));
    stop(&site);
}

static void strangers_are_refused(void **state) {
    struct site site = open_site();
    start(&site, 2000, 10);
    const struct {
        const char *head;
        bool allowed;
    } rows[] = {
        {"Host: localhost:8888\r\n", true},
        {"Host: 192.168.1.7\r\n", true},
        {"Host: localhost:8888\r\nOrigin: http://localhost:8888\r\n", true},
        {"Host: evil.example\r\n", false},
        {"Host: localhost.evil.example\r\n", false},
        {"", false},
        {"Host: localhost:8888\r\nOrigin: http://evil.example\r\n", false},
        {"Host: localhost:8888\r\nOrigin: http://localhost:9999\r\n", false},
        {"Host: localhost:8888\r\nOrigin: null\r\n", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char request[256];
        int len = snprintf(request, sizeof request, "GET /query?a=in HTTP/1.1\r\n%s\r\n", rows[i].head);
        unsigned before = site.asked;
        bool closed;
        const char *heard = ask(&site, request, (size_t)len, "\r\n\r\n", &closed);
        assert_true((strstr(heard, "200 OK") != NULL) == rows[i].allowed);
        assert_true((strstr(heard, "403 Forbidden") != NULL) == !rows[i].allowed);
        assert_int_equal(site.asked - before, rows[i].allowed);
    }
    stop(&site);
}

static void nonsense_is_told_so_and_hung_up_on(void **state) {
    struct site site = open_site();
    start(&site, 2000, 10);
    bool closed;
    assert_non_null(strstr(ASK_CLOSED(&site, "\x16\x03\x01 hello\r\n\r\n", &closed), "400"));
    assert_true(closed);
    assert_non_null(strstr(ASK_CLOSED(&site, "GET / HTTP/1.1\r\nHost localhost\r\n\r\n", &closed), "400"));
    assert_non_null(strstr(
        ASK_CLOSED(&site,
                   "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999\r\n\r\n",
                   &closed),
        "400"));
    static char large[40000];
    int at = snprintf(large, sizeof large, "GET / HTTP/1.1\r\nHost: localhost\r\nX: ");
    memset(large + at, 'x', 20000);
    assert_non_null(strstr(ask(&site, large, (size_t)at + 20000, NULL, &closed), "431"));
    at = snprintf(large, sizeof large, "GET / HTTP/1.1\r\nHost: localhost\r\n");
    for (int i = 0; i < 100; i++) at += snprintf(large + at, sizeof large - (size_t)at, "H%d: v\r\n", i);
    assert_non_null(strstr(ask(&site, large, (size_t)at, NULL, &closed), "431"));
    at = snprintf(large, sizeof large,
                  "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000\r\n\r\n");
    memset(large + at, 'y', 2000);
    assert_non_null(strstr(ask(&site, large, (size_t)at + 2000, NULL, &closed), "413"));
    // Chunks that go on and on are a body as well.
    at = snprintf(large, sizeof large,
                  "POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
    for (int i = 0; i < 30; i++) at += snprintf(large + at, sizeof large - (size_t)at, "40\r\n%064d\r\n", i);
    assert_non_null(strstr(ask(&site, large, (size_t)at, NULL, &closed), "413"));
    assert_int_equal(http_connections(site.server), 0);
    stop(&site);
}

static void the_slow_and_the_many_are_bounded(void **state) {
    struct site site = open_site();
    start(&site, 60, 8);
    bool closed;
    assert_non_null(strstr(ASK_CLOSED(&site, "GET / HTTP/1.1\r\nHost: loc", &closed),
                           "408")); // never finishes its question
    assert_true(closed);
    int many[20];
    for (int i = 0; i < 20; i++) many[i] = dial(&site);
    for (int i = 0; i < 5; i++) loop_once(site.loop, 1000);
    unsigned told = 0;
    for (int i = 0; i < 20; i++) {
        char heard[512] = "";
        told += recv(many[i], heard, sizeof heard - 1, 0) > 0 && strstr(heard, "503");
    }
    assert_int_equal(told, 12);
    for (int i = 0; i < 20; i++) close(many[i]);
    for (int i = 0; i < 200 && http_connections(site.server); i++) loop_once(site.loop, 5000);
    assert_int_equal(http_connections(site.server), 0);
    // Keep-alive ends after a while of silence.
    const char *idle = ASK_CLOSED(&site, "GET /query?a=x HTTP/1.1\r\nHost: localhost\r\n\r\n", &closed);
    assert_true(closed && strstr(idle, "200 OK"));
    stop(&site);
}

#define UPGRADE                                                                                              \
    "GET /live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"                 \
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"

static void a_websocket_echoes(void **state) {
    struct site site = open_site();
    start(&site, 2000, 10);
    int fd = dial(&site);
    bool closed;
    send(fd, UPGRADE, sizeof UPGRADE - 1, MSG_NOSIGNAL);
    // The answer to this key stands in RFC 6455.
    assert_non_null(
        strstr(hear(&site, fd, "\r\n\r\n", &closed), "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="));
    assert_int_equal(site.opened, 1);
    send(fd, "\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58", 11,
         MSG_NOSIGNAL); // "Hello", masked, from the same text
    const char *heard = hear(&site, fd, "Hello", &closed);
    assert_memory_equal(heard, "\x81\x05Hello", 7);
    assert_string_equal(site.last, "Hello");
    send(fd, "\x89\x81\x00\x00\x00\x00!", 7, MSG_NOSIGNAL); // a ping
    assert_memory_equal(hear(&site, fd, "\x8a\x01!", &closed), "\x8a\x01!", 3);
    send(fd, "\x88\x82\x00\x00\x00\x00\x03\xe8", 8, MSG_NOSIGNAL); // goodbye
    hear(&site, fd, NULL, &closed);
    assert_true(closed);
    for (int i = 0; i < 10 && !site.gone; i++) loop_once(site.loop, 1000);
    assert_int_equal(site.gone, 1);
    close(fd);
    stop(&site);
}

static void bad_frames_end_a_websocket(void **state) {
    struct site site = open_site();
    start(&site, 2000, 10);
    struct {
        const char *bytes;
        size_t len;
    } bad[] = {
        {"\x81\x05Hello", 7},                                              // not masked
        {"\xf1\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58", 11},              // bits nobody agreed on
        {"\x83\x80\x00\x00\x00\x00", 6},                                   // an opcode nobody knows
        {"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00!", 15}, // the first of eight exabytes
        {"\x81\xfe\x07\xd0\x00\x00\x00\x00!", 9},                          // more than the limit
        {"\x81\x82\x00\x00\x00\x00\xff\xfe", 8},                           // not UTF-8
        {"\x89\xfe\x01\x00\x00\x00\x00\x00", 8},                           // a ping that is too long
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        int fd = dial(&site);
        bool closed;
        send(fd, UPGRADE, sizeof UPGRADE - 1, MSG_NOSIGNAL);
        hear(&site, fd, "\r\n\r\n", &closed);
        send(fd, bad[i].bytes, bad[i].len, MSG_NOSIGNAL);
        hear(&site, fd, NULL, &closed);
        if (!closed) fail_msg("bad frame %zu was put up with", i);
        close(fd);
    }
    assert_int_equal(site.messages, 0);
    for (int i = 0; i < 50 && http_connections(site.server); i++) loop_once(site.loop, 1000);
    assert_int_equal(site.gone, sizeof bad / sizeof *bad);
    // And a handshake that is none.
    assert_non_null(strstr(ASK(&site, "GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n", "\r\n\r\n"), "426"));
    stop(&site);
}

static void who_does_not_read_is_dropped_not_stored(void **state) {
    struct site site = open_site();
    start(&site, 2000, 10);
    int fd = dial(&site);
    bool closed;
    send(fd, UPGRADE, sizeof UPGRADE - 1, MSG_NOSIGNAL);
    hear(&site, fd, "\r\n\r\n", &closed);
    static char frame[15000];
    unsigned sent = 0, dropped = 0;
    for (int i = 0; i < 3000; i++) { // pictures nobody takes: the system's own buffers fill up first
        enum err err = ws_send(site.ws, false, frame, sizeof frame, true);
        sent += !err, dropped += err == ERR_BUSY;
        assert_true(ws_waiting(site.ws) <= 2 * sizeof frame);
        loop_once(site.loop, 0);
    }
    assert_true(sent > 0 && dropped > 0);
    // What may not be dropped ends the connection instead of growing.
    enum err err = ERR_NONE;
    for (int i = 0; i < 10 && !err; i++) err = ws_send(site.ws, true, frame, 9000, false);
    assert_int_equal(err, ERR_LIMIT);
    for (int i = 0; i < 400 && !site.gone; i++) loop_once(site.loop, 5000);
    assert_int_equal(site.gone, 1);
    close(fd);
    stop(&site);
}

// Of what comes in one go only so much is handled; the others are heard in between, and who keeps flooding is
// sent away.
static void who_floods_holds_up_nobody(void **state) {
    enum { FRAMES = 5000, AT_ONCE = 64 };
    struct site site = open_site();
    start(&site, 2000, 10);
    int fd = dial(&site);
    bool closed;
    send(fd, UPGRADE, sizeof UPGRADE - 1, MSG_NOSIGNAL);
    hear(&site, fd, "\r\n\r\n", &closed);
    static uint8_t flood[FRAMES * 7];
    for (int i = 0; i < FRAMES; i++) memcpy(flood + i * 7, "\x81\x81\0\0\0\0a", 7);
    assert_int_equal(send(fd, flood, sizeof flood, MSG_NOSIGNAL), sizeof flood);
    for (int i = 0; i < 10; i++) {
        unsigned before = site.messages;
        loop_once(site.loop, 1000);
        assert_true(site.messages - before <= AT_ONCE);
    }
    assert_non_null(strstr(ASK(&site, "GET /none HTTP/1.1\r\nHost: localhost\r\n\r\n", "no"), "404"));
    assert_int_equal(site.gone, 0);
    const char *heard = hear(&site, fd, "\x88\x02\x03\xf0", &closed);
    assert_true(memmem(heard, 1 << 16, "\x88\x02\x03\xf0", 4));
    print_message("# %u of %d messages heard\n", site.messages, FRAMES);
    assert_true(site.messages > 0 && site.messages < FRAMES / 2);
    close(fd);
    for (int i = 0; i < 400 && !site.gone; i++) loop_once(site.loop, 5000);
    assert_int_equal(site.gone, 1);
    stop(&site);
}

// A burst is no flood: all of it is heard, in time and in order.
static void a_burst_is_heard_whole(void **state) {
    struct site site = open_site();
    start(&site, 2000, 10);
    int fd = dial(&site);
    bool closed;
    send(fd, UPGRADE, sizeof UPGRADE - 1, MSG_NOSIGNAL);
    hear(&site, fd, "\r\n\r\n", &closed);
    for (uint8_t i = 0; i < 100; i++) {
        uint8_t frame[] = {0x81, 0x81, 0, 0, 0, 0, (uint8_t)(' ' + i % 90)};
        send(fd, frame, sizeof frame, MSG_NOSIGNAL);
    }
    for (int i = 0; i < 600 && site.messages < 100; i++) loop_once(site.loop, 2000);
    assert_int_equal(site.messages, 100);
    assert_string_equal(site.last, ")"); // ' ' + 99 % 90
    assert_int_equal(site.gone, 0);
    close(fd);
    stop(&site);
}

static void requests_by_the_thousand_hold_up_nobody(void **state) {
    enum { REQUESTS = 3000, AT_ONCE = 40 };
    struct site site = open_site();
    start(&site, 2000, 10);
    int fd = dial(&site);
    static const char ONE[] = "GET /n HTTP/1.1\r\nHost: localhost\r\n\r\n";
    struct buf all = {0};
    for (int i = 0; i < REQUESTS; i++) buf_text(&all, ONE);
    assert_int_equal(send(fd, all.at, all.len, MSG_NOSIGNAL), all.len);
    unsigned before = 0;
    for (int i = 0; i < 10; i++, before = site.asked) {
        loop_once(site.loop, 1000);
        assert_true(site.asked - before <= AT_ONCE);
    }
    bool closed;
    for (int i = 0; i < 10; i++) hear(&site, fd, NULL, &closed);
    assert_true(closed && site.asked < REQUESTS / 2);
    buf_free(&all);
    close(fd);
    stop(&site);
}

static void two_hosts_are_no_host(void **state) {
    struct site site = open_site();
    start(&site, 2000, 10);
    static const char *const TWO[] = {
        "GET /query HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
        "GET /query HTTP/1.1\r\nHost: localhost\r\nX: y\r\nhOST: evil.example\r\n\r\n",
        "GET /query HTTP/1.1\r\nHost: evil.example\r\nHost: localhost\r\n\r\n",
    };
    for (int i = 0; i < 3; i++) {
        bool closed;
        assert_non_null(strstr(ask(&site, TWO[i], strlen(TWO[i]), NULL, &closed), "400 Bad Request"));
        assert_true(closed);
    }
    assert_int_equal(site.asked, 0);
    stop(&site);
}

// A thousand who say nothing cost little and keep nobody else from being answered; after a while they are
// sent away.
static void a_thousand_idle_peers_bother_nobody(void **state) {
    enum { MANY = 1000 };
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max < 4096 ? files.rlim_max : 4096;
    setrlimit(RLIMIT_NOFILE, &files);
    struct site site = open_site();
    start(&site, 2000000, MANY + 24); // none is too slow yet
    static int idle[MANY];
    for (int i = 0; i < MANY; i++) {
        idle[i] = dial(&site);
        if (i % 50 == 49)
            for (int k = 0; k < 4; k++) loop_once(site.loop, 1000);
    }
    for (int i = 0; i < 1000 && http_connections(site.server) < MANY; i++) loop_once(site.loop, 1000);
    assert_int_equal(http_connections(site.server), MANY);
    assert_non_null(
        strstr(ASK(&site, "GET /query?a=served HTTP/1.1\r\nHost: localhost\r\n\r\n", "served"), "200 OK"));
    for (int i = 0; i < MANY; i++) close(idle[i]);
    for (int i = 0; i < 2000 && http_connections(site.server); i++) loop_once(site.loop, 1000);
    assert_int_equal(http_connections(site.server), 0);
    stop(&site);
}

// Slowloris: heads that never end, a byte now and then. Time is counted for the whole head, so each is told
// 408 and hung up on, however busy it looks; somebody honest is answered meanwhile.
static void a_dripping_head_is_cut_off(void **state) {
    enum { DRIPS = 30 };
    struct site site = open_site();
    start(&site, 150, 100);
    int drip[DRIPS];
    bool over[DRIPS] = {0};
    for (int i = 0; i < DRIPS; i++) {
        drip[i] = dial(&site);
        send(drip[i], "GET / HTTP/1.1\r\n", 16, MSG_NOSIGNAL);
    }
    assert_non_null(
        strstr(ASK(&site, "GET /query?a=honest HTTP/1.1\r\nHost: localhost\r\n\r\n", "honest"), "200 OK"));
    unsigned left = DRIPS, told = 0;
    for (int round = 0; round < 20000 && left; round++) {
        loop_once(site.loop, 2000);
        for (int i = 0; i < DRIPS; i++) {
            if (over[i]) continue;
            char heard[512] = "";
            ssize_t got = recv(drip[i], heard, sizeof heard - 1, 0);
            told += got > 0 && strstr(heard, "408");
            if (got != 0 && (got > 0 || errno == EAGAIN)) {
                send(drip[i], "a", 1, MSG_NOSIGNAL); // it drips on
                continue;
            }
            over[i] = true, left--;
            close(drip[i]);
        }
    }
    assert_int_equal(left, 0);
    assert_true(told > 0);
    for (int i = 0; i < 500 && http_connections(site.server); i++) loop_once(site.loop, 2000);
    assert_int_equal(http_connections(site.server), 0);
    stop(&site);
}

// Whoever vanishes in the middle of being told something is gone, and nobody else notices.
static void a_peer_that_vanishes_takes_nobody_along(void **state) {
    struct site site = open_site();
    start(&site, 2000, 10);
    for (int round = 0; round < 20; round++) {
        int fd = dial(&site);
        bool closed;
        send(fd, UPGRADE, sizeof UPGRADE - 1, MSG_NOSIGNAL);
        hear(&site, fd, "\r\n\r\n", &closed);
        assert_non_null(site.ws);
        setsockopt(fd, SOL_SOCKET, SO_LINGER, &(struct linger){1, 0}, sizeof(struct linger));
        close(fd); // a reset, not a goodbye
        for (int i = 0; i < 5 && site.ws; i++) ws_send(site.ws, true, "still there?", 12, false);
        for (int i = 0; i < 200 && http_connections(site.server); i++) loop_once(site.loop, 2000);
        assert_int_equal(http_connections(site.server), 0);
    }
    assert_int_equal(site.gone, 20);
    stop(&site);
}

static void a_busy_port_is_an_error_or_the_next_one(void **state) {
    struct site site = open_site();
    start(&site, 2000, 10);
    struct http_config config = http_defaults();
    config.port = http_port(site.server);
    config.handle = answer;
    struct fault fault = {0};
    assert_null(http_listen(site.loop, &config, &fault));
    assert_int_equal(fault.err, ERR_BUSY);
    config.tries = 50;
    struct http_server *other = http_listen(site.loop, &config, NULL);
    assert_non_null(other);
    assert_true(http_port(other) > http_port(site.server));
    http_close(other);
    config.address = "300.1.1.1";
    fault = (struct fault){0};
    assert_null(http_listen(site.loop, &config, &fault));
    assert_true(fault.said[0]);
    stop(&site);
}

TESTS(cmocka_unit_test(who_floods_holds_up_nobody), cmocka_unit_test(a_burst_is_heard_whole),
      cmocka_unit_test(requests_by_the_thousand_hold_up_nobody), cmocka_unit_test(two_hosts_are_no_host),
      cmocka_unit_test(questions_are_answered), cmocka_unit_test(strangers_are_refused),
      cmocka_unit_test(nonsense_is_told_so_and_hung_up_on),
      cmocka_unit_test(the_slow_and_the_many_are_bounded), cmocka_unit_test(a_websocket_echoes),
      cmocka_unit_test(bad_frames_end_a_websocket), cmocka_unit_test(who_does_not_read_is_dropped_not_stored),
      cmocka_unit_test(a_thousand_idle_peers_bother_nobody), cmocka_unit_test(a_dripping_head_is_cut_off),
      cmocka_unit_test(a_peer_that_vanishes_takes_nobody_along),
      cmocka_unit_test(a_busy_port_is_an_error_or_the_next_one))
