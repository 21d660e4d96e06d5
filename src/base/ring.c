#include "base/ring.h"

#include <string.h>

void ring_init(struct ring *ring, void *memory, size_t size, size_t room) {
    *ring = (struct ring){.memory = memory, .size = size, .room = room};
}

static size_t place(const struct ring *ring, size_t index) { // index <= room
    size_t to_end = ring->room - ring->head;
    return index < to_end ? ring->head + index : index - to_end;
}

void *ring_at(const struct ring *ring, size_t index) {
    return index < ring->count ? ring->memory + place(ring, index) * ring->size : NULL;
}

size_t ring_space(const struct ring *ring) { return ring->room - ring->count; }
void ring_clear(struct ring *ring) { ring->head = ring->count = 0; }

bool ring_push(struct ring *ring, const void *thing) { return ring_write(ring, thing, 1) == 1; }

bool ring_force(struct ring *ring, const void *thing) {
    bool full = !ring_space(ring) && ring_pop(ring, NULL);
    ring_push(ring, thing);
    return full;
}

bool ring_pop(struct ring *ring, void *thing) { return ring_read(ring, thing, 1) == 1; }

size_t ring_write(struct ring *ring, const void *things, size_t count) {
    if (count > ring_space(ring)) count = ring_space(ring);
    if (!count) return 0;
    size_t at = place(ring, ring->count), first = ring->room - at < count ? ring->room - at : count;
    const uint8_t *from = things;
    memcpy(ring->memory + at * ring->size, from, first * ring->size);
    if (count > first) memcpy(ring->memory, from + first * ring->size, (count - first) * ring->size);
    ring->count += count;
    return count;
}

size_t ring_read(struct ring *ring, void *things, size_t count) {
    if (count > ring->count) count = ring->count;
    if (!count) return 0;
    size_t first = ring->room - ring->head < count ? ring->room - ring->head : count;
    uint8_t *to = things;
    if (to) memcpy(to, ring->memory + ring->head * ring->size, first * ring->size);
    if (to && count > first) memcpy(to + first * ring->size, ring->memory, (count - first) * ring->size);
    ring->head = place(ring, count);
    ring->count -= count;
    return count;
}
