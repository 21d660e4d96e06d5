// Datagrams of both ends of Cozmo's radio protocol.
#include "support/traces.h"

#include "base/hash.h"
#include "link/cozmo/engine_link.h"

size_t __real_engine_link_poll(struct engine_link *link, int64_t now_us, struct air_peer *to, uint8_t *out,
                               size_t room);
size_t __wrap_engine_link_poll(struct engine_link *link, int64_t now_us, struct air_peer *to, uint8_t *out,
                               size_t room);
size_t __wrap_engine_link_poll(struct engine_link *link, int64_t now_us, struct air_peer *to, uint8_t *out,
                               size_t room) {
    size_t len = __real_engine_link_poll(link, now_us, to, out, room);
    if (len && trace_wanted()) trace_add(TRACE_AIR, hash64((uint64_t)now_us, out, len));
    return len;
}
