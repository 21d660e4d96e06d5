// Rotations, frames, and the convex parts of bodies.
#include "world/plane/plane_internal.h"

#include <string.h>

// --- Turns and frames --------------------------------------------------------------------------------------

struct dq dq_unit(struct dq q) {
    double size = __builtin_sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    if (!(size > 1e-12)) return (struct dq){1, 0, 0, 0};
    return (struct dq){q.w / size, q.x / size, q.y / size, q.z / size};
}

struct dq dq_times(struct dq a, struct dq b) {
    return (struct dq){
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
    };
}

struct axes axes_of(struct dq q) {
    double xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z, xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
    double wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
    return (struct axes){{1 - 2 * (yy + zz), 2 * (xy + wz), 2 * (xz - wy)},
                         {2 * (xy - wz), 1 - 2 * (xx + zz), 2 * (yz + wx)},
                         {2 * (xz + wy), 2 * (yz - wx), 1 - 2 * (xx + yy)}};
}

struct symmetric symmetric_turned(const struct symmetric *m, const struct axes *r) {
    // rows of R
    struct d3 a = {r->x.x, r->y.x, r->z.x}, b = {r->x.y, r->y.y, r->z.y}, c = {r->x.z, r->y.z, r->z.z};
    struct d3 ma = multiply(m, a), mb = multiply(m, b), mc = multiply(m, c);
    return (struct symmetric){dot(a, ma), dot(b, mb), dot(c, mc), dot(a, mb), dot(a, mc), dot(b, mc)};
}

bool symmetric_inverse(const struct symmetric *m, struct symmetric *out) {
    double a = m->yy * m->zz - m->yz * m->yz, b = m->xz * m->yz - m->xy * m->zz,
           c = m->xy * m->yz - m->xz * m->yy;
    double whole = m->xx * a + m->xy * b + m->xz * c;
    if (!(whole > 0)) return false;
    *out = (struct symmetric){a / whole,
                              (m->xx * m->zz - m->xz * m->xz) / whole,
                              (m->xx * m->yy - m->xy * m->xy) / whole,
                              b / whole,
                              c / whole,
                              (m->xy * m->xz - m->xx * m->yz) / whole};
    return true;
}

struct frame3 frame3_of(struct pose p) {
    return (struct frame3){d3_of(p.at), dq_unit((struct dq){(double)p.turn.w, (double)p.turn.x,
                                                            (double)p.turn.y, (double)p.turn.z})};
}

struct pose frame3_to(struct frame3 f) {
    return (struct pose){d3_to(f.at), {(float)f.turn.w, (float)f.turn.x, (float)f.turn.y, (float)f.turn.z}};
}

struct frame3 frame3_times(struct frame3 a, struct frame3 b) {
    struct axes r = axes_of(a.turn);
    return (struct frame3){add(a.at, rotate(&r, b.at)), dq_unit(dq_times(a.turn, b.turn))};
}

struct frame3 frame3_between(struct frame3 from, struct frame3 to) {
    struct axes r = axes_of(from.turn);
    struct dq back = {from.turn.w, -from.turn.x, -from.turn.y, -from.turn.z};
    return (struct frame3){unrotate(&r, sub(to.at, from.at)), dq_unit(dq_times(back, to.turn))};
}

bool vec3_finite(struct vec3 v) { return m_finite(v.x) && m_finite(v.y) && m_finite(v.z); }
bool pose_finite(struct pose p) {
    return vec3_finite(p.at) && m_finite(p.turn.w) && m_finite(p.turn.x) && m_finite(p.turn.y) &&
           m_finite(p.turn.z);
}

// --- Ready parts -------------------------------------------------------------------------------------------

static struct plane_part ordinary(void) {
    return (struct plane_part){
        .pose = pose_none(), .friction = 0.6f, .restitution = 0.1f, .reflectance = 0.5f};
}

struct plane_part plane_box(float long_x, float wide_y, float height) {
    struct plane_part p = ordinary();
    float x = long_x / 2, y = wide_y / 2;
    p.corner_count = 4;
    p.corners[0] = vec2(-x, -y), p.corners[1] = vec2(x, -y), p.corners[2] = vec2(x, y),
    p.corners[3] = vec2(-x, y);
    p.z1 = height;
    return p;
}

struct plane_part plane_ball(float radius) {
    struct plane_part p = plane_box(2 * radius, 2 * radius, 2 * radius);
    p.ball = true;
    return p;
}

struct plane_part plane_disc(float radius, float height) {
    struct plane_part p = ordinary();
    float d = radius * 0.70710678f;
    const struct vec2 round[] = {{radius, 0},  {d, d},   {0, radius},  {-d, d},
                                 {-radius, 0}, {-d, -d}, {0, -radius}, {d, -d}};
    memcpy(p.corners, round, sizeof round);
    p.corner_count = 8;
    p.z1 = height;
    return p;
}

