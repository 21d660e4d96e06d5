// A peer on a real socket of this machine, for targets that attack a server: it says things and hears what
// comes, and leaves without a trace.
//
//     int fd = wire_dial(port);
//     wire_say(loop, fd, bytes, len); size_t n = wire_hear(loop, fd, answer, sizeof answer);
//     wire_leave(loop, fd); wire_wait(loop, is_empty, server);
//
// The system carries bytes between two sockets when it likes, on a loaded machine later: what must come in
// the end is waited for.
#pragma once

#include "net/loop.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

// A dial that a signal interrupts (a fuzzer's own clock does) is under way all the same, and its other end is
// accepted: it is waited for, not begun again.
static inline bool wire_reaches(struct loop *loop, int fd, const struct sockaddr_in *at, int64_t until) {
    if (fd < 0) return false;
    if (!connect(fd, (const struct sockaddr *)at, sizeof *at)) return true;
    if (errno != EINTR && errno != EINPROGRESS) return false;
    struct pollfd made = {.fd = fd, .events = POLLOUT};
    while (poll(&made, 1, 10) <= 0 && loop_now_us() < until) loop_once(loop, 0);
    int err = 0;
    getsockopt(fd, SOL_SOCKET, SO_ERROR, &err, &(socklen_t){sizeof err});
    errno = made.revents ? err : ETIMEDOUT;
    return !errno;
}

// A machine whose ports others use up refuses a dial: then once more, for 5 s at most.
static int wire_dial(struct loop *loop, uint16_t port) {
    struct sockaddr_in at = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int64_t until = loop_now_us() + 5000000;
    int fd = -1;
    while (!wire_reaches(loop, fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), &at,
                         until)) {
        if (loop_now_us() > until) perror("dial"), abort();
        if (fd >= 0) close(fd);
        loop_once(loop, 1000);
    }
    loop_once(loop, 0);
    return fd;
}
static void wire_say(struct loop *loop, int fd, const void *bytes, size_t len) {
    send(fd, bytes, len, MSG_NOSIGNAL);
    loop_once(loop, 0);
}
static size_t wire_hear(struct loop *loop, int fd, char *to, size_t room) {
    size_t len = 0;
    for (int i = 0; i < 3; i++) {
        loop_once(loop, 0);
        ssize_t got = recv(fd, to + len, room - 1 - len, 0);
        if (got > 0) len += (size_t)got;
    }
    to[len] = 0;
    return len;
}
// Until it is so, at most 5 s: less than the 10 s after which a target counts as hanging.
static void wire_wait(struct loop *loop, bool (*is_so)(void *user), void *user) {
    for (int64_t until = loop_now_us() + 5000000; !is_so(user) && loop_now_us() < until;)
        loop_once(loop, 1000);
}
static void wire_leave(struct loop *loop, int fd) { // a reset: no port is kept waiting
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &(struct linger){1, 0}, sizeof(struct linger));
    close(fd);
    for (int i = 0; i < 3; i++) loop_once(loop, 0);
}
