// Queries: rays, the ground, the nearest thing, and whether there is room.
#include "world/plane/plane_internal.h"

#include <string.h>

static uint32_t index_of(const struct plane *plane, uint32_t id) {
    const struct body *b = plane_body(plane, id);
    return b ? body_index(plane, b) : UINT32_MAX;
}

// A body is skipped with all it carries.
static bool skipped(const struct plane *plane, uint32_t i, uint32_t skip) {
    if (skip == UINT32_MAX) return false;
    for (; i != skip; i = plane->bodies[i].carrier - 1)
        if (!plane->bodies[i].carrier) return false;
    return true;
}

const struct patch *plane_patch_at(const struct plane *plane, const struct body *body, struct d3 at) {
    struct d3 p = unrotate(&body->axes, sub(at, body->at));
    for (uint32_t i = plane->patch_count; i-- > 0;) {
        const struct patch *patch = &plane->patches[i];
        if (!patch->used || patch->body != body_index(plane, body)) continue;
        bool inside = true;
        for (uint32_t k = 0; inside && k < patch->count; k++) {
            const double *a = patch->corners[k], *b = patch->corners[k + 1 == patch->count ? 0 : k + 1];
            inside = (b[0] - a[0]) * (p.y - a[1]) - (b[1] - a[1]) * (p.x - a[0]) >= 0;
        }
        if (inside) return patch;
    }
    return NULL;
}

// --- Rays --------------------------------------------------------------------------------------------------

struct ray {
    struct d3 from, way, slow; // way has length 1; slow is 1 / way
    double best;
};

// Most boxes lie aside: the first two slabs tell, and are asked for all boxes with every ray.
static inline bool hits_box(const struct ray *r, const struct box *b) {
    double x0 = (b->low.x - r->from.x) * r->slow.x, x1 = (b->high.x - r->from.x) * r->slow.x;
    double in = md_min(x0, x1), out = md_max(x0, x1);
    if (out < 0 || in > r->best) return false;
    double y0 = (b->low.y - r->from.y) * r->slow.y, y1 = (b->high.y - r->from.y) * r->slow.y;
    in = md_max(in, md_min(y0, y1)), out = md_min(out, md_max(y0, y1));
    if (out < 0 || in > out || in > r->best) return false;
    double z0 = (b->low.z - r->from.z) * r->slow.z, z1 = (b->high.z - r->from.z) * r->slow.z;
    in = md_max(in, md_min(z0, z1)), out = md_min(out, md_max(z0, z1));
    return out >= 0 && in <= out && in <= r->best;
}

static bool hits_ball(struct ray *r, const struct part *part, struct d3 *normal) {
    struct d3 off = sub(r->from, part->centre);
    double along = dot(off, r->way), radius = part_radius(part);
    double below = along * along - dot(off, off) + radius * radius; // square of half the way through it
    double in = below > 0 ? -along - __builtin_sqrt(below) : -1;
    if (in < 0 || in > r->best) return false;
    r->best = in;
    *normal = scale(madd(off, r->way, in), 1 / radius);
    return true;
}

// Enters through the last face whose plane it crosses inwards. A ray that begins inside sees nothing of that
// part.
static bool hits_part(struct ray *r, const struct part *part, struct d3 *normal) {
    if (part_is_ball(part)) return hits_ball(r, part, normal);
    double in = -1, out = r->best;
    uint32_t face = FACES;
    for (uint32_t i = 0; i < part->count + 2; i++) {
        double towards = dot(part->normal[i], r->way), away = dot(part->normal[i], r->from) - part->offset[i];
        if (towards == 0) {
            if (away > 0) return false;
            continue;
        }
        double t = -away / towards;
        if (towards < 0) {
            if (t > in) in = t, face = i;
        } else if (t < out) {
            out = t;
        }
        if (in > out) return false;
    }
    if (face == FACES || in < 0) return false;
    r->best = in;
    *normal = part->normal[face];
    return true;
}

struct plane_hit plane_ray(const struct plane *plane, struct vec3 from, struct vec3 way, float reach,
                           uint32_t skip_id) {
    struct plane_hit hit = {0};
    struct d3 w = d3_of(way), n = {0};
    double size = length(w);
    if (!vec3_finite(from) || !vec3_finite(way) || !(size > 0) || !(reach > 0)) return hit;
    struct ray r = {.from = d3_of(from), .way = scale(w, 1 / size), .best = md_min((double)reach, 1e6)};
    r.slow = d3(r.way.x != 0 ? 1 / r.way.x : 1e30, r.way.y != 0 ? 1 / r.way.y : 1e30,
                r.way.z != 0 ? 1 / r.way.z : 1e30);
    uint32_t skip = index_of(plane, skip_id);
    const struct body *found = NULL;
    const struct part *on = NULL;
    for (uint32_t i = 0; i < plane->body_count; i++) {
        const struct body *b = &plane->bodies[i];
        if (!b->used || !hits_box(&r, &b->box) || skipped(plane, i, skip)) continue;
        for (uint32_t k = 0; k < b->part_count; k++) {
            const struct part *part = &plane->parts[b->first_part + k];
            if (b->part_count > 1 && !hits_box(&r, &part->box)) continue;
            if (hits_part(&r, part, &n)) found = b, on = part;
        }
    }
    if (!found) return hit;
    struct d3 at = madd(r.from, r.way, r.best);
    const struct patch *patch =
        found->patch_count && dot(n, found->axes.z) > 0.5 ? plane_patch_at(plane, found, at) : NULL;
    return (struct plane_hit){.body = plane_id(plane, found),
                              .part = (uint32_t)(on - plane->parts) - found->first_part,
                              .distance = (float)r.best,
                              .at = d3_to(at),
                              .normal = d3_to(n),
                              .reflectance = (float)(patch ? patch->reflectance : on->reflectance),
                              .material = (uint16_t)(patch ? patch->material : on->material)};
}

