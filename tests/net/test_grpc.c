// gRPC against strangers: python3-grpcio as client and as server, curl and nghttp as plain HTTP/2; and our
// own client against our own server.
#include "support/stranger.h"

#include "base/buf.h"
#include "net/http.h"

// A robot's certificate as Vector has it: by itself, for its name.
static const char *pem(const char *name) {
    static const char *folder;
    static char paths[4][512];
    static int next;
    if (!folder) {
        char command[1500];
        folder = temp_folder();
        snprintf(
            command, sizeof command,
            "cd '%s' && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout "
            "key.pem -out cert.pem -days 2 -subj /CN=Vector-A1B2 -addext "
            "subjectAltName=DNS:Vector-A1B2 -addext basicConstraints=critical,CA:FALSE >openssl.log 2>&1",
            folder);
        assert_int_equal(system(command), 0); // openssl comes with tools/deps test
    }
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

// ------------------------------------------------------------------------------------------------ our server

struct pets {
    struct loop *loop;
    struct http_server *server;
    unsigned called, gone, later;
    enum grpc_status last; // how a call of Never went
};

struct pet_call {
    struct pets *pets;
    unsigned next, until, sum;
    bool never;
};

static struct pet_call *pet_call(void *user) {
    struct pet_call *mine = calloc(1, sizeof *mine);
    assert_non_null(mine);
    mine->pets = user;
    return mine;
}

static void gone(void *user, struct grpc_call *call, enum grpc_status status, struct text words) {
    struct pet_call *mine = user;
    mine->pets->gone++;
    if (mine->never) mine->pets->last = status;
    free(mine);
}

static void echo(void *user, struct grpc_call *call, struct bytes message) {
    assert_int_equal(grpc_send(call, message.at, message.len), ERR_NONE);
    grpc_end(call, GRPC_OK, NULL);
}
static const struct grpc_class ECHO = {.single = true, .message = echo, .gone = gone};

static void nothing(void *user, struct grpc_call *call, struct bytes message) {}
static const struct grpc_class NEVER = {.single = true, .message = nothing, .gone = gone};

static void count_on(void *user, struct grpc_call *call) {
    struct pet_call *mine = user;
    char number[16];
    while (mine->next < mine->until && grpc_waiting(call) < 100) {
        int len = snprintf(number, sizeof number, "%u", mine->next++);
        if (grpc_send(call, number, (size_t)len)) return;
    }
    if (mine->next == mine->until) grpc_end(call, GRPC_OK, NULL);
}
static void count(void *user, struct grpc_call *call, struct bytes message) {
    uint64_t until = 0;
    assert_int_equal(text_to_u64((struct text){(const char *)message.at, message.len}, &until), ERR_NONE);
    ((struct pet_call *)user)->until = (unsigned)until;
    count_on(user, call);
}
static const struct grpc_class COUNT = {.single = true, .message = count, .room = count_on, .gone = gone};

static void add(void *user, struct grpc_call *call, struct bytes message) {
    ((struct pet_call *)user)->sum += (unsigned)message.len;
}
static void total(void *user, struct grpc_call *call) {
    char number[16];
    int len = snprintf(number, sizeof number, "%u", ((struct pet_call *)user)->sum);
    grpc_send(call, number, (size_t)len);
    grpc_end(call, GRPC_OK, NULL);
}
static const struct grpc_class SUM = {.message = add, .half = total, .gone = gone};

static void say_back(void *user, struct grpc_call *call, struct bytes message) {
    grpc_send(call, message.at, message.len);
}
static void finish(void *user, struct grpc_call *call) { grpc_end(call, GRPC_OK, NULL); }
static const struct grpc_class CHAT = {.message = say_back, .half = finish, .gone = gone};

static void called(void *user, struct grpc_call *call) {
    struct pets *pets = user;
    static const struct {
        const char *path;
        const struct grpc_class *class;
    } WAYS[] = {{"/pets.Pets/Echo", &ECHO},
                {"/pets.Pets/Never", &NEVER},
                {"/pets.Pets/Count", &COUNT},
                {"/pets.Pets/Sum", &SUM},
                {"/pets.Pets/Chat", &CHAT}};
    pets->called++;
    if (grpc_metadata_count(call, "authorization") != 1 ||
        !text_is(grpc_metadata(call, "authorization"), "Bearer right")) {
        grpc_refuse(call, 401, "Who are you?\n");
        return;
    }
    if (text_is(grpc_path(call), "/pets.Pets/Fail")) {
        grpc_end(call, GRPC_NOT_FOUND, "50% of \xc3\xbc\nare gone");
        return;
    }
    for (size_t i = 0; i < sizeof WAYS / sizeof *WAYS; i++) {
        if (!text_is(grpc_path(call), WAYS[i].path)) continue;
        struct pet_call *mine = pet_call(pets);
        mine->never = WAYS[i].class == &NEVER;
        grpc_take(call, WAYS[i].class, mine);
        return;
    }
    grpc_end(call, GRPC_UNIMPLEMENTED, "no such method");
}

// What is not gRPC: an echo; /later answers in pieces, after the handler has returned.
struct later {
    struct pets *pets;
    struct http_call *call;
    struct loop_timer *timer;
    unsigned said;
};
static void later_gone(void *user, struct http_call *call) {
    struct later *later = user;
    later->pets->later++;
    loop_timer_free(later->timer);
    free(later);
}
static const struct http_class LATER = {.gone = later_gone};
static void later_say(void *user) {
    struct later *later = user;
    if (!later->said) http_begin(later->call, 200, "text/plain", "X-Pets: Two\r\n");
    if (later->said++ < 5) {
        http_piece(later->call, "woof\n", 5);
        loop_timer_set(later->timer, loop_now_us() + 1000);
        return;
    }
    http_end(later->call);
}
static void handle(void *user, struct http_call *call) {
    struct pets *pets = user;
    if (!text_is(http_path(call), "/later")) {
        http_reply(call, 200, "text/plain", http_body(call).at, http_body(call).len, NULL);
        return;
    }
    struct later *later = calloc(1, sizeof *later);
    assert_non_null(later);
    later->pets = pets, later->call = call;
    later->timer = loop_timer_new(pets->loop, later_say, later);
    loop_timer_set(later->timer, loop_now_us() + 5000);
    http_later(call, &LATER, later);
}

static void open_pets(struct pets *pets, bool tls) {
    *pets = (struct pets){.loop = loop_new(), .last = GRPC_STATUSES};
    struct http_config config = http_defaults();
    struct fault fault = {0};
    config.port = 0, config.http2 = config.open = config.patient = true;
    config.handle = handle, config.user = pets;
    config.peer_budget = config.all_budget = 8 << 20;
    config.body_limit = 1 << 20;
    config.grpc = (struct grpc_gate){called, pets};
    if (tls) config.certificate = pem("cert.pem"), config.key = pem("key.pem");
    pets->server = http_listen(pets->loop, &config, &fault);
    if (!pets->server) fail_msg("%s", fault.said);
}

static void close_pets(struct pets *pets) {
    http_close(pets->server);
    loop_free(pets->loop);
}

// ------------------------------------------------------------------------------------------------ strangers

static void serve_pets(void *user) { loop_once(((struct pets *)user)->loop, 2000); }
static void wait_a_little(void *user) { usleep(1000); }

static const char *script(void) {
    static char path[512];
    snprintf(path, sizeof path, "%s/tests/net/grpc_stranger.py", getenv("SOURCE") ? getenv("SOURCE") : ".");
    return path;
}

static void python_grpcio_calls_us(void **state) {
    if (!stranger_has_grpcio()) skip();
    struct pets pets;
    open_pets(&pets, true);
    char port[12];
    snprintf(port, sizeof port, "%u", http_port(pets.server));
    struct stranger it;
    stranger_start(&it,
                   (const char *const[]){"/usr/bin/python3", script(), "call", port, pem("cert.pem"), NULL});
    if (!stranger_says(&it, "fine", serve_pets, &pets)) fail_msg("python said: %s", it.heard);
    stranger_end(&it);
    assert_true(pets.called > 300);
    http_close(pets.server);
    assert_int_equal(pets.gone, pets.called - 5); // three were strangers, two unknown or failed
    loop_free(pets.loop);
}

// ------------------------------------------------------------------------------------------------ our client

struct asked {
    struct buf heard; // messages, one after the other
    unsigned messages, gone;
    enum grpc_status status;
    char words[256];
};
static void on_answer(void *user, struct grpc_call *call, struct bytes message) {
    struct asked *asked = user;
    asked->messages++;
    buf_bytes(&asked->heard, message.at, message.len);
}
static void on_end(void *user, struct grpc_call *call, enum grpc_status status, struct text words) {
    struct asked *asked = user;
    asked->gone++;
    asked->status = status;
    text_copy(words, asked->words, sizeof asked->words);
}
static const struct grpc_class ONE = {.single = true, .message = on_answer, .gone = on_end};
static const struct grpc_class MANY = {.message = on_answer, .gone = on_end};
static const char TOKEN[] = "authorization: Bearer right\n";

static void wait_for(struct loop *loop, const struct asked *asked) {
    for (int i = 0; i < 5000 && !asked->gone; i++) loop_once(loop, 2000);
    assert_int_equal(asked->gone, 1);
}

static struct asked ask(struct loop *loop, struct grpc_client *client, const char *path, const char *token,
                        unsigned deadline_ms, const struct grpc_class *class, const void *bytes, size_t len) {
    struct asked asked = {0};
    struct grpc_call *call = grpc_begin(client, path, token, deadline_ms, class, &asked);
    assert_non_null(call);
    grpc_send(call, bytes, len); // to nobody: `gone` says so
    grpc_half(call);
    wait_for(loop, &asked);
    return asked;
}

static void call_in_every_way(struct loop *loop, struct grpc_client *client) {
    static char large[1 << 20];
    for (size_t i = 0; i < sizeof large; i++) large[i] = (char)(i * 31 >> 3);
    const size_t sizes[] = {0, 1, 1000, 70000, sizeof large};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct asked it = ask(loop, client, "/pets.Pets/Echo", TOKEN, 10000, &ONE, large, sizes[i]);
        if (it.status) fail_msg("%zu bytes: %s", sizes[i], it.words);
        assert_true(it.messages == 1 && it.heard.len == sizes[i]);
        if (sizes[i]) assert_memory_equal(it.heard.at, large, sizes[i]);
        buf_free(&it.heard);
    }
    struct asked it = ask(loop, client, "/pets.Pets/Fail", TOKEN, 0, &ONE, "x", 1);
    assert_int_equal(it.status, GRPC_NOT_FOUND);
    assert_string_equal(it.words, "50% of \xc3\xbc\nare gone");
    it = ask(loop, client, "/pets.Pets/Other", TOKEN, 0, &ONE, "x", 1);
    assert_int_equal(it.status, GRPC_UNIMPLEMENTED);
    it = ask(loop, client, "/pets.Pets/Echo", NULL, 0, &ONE, "x", 1);
    assert_int_equal(it.status, GRPC_UNAUTHENTICATED);
    it = ask(loop, client, "/pets.Pets/Never", TOKEN, 30, &ONE, "x", 1);
    assert_int_equal(it.status, GRPC_DEADLINE_EXCEEDED);
    it = ask(loop, client, "/pets.Pets/Count", TOKEN, 0, &MANY, "3000", 4);
    assert_true(it.status == GRPC_OK && it.messages == 3000);
    buf_free(&it.heard);
    it = (struct asked){0};
    struct grpc_call *call = grpc_begin(client, "/pets.Pets/Sum", TOKEN, 0, &ONE, &it);
    for (int i = 0; i < 400; i++) assert_int_equal(grpc_send(call, large, 3), ERR_NONE);
    grpc_half(call);
    wait_for(loop, &it);
    assert_int_equal(it.status, GRPC_OK);
    assert_string_equal((char *)it.heard.at, "1200");
    buf_free(&it.heard);
    it = (struct asked){0};
    call = grpc_begin(client, "/pets.Pets/Chat", TOKEN, 0, &MANY, &it);
    for (unsigned i = 0; i < 20; i++) {
        grpc_send(call, "ab", 2);
        for (int round = 0; round < 1000 && it.messages <= i; round++) loop_once(loop, 2000);
        assert_int_equal(it.messages, i + 1);
    }
    grpc_half(call);
    wait_for(loop, &it);
    assert_true(it.status == GRPC_OK && it.heard.len == 40);
    buf_free(&it.heard);
}

