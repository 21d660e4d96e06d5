// Cozmo's transport protocol ("air"): how messages arrive over UDP, although datagrams get lost, duplicated
// and delayed.
//
// The engine (an app, a computer) opens a session with a reset; the robot answers with a connect packet. From
// then on both send frames of packets. Commands are numbered, kept, and repeated until they are acknowledged.
// Events (robot state, pictures) are sent once. The engine pings twice a second. A side that hears nothing
// for five seconds gives up. There is one engine at a time; a reset takes over.
//
// Both ends are state machines without sockets, clocks or threads: datagrams and air time go in, news and
// datagrams come out.
//
//     robot_link_feed(robot, now_us, from, datagram);           // what a socket received
//     while (robot_link_take(robot, &news)) …                   // opened, messages in order, closed
//     robot_link_send(robot, 0xf0, body);  // by its id it is known whether it is repeated
//     while ((len = robot_link_poll(robot, now_us, &to, room, sizeof room))) …      // send it
//     wait until robot_link_due(robot)
//
// The functions of engine_link_ are used in the same way. Take all news after each feed and each poll. What
// is not taken before the next feed is not acknowledged: a reliable packet comes again, an event is lost.
// Views in news are valid until the next take, feed or poll. A link is one allocation at creation; after that
// nothing allocates and nothing grows. A full queue returns an error.
#pragma once

#include "link/cozmo/air_frame.h"

struct air_peer { // IPv4, in the host's byte order
    uint32_t address;
    uint16_t port;
};
struct air_network {
    uint32_t address, mask;
};
static inline bool air_peer_same(struct air_peer a, struct air_peer b) {
    return a.address == b.address && a.port == b.port;
}

enum air_news_kind {
    AIR_OPENED,  // engine: the robot answered; robot: an engine connected
    AIR_MESSAGE, // id and body of a command or an event; any id
    AIR_OTHER,   // a packet of another type, unparsed: type and body
    AIR_CLOSED,  // `end` says why
};
enum air_end {
    AIR_GOODBYE,    // the other side ended the session
    AIR_SILENT,     // nothing heard for too long
    AIR_NO_ANSWER,  // engine: no robot answered the resets
    AIR_RESTARTED,  // engine: the robot restarted and forgot everything
    AIR_TAKEN_OVER, // robot: replaced by another engine, or the same one again; AIR_OPENED follows
    AIR_END_COUNT
};
const char *air_end_text(enum air_end end); // "the robot restarted" …

struct air_news {
    enum air_news_kind kind;
    enum air_end end;
    uint8_t type, id; // the packet's type, the message's id
    uint16_t number;  // 0: unreliable
    struct bytes body;
};

struct air_stats {
    uint64_t bytes_in, bytes_out, frames_in, frames_out;
    uint64_t malformed;  // frames dropped: foreign, damaged, or of a type this side does not accept
    uint64_t strangers;  // frames from an address or port outside the session
    uint64_t packets_in; // all, repeated ones included
    uint64_t delivered, loose_in;
    // Reliable packets that were received already, came too early, or lay outside the window.
    uint64_t again, early, far;
    uint64_t unnumbered; // reliable packets in a frame without numbers; commands without an id
    uint64_t sent, resent, loose_out;
    uint64_t loose_dropped; // events dropped from a full queue
    uint64_t bare_acks;
    uint64_t sessions, losses;    // opened; ended by silence
    uint64_t pings_out, pings_in; // engine: sent and answered; robot: answered and received
    uint64_t first_aids;          // robot: silences kept to make a client resend
    int64_t rtt_us, rtt_least_us, rtt_most_us, rtt_mean_us; // engine; the mean follows slowly; 0: unknown
};

struct air_timing {     // microseconds
    int64_t collect_us; // how long a command may wait for others to share its frame
    int64_t resend_us;  // after this long without an acknowledgement everything in flight is sent again
    int64_t ack_us;     // how long an acknowledgement may wait for a frame to carry it
    int64_t silence_us; // after this long the other side counts as gone
};

// Decodes a message's body by the schema. ERR_UNKNOWN: no such id; use the bytes. ERR_SHORT …: drop only this
// message.
enum err air_decode(const struct air_news *news, enum cozmo_direction direction, unsigned version,
                    struct cozmo_message *out);
