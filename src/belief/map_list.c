// The map as a list of its leaves, and read from one.
#include "belief/map_internal.h"

#include <string.h>

// The cursor counts cells along the order of the leaves: two bits a level, the root's children in the upper
// ones.
static uint32_t cells_of(uint8_t height) { return 1u << (2 * height); }

static const struct map_node *leaf_at(const struct map *map, uint32_t cursor, struct map_square *square) {
    const struct map_node *node = &map->nodes[map->top];
    *square = map->root;
    while (!map_leaf_is(node)) {
        uint32_t i = cursor >> (2 * (square->height - 1)) & 3;
        *square = map_quarter(*square, i);
        node = &map->nodes[node->child + i];
    }
    return node;
}

bool map_next(const struct map *map, uint32_t *cursor, struct map_leaf *out) {
    if (*cursor >= cells_of(map->root.height)) return false;
    struct map_square square;
    const struct map_node *node = leaf_at(map, *cursor, &square);
    *out = map_leaf_of(node, square);
    *cursor = (*cursor & ~(cells_of(square.height) - 1)) + cells_of(square.height);
    return true;
}

uint32_t map_leaves(const struct map *map) { return 1 + 3 * map->taken; } // a block makes four leaves of one

void map_info(const struct map *map, struct belief_map_info *out) {
    float side = (float)map_side(map->root);
    *out = (struct belief_map_info){.number = map->number,
                                    .hash = map->sum,
                                    .depth = map->root.height,
                                    .size_m = side * MAP_CELL_M,
                                    .x_m = ((float)map->root.x + side / 2) * MAP_CELL_M,
                                    .y_m = ((float)map->root.y + side / 2) * MAP_CELL_M,
                                    .squares = map_leaves(map)};
}

// ------------------------------------------------------------------------------------------------ reading

static enum err check_info(const struct belief_map_info *info, struct map_square *root, struct fault *fault) {
    if (info->depth < MAP_DEPTH_FIRST || info->depth > MAP_DEPTH_MOST)
        return fault_set(fault, ERR_RANGE, "a root of depth %u: it is %u to %u", info->depth, MAP_DEPTH_FIRST,
                         MAP_DEPTH_MOST);
    if (!(m_abs(info->x_m) < 1000 && m_abs(info->y_m) < 1000))
        return fault_set(fault, ERR_RANGE, "its middle is no place within a kilometre");
    int32_t side = 1 << info->depth, half = side / 2;
    *root = (struct map_square){(int32_t)m_round(info->x_m / MAP_CELL_M) - half,
                                (int32_t)m_round(info->y_m / MAP_CELL_M) - half, info->depth};
    if (m_abs(info->size_m - (float)side * MAP_CELL_M) > MAP_CELL_M / 2)
        return fault_set(fault, ERR_RANGE, "a root of depth %u is %.2f m to a side", info->depth,
                         (double)((float)side * MAP_CELL_M));
    return ERR_NONE;
}

// Each leaf begins where the one before ended, on a border of squares of its own size.
static enum err check_quads(uint32_t depth, const struct belief_quad *quads, uint32_t count,
                            struct fault *fault) {
    uint32_t at = 0, all = cells_of((uint8_t)depth), blocks = (count - 1) / 3;
    if (!count || (count - 1) % 3 || blocks > MAP_BLOCKS - 1)
        return fault_set(fault, ERR_LIMIT, "%u squares: three times a number of at most %u, and one", count,
                         MAP_BLOCKS - 1);
    for (uint32_t i = 0; i < count; i++) {
        if (quads[i].content > BELIEF_MAP_CONTENT_OBSTACLE_CHARGER || quads[i].depth > depth)
            return fault_set(fault, ERR_RANGE, "square %u: content %u at depth %u", i, quads[i].content,
                             quads[i].depth);
        uint32_t cells = cells_of(quads[i].depth);
        if (at % cells || cells > all - at)
            return fault_set(fault, ERR_RANGE, "square %u: one of depth %u does not fit here", i,
                             quads[i].depth);
        at += cells;
    }
    return at == all ? ERR_NONE : fault_set(fault, ERR_SHORT, "%u squares do not fill the root", count);
}

static void note_quad(struct map *map, uint32_t cursor, const struct belief_quad *quad, uint32_t depth) {
    struct map_square s = map->root;
    for (uint32_t h = depth; h > quad->depth; h--) s = map_quarter(s, cursor >> (2 * (h - 1)) & 3);
    float half = (float)map_side(s) / 2;
    struct vec2 middle = vec2_scale(vec2((float)s.x + half, (float)s.y + half), MAP_CELL_M);
    struct map_shape box =
        map_box((struct pose2){middle, 0}, (2 * half - 0.5f) * MAP_CELL_M, (2 * half - 0.5f) * MAP_CELL_M);
    box.touching = true;
    map_put(map, &box, &(struct map_note){.content = quad->content, .how = MAP_ANYHOW});
}

enum err map_read(struct map *map, const struct belief_map_info *info, const struct belief_quad *quads,
                  uint32_t count, struct fault *fault) {
    struct map_square root;
    enum err err = check_info(info, &root, fault);
    if (!err) err = check_quads(info->depth, quads, count, fault);
    if (err) return err;
    map_clear(map);
    map->root = root;
    for (uint32_t i = 0, cursor = 0; i < count; cursor += cells_of(quads[i].depth), i++)
        if (quads[i].content != BELIEF_MAP_CONTENT_UNKNOWN) note_quad(map, cursor, &quads[i], info->depth);
    return ERR_NONE;
}

// ------------------------------------------------------------------------------------------------ from
// another map

bool map_take_over(struct map *map, const struct map *from, struct pose2 moved, uint32_t *cursor,
                   uint32_t most) {
    struct map_leaf leaf;
    for (uint32_t i = 0; i < most; i++) {
        if (!map_next(from, cursor, &leaf)) return false;
        if (leaf.content == BELIEF_MAP_CONTENT_UNKNOWN) continue;
        struct pose2 middle = pose2_times(moved, (struct pose2){leaf.middle_m, 0});
        struct map_shape box = map_box(middle, leaf.size_m, leaf.size_m);
        map_put(
            map, &box,
            &(struct map_note){
                .content = leaf.content, .flags = leaf.flags, .thing = leaf.thing, .time_ms = leaf.last_ms});
    }
    return true;
}
