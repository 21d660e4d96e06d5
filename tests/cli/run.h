// Runs something in a child and keeps what it said.
//
//     // body(argc, argv) in a forked process; NULL: argv[0] is executed
//     struct ran ran = run_child(body, argv);
//     assert_int_equal(ran.code, 2);
#pragma once

#include "support/support.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

struct ran {
    int code; // 256 and more: ended by a signal
    char out[1 << 18], err[16384];
};

static void keep(int fd, char *to, size_t size) {
    size_t len = 0;
    ssize_t got;
    while (len + 1 < size && (got = read(fd, to + len, size - 1 - len)) > 0) len += (size_t)got;
    to[len] = 0;
    close(fd);
}

static int scratch(void) {
    int fd = memfd_create("said", 0);
    assert_true(fd >= 0);
    return fd;
}

static struct ran *run_child(int (*body)(int argc, char *const *argv), const char *const *argv) {
    static struct ran ran;
    int out = scratch(), err = scratch(), argc = 0, status = 0;
    while (argv[argc]) argc++;
    char *const *arguments = (char *const *)(uintptr_t)argv;
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        dup2(out, 1);
        dup2(err, 2);
        close(0);
        open("/dev/null", O_RDONLY);
        if (body) {
            int code = body(argc, arguments);
            fflush(NULL);
            _exit(code);
        }
        execv(argv[0], arguments);
        _exit(127);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
    lseek(out, 0, SEEK_SET);
    lseek(err, 0, SEEK_SET);
    keep(out, ran.out, sizeof ran.out);
    keep(err, ran.err, sizeof ran.err);
    return &ran;
}
