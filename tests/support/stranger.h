// A program of somebody else, on pipes, while our side goes on working.
//
//     struct stranger it;
//     stranger_start(&it, (const char *const[]){"curl", url, NULL});
//     if (!stranger_says(&it, "hello", turn, me)) fail_msg("curl said: %s", it.heard);
//     stranger_end(&it);
#pragma once

#include "support/support.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

struct stranger {
    pid_t pid;
    int in, out;
    char heard[1 << 16]; // stdout and stderr
    size_t len;
};

static inline bool stranger_has(const char *program) {
    char command[128];
    snprintf(command, sizeof command, "command -v %s >/dev/null 2>&1", program);
    return !system(command);
}
// The system's own python: what tools/deps installs is for it, and another may come first on the path.
static inline bool stranger_has_grpcio(void) {
    return !system("/usr/bin/python3 -c 'import grpc' >/dev/null 2>&1");
}

static inline void stranger_start(struct stranger *it, const char *const *words) {
    int in[2], out[2];
    assert_int_equal(pipe2(in, O_CLOEXEC) | pipe2(out, O_CLOEXEC), 0);
    *it = (struct stranger){.in = in[1], .out = out[0]};
    if (!(it->pid = fork())) {
        end_with_test();
        dup2(in[0], 0), dup2(out[1], 1), dup2(out[1], 2);
        execvp(words[0], (char *const *)(uintptr_t)words);
        _exit(127);
    }
    close(in[0]), close(out[1]);
    fcntl(it->out, F_SETFL, O_NONBLOCK);
}

// Calls `turn` until the stranger has said that, or has left: then it is false. end NULL: until it has left.
static inline bool stranger_says(struct stranger *it, const char *end, void (*turn)(void *user), void *user) {
    for (int round = 0; round < 20000; round++) {
        turn(user);
        ssize_t got = read(it->out, it->heard + it->len, sizeof it->heard - 1 - it->len);
        if (got > 0) it->len += (size_t)got, it->heard[it->len] = 0;
        if (end && strstr(it->heard, end)) return true;
        if (!got) return false;
    }
    return false;
}

static inline void stranger_end(struct stranger *it) {
    close(it->in), close(it->out);
    kill(it->pid, SIGKILL);
    waitpid(it->pid, NULL, 0);
}
