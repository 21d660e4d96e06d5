// TLS against our own other end, byte by byte, and against OpenSSL's own client; and the web server under it.
#include "support/support.h"

#include "net/http.h"
#include "net/tls.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

// Made anew in each run: certificate and key for localhost, and a key that belongs to nobody.
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
            "key.pem "
            "-out cert.pem -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1 "
            ">openssl.log 2>&1 && openssl ecparam -genkey -name prime256v1 -noout -out other.pem && echo no "
            ">text.pem",
            folder);
        assert_int_equal(system(command), 0); // openssl comes with tools/deps test
    }
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

struct pair {
    struct tls_context *server_context, *client_context;
    struct tls *server, *client;
    struct buf to_server, to_client, heard, said; // said: what the client heard
};

static struct pair pair_of(const char *name) {
    struct fault fault = {0};
    struct pair p = {.server_context = tls_server(pem("cert.pem"), pem("key.pem"), &fault),
                     .client_context = tls_client(pem("cert.pem"), &fault)};
    assert_non_null(p.server_context);
    assert_non_null(p.client_context);
    p.server = tls_new(p.server_context, NULL);
    p.client = tls_new(p.client_context, name);
    assert_true(p.server && p.client);
    return p;
}
static void pair_free(struct pair *p) {
    tls_free(p->server);
    tls_free(p->client);
    tls_context_free(p->server_context);
    tls_context_free(p->client_context);
    buf_free(&p->to_server);
    buf_free(&p->to_client);
    buf_free(&p->heard);
    buf_free(&p->said);
}

// Carries the wire's bytes, `piece` at a time, until both have nothing more to say. Returns the first error
// of either.
static enum err talk(struct pair *p, size_t piece) {
    enum err first = tls_take(p->client, NULL, 0, &p->said, &p->to_server), err = first;
    for (int round = 0; round < 20000 && (p->to_server.len || p->to_client.len); round++) {
        struct buf *from = p->to_server.len ? &p->to_server : &p->to_client;
        size_t len = from->len < piece ? from->len : piece;
        if (from == &p->to_server)
            err = tls_take(p->server, from->at, len, &p->heard, &p->to_client);
        else
            err = tls_take(p->client, from->at, len, &p->said, &p->to_server);
        buf_drop(from, len);
        if (!first) first = err;
    }
    return first;
}

static void two_ends_agree_whatever_the_pieces(void **state) {
    const size_t pieces[] = {1, 7, 1000, 1 << 20};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        struct pair p = pair_of("localhost");
        assert_int_equal(tls_give(p.client, "x", 1, &p.to_server), ERR_STATE); // nothing goes in the clear
        assert_int_equal(p.to_server.len, 0);
        assert_int_equal(talk(&p, pieces[i]), ERR_NONE);
        assert_true(tls_ready(p.server) && tls_ready(p.client));
        char large[100000];
        for (size_t k = 0; k < sizeof large; k++) large[k] = (char)(k * 31);
        assert_int_equal(tls_give(p.server, large, sizeof large, &p.to_client), ERR_NONE);
        assert_int_equal(tls_give(p.client, "hello", 5, &p.to_server), ERR_NONE);
        assert_null(memmem(p.to_server.at, p.to_server.len, "hello", 5));
        assert_int_equal(talk(&p, pieces[i] < 7 ? 97 : pieces[i]), ERR_NONE);
        assert_int_equal(p.said.len, sizeof large);
        assert_memory_equal(p.said.at, large, sizeof large);
        assert_int_equal(p.heard.len, 5);
        tls_bye(p.client, &p.to_server);
        assert_int_equal(tls_take(p.server, p.to_server.at, p.to_server.len, &p.heard, &p.to_client),
                         ERR_CLOSED);
        pair_free(&p);
    }
}

static void a_stranger_is_not_trusted(void **state) {
    struct pair p = pair_of("critter.example"); // the certificate names localhost
    assert_int_equal(talk(&p, 1000), ERR_SYNTAX);
    assert_false(tls_ready(p.client));
    assert_true(tls_trouble(p.client)[0]);
    pair_free(&p);
    p = pair_of("localhost");
    tls_free(p.client);
    tls_context_free(p.client_context);
    p.client_context = tls_client(NULL, NULL); // the system's authorities have never heard of it
    p.client = p.client_context ? tls_new(p.client_context, "localhost") : NULL;
    if (p.client) assert_int_equal(talk(&p, 1000), ERR_SYNTAX);
    pair_free(&p);
}

