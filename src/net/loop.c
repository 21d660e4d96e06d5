#include "net/loop.h"

#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <uv.h>

// Of loop_gather. A socket keeps a few hundred datagrams: when so many come in one rest, rests are shorter.
enum { GATHER_US = 4000, GATHER_AFTER = 32, GATHER_MUCH = 400 };

struct loop {
    uv_loop_t uv;
    uv_timer_t patience; // of loop_once
    uv_signal_t interrupt, polite;
    uv_prepare_t before; // it waits, and after: those who asked are called
    uv_check_t after;
    struct loop_soon *soon;
    loop_call *call;
    void *user;
    bool stop, woken;
    // Of loop_gather: what came since it looked last and when that was; what came lately, half as much with
    // each GATHER_US that passes.
    unsigned came, lately;
    int64_t looked_us, came_us;
    char scratch[64 << 10];
};

struct loop_timer {
    uv_timer_t uv;
    loop_call *call;
    void *user;
};

int64_t loop_now_us(void) { return air_now_us(); }
void *loop_uv(struct loop *loop) { return &loop->uv; }

void *loop_scratch(struct loop *loop, size_t *room) {
    *room = sizeof loop->scratch;
    return loop->scratch;
}

// A peer that is gone is an error of the write to it (EPIPE), not the end of the program: libuv leaves that
// to us.
static void survive_gone_peers(void) {
    struct sigaction now;
    if (!sigaction(SIGPIPE, NULL, &now) && now.sa_handler == SIG_DFL) signal(SIGPIPE, SIG_IGN);
}

struct loop *loop_new(void) {
    survive_gone_peers();
    struct loop *loop = calloc(1, sizeof *loop);
    if (!loop) return NULL;
    if (uv_loop_init(&loop->uv)) {
        free(loop);
        return NULL;
    }
    uv_timer_init(&loop->uv, &loop->patience);
    uv_signal_init(&loop->uv, &loop->interrupt);
    uv_signal_init(&loop->uv, &loop->polite);
    loop->interrupt.data = loop->polite.data = loop;
    uv_prepare_init(&loop->uv, &loop->before);
    uv_check_init(&loop->uv, &loop->after);
    loop->before.data = loop->after.data = loop;
    return loop;
}

void loop_free(struct loop *loop) {
    if (!loop) return;
    uv_close((uv_handle_t *)&loop->patience, NULL);
    uv_close((uv_handle_t *)&loop->interrupt, NULL);
    uv_close((uv_handle_t *)&loop->polite, NULL);
    uv_close((uv_handle_t *)&loop->before, NULL);
    uv_close((uv_handle_t *)&loop->after, NULL);
    uv_run(&loop->uv, UV_RUN_DEFAULT);
    if (uv_loop_close(&loop->uv)) abort(); // something still hangs on it: our own mistake
    free(loop);
}

// libuv counts whole milliseconds: rounded up, so that nothing is woken before its time.
static uint64_t milliseconds(int64_t us) { return us <= 0 ? 0 : (uint64_t)(us + 999) / 1000; }

static void out_of_patience(uv_timer_t *timer) { (void)timer; }

bool loop_once(struct loop *loop, int64_t wait_us) {
    if (!wait_us) return uv_run(&loop->uv, UV_RUN_NOWAIT);
    uv_update_time(&loop->uv);
    // Again and again: on a busy machine the first may be over before uv_run begins to wait, which would then
    // be for ever.
    if (wait_us > 0)
        uv_timer_start(&loop->patience, out_of_patience, milliseconds(wait_us), milliseconds(wait_us));
    bool more = uv_run(&loop->uv, UV_RUN_ONCE);
    uv_timer_stop(&loop->patience);
    return more;
}

void loop_came(struct loop *loop, unsigned count) {
    loop->came += count;
    loop->came_us = loop_now_us();
}
int64_t loop_came_us(const struct loop *loop) { return loop->came_us; }

static bool is_busy(struct loop *loop) {
    int64_t now_us = loop_now_us(), halves = (now_us - loop->looked_us) / GATHER_US;
    if (halves > 0) {
        loop->lately >>= halves < 31 ? halves : 31;
        loop->looked_us = now_us;
    }
    loop->lately += loop->came;
    loop->came = 0;
    return loop->lately >= GATHER_AFTER;
}

