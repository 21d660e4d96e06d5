#include "base/maths/geometry.h"

#include <string.h>

// --- Angles ------------------------------------------------------------------------------------------------

float angle_wrap(float angle) {
    if (angle > -M_PI_F && angle <= M_PI_F) return angle;
    if (angle == -M_PI_F) return M_PI_F;
    double rest = md_fmod((double)angle, MD_TAU);
    if (rest > MD_PI) rest -= MD_TAU;
    if (rest <= -MD_PI) rest += MD_TAU;
    return (float)rest <= -M_PI_F ? M_PI_F : (float)rest;
}

float angle_between(float from, float to) { return angle_wrap(angle_wrap(to) - angle_wrap(from)); }

float angle_towards(float from, float to, float step) {
    float way = angle_between(from, to), most = m_abs(step);
    if (m_abs(way) <= most) return angle_wrap(to);
    return angle_wrap(from + (way < 0 ? -most : most));
}

// --- Vectors -----------------------------------------------------------------------------------------------

float vec2_length(struct vec2 a) { return m_hypot(a.x, a.y); }

struct vec2 vec2_unit(struct vec2 a) {
    float length = vec2_length(a);
    return length > 0 ? vec2(a.x / length, a.y / length) : vec2(0, 0);
}

struct rot2 rot2_of(float angle) {
    struct rot2 r;
    m_sincos(angle, &r.s, &r.c);
    return r;
}

struct vec2 rot2_apply(struct rot2 r, struct vec2 a) {
    return vec2(r.c * a.x - r.s * a.y, r.s * a.x + r.c * a.y);
}
struct vec2 rot2_undo(struct rot2 r, struct vec2 a) {
    return vec2(r.c * a.x + r.s * a.y, r.c * a.y - r.s * a.x);
}
struct vec2 vec2_turn(struct vec2 a, float angle) {
    return rot2_apply(rot2_of(angle), a);
}

// --- Turns -------------------------------------------------------------------------------------------------

struct quat quat_none(void) {
    return (struct quat){1, 0, 0, 0};
}

struct quat quat_about(struct vec3 axis, float angle) {
    struct vec3 unit = vec3_unit(axis);
    float s, c;
    m_sincos(angle * 0.5f, &s, &c);
    if (unit.x == 0 && unit.y == 0 && unit.z == 0) return quat_none();
    return (struct quat){c, unit.x * s, unit.y * s, unit.z * s};
}

struct quat quat_yaw(float angle) {
    float s, c;
    m_sincos(angle * 0.5f, &s, &c);
    return (struct quat){c, 0, 0, s};
}

struct quat quat_euler(float roll, float pitch, float yaw) {
    float sr, cr, sp, cp, sy, cy;
    m_sincos(roll * 0.5f, &sr, &cr);
    m_sincos(pitch * 0.5f, &sp, &cp);
    m_sincos(yaw * 0.5f, &sy, &cy);
    return (struct quat){
        cr * cp * cy + sr * sp * sy,
        sr * cp * cy - cr * sp * sy,
        cr * sp * cy + sr * cp * sy,
        cr * cp * sy - sr * sp * cy,
    };
}

// Looking straight up or down, where roll and yaw turn about the same axis, all of it is told as yaw. In
// double: near there little is left of a float's digits.
void quat_to_euler(struct quat q, float *roll, float *pitch, float *yaw) {
    double w = (double)q.w, x = (double)q.x, y = (double)q.y, z = (double)q.z;
    double ahead = w * w + x * x - y * y - z * z, left = 2 * (w * z + x * y), down = 2 * (w * y - z * x);
    double level = md_hypot(ahead, left);
    *pitch = (float)md_atan2(down, level);
    if (level < 1e-6 * (w * w + x * x + y * y + z * z)) {
        double turn = 2 * md_atan2(x, w);
        *roll = 0;
        *yaw = angle_wrap((float)(down > 0 ? -turn : turn));
        return;
    }
    *roll = (float)md_atan2(2 * (w * x + y * z), w * w - x * x - y * y + z * z);
    *yaw = (float)md_atan2(left, ahead);
}

struct quat quat_times(struct quat a, struct quat b) {
    return (struct quat){
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
    };
}

struct quat quat_inverse(struct quat q) {
    return (struct quat){q.w, -q.x, -q.y, -q.z};
}

static double quat_dot(struct quat a, struct quat b) {
    return (double)a.w * (double)b.w + (double)a.x * (double)b.x + (double)a.y * (double)b.y +
           (double)a.z * (double)b.z;
}

struct quat quat_unit(struct quat q) {
    float length = (float)md_sqrt(quat_dot(q, q));
    if (!(length > 0)) return quat_none();
    return (struct quat){q.w / length, q.x / length, q.y / length, q.z / length};
}

struct quat quat_between(struct quat from, struct quat to) {
    return quat_times(quat_inverse(from), to);
}

static struct quat quat_mix(struct quat a, float of_a, struct quat b, float of_b) {
    return quat_unit((struct quat){a.w * of_a + b.w * of_b, a.x * of_a + b.x * of_b, a.y * of_a + b.y * of_b,
                                   a.z * of_a + b.z * of_b});
}

struct quat quat_blend(struct quat a, struct quat b, float t) {
    float dot = (float)quat_dot(a, b), sign = dot < 0 ? -1.0f : 1.0f;
    float cosine = m_min(dot * sign, 1), angle = m_acos(cosine), sine = m_sin(angle);
    if (sine < 1e-4f) return quat_mix(a, 1 - t, b, sign * t); // so near that the chord is the arc
    return quat_mix(a, m_sin((1 - t) * angle) / sine, b, sign * m_sin(t * angle) / sine);
}

