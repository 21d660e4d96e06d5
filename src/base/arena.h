// Memory that is given back all at once.
//
//     struct arena *arena = arena_new(64 << 10);
//     struct wall *walls = arena_array(arena, struct wall, count);   // zeroed; NULL when there is none left
//     …
//     arena_reset(arena);                                            // at the end of the tick
//
// An arena from arena_new owns one block from the start. It grows by whole blocks up to its limit
// (arena_limit) and keeps them over a reset, so a steady load stops allocating; `arena_blocks` tells tests.
// An arena from arena_over lives in the caller's memory, never grows and needs no freeing. Going back to a
// mark gives back only what was taken after it. Taking 0 bytes gives a pointer that is not NULL. An arena
// belongs to one thread.
#pragma once

#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct arena_mark {
    void *block;
    size_t used;
};

struct arena *arena_new(size_t block_size);          // NULL: out of memory. The caller frees.
struct arena *arena_over(void *memory, size_t size); // NULL: too small even for the arena itself
void arena_free(struct arena *arena);                // NULL is fine
void arena_limit(struct arena *arena, size_t bytes); // how much may be taken, padding included; 0: no limit
// Zeroed; NULL when out of memory or over the limit. `align` is a power of two; 0 suits any type.
void *arena_take(struct arena *arena, size_t size, size_t align);
char *arena_copy_text(struct arena *arena, const char *from, size_t len); // ends with a zero byte
void *arena_copy(struct arena *arena, const void *from, size_t len);
struct arena_mark arena_mark(const struct arena *arena);
// Marks nest: older ones stay valid, younger ones are gone.
void arena_back(struct arena *arena, struct arena_mark mark);
void arena_reset(struct arena *arena);
size_t arena_used(const struct arena *arena);
size_t arena_blocks(const struct arena *arena); // blocks requested from the system so far

// count * size is checked for overflow.
void *arena_take_many(struct arena *arena, size_t count, size_t size, size_t align);
#define arena_one(arena, type) ((type *)arena_take((arena), sizeof(type), alignof(type)))
#define arena_array(arena, type, count)                                                                      \
    ((type *)arena_take_many((arena), (count), sizeof(type), alignof(type)))
