#include "run/sweep/jobs.h"

#include "base/system/clock.h"
#include "run/sweep/folder.h"
#include "run/sweep/live.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WAIT_MS = 200, LISTENED_US = 1000000, TRIES = 3 };

// From a job: how a life ended, or why it could not be lived.
struct message {
    struct sweep_told told;
    struct fault fault;
};
struct job {
    pid_t pid; // 0: there is none
    int fd;
    bool busy, hung; // hung: ended, because it was
    uint32_t life;
    int64_t lived_us;  // of it, when we last looked
    int64_t silent_us; // how long we have looked, and it was the same
};
// How far a job is: it writes, its head reads. In memory that both have.
struct how_far {
    _Alignas(64) _Atomic int64_t lived_us;
};
struct tries { // of lives whose jobs died
    uint32_t life, count;
};
struct jobs {
    const struct sweep_jobs_config *config;
    struct scenario *scenario;
    struct sweep_life *life; // of whoever needs one
    uint32_t count;
    struct job *list;
    struct how_far *far; // a job each
    struct pollfd *polls;
    struct tries tries[64];
    uint64_t stamp; // of the files, when they were last what they should be; of a job
};

uint32_t sweep_jobs_default(void) {
    cpu_set_t set;
    int count = sched_getaffinity(0, sizeof set, &set) ? (int)sysconf(_SC_NPROCESSORS_ONLN) : CPU_COUNT(&set);
    return count < 1 ? 1 : count > SWEEP_JOBS_MAX ? SWEEP_JOBS_MAX : (uint32_t)count;
}

// ------------------------------------------------------------------------------------------------ a job

static uint64_t memory_bytes(void) {
    struct rusage used;
    return getrusage(RUSAGE_SELF, &used) ? 0 : (uint64_t)used.ru_maxrss * 1024;
}

static bool send_message(int fd, const struct message *m) {
    return send(fd, m, sizeof *m, MSG_NOSIGNAL) == (ssize_t)sizeof *m;
}

static bool passed(void *user, double seconds) {
    struct how_far *far = user;
    atomic_store(&far->lived_us, (int64_t)(seconds * 1e6 + 0.5));
    return true;
}

// A life that was lived while its mind or another of its files changed is kept by nobody.
static enum err is_still_here(struct jobs *j, struct fault *fault) {
    uint64_t stamp = sweep_plan_stamp(j->config->plan);
    if (stamp == j->stamp) return ERR_NONE;
    enum err err = sweep_plan_here(j->config->plan, fault);
    if (!err) j->stamp = stamp;
    return err;
}

static bool work(struct jobs *j, int fd, struct how_far *far, uint32_t number) {
    const struct sweep_jobs_config *c = j->config;
    const struct sweep_watch watch = {passed, far};
    struct message m;
    memset(&m, 0, sizeof m);
    enum err err = sweep_live(c->plan, j->scenario, number, &watch, j->life, &m.fault);
    if (!err) err = is_still_here(j, &m.fault);
    if (!err) err = sweep_folder_keep(c->folder, c->plan, j->life, &m.fault);
    if (err && !m.fault.err)
        fault_set(&m.fault, err, "life %u could not be lived: %s", (unsigned)number, err_name(err));
    const struct sweep_failure *worst = sweep_life_worst(j->life);
    m.told.life = number, m.told.seconds = j->life->seconds;
    m.told.failed = worst != NULL;
    m.told.memory_bytes = memory_bytes();
    if (worst) m.told.worst = *worst;
    return send_message(fd, &m) && !err;
}

static void job_main(struct jobs *j, int fd, struct how_far *far, pid_t above) __attribute__((noreturn));
static void job_main(struct jobs *j, int fd, struct how_far *far, pid_t above) {
    uint32_t number;
    signal(SIGINT, SIG_IGN); // of the terminal: whoever began us ends us
    signal(SIGTERM, SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != above) _exit(1);
    while (recv(fd, &number, sizeof number, 0) == (ssize_t)sizeof number)
        if (!work(j, fd, far, number)) break;
    _exit(0);
}

// ------------------------------------------------------------------------------------------------ their head

