// The one thread that sockets, timers and ticks share.
//
//     struct loop *loop = loop_new();                 // NULL: no memory
//     … make servers and sockets on it …
//     loop_rest(loop, 5000);                          // serves sockets for so many microseconds, then returns
//     loop_free(loop);                                // closes what is still open on it
//
// A run that paces itself (run/run.h) rests here; a program that only serves calls loop_run. Nothing is called from another thread but
// loop_stop, which is also safe in a signal handler's place.
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct uv_loop_s;
struct loop;

struct loop *loop_new(void);
void loop_free(struct loop *loop);
struct uv_loop_s *loop_uv(struct loop *loop);
void loop_rest(struct loop *loop, int64_t us); // returns earlier when stopped
void loop_run(struct loop *loop);              // until loop_stop
void loop_stop(struct loop *loop);
bool loop_stopped(const struct loop *loop);
void loop_go_on(struct loop *loop);                      // after a stop that was no signal's
const _Atomic _Bool *loop_flag(const struct loop *loop); // true once it was stopped
// Ctrl-C and SIGTERM end the loop cleanly; a second one ends the program.
bool loop_stop_on_signals(struct loop *loop);
