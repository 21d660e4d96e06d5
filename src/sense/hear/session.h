// A voice session: from the wake word to what came of it.
//
//     struct session session = {0};
//     if (!session_wake(&session, now_us)) …              // one is open: this call is dropped, and counted
//     if (session_open(&session)) …                      // what is said now is for it
//     session_over(&session, SESSION_RESULT)             // words came; or SESSION_ERROR: none that it knows
//     enum session_end end = session_step(&session, now_us);   // each tick: SESSION_GOES_ON, or how it ended
//
// IDLE, then TRIGGERED in the tick of the wake word, then STREAMING for at most nine seconds, then how it
// ended, for one tick, then IDLE. Plain data.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { SESSION_US = 9000000 };
enum session_state { SESSION_IDLE, SESSION_TRIGGERED, SESSION_STREAMING };
enum session_end { SESSION_GOES_ON, SESSION_RESULT, SESSION_ERROR, SESSION_TIMEOUT };

struct session {
    uint64_t since_us;
    uint32_t state; // enum session_state
    uint32_t end;   // enum session_end, of this tick
    uint32_t opened, dropped;
};
bool session_wake(struct session *session, uint64_t now_us);
static inline bool session_open(const struct session *session) { return session->state != SESSION_IDLE; }
void session_over(struct session *session, enum session_end how);
enum session_end session_step(struct session *session, uint64_t now_us);
