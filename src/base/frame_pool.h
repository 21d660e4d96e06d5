// Frames: large buffers that several readers hold at once, with a reference count.
//
//     struct frame_pool *pool = frame_pool_new(8, 640 * 360);
//     struct frame *frame = frame_take(pool);  // NULL: all are held; the picture is dropped, nothing grows
//     … fill frame->bytes, then publish it: from now on nobody writes …
//     frame_hold(frame);  frame_drop(frame);       // the last drop gives it back to its pool
//
// Frames may be held and dropped on any thread. If a pool is freed while frames are in use, it lives on until
// the last frame is dropped.
#pragma once

#include <stddef.h>
#include <stdint.h>

struct frame_pool;
struct frame {
    uint8_t *bytes;
    size_t size, used;         // capacity; bytes the publisher filled
    uint32_t width, height;    // for pictures
    uint32_t format;           // defined by the publisher
    uint64_t stamp_us, number; // capture time and frame number
};

struct frame_pool *frame_pool_new(size_t count, size_t size);
void frame_pool_free(struct frame_pool *pool);
size_t frame_pool_left(const struct frame_pool *pool);
struct frame *frame_take(struct frame_pool *pool);
struct frame *frame_hold(struct frame *frame); // returns frame
void frame_drop(struct frame *frame);          // NULL is fine