// A footprint in the upright plane of x and z: its own y is the body's z, its own z the body's -y.
static const struct quat ON_ITS_SIDE = {0.70710678f, 0.70710678f, 0, 0};

struct plane_part plane_wedge(float long_x, float wide_y, float height) {
    struct plane_part p = ordinary();
    p.corner_count = 3;
    p.corners[0] = vec2(-long_x / 2, 0), p.corners[1] = vec2(long_x / 2, 0),
    p.corners[2] = vec2(long_x / 2, height);
    p.z0 = -wide_y / 2, p.z1 = wide_y / 2;
    p.pose.turn = ON_ITS_SIDE;
    return p;
}

// Thin, so that it meets the ground in a line of two points in the middle of the track; its ends rise at 30
// degrees.
struct plane_part plane_tread(float from_x, float to_x, float y, float radius) {
    struct plane_part p = ordinary();
    float out = radius * 0.8660254f;
    const struct vec2 round[] = {{from_x, 0},
                                 {to_x, 0},
                                 {to_x + out, radius * 0.5f},
                                 {to_x + out, radius * 1.5f},
                                 {to_x, radius * 2},
                                 {from_x, radius * 2},
                                 {from_x - out, radius * 1.5f},
                                 {from_x - out, radius * 0.5f}};
    memcpy(p.corners, round, sizeof round);
    p.corner_count = 8;
    p.z0 = -0.0005f, p.z1 = 0.0005f;
    p.pose.at.y = y;
    p.pose.turn = ON_ITS_SIDE;
    p.friction = 1;
    return p;
}

// --- Taking a part in --------------------------------------------------------------------------------------

static double turn_at(const struct vec2 *c, uint32_t n,
                      uint32_t i) { // twice the area of the triangle at a corner
    struct vec2 a = c[i], b = c[(i + 1) % n], d = c[(i + 2) % n];
    return ((double)b.x - (double)a.x) * ((double)d.y - (double)b.y) -
           ((double)b.y - (double)a.y) * ((double)d.x - (double)b.x);
}

bool part_check(const struct plane_part *p, struct fault *fault) {
    if (p->corner_count < 3 || p->corner_count > PLANE_CORNERS)
        return fault_set(fault, ERR_RANGE, "a part has 3 to %d corners, not %u", PLANE_CORNERS,
                         p->corner_count),
               false;
    bool fine = pose_finite(p->pose) && m_finite(p->z0) && m_finite(p->z1);
    for (uint32_t i = 0; i < p->corner_count; i++)
        fine = fine && m_finite(p->corners[i].x) && m_finite(p->corners[i].y);
    if (!fine)
        return fault_set(fault, ERR_RANGE, "a part's corners, heights and pose must not be NaN or infinite"),
               false;
    if (!(p->z1 - p->z0 >= 1e-4f))
        return fault_set(fault, ERR_RANGE, "a part's z1 must lie above its z0"), false;
    for (uint32_t i = 0; i < p->corner_count; i++)
        if (!(turn_at(p->corners, p->corner_count, i) > 1e-10))
            return fault_set(fault, ERR_RANGE,
                             "a part's corners must go counter-clockwise around a convex shape (corner %u)",
                             i),
                   false;
    if (!(p->friction >= 0 && p->friction <= 100) || !(p->restitution >= 0 && p->restitution <= 1) ||
        !m_finite(p->reflectance))
        return fault_set(fault, ERR_RANGE, "a part's friction must be 0 … 100, its restitution 0 … 1"), false;
    if (!(p->sideways >= 0 && p->sideways <= 1))
        return fault_set(fault, ERR_RANGE, "a tread's sideways grip must be 0 … 1"), false;
    if (p->tread > PLANE_DRIVES || p->joint > PLANE_DRIVES || p->via > PLANE_DRIVES)
        return fault_set(fault, ERR_RANGE, "a body has %d drives", PLANE_DRIVES), false;
    if (p->via && !p->joint)
        return fault_set(fault, ERR_RANGE, "a part of a chain has a joint of its own"), false;
    return true;
}

