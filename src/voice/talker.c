#include "voice/talker.h"

#include "base/system/file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

struct talker {
    char program[512];
    bool found;
    pid_t pid;
    int fd; // both ways; -1: not running
    unsigned starts;
    uint32_t number, rate;
    struct pipe_frame_parser parser;
};

// -------------------------------------------------------------------------------------- finding and starting

static bool try(struct talker *t, const char *path) {
    if (access(path, X_OK) || !file_exists(path)) return false;
    snprintf(t->program, sizeof t->program, "%s", path);
    return t->found = true;
}

static void find(struct talker *t) {
    // Beside this program; where the build puts it, seen from programs and tests; where it is installed.
    static const char *const PLACES[] = {"critter-voice", "../voice/helper/critter-voice",
                                         "../../src/voice/helper/critter-voice",
                                         "../src/voice/helper/critter-voice", "../libexec/critter-voice"};
    char own[400], path[512];
    ssize_t len = readlink("/proc/self/exe", own, sizeof own - 1);
    own[len > 0 ? len : 0] = 0;
    char *slash = strrchr(own, '/');
    if (slash) *slash = 0;
    for (size_t i = 0; slash && i < sizeof PLACES / sizeof *PLACES; i++) {
        snprintf(path, sizeof path, "%s/%s", own, PLACES[i]);
        if (try(t, path)) return;
    }
    const char *rest = getenv("PATH");
    struct text paths = text_of(rest), one;
    while (text_split(&paths, ':', &one)) {
        snprintf(path, sizeof path, "%.*s/critter-voice", (int)one.len, one.at);
        if (try(t, path)) return;
    }
}

struct talker *talker_new(const char *program) {
    struct talker *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->fd = -1;
    if (!program) program = getenv("CRITTER_VOICE");
    if (program)
        try(t, program);
    else
        find(t);
    return t;
}

bool talker_found(const struct talker *t) { return t->found; }

static void stop(struct talker *t) {
    if (t->fd >= 0) close(t->fd);
    t->fd = -1;
    if (t->pid > 0) {
        for (int i = 0; i < 20; i++) { // its input is closed: it ends by itself
            if (waitpid(t->pid, NULL, WNOHANG) == t->pid) {
                t->pid = 0;
                break;
            }
            usleep(5000);
        }
        if (t->pid > 0) {
            kill(t->pid, SIGKILL);
            waitpid(t->pid, NULL, 0);
        }
        t->pid = 0;
    }
    pipe_frame_parser_free(&t->parser);
}

void talker_free(struct talker *t) {
    if (!t) return;
    stop(t);
    free(t);
}

static enum err start(struct talker *t, struct fault *fault) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
        return fault_errno(fault, errno, NULL, "cannot make a pipe");
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, pair[1], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, pair[1], STDOUT_FILENO);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setpgroup(&attributes, 0); // a Ctrl-C is for the program; the helper ends with its input
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    char *const argv[] = {t->program, NULL};
    int failed = posix_spawn(&t->pid, t->program, &files, &attributes, argv, environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    close(pair[1]);
    if (failed) {
        close(pair[0]);
        t->pid = 0;
        return fault_errno(fault, failed, t->program, "cannot be started");
    }
    t->fd = pair[0];
    t->rate = 0;
    return ERR_NONE;
}

// ------------------------------------------------------------------------------------------------ talking

