#include "robot/desk.h"

bool desk_put(struct desk *desk, const struct life_envelope *envelope, const struct life_message *request) {
    if (desk->in_count == DESK_MAX) return false;
    desk->in[(desk->in_head + desk->in_count++) % DESK_MAX] = (struct desk_item){*envelope, *request};
    return true;
}

struct desk_item *desk_take(struct desk *desk) {
    if (!desk->in_count) return NULL;
    struct desk_item *item = &desk->in[desk->in_head];
    desk->in_head = (desk->in_head + 1) % DESK_MAX;
    desk->in_count--;
    return item;
}

// Replies that nobody fetches do not pile up: the oldest goes.
void desk_reply(struct desk *desk, uint32_t ticket, uint8_t door, const struct life_message *reply) {
    if (desk->out_count == DESK_MAX) {
        desk->out_head = (desk->out_head + 1) % DESK_MAX;
        desk->out_count--;
        desk->lost++;
    }
    struct desk_item *item = &desk->out[(desk->out_head + desk->out_count++) % DESK_MAX];
    *item = (struct desk_item){{ticket, door}, *reply};
}

bool desk_fetch(struct desk *desk, struct life_envelope *to, struct life_message *reply) {
    if (!desk->out_count) return false;
    *to = desk->out[desk->out_head].envelope;
    *reply = desk->out[desk->out_head].message;
    desk->out_head = (desk->out_head + 1) % DESK_MAX;
    desk->out_count--;
    return true;
}