struct plane_hit plane_ground(const struct plane *plane, struct vec3 from, uint32_t skip) {
    return plane_ray(plane, from, vec3(0, 0, -1), 1e5f, skip);
}

// --- The nearest -------------------------------------------------------------------------------------------

static struct d3 nearest_on_face(const struct part *part, uint32_t face, struct d3 p) {
    uint32_t corners[PLANE_CORNERS], count = part_face(part, face, corners);
    struct d3 n = part->normal[face], flat = madd(p, n, part->offset[face] - dot(n, p)), best = flat;
    double least = 1e30;
    bool inside = true;
    for (uint32_t i = 0; i < count; i++) {
        struct d3 a = part->vertex[corners[i]], e = sub(part->vertex[corners[i + 1 == count ? 0 : i + 1]], a),
                  d = sub(flat, a);
        if (dot(cross(e, d), n) >= 0) continue;
        inside = false;
        struct d3 q = madd(a, e, md_clamp(dot(d, e) / dot(e, e), 0, 1)), off = sub(p, q);
        if (dot(off, off) < least) least = dot(off, off), best = q;
    }
    return inside ? flat : best;
}

double part_nearest(const struct part *part, struct d3 p, struct d3 *at, struct d3 *normal) {
    double least = 1e30, deepest = -1e30;
    if (part_is_ball(part)) {
        struct d3 off = sub(p, part->centre);
        double away = length(off), radius = part_radius(part);
        *normal = away > 1e-12 ? scale(off, 1 / away) : d3(0, 0, 1);
        *at = madd(part->centre, *normal, radius);
        return away - radius;
    }
    for (uint32_t i = 0; i < part->count + 2; i++) {
        double away = dot(part->normal[i], p) - part->offset[i];
        if (away > deepest) deepest = away, *normal = part->normal[i];
        if (away <= 0) continue;
        struct d3 q = nearest_on_face(part, i, p), off = sub(p, q);
        if (dot(off, off) < least) least = dot(off, off), *at = q;
    }
    if (deepest <= 0) {
        *at = madd(p, *normal, -deepest);
        return deepest;
    }
    least = __builtin_sqrt(least);
    if (least > 1e-12) *normal = scale(sub(p, *at), 1 / least);
    return least;
}

struct plane_hit plane_closest(const struct plane *plane, struct vec3 to, float reach, uint32_t skip_id) {
    struct plane_hit hit = {0};
    if (!vec3_finite(to) || !(reach >= 0)) return hit;
    struct d3 p = d3_of(to), at = {0}, normal = {0};
    struct box point = {p, p};
    double best = md_min((double)reach, 1e6);
    uint32_t skip = index_of(plane, skip_id);
    for (uint32_t i = 0; i < plane->body_count; i++) {
        const struct body *b = &plane->bodies[i];
        if (!b->used || !boxes_meet(&b->box, &point, best) || skipped(plane, i, skip)) continue;
        for (uint32_t k = 0; k < b->part_count; k++) {
            const struct part *part = &plane->parts[b->first_part + k];
            double d = md_max(part_nearest(part, p, &at, &normal), 0);
            if (d > best || (hit.body && d == best)) continue;
            best = d;
            hit = (struct plane_hit){.body = plane_id(plane, b),
                                     .part = k,
                                     .distance = (float)d,
                                     .at = d3_to(at),
                                     .normal = d3_to(normal),
                                     .reflectance = (float)part->reflectance,
                                     .material = (uint16_t)part->material};
        }
    }
    return hit;
}

// --- Room --------------------------------------------------------------------------------------------------

#define TOUCH_M 0.0005

static uint32_t overlap(const struct plane *plane, const struct plane_part *given, struct pose pose,
                        uint32_t skip) {
    if (!part_check(given, NULL) || !pose_finite(pose)) return 0;
    struct part part;
    struct frame3 frame = frame3_of(pose);
    struct axes axes = axes_of(frame.turn);
    part_take(&part, given);
    part_move(&part, frame, &axes);
    for (uint32_t i = 0; i < plane->body_count; i++) {
        const struct body *b = &plane->bodies[i];
        if (!b->used || given->ghost || !boxes_meet(&b->box, &part.box, 0) || skipped(plane, i, skip))
            continue;
        for (uint32_t k = 0; k < b->part_count; k++) {
            const struct part *other = &plane->parts[b->first_part + k];
            if (!other->ghost && boxes_meet(&other->box, &part.box, 0) && part_overlap(&part, other, TOUCH_M))
                return plane_id(plane, b);
        }
    }
    return 0;
}

