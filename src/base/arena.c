#include "base/arena.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// Under the address sanitizer memory that was given back is out of bounds until it is taken again.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WATCHED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(WATCHED)
#include <sanitizer/asan_interface.h>
#define FORBID(at, size) ASAN_POISON_MEMORY_REGION(at, size)
#define ALLOW(at, size)  ASAN_UNPOISON_MEMORY_REGION(at, size)
#else
#define FORBID(at, size) ((void)(at), (void)(size))
#define ALLOW(at, size)  ((void)(at), (void)(size))
#endif

// Blocks stand in the order in which they are used: those up to `current` hold something, those after it are
// empty and wait. So a mark is a block and how full it was.
struct block {
    struct block *next;
    size_t size, used;
    alignas(max_align_t) uint8_t bytes[];
};

struct arena {
    struct block *first, *current;
    size_t block_size, limit, used, blocks;
    bool borrowed; // lives in memory of the caller's
};

static struct block *block_new(struct arena *arena, size_t size) {
    if (size > SIZE_MAX - sizeof(struct block)) return NULL;
    struct block *block = malloc(sizeof *block + size);
    if (!block) return NULL;
    *block = (struct block){.size = size};
    FORBID(block->bytes, block->size);
    arena->blocks++;
    return block;
}

struct arena *arena_new(size_t block_size) {
    struct arena *arena = calloc(1, sizeof *arena);
    if (!arena) return NULL;
    arena->block_size = block_size < 256 ? 256 : block_size;
    arena->first = arena->current = block_new(arena, arena->block_size);
    if (!arena->first) {
        free(arena);
        return NULL;
    }
    return arena;
}

struct arena *arena_over(void *memory, size_t size) {
    size_t skip = -(uintptr_t)memory % alignof(max_align_t);
    size_t head =
        (sizeof(struct arena) + alignof(max_align_t) - 1) / alignof(max_align_t) * alignof(max_align_t);
    if (!memory || size < skip + head + sizeof(struct block)) return NULL;
    void *at = (uint8_t *)memory + skip;
    struct arena *arena = at;
    void *behind = (uint8_t *)at + head;
    struct block *block = behind;
    *block = (struct block){.size = size - skip - head - sizeof *block};
    *arena = (struct arena){.first = block, .current = block, .borrowed = true};
    return arena;
}

void arena_free(struct arena *arena) {
    if (!arena || arena->borrowed) return;
    for (struct block *block = arena->first, *next; block; block = next) {
        next = block->next;
        ALLOW(block->bytes, block->size);
        free(block);
    }
    free(arena);
}

void arena_limit(struct arena *arena, size_t bytes) { arena->limit = bytes; }

// How many bytes of the block a piece would use, padding included; 0: it does not fit.
static size_t fit(const struct block *block, size_t size, size_t align) {
    size_t pad = -(uintptr_t)(block->bytes + block->used) & (align - 1);
    size_t left = block->size - block->used;
    return pad <= left && size <= left - pad ? pad + size : 0;
}

// The next block, made to be one in which the piece fits: an empty one that waits, or a new one.
static struct block *next_block(struct arena *arena, size_t size, size_t align) {
    struct block **link = &arena->current->next;
    while (*link && !fit(*link, size, align)) link = &(*link)->next;
    struct block *block = *link;
    if (block) {
        *link = block->next;
    } else {
        if (arena->borrowed || size > SIZE_MAX - align) return NULL;
        size_t need = align > alignof(max_align_t) ? size + align : size;
        block = block_new(arena, need > arena->block_size ? need : arena->block_size);
        if (!block) return NULL;
    }
    block->next = arena->current->next;
    arena->current->next = block;
    return block;
}

// With whatever lay there before.
static uint8_t *take(struct arena *arena, size_t size, size_t align) {
    if (!align) align = alignof(max_align_t);
    assert((align & (align - 1)) == 0);
    if (!size) size = 1; // an empty array is not a failure
    if (arena->limit && (arena->used > arena->limit || size > arena->limit - arena->used)) return NULL;
    struct block *block = arena->current;
    size_t bytes = fit(block, size, align);
    if (!bytes) {
        block = next_block(arena, size, align);
        if (!block) return NULL;
        bytes = fit(block, size, align);
    }
    if (arena->limit && bytes > arena->limit - arena->used) return NULL;
    arena->current = block;
    block->used += bytes;
    arena->used += bytes;
    uint8_t *at = block->bytes + block->used - size;
    ALLOW(at, size);
    return at;
}

void *arena_take(struct arena *arena, size_t size, size_t align) {
    uint8_t *at = take(arena, size, align);
    return at ? memset(at, 0, size ? size : 1) : NULL;
}

void *arena_take_many(struct arena *arena, size_t count, size_t size, size_t align) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) return NULL;
    return arena_take(arena, bytes, align);
}

char *arena_copy_text(struct arena *arena, const char *from, size_t len) {
    uint8_t *to = len < SIZE_MAX ? take(arena, len + 1, 1) : NULL;
    if (to && len) memcpy(to, from, len);
    if (to) to[len] = 0;
    return (char *)to;
}

void *arena_copy(struct arena *arena, const void *from, size_t len) {
    void *to = take(arena, len, 0);
    if (to && len) memcpy(to, from, len);
    return to;
}

struct arena_mark arena_mark(const struct arena *arena) {
    return (struct arena_mark){.block = arena->current, .used = arena->current->used};
}

static void empty_from(struct arena *arena, struct block *block, size_t used) {
    assert(used <= block->used);
    arena->used -= block->used - used;
    block->used = used;
    if (!arena->borrowed) FORBID(block->bytes + used, block->size - used);
}

void arena_back(struct arena *arena, struct arena_mark mark) {
    struct block *keep = mark.block, *end = arena->current->next;
    for (struct block *block = keep->next; block != end && keep != arena->current; block = block->next)
        empty_from(arena, block, 0);
    empty_from(arena, keep, mark.used);
    arena->current = keep;
}

void arena_reset(struct arena *arena) { arena_back(arena, (struct arena_mark){.block = arena->first}); }
size_t arena_used(const struct arena *arena) { return arena->used; }
size_t arena_blocks(const struct arena *arena) { return arena->blocks; }
