// The two windows of a session: packets in flight, and packets that arrived early.
//
// Numbers run 1 … 65534 and then from 1 again; 0 means none. At most 62 packets are in flight. 62 divides
// 65534, so a number's slot in a window is always number % 62.
//
//     in:     … delivered | next | kept? | kept? | … up to next + 61 |
//     out:    | first, oldest without an answer | … | cursor: goes out next | … count |
//
//     // the very next one: hand it over, it was never copied
//     if (window_in_judge(&in, packet.number) == WINDOW_NEXT) …
//     else window_in_keep(&in, &packet)                      // early: kept until the hole before it closes
//     while (window_in_kept(&in, &packet)) …                 // then those that waited
//     window_out_acknowledge(&out, frame.ack)                // forgets all up to there
#pragma once

#include "link/cozmo/queue.h"

enum { WINDOW = COZMO_WINDOW_SIZE };

static inline uint16_t window_plus(uint16_t number, unsigned steps) {
    return (uint16_t)((number - 1u + steps) % COZMO_WIRE_SEQ_LAST + 1);
}
// Steps from one number forward to another: 0 … 65533.
static inline unsigned window_distance(uint16_t from, uint16_t to) {
    return (to + (unsigned)COZMO_WIRE_SEQ_LAST - from) % COZMO_WIRE_SEQ_LAST;
}
static inline uint16_t window_before(uint16_t number) { return window_plus(number, COZMO_WIRE_SEQ_LAST - 1); }

struct window_slot {
    uint16_t len;
    uint8_t type;
    uint8_t bytes[AIR_CONTENT_MAX];
};

struct window_in {
    uint16_t next; // the number to deliver next
    uint64_t kept; // which slots are in use
    uint64_t delivered;
    struct window_slot *slots; // WINDOW of them
};

struct window_out {
    struct packet_queue queue; // its first packet is the oldest unacknowledged one
    uint16_t first;            // its number
    unsigned cursor;           // index of the packet to send next
    unsigned sent;             // how many of the queued packets were sent at least once
};

enum window_verdict { WINDOW_NEXT, WINDOW_EARLY, WINDOW_AGAIN, WINDOW_FAR };

void window_in_begin(struct window_in *in, uint16_t next);
// AGAIN: delivered or kept already
enum window_verdict window_in_judge(const struct window_in *in, uint16_t number);
bool window_in_keep(struct window_in *in, const struct air_packet *packet); // an early one
// the next one, if it was kept; removes it
bool window_in_kept(struct window_in *in, struct air_packet *packet);
void window_in_took(struct window_in *in); // the next one was delivered

void window_out_begin(struct window_out *out, uint16_t first);
unsigned window_out_acknowledge(struct window_out *out, uint16_t ack); // how many were acknowledged
