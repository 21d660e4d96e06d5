// The one thread that waits: sockets, timers, signals, on libuv.
//
//     struct loop *loop = loop_new();                           // NULL: the system refuses
//     struct loop_timer *timer = loop_timer_new(loop, tick, me);
//     loop_timer_set(timer, loop_now_us() + 33000);             // on the air's clock; fires once
//     loop_on_interrupt(loop, ask_to_stop, me);                 // Ctrl-C and a polite kill
//     while (!done) loop_once(loop, 100000);                    // waits at most so long, in microseconds; -1: for ever
//     loop_timer_free(timer); loop_free(loop);
//
// or loop_run(loop) until somebody calls loop_stop. Everything that hangs on a loop must be freed before it. Only the loop's
// own thread may touch it. Nothing allocates while it runs. The first loop makes the program ignore SIGPIPE.
#pragma once

#include "base/err.h"
#include "base/system/clock.h"

struct loop;
struct loop_timer;

struct loop *loop_new(void);
void loop_free(struct loop *loop);
// Handles what is there, or waits for the first thing that happens. True: something happened, or may have.
bool loop_once(struct loop *loop, int64_t wait_us);
// The same for who is spoken to a lot: when datagrams come in great numbers (more than about ten a millisecond), it rests four
// milliseconds and then takes all that came at once. What comes one by one is handled at once, as ever.
bool loop_gather(struct loop *loop, int64_t wait_us);
void loop_came(struct loop *loop, unsigned count); // a socket of this room took so many datagrams
int64_t loop_came_us(const struct loop *loop);     // and when: air time, read once for all of them
void loop_run(struct loop *loop);
void loop_stop(struct loop *loop); // loop_run ends after the round it is in
int64_t loop_now_us(void);         // air time
void *loop_uv(struct loop *loop);  // the uv_loop_t, for this room

typedef void loop_call(void *user);
struct loop_timer *loop_timer_new(struct loop *loop, loop_call *call, void *user);
void loop_timer_set(struct loop_timer *timer,
                    int64_t due_us); // INT64_MAX: never. Also moves one that is set.
void loop_timer_free(struct loop_timer *timer);
// The first time calls; a second interrupt ends the program as usual. NULL takes it back.
enum err loop_on_interrupt(struct loop *loop, loop_call *call, void *user);
