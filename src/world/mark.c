#include "world/mark.h"

#include "base/maths/maths.h"
#include "border/accessories.h"
#include "codec/picture/marker.h"

// Of a code as things have it: the marker's number, from 1.
static float size_of(uint32_t code) {
    return code && code <= MARKER_COUNT ? (float)MARKERS[code - 1].size_mm / 1000 : 0;
}

static const struct side {
    struct vec3 normal, right, up;
} SIDES[6] /* front looks along -x, towards who comes along +x */ = {
    {{-1, 0, 0}, {0, -1, 0}, {0, 0, 1}}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
    {{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}},  {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}},
    {{0, 0, 1}, {0, -1, 0}, {1, 0, 0}},  {{0, 0, -1}, {0, -1, 0}, {-1, 0, 0}},
};

static float along(struct vec3 way, const float size[3]) {
    return m_abs(way.x) * size[0] + m_abs(way.y) * size[1] + m_abs(way.z) * size[2];
}

static void place(struct mark *out, struct pose pose, const struct side *s, struct vec3 at) {
    out->centre = pose_apply(pose, at);
    out->normal = quat_apply(pose.turn, s->normal);
    out->right = quat_apply(pose.turn, s->right);
    out->up = quat_apply(pose.turn, s->up);
}

bool mark_of(const struct world_thing_state *t, struct pose pose, uint32_t i, struct mark *out) {
    if (t->kind == WORLD_THING_KIND_CHARGER) {
        if (i) return false;
        *out = (struct mark){.code = t->markers[0], .size_m = size_of(t->markers[0])};
        place(out, pose, &SIDES[0], vec3(CHARGER_LONG_M, 0, CHARGER_MARK_Z_M));
        return true;
    }
    bool wall = t->kind == WORLD_THING_KIND_WALL;
    if (i >= (wall ? 2 : 6)) return false;
    if (!wall && t->kind != WORLD_THING_KIND_BOX && t->kind != WORLD_THING_KIND_CUBE) return false;
    const struct side *s = &SIDES[i];
    float width = along(s->right, t->size_m), height = along(s->up, t->size_m);
    // A wall shows its marker on both of its faces; code 0 is a bare side.
    *out = (struct mark){.code = wall ? t->markers[0] : t->markers[i],
                         .size_m = t->cube ? size_of(t->markers[i]) : m_min(width, height) * 0.8f};
    struct vec3 middle = vec3(0, 0, t->size_m[2] / 2);
    place(out, pose, s, vec3_add(middle, vec3_scale(s->normal, along(s->normal, t->size_m) / 2)));
    return true;
}
