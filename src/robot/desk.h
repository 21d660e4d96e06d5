// Where requests lie until the tick, and replies until they are fetched.
//
// Messages lie here encoded, each as long as it is, so nothing points to whoever asked. A request that
// finds no room is refused; a reply that finds none takes the place of the oldest. Replies to the requests
// of actions (LIFE_DOOR_ACTION) stay inside and are taken apart.
#pragma once

#include "robot/robot.h"

enum { DESK_REPLIES = 256, DESK_IN_BYTES = 68 << 10, DESK_OUT_BYTES = 24 << 10 };

struct desk_item {
    struct life_envelope envelope;
    struct life_message message;
};
struct desk_place { // one message in a tray
    struct life_envelope envelope;
    uint32_t at, size;
};
struct desk_tray {
    uint32_t count, used; // places, and bytes up to the end of the last one
    struct desk_place list[DESK_REPLIES];
};
struct desk {
    struct desk_tray in, out;
    uint8_t in_bytes[DESK_IN_BYTES], out_bytes[DESK_OUT_BYTES];
    uint32_t lost;
    struct desk_item taken; // the one that is being done
};

bool desk_put(struct desk *desk, const struct life_envelope *envelope,
              const struct life_message *request); // false: full
struct desk_item *desk_take(struct desk *desk);    // NULL: empty. Until the next one is taken
void desk_reply(struct desk *desk, uint32_t ticket, uint8_t door, const struct life_message *reply);
void desk_done(struct desk *desk, uint32_t ticket, uint8_t door, enum life_verdict verdict,
               enum life_result result, const char *said);
// The next reply to a request of actions or of the mind, which nobody outside sees.
bool desk_take_inside(struct desk *desk, uint8_t door, uint32_t *ticket, struct life_message *reply);
bool desk_fetch(struct desk *desk, struct life_envelope *to, struct life_message *reply);
uint64_t desk_hash(const struct desk *desk); // of what waits to be done