uint32_t plane_overlap(const struct plane *plane, const struct plane_part *part, struct pose pose,
                       uint32_t skip) {
    return overlap(plane, part, pose, index_of(plane, skip));
}

uint32_t plane_body_overlap(const struct plane *plane, const struct plane_body *body) {
    uint32_t first = 0;
    for (uint32_t i = 0; i < body->part_count && i < PLANE_PARTS; i++) {
        uint32_t with = overlap(plane, &body->parts[i], body->pose, UINT32_MAX);
        if (with && (!first || (with & 0xfff) < (first & 0xfff))) first = with;
    }
    return first;
}

static uint32_t meet(const struct plane *plane, const struct part *mine, const struct body *b, uint32_t k,
                     struct plane_meeting *out, uint32_t room) {
    const struct part *other = &plane->parts[b->first_part + k];
    struct contact c = {0};
    uint32_t count = 0;
    if (!boxes_meet(&other->box, &mine->box, 0)) return 0;
    contact_find(&c, mine, other, 0);
    for (uint32_t i = 0; i < c.count; i++) {
        if (c.points[i].gap > 0 || count++ >= room) continue;
        out[count - 1] = (struct plane_meeting){.body = plane_id(plane, b),
                                                .part = k,
                                                .depth = (float)-c.points[i].gap,
                                                .at = d3_to(c.points[i].at),
                                                .normal = d3_to(c.normal)};
    }
    return count;
}

uint32_t plane_meets(const struct plane *plane, uint32_t id, uint32_t part, struct plane_meeting *out,
                     uint32_t room) {
    const struct body *body = plane_body(plane, id);
    uint32_t count = 0;
    if (!body || part >= body->part_count) return 0;
    const struct part *mine = &plane->parts[body->first_part + part];
    for (uint32_t i = 0; i < plane->body_count; i++) {
        const struct body *b = &plane->bodies[i];
        if (!b->used || !boxes_meet(&b->box, &mine->box, 0) || skipped(plane, i, body_index(plane, body)))
            continue;
        for (uint32_t k = 0; k < b->part_count; k++)
            count += count < room ? meet(plane, mine, b, k, out + count, room - count)
                                  : meet(plane, mine, b, k, NULL, 0);
    }
    return count;
}

// --- Telling -----------------------------------------------------------------------------------------------

bool plane_motion(const struct plane *plane, uint32_t id, struct plane_motion *out) {
    const struct body *b = plane_body(plane, id);
    if (!b) return false;
    const struct body *root = &plane->bodies[b->root];
    *out = (struct plane_motion){.pose = frame3_to((struct frame3){b->at, b->turn}),
                                 .centre = d3_to(b->com),
                                 .speed_mps = d3_to(b->speed),
                                 .turn_radps = d3_to(b->spin),
                                 .turn_radps2 = d3_to(b->spin_up),
                                 .felt_mps2 = d3_to(b->felt),
                                 .asleep = !root->awake,
                                 .held = b->held,
                                 .airborne = root->airborne,
                                 .lost = root->lost,
                                 .carrier = b->carrier ? plane_id(plane, &plane->bodies[b->carrier - 1]) : 0,
                                 .up = (uint8_t)b->up,
                                 .tag = b->tag};
    return true;
}

struct pose plane_part_pose(const struct plane *plane, uint32_t id, uint32_t part) {
    const struct body *b = plane_body(plane, id);
    if (!b || part >= b->part_count) return pose_none();
    return frame3_to(
        frame3_times((struct frame3){b->at, b->turn}, plane->parts[b->first_part + part].in_body));
}

uint32_t plane_touches(const struct plane *plane, uint32_t id, struct plane_touch *out, uint32_t room) {
    const struct body *b = plane_body(plane, id);
    uint32_t count = 0, index = b ? body_index(plane, b) : 0;
    for (uint32_t i = 0; b && i < plane->contact_count; i++) {
        const struct contact *c = &plane->contacts[i];
        if (!c->touching || (c->body_a != index && c->body_b != index)) continue;
        if (count++ >= room) continue;
        bool is_a = c->body_a == index;
        const struct body *other = &plane->bodies[is_a ? c->body_b : c->body_a];
        double push = 0;
        for (uint32_t k = 0; k < c->count; k++) push += c->points[k].push;
        out[count - 1] =
            (struct plane_touch){.part = (is_a ? c->part_a : c->part_b) - b->first_part,
                                 .other = plane_id(plane, other),
                                 .other_part = (is_a ? c->part_b : c->part_a) - other->first_part,
                                 .force_n = (float)(push / STEP_S),
                                 .at = d3_to(c->points[0].at),
                                 .normal = d3_to(scale(c->normal, is_a ? 1 : -1))};
    }
    return count;
}
