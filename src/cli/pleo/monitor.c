// A terminal for a Pleo's monitor: lines are edited here, and go to him whole.
#include "cli/commands.h"

#include "base/text.h"
#include "door/monitor_port.h"
#include "pleo/os/os.h"
#include "run/control_socket.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <histedit.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

enum { ASK_MS = 1000, HISTORY = 500, LINE_ROOM = 1 << 20 };

struct wish {
    const char *socket;
    double wait;
};
static const struct option OPTIONS[] = {
    {"socket", 0, OPTION_TEXT, offsetof(struct wish, socket), "PATH",
     "which world (default: $CRITTER_SOCKET, or the only one that runs)"},
    {"wait", 0, OPTION_F64, offsetof(struct wish, wait), "SECONDS",
     "for the answer to a line, at most (default 75)", 0.1, 86400},
};

struct terminal {
    int fd;        // of the port
    bool new_line; // what came last was the end of a line
    char tail[2];  // of what came: a prompt, perhaps
    size_t tail_len;
    bool prompted;    // he waits for a line
    const char *sent; // comes back when he echoes; NULL: it came, or does not come
    size_t sent_at;
    EditLine *edit; // NULL: lines come from a file
};

// -------------------------------------------------------------------------------------------- what he says

static void put(struct terminal *t, char c) {
    putchar(c);
    t->new_line = c == '\n';
}

// Whether this is a letter of what was sent, coming back. What only began like it is shown after all.
static bool is_echo(struct terminal *t, char c) {
    if (!t->sent) return false;
    if (c == t->sent[t->sent_at]) {
        if (t->sent[t->sent_at++] == '\n') t->sent = NULL;
        return true;
    }
    for (size_t i = 0; i < t->sent_at; i++) put(t, t->sent[i]);
    t->sent = NULL;
    return false;
}

// A "> " at the beginning of a line is his prompt; ours stands in its place.
static void hear(struct terminal *t, const char *at, size_t len) {
    for (size_t i = 0; i < len; i++) {
        char c = at[i];
        t->prompted = false;
        if (c == '\r' || is_echo(t, c)) continue;
        if (t->new_line && t->tail_len == 2 && c == '>') t->tail_len = 0; // twice: lines of whoever left
        if (t->new_line && t->tail_len < 2 && c == "> "[t->tail_len]) {
            t->tail[t->tail_len++] = c;
            t->prompted = t->tail_len == 2;
            continue;
        }
        for (size_t k = 0; k < t->tail_len && t->tail_len < 2; k++) put(t, t->tail[k]);
        t->tail_len = 0;
        put(t, c);
    }
}

// Reads what is there; ERR_TIMEOUT: nothing came.
static enum err listen_to(struct terminal *t, int wait_ms, struct fault *fault) {
    struct pollfd ready = {.fd = t->fd, .events = POLLIN};
    char piece[4096];
    int many = poll(&ready, 1, wait_ms);
    if (many < 0 && errno == EINTR) return ERR_TIMEOUT;
    if (many == 0) return ERR_TIMEOUT;
    ssize_t len = read(t->fd, piece, sizeof piece);
    if (len < 0 && (errno == EINTR || errno == EAGAIN)) return ERR_TIMEOUT;
    if (len <= 0) return fault_set(fault, ERR_CLOSED, "the other end has closed");
    hear(t, piece, (size_t)len);
    return ERR_NONE;
}

static enum err wait_prompt(struct terminal *t, int wait_ms, struct fault *fault) {
    while (!t->prompted) {
        enum err err = listen_to(t, wait_ms, fault);
        if (err) return err == ERR_TIMEOUT ? fault_set(fault, err, "he does not answer") : err;
    }
    fflush(stdout);
    return ERR_NONE;
}

static enum err send_line(struct terminal *t, const char *line, size_t len, struct fault *fault) {
    for (size_t at = 0; at < len;) {
        ssize_t sent = write(t->fd, line + at, len - at);
        if (sent < 0 && errno == EAGAIN) {
            struct pollfd room = {.fd = t->fd, .events = POLLOUT};
            poll(&room, 1, 1000);
        } else if (sent < 0 && errno != EINTR) {
            return fault_errno(fault, errno, "the port", "took no more");
        } else if (sent > 0) {
            at += (size_t)sent;
        }
    }
    t->prompted = false, t->tail_len = 0, t->new_line = true;
    t->sent = line, t->sent_at = 0;
    return ERR_NONE;
}

