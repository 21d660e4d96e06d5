// Shapes against squares: a convex shape is the lines around it.
#include "belief/map_internal.h"

#define FARTHEST_M 1000.0f

static struct map_shape touching(struct map_shape shape) {
    shape.touching = true;
    return shape;
}

struct map_shape map_point(struct vec2 at) {
    return touching((struct map_shape){.corner = {at}, .count = 1});
}

struct map_shape map_segment(struct vec2 from, struct vec2 to) {
    return touching((struct map_shape){.corner = {from, to}, .count = 2});
}

struct map_shape map_polygon(const struct vec2 *corners, uint32_t count) {
    struct map_shape shape = {.count = count < MAP_CORNERS ? count : MAP_CORNERS};
    for (uint32_t i = 0; i < shape.count; i++) shape.corner[i] = corners[i];
    return shape;
}

struct map_shape map_box(struct pose2 middle, float length_m, float width_m) {
    float x = length_m / 2, y = width_m / 2;
    const struct vec2 corners[4] = {{x, y}, {-x, y}, {-x, -y}, {x, -y}};
    struct map_shape shape = {.count = 4};
    struct rot2 turn = rot2_of(middle.angle);
    for (uint32_t i = 0; i < 4; i++) shape.corner[i] = vec2_add(middle.at, rot2_apply(turn, corners[i]));
    return shape;
}

struct map_shape map_disc(struct vec2 middle, float radius_m) {
    struct map_shape shape = {.count = MAP_CORNERS};
    for (uint32_t i = 0; i < MAP_CORNERS; i++) {
        struct rot2 turn = rot2_of((float)i * M_TAU_F / MAP_CORNERS);
        shape.corner[i] = vec2_add(middle, rot2_apply(turn, vec2(radius_m, 0)));
    }
    return shape;
}

struct map_shape map_sector(struct pose2 from, float half_rad, float radius_m) {
    enum { ARC = 5 };
    struct map_shape shape = {.corner = {from.at}, .count = 1 + ARC};
    for (uint32_t i = 0; i < ARC; i++) {
        float along = from.angle - half_rad + (float)i * 2 * half_rad / (ARC - 1);
        shape.corner[1 + i] = vec2_add(from.at, rot2_apply(rot2_of(along), vec2(radius_m, 0)));
    }
    return shape;
}

// ------------------------------------------------------------------------------------------------ lines

static bool bounds(const struct map_shape *s, struct vec2 cells[MAP_CORNERS], struct map_change *box) {
    if (!s->count || s->count > MAP_CORNERS) return false;
    *box = (struct map_change){1e9f, 1e9f, -1e9f, -1e9f};
    for (uint32_t i = 0; i < s->count; i++) {
        struct vec2 c = s->corner[i];
        if (!(m_abs(c.x) < FARTHEST_M && m_abs(c.y) < FARTHEST_M)) return false;
        cells[i] = c = vec2_scale(c, 1 / MAP_CELL_M);
        box->low_x = m_min(box->low_x, c.x), box->high_x = m_max(box->high_x, c.x);
        box->low_y = m_min(box->low_y, c.y), box->high_y = m_max(box->high_y, c.y);
    }
    float most = (float)(1 << MAP_DEPTH_MOST);
    return box->high_x - box->low_x < most && box->high_y - box->low_y < most;
}

static float twice_area(const struct vec2 *c, uint32_t count) {
    float sum = 0;
    for (uint32_t i = 1; i + 1 < count; i++) // far out only differences are exact enough
        sum += vec2_cross(vec2_sub(c[i], c[0]), vec2_sub(c[i + 1], c[0]));
    return sum;
}

bool map_lines_of(const struct map_shape *shape, struct map_lines *out) {
    struct vec2 c[MAP_CORNERS];
    *out = (struct map_lines){.touching = shape->touching};
    if (!bounds(shape, c, &out->box)) return false;
    float area = shape->count > 2 ? twice_area(c, shape->count) : 0;
    out->thin = !(m_abs(area) > 1e-6f);
    if (out->thin) out->touching = true;
    float round = area < 0 ? -1 : 1;
    for (uint32_t i = 0; i < shape->count; i++) {
        struct vec2 along = vec2_sub(c[(i + 1) % shape->count], c[i]);
        if (along.x == 0 && along.y == 0) continue;
        struct vec2 normal = vec2_scale(vec2_unit(vec2_left(along)), round);
        out->normal[out->count] = normal;
        out->offset[out->count++] = vec2_dot(normal, c[i]);
    }
    return true;
}

static bool holds_middle(const struct map_lines *l, struct vec2 middle) {
    for (uint32_t i = 0; i < l->count; i++)
        if (vec2_dot(l->normal[i], middle) < l->offset[i]) return false;
    return true;
}

enum map_cover map_covers(const struct map_lines *l, struct map_square s) {
    float side = (float)map_side(s), x = (float)s.x, y = (float)s.y;
    // A square holds its lower rims, not its upper ones.
    if (l->box.high_x < x || l->box.low_x >= x + side || l->box.high_y < y || l->box.low_y >= y + side)
        return MAP_OUT;
    struct vec2 middle = {x + side / 2, y + side / 2};
    if (!s.height && !l->touching) return holds_middle(l, middle) ? MAP_IN : MAP_OUT;
    bool all = !l->thin;
    for (uint32_t i = 0; i < l->count; i++) {
        float to = vec2_dot(l->normal[i], middle) - l->offset[i];
        float reach = (m_abs(l->normal[i].x) + m_abs(l->normal[i].y)) * side / 2;
        if (to < -reach || (l->thin && to > reach)) return MAP_OUT;
        all = all && to >= reach;
    }
    return all ? MAP_IN : s.height ? MAP_PARTLY : MAP_IN;
}