static enum err begin_job(struct jobs *j, struct job *job, struct fault *fault) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair))
        return fault_errno(fault, errno, NULL, "cannot make a job");
    fflush(NULL);
    pid_t above = getpid(), pid = fork();
    if (!pid) {
        for (uint32_t i = 0; i < j->count; i++)
            if (j->list[i].pid) close(j->list[i].fd);
        close(pair[0]);
        if (j->config->lock >= 0)
            close(j->config->lock); // or whoever goes on after our head was killed is refused
        job_main(j, pair[1], &j->far[job - j->list], above);
    }
    close(pair[1]);
    if (pid < 0) {
        close(pair[0]);
        return fault_errno(fault, errno, NULL, "cannot make a job");
    }
    *job = (struct job){.pid = pid, .fd = pair[0]};
    return ERR_NONE;
}

static int end_job(struct job *job, bool kill_it) {
    int status = 0;
    if (!job->pid) return 0;
    if (kill_it) kill(job->pid, SIGKILL);
    close(job->fd);
    while (waitpid(job->pid, &status, 0) < 0 && errno == EINTR) {
    }
    *job = (struct job){0};
    return status;
}

static bool crashed(int status) {
    int by = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    return by == SIGSEGV || by == SIGABRT || by == SIGBUS || by == SIGFPE || by == SIGILL || by == SIGTRAP ||
           by == SIGSYS || (WIFEXITED(status) && WEXITSTATUS(status));
}

static void tell(struct jobs *j, const struct sweep_told *told) {
    if (j->config->told) j->config->told(j->config->user, told);
}

