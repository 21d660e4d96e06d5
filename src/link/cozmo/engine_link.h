// The engine's end of Cozmo's transport: what an app or our own programs use to drive a robot. air.h explains
// how to use a link.
//
//     struct engine_link_config config;
//     engine_link_defaults(&config);                       // the robot at 172.31.1.1, port 5551
//     struct engine_link *engine = engine_link_new(&config);
//     engine_link_begin(engine, now_us);  // from a socket with a port that no session of ours used before
//     … AIR_OPENED comes by engine_link_take, or AIR_CLOSED with AIR_NO_ANSWER after five seconds …
//     engine_link_goodbye(engine);                         // one last datagram by poll, then nothing more
//
// Use a new port for each session. Datagrams of the last session may still be on their way, and only the port
// tells them apart. Send `Enable` first, twice. The first packet of a session has number 1, which a robot may
// count as received together with the reset. It is the one reliable packet that may get lost, and a second
// Enable does no harm.
#pragma once

#include "link/cozmo/air.h"

enum { COZMO_PORT = 5551 };

struct engine_link_config {
    struct air_peer robot;
    struct air_timing timing;
    int64_t reset_us;    // between resets, while no robot answers
    int64_t patience_us; // after this long without an answer it gives up
    int64_t ping_us;
};

struct engine_link;

void engine_link_defaults(struct engine_link_config *config);
struct engine_link *engine_link_new(const struct engine_link_config *config); // NULL: no memory
void engine_link_free(struct engine_link *link);

void engine_link_begin(struct engine_link *link, int64_t now_us); // clears everything except statistics
// ERR_DENIED: not from the robot. ERR_SHORT, ERR_SYNTAX, ERR_UNKNOWN: not a robot's frame. ERR_STATE: no
// session. All are counted.
enum err engine_link_feed(struct engine_link *link, int64_t now_us, struct air_peer from,
                          struct bytes datagram);
bool engine_link_take(struct engine_link *link, struct air_news *out);
// The body is copied. ERR_STATE: no open session. ERR_BUSY: 62 are waiting already. ERR_LIMIT: longer than a
// frame holds.
enum err engine_link_send(struct engine_link *link, uint8_t id, struct bytes body);
enum err engine_link_tell(struct engine_link *link, const struct cozmo_message *message, unsigned version);
void engine_link_flush(struct engine_link *link); // sends queued commands with the next poll
size_t engine_link_poll(struct engine_link *link, int64_t now_us, struct air_peer *to, uint8_t *out,
                        size_t size);
int64_t engine_link_due(const struct engine_link *link);
// Sends what is queued once more, then the disconnect packet; neither is repeated. To be sure that commands
// arrived, first wait until engine_link_waiting returns 0.
void engine_link_goodbye(struct engine_link *link);

bool engine_link_open(const struct engine_link *link); // the robot answered, and the session was not ended
unsigned engine_link_room(const struct engine_link *link);
unsigned engine_link_waiting(const struct engine_link *link);
const struct air_stats *engine_link_stats(const struct engine_link *link);