// ------------------------------------------------------------------------------------------------ editing

static const char *our_prompt(EditLine *edit) { return (void)edit, "> "; }

// The words of commands, as far as what stands before the cursor leaves only one.
static void complete(EditLine *edit) {
    const LineInfo *line = el_line(edit);
    struct text before = {line->buffer, (size_t)(line->cursor - line->buffer)};
    char command[64], found[64] = "";
    size_t common = 0;
    for (size_t i = 0; pleo_monitor_command(i, command, sizeof command); i++) {
        if (strlen(command) < before.len || strncasecmp(command, before.at, before.len) != 0) continue;
        size_t same = 0;
        if (!found[0]) common = strlen(command), memcpy(found, command, sizeof found);
        while (same < common && command[same] == found[same]) same++;
        common = same;
    }
    if (common <= before.len) return;
    found[common] = 0;
    el_insertstr(edit, found + before.len);
    el_set(edit, EL_REFRESH);
}

// A key, and meanwhile what he says of himself, above the line that is typed.
static int get_key(EditLine *edit, wchar_t *key) {
    struct terminal *t;
    el_get(edit, EL_CLIENTDATA, &t);
    for (;;) {
        struct pollfd ready[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = t->fd, .events = POLLIN}};
        if (poll(ready, 2, -1) < 0) return errno == EINTR ? -1 : 0;
        if (ready[1].revents) {
            fputs("\r\x1b[K", stdout);
            t->new_line = true;
            if (listen_to(t, 0, NULL) == ERR_CLOSED) return 0;
            fflush(stdout);
            el_set(edit, EL_REFRESH);
        }
        if (!ready[0].revents) continue;
        char bytes[MB_LEN_MAX];
        mbstate_t state = {0};
        bool tab = false; // libedit never frees what a key of one's own is called
        for (size_t len = 0; len < sizeof bytes && !tab;) {
            if (read(STDIN_FILENO, bytes + len, 1) != 1) return 0;
            tab = !len && *bytes == '\t';
            memset(&state, 0, sizeof state);
            size_t used = mbrtowc(key, bytes, ++len, &state);
            if (used != (size_t)-2 && !tab) return used == (size_t)-1 ? (*key = '?', 1) : 1;
        }
        if (tab) complete(edit);
    }
}

static enum err talk(struct terminal *t, int wait_ms, struct fault *fault) {
    History *lines = history_init();
    HistEvent event;
    int count;
    enum err err = ERR_NONE;
    t->edit = el_init("critter", stdin, stdout, stderr);
    if (!lines || !t->edit) return fault_set(fault, ERR_MEMORY, "no memory for a terminal");
    history(lines, &event, H_SETSIZE, HISTORY);
    history(lines, &event, H_SETUNIQUE, 1);
    el_set(t->edit, EL_CLIENTDATA, t);
    el_set(t->edit, EL_PROMPT, our_prompt);
    el_set(t->edit, EL_EDITOR, "emacs");
    el_set(t->edit, EL_SIGNAL, 1);
    el_set(t->edit, EL_HIST, history, lines);
    el_set(t->edit, EL_BIND, "^R", "em-inc-search-prev", NULL);
    el_set(t->edit, EL_GETCFN, get_key);
    while (!err) {
        const char *line = el_gets(t->edit, &count);
        if (!line || count <= 0) break;
        if (count > 1) history(lines, &event, H_ENTER, line);
        err = line[count - 1] == '\n' ? send_line(t, line, (size_t)count, fault) : ERR_NONE;
        if (!err) err = wait_prompt(t, wait_ms, fault);
    }
    if (!err) putchar('\n');
    el_end(t->edit);
    history_end(lines);
    return err;
}

