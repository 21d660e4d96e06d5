#include "robot/desk.h"

#include "base/hash.h"
#include "base/text.h"

#include <string.h>

static void drop(struct desk_tray *tray, uint32_t index) {
    memmove(&tray->list[index], &tray->list[index + 1], (--tray->count - index) * sizeof *tray->list);
    if (!tray->count) tray->used = 0;
}

// Moves what lies there to the front.
static void tidy(struct desk_tray *tray, uint8_t *bytes) {
    tray->used = 0;
    for (uint32_t i = 0; i < tray->count; i++) {
        struct desk_place *place = &tray->list[i];
        memmove(bytes + tray->used, bytes + place->at, place->size);
        place->at = tray->used;
        tray->used += place->size;
    }
}

static bool lay(struct desk_tray *tray, uint32_t most, uint8_t *bytes, size_t size,
                const struct life_envelope *envelope, const struct life_message *message) {
    if (tray->count == most) return false;
    for (int tries = 0; tries < 2; tries++) {
        struct writer w = writer_of(bytes + tray->used, size - tray->used);
        if (!life_message_encode(message, &w, 1)) {
            uint32_t length = (uint32_t)writer_len(&w);
            tray->list[tray->count++] = (struct desk_place){*envelope, tray->used, length};
            tray->used += length;
            return true;
        }
        tidy(tray, bytes);
    }
    return false;
}

static bool take(struct desk_tray *tray, const uint8_t *bytes, uint32_t index, enum life_direction direction,
                 struct life_envelope *to, struct life_message *message) {
    const struct desk_place *place = &tray->list[index];
    struct reader in = reader_of(bytes + place->at, place->size);
    *to = place->envelope;
    bool fine = !life_message_decode(message, &in, direction, 1);
    drop(tray, index);
    return fine;
}

bool desk_put(struct desk *desk, const struct life_envelope *envelope, const struct life_message *request) {
    return lay(&desk->in, DESK_MAX, desk->in_bytes, sizeof desk->in_bytes, envelope, request);
}

struct desk_item *desk_take(struct desk *desk) {
    while (desk->in.count)
        if (take(&desk->in, desk->in_bytes, 0, LIFE_REQUEST, &desk->taken.envelope, &desk->taken.message))
            return &desk->taken;
    return NULL;
}

void desk_reply(struct desk *desk, uint32_t ticket, uint8_t door, const struct life_message *reply) {
    struct life_envelope to = {.ticket = ticket, .door = door};
    while (!lay(&desk->out, DESK_REPLIES, desk->out_bytes, sizeof desk->out_bytes, &to, reply) &&
           desk->out.count)
        drop(&desk->out, 0), desk->lost++;
}

// Doors inside are asked for one by one; NOBODY: any outside.
static bool fetch(struct desk *desk, uint8_t door, struct life_envelope *to, struct life_message *reply) {
    for (uint32_t i = 0; i < desk->out.count; i++) {
        uint8_t from = desk->out.list[i].envelope.door;
        bool own = from == LIFE_DOOR_MIND && desk->out.list[i].envelope.ticket >> 31; // its mind's
        bool inside = from == LIFE_DOOR_ACTION || own;
        if (inside ? from == door : door == LIFE_DOOR_NOBODY)
            return take(&desk->out, desk->out_bytes, i, LIFE_REPLY, to, reply);
    }
    return false;
}

bool desk_fetch(struct desk *desk, struct life_envelope *to, struct life_message *reply) {
    return fetch(desk, LIFE_DOOR_NOBODY, to, reply);
}

bool desk_take_inside(struct desk *desk, uint8_t door, uint32_t *ticket, struct life_message *reply) {
    struct life_envelope to;
    bool any = fetch(desk, door, &to, reply);
    if (any) *ticket = to.ticket;
    return any;
}

void desk_done(struct desk *desk, uint32_t ticket, uint8_t door, enum life_verdict verdict,
               enum life_result result, const char *said) {
    struct life_message reply = {.kind = LIFE_DONE};
    reply.done.verdict = (uint8_t)verdict;
    reply.done.result = (uint32_t)result;
    text_copy(text_of(said), reply.done.said, sizeof reply.done.said);
    desk_reply(desk, ticket, door, &reply);
}

uint64_t desk_hash(const struct desk *desk) {
    uint64_t h = desk->in.count;
    for (uint32_t i = 0; i < desk->in.count && i < DESK_MAX; i++) {
        const struct desk_place *place = &desk->in.list[i];
        uint8_t scratch[64];
        struct writer to = writer_of(scratch, sizeof scratch);
        life_envelope_encode(&place->envelope, &to, 1);
        h = hash64(h, scratch, writer_len(&to));
        if (place->at + place->size <= sizeof desk->in_bytes)
            h = hash64(h, desk->in_bytes + place->at, place->size);
    }
    return h;
}
