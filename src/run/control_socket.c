#include "run/control_socket.h"

#include "schema/json.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

struct guest {
    int socket; // -1: nobody
    struct buf in, out;
};
struct control_socket {
    int socket;
    char path[sizeof(((struct sockaddr_un *)0)->sun_path)];
    struct guest guests[CONTROL_SOCKET_GUESTS];
};

// ------------------------------------------------------------------------------------------------ lines

static void answer_fault(struct json_writer *w, const struct fault *fault) {
    char text[600];
    json_open(w, '{');
    json_key(w, "error");
    fault_text(fault, text, sizeof text);
    struct text said = text_of(text);
    json_text(w, utf8_valid(said) ? said : text_of("not UTF-8"));
    json_close(w, '}');
}

static void answer(struct play *play, const struct json *doc, struct arena *arena, struct json_writer *w) {
    struct fault fault = {0};
    struct world_message verb;
    if (doc->kind == JSON_OBJECT && doc->count == 1 && text_is(doc->first->key, "snapshot")) {
        struct world_snapshot *shot = arena_one(arena, struct world_snapshot);
        if (shot) {
            world_snapshot(play_world(play), shot);
            schema_print(&world_snapshot_schema, shot, w, WORLD_VERSION);
            return;
        }
        fault_set(&fault, ERR_MEMORY, "no memory for a snapshot");
    } else if (!verb_read(doc, arena, &verb, &fault) && !play_do(play, &verb, &fault)) {
        json_open(w, '{');
        json_key(w, "done");
        json_bool(w, true);
        json_close(w, '}');
        return;
    }
    answer_fault(w, &fault);
}

void control_socket_line(struct play *play, struct text line, struct buf *out) {
    struct arena *arena = arena_new(64 << 10);
    struct json_writer w = json_writer_of(out, 0);
    struct json_limits limits = {.bytes = CONTROL_SOCKET_LINE_MAX, .values = 4096, .depth = 16};
    struct fault fault = {0};
    struct json *doc;
    size_t before = out->len;
    if (!arena)
        fault_set(&fault, ERR_MEMORY, "no memory");
    else if (!json_parse(line, "line", arena, &limits, &doc, &fault))
        answer(play, doc, arena, &w);
    if (out->len == before) answer_fault(&w, &fault);
    buf_byte(out, '\n');
    arena_free(arena);
}

// ------------------------------------------------------------------------------------------------ sockets

static void leave(struct guest *g) {
    if (g->socket >= 0) close(g->socket);
    g->socket = -1;
    buf_free(&g->in);
    buf_free(&g->out);
}

struct control_socket *control_socket_open(const char *path, struct fault *fault) {
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof at.sun_path) {
        fault_set(fault, ERR_LIMIT, "%s: a socket's name has at most %zu letters", path,
                  sizeof at.sun_path - 1);
        return NULL;
    }
    struct control_socket *control = calloc(1, sizeof *control);
    if (!control) return fault_set(fault, ERR_MEMORY, "no memory"), NULL;
    for (int i = 0; i < CONTROL_SOCKET_GUESTS; i++)
        control->guests[i] = (struct guest){.socket = -1, .out.limit = CONTROL_SOCKET_WAITING_MAX};
    memcpy(at.sun_path, path, strlen(path) + 1);
    memcpy(control->path, at.sun_path, sizeof control->path);
    control->socket = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    // A socket that nobody answers was left behind; one that somebody answers is somebody's.
    struct stat what;
    int probe = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (!lstat(path, &what) && S_ISSOCK(what.st_mode) && connect(probe, (struct sockaddr *)&at, sizeof at))
        unlink(path);
    close(probe);
    if (control->socket >= 0 && !bind(control->socket, (struct sockaddr *)&at, sizeof at) &&
        !chmod(path, 0600) && !listen(control->socket, CONTROL_SOCKET_GUESTS))
        return control;
    fault_errno(fault, errno, path, "cannot listen here");
    if (control->socket >= 0) close(control->socket);
    free(control);
    return NULL;
}

void control_socket_close(struct control_socket *control) {
    if (!control) return;
    for (int i = 0; i < CONTROL_SOCKET_GUESTS; i++) leave(&control->guests[i]);
    close(control->socket);
    unlink(control->path);
    free(control);
}

static void welcome(struct control_socket *control) {
    struct sockaddr_storage from;
    socklen_t len = sizeof from;
    int socket = accept4(control->socket, (struct sockaddr *)&from, &len, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (socket < 0) return;
    for (int i = 0; i < CONTROL_SOCKET_GUESTS; i++) {
        if (control->guests[i].socket >= 0) continue;
        control->guests[i].socket = socket;
        return;
    }
    close(socket); // full
}

static void hear(struct guest *g, struct play *play) {
    uint8_t piece[4096];
    ssize_t len = recv(g->socket, piece, sizeof piece, 0);
    if (len <= 0) {
        if (len == 0 || (errno != EAGAIN && errno != EINTR)) leave(g);
        return;
    }
    buf_bytes(&g->in, piece, (size_t)len);
    uint8_t *end;
    while (g->in.len && (end = memchr(g->in.at, '\n', g->in.len))) {
        size_t line = (size_t)(end - g->in.at);
        if (line) control_socket_line(play, (struct text){(const char *)g->in.at, line}, &g->out);
        buf_drop(&g->in, line + 1);
    }
    if (g->in.len > CONTROL_SOCKET_LINE_MAX || g->in.err || g->out.err) leave(g);
}

static void tell(struct guest *g) {
    ssize_t len = send(g->socket, g->out.at, g->out.len, MSG_NOSIGNAL);
    if (len > 0) buf_drop(&g->out, (size_t)len);
    if (len < 0 && errno != EAGAIN && errno != EINTR) leave(g);
}

void control_socket_turn(struct control_socket *control, struct play *play) {
    struct pollfd list[CONTROL_SOCKET_GUESTS + 1] = {{.fd = control->socket, .events = POLLIN}};
    for (int i = 0; i < CONTROL_SOCKET_GUESTS; i++) {
        const struct guest *g = &control->guests[i];
        list[i + 1] =
            (struct pollfd){.fd = g->socket, .events = (short)(POLLIN | (g->out.len ? POLLOUT : 0))};
    }
    if (poll(list, CONTROL_SOCKET_GUESTS + 1, 0) <= 0) return;
    if (list[0].revents & POLLIN) welcome(control);
    for (int i = 0; i < CONTROL_SOCKET_GUESTS; i++) {
        struct guest *g = &control->guests[i];
        if (list[i + 1].fd < 0) continue;
        if (list[i + 1].revents & (POLLIN | POLLHUP | POLLERR)) hear(g, play);
        if (g->socket >= 0 && g->out.len) tell(g);
    }
}
