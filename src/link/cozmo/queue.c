#include "link/cozmo/queue.h"

#include <string.h>

void queue_init(struct packet_queue *queue, void *bytes, size_t size, struct queue_place *places,
                unsigned packets) {
    *queue = (struct packet_queue){.bytes = bytes, .size = size, .places = places, .room = packets};
}

void queue_clear(struct packet_queue *queue) {
    queue->tail = 0;
    queue->first = queue->count = 0;
}

// The free part lies after the tail up to the end and from the start up to the oldest, or between the two.
static bool find_room(const struct packet_queue *queue, size_t len, size_t *at) {
    if (queue->count == queue->room || len > queue->size) return false;
    *at = queue->count ? queue->tail : 0;
    if (!queue->count) return true;
    size_t oldest = queue->places[queue->first].at;
    if (queue->tail <= oldest) return oldest - queue->tail >= len;
    if (queue->size - queue->tail >= len) return true;
    *at = 0;
    return oldest >= len;
}

bool queue_push(struct packet_queue *queue, uint8_t type, int id, struct bytes body) {
    size_t content = body.len + (id >= 0), len = AIR_PACKET_HEAD + content, at;
    if (body.len > AIR_CONTENT_MAX || content > AIR_CONTENT_MAX || !find_room(queue, len, &at)) return false;
    uint8_t *to = queue->bytes + at;
    *to++ = type;
    *to++ = (uint8_t)content;
    *to++ = (uint8_t)(content >> 8);
    if (id >= 0) *to++ = (uint8_t)id;
    if (body.len) memcpy(to, body.at, body.len);
    unsigned place = queue->first + queue->count;
    queue->places[place >= queue->room ? place - queue->room : place] =
        (struct queue_place){(uint32_t)at, (uint16_t)len};
    queue->count++;
    queue->tail = at + len;
    return true;
}

void queue_pop(struct packet_queue *queue, unsigned count) {
    if (count > queue->count) count = queue->count;
    queue->count -= count;
    queue->first += count;
    if (queue->first >= queue->room) queue->first -= queue->room;
    if (!queue->count) queue->tail = 0;
}