static enum err talk_from(struct terminal *t, FILE *file, int wait_ms, struct fault *fault) {
    char *line = NULL;
    size_t room = 0;
    ssize_t len;
    enum err err = ERR_NONE;
    while (!err && (len = getline(&line, &room, file)) > 0) {
        if (len >= LINE_ROOM)
            err = fault_set(fault, ERR_LIMIT, "a line of %zd characters is no command", len);
        bool ended = line[len - 1] == '\n'; // the last one may lack it; its zero byte becomes one
        if (!ended) line[len] = '\n';
        if (!err) err = send_line(t, line, (size_t)len + !ended, fault);
        if (!err) err = wait_prompt(t, wait_ms, fault);
    }
    free(line);
    return err;
}

// ------------------------------------------------------------------------------------------------ which port

// The links that a running world has made: of the Pleo with that name, or the only one.
static enum err find_port(const struct wish *wish, const char *name, char out[300], struct fault *fault) {
    char socket[CONTROL_SOCKET_PATH_MAX];
    if (wish->socket) {
        snprintf(socket, sizeof socket, "%s", wish->socket);
    } else {
        enum err err = control_socket_find(socket, fault);
        if (err) return err;
    }
    if (!monitor_port_link(out, 300, socket, name ? name : "*"))
        return fault_set(fault, ERR_LIMIT, "the name is too long");
    if (name) return ERR_NONE;
    glob_t found;
    int failed = glob(out, 0, NULL, &found);
    enum err err =
        failed ? fault_set(fault, ERR_MISSING, "no Pleo lives in the world at %s", socket)
        : found.gl_pathc > 1
            ? fault_set(fault, ERR_STATE, "several Pleos live there: name one, such as %s", found.gl_pathv[0])
            : ERR_NONE;
    if (!err) snprintf(out, 300, "%s", found.gl_pathv[0]);
    if (!failed) globfree(&found);
    return err;
}

static enum err open_port(const char *path, int *fd, struct fault *fault) {
    struct termios how;
    *fd = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (*fd < 0) return fault_errno(fault, errno, path, "cannot be opened");
    if (tcgetattr(*fd, &how)) return fault_at(fault, ERR_TYPE, path, 0, 0, "is no serial port");
    cfmakeraw(&how);
    how.c_cflag |= CLOCAL | CREAD;
    cfsetspeed(&how, B115200);
    if (tcsetattr(*fd, TCSANOW, &how)) return fault_errno(fault, errno, path, "cannot be set to 115200 8N1");
    return ERR_NONE;
}

static int run(struct call *call) {
    const struct wish *wish = call->options;
    const char *word = call->words.count ? call->words.at[0] : NULL;
    struct fault fault = {0};
    struct terminal t = {.fd = -1, .new_line = true};
    char path[300];
    int wait_ms = (int)(wish->wait * 1000);
    enum err err = ERR_NONE;
    if (word && strchr(word, '/'))
        snprintf(path, sizeof path, "%s", word);
    else
        err = find_port(wish, word, path, &fault);
    if (!err) err = open_port(path, &t.fd, &fault);
    if (!err && listen_to(&t, ASK_MS, &fault) == ERR_TIMEOUT) err = send_line(&t, "\n", 1, &fault);
    if (!err) err = wait_prompt(&t, wait_ms, &fault);
    if (!err) err = isatty(STDIN_FILENO) ? talk(&t, wait_ms, &fault) : talk_from(&t, stdin, wait_ms, &fault);
    if (t.fd >= 0) close(t.fd);
    return err ? call_failed(call, &fault) : EXIT_FINE;
}

const struct command cmd_pleo_monitor = {
    .name = "monitor",
    .group = "pleo",
    .summary = "talks with a Pleo's monitor, over his serial port",
    .words = "[NAME|DEVICE]",
    .words_most = 1,
    .help =
        "Without words, the Pleo of the world that runs; or the one with that NAME. A DEVICE is any serial "
        "port, such as a real Pleo's /dev/ttyACM0 (115200 8N1).\n\n"
        "Lines are edited as in a shell, with the tab key for commands and arrows for what was typed before. "
        "What he writes into his log appears above them. Ctrl-D ends. Lines from a file or a pipe are sent "
        "one after the other, each when he has answered the one before.",
    .examples = "critter pleo monitor\n"
                "critter pleo monitor bracken\n"
                "printf 'access use\\njoint angle head -30\\n' | critter pleo monitor\n"
                "critter pleo monitor /dev/ttyACM0\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .defaults = &(const struct wish){.wait = 75},
    .run = run,
};
