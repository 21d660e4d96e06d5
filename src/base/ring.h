// A queue of bytes or of equal things in fixed memory: never grows, never allocates after its birth.
//
//     struct ring ring;
//     ring_init(&ring, memory, sizeof memory[0], 64);    // room for 64 things in memory of the caller's
//     ring_push(&ring, &thing);                          // false: full
//     ring_pop(&ring, &thing);                           // false: empty
//
// ring_write and ring_read move runs; ring_force drops the oldest when full. Not for sharing between threads.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ring {
    uint8_t *memory;
    size_t size, room;  // bytes of one thing; how many fit
    size_t head, count; // the oldest one, and how many there are
};

void ring_init(struct ring *ring, void *memory, size_t size, size_t room);
bool ring_push(struct ring *ring, const void *thing);
bool ring_force(struct ring *ring, const void *thing);                  // true when the oldest had to go
bool ring_pop(struct ring *ring, void *thing);                          // thing may be NULL
void *ring_at(const struct ring *ring, size_t index);                   // 0 is the oldest; NULL past the end
size_t ring_write(struct ring *ring, const void *things, size_t count); // how many went in
size_t ring_read(struct ring *ring, void *things, size_t count); // how many came out; things may be NULL
size_t ring_space(const struct ring *ring);
void ring_clear(struct ring *ring);
