// A queue of packets in wire format, in memory of fixed size.
//
//     queue_push(&queue, COZMO_PACKET_TYPE_COMMAND, 0x64, body)   // false: no room
//     queue_at(&queue, 0)                                         // the oldest, with its packet head
//     queue_pop(&queue, 3)                                        // forget the three oldest
//
// No packet is split at the end of the memory. So `packets` of them always fit, whatever their size, because
// there is memory for one more. The memory belongs to the caller.
#pragma once

#include "link/cozmo/air_frame.h"

enum { QUEUE_PACKET = AIR_PACKET_HEAD + AIR_CONTENT_MAX };

struct queue_place {
    uint32_t at;
    uint16_t len;
};

struct packet_queue {
    uint8_t *bytes;
    size_t size, tail; // tail: where the next one goes
    struct queue_place *places;
    unsigned room, first, count;
};

static inline size_t queue_bytes_for(unsigned packets) { return (size_t)(packets + 1) * QUEUE_PACKET; }
void queue_init(struct packet_queue *queue, void *bytes, size_t size, struct queue_place *places,
                unsigned packets);
void queue_clear(struct packet_queue *queue);
// id -1: the packet holds only the body. False: no space, or longer than AIR_CONTENT_MAX.
bool queue_push(struct packet_queue *queue, uint8_t type, int id, struct bytes body);
void queue_pop(struct packet_queue *queue, unsigned count);
static inline struct bytes queue_at(const struct packet_queue *queue, unsigned index) {
    unsigned at = queue->first + index;
    const struct queue_place *place = &queue->places[at >= queue->room ? at - queue->room : at];
    return (struct bytes){queue->bytes + place->at, place->len};
}
