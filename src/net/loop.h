// The event loop: sockets, timers and signals in one thread, on libuv.
//
//     struct loop *loop = loop_new();                           // NULL: the system refuses
//     struct loop_timer *timer = loop_timer_new(loop, tick, me);
//     loop_timer_set(timer, loop_now_us() + 33000);             // on the air's clock; fires once
//     loop_on_interrupt(loop, ask_to_stop, me);                 // Ctrl-C and a polite kill
//     while (!done) loop_once(loop, 100000);  // waits at most so many microseconds; -1: for ever
//     loop_timer_free(timer); loop_free(loop);
//
// Or call loop_run(loop) until somebody calls loop_stop. Free everything that uses a loop before the loop.
// Only the loop's own thread may touch it. Nothing allocates while it runs. The first loop makes the program
// ignore SIGPIPE.
#pragma once

#include "base/err.h"
#include "base/system/clock.h"

struct loop;
struct loop_timer;

struct loop *loop_new(void);
void loop_free(struct loop *loop);
// Handles what is ready, or waits for the first event. True: something happened, or may have.
bool loop_once(struct loop *loop, int64_t wait_us);
// The same for busy sockets. When more than about ten datagrams a millisecond come in, it sleeps four
// milliseconds and then takes all of them at once. Single datagrams are handled at once, as ever.
bool loop_gather(struct loop *loop, int64_t wait_us);
// called by a socket of this room: it received this many datagrams
void loop_came(struct loop *loop, unsigned count);
int64_t loop_came_us(const struct loop *loop); // and when: air time, read once for all of them
void loop_run(struct loop *loop);
void loop_stop(struct loop *loop); // loop_run ends after the current round
int64_t loop_now_us(void);         // air time
void *loop_uv(struct loop *loop);  // the uv_loop_t, for this room only
// Where a socket receives: for whichever is being read, and used up before the next one is.
void *loop_scratch(struct loop *loop, size_t *room);

typedef void loop_call(void *user);
// Calls once, before the loop waits again, however often it was asked for: what was sent in pieces leaves
// as one.
struct loop_soon { // the caller's memory; zeros but for `call` and `user`
    loop_call *call;
    void *user;
    struct loop_soon *next, **link; // link: NULL: it is not asked for
};
void loop_soon(struct loop *loop, struct loop_soon *soon);
void loop_not_soon(struct loop_soon *soon); // before its memory goes

struct loop_timer *loop_timer_new(struct loop *loop, loop_call *call, void *user);
// INT64_MAX: never. Also moves a timer that is set.
void loop_timer_set(struct loop_timer *timer, int64_t due_us);
void loop_timer_free(struct loop_timer *timer);
// The first interrupt calls `call`; a second one ends the program as usual. NULL restores the default.
enum err loop_on_interrupt(struct loop *loop, loop_call *call, void *user);
