// A ring buffer of bytes or equal items in fixed memory: never grows, never allocates.
//
//     struct ring ring;
//     ring_init(&ring, memory, sizeof memory[0], 64);    // room for 64 things in memory of the caller's
//     ring_push(&ring, &thing);                          // false: full
//     ring_pop(&ring, &thing);                           // false: empty
//
// ring_write and ring_read move several items. ring_force drops the oldest item when full. A ring belongs to
// one thread.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ring {
    uint8_t *memory;
    size_t size, room;  // bytes per item; capacity in items
    size_t head, count; // index of the oldest item; number of items
};

void ring_init(struct ring *ring, void *memory, size_t size, size_t room);
bool ring_push(struct ring *ring, const void *thing);
bool ring_force(struct ring *ring, const void *thing);                  // true when the oldest was dropped
bool ring_pop(struct ring *ring, void *thing);                          // thing may be NULL
void *ring_at(const struct ring *ring, size_t index);                   // 0 is the oldest; NULL past the end
size_t ring_write(struct ring *ring, const void *things, size_t count); // returns how many were written
// returns how many were read; `things` may be NULL
size_t ring_read(struct ring *ring, void *things, size_t count);
size_t ring_space(const struct ring *ring);
void ring_clear(struct ring *ring);
