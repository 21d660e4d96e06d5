#include "cli/sweep/living.h"

#include "run/sweep/folder.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

// A folder that machines share may be seen later by one than by another.
enum { LOOKS = 30, BETWEEN_LOOKS_S = 1 };

struct beside {
    int fd;
    struct sweep_plan *plan;
    struct word start;
};

static void say(struct beside *b, const struct word *word) {
    if (send(b->fd, word, sizeof *word, MSG_NOSIGNAL) != (ssize_t)sizeof *word) _exit(1); // nobody is there
}

static void say_free(struct beside *b) {
    struct word word = {.kind = WORD_FREE};
    say(b, &word);
}

static void say_trouble(struct beside *b, const struct fault *fault) {
    struct word word = {.kind = WORD_TROUBLE};
    word.trouble = *fault;
    say(b, &word);
}

static void told(void *user, const struct sweep_told *told) {
    struct word word = {.kind = WORD_TOLD};
    word.told = *told;
    say(user, &word);
}

static enum err find_plan(struct beside *b, struct fault *fault) {
    const char *folder = b->start.start.folder;
    for (int i = 0; !b->plan && i < LOOKS; i++) {
        if (i) sleep(BETWEEN_LOOKS_S);
        *fault = (struct fault){0};
        b->plan = sweep_folder_plan(folder, fault);
        if (!b->plan && fault->err != ERR_MISSING && fault->err != ERR_STATE) break;
    }
    if (!b->plan) return fault->err;
    if (b->plan->digest != b->start.start.digest)
        return fault_at(fault, ERR_STATE, folder, 0, 0,
                        "is another folder here: expected one that all machines share");
    return sweep_plan_here(b->plan, fault);
}

static enum err live(struct beside *b, const struct dealer_slice *slice, struct fault *fault) {
    atomic_bool stop = false;
    struct dealer *dealer = dealer_new(slice->first, slice->count);
    if (!dealer) return fault_set(fault, ERR_MEMORY, "no memory for lives");
    const struct sweep_jobs_config config = {.plan = b->plan,
                                             .folder = b->start.start.folder,
                                             .jobs = b->start.start.jobs,
                                             .lock = -1,
                                             .patience_s = b->start.start.patience_s,
                                             .stop = &stop,
                                             .dealer = dealer,
                                             .told = told,
                                             .user = b};
    enum err err = sweep_jobs(&config, fault);
    dealer_free(dealer);
    return err;
}

static void living_main(int fd, pid_t above) __attribute__((noreturn));
static void living_main(int fd, pid_t above) {
    static struct beside b;
    struct word word;
    b.fd = fd;
    signal(SIGINT, SIG_IGN); // whoever began us ends us
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != above) _exit(1);
    while (recv(fd, &word, sizeof word, 0) == (ssize_t)sizeof word) {
        struct fault fault = {0};
        enum err err = ERR_NONE;
        if (word.kind == WORD_START)
            b.start = word, err = find_plan(&b, &fault);
        else if (b.plan)
            err = live(&b, &word.slice, &fault);
        if (!err) {
            say_free(&b);
            continue;
        }
        if (!fault.err) fault_set(&fault, err, "lives cannot be lived here: %s", err_name(err));
        say_trouble(&b, &fault);
        break;
    }
    _exit(0);
}

enum err living_begin(struct living_process *out, struct fault *fault) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair))
        return fault_errno(fault, errno, NULL, "cannot begin a process for lives");
    pid_t above = getpid(), pid = fork();
    if (!pid) {
        close(pair[0]);
        living_main(pair[1], above);
    }
    close(pair[1]);
    *out = (struct living_process){pid, pair[0]};
    if (pid > 0) return ERR_NONE;
    close(pair[0]);
    out->fd = -1;
    return fault_errno(fault, errno, NULL, "cannot begin a process for lives");
}

void living_say(struct living_process *living, const struct word *word) {
    if (living->fd < 0) return;
    if (send(living->fd, word, sizeof *word, MSG_NOSIGNAL) < 0) errno = 0; // it is gone: met when we listen
}

bool living_hear(struct living_process *living, int wait_ms, struct word *out) {
    struct pollfd wait = {living->fd, POLLIN, 0};
    int ready = poll(&wait, 1, wait_ms); // a number below 0 is nobody, and only waits
    if (ready <= 0 || !wait.revents) return false;
    if (recv(living->fd, out, sizeof *out, 0) == (ssize_t)sizeof *out) {
        if (out->kind == WORD_TROUBLE) living_end(living);
        return true;
    }
    living_end(living);
    memset(out, 0, sizeof *out);
    out->kind = WORD_TROUBLE;
    fault_set(&out->trouble, ERR_CLOSED, "the process that lived its lives was killed");
    return true;
}

void living_end(struct living_process *living) {
    if (living->fd < 0) return;
    kill(living->pid, SIGKILL);
    close(living->fd);
    while (waitpid(living->pid, NULL, 0) < 0 && errno == EINTR) {
    }
    *living = (struct living_process){.fd = -1};
}