static struct grpc_client *dial(struct loop *loop, unsigned port, const char *name, bool tls) {
    struct fault fault = {0};
    struct grpc_client_config config = {.host = "127.0.0.1",
                                        .port = (uint16_t)port,
                                        .authority = name,
                                        .certificate = tls ? pem("cert.pem") : NULL,
                                        .connect_ms = 5000};
    struct grpc_client *client = grpc_dial(loop, &config, &fault);
    if (!client) fail_msg("%s", fault.said);
    return client;
}

static void leave(struct loop *loop, struct grpc_client *client) {
    grpc_client_free(client);
    for (int i = 0; i < 20; i++) loop_once(loop, 1000);
}

static void we_call_ourselves(void **state) {
    for (int tls = 0; tls < 2; tls++) {
        struct pets pets;
        open_pets(&pets, tls);
        struct grpc_client *client = dial(pets.loop, http_port(pets.server), "Vector-A1B2", tls);
        call_in_every_way(pets.loop, client);
        leave(pets.loop, client);
        close_pets(&pets);
    }
}

static void we_call_python_grpcio(void **state) {
    if (!stranger_has_grpcio()) skip();
    struct stranger it;
    stranger_start(&it, (const char *const[]){"/usr/bin/python3", script(), "serve", pem("key.pem"),
                                              pem("cert.pem"), NULL});
    if (!stranger_says(&it, "\n", wait_a_little, NULL)) fail_msg("python said: %s", it.heard);
    struct loop *loop = loop_new();
    struct grpc_client *client = dial(loop, (unsigned)atoi(it.heard), "Vector-A1B2", true);
    call_in_every_way(loop, client);
    leave(loop, client);
    loop_free(loop);
    stranger_end(&it);
}

