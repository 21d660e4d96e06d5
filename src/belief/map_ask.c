// Questions to the map.
#include "belief/map_internal.h"

#include <string.h>

static bool is_in(uint8_t content, map_set set) { return (map_set)1 << content & set; }
static struct vec2 cells(struct vec2 m) { return vec2_scale(m, 1 / MAP_CELL_M); }
static struct vec2 metres(struct vec2 c) { return vec2_scale(c, MAP_CELL_M); }
static bool near_enough(struct vec2 at) { return m_abs(at.x) < 1000 && m_abs(at.y) < 1000; }

struct map_leaf map_leaf_of(const struct map_node *n, struct map_square s) {
    float side = (float)map_side(s);
    struct vec2 middle = {(float)s.x + side / 2, (float)s.y + side / 2};
    return (struct map_leaf){n->content,  n->flags,   s.height,       n->thing,
                             n->first_ms, n->last_ms, metres(middle), side * MAP_CELL_M};
}

const struct map_node *map_find(const struct map *map, int32_t x, int32_t y, struct map_square *square) {
    struct map_square s = map->root;
    int32_t side = map_side(s);
    if (x < s.x || y < s.y || x >= s.x + side || y >= s.y + side) return NULL;
    const struct map_node *node = &map->nodes[map->top];
    while (!map_leaf_is(node)) {
        int32_t half = map_side(s) / 2;
        uint32_t i = (x < s.x + half ? 2u : 0u) + (y < s.y + half ? 1u : 0u);
        s = map_quarter(s, i);
        node = &map->nodes[node->child + i];
    }
    *square = s;
    return node;
}

struct map_leaf map_at(const struct map *map, struct vec2 at) {
    struct map_square square;
    if (!near_enough(at)) return (struct map_leaf){0};
    struct vec2 c = cells(at);
    const struct map_node *node = map_find(map, (int32_t)m_floor(c.x), (int32_t)m_floor(c.y), &square);
    return node ? map_leaf_of(node, square) : (struct map_leaf){.middle_m = at, .size_m = MAP_CELL_M};
}

// ------------------------------------------------------------------------------------------------ within
// shapes

static bool any(const struct map *map, const struct map_node *node, struct map_square square,
                const struct map_lines *lines, map_set set) {
    if (map_leaf_is(node) && !is_in(node->content, set)) return false;
    if (map_covers(lines, square) == MAP_OUT) return false;
    if (map_leaf_is(node)) return true;
    for (uint32_t i = 0; i < 4; i++)
        if (any(map, &map->nodes[node->child + i], map_quarter(square, i), lines, set)) return true;
    return false;
}

bool map_any(const struct map *map, const struct map_shape *shape, map_set set) {
    struct map_lines lines;
    if (!map_lines_of(shape, &lines)) return false;
    if (any(map, &map->nodes[map->top], map->root, &lines, set)) return true;
    float x = (float)map->root.x, y = (float)map->root.y, side = (float)map_side(map->root);
    bool outside = lines.box.low_x < x || lines.box.low_y < y || lines.box.high_x >= x + side ||
                   lines.box.high_y >= y + side;
    return outside && set & MAP_IS(UNKNOWN);
}

static float known(const struct map *map, const struct map_node *node, struct map_square square,
                   const struct map_lines *lines, float *all) {
    enum map_cover cover = map_covers(lines, square);
    if (cover == MAP_OUT) return 0;
    if (map_leaf_is(node) && (cover == MAP_IN || !square.height)) {
        float area = (float)map_side(square) * (float)map_side(square);
        *all += area;
        return node->content == BELIEF_MAP_CONTENT_UNKNOWN ? 0 : area;
    }
    float sum = 0;
    for (uint32_t i = 0; i < 4; i++) // a leaf that lies partly within is asked cell by cell
        sum += known(map, map_leaf_is(node) ? node : &map->nodes[node->child + i], map_quarter(square, i),
                     lines, all);
    return sum;
}

