// Cozmo's air: what engine and robot do so that messages arrive, over datagrams that are lost, doubled and late.
//
// The engine (an app, a computer) opens a session with a reset; the robot answers with a connect packet. From then on both send frames
// of packets. Commands are numbered, kept and repeated until they are acknowledged; events (robot state, pictures) are said once.
// The engine pings twice a second; whoever hears nothing for five seconds gives up. One engine at a time; a reset takes over.
//
// Both ends are machines without sockets, clocks or threads: datagrams and air time go in, news and datagrams come out.
//
//     robot_link_feed(robot, now_us, from, datagram);           // what a socket received
//     while (robot_link_take(robot, &news)) …                   // opened, messages in order, closed
//     robot_link_send(robot, 0xf0, body);                       // by its id it is known whether it is repeated
//     while ((len = robot_link_poll(robot, now_us, &to, room, sizeof room))) …      // send it
//     wait until robot_link_due(robot)
//
// and the same with engine_link_. Take everything after each feed and each poll. What is not taken before the next feed is not
// acknowledged either: a reliable packet comes again, an event is gone. Views in news live until the next take, feed or poll.
// A link is one allocation at its birth; nothing allocates after it, and nothing grows: a full line says so.
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
    AIR_OPENED,  // engine: the robot answered; robot: an engine is there
    AIR_MESSAGE, // id and body, of a command or an event; any id
    AIR_OTHER,   // a packet of another type, as it came: type and body
    AIR_CLOSED,  // and why
};
enum air_end {
    AIR_GOODBYE,    // the other side said so
    AIR_SILENT,     // nothing heard for too long
    AIR_NO_ANSWER,  // engine: no robot answered the resets
    AIR_RESTARTED,  // engine: the robot began anew, all is forgotten there
    AIR_TAKEN_OVER, // robot: another engine, or the same one anew; AIR_OPENED follows
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
    uint64_t malformed;  // frames thrown away: not ours, damaged, of a kind that side does not take
    uint64_t strangers;  // frames from an address or port that is not the session's
    uint64_t packets_in; // all, also those that came again
    uint64_t delivered, loose_in;
    uint64_t again, early,
        far; // reliable packets that were had already, came before their turn, lay outside the window
    uint64_t unnumbered; // reliable packets, and none of them numbered; and commands without an id
    uint64_t sent, resent, loose_out;
    uint64_t loose_dropped; // events pushed out of a full line
    uint64_t bare_acks;
    uint64_t sessions, losses;    // opened; ended by silence
    uint64_t pings_out, pings_in; // engine: sent and answered; robot: answered and asked
    uint64_t first_aids;          // robot: silences kept to make a client resend
    int64_t rtt_us, rtt_least_us, rtt_most_us, rtt_mean_us; // engine; the mean follows slowly; 0: none yet
};

struct air_timing {     // microseconds
    int64_t collect_us; // how long a command may wait for company in its frame
    int64_t resend_us;  // without an acknowledgement for so long everything under way is sent again
    int64_t ack_us;     // an acknowledgement may wait so long for a frame to ride in
    int64_t silence_us; // the other side is gone
};

// Reads a message's body by the schema. ERR_UNKNOWN: no such id, use the bytes. ERR_SHORT …: drop the message alone.
enum err air_decode(const struct air_news *news, enum cozmo_direction direction, unsigned version,
                    struct cozmo_message *out);