static enum err send_all(struct talker *t, const struct buf *out, struct fault *fault) {
    size_t done = 0;
    while (done < out->len) {
        ssize_t sent = send(t->fd, out->at + done, out->len - done, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return fault_set(fault, ERR_CLOSED, "critter-voice closed its input");
        done += (size_t)sent;
    }
    return ERR_NONE;
}

static enum err receive(struct talker *t, struct fault *fault) {
    struct pollfd wait = {.fd = t->fd, .events = POLLIN};
    int ready;
    do ready = poll(&wait, 1, TALKER_PATIENCE_MS);
    while (ready < 0 && errno == EINTR);
    if (ready == 0)
        return fault_set(fault, ERR_TIMEOUT, "critter-voice sent nothing for %d seconds",
                         TALKER_PATIENCE_MS / 1000);
    uint8_t bytes[32 << 10];
    ssize_t got;
    do got = recv(t->fd, bytes, sizeof bytes, 0);
    while (got < 0 && errno == EINTR);
    if (got <= 0) return fault_set(fault, ERR_CLOSED, "critter-voice ended");
    pipe_frame_feed(&t->parser, bytes, (size_t)got);
    return t->parser.err;
}

static enum err take_samples(struct talk *out, struct reader *in, struct fault *fault) {
    size_t count = reader_left(in) / 2;
    if (out->most && count > out->most - out->count)
        return fault_set(fault, ERR_LIMIT, "the speech is longer than %.0f seconds",
                         out->rate ? (double)out->most / out->rate : 0);
    if (out->count + count > out->room) {
        size_t room = 2 * (out->count + count) + 4096;
        int16_t *samples = realloc(out->samples, room * sizeof *samples);
        if (!samples) return fault_set(fault, ERR_MEMORY, "no memory for speech");
        out->samples = samples, out->room = room;
    }
    for (size_t i = 0; i < count; i++) out->samples[out->count++] = read_i16(in);
    return ERR_NONE;
}

static enum err take(struct talker *t, enum frame_kind kind, struct bytes body, struct talk *out, bool *over,
                     struct fault *fault) {
    struct reader in = reader_of(body.at, body.len);
    uint32_t first = read_u32(&in);
    if (kind == PIPE_FRAME_HELLO) {
        t->rate = read_u32(&in);
        if (first != PIPE_FRAME_VERSION || t->rate < 8000 || t->rate > 48000)
            return fault_set(fault, ERR_VERSION, "%s is of another version than this program", t->program);
        out->rate = t->rate;
        return ERR_NONE;
    }
    if (!t->rate || in.err) return fault_set(fault, ERR_SYNTAX, "critter-voice broke its protocol");
    if (first != t->number) return ERR_NONE; // of a text that was given up
    if (kind == PIPE_FRAME_SAMPLES) return take_samples(out, &in, fault);
    if (kind == PIPE_FRAME_WORD) {
        struct talk_word word = {read_u32(&in), read_u32(&in), 0};
        word.sample = read_u32(&in);
        bool same = out->word_count && out->words[out->word_count - 1].at == word.at; // spelt out
        if (!in.err && !same && out->word_count < TALKER_WORDS) out->words[out->word_count++] = word;
        return in.err;
    }
    if (kind == PIPE_FRAME_FAILED)
        return fault_set(fault, ERR_UNSUPPORTED, "critter-voice: %.*s", (int)reader_left(&in),
                         (const char *)in.at);
    *over = kind == PIPE_FRAME_DONE;
    return kind == PIPE_FRAME_DONE ? ERR_NONE
                                   : fault_set(fault, ERR_SYNTAX, "critter-voice broke its protocol");
}

static enum err say_once(struct talker *t, const struct frame_say *say, struct talk *out,
                         struct fault *fault) {
    enum err err = t->fd < 0 ? start(t, fault) : ERR_NONE;
    struct frame_say numbered = *say;
    struct buf bytes = {0};
    numbered.number = ++t->number;
    pipe_frame_put_say(&bytes, &numbered);
    if (!err) err = bytes.err ? bytes.err : send_all(t, &bytes, fault);
    buf_free(&bytes);
    out->count = out->word_count = 0;
    out->rate = t->rate;
    for (bool over = false; !err && !over;) {
        enum frame_kind kind;
        struct bytes body;
        while (!err && !over && pipe_frame_next(&t->parser, &kind, &body))
            err = take(t, kind, body, out, &over, fault);
        if (!err && t->parser.err) err = fault_set(fault, ERR_SYNTAX, "critter-voice broke its protocol");
        if (!err && !over) err = receive(t, fault);
    }
    return err;
}

enum err talker_say(struct talker *t, const struct frame_say *say, struct talk *out, struct fault *fault) {
    if (!t->found) return fault_set(fault, ERR_MISSING, "critter-voice was not found");
    if (say->text.len > PIPE_FRAME_MAX / 2 || say->voice.len > 60)
        return fault_set(fault, ERR_LIMIT, "the text is too long to speak at once");
    for (;;) {
        struct fault why = {0};
        enum err err = say_once(t, say, out, &why);
        if (!err) {
            t->starts = 0;
            return ERR_NONE;
        }
        bool mine = err == ERR_UNSUPPORTED || err == ERR_LIMIT || err == ERR_MEMORY;
        if (err != ERR_UNSUPPORTED) stop(t); // what is left in the pipe is of no use
        if (!mine && ++t->starts < TALKER_STARTS) continue;
        if (!mine) t->found = false; // it will not get better
        if (fault && !fault->err) *fault = why;
        return err;
    }
}

void talk_free(struct talk *talk) {
    free(talk->samples);
    *talk = (struct talk){.most = talk->most};
}