float map_explored(const struct map *map, struct vec2 at, float radius_m) {
    struct map_shape disc = map_disc(at, m_clamp(radius_m, 0, 5));
    struct map_lines lines;
    if (!map_lines_of(&disc, &lines)) return 0;
    float inside = 0, sum = known(map, &map->nodes[map->top], map->root, &lines, &inside);
    float r = m_clamp(radius_m, 0, 5) / MAP_CELL_M, corners = (float)MAP_CORNERS;
    float area =
        corners / 2 * r * r * m_sin(M_TAU_F / corners); // what lies outside the root counts as unknown
    return area > 0 ? m_min(sum / m_max(area, inside), 1) : 0;
}

// ------------------------------------------------------------------------------------------------ the
// nearest

static float off_axis(float at, float low, float high) {
    return at < low ? low - at : at > high ? at - high : 0;
}

static struct vec2 nearest_in(struct map_square s, struct vec2 at) {
    float x = (float)s.x, y = (float)s.y, side = (float)map_side(s);
    return vec2(m_clamp(at.x, x, x + side), m_clamp(at.y, y, y + side));
}

static float away(struct map_square s, struct vec2 at) {
    float x = (float)s.x, y = (float)s.y, side = (float)map_side(s);
    float dx = off_axis(at.x, x, x + side), dy = off_axis(at.y, y, y + side);
    return dx * dx + dy * dy;
}

struct nearest {
    const struct map *map;
    struct vec2 at, found;
    map_set set;
    float best;
    bool any;
};

static void look(struct nearest *n, const struct map_node *node, struct map_square square) {
    if (map_leaf_is(node)) {
        if (!is_in(node->content, n->set) || away(square, n->at) >= n->best) return;
        n->best = away(square, n->at), n->found = nearest_in(square, n->at), n->any = true;
        return;
    }
    uint32_t order[4] = {0, 1, 2, 3};
    float far[4];
    for (uint32_t i = 0; i < 4; i++) far[i] = away(map_quarter(square, i), n->at);
    for (uint32_t i = 1; i < 4; i++) // four are sorted by hand
        for (uint32_t k = i; k && far[order[k]] < far[order[k - 1]]; k--) {
            uint32_t other = order[k];
            order[k] = order[k - 1], order[k - 1] = other;
        }
    for (uint32_t i = 0; i < 4; i++)
        if (far[order[i]] < n->best)
            look(n, &n->map->nodes[node->child + order[i]], map_quarter(square, order[i]));
}

bool map_nearest(const struct map *map, struct vec2 at, map_set set, float most_m, struct vec2 *out) {
    if (!near_enough(at) || !(most_m > 0)) return false;
    float most = most_m / MAP_CELL_M;
    struct nearest n = {map, cells(at), {0, 0}, set, most * most, false};
    look(&n, &map->nodes[map->top], map->root);
    if (n.any) *out = metres(n.found);
    return n.any;
}

// ------------------------------------------------------------------------------------------------ rays

// Where the ray leaves a square, as a share of its way.
static float leaves(struct map_square s, struct vec2 from, struct vec2 way) {
    float side = (float)map_side(s), out = 2;
    float x = way.x > 0 ? (float)s.x + side : (float)s.x, y = way.y > 0 ? (float)s.y + side : (float)s.y;
    if (way.x != 0) out = m_min(out, (x - from.x) / way.x);
    if (way.y != 0) out = m_min(out, (y - from.y) / way.y);
    return out;
}

bool map_ray(const struct map *map, struct vec2 from_m, struct vec2 to_m, map_set set, struct vec2 *hit) {
    if (!near_enough(from_m) || !near_enough(to_m)) return false;
    struct vec2 from = cells(from_m), way = vec2_sub(cells(to_m), from);
    float length = m_hypot(way.x, way.y), step = length > 0 ? 0.01f / length : 2;
    struct map_square square;
    for (float t = 0; t <= 1;) {
        struct vec2 at = vec2_add(from, vec2_scale(way, t));
        int32_t x = (int32_t)m_floor(at.x), y = (int32_t)m_floor(at.y);
        const struct map_node *node = map_find(map, x, y, &square);
        if (!node) square = (struct map_square){x, y, 0};
        if (is_in(node ? node->content : BELIEF_MAP_CONTENT_UNKNOWN, set)) return *hit = metres(at), true;
        t = m_max(leaves(square, from, way), t) + step;
    }
    return false;
}

// ------------------------------------------------------------------------------------------------ frontiers,
// cut-outs

