#include "belief/map_internal.h"

#include <stdlib.h>
#include <string.h>

enum { SPARE_BLOCKS = 1024, FORGET_HEIGHT = 4, RECENT_MS = 1000 };

// ------------------------------------------------------------------------------------------------ a number
// for all of it

static uint64_t mixed(uint64_t x) {
    x ^= x >> 30, x *= 0xbf58476d1ce4e5b9u;
    x ^= x >> 27, x *= 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

// The sum does not change when a root grows, nor with the order of what was noted.
static uint64_t number_of(const struct map_node *n, struct map_square s) {
    if (n->content == BELIEF_MAP_CONTENT_UNKNOWN && !n->flags) return 0;
    uint64_t where = (uint64_t)(uint32_t)s.x << 32 | (uint32_t)s.y,
             what =
                 (uint64_t)n->thing << 24 | (uint64_t)s.height << 16 | (uint64_t)n->flags << 8 | n->content;
    return mixed(mixed(where + 0x9e3779b97f4a7c15u) ^ what);
}

// ------------------------------------------------------------------------------------------------ blocks of
// four

static uint32_t take_block(struct map *map) {
    struct map_store *s = map->store;
    uint32_t at = s->free;
    if (at)
        s->free = s->nodes[at].child;
    else if (s->fresh < MAP_BLOCKS)
        at = 4 + 4 * s->fresh++;
    else
        return 0;
    s->taken++, map->taken++;
    return at;
}

static void give_block(struct map *map, uint32_t at) {
    map->nodes[at] = (struct map_node){.child = map->store->free};
    map->store->free = at;
    map->store->taken--, map->taken--;
}

static void drop_below(struct map *map, struct map_node *node, struct map_square square) {
    if (map_leaf_is(node)) {
        map->sum -= number_of(node, square);
        return;
    }
    uint32_t child = node->child;
    for (uint32_t i = 0; i < 4; i++) drop_below(map, &map->nodes[child + i], map_quarter(square, i));
    give_block(map, child);
}

static void forget(struct map *map, struct map_node *node, struct map_square square) {
    drop_below(map, node, square);
    *node = (struct map_node){0};
}

static bool split(struct map *map, struct map_node *node, struct map_square square) {
    uint32_t at = take_block(map);
    if (!at) return false;
    struct map_node four = *node;
    map->sum -= number_of(node, square);
    *node = (struct map_node){.child = at, .flags = MAP_DIVIDED};
    for (uint32_t i = 0; i < 4; i++) {
        map->nodes[at + i] = four;
        map->sum += number_of(&four, map_quarter(square, i));
    }
    return true;
}

static bool alike(const struct map_node *a, const struct map_node *b) {
    return map_leaf_is(a) && map_leaf_is(b) && a->content == b->content && a->flags == b->flags &&
           a->thing == b->thing;
}

static void merge(struct map *map, struct map_node *node, struct map_square square) {
    struct map_node *four = &map->nodes[node->child], one = four[0];
    for (uint32_t i = 0; i < 4; i++) {
        if (!alike(&four[0], &four[i])) return;
        one.first_ms = four[i].first_ms < one.first_ms ? four[i].first_ms : one.first_ms;
        one.last_ms = four[i].last_ms > one.last_ms ? four[i].last_ms : one.last_ms;
    }
    for (uint32_t i = 0; i < 4; i++) map->sum -= number_of(&four[i], map_quarter(square, i));
    give_block(map, node->child);
    *node = one;
    map->sum += number_of(node, square);
}

// ------------------------------------------------------------------------------------------------ birth

static struct map *map_in(struct map_store *store, uint32_t top) {
    struct map *map = calloc(1, sizeof *map);
    if (!map) return NULL;
    map->store = store, map->nodes = store->nodes, map->top = top;
    store->maps[top] = map;
    map_clear(map);
    return map;
}

struct map *map_new(void) {
    struct map_store *store = calloc(1, sizeof *store);
    struct map *map = store ? map_in(store, 0) : NULL;
    if (!map) free(store);
    return map;
}

struct map *map_beside(struct map *map) {
    return map_in(map->store, 1 - map->top);
}

void map_free(struct map *map) {
    if (!map) return;
    struct map_store *store = map->store;
    map_clear(map);
    store->maps[map->top] = NULL;
    if (!store->maps[1 - map->top]) free(store);
    free(map);
}
size_t map_bytes(void) { return sizeof(struct map_store) + 2 * sizeof(struct map); }

static void give_below(struct map *map, const struct map_node *node) {
    uint32_t child = node->child;
    if (map_leaf_is(node)) return;
    for (uint32_t i = 0; i < 4; i++) give_below(map, &map->nodes[child + i]);
    give_block(map, child);
}

void map_clear(struct map *map) {
    struct map_store *store = map->store;
    int32_t half = 1 << (MAP_DEPTH_FIRST - 1);
    if (map->taken == store->taken) // all of them
        store->free = store->fresh = store->taken = map->taken = 0;
    else
        give_below(map, &map->nodes[map->top]);
    map->root = (struct map_square){-half, -half, MAP_DEPTH_FIRST};
    map->nodes[map->top] = (struct map_node){0};
    map->sum = 0;
    map->number++;
    map->changes[map->number % MAP_CHANGES] = (struct map_change){-1e9f, -1e9f, 1e9f, 1e9f};
}

void map_here(struct map *map, struct vec2 at) {
    if (!(m_abs(at.x) < 1000 && m_abs(at.y) < 1000)) return;
    map->here_x = (int32_t)m_floor(at.x / MAP_CELL_M), map->here_y = (int32_t)m_floor(at.y / MAP_CELL_M);
}

// ------------------------------------------------------------------------------------------------ growing,
// sliding, forgetting

static void grow(struct map *map, bool up_x, bool up_y) {
    uint32_t at = take_block(map);
    if (!at) return;
    struct map_node *root = &map->nodes[map->top];
    uint32_t old = (up_x ? 2u : 0u) + (up_y ? 1u : 0u); // its quarter: away from where it grows
    for (uint32_t i = 0; i < 4; i++) map->nodes[at + i] = i == old ? *root : (struct map_node){0};
    *root = (struct map_node){.child = at, .flags = MAP_DIVIDED};
    int32_t side = map_side(map->root);
    map->root.x -= up_x ? 0 : side, map->root.y -= up_y ? 0 : side;
    map->root.height++;
}

// By half of the root: what falls off on the other side is forgotten.
static void slide(struct map *map, bool along_y, bool up) {
    struct map_node *root = &map->nodes[map->top];
    if (map_leaf_is(root) && !split(map, root, map->root)) return;
    uint32_t bit = along_y ? 1 : 2, child = root->child;
    for (uint32_t i = 0; i < 4; i++) {
        if (!(i & bit)) continue; // pairs: i lies lower, i without the bit higher
        uint32_t low = i, high = i & ~bit, gone = up ? low : high, kept = up ? high : low;
        forget(map, &map->nodes[child + gone], map_quarter(map->root, gone));
        map->nodes[child + gone] = map->nodes[child + kept];
        map->nodes[child + kept] = (struct map_node){0};
    }
    int32_t half = map_side(map->root) / 2 * (up ? 1 : -1);
    map->root.x += along_y ? 0 : half, map->root.y += along_y ? half : 0;
}

static void make_room_for(struct map *map, const struct map_change *box) {
    for (uint32_t i = 0; i < 512; i++) { // a shape is less than a thousand metres away
        float low_x = (float)map->root.x, low_y = (float)map->root.y, side = (float)map_side(map->root);
        bool left = box->low_x < low_x, right = box->high_x >= low_x + side, below = box->low_y < low_y,
             above = box->high_y >= low_y + side;
        if (!(left || right || below || above)) return;
        if (map->root.height < MAP_DEPTH_MOST)
            grow(map, right || !left, above || !below);
        else
            slide(map, !(left || right), left || right ? right : above);
    }
}

static uint32_t away(const struct map *map, struct map_square s) {
    int32_t half = map_side(s) / 2, x = s.x + half - map->here_x, y = s.y + half - map->here_y;
    return (uint32_t)((x < 0 ? -x : x) + (y < 0 ? -y : y));
}

// The farthest square that is divided, of 16 cells to a side or more.
static void forget_below(struct map *map, struct map_node *node, struct map_square square) {
    struct map_node *farthest = NULL;
    struct map_square there = square;
    for (uint32_t i = 0; i < 4 && square.height > FORGET_HEIGHT; i++) {
        struct map_node *child = &map->nodes[node->child + i];
        struct map_square quarter = map_quarter(square, i);
        if (map_leaf_is(child) || (farthest && away(map, quarter) <= away(map, there))) continue;
        farthest = child, there = quarter;
    }
    if (!farthest) return forget(map, node, square);
    forget_below(map, farthest, there);
    merge(map, node, square);
}

static bool forget_farthest(struct map *map) {
    if (map_leaf_is(&map->nodes[map->top])) return false;
    forget_below(map, &map->nodes[map->top], map->root);
    return true;
}

static void keep_spare(struct map *map) {
    struct map *other = map->store->maps[1 - map->top];
    while (MAP_BLOCKS - map->store->taken < SPARE_BLOCKS)
        if (!(other && forget_farthest(other)) && !forget_farthest(map)) return;
}

// ------------------------------------------------------------------------------------------------ what may
// overwrite what

static const uint8_t RANK[] = {
    [BELIEF_MAP_CONTENT_UNKNOWN] = 0,
    [BELIEF_MAP_CONTENT_CLEAR_OF_OBSTACLE] = 1,
    [BELIEF_MAP_CONTENT_CLEAR_OF_CLIFF] = 2,
    [BELIEF_MAP_CONTENT_NON_INTERESTING_EDGE] = 3,
    [BELIEF_MAP_CONTENT_INTERESTING_EDGE] = 4,
    [BELIEF_MAP_CONTENT_OBSTACLE_UNRECOGNIZED] = 5,
    [BELIEF_MAP_CONTENT_OBSTACLE_PROXIMITY] = 6,
    [BELIEF_MAP_CONTENT_OBSTACLE_PROXIMITY_EXPLORED] = 7,
    [BELIEF_MAP_CONTENT_OBSTACLE_CUBE] = 8,
    [BELIEF_MAP_CONTENT_OBSTACLE_CHARGER] = 8,
    [BELIEF_MAP_CONTENT_CLIFF] = 9,
};
_Static_assert(sizeof RANK == MAP_CONTENTS, "a rank for each");

bool map_outranks(uint8_t content, uint8_t over) {
    return content < MAP_CONTENTS && over < MAP_CONTENTS && RANK[content] >= RANK[over];
}

static bool overwrites(const struct map_node *old, const struct map_note *note) {
    map_set is = (map_set)1 << old->content;
    switch (note->how) {
    case MAP_ANYHOW:
        return true;
    case MAP_DRIVEN:
        return is & (MAP_FELT | MAP_IS(OBSTACLE_UNRECOGNIZED)) || map_outranks(note->content, old->content);
    case MAP_SEEN_THROUGH:
        if (is & MAP_FELT) return note->time_ms - old->last_ms > RECENT_MS;
        return map_outranks(note->content, old->content);
    default:
        return map_outranks(note->content, old->content);
    }
}

static struct map_node noted(struct map_node node, const struct map_note *note) {
    if (overwrites(&node, note)) {
        if (node.content != note->content) node.first_ms = note->time_ms;
        node.content = note->content, node.thing = note->thing;
    }
    node.flags |= note->flags;
    if (node.content == note->content) node.last_ms = note->time_ms;
    return node;
}

// ------------------------------------------------------------------------------------------------ noting

struct putting {
    struct map *map;
    const struct map_lines *lines;
    const struct map_note *note;
    bool changed;
};

static void put(struct putting *p, struct map_node *node, struct map_square square) {
    enum map_cover cover = map_covers(p->lines, square);
    if (cover == MAP_OUT) return;
    if (map_leaf_is(node)) {
        struct map_node other = noted(*node, p->note);
        bool same = alike(&other, node);
        if (cover == MAP_PARTLY && (same || !split(p->map, node, square))) return;
        if (map_leaf_is(node)) {
            if (!same) {
                p->map->sum -= number_of(node, square);
                p->map->sum += number_of(&other, square);
            }
            *node = other;
            p->changed |= !same;
            return;
        }
    }
    uint32_t child = node->child;
    for (uint32_t i = 0; i < 4; i++) put(p, &p->map->nodes[child + i], map_quarter(square, i));
    merge(p->map, node, square);
}

static void tell_change(struct map *map, const struct map_change *box) {
    map->changes[++map->number % MAP_CHANGES] = *box;
}

bool map_put(struct map *map, const struct map_shape *shape, const struct map_note *note) {
    struct map_lines lines;
    if (note->content >= MAP_CONTENTS || !map_lines_of(shape, &lines)) return false;
    keep_spare(map);
    make_room_for(map, &lines.box);
    struct putting p = {map, &lines, note, false};
    put(&p, &map->nodes[map->top], map->root);
    if (p.changed) tell_change(map, &lines.box);
    return true;
}

// ------------------------------------------------------------------------------------------------ taking
// away

struct taking {
    struct map *map;
    uint16_t thing;
    map_set contents;
    uint32_t before_ms, count;
    struct map_note note;
    struct map_change box;
};

static bool is_taken(const struct taking *t, const struct map_node *n) {
    if (t->thing) return n->thing == t->thing;
    return (map_set)1 << n->content & t->contents && (int32_t)(n->last_ms - t->before_ms) < 0;
}

static void take(struct taking *t, struct map_node *node, struct map_square square) {
    if (map_leaf_is(node)) {
        if (!is_taken(t, node)) return;
        t->map->sum -= number_of(node, square);
        node->content = t->note.content, node->thing = 0;
        node->first_ms = node->last_ms = t->note.time_ms;
        t->map->sum += number_of(node, square);
        t->count++;
        float x = (float)square.x, y = (float)square.y, side = (float)map_side(square);
        t->box = (struct map_change){m_min(t->box.low_x, x), m_min(t->box.low_y, y),
                                     m_max(t->box.high_x, x + side), m_max(t->box.high_y, y + side)};
        return;
    }
    for (uint32_t i = 0, child = node->child; i < 4; i++)
        take(t, &t->map->nodes[child + i], map_quarter(square, i));
    merge(t->map, node, square);
}

static uint32_t take_all(struct taking *t) {
    t->box = (struct map_change){1e9f, 1e9f, -1e9f, -1e9f};
    take(t, &t->map->nodes[t->map->top], t->map->root);
    if (t->count) tell_change(t->map, &t->box);
    return t->count;
}

uint32_t map_clear_thing(struct map *map, uint16_t thing, uint32_t time_ms) {
    struct taking t = {.map = map,
                       .thing = thing,
                       .note = {.content = BELIEF_MAP_CONTENT_CLEAR_OF_OBSTACLE, .time_ms = time_ms}};
    return thing ? take_all(&t) : 0;
}

uint32_t map_expire(struct map *map, map_set contents, uint32_t before_ms) {
    struct taking t = {
        .map = map, .contents = contents, .before_ms = before_ms, .note = {.time_ms = before_ms}};
    return take_all(&t);
}