void part_take(struct part *part, const struct plane_part *given) {
    *part = (struct part){.count = given->corner_count,
                          .z0 = (double)given->z0,
                          .z1 = (double)given->z1,
                          .in_body = frame3_of(given->pose),
                          .friction = (double)given->friction,
                          .restitution = (double)given->restitution,
                          .reflectance = (double)given->reflectance,
                          .sideways = given->sideways > 0 ? (double)given->sideways : 0.35,
                          .material = given->material,
                          .tread = given->tread,
                          .joint = given->joint,
                          .via = given->via,
                          .ghost = given->ghost};
    uint32_t n = part->count;
    double area = 0, mx = 0, my = 0;
    for (uint32_t i = 0; i < n; i++)
        part->corners[i][0] = (double)given->corners[i].x, part->corners[i][1] = (double)given->corners[i].y;
    for (uint32_t i = 0; i < n; i++) {
        const double *a = part->corners[i], *b = part->corners[(i + 1) % n];
        double dx = b[0] - a[0], dy = b[1] - a[1], size = __builtin_sqrt(dx * dx + dy * dy),
               piece = a[0] * b[1] - a[1] * b[0];
        part->outward[i][0] = dy / size, part->outward[i][1] = -dx / size;
        area += piece / 2, mx += (a[0] + b[0]) * piece / 6, my += (a[1] + b[1]) * piece / 6;
    }
    part->volume = area * (part->z1 - part->z0);
    part->middle = d3(mx / area, my / area, (part->z0 + part->z1) / 2);
    bool paired = n % 2 == 0;
    for (uint32_t i = 0; paired && i < n / 2; i++) {
        const double *a = part->outward[i], *b = part->outward[i + n / 2];
        paired = a[0] * b[0] + a[1] * b[1] < -0.999999999;
    }
    part->directions = paired ? n / 2 : n;
    if (!given->ball) return;
    double r = part_radius(part);
    part->directions = 0;
    part->volume = 4.0 / 3 * MD_PI * r * r * r;
}

struct symmetric part_inertia(const struct part *part) {
    double round = 0.4 * part_radius(part) * part_radius(part);
    if (part_is_ball(part)) return (struct symmetric){round, round, round, 0, 0, 0};
    double xx = 0, yy = 0, xy = 0, area = 0;
    for (uint32_t i = 0; i < part->count; i++) {
        const double *p = part->corners[i], *q = part->corners[(i + 1) % part->count];
        double ax = p[0] - part->middle.x, ay = p[1] - part->middle.y, bx = q[0] - part->middle.x,
               by = q[1] - part->middle.y;
        double piece = ax * by - ay * bx;
        area += piece / 2;
        xx += piece * (ax * ax + ax * bx + bx * bx) / 12;
        yy += piece * (ay * ay + ay * by + by * by) / 12;
        xy += piece * (2 * ax * ay + ax * by + bx * ay + 2 * bx * by) / 24;
    }
    double height = part->z1 - part->z0, zz = height * height / 12;
    xx /= area, yy /= area, xy /= area;
    struct symmetric own = {yy + zz, xx + zz, xx + yy, -xy, 0, 0};
    struct axes r = axes_of(part->in_body.turn);
    return symmetric_turned(&own, &r);
}

// --- Where it is -------------------------------------------------------------------------------------------

void part_move(struct part *part, struct frame3 body, const struct axes *body_axes) {
    struct axes local = axes_of(part->in_body.turn);
    struct axes r = {rotate(body_axes, local.x), rotate(body_axes, local.y), rotate(body_axes, local.z)};
    part->at = add(body.at, rotate(body_axes, part->in_body.at));
    part->axes = r;
    part->centre = add(part->at, rotate(&r, part->middle));
    uint32_t n = part->count;
    struct d3 below = madd(part->at, r.z, part->z0), rise = scale(r.z, part->z1 - part->z0);
    struct d3 low = d3(1e30, 1e30, 1e30), high = d3(-1e30, -1e30, -1e30);
    for (uint32_t i = 0; i < n; i++) {
        struct d3 v = madd(madd(below, r.x, part->corners[i][0]), r.y, part->corners[i][1]);
        part->vertex[i] = v;
        part->vertex[i + n] = add(v, rise);
        part->normal[i] = madd(scale(r.x, part->outward[i][0]), r.y, part->outward[i][1]);
        part->offset[i] = dot(part->normal[i], v);
        low = d3(md_min(v.x, low.x), md_min(v.y, low.y), md_min(v.z, low.z));
        high = d3(md_max(v.x, high.x), md_max(v.y, high.y), md_max(v.z, high.z));
    }
    *(rise.x < 0 ? &low.x : &high.x) += rise.x;
    *(rise.y < 0 ? &low.y : &high.y) += rise.y;
    *(rise.z < 0 ? &low.z : &high.z) += rise.z;
    part->normal[n] = scale(r.z, -1);
    part->normal[n + 1] = r.z;
    part->offset[n] = dot(part->normal[n], part->vertex[0]);
    part->offset[n + 1] = dot(r.z, part->vertex[n]);
    part->box = (struct box){low, high};
    if (!part_is_ball(part)) return;
    double radius = part_radius(part);
    struct d3 reach = d3(radius, radius, radius);
    part->box = (struct box){sub(part->centre, reach), add(part->centre, reach)};
}

uint32_t part_face(const struct part *part, uint32_t face, uint32_t corners[PLANE_CORNERS]) {
    uint32_t n = part->count;
    if (face < n) {
        uint32_t next = (face + 1) % n;
        corners[0] = face, corners[1] = next, corners[2] = next + n, corners[3] = face + n;
        return 4;
    }
    for (uint32_t i = 0; i < n; i++) corners[i] = face == n ? n - 1 - i : i + n;
    return n;
}
