// Frames: large pieces of memory that several readers hold at once.
//
//     struct frame_pool *pool = frame_pool_new(8, 640 * 360);
//     struct frame *frame = frame_take(pool);      // NULL: all are held; the picture is dropped, nothing grows
//     … fill frame->bytes, then publish it: from now on nobody writes …
//     frame_hold(frame);  frame_drop(frame);       // the last drop gives it back to its pool
//
// Holding and dropping may happen on any thread. A pool that is freed while frames are out lives on until the last
// of them is dropped.
#pragma once

#include <stddef.h>
#include <stdint.h>

struct frame_pool;
struct frame {
    uint8_t *bytes;
    size_t size, used;         // the room; how much of it the publisher filled
    uint32_t width, height;    // for pictures
    uint32_t format;           // the publisher's own
    uint64_t stamp_us, number; // when it was taken, and which one it is
};

struct frame_pool *frame_pool_new(size_t count, size_t size);
void frame_pool_free(struct frame_pool *pool);
size_t frame_pool_left(const struct frame_pool *pool);
struct frame *frame_take(struct frame_pool *pool);
struct frame *frame_hold(struct frame *frame); // returns frame
void frame_drop(struct frame *frame);          // NULL is fine
