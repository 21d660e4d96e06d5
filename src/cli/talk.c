#include "cli/talk.h"

#include "base/buf.h"
#include "base/data/json.h"
#include "base/system/clock.h"
#include "base/system/file.h"
#include "run/control_socket.h"
#include "run/tape.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { TICK_US = 33000 };
struct talk {
    int socket;
    struct buf in;
    size_t heard;                   // bytes of `in` that the last line took
    struct control_socket *control; // of a world of our own
    struct tape_moment moment;
    char folder[64], path[80];
    struct sigaction before;
};

static volatile sig_atomic_t stopped;
static void stop(int number) {
    (void)number;
    stopped = 1;
}

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

// --- A world of our own

static void turn(void *user, struct play *play) {
    struct talk *talk = user;
    if (talk->control) control_socket_turn(talk->control, play);
}

static bool is_recording(const char *path) {
    struct buf file = {0};
    bool is = file_exists(path) && !file_read(path, 1 << 28, &file, NULL) &&
              tape_is((struct bytes){file.at, file.len});
    buf_free(&file);
    return is;
}

static enum err begin_recording(struct talk *talk, const struct talk_wish *wish,
                                const struct play_config *config, struct fault *fault) {
    struct tape_about about;
    struct tape_reader *reader = tape_open(wish->in, &about, fault);
    enum err err =
        reader ? tape_play_to(reader, &about, config, (int64_t)(wish->at_s * 1e6), &talk->moment, fault)
               : fault->err;
    tape_free(reader);
    return err;
}

static enum err begin_scenario(struct talk *talk, const struct talk_wish *wish, struct play_config *config,
                               struct fault *fault) {
    config->seed = wish->seed;
    talk->moment.scenario = scenario_open(wish->in, NULL, 0, fault);
    if (talk->moment.scenario) talk->moment.play = play_new(talk->moment.scenario, config, fault);
    if (!talk->moment.play) return fault->err;
    return play_for(talk->moment.play, (int64_t)(wish->at_s * 1e6))
               ? fault_set(fault, ERR_STATE, "it ended early")
               : ERR_NONE;
}

static enum err begin(struct talk *talk, const struct talk_wish *wish, struct fault *fault) {
    struct play_config config = play_defaults();
    config.lives = false;
    config.turn = turn, config.user = talk;
    enum err err = is_recording(wish->in) ? begin_recording(talk, wish, &config, fault)
                                          : begin_scenario(talk, wish, &config, fault);
    if (err) return err;
    snprintf(talk->folder, sizeof talk->folder, "/tmp/critter-talk-XXXXXX");
    if (!mkdtemp(talk->folder))
        return *talk->folder = 0, fault_errno(fault, errno, "/tmp", "no folder can be made");
    snprintf(talk->path, sizeof talk->path, "%s/1.sock", talk->folder);
    talk->control = control_socket_open(talk->path, fault);
    if (!talk->control) return fault->err;
    control_socket_show(talk->control, talk->moment.play);
    return ERR_NONE;
}

// --- Talking

struct talk *talk_open(const struct talk_wish *wish, struct fault *fault) {
    struct talk *talk = calloc(1, sizeof *talk);
    char found[CONTROL_SOCKET_PATH_MAX];
    if (!talk) return fault_set(fault, ERR_MEMORY, "no memory to talk"), NULL;
    talk->socket = -1;
    talk->in.limit = CONTROL_SOCKET_WAITING_MAX;
    stopped = 0;
    sigaction(SIGINT, &(struct sigaction){.sa_handler = stop}, &talk->before);
    const char *path = wish->socket;
    enum err err = wish->in ? begin(talk, wish, fault) : path ? ERR_NONE : control_socket_find(found, fault);
    if (!err) talk->socket = dial(wish->in ? talk->path : path ? path : found, fault);
    if (talk->socket >= 0) return talk;
    talk_close(talk);
    return NULL;
}

void talk_close(struct talk *talk) {
    if (!talk) return;
    if (talk->socket >= 0) close(talk->socket);
    control_socket_show(talk->control, NULL);
    play_free(talk->moment.play, NULL);
    scenario_free(talk->moment.scenario);
    control_socket_close(talk->control);
    if (*talk->folder) rmdir(talk->folder);
    sigaction(SIGINT, &talk->before, NULL);
    buf_free(&talk->in);
    free(talk);
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

enum err talk_say(struct talk *talk, const char *word, const char *robot, struct fault *fault) {
    struct buf out = {0};
    put_line(&out, word, robot);
    enum err err = out.err ? fault_set(fault, out.err, "no memory for a line") : ERR_NONE;
    for (size_t at = 0; !err && at < out.len;) {
        ssize_t sent = send(talk->socket, out.at + at, out.len - at, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR && !stopped) continue;
        if (sent <= 0)
            err = fault_errno(fault, errno, "the world", "hung up");
        else
            at += (size_t)sent;
    }
    buf_free(&out);
    return err;
}

// Waits for bytes a little; ERR_TIMEOUT: none came.
static enum err more(struct talk *talk, int wait_ms, struct fault *fault) {
    struct pollfd ready = {.fd = talk->socket, .events = POLLIN};
    uint8_t piece[4096];
    int many = poll(&ready, 1, wait_ms);
    if (many == 0 || (many < 0 && errno == EINTR)) return ERR_TIMEOUT;
    ssize_t len = recv(talk->socket, piece, sizeof piece, 0);
    if (len < 0 && errno == EINTR) return ERR_TIMEOUT;
    if (len <= 0) return fault_set(fault, ERR_CLOSED, "the world ended");
    buf_bytes(&talk->in, piece, (size_t)len);
    return talk->in.err ? fault_set(fault, talk->in.err, "no memory for an answer") : ERR_NONE;
}

enum err talk_hear(struct talk *talk, double seconds, struct text *line, struct fault *fault) {
    enum { SLICE_MS = 50 };
    struct play *play = talk->moment.play;
    double left = seconds;
    buf_drop(&talk->in, talk->heard);
    talk->heard = 0;
    for (;;) {
        uint8_t *end = talk->in.len ? memchr(talk->in.at, '\n', talk->in.len) : NULL;
        if (end) {
            *line = (struct text){(const char *)talk->in.at, (size_t)(end - talk->in.at)};
            talk->heard = line->len + 1;
            return ERR_NONE;
        }
        if (stopped) return ERR_CANCELLED;
        enum err err = more(talk, play ? 0 : SLICE_MS, fault);
        if (err && err != ERR_TIMEOUT) return err;
        if (!err) continue;
        if (left <= 0) return fault_set(fault, ERR_TIMEOUT, "no answer within %g s", seconds);
        left -= play ? TICK_US * 1e-6 : SLICE_MS * 1e-3;
        if (play && play_for(play, TICK_US)) return fault_set(fault, ERR_STATE, "the world ended");
    }
}

double talk_clock_s(void) { return (double)air_now_us() * 1e-6; }
double talk_world_s(const struct talk *talk) {
    return talk->moment.play ? (double)play_now_us(talk->moment.play) * 1e-6 : -1;
}
