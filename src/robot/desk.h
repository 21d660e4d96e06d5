// Where requests lie until the tick, and replies until they are fetched.
//
// Everything in it is plain and owned: a request's texts are copied by its schema (own text), so nothing points to whoever asked.
#pragma once

#include "robot/robot.h"

struct desk_item {
    struct life_envelope envelope;
    struct life_message message;
};
struct desk {
    struct desk_item in[DESK_MAX], out[DESK_MAX];
    uint32_t in_head, in_count, out_head, out_count, lost;
};

bool desk_put(struct desk *desk, const struct life_envelope *envelope,
              const struct life_message *request); // false: full
struct desk_item *desk_take(struct desk *desk);    // NULL: empty
void desk_reply(struct desk *desk, uint32_t ticket, uint8_t door, const struct life_message *reply);
bool desk_fetch(struct desk *desk, struct life_envelope *to, struct life_message *reply);
