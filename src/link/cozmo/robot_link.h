// The robot's end of Cozmo's transport. air.h explains how to use a link.
//
//     struct robot_link_config config;
//     robot_link_defaults(&config);                        // answers loopback only
//     config.allow[0] = (struct air_network){0xac1f0100, 0xffffff00};   // 172.31.1.0/24, as a real one
//     struct robot_link *robot = robot_link_new(&config);
//
// It waits for a reset from an allowed address, answers with a connect packet, and repeats that until it is
// acknowledged. After AIR_OPENED the robot's messages go out by robot_link_send. Messages with ids below 0xf0
// arrive in order and once, or the session ends. At most 62 may wait: ERR_BUSY. Messages from 0xf0 on are
// sent once, with the next poll; of more than 32 the oldest are dropped.
//
// A peer that stays silent after its reset gets at most ten datagrams, over about four seconds: the sender's
// address may be forged.
//
// The link works around the habits of pycozmo, and serves engines that follow the rules just as well. pycozmo
// acknowledges whatever frame came last, even after a gap. So each of our frames starts with the oldest
// unacknowledged packet. It forgets its acknowledgement at a frame without numbers. So those packets also go
// before every event. It resends only when it hears nothing at all. So when its packets are missing we stay
// silent for a moment (first aid).
#pragma once

#include "link/cozmo/air.h"

enum { ROBOT_LINK_NETWORKS = 8, ROBOT_LINK_EVENTS = 32 };

struct robot_link_config {
    struct air_network allow[ROBOT_LINK_NETWORKS];
    unsigned allow_count;
    struct air_timing timing;
    bool first_aid;
    int64_t hole_us;    // after a gap before kept packets has lasted this long …
    int64_t silence_us; // … we stay silent for this long
    // A reset so soon after the first packet is the same reset again. One from the engine before, so soon
    // after the session began, was delayed.
    int64_t repeated_us;
};

struct robot_link;

// Sets the networks it answers: on a loopback address only this machine, else 172.31.1.0/24, like a real
// robot.
void robot_link_allow_near(struct robot_link_config *config, uint32_t listening_address);
// What to say of it, "" or a whole line: who listens for the network answers only that of a real robot.
const char *robot_link_strangers(uint32_t listening_address, unsigned allowed);
// Parses a network such as "172.31.1.0/24", or one address. ERR_SYNTAX: neither.
enum err air_network_of(const char *text, struct air_network *out, struct fault *fault);
void robot_link_defaults(struct robot_link_config *config);
struct robot_link *robot_link_new(const struct robot_link_config *config); // NULL: no memory
void robot_link_free(struct robot_link *link);

// ERR_DENIED: from a network that is not allowed, or from a stranger. ERR_SHORT, ERR_SYNTAX, ERR_UNKNOWN,
// ERR_LIMIT: not an engine's frame. ERR_STATE: no session. All are counted, and nothing else happens.
enum err robot_link_feed(struct robot_link *link, int64_t now_us, struct air_peer from,
                         struct bytes datagram);
bool robot_link_take(struct robot_link *link, struct air_news *out);
// The body is copied. ERR_STATE: no session. ERR_BUSY: 62 are waiting already. ERR_LIMIT: longer than a frame
// holds.
enum err robot_link_send(struct robot_link *link, uint8_t id, struct bytes body);
// The same for a message of the schema, in that firmware version. Other errors are the encoder's.
enum err robot_link_tell(struct robot_link *link, const struct cozmo_message *message, unsigned version);
// Writes the next datagram and its address; 0: none now. AIR_DATAGRAM_MAX bytes are always enough.
size_t robot_link_poll(struct robot_link *link, int64_t now_us, struct air_peer *to, uint8_t *out,
                       size_t size);
int64_t robot_link_due(const struct robot_link *link); // when to poll at the latest; INT64_MAX: not needed
// Sends nothing more and forgets the engine, as when the power goes.
void robot_link_close(struct robot_link *link);

bool robot_link_open(const struct robot_link *link);
struct air_peer robot_link_peer(const struct robot_link *link);
unsigned robot_link_room(const struct robot_link *link);    // how many more reliable messages fit
unsigned robot_link_waiting(const struct robot_link *link); // reliable messages not yet acknowledged
const struct air_stats *robot_link_stats(const struct robot_link *link);
