// Whether a hash sees everything: each byte of a struct is flipped, and the hash must move.
//
//     static const struct flip_out OUT[] = {FLIP_ONE(struct engine, config, "the same for both lives"), …};
//     struct flip f = {&engine, sizeof engine, OUT, sizeof OUT / sizeof *OUT, hash, unused, padding};
//     flip_every(&f);      // fails with the numbers of the bytes that no hash saw; gdb's ptype /o names them
//
// What is left out stands in a table with a word why. `unused` tells what is nothing just now: elements after
// the end of a list; `padding` clears what lies between members.
#pragma once

#include "support/support.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct flip_out {
    size_t at, size, stride, count; // count pieces, so far from each other
    const char *name, *why;
};
#define FLIP_ONE(type, field, why)                                                                           \
    { offsetof(type, field), sizeof(((type *)0)->field), 0, 1, #field, why }
#define FLIP_EACH(type, array, member, why)                                                                  \
    {                                                                                                        \
        offsetof(type, array[0].member), sizeof(((type *)0)->array[0].member),                               \
            sizeof(((type *)0)->array[0]), sizeof(((type *)0)->array) / sizeof(((type *)0)->array[0]),       \
            #array "." #member, why                                                                          \
    }
// Is the byte one of array[from] … array[to - 1]?
#define FLIP_IN(type, what, at, array, from, to)                                                             \
    ((at) >= offsetof(type, array) + (from) * sizeof(what)->array[0] &&                                      \
     (at) < offsetof(type, array) + (to) * sizeof(what)->array[0])
#define FLIP_REST(type, what, at, array, used)                                                               \
    FLIP_IN(type, what, at, array, used, sizeof(what)->array / sizeof(what)->array[0])

#if defined __has_builtin
#if __has_builtin(__builtin_clear_padding)
#define FLIP_KNOWS_PADDING
#endif
#endif
// Clears the padding of a struct, or of each element of an array: what is still set lies in a member. (GCC
// takes wrong offsets in structs that hold arrays of structs: those arrays are cleared by themselves.)
#ifdef FLIP_KNOWS_PADDING
#define FLIP_CLEAR(object) __builtin_clear_padding(&(object))
#else
#define FLIP_CLEAR(object) memset(&(object), 0, sizeof(object))
#endif
#define FLIP_CLEAR_EACH(array)                                                                               \
    for (size_t flip_i = 0; flip_i < sizeof(array) / sizeof *(array); flip_i++) FLIP_CLEAR((array)[flip_i])
// Clears the padding between two members that follow each other; `after` may be an address after the last.
#define FLIP_PAD(before, after)                                                                              \
    memset((char *)&(before) + sizeof(before), 0,                                                            \
           (size_t)((uintptr_t)(after) - (uintptr_t) & (before)) - sizeof(before))
struct flip {
    void *what;
    size_t size;
    const struct flip_out *out;
    size_t out_count;
    uint64_t (*hash)(const void *what);
    bool (*unused)(const void *what, size_t at);
    void (*clear_padding)(void *what); // sets the bytes of padding to zero, where that is known
};

static inline bool flip_left_out(const struct flip *f, size_t at) {
    for (size_t i = 0; i < f->out_count; i++)
        for (size_t k = 0; k < f->out[i].count; k++)
            if (at - (f->out[i].at + k * f->out[i].stride) < f->out[i].size) return true;
    return false;
}

// Returns how many bytes were seen, so that a case can tell that it looked at something.
static inline size_t flip_every(const struct flip *f) {
    uint8_t *solid = malloc(f->size), *bytes = f->what;
    assert_non_null(solid);
    memset(solid, 0xff, f->size);
    f->clear_padding(solid);
    uint64_t before = f->hash(f->what);
    size_t seen = 0, missed = 0;
    for (size_t at = 0; at < f->size; at++) {
        if (!solid[at] || flip_left_out(f, at) || f->unused(f->what, at)) continue;
        bytes[at] ^= 1;
        bool moved = f->hash(f->what) != before;
        bytes[at] ^= 1;
        seen += moved;
        if (!moved && missed++ < 40) print_error("byte %zu is in no hash\n", at);
    }
    free(solid);
    assert_true(f->hash(f->what) == before);
    assert_int_equal(missed, 0);
    return seen;
}
