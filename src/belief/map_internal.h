// Between the files of the map.
//
//     map.c          nodes, growing, forgetting, what is noted
//     map_shape.c    shapes against squares
//     map_ask.c      questions
//     map_list.c     the map as a list of leaves
#pragma once

#include "belief/map.h"

enum { MAP_DIVIDED = 0x80 }; // a flag: it has four children and nothing else
struct map_node {
    union {
        uint32_t first_ms; // of a leaf
        uint32_t child;    // the first of four
    };
    uint32_t last_ms;
    uint16_t thing;
    uint8_t content, flags;
};
_Static_assert(sizeof(struct map_node) == 12, "four of them lie within a line of the cache");

// A square in cells: its lower corner, and 2^height cells to a side.
struct map_square {
    int32_t x, y;
    uint8_t height;
};
struct map_change {
    float low_x, low_y, high_x, high_y; // in cells
};
// Blocks of four nodes, for one map or two.
struct map_store {
    struct map *maps[2];
    uint32_t free, fresh,
        taken; // first of the chain that was given back, how many were ever taken, how many are
    struct map_node nodes[4 + 4 * MAP_BLOCKS]; // the first two are roots, the next two are not used
};
struct map {
    struct map_store *store;
    struct map_node *nodes; // of the store
    uint32_t top;           // which of them is its root
    struct map_square root;
    int32_t here_x, here_y;
    uint32_t taken; // blocks of its own
    uint32_t number;
    uint64_t sum; // of all leaves that are known
    struct map_change changes[MAP_CHANGES];
};

// A shape in cells, made ready.
struct map_lines {
    struct map_change box;
    struct vec2 normal[MAP_CORNERS]; // inwards, of length 1
    float offset[MAP_CORNERS];
    uint32_t count; // of lines
    bool thin, touching;
};
enum map_cover { MAP_OUT, MAP_PARTLY, MAP_IN };

bool map_lines_of(const struct map_shape *shape, struct map_lines *out); // false: refused
enum map_cover map_covers(const struct map_lines *lines, struct map_square square);
static inline struct map_square map_quarter(struct map_square of, uint32_t i) {
    int32_t half = 1 << (of.height - 1);
    return (struct map_square){of.x + (i & 2 ? 0 : half), of.y + (i & 1 ? 0 : half),
                               (uint8_t)(of.height - 1)};
}
static inline int32_t map_side(struct map_square square) { return 1 << square.height; }
static inline bool map_leaf_is(const struct map_node *node) { return !(node->flags & MAP_DIVIDED); }
struct map_leaf map_leaf_of(const struct map_node *node, struct map_square square);
// The leaf that holds a cell; NULL: outside.
const struct map_node *map_find(const struct map *map, int32_t x, int32_t y, struct map_square *square);