static void who_cannot_be_reached_is_unavailable(void **state) {
    struct pets pets;
    open_pets(&pets, true);
    unsigned port = http_port(pets.server);
    struct grpc_client *wrong = dial(pets.loop, port, "Vector-X9Y9", true);
    struct asked it = ask(pets.loop, wrong, "/pets.Pets/Echo", TOKEN, 0, &ONE, "x", 1);
    assert_int_equal(it.status, GRPC_UNAVAILABLE);
    assert_true(it.words[0]);
    it = ask(pets.loop, wrong, "/pets.Pets/Echo", TOKEN, 0, &ONE, "x", 1); // it stays so
    assert_int_equal(it.status, GRPC_UNAVAILABLE);
    leave(pets.loop, wrong);
    struct grpc_client *right = dial(pets.loop, port, "Vector-A1B2", true);
    it = (struct asked){0};
    struct grpc_call *call = grpc_begin(right, "/pets.Pets/Never", TOKEN, 0, &ONE, &it);
    grpc_send(call, "x", 1), grpc_half(call);
    for (int i = 0; i < 2000 && !pets.called; i++) loop_once(pets.loop, 2000);
    http_close(pets.server); // the robot is switched off
    for (int i = 0; i < 2000 && !it.gone; i++) loop_once(pets.loop, 2000);
    assert_true(it.gone == 1 && it.status != GRPC_OK);
    leave(pets.loop, right);
    struct grpc_client *nobody = dial(pets.loop, port, "Vector-A1B2", true);
    it = ask(pets.loop, nobody, "/pets.Pets/Echo", TOKEN, 0, &ONE, "x", 1);
    assert_int_equal(it.status, GRPC_UNAVAILABLE);
    assert_non_null(strstr(it.words, "refused"));
    leave(pets.loop, nobody);
    loop_free(pets.loop);
}

