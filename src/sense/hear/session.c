#include "sense/hear/session.h"

bool session_wake(struct session *s, uint64_t now_us) {
    if (s->state != SESSION_IDLE) return s->dropped++, false;
    s->state = SESSION_TRIGGERED, s->since_us = now_us, s->end = SESSION_GOES_ON, s->opened++;
    return true;
}

void session_over(struct session *s, enum session_end how) {
    if (s->state != SESSION_IDLE) s->end = how;
}

enum session_end session_step(struct session *s, uint64_t now_us) {
    if (s->state == SESSION_IDLE) return SESSION_GOES_ON;
    if (!s->end && now_us - s->since_us >= SESSION_US) s->end = SESSION_TIMEOUT;
    enum session_end end = (enum session_end)s->end;
    s->state = end ? SESSION_IDLE : SESSION_STREAMING;
    s->end = SESSION_GOES_ON;
    return end;
}
