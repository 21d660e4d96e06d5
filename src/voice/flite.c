#include "voice/flite.h"

#include <errno.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FILE_FD = 3, FILE_MOST = 16 << 20 };

// It writes into a file that has no name.
static enum err run(const char *voice, const char *words, int file, struct fault *fault) {
    char name[16], text[256], program[] = "flite", to[] = "/dev/fd/3", in_voice[] = "-voice", says[] = "-t",
                              into[] = "-o";
    snprintf(name, sizeof name, "%s", voice), snprintf(text, sizeof text, "%s", words);
    char *argv[] = {program, in_voice, name, says, text, into, to, NULL};
    posix_spawn_file_actions_t files;
    pid_t child;
    int status = 0;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, file, FILE_FD);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", 1, 0);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", 1, 0);
    int failed = posix_spawnp(&child, "flite", &files, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&files);
    if (failed) return fault_set(fault, ERR_MISSING, "a voice needs Debian's flite, which is not installed");
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return ERR_NONE;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        return fault_set(fault, ERR_MISSING, "a voice needs Debian's flite, which is not installed");
    return fault_set(fault, ERR_IO, "flite could not say it");
}

static enum err take(int file, struct buf *out, struct fault *fault) {
    off_t size = lseek(file, 0, SEEK_END);
    if (size <= 0 || size > FILE_MOST) return fault_set(fault, ERR_IO, "flite said nothing");
    uint8_t *at = buf_extend(out, (size_t)size);
    if (!at) return fault_set(fault, ERR_MEMORY, "no memory for a voice");
    for (off_t done = 0; done < size;) {
        ssize_t got = pread(file, at + done, (size_t)(size - done), done);
        if (got <= 0) return fault_set(fault, ERR_IO, "what flite said cannot be read");
        done += got;
    }
    return ERR_NONE;
}

enum err flite_say(const char *voice, const char *words, struct buf *out, struct fault *fault) {
    static const char *const NAMES[] = {"slt", "rms", "awb", "kal", "kal16"};
    bool known = false, letters = false;
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) known |= strcmp(voice, NAMES[i]) == 0;
    for (const char *at = words; *at; at++) letters |= (*at | 32) >= 'a' && (*at | 32) <= 'z';
    if (!known) return fault_set(fault, ERR_UNKNOWN, "no voice is called \"%.15s\": " FLITE_VOICES, voice);
    if (!letters) return fault_set(fault, ERR_RANGE, "a voice says words, and there are none");
    int file = memfd_create("voice", MFD_CLOEXEC);
    if (file < 0) return fault_set(fault, ERR_IO, "no file for a voice");
    enum err err = run(voice, words, file, fault);
    if (!err) err = take(file, out, fault);
    close(file);
    return err;
}
