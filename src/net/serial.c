#include "net/serial.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>
#include <uv.h>

enum { LOOK_US = 50000, PIECE = 4096 };

struct serial {
    uv_poll_t uv;
    struct loop *loop;
    struct loop_timer *look; // while nobody is there
    const struct serial_class *class;
    void *user;
    int fd;
    bool here;
    char path[64], link[256];
    size_t at, len; // of what waits
    size_t unread_at, unread_len;
    uint8_t unread[PIECE]; // what the class did not take
    uint8_t waiting[SERIAL_WAITING_MAX];
};

static void ready(uv_poll_t *uv, int status, int events);

// As every terminal program expects of a device, whatever the last one made of it.
static void make_raw(int fd) {
    struct termios how;
    if (tcgetattr(fd, &how)) return;
    cfmakeraw(&how);
    cfsetspeed(&how, B115200);
    tcsetattr(fd, TCSANOW, &how);
}

// Opened and closed once: from then on the system knows that nobody is there, and nothing is left to be read.
static enum err clean(const char *path, struct fault *fault) {
    int other = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (other < 0) return fault_errno(fault, errno, path, "cannot be opened");
    make_raw(other);
    tcflush(other, TCIFLUSH); // not what somebody who came meanwhile has sent
    close(other);
    return ERR_NONE;
}

static void wait_for(struct serial *s) {
    int events = (s->unread_len ? 0 : UV_READABLE) | (s->len ? UV_WRITABLE : 0);
    if (events)
        uv_poll_start(&s->uv, events, ready);
    else
        uv_poll_stop(&s->uv);
}

static void gone(struct serial *s) {
    uv_poll_stop(&s->uv);
    s->at = s->len = s->unread_len = 0;
    if (s->here && s->class->left) s->class->left(s->user);
    s->here = false;
    clean(s->path, NULL);
    loop_timer_set(s->look, loop_now_us() + LOOK_US);
}

// The system does not tell when it is opened: the end of being closed has to be looked for.
static void look(void *user) {
    struct serial *s = user;
    struct pollfd state = {.fd = s->fd, .events = POLLIN};
    poll(&state, 1, 0);
    if (state.revents & POLLHUP) return loop_timer_set(s->look, loop_now_us() + LOOK_US);
    s->here = true;
    wait_for(s);
    if (s->class->came) s->class->came(s->user);
}

static void push(struct serial *s) {
    while (s->len) {
        size_t piece = s->len < SERIAL_WAITING_MAX - s->at ? s->len : SERIAL_WAITING_MAX - s->at;
        ssize_t sent = write(s->fd, s->waiting + s->at, piece);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) break;
        s->at = (s->at + (size_t)sent) % SERIAL_WAITING_MAX;
        s->len -= (size_t)sent;
    }
    wait_for(s);
}

static void give(struct serial *s) {
    size_t taken = s->class->bytes(s->user, s->unread + s->unread_at, s->unread_len);
    s->unread_at += taken, s->unread_len -= taken;
    wait_for(s);
}

static void ready(uv_poll_t *uv, int status, int events) {
    struct serial *s = uv->data;
    if (events & UV_WRITABLE) push(s);
    if (s->unread_len || (!status && !(events & UV_READABLE))) return;
    ssize_t len = read(s->fd, s->unread, sizeof s->unread);
    if (len > 0) {
        s->unread_at = 0, s->unread_len = (size_t)len;
        give(s);
    } else if (!len || (errno != EAGAIN && errno != EINTR)) {
        gone(s);
    }
}

void serial_resume(struct serial *s) {
    if (s->unread_len) give(s);
}

size_t serial_send(struct serial *s, const void *bytes, size_t len) {
    if (!s->here) return 0;
    size_t room = SERIAL_WAITING_MAX - s->len, taken = len < room ? len : room;
    for (size_t i = 0; i < taken; i++)
        s->waiting[(s->at + s->len + i) % SERIAL_WAITING_MAX] = ((const uint8_t *)bytes)[i];
    s->len += taken;
    push(s);
    return taken;
}

const char *serial_path(const struct serial *s) { return s->path; }

// Only another link gives way: a file that somebody keeps there stays.
static enum err make_link(struct serial *s, const char *link, struct fault *fault) {
    struct stat what;
    if (strlen(link) >= sizeof s->link)
        return fault_set(fault, ERR_LIMIT, "%.60s…: a name of at most %zu letters was expected", link,
                         sizeof s->link - 1);
    if (!lstat(link, &what) && S_ISLNK(what.st_mode)) unlink(link);
    if (symlink(s->path, link)) return fault_errno(fault, errno, link, "cannot lead to the serial port");
    snprintf(s->link, sizeof s->link, "%s", link);
    return ERR_NONE;
}

static enum err open_pair(struct serial *s, struct fault *fault) {
    s->fd = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (s->fd < 0 || grantpt(s->fd) || unlockpt(s->fd) || ptsname_r(s->fd, s->path, sizeof s->path))
        return fault_errno(fault, errno, "/dev/ptmx", "the system gives no pseudo-terminal");
    return clean(s->path, fault);
}

static void freed(uv_handle_t *handle) { free(handle->data); }

struct serial *serial_open(struct loop *loop, const char *link, const struct serial_class *class, void *user,
                           struct fault *fault) {
    struct serial *s = calloc(1, sizeof *s);
    if (!s) return fault_set(fault, ERR_MEMORY, "no memory for a serial port"), NULL;
    s->loop = loop, s->class = class, s->user = user, s->fd = -1;
    enum err err = open_pair(s, fault);
    if (!err && !(s->look = loop_timer_new(loop, look, s)))
        err = fault_set(fault, ERR_MEMORY, "no memory for a serial port");
    if (!err && link) err = make_link(s, link, fault);
    if (!err && uv_poll_init(loop_uv(loop), &s->uv, s->fd))
        err = fault_set(fault, ERR_IO, "%s: the loop cannot wait for it", s->path);
    if (!err) {
        s->uv.data = s;
        loop_timer_set(s->look, loop_now_us());
        return s;
    }
    if (s->link[0]) unlink(s->link);
    loop_timer_free(s->look);
    if (s->fd >= 0) close(s->fd);
    free(s);
    return NULL;
}

void serial_close(struct serial *s) {
    if (!s) return;
    char there[sizeof s->path];
    ssize_t len = s->link[0] ? readlink(s->link, there, sizeof there - 1) : -1;
    if (len > 0 && (there[len] = 0, !strcmp(there, s->path))) unlink(s->link); // it still leads here
    loop_timer_free(s->look);
    uv_close((uv_handle_t *)&s->uv, freed);
    close(s->fd);
}