// Waking and sleeping cost more than a datagram does, so many of them are better taken together.
bool loop_gather(struct loop *loop, int64_t wait_us) {
    if (!is_busy(loop) || (wait_us >= 0 && wait_us <= GATHER_US)) return loop_once(loop, wait_us);
    struct timespec rest = {0, 1000 * (loop->lately < GATHER_MUCH ? GATHER_US : GATHER_US / 4)};
    nanosleep(&rest, NULL);
    return loop_once(loop, 0);
}

void loop_run(struct loop *loop) {
    loop->stop = false;
    while (!loop->stop && uv_run(&loop->uv, UV_RUN_ONCE)) continue;
}

void loop_stop(struct loop *loop) {
    loop->stop = true;
    uv_stop(&loop->uv);
}

// ------------------------------------------------------------------------------------------------ soon

void loop_not_soon(struct loop_soon *soon) {
    if (!soon->link) return;
    *soon->link = soon->next;
    if (soon->next) soon->next->link = soon->link;
    soon->link = NULL;
}

// Only those who have asked by now: who asks again meanwhile is called the next time.
static void call_soon(struct loop *loop) {
    struct loop_soon *list = loop->soon;
    loop->soon = NULL;
    if (list) list->link = &list;
    while (list) {
        struct loop_soon *soon = list;
        loop_not_soon(soon);
        soon->call(soon->user);
    }
    if (loop->soon) return;
    uv_prepare_stop(&loop->before);
    uv_check_stop(&loop->after);
}

static void before_waiting(uv_prepare_t *uv) { call_soon(uv->data); }
static void after_waiting(uv_check_t *uv) { call_soon(uv->data); }

void loop_soon(struct loop *loop, struct loop_soon *soon) {
    if (soon->link) return;
    if (!loop->soon) {
        uv_prepare_start(&loop->before, before_waiting);
        uv_check_start(&loop->after, after_waiting);
    }
    soon->next = loop->soon;
    soon->link = &loop->soon;
    if (soon->next) soon->next->link = &soon->next;
    loop->soon = soon;
}

// ------------------------------------------------------------------------------------------------ timers

static void fired(uv_timer_t *uv) {
    struct loop_timer *timer = (struct loop_timer *)uv;
    timer->call(timer->user);
}

struct loop_timer *loop_timer_new(struct loop *loop, loop_call *call, void *user) {
    struct loop_timer *timer = calloc(1, sizeof *timer);
    if (!timer) return NULL;
    uv_timer_init(&loop->uv, &timer->uv);
    timer->call = call;
    timer->user = user;
    return timer;
}

void loop_timer_set(struct loop_timer *timer, int64_t due_us) {
    if (due_us == INT64_MAX) {
        uv_timer_stop(&timer->uv);
        return;
    }
    uv_update_time(timer->uv.loop);
    // libuv's own time is cut to a whole millisecond, so a timer of 30 ms may come after 29.1: one more.
    int64_t wait_us = due_us - loop_now_us();
    uv_timer_start(&timer->uv, fired, wait_us > 0 ? milliseconds(wait_us) + 1 : 0, 0);
}

static void freed(uv_handle_t *handle) { free(handle); }

void loop_timer_free(struct loop_timer *timer) {
    if (timer) uv_close((uv_handle_t *)&timer->uv, freed);
}

static void interrupted(uv_signal_t *signal, int number) {
    struct loop *loop = signal->data;
    uv_signal_stop(&loop->interrupt); // the next one is the system's
    uv_signal_stop(&loop->polite);
    if (loop->call) loop->call(loop->user);
}

enum err loop_on_interrupt(struct loop *loop, loop_call *call, void *user) {
    loop->call = call;
    loop->user = user;
    uv_signal_stop(&loop->interrupt);
    uv_signal_stop(&loop->polite);
    if (!call) return ERR_NONE;
    if (uv_signal_start(&loop->interrupt, interrupted, SIGINT) ||
        uv_signal_start(&loop->polite, interrupted, SIGTERM))
        return ERR_IO;
    uv_unref((uv_handle_t *)&loop->interrupt); // a loop with nothing else to wait for may end
    uv_unref((uv_handle_t *)&loop->polite);
    return ERR_NONE;
}
