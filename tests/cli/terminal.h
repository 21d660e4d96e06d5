// Runs a program whose stderr is a terminal, and keeps what the terminal was told.
//
//     struct ran *ran = run_on_terminal((const char *const[]){getenv("CRITTER"), "sim", "desk", NULL});
//     ran->out, ran->code             // as of run_child
//     ran->err                        // what a person would see, with each \r
#pragma once

#include "cli/run.h"

#include <stdlib.h>

static struct ran *run_on_terminal(const char *const *argv) {
    static struct ran ran;
    int master = posix_openpt(O_RDWR | O_NOCTTY), out = scratch(), status = 0;
    assert_true(master >= 0 && !grantpt(master) && !unlockpt(master));
    int slave = open(ptsname(master), O_RDWR | O_NOCTTY);
    assert_true(slave >= 0);
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        end_with_test();
        int nowhere = open("/dev/null", O_RDONLY);
        dup2(nowhere, 0), dup2(out, 1), dup2(slave, 2);
        execv(argv[0], (char *const *)(uintptr_t)argv);
        _exit(127);
    }
    close(slave); // the last one's end is ours
    keep(master, ran.err, sizeof ran.err);
    assert_int_equal(waitpid(child, &status, 0), child);
    ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
    lseek(out, 0, SEEK_SET);
    keep(out, ran.out, sizeof ran.out);
    return &ran;
}