float quat_angle(struct quat q) {
    struct vec3 u = {q.x, q.y, q.z};
    return 2 * m_atan2(vec3_length(u), m_abs(q.w));
}

float quat_heading(struct quat q) {
    return m_atan2(2 * (q.w * q.z + q.x * q.y), 1 - 2 * (q.y * q.y + q.z * q.z));
}

// --- Poses -------------------------------------------------------------------------------------------------

struct pose pose_none(void) {
    return (struct pose){{0, 0, 0}, quat_none()};
}

struct pose pose_times(struct pose a, struct pose b) {
    return (struct pose){pose_apply(a, b.at), quat_unit(quat_times(a.turn, b.turn))};
}

struct pose pose_inverse(struct pose a) {
    struct quat back = quat_inverse(a.turn);
    return (struct pose){vec3_scale(quat_apply(back, a.at), -1), back};
}

struct pose pose_between(struct pose from, struct pose to) {
    return (struct pose){pose_undo(from, to.at), quat_unit(quat_between(from.turn, to.turn))};
}

struct vec3 pose_apply(struct pose a, struct vec3 v) {
    return vec3_add(a.at, quat_apply(a.turn, v));
}
struct vec3 pose_undo(struct pose a, struct vec3 v) {
    return quat_apply(quat_inverse(a.turn), vec3_sub(v, a.at));
}

struct pose2 pose2_times(struct pose2 a, struct pose2 b) {
    return (struct pose2){pose2_apply(a, b.at), angle_wrap(a.angle + b.angle)};
}

struct pose2 pose2_between(struct pose2 from, struct pose2 to) {
    return (struct pose2){pose2_undo(from, to.at), angle_between(from.angle, to.angle)};
}

struct vec2 pose2_apply(struct pose2 a, struct vec2 v) {
    return vec2_add(a.at, rot2_apply(rot2_of(a.angle), v));
}
struct vec2 pose2_undo(struct pose2 a, struct vec2 v) {
    return rot2_undo(rot2_of(a.angle), vec2_sub(v, a.at));
}

struct pose pose_of_plane(struct pose2 flat, float z) {
    return (struct pose){{flat.at.x, flat.at.y, z}, quat_yaw(flat.angle)};
}

struct pose2 pose_on_plane(struct pose a) {
    return (struct pose2){{a.at.x, a.at.y}, quat_heading(a.turn)};
}

// --- Origins -----------------------------------------------------------------------------------------------

static uint32_t origin_find(const struct origins *all, uint32_t id) { // count when unknown
    uint32_t i = 0;
    while (i < all->count && all->list[i].id != id) i++;
    return i;
}

// The origin that stands by itself at the end of the chain, and where `id` lies in it; 0 when unknown.
static uint32_t origin_root(const struct origins *all, uint32_t id, struct pose *in_root) {
    *in_root = pose_none();
    for (uint32_t steps = 0; steps <= all->count; steps++) {
        uint32_t at = origin_find(all, id);
        if (id == ORIGIN_NONE || at == all->count) return ORIGIN_NONE;
        if (all->list[at].parent == ORIGIN_NONE) return id;
        *in_root = pose_times(all->list[at].in_parent, *in_root);
        id = all->list[at].parent;
    }
    return ORIGIN_NONE;
}

// Whoever hung on it hangs on its parent from now on.
static void origin_forget(struct origins *all, uint32_t at) {
    uint32_t id = all->list[at].id;
    for (uint32_t i = 0; i < all->count; i++) {
        if (all->list[i].parent != id) continue;
        all->list[i].in_parent = pose_times(all->list[at].in_parent, all->list[i].in_parent);
        all->list[i].parent = all->list[at].parent;
    }
    all->count--;
    memmove(all->list + at, all->list + at + 1, (all->count - at) * sizeof all->list[0]);
}

uint32_t origin_new(struct origins *all) {
    if (all->count == ORIGIN_MAX) {
        uint32_t at = 0;
        while (at < all->count && all->list[at].parent == ORIGIN_NONE) at++;
        if (at == all->count) return ORIGIN_NONE;
        origin_forget(all, at);
    }
    uint32_t at = all->count++;
    all->list[at].id = ++all->last_id;
    all->list[at].parent = ORIGIN_NONE;
    all->list[at].in_parent = pose_none();
    return all->list[at].id;
}

bool origin_drop(struct origins *all, uint32_t id) {
    uint32_t at = origin_find(all, id);
    if (id == ORIGIN_NONE || at == all->count) return false;
    origin_forget(all, at);
    return true;
}

bool origin_join(struct origins *all, uint32_t child, uint32_t parent, struct pose child_in_parent) {
    struct pose child_in_root, parent_in_root;
    uint32_t root = origin_root(all, child, &child_in_root),
             other = origin_root(all, parent, &parent_in_root);
    if (!root || !other || root == other) return false;
    uint32_t at = origin_find(all, root);
    all->list[at].parent = parent;
    all->list[at].in_parent = pose_times(child_in_parent, pose_inverse(child_in_root));
    return true;
}

bool origin_tell(const struct origins *all, struct placed from, uint32_t origin, struct pose *out) {
    struct pose from_in_root, to_in_root;
    uint32_t root = origin_root(all, from.origin, &from_in_root);
    if (!root || root != origin_root(all, origin, &to_in_root)) return false;
    *out = from.origin == origin ? from.pose : pose_between(to_in_root, pose_times(from_in_root, from.pose));
    return true;
}
