#include "run/check/map_truth.h"

#include "world/plane/plane.h"

#define NEAR_M  0.015f
#define STEP_M  MAP_CELL_M
#define CLEAR_M 0.025f // so near the outline there must be free floor for it to be asked for
#define LOW_M   0.006f
enum { CLEAR = MAP_IS(CLEAR_OF_OBSTACLE) | MAP_IS(CLEAR_OF_CLIFF) };

struct look {
    const struct plane *plane;
    const struct map *map;
    struct pose2 origin;
    float floor_m, beam_m;
    uint32_t self;
};

static struct vec3 in_world(const struct look *l, struct vec2 at) {
    struct vec2 there = pose2_apply(l->origin, at);
    return vec3(there.x, there.y, l->floor_m + l->beam_m);
}

// Whether an outline passes within so much of here: rays to and fro along both axes and both diagonals.
static bool outline(const struct look *l, struct vec2 at, float within) {
    for (int i = 0; i < 8; i++) {
        struct vec2 half = vec2_turn(vec2(within, 0), (float)i * M_TAU_F / 8);
        struct vec3 from = in_world(l, vec2_sub(at, half)), to = in_world(l, vec2_add(at, half));
        if (plane_ray(l->plane, from, vec3_sub(to, from), 2 * within, l->self).body) return true;
    }
    return false;
}

// At the beam's height, or below it: a ramp is a thing, too.
static bool inside(const struct look *l, struct vec2 at) {
    struct vec3 beam = in_world(l, at), low = beam;
    low.z = l->floor_m + LOW_M;
    return plane_closest(l->plane, beam, NEAR_M, l->self).distance <= 0 ||
           plane_closest(l->plane, low, NEAR_M, l->self).distance <= 0;
}

static bool near_in_map(const struct look *l, struct vec2 at, map_set what, float within) {
    struct vec2 found;
    return map_nearest(l->map, at, what, within, &found);
}

struct area {
    struct vec2 low, high;
};

static void judge_leaf(const struct look *l, const struct map_leaf *leaf, struct accuracy_hits *out) {
    float corner = (STEP_M - leaf->size_m) / 2;
    for (float x = corner; x < leaf->size_m / 2; x += STEP_M)
        for (float y = corner; y < leaf->size_m / 2; y += STEP_M) {
            struct vec2 at = vec2_add(leaf->middle_m, vec2(x, y));
            if (outline(l, at, NEAR_M))
                out->right++;
            else if (!inside(l, at))
                out->wrong++;
        }
}

static struct area judge_known(const struct look *l, struct accuracy_hits *out) {
    struct area area = {{1e9f, 1e9f}, {-1e9f, -1e9f}};
    struct map_leaf leaf;
    for (uint32_t cursor = 0; map_next(l->map, &cursor, &leaf);) {
        if (leaf.content == BELIEF_MAP_CONTENT_UNKNOWN) continue;
        struct vec2 at = leaf.middle_m;
        float half = leaf.size_m / 2 + CLEAR_M;
        area.low = vec2(m_min(area.low.x, at.x - half), m_min(area.low.y, at.y - half));
        area.high = vec2(m_max(area.high.x, at.x + half), m_max(area.high.y, at.y + half));
        if ((map_set)1 << leaf.content & MAP_OBSTACLES) judge_leaf(l, &leaf, out);
    }
    return area;
}

static void judge_outlines(const struct look *l, struct area area, struct accuracy_hits *out) {
    for (float x = area.low.x + STEP_M / 2; x < area.high.x; x += STEP_M)
        for (float y = area.low.y + STEP_M / 2; y < area.high.y; y += STEP_M) {
            struct vec2 at = vec2(x, y);
            if (near_in_map(l, at, CLEAR, CLEAR_M) && outline(l, at, STEP_M / 2) &&
                !near_in_map(l, at, MAP_OBSTACLES, NEAR_M))
                out->missed++;
        }
}

void map_truth(const struct world *w, const struct map_stand *stand, const struct map *map,
               struct accuracy_hits *out) {
    struct look l = {world_plane(w), map, stand->origin, stand->floor_m, stand->beam_m, stand->self};
    *out = (struct accuracy_hits){0};
    judge_outlines(&l, judge_known(&l, out), out);
}

double map_overlap(const struct accuracy_hits *h) {
    uint32_t all = h->right + h->wrong + h->missed;
    return all ? (double)h->right / all : 1;
}
