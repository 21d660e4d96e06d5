// The robot's end of Cozmo's air. air.h tells how a link is used.
//
//     struct robot_link_config config;
//     robot_link_defaults(&config);                        // answers loopback only
//     config.allow[0] = (struct air_network){0xac1f0100, 0xffffff00};   // 172.31.1.0/24, as a real one
//     struct robot_link *robot = robot_link_new(&config);
//
// It waits for a reset from an allowed address, answers with a connect packet and repeats that until it is acknowledged. After AIR_OPENED
// what the creature has to say goes out by robot_link_send; messages with ids below 0xf0 come in order and once, or the session ends.
// At most 62 may wait: ERR_BUSY. Those from 0xf0 on go out once, with the next poll; of more than 32 the oldest fall away.
//
// Whoever says nothing after its reset gets ten datagrams and no more, over about four seconds: the sender's address may be forged.
//
// The habits are made for pycozmo as much as for engines that keep to the rules. It acknowledges whatever frame came last, holes or not, so
// each of our frames begins with the oldest packet not acknowledged; it forgets its acknowledgement at a frame without numbers, so those
// packets also ride in front of every event; and it sends again only when it hears nothing at all, so when packets of its miss we keep
// silent for a moment (first aid).
#pragma once

#include "link/cozmo/air.h"

enum { ROBOT_LINK_NETWORKS = 8, ROBOT_LINK_EVENTS = 32 };

struct robot_link_config {
    struct air_network allow[ROBOT_LINK_NETWORKS];
    unsigned allow_count;
    struct air_timing timing;
    bool first_aid;
    int64_t hole_us;     // a hole in front of kept packets stays so long …
    int64_t silence_us;  // … then we are silent for so long
    int64_t repeated_us; // a reset so soon after the first packet is the same reset once more; one of an
                         // engine before, so soon after its session began, was long under way
};

struct robot_link;

// Whom it answers: programs on the same machine when it listens on an address of that, else 172.31.1.0/24, as a real one.
void robot_link_allow_near(struct robot_link_config *config, uint32_t listening_address);
// A network as in "172.31.1.0/24", or one address; ERR_SYNTAX: it is none.
enum err air_network_of(const char *text, struct air_network *out, struct fault *fault);
void robot_link_defaults(struct robot_link_config *config);
struct robot_link *robot_link_new(const struct robot_link_config *config); // NULL: no memory
void robot_link_free(struct robot_link *link);

// ERR_DENIED: from a network that is not allowed, or from a stranger. ERR_SHORT, ERR_SYNTAX, ERR_UNKNOWN, ERR_LIMIT: no frame that an
// engine sends. ERR_STATE: no session. All are counted, and nothing else happens.
enum err robot_link_feed(struct robot_link *link, int64_t now_us, struct air_peer from,
                         struct bytes datagram);
bool robot_link_take(struct robot_link *link, struct air_news *out);
// ERR_STATE: no session. ERR_BUSY: 62 wait already. ERR_LIMIT: longer than a frame holds. The body is copied.
enum err robot_link_send(struct robot_link *link, uint8_t id, struct bytes body);
// The same by the schema, for that firmware version. Other errors are the encoder's.
enum err robot_link_tell(struct robot_link *link, const struct cozmo_message *message, unsigned version);
// The next datagram to send, and where; 0: none for now. AIR_DATAGRAM_MAX bytes are always enough.
size_t robot_link_poll(struct robot_link *link, int64_t now_us, struct air_peer *to, uint8_t *out,
                       size_t size);
int64_t robot_link_due(const struct robot_link *link); // when to poll again at the latest; INT64_MAX: no need
void robot_link_close(
    struct robot_link *link); // says nothing more and forgets the engine, as when power goes

bool robot_link_open(const struct robot_link *link);
struct air_peer robot_link_peer(const struct robot_link *link);
unsigned robot_link_room(const struct robot_link *link);    // reliable messages that still go in
unsigned robot_link_waiting(const struct robot_link *link); // that are not acknowledged yet
const struct air_stats *robot_link_stats(const struct robot_link *link);
