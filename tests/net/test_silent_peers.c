// HTTP/2 peers that are half open: they say nothing any more, do not answer, or take nothing, and the system
// knows nothing of it. Each is found out, and costs nothing afterwards; whoever answers stays.
#include "support/support.h"

#include "base/buf.h"
#include "net/grpc.h"
#include "net/h2.h"
#include "net/http.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PATIENCE = 30000, IDLE_MS = 400, LONGER_MS = 600 };

// ------------------------------------------------------------------------------------------------ the server
static struct {
    struct loop *loop;
    struct http_server *server;
    struct grpc_call *talk; // that is open
    unsigned gone;
} t;

static void heard(void *user, struct grpc_call *call, struct bytes message) {
    if (message.len) grpc_send(call, message.at, message.len), grpc_end(call, GRPC_OK, NULL);
}
static void gone(void *user, struct grpc_call *call, enum grpc_status status, struct text words) {
    t.gone++;
    if (t.talk == call) t.talk = NULL;
}
static const struct grpc_class TALK = {.message = heard, .gone = gone};
static void called(void *user, struct grpc_call *call) { grpc_take(t.talk = call, &TALK, NULL); }
static void answer(void *user, struct http_call *call) { http_reply(call, 200, "text/plain", "", 0, NULL); }

static void open_server(unsigned idle_ms) {
    struct http_config config = http_defaults();
    struct fault fault = {0};
    t.loop = loop_new(), t.talk = NULL, t.gone = 0;
    config.port = 0, config.http2 = config.open = config.patient = true, config.idle_ms = idle_ms;
    config.handle = answer, config.grpc = (struct grpc_gate){called, NULL};
    t.server = http_listen(t.loop, &config, &fault);
    if (!t.server) fail_msg("%s", fault.said);
}
static void close_server(void) {
    http_close(t.server);
    loop_free(t.loop);
}

// ------------------------------------------------------------------------------------------------ a peer
struct peer {
    int fd;
    struct h2 *h2;
    unsigned frames, gone, replies;
    size_t got;
    bool takes; // pays its window back
};
static void on_frame(void *user) { ((struct peer *)user)->frames++; }
static void on_data(void *user, struct h2_stream *stream, const uint8_t *bytes, size_t len) {
    struct peer *p = user;
    p->got += len;
    if (p->takes) h2_took(stream, len);
}
static void on_head(void *user, struct h2_stream *stream) { ((struct peer *)user)->replies++; }
static void on_gone(void *user, struct h2_stream *stream, uint32_t code) { ((struct peer *)user)->gone++; }
static const struct h2_class ASKED = {.head = on_head, .data = on_data, .gone = on_gone};

// What it has to say goes out, what came is read. False: it was hung up on.
static bool pump(struct peer *p) {
    static uint8_t bytes[1 << 16];
    struct buf out = {0};
    ssize_t got;
    bool lives = true;
    while ((got = recv(p->fd, bytes, sizeof bytes, MSG_DONTWAIT)) > 0)
        lives = lives && !h2_take(p->h2, bytes, (size_t)got, NULL);
    if (!got) lives = false;
    if (!h2_give(p->h2, &out, 1 << 20) && out.len)
        lives = send(p->fd, out.at, out.len, MSG_NOSIGNAL) == (ssize_t)out.len && lives;
    buf_free(&out);
    loop_once(t.loop, 1000);
    return lives;
}
static struct h2_stream *ask(struct peer *p, const char *message) {
    struct h2_stream *stream = h2_ask(p->h2, "POST", "robot", "/pets.Pets/Talk",
                                      "content-type: application/grpc\nte: trailers\n", &ASKED, p);
    uint8_t prefix[5] = {0, 0, 0, 0, (uint8_t)strlen(message)};
    assert_non_null(stream);
    h2_send(stream, prefix, sizeof prefix, NULL);
    if (*message) h2_send(stream, message, strlen(message), NULL);
    return stream;
}
static void open_peer(struct peer *p, bool asks) {
    *p = (struct peer){.fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_port = htons(http_port(t.server)),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    assert_int_equal(connect(p->fd, (struct sockaddr *)&at, sizeof at), 0);
    assert_non_null(p->h2 = h2_new(&(struct h2_config){.frame = on_frame, .user = p}));
    if (asks) ask(p, "");
    for (int i = 0; i < PATIENCE && !(p->frames && (!asks || t.talk)); i++) pump(p);
    assert_true(p->frames && (!asks || t.talk));
}
static void close_peer(struct peer *p) {
    h2_free(p->h2);
    close(p->fd);
}

// ------------------------------------------------------------------------------------------------ silence
static void who_says_nothing_more_is_gone(void **state) {
    for (int asks = 0; asks < 2; asks++) { // between calls, and in the middle of one
        struct peer silent;
        open_server(IDLE_MS);
        open_peer(&silent, asks);
        for (int i = 0; i < PATIENCE && http_connections(t.server); i++) loop_once(t.loop, 1000);
        assert_int_equal(http_connections(t.server), 0);
        assert_int_equal(t.gone, asks);
        close_peer(&silent);
        close_server();
    }
}

// Nothing happens in its call for long, but it answers: once a machine that stands still lets it.
static bool stays(void) {
    struct peer quiet;
    bool lives = true;
    open_server(LONGER_MS);
    open_peer(&quiet, true);
    unsigned before = quiet.frames;
    for (int i = 0; i < PATIENCE && lives && quiet.frames < before + 3; i++)
        lives = pump(&quiet); // it was asked
    lives = lives && t.talk && !t.gone && http_connections(t.server) == 1;
    close_peer(&quiet);
    close_server();
    return lives;
}
static void who_answers_stays(void **state) {
    bool stayed = false;
    for (int tries = 0; tries < 5 && !stayed; tries++) stayed = stays();
    assert_true(stayed);
}

// A window of nothing, for ever: the call ends, others of the same connection are answered.
static bool others_live(void) {
    static const char PIECE[4096];
    struct peer stuck;
    bool lives = true;
    open_server(LONGER_MS);
    open_peer(&stuck, true);
    for (int i = 0; i < 100; i++) assert_int_equal(grpc_send(t.talk, PIECE, sizeof PIECE), ERR_NONE);
    assert_true(grpc_waiting(t.talk) <= 100);
    for (int i = 0; i < PATIENCE && lives && !t.gone; i++) lives = pump(&stuck);
    lives = lives && t.gone == 1;
    assert_true(!lives || (stuck.got > 0 && stuck.got <= H2_WINDOW));
    if (lives) ask(&stuck, "and now?");
    for (int i = 0; i < PATIENCE && lives && t.gone < 2; i++) lives = pump(&stuck);
    lives = lives && t.gone == 2 && http_connections(t.server) == 1;
    close_peer(&stuck);
    close_server();
    return lives;
}
static void a_window_of_nothing_ends_its_call_alone(void **state) {
    bool lived = false;
    for (int tries = 0; tries < 5 && !lived; tries++) lived = others_live();
    assert_true(lived);
}

TESTS(cmocka_unit_test(who_says_nothing_more_is_gone), cmocka_unit_test(who_answers_stays),
      cmocka_unit_test(a_window_of_nothing_ends_its_call_alone))
