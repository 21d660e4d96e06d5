// What a call costs the server: gRPC's bytes taken and answered, without and with sockets. Before the
// table, over real TLS connections of this machine, the caller in a process of its own: unary calls a
// second of the server's own time, how late the slowest of a hundred answers came, and what an idle
// connection keeps of our memory.
#include "bench.h"

#include "net/grpc_internal.h"
#include "net/http.h"

#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CALLS = 20000, AT_ONCE = 16, IDLE = 1000 };

static void must(bool so, const char *what) {
    if (so) return;
    fprintf(stderr, "bench_grpc: %s\n", what);
    exit(1);
}

static double worked_s(void) { // of this thread: what others do to the machine meanwhile is not ours
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// ------------------------------------------------------------------------------------------ an empty handler

static void empty(void *user, struct grpc_call *call, struct bytes message) {
    (void)user, (void)message;
    grpc_send(call, "", 0);
    grpc_end(call, GRPC_OK, NULL);
}
static const struct grpc_class EMPTY = {.single = true, .message = empty};
static void called(void *user, struct grpc_call *call) { grpc_take(call, &EMPTY, user); }
static const struct grpc_gate GATE = {called, NULL};

// ------------------------------------------------------------------------------------------ without sockets

struct wire {
    struct h2 *h2;
    struct grpc_link link;
    struct buf in, out;
    uint32_t stream;
};

static void asked(void *user, struct h2_stream *stream) {
    grpc_serve(stream, &GATE, &((struct wire *)user)->link);
}

static void frame(struct buf *out, unsigned type, unsigned flags, const void *bytes, size_t len) {
    const uint8_t head[] = {0, (uint8_t)(len >> 8), (uint8_t)len, (uint8_t)type, (uint8_t)flags, 0, 0, 0, 0};
    buf_bytes(out, head, sizeof head);
    buf_bytes(out, bytes, len);
}

static void field(struct buf *out, const char *name, const char *value) {
    buf_byte(out, 0);
    buf_byte(out, (uint8_t)strlen(name));
    buf_text(out, name);
    buf_byte(out, (uint8_t)strlen(value));
    buf_text(out, value);
}

static void *a_wire(void) {
    struct wire *wire = calloc(1, sizeof *wire);
    struct buf hello = {0}, block = {0};
    must(wire, "no memory");
    wire->h2 = h2_new(&(struct h2_config){.server = true, .asked = asked, .user = wire});
    must(wire->h2, "no memory");
    buf_text(&hello, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    frame(&hello, 4, 0, NULL, 0);
    frame(&hello, 8, 0, "\x7f\xff\0\0", 4); // room for all answers
    must(!h2_take(wire->h2, hello.at, hello.len, NULL) && !h2_give(wire->h2, &wire->out, 1 << 20),
         "no hello");
    field(&block, ":method", "POST");
    field(&block, ":scheme", "https");
    field(&block, ":path", "/Anki.Vector.external_interface.ExternalInterface/BatteryState");
    field(&block, ":authority", "Vector-A1B2");
    field(&block, "te", "trailers");
    field(&block, "content-type", "application/grpc");
    field(&block, "user-agent", "grpc-python/1.51.1 grpc-c/29.0.0 (linux; chttp2)");
    field(&block, "authorization", "Bearer nUzhNhCQDlxAm3IGGQh1MA==");
    frame(&wire->in, 1, 4, block.at, block.len);
    frame(&wire->in, 0, 1, "\0\0\0\0\0", 5);
    wire->stream = 1;
    buf_free(&hello);
    buf_free(&block);
    return wire;
}

static void no_wire(void *user) {
    struct wire *wire = user;
    h2_free(wire->h2);
    buf_free(&wire->in);
    buf_free(&wire->out);
    free(wire);
}

static void one_call(void *user) {
    struct wire *wire = user;
    size_t second = wire->in.len - 14;
    for (int i = 0; i < 4; i++)
        wire->in.at[5 + i] = wire->in.at[second + 5 + (size_t)i] = (uint8_t)(wire->stream >> (24 - 8 * i));
    wire->stream += 2;
    wire->out.len = 0;
    must(!h2_take(wire->h2, wire->in.at, wire->in.len, NULL), "not taken");
    must(!h2_give(wire->h2, &wire->out, 1 << 20) && wire->out.len > 30, "not answered");
}

// ------------------------------------------------------------------------------------------ with sockets

static char folder[] = "/tmp/critter-bench-XXXXXX";
static char certificate[64], key[64];

static void make_certificate(void) {
    char command[512];
    must(mkdtemp(folder) != NULL, "no temporary folder");
    snprintf(certificate, sizeof certificate, "%s/cert.pem", folder);
    snprintf(key, sizeof key, "%s/key.pem", folder);
    snprintf(command, sizeof command,
             "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout %s -out %s "
             "-days 2 "
             "-subj /CN=Vector-A1B2 -addext subjectAltName=DNS:Vector-A1B2 >/dev/null 2>&1",
             key, certificate);
    must(!system(command), "openssl makes no certificate");
}

struct caller {
    struct grpc_client *client;
    int64_t began_us[AT_ONCE];
    unsigned begun, done;
    uint32_t late_us[CALLS];
};
struct slot {
    struct caller *caller;
    unsigned which;
};
static void answered(void *user, struct grpc_call *call, enum grpc_status status, struct text words);
static const struct grpc_class CALL = {.single = true, .gone = answered};

static void ask(struct slot *slot) {
    struct caller *caller = slot->caller;
    if (caller->begun == CALLS) return;
    caller->begun++;
    caller->began_us[slot->which] = loop_now_us();
    struct grpc_call *call = grpc_begin(caller->client, "/pets.Pets/Echo", NULL, 0, &CALL, slot);
    must(call, "no memory");
    grpc_send(call, "", 0);
    grpc_half(call);
}

static void answered(void *user, struct grpc_call *call, enum grpc_status status, struct text words) {
    (void)call, (void)words;
    struct slot *slot = user;
    struct caller *caller = slot->caller;
    if (status == GRPC_CANCELLED) return;
    must(status == GRPC_OK, "a call failed");
    caller->late_us[caller->done++] = (uint32_t)(loop_now_us() - caller->began_us[slot->which]);
    ask(slot);
}

static struct grpc_client *dial(struct loop *loop, uint16_t port) {
    struct grpc_client_config config = {
        .host = "127.0.0.1", .port = port, .authority = "Vector-A1B2", .certificate = certificate};
    struct grpc_client *client = grpc_dial(loop, &config, NULL);
    must(client, "cannot dial");
    return client;
}

static int by_size(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static void call_often(uint16_t port) {
    static struct caller caller;
    struct slot slots[AT_ONCE];
    struct loop *loop = loop_new();
    caller.client = dial(loop, port);
    for (unsigned i = 0; i < AT_ONCE; i++) slots[i] = (struct slot){&caller, i}, ask(&slots[i]);
    while (caller.done < CALLS) loop_once(loop, 100000);
    qsort(caller.late_us, CALLS, sizeof *caller.late_us, by_size);
    size_t half = CALLS / 2, late = CALLS / 100 * 99;
    printf("%d at once: half of the answers within %.2f ms, 99 of 100 within %.2f ms (caller included)\n",
           AT_ONCE, caller.late_us[half] * 1e-3, caller.late_us[late] * 1e-3);
    fflush(stdout);
    _exit(0);
}

static void be_idle(uint16_t port) {
    struct loop *loop = loop_new();
    for (int i = 0; i < IDLE; i++) {
        dial(loop, port);
        for (int k = 0; k < 3; k++) loop_once(loop, 0);
    }
    for (;;) loop_once(loop, 100000);
}

static struct http_server *serve(struct loop *loop) {
    struct http_config config = http_defaults();
    config.port = 0, config.http2 = config.open = config.patient = true;
    config.connections = 2 * IDLE;
    config.certificate = certificate, config.key = key;
    config.peer_budget = config.all_budget = 1 << 30;
    config.grpc = GATE;
    struct http_server *server = http_listen(loop, &config, NULL);
    must(server, "cannot listen");
    return server;
}

static void with_sockets(void) {
    struct loop *loop = loop_new();
    make_certificate();
    struct http_server *server = serve(loop);
    pid_t child = fork();
    if (!child) call_often(http_port(server));
    double before = worked_s();
    while (!waitpid(child, NULL, WNOHANG)) loop_once(loop, 20000);
    double each_us = (worked_s() - before) / CALLS * 1e6;
    printf("unary over TLS: %.0f calls/s on one core, %.1f us of the server's time each\n", 1e6 / each_us,
           each_us);
    for (int i = 0; i < 20; i++) loop_once(loop, 1000);
    malloc_trim(0);
    size_t memory = mallinfo2().uordblks;
    if (!(child = fork())) be_idle(http_port(server));
    for (int i = 0; i < 20000 && http_connections(server) < IDLE; i++) loop_once(loop, 2000);
    for (int i = 0; i < 300; i++) loop_once(loop, 2000);
    must(http_connections(server) == IDLE, "not all came");
    printf("an idle TLS connection with HTTP/2 keeps %.1f KB\n\n",
           (double)(mallinfo2().uordblks - memory) / IDLE / 1000);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    http_close(server);
    loop_free(loop);
    unlink(certificate), unlink(key), rmdir(folder);
}

int main(int argc, char **argv) {
    static const struct bench benches[] = {
        {.name = "a unary call, without sockets", .a = one_call, .setup = a_wire, .teardown = no_wire}};
    if (argc == 1) with_sockets();
    return bench_main(argc, argv, benches, sizeof benches / sizeof *benches);
}
