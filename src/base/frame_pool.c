#include "base/frame_pool.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { LINE = 64 }; // every frame begins on a line of its own, as vector units like it

struct slot {
    struct frame frame; // first: a frame is its slot
    struct frame_pool *pool;
    struct slot *next; // while it is free
    uint8_t *bytes;
    atomic_uint holds;
};

struct frame_pool {
    pthread_mutex_t lock; // of `free` and `left`
    struct slot *free;
    size_t left, size;
    atomic_size_t users; // the owner, and every frame that is out: the last one frees the pool
    uint8_t *memory;
    struct slot slots[];
};

struct frame_pool *frame_pool_new(size_t count, size_t size) {
    size_t each, all, slots;
    if (__builtin_add_overflow(size ? size : 1, LINE - 1, &each)) return NULL;
    each -= each % LINE;
    if (__builtin_mul_overflow(each, count ? count : 1, &all)) return NULL;
    if (__builtin_mul_overflow(sizeof(struct slot), count, &slots)) return NULL;
    if (__builtin_add_overflow(slots, sizeof(struct frame_pool), &slots)) return NULL;
    struct frame_pool *pool = calloc(1, slots);
    void *memory = NULL;
    if (!pool || all > SIZE_MAX - LINE || !(memory = malloc(all + LINE))) {
        free(pool);
        return NULL;
    }
    pthread_mutex_init(&pool->lock, NULL);
    pool->memory = memory;
    pool->size = size;
    pool->left = count;
    atomic_init(&pool->users, 1);
    uint8_t *bytes = pool->memory + (-(uintptr_t)memory & (LINE - 1));
    for (size_t i = count; i-- > 0;) {
        struct slot *slot = &pool->slots[i];
        slot->pool = pool;
        slot->bytes = bytes + i * each;
        slot->next = pool->free;
        pool->free = slot;
    }
    return pool;
}

static void leave(struct frame_pool *pool) {
    if (atomic_fetch_sub(&pool->users, 1) > 1) return;
    pthread_mutex_destroy(&pool->lock);
    free(pool->memory);
    free(pool);
}

void frame_pool_free(struct frame_pool *pool) {
    if (pool) leave(pool);
}

size_t frame_pool_left(const struct frame_pool *pool) {
    struct frame_pool *at = (struct frame_pool *)(uintptr_t)pool; // a lock is taken even for looking
    pthread_mutex_lock(&at->lock);
    size_t left = at->left;
    pthread_mutex_unlock(&at->lock);
    return left;
}

struct frame *frame_take(struct frame_pool *pool) {
    pthread_mutex_lock(&pool->lock);
    struct slot *slot = pool->free;
    if (slot) pool->free = slot->next, pool->left--;
    pthread_mutex_unlock(&pool->lock);
    if (!slot) return NULL;
    atomic_fetch_add(&pool->users, 1);
    atomic_store(&slot->holds, 1);
    slot->frame = (struct frame){.bytes = slot->bytes, .size = pool->size};
    return &slot->frame;
}

struct frame *frame_hold(struct frame *frame) {
    struct slot *slot = (struct slot *)frame;
    unsigned before = atomic_fetch_add(&slot->holds, 1);
    assert(before); // a frame that was given back is nobody's to hold
    (void)before;
    return frame;
}

void frame_drop(struct frame *frame) {
    if (!frame) return;
    struct slot *slot = (struct slot *)frame;
    unsigned before = atomic_fetch_sub(&slot->holds, 1);
    assert(before);
    if (before > 1) return;
    struct frame_pool *pool = slot->pool;
    pthread_mutex_lock(&pool->lock);
    slot->next = pool->free;
    pool->free = slot;
    pool->left++;
    pthread_mutex_unlock(&pool->lock);
    leave(pool);
}
