#include "net/loop.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <uv.h>

struct loop {
    uv_loop_t uv;
    uv_timer_t alarm;
    uv_async_t wake;
    uv_signal_t signals[2];
    bool signalled, rested;
    atomic_bool stopped;
};

static void on_wake(uv_async_t *wake) { uv_stop(wake->loop); }

static void on_alarm(uv_timer_t *alarm) {
    ((struct loop *)alarm->data)->rested = true;
    uv_stop(alarm->loop);
}

struct loop *loop_new(void) {
    struct loop *loop = calloc(1, sizeof *loop);
    if (!loop || uv_loop_init(&loop->uv)) {
        free(loop);
        return NULL;
    }
    signal(SIGPIPE, SIG_IGN); // a peer that is gone is an error of its socket, not ours
    uv_timer_init(&loop->uv, &loop->alarm);
    loop->alarm.data = loop;
    if (!uv_async_init(&loop->uv, &loop->wake, on_wake)) return loop;
    uv_loop_close(&loop->uv);
    free(loop);
    return NULL;
}

static void close_one(uv_handle_t *handle, void *user) {
    (void)user;
    if (!uv_is_closing(handle)) uv_close(handle, NULL);
}

void loop_free(struct loop *loop) {
    if (!loop) return;
    uv_walk(&loop->uv, close_one, NULL);
    uv_run(&loop->uv, UV_RUN_DEFAULT);
    uv_loop_close(&loop->uv);
    free(loop);
}

struct uv_loop_s *loop_uv(struct loop *loop) {
    return &loop->uv;
}

void loop_rest(struct loop *loop, int64_t us) {
    if (atomic_load(&loop->stopped)) return;
    uint64_t ms = us > 0 ? (uint64_t)(us + 500) / 1000 : 0;
    if (!ms) {
        uv_run(&loop->uv, UV_RUN_NOWAIT);
        return;
    }
    loop->rested = false;
    uv_update_time(&loop->uv);
    uv_timer_start(&loop->alarm, on_alarm, ms, 0);
    while (!loop->rested && !atomic_load(&loop->stopped)) uv_run(&loop->uv, UV_RUN_DEFAULT);
    uv_timer_stop(&loop->alarm);
}

void loop_run(struct loop *loop) {
    while (!atomic_load(&loop->stopped)) uv_run(&loop->uv, UV_RUN_DEFAULT);
}

void loop_stop(struct loop *loop) {
    atomic_store(&loop->stopped, true);
    uv_async_send(&loop->wake);
}

bool loop_stopped(const struct loop *loop) { return atomic_load(&loop->stopped); }
const atomic_bool *loop_flag(const struct loop *loop) { return &loop->stopped; }

void loop_go_on(struct loop *loop) {
    if (!loop->signalled) atomic_store(&loop->stopped, false);
}

static void on_signal(uv_signal_t *handle, int number) {
    struct loop *loop = handle->data;
    if (!atomic_load(&loop->stopped)) {
        loop->signalled = true;
        loop_stop(loop);
        return;
    }
    signal(number, SIG_DFL); // asked twice: at once
    raise(number);
}

bool loop_stop_on_signals(struct loop *loop) {
    static const int NUMBERS[2] = {SIGINT, SIGTERM};
    for (int i = 0; i < 2; i++) {
        if (uv_signal_init(&loop->uv, &loop->signals[i])) return false;
        loop->signals[i].data = loop;
        uv_unref((uv_handle_t *)&loop->signals[i]);
        if (uv_signal_start(&loop->signals[i], on_signal, NUMBERS[i])) return false;
    }
    return true;
}