static bool unknown_beside(const struct map *map, struct map_square s) {
    int32_t side = map_side(s), half = side / 2;
    const int32_t beside[4][2] = {
        {s.x + side, s.y + half}, {s.x - 1, s.y + half}, {s.x + half, s.y + side}, {s.x + half, s.y - 1}};
    struct map_square other;
    for (uint32_t i = 0; i < 4; i++) {
        const struct map_node *node = map_find(map, beside[i][0], beside[i][1], &other);
        if (!node || node->content == BELIEF_MAP_CONTENT_UNKNOWN) return true;
    }
    return false;
}

uint32_t map_frontier(const struct map *map, struct vec2 *out, uint32_t room) {
    uint32_t cursor = 0, count = 0;
    struct map_leaf leaf;
    while (count < room && map_next(map, &cursor, &leaf)) {
        if (leaf.content != BELIEF_MAP_CONTENT_CLEAR_OF_CLIFF &&
            leaf.content != BELIEF_MAP_CONTENT_CLEAR_OF_OBSTACLE)
            continue;
        struct vec2 low =
            vec2_scale(vec2_sub(leaf.middle_m, vec2(leaf.size_m / 2, leaf.size_m / 2)), 1 / MAP_CELL_M);
        struct map_square s = {(int32_t)m_round(low.x), (int32_t)m_round(low.y), leaf.depth};
        if (unknown_beside(map, s)) out[count++] = leaf.middle_m;
    }
    return count;
}

struct cut {
    const struct map *map;
    int32_t x, y, width, height; // in cells
    const uint8_t *as;           // what each content becomes; NULL: it stays
    uint8_t *out;
};

static void cut(const struct cut *c, const struct map_node *node, struct map_square s) {
    int32_t side = map_side(s), low_x = s.x > c->x ? s.x : c->x, low_y = s.y > c->y ? s.y : c->y,
            high_x = s.x + side < c->x + c->width ? s.x + side : c->x + c->width,
            high_y = s.y + side < c->y + c->height ? s.y + side : c->y + c->height;
    if (low_x >= high_x || low_y >= high_y) return;
    if (map_leaf_is(node)) {
        uint8_t is = c->as ? c->as[node->content] : node->content;
        uint8_t *at = c->out + (size_t)(low_y - c->y) * (size_t)c->width + (size_t)(low_x - c->x);
        for (int32_t y = low_y; y < high_y; y++, at += c->width) memset(at, is, (size_t)(high_x - low_x));
        return;
    }
    for (uint32_t i = 0; i < 4; i++) cut(c, &c->map->nodes[node->child + i], map_quarter(s, i));
}

void map_cut(const struct map *map, struct vec2 low_m, uint32_t width, uint32_t height, const uint8_t *as,
             uint8_t *out) {
    struct vec2 low = cells(low_m);
    memset(out, as ? as[BELIEF_MAP_CONTENT_UNKNOWN] : BELIEF_MAP_CONTENT_UNKNOWN, (size_t)width * height);
    if (!near_enough(low_m)) return;
    struct cut c = {map,
                    (int32_t)m_floor(low.x + 0.5f),
                    (int32_t)m_floor(low.y + 0.5f),
                    (int32_t)width,
                    (int32_t)height,
                    as,
                    out};
    cut(&c, &map->nodes[map->top], map->root);
}

// ------------------------------------------------------------------------------------------------ changes

bool map_changed(const struct map *map, const struct map_shape *within, uint32_t since) {
    struct map_lines lines;
    if (since == map->number || !map_lines_of(within, &lines)) return false;
    if (map->number - since >= MAP_CHANGES) return true;
    for (uint32_t i = since + 1; i != map->number + 1; i++) {
        const struct map_change *c = &map->changes[i % MAP_CHANGES];
        if (c->low_x <= lines.box.high_x && c->high_x >= lines.box.low_x && c->low_y <= lines.box.high_y &&
            c->high_y >= lines.box.low_y)
            return true;
    }
    return false;
}

uint32_t map_number(const struct map *map) { return map->number; }
uint64_t map_hash(const struct map *map) { return map->sum; }
bool map_empty(const struct map *map) { return !map->sum; }
uint32_t map_blocks(const struct map *map) { return map->taken; }