static void bent_bytes_end_it(void **state) {
    for (unsigned at = 0; at < 60; at += 7) {
        struct pair p = pair_of("localhost");
        assert_int_equal(talk(&p, 1000), ERR_NONE);
        tls_give(p.client, "a secret of some length, and more of it", 39, &p.to_server);
        p.to_server.at[at % p.to_server.len] ^= 0x40;
        enum err err = tls_take(p.server, p.to_server.at, p.to_server.len, &p.heard, &p.to_client);
        // A bent length may make it wait for more; nothing false is ever handed on.
        assert_true(err == ERR_SYNTAX || (at >= 3 && at <= 4));
        assert_int_equal(p.heard.len, 0);
        if (err)
            assert_int_equal(tls_take(p.server, "more", 4, &p.heard, &p.to_client),
                             err); // failed stays failed
        pair_free(&p);
    }
}

static void wrong_files_are_named(void **state) {
    const char *rows[][2] = {{"missing.pem", "key.pem"},
                             {"cert.pem", "missing.pem"},
                             {"cert.pem", "other.pem"},
                             {"text.pem", "key.pem"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct fault fault = {0};
        assert_null(tls_server(pem(rows[i][0]), pem(rows[i][1]), &fault));
        assert_true(fault.err && fault.said[0]);
        assert_null(strstr(fault.said, "unknown reason"));
    }
    assert_null(tls_client(pem("missing.pem"), NULL));
}

// -------------------------------------------------------------------------------------------- the web server

static void answer(void *user, struct http_call *call) {
    (*(int *)user)++;
    http_reply(call, 200, "text/plain", http_query(call, "a").at, http_query(call, "a").len, NULL);
}

// Asks a question through openssl's own client, which checks the certificate; what it heard can be read from
// the file.
static int s_client(unsigned port, const char *version, int number, pid_t *child) {
    int in[2], out[2];
    assert_int_equal(pipe(in) | pipe(out), 0);
    char at[32];
    const char *authority = pem("cert.pem");
    snprintf(at, sizeof at, "127.0.0.1:%u", port);
    *child = fork();
    if (!*child) {
        dup2(in[0], 0), dup2(out[1], 1), dup2(out[1], 2);
        close(in[1]), close(out[0]);
        execlp("openssl", "openssl", "s_client", "-connect", at, "-servername", "localhost",
               "-verify_hostname", "localhost", "-CAfile", authority, "-verify_return_error", "-alpn",
               "http/1.1", version, "-quiet", (char *)NULL);
        _exit(127);
    }
    close(in[0]), close(out[1]);
    dprintf(in[1], "GET /?a=sealed%d HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", number);
    fcntl(out[0], F_SETFL,
          O_NONBLOCK); // in[1] stays open: at its end the client would leave before the answer
    return out[0];
}

static void openssl_s_client_reads_a_page(void **state) {
    struct loop *loop = loop_new();
    int asked = 0;
    struct http_config config = http_defaults();
    config.port = 0, config.handle = answer, config.user = &asked;
    config.certificate = pem("cert.pem"), config.key = pem("key.pem");
    struct http_server *server = http_listen(loop, &config, NULL);
    assert_non_null(server);
    for (int i = 0; i < 2; i++) {
        char wanted[32];
        snprintf(wanted, sizeof wanted, "\r\n\r\nsealed%d", i);
        pid_t client;
        int fd = s_client(http_port(server), i ? "-tls1_3" : "-tls1_2", i, &client);
        char heard[4096] = "";
        size_t len = 0;
        for (int round = 0; round < 3000 && !strstr(heard, wanted); round++) {
            loop_once(loop, 10000);
            ssize_t got = read(fd, heard + len, sizeof heard - 1 - len);
            if (got > 0) len += (size_t)got, heard[len] = 0;
        }
        if (!strstr(heard, wanted)) fail_msg("openssl heard: %s", heard);
        close(fd);
        kill(client, SIGKILL);
        waitpid(client, NULL, 0);
    }
    assert_int_equal(asked, 2);
    http_close(server);
    loop_free(loop);
}

// A client of ours over a real socket would repeat the test above; here the peer does not speak TLS at all.
static void plain_speech_is_refused(void **state) {
    struct pair p = pair_of("localhost");
    static const char PLAIN[] = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
    assert_int_equal(tls_take(p.server, PLAIN, sizeof PLAIN - 1, &p.heard, &p.to_client), ERR_SYNTAX);
    assert_int_equal(p.heard.len, 0);
    assert_true(tls_trouble(p.server)[0]);
    pair_free(&p);
}

TESTS(cmocka_unit_test(two_ends_agree_whatever_the_pieces), cmocka_unit_test(a_stranger_is_not_trusted),
      cmocka_unit_test(bent_bytes_end_it), cmocka_unit_test(wrong_files_are_named),
      cmocka_unit_test(openssl_s_client_reads_a_page), cmocka_unit_test(plain_speech_is_refused))
