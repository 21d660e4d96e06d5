#include "cli/commands.h"

#include "base/buf.h"
#include "base/data/json.h"
#include "run/control_socket.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

struct wish {
    const char *socket, *robot;
    double wait;
};
static const struct option OPTIONS[] = {
    {"robot", 'r', OPTION_TEXT, offsetof(struct wish, robot), "NAME", "whom it is for (default: the first)"},
    {"socket", 0, OPTION_TEXT, offsetof(struct wish, socket), "PATH",
     "which world (default: $CRITTER_SOCKET, or the only one that runs)"},
    {"wait", 0, OPTION_F64, offsetof(struct wish, wait), "SECONDS", "for each answer, at most (default 30)",
     0.1, 86400},
};

static int dial(const char *path, struct fault *fault) {
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof at.sun_path)
        return fault_set(fault, ERR_LIMIT, "%s: a socket's name has at most %zu letters", path,
                         sizeof at.sun_path - 1),
               -1;
    memcpy(at.sun_path, path, strlen(path) + 1);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && !connect(fd, (struct sockaddr *)&at, sizeof at)) return fd;
    fault_errno(fault, errno, path, "no world answers there");
    if (fd >= 0) close(fd);
    return -1;
}

// A name alone is a message without fields.
static void put_line(struct buf *out, const char *word, const char *robot) {
    struct json_writer w = json_writer_of(out, 0);
    json_open(&w, '{');
    if (*word == '{') {
        size_t len = strlen(word);
        while (len && word[len - 1] != '}') len--;
        buf_bytes(out, word + 1, len > 1 ? len - 2 : 0); // without its brackets
        if (robot) buf_byte(out, ','), buf_printf(out, "\"robot\":");
    } else {
        json_key(&w, word), json_open(&w, '{'), json_close(&w, '}');
        if (robot) json_key(&w, "robot");
    }
    if (robot) {
        struct json_writer name = json_writer_of(out, 0);
        json_string(&name, robot);
    }
    buf_byte(out, '}');
    buf_byte(out, '\n');
}

static enum err send_all(int fd, const struct buf *out, struct fault *fault) {
    for (size_t at = 0; at < out->len;) {
        ssize_t sent = send(fd, out->at + at, out->len - at, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return fault_errno(fault, errno, "the world", "hung up");
        at += (size_t)sent;
    }
    return ERR_NONE;
}

// One line, printed as it comes.
static enum err answer(int fd, double wait, bool *refused, struct buf *in, struct fault *fault) {
    struct pollfd ready = {.fd = fd, .events = POLLIN};
    uint8_t piece[4096], *end;
    while (!(end = in->len ? memchr(in->at, '\n', in->len) : NULL)) {
        int many = poll(&ready, 1, (int)(wait * 1000));
        if (many < 0 && errno == EINTR) continue;
        if (many == 0) return fault_set(fault, ERR_TIMEOUT, "no answer within %g s", wait);
        ssize_t len = recv(fd, piece, sizeof piece, 0);
        if (len <= 0) return fault_set(fault, ERR_CLOSED, "the world ended");
        buf_bytes(in, piece, (size_t)len);
        if (in->err) return fault_set(fault, in->err, "no memory for an answer");
    }
    size_t line = (size_t)(end - in->at) + 1;
    *refused |= line > 9 && !memcmp(in->at, "{\"error\":", 9);
    fwrite(in->at, 1, line, stdout);
    fflush(stdout);
    buf_drop(in, line);
    return ERR_NONE;
}

static int run(struct call *call) {
    const struct wish *wish = call->options;
    struct fault fault = {0};
    struct buf out = {0}, in = {.limit = CONTROL_SOCKET_WAITING_MAX};
    char found[CONTROL_SOCKET_PATH_MAX];
    bool refused = false;
    if (!wish->socket && control_socket_find(found, &fault)) return call_failed(call, &fault);
    int fd = dial(wish->socket ? wish->socket : found, &fault);
    for (size_t i = 0; fd >= 0 && !fault.err && i < call->words.count; i++) {
        buf_clear(&out);
        put_line(&out, call->words.at[i], wish->robot);
        if (out.err) fault_set(&fault, out.err, "no memory for a line");
        if (!fault.err && !send_all(fd, &out, &fault)) answer(fd, wish->wait, &refused, &in, &fault);
    }
    if (fd >= 0) close(fd);
    buf_free(&out), buf_free(&in);
    return fault.err ? call_failed(call, &fault) : refused ? EXIT_FAILED : EXIT_FINE;
}

const struct command cmd_tell = {
    .name = "tell",
    .summary = "tells a running world, or a robot in it, something and prints the answers",
    .words = "MESSAGE...",
    .words_least = 1,
    .any_words = true,
    .help =
        "For a world that critter run, or critter sim with --socket, keeps running. A MESSAGE is a request "
        "to a robot, such as "
        "{\"Drive\": {\"left_mps\": 0.1, \"right_mps\": 0.1, \"seconds\": 1}}, or what a hand does, such as "
        "{\"pet\": {\"what\": \"vector\"}}; a name alone is one without fields. robots, view and snapshot "
        "are answered with what is there. Each is answered with a line before the next is sent.",
    .examples = "critter tell Hello\n"
                "critter tell robots\n"
                "critter tell --robot cozmo '{\"Head\": {\"angle_rad\": 0.4}}' Blink\n"
                "critter tell '{\"tap\": {\"what\": \"cube1\"}}'\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .defaults = &(const struct wish){.wait = 30},
    .run = run,
};
