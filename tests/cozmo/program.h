// A program beside the test: begun, and its first line read, in which it says where it listens. `says`: on
// stdout (1) or stderr (2).
#pragma once

#include "support/support.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static inline pid_t program(const char *const *argv, int says, char *first_line, size_t size) {
    int fd[2];
    assert_int_equal(pipe(fd), 0);
    fflush(NULL);
    pid_t pid = fork();
    if (!pid) {
        end_with_test();
        dup2(fd[1], says);
        dup2(open("/dev/null", O_WRONLY), 3 - says);
        close(fd[0]), close(fd[1]);
        execv(argv[0], (char *const *)(uintptr_t)argv);
        _exit(127);
    }
    close(fd[1]);
    size_t len = 0;
    while (first_line && len + 1 < size && read(fd[0], first_line + len, 1) == 1 && first_line[len] != '\n')
        len++;
    if (first_line) first_line[len] = 0;
    close(fd[0]);
    return pid;
}
