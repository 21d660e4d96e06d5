// The engine's end of Cozmo's air: what an app or our own programs use to drive a robot. air.h tells how a link is used.
//
//     struct engine_link_config config;
//     engine_link_defaults(&config);                       // the robot at 172.31.1.1, port 5551
//     struct engine_link *engine = engine_link_new(&config);
//     engine_link_begin(engine, now_us);                   // from a socket with a port that no session of ours used before
//     … AIR_OPENED comes by engine_link_take, or AIR_CLOSED with AIR_NO_ANSWER after five seconds …
//     engine_link_goodbye(engine);                         // one last datagram by poll, then nothing more
//
// Why a new port: datagrams of the last session may still be under way, and only the port tells them apart. Why `Enable` first: the
// first packet of a session has number 1, which a robot may count as received with the reset already; it is the one reliable packet
// that may be lost. Send an Enable, which does no harm twice, and then a second one.
#pragma once

#include "link/cozmo/air.h"

enum { COZMO_PORT = 5551 };

struct engine_link_config {
    struct air_peer robot;
    struct air_timing timing;
    int64_t reset_us;    // between resets, while no robot answers
    int64_t patience_us; // then it is given up
    int64_t ping_us;
};

struct engine_link;

void engine_link_defaults(struct engine_link_config *config);
struct engine_link *engine_link_new(const struct engine_link_config *config); // NULL: no memory
void engine_link_free(struct engine_link *link);

void engine_link_begin(struct engine_link *link, int64_t now_us); // forgets everything, statistics excepted
// ERR_DENIED: not from the robot. ERR_SHORT, ERR_SYNTAX, ERR_UNKNOWN: no frame of a robot's. ERR_STATE: no session. Counted.
enum err engine_link_feed(struct engine_link *link, int64_t now_us, struct air_peer from,
                          struct bytes datagram);
bool engine_link_take(struct engine_link *link, struct air_news *out);
// ERR_STATE: no session yet or any more. ERR_BUSY: 62 wait already. ERR_LIMIT: longer than a frame holds. The body is copied.
enum err engine_link_send(struct engine_link *link, uint8_t id, struct bytes body);
enum err engine_link_tell(struct engine_link *link, const struct cozmo_message *message, unsigned version);
void engine_link_flush(struct engine_link *link); // what waits for company goes out with the next poll
size_t engine_link_poll(struct engine_link *link, int64_t now_us, struct air_peer *to, uint8_t *out,
                        size_t size);
int64_t engine_link_due(const struct engine_link *link);
// What waits goes out once more, then the disconnect packet; neither is repeated. To be sure that commands arrived, wait first
// until engine_link_waiting says 0.
void engine_link_goodbye(struct engine_link *link);

bool engine_link_open(const struct engine_link *link); // the robot answered, and nobody said goodbye
unsigned engine_link_room(const struct engine_link *link);
unsigned engine_link_waiting(const struct engine_link *link);
const struct air_stats *engine_link_stats(const struct engine_link *link);