// A life that ends the program wherever it is lived, or makes it stand, is a finding like others.
static enum err keep_crash(struct jobs *j, uint32_t number, double seconds, int status, bool hung,
                           struct fault *fault) {
    const struct sweep_jobs_config *c = j->config;
    struct sweep_told told = {.life = number, .failed = true};
    char said[80];
    if (hung)
        snprintf(said, sizeof said, "for more than %g s, twice", c->patience_s);
    else if (WIFSIGNALED(status))
        snprintf(said, sizeof said, "ended by signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
        snprintf(said, sizeof said, "ended with exit code %d", WEXITSTATUS(status));
    sweep_life_begin(j->life, c->plan, number);
    j->life->seconds = seconds;
    sweep_life_fail(j->life, hung ? SWEEP_HUNG : SWEEP_CRASHED, seconds, "program", said);
    enum err err = sweep_folder_keep(c->folder, c->plan, j->life, fault);
    told.worst = j->life->failures[0];
    if (!err) dealer_done(c->dealer, number), tell(j, &told);
    return err;
}

static uint32_t tried(struct jobs *j, uint32_t life) {
    enum { ROOM = sizeof j->tries / sizeof *j->tries };
    struct tries *free_at = NULL;
    for (uint32_t i = 0; i < ROOM; i++) {
        struct tries *t = &j->tries[i];
        if (t->count && t->life == life) return ++t->count;
        if (!free_at && (!t->count || dealer_is_done(j->config->dealer, t->life))) free_at = t;
    }
    if (free_at) *free_at = (struct tries){life, 1};
    return free_at ? 1 : TRIES;
}

static enum err job_died(struct jobs *j, uint32_t who, struct fault *fault) {
    struct job *job = &j->list[who];
    bool busy = job->busy, hung = job->hung;
    uint32_t life = job->life;
    double seconds = (double)atomic_load(&j->far[who].lived_us) / 1e6;
    int status = end_job(job, false);
    if (busy) {
        dealer_lost(j->config->dealer, who);
        uint32_t tries = tried(j, life);
        if ((hung || crashed(status)) && tries >= 2) {
            enum err err = keep_crash(j, life, seconds, status, hung, fault);
            return err ? err : begin_job(j, job, fault);
        }
        if (tries >= TRIES)
            return fault_set(fault, ERR_CLOSED,
                             "the jobs that lived life %u (seed %llu) were killed %d times: is there too "
                             "little memory for so many jobs?",
                             (unsigned)life, (unsigned long long)sweep_plan_seed(j->config->plan, life),
                             TRIES);
    }
    return begin_job(j, job, fault);
}

static enum err listen_to(struct jobs *j, uint32_t who, struct fault *fault) {
    struct job *job = &j->list[who];
    struct message m;
    ssize_t len = recv(job->fd, &m, sizeof m, MSG_DONTWAIT);
    if (len < 0 && (errno == EAGAIN || errno == EINTR)) return ERR_NONE;
    if (len != (ssize_t)sizeof m) return job_died(j, who, fault);
    if (m.fault.err) {
        *fault = m.fault;
        return fault->err;
    }
    dealer_done(j->config->dealer, m.told.life), job->busy = false;
    tell(j, &m.told);
    return ERR_NONE;
}

// Gives whoever is free something to live. How many have something.
static uint32_t deal(struct jobs *j) {
    uint32_t busy = 0;
    for (uint32_t i = 0; i < j->count; i++) {
        struct job *job = &j->list[i];
        struct dealer_slice slice;
        if (job->pid && !job->busy && dealer_deal(j->config->dealer, i, 1, &slice)) {
            job->life = slice.first, job->lived_us = job->silent_us = 0;
            atomic_store(&j->far[i].lived_us, 0);
            job->busy = true; // a job that has died meanwhile is met when we listen
            if (send(job->fd, &slice.first, sizeof slice.first, MSG_NOSIGNAL) < 0) errno = 0;
        }
        busy += job->pid && job->busy;
    }
    return busy;
}

// Ends jobs that have stood still for too long; what follows is that they died. Time in which we
// stood ourselves (Ctrl-Z, a lid that was shut) is not theirs.
static void lose_patience(struct jobs *j, int64_t passed_us) {
    int64_t patience_us = (int64_t)(j->config->patience_s * 1e6);
    for (uint32_t i = 0; patience_us && i < j->count; i++) {
        struct job *job = &j->list[i];
        if (!job->pid || !job->busy || job->hung) continue;
        int64_t lived_us = atomic_load(&j->far[i].lived_us);
        job->silent_us += passed_us < LISTENED_US ? passed_us : LISTENED_US;
        if (lived_us != job->lived_us) job->lived_us = lived_us, job->silent_us = 0;
        if (job->silent_us > patience_us) job->hung = true, kill(job->pid, SIGKILL);
    }
}

static enum err go(struct jobs *j, struct fault *fault) {
    const struct sweep_jobs_config *c = j->config;
    enum err err = ERR_NONE;
    int64_t before = air_now_us(), now;
    double half_ms = c->patience_s * 500;
    int wait_ms = !(c->patience_s > 0) || half_ms > WAIT_MS ? WAIT_MS : half_ms < 1 ? 1 : (int)half_ms;
    for (uint32_t i = 0; !err && i < j->count; i++) err = begin_job(j, &j->list[i], fault);
    while (!err && deal(j) && !atomic_load(c->stop)) {
        for (uint32_t i = 0; i < j->count; i++)
            j->polls[i] = (struct pollfd){j->list[i].pid ? j->list[i].fd : -1, POLLIN, 0};
        int ready = poll(j->polls, j->count, wait_ms);
        for (uint32_t i = 0; ready > 0 && !err && i < j->count; i++)
            if (j->polls[i].revents) err = listen_to(j, i, fault);
        now = air_now_us();
        if (!err) lose_patience(j, now - before);
        before = now;
        if (c->idle) c->idle(c->user);
    }
    if (!err && dealer_left(c->dealer)) err = ERR_CANCELLED;
    return err;
}

enum err sweep_jobs(const struct sweep_jobs_config *config, struct fault *fault) {
    struct jobs j = {.config = config, .count = config->jobs};
    if (dealer_left(config->dealer) < j.count) j.count = dealer_left(config->dealer);
    if (!j.count) return ERR_NONE;
    j.scenario = sweep_scenario(config->plan, fault);
    j.life = calloc(1, sizeof *j.life);
    j.list = calloc(j.count, sizeof *j.list);
    j.polls = calloc(j.count, sizeof *j.polls);
    j.far = mmap(NULL, j.count * sizeof *j.far, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    bool ready = j.life && j.list && j.polls && j.far != MAP_FAILED;
    enum err err = !j.scenario ? fault->err
                   : ready     ? go(&j, fault)
                               : fault_set(fault, ERR_MEMORY, "no memory for jobs");
    for (uint32_t i = 0; j.list && i < j.count; i++) end_job(&j.list[i], true);
    scenario_free(j.scenario);
    if (j.far != MAP_FAILED) munmap(j.far, j.count * sizeof *j.far);
    free(j.life), free(j.list), free(j.polls);
    return err;
}
