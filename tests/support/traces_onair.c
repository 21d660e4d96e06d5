// Datagrams of a simulated Cozmo.
#include "support/traces.h"

#include "base/hash.h"
#include "body/firmware/cozmo/onair.h"

size_t __real_cozmo_onair_poll(struct cozmo_onair *cozmo, int64_t now_us, struct air_peer *to, uint8_t *out,
                               size_t room);
size_t __wrap_cozmo_onair_poll(struct cozmo_onair *cozmo, int64_t now_us, struct air_peer *to, uint8_t *out,
                               size_t room);
size_t __wrap_cozmo_onair_poll(struct cozmo_onair *cozmo, int64_t now_us, struct air_peer *to, uint8_t *out,
                               size_t room) {
    size_t len = __real_cozmo_onair_poll(cozmo, now_us, to, out, room);
    if (len && trace_wanted()) trace_add(TRACE_AIR, hash64((uint64_t)now_us + 1, out, len));
    return len;
}
