// What both ends of a session share: windows, frames, timers, statistics. Private to robot_link.c and
// engine_link.c, which add how a session begins and ends, pings, and what is special to each side.
#pragma once

#include "link/cozmo/air.h"
#include "link/cozmo/window.h"

struct air_session {
    struct air_timing timing;
    struct air_stats stats;
    struct window_in in;
    struct window_out out;
    struct packet_queue loose; // unreliable packets in the queue
    bool from_oldest;          // each frame with reliable packets starts with the oldest one (robot)
    size_t run_limit;          // bytes of reliable packets in a frame
    size_t payload_limit;      // of all packets in a frame

    int64_t now_us;
    int64_t heard_us;         // last frame from the other side
    int64_t collect_since_us; // when the first unsent packet was queued
    int64_t resend_base_us;   // the last acknowledgement, or the last time that everything was sent
    int64_t ack_since_us;     // when the first unsent acknowledgement became due
    unsigned ack_owed;        // number of packets to acknowledge
    uint16_t ack_at_first;    // the acknowledgement sent before anything was received
    bool first_open;          // number 1 counts as received, and may still arrive

    struct air_frame frame; // the frame being read
    struct air_walk walk;
    bool walking;

    bool news_closed, news_opened; // not yet reported, in this order
    enum air_end end;
};

size_t air_session_memory(unsigned loose);
// The offset of that memory after a struct of `size` bytes, in one allocation with it.
static inline size_t air_session_behind(size_t size) { return (size + 15) & ~(size_t)15; }
// memory: air_session_memory(loose) bytes, aligned like malloc's.
void air_session_init(struct air_session *session, void *memory, unsigned loose);
void air_session_begin(struct air_session *session, int64_t now_us);
void air_session_end(struct air_session *session, enum air_end end); // reports it once
bool air_session_news(struct air_session *session, struct air_news *out);
// Handles a frame from the peer. Its acknowledgement counts at once, its packets as they are taken.
void air_session_hear(struct air_session *session, const struct air_frame *frame);
// in order; unreliable ones at once
bool air_session_next(struct air_session *session, struct air_packet *out);
// Turns a command or event packet into a message; false: it has no id.
bool air_session_message(struct air_session *session, const struct air_packet *packet, struct air_news *out);
bool air_session_send(struct air_session *session, uint8_t type, int id, struct bytes body);
bool air_session_say(struct air_session *session, uint8_t type, int id, struct bytes body); // unreliable
uint16_t air_session_ack(const struct air_session *session);
int64_t air_session_due(const struct air_session *session); // of reliable packets and acknowledgements
// Writes the next due frame, with this type; 0: none. ping: the body for a ping at the end of a frame that
// needs one.
size_t air_session_write(struct air_session *session, uint8_t type, const uint8_t ping[AIR_PING],
                         uint8_t *out, size_t size);
// Writes everything in flight and queued, from index `from` on, whether due or not. Returns how many reliable
// packets went in.
unsigned air_session_pack(struct air_session *session, struct writer *out, uint8_t type, unsigned from,
                          const uint8_t ping[AIR_PING]);
// updates the state for a finished frame
size_t air_session_sent(struct air_session *session, const struct writer *out);
