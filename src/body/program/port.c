#include "body/program/port.h"

#include "base/system/file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <termios.h>
#include <unistd.h>

static enum err open_tty(struct port *p, struct fault *fault) {
    struct termios line;
    p->fd = open(p->path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (p->fd < 0) return fault_errno(fault, errno, p->path, "cannot open");
    if (!tcgetattr(p->fd, &line)) cfmakeraw(&line), tcsetattr(p->fd, TCSANOW, &line);
    p->tty = true;
    return ERR_NONE;
}

// A socket that nobody answers at is left over.
static enum err make_way(const struct sockaddr_un *at, struct fault *fault) {
    struct stat what;
    if (lstat(at->sun_path, &what)) return ERR_NONE;
    if (!S_ISSOCK(what.st_mode)) return fault_at(fault, ERR_EXISTS, at->sun_path, 0, 0, "this is no socket");
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool answers = fd >= 0 && !connect(fd, (const struct sockaddr *)at, sizeof *at);
    if (fd >= 0) close(fd);
    if (answers) return fault_at(fault, ERR_BUSY, at->sun_path, 0, 0, "somebody else listens here");
    unlink(at->sun_path);
    return ERR_NONE;
}

enum err port_open(struct port *p, const char *path, struct fault *fault) {
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    struct stat what;
    *p = (struct port){.listens = -1, .fd = -1};
    if (!*path || strlen(path) >= sizeof at.sun_path)
        return fault_set(fault, ERR_LIMIT, "expected a path of 1 to %zu bytes", sizeof at.sun_path - 1);
    snprintf(p->path, sizeof p->path, "%s", path);
    if (!stat(path, &what) && S_ISCHR(what.st_mode)) return open_tty(p, fault);
    snprintf(at.sun_path, sizeof at.sun_path, "%s", path);
    enum err err = make_way(&at, fault);
    if (err) return err;
    p->listens = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    mode_t usual = umask(0077);
    bool fine = p->listens >= 0 && !bind(p->listens, (const struct sockaddr *)&at, sizeof at);
    int why = errno;
    umask(usual);
    if (fine && !listen(p->listens, 2)) return ERR_NONE;
    if (fine) why = errno;
    if (p->listens >= 0) close(p->listens);
    p->listens = -1;
    return fault_errno(fault, why, path, "cannot listen at");
}

bool port_turn(struct port *p) {
    if (p->fd >= 0 || p->listens < 0) return false;
    // cppcheck-suppress nullPointer ; nobody asks who it is
    p->fd = accept4(p->listens, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    return p->fd >= 0;
}

bool port_waits(const struct port *p) {
    struct pollfd who = {p->listens, POLLIN, 0};
    return p->fd >= 0 && p->listens >= 0 && poll(&who, 1, 0) > 0;
}

void port_hang_up(struct port *p) {
    if (p->tty || p->fd < 0) return; // a line stays
    close(p->fd);
    p->fd = -1;
}

static ssize_t went(struct port *p, ssize_t n, bool ends) {
    if (n > 0) return n;
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) return 0;
    if (p->tty) return 0; // nobody at the other end, for now
    if (!n && !ends) return 0;
    port_hang_up(p);
    return -1;
}

ssize_t port_read(struct port *p, void *to, size_t room) {
    return p->fd < 0 || !room ? 0 : went(p, read(p->fd, to, room), true);
}

ssize_t port_write(struct port *p, const void *from, size_t len) {
    if (p->fd < 0 || !len) return 0;
    return went(p, p->tty ? write(p->fd, from, len) : send(p->fd, from, len, MSG_NOSIGNAL), false);
}

void port_close(struct port *p) {
    if (p->fd >= 0) close(p->fd);
    if (p->listens >= 0) close(p->listens), unlink(p->path);
    p->fd = p->listens = -1;
}