// -------------------------------------------------------------------------------------------- plain HTTP/2

static void curl_and_nghttp_read_the_rest(void **state) {
    if (!stranger_has("curl") || !stranger_has("nghttp")) skip();
    struct pets pets;
    open_pets(&pets, true);
    char at[64], later[64], resolve[64];
    unsigned port = http_port(pets.server);
    snprintf(at, sizeof at, "https://Vector-A1B2:%u/echo", port);
    snprintf(later, sizeof later, "https://Vector-A1B2:%u/later", port);
    snprintf(resolve, sizeof resolve, "Vector-A1B2:%u:127.0.0.1", port);
    const char *const versions[] = {"--http2", "--http1.1"};
    for (int i = 0; i < 2; i++) {
        struct stranger it;
        stranger_start(&it,
                       (const char *const[]){"curl", "-sS", "-i", versions[i], "--cacert", pem("cert.pem"),
                                             "--resolve", resolve, "-d", "hello", at, later, NULL});
        stranger_says(&it, NULL, serve_pets, &pets);
        const char *head = i ? "HTTP/1.1 200" : "HTTP/2 200";
        if (!strstr(it.heard, head) || !strstr(it.heard, "hello") ||
            !strstr(it.heard, "woof\nwoof\nwoof\nwoof\nwoof\n") ||
            !strstr(it.heard, i ? "X-Pets: Two" : "x-pets: Two"))
            fail_msg("curl said: %s", it.heard);
        stranger_end(&it);
    }
    char local[64];
    snprintf(local, sizeof local, "https://127.0.0.1:%u/later", port);
    struct stranger it;
    stranger_start(&it, (const char *const[]){"nghttp", "-v", "--no-dep", local, NULL});
    stranger_says(&it, NULL, serve_pets, &pets);
    if (!strstr(it.heard, "recv SETTINGS frame") || !strstr(it.heard, "woof"))
        fail_msg("nghttp said: %s", it.heard);
    stranger_end(&it);
    assert_int_equal(pets.later, 3);
    close_pets(&pets);
}

TESTS(cmocka_unit_test(we_call_ourselves), cmocka_unit_test(python_grpcio_calls_us),
      cmocka_unit_test(we_call_python_grpcio), cmocka_unit_test(who_cannot_be_reached_is_unavailable),
      cmocka_unit_test(curl_and_nghttp_read_the_rest))
