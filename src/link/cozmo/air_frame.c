#include "link/cozmo/air_frame.h"

#include <string.h>

enum holds { NOTHING, PACKETS, ONE, PING, ANYTHING };

static const struct {
    const char *name;
    enum holds holds;
    uint8_t packet; // of those that hold one
} FRAMES[] = {
    [COZMO_FRAME_TYPE_RESET] = {"reset", NOTHING},
    [COZMO_FRAME_TYPE_RESET_ACK] = {"reset acknowledge", ANYTHING},
    [COZMO_FRAME_TYPE_FIN] = {"disconnect", NOTHING},
    [COZMO_FRAME_TYPE_ENGINE_ACT] = {"one command", ONE, COZMO_PACKET_TYPE_COMMAND},
    [AIR_FRAME_LOOSE_ACT] = {"one event", ONE, COZMO_PACKET_TYPE_EVENT},
    [COZMO_FRAME_TYPE_ENGINE] = {"packets", PACKETS},
    [AIR_FRAME_LOOSE] = {"unreliable packets", PACKETS},
    [COZMO_FRAME_TYPE_ROBOT] = {"robot packets", PACKETS},
    [AIR_FRAME_ACK] = {"acknowledge", NOTHING},
    [COZMO_FRAME_TYPE_PING] = {"ping", PING, COZMO_PACKET_TYPE_PING},
};
enum { FRAME_COUNT = sizeof FRAMES / sizeof *FRAMES };

const char *air_frame_name(uint8_t type) { return type < FRAME_COUNT ? FRAMES[type].name : NULL; }

const char *air_packet_name(uint8_t type) {
    switch (type) {
    case COZMO_PACKET_TYPE_CONNECT:
        return "connect";
    case COZMO_PACKET_TYPE_DISCONNECT:
        return "disconnect";
    case COZMO_PACKET_TYPE_COMMAND:
        return "command";
    case COZMO_PACKET_TYPE_EVENT:
        return "event";
    case COZMO_PACKET_TYPE_KEYFRAME:
        return "keyframe";
    case COZMO_PACKET_TYPE_PING:
        return "ping";
    default:
        return NULL;
    }
}

static uint16_t get_u16(const uint8_t *at) { return (uint16_t)(at[0] | at[1] << 8); }

static bool packets_fit(struct bytes payload) {
    const uint8_t *at = payload.at, *end = at + payload.len;
    while (at != end) {
        if (end - at < AIR_PACKET_HEAD) return false;
        size_t length = get_u16(at + 1);
        at += AIR_PACKET_HEAD;
        if (length > (size_t)(end - at)) return false;
        at += length;
    }
    return true;
}

enum err air_frame_read(struct air_frame *out, struct bytes datagram) {
    *out = (struct air_frame){0};
    if (datagram.len < AIR_HEAD) return ERR_SHORT;
    if (memcmp(datagram.at, cozmo_frame_id, COZMO_FRAME_ID_SIZE)) return ERR_SYNTAX;
    struct air_frame frame = {.type = datagram.at[7],
                              .first = get_u16(datagram.at + 8),
                              .last = get_u16(datagram.at + 10),
                              .ack = get_u16(datagram.at + 12),
                              .payload = {datagram.at + AIR_HEAD, datagram.len - AIR_HEAD}};
    if (!air_frame_name(frame.type)) return ERR_UNKNOWN;
    enum holds holds = FRAMES[frame.type].holds;
    if (holds == PACKETS && !packets_fit(frame.payload)) return ERR_SHORT;
    if (holds == ONE && !frame.payload.len) return ERR_SHORT;
    if (holds == PING && frame.payload.len < AIR_PING) return ERR_SHORT;
    if (frame.first > COZMO_WIRE_SEQ_LAST || frame.last > COZMO_WIRE_SEQ_LAST ||
        frame.ack > COZMO_WIRE_SEQ_LAST)
        return ERR_SYNTAX;
    *out = frame;
    return ERR_NONE;
}

struct air_walk air_walk_of(const struct air_frame *frame) {
    enum holds holds = FRAMES[frame->type].holds;
    struct air_walk walk = {.frame = frame,
                            .at = frame->payload.at,
                            .end = frame->payload.at,
                            .number = frame->first,
                            .single = holds == ONE || holds == PING};
    if (holds != NOTHING && holds != ANYTHING) walk.end += frame->payload.len;
    return walk;
}

bool air_walk_next(struct air_walk *walk, struct air_packet *out) {
    if (walk->at == walk->end) return false;
    if (walk->single) {
        *out = (struct air_packet){.type = FRAMES[walk->frame->type].packet, .content = walk->frame->payload};
        walk->at = walk->end;
    } else {
        size_t length = get_u16(walk->at + 1);
        *out = (struct air_packet){.type = walk->at[0], .content = {walk->at + AIR_PACKET_HEAD, length}};
        walk->at += AIR_PACKET_HEAD + length;
    }
    // Packets carry no number of their own: they count on from the frame's first. With no first there is
    // nothing to count from.
    if (air_reliable(out->type) && walk->number) {
        out->number = walk->number;
        walk->number = walk->number == COZMO_WIRE_SEQ_LAST ? COZMO_WIRE_SEQ_FIRST : walk->number + 1;
    }
    return true;
}

void air_frame_begin(struct writer *out, uint8_t type, uint16_t first, uint16_t last, uint16_t ack) {
    write_bytes(out, cozmo_frame_id, COZMO_FRAME_ID_SIZE);
    write_u8(out, type);
    write_u16(out, first);
    write_u16(out, last);
    write_u16(out, ack);
}

void air_frame_add(struct writer *out, uint8_t type, struct bytes content) {
    write_u8(out, type);
    write_u16(out, (uint16_t)content.len);
    write_bytes(out, content.at, content.len);
}
