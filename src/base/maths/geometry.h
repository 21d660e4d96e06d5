// Vectors, rotations and poses.
//
// Right-handed: x forward, y left, z up. Angles are in radians, counter-clockwise; names give the unit of
// lengths (_mm). Everything is passed by value and nothing allocates. This is the only place that wraps
// angles.
//
//     struct pose cube_in_world = pose_times(robot_in_world, cube_in_robot);
//     struct pose cube_in_robot = pose_between(robot_in_world, cube_in_world);
#pragma once

#include "base/maths/maths.h"

struct vec2 {
    float x, y;
};
struct vec3 {
    float x, y, z;
};
struct quat { // unit length for rotations
    float w, x, y, z;
};
struct rot2 { // a rotation in the plane
    float c, s;
};
struct pose2 { // in the plane
    struct vec2 at;
    float angle;
};
struct pose {
    struct vec3 at;
    struct quat turn;
};

float angle_wrap(float angle);                         // into (-pi, pi]; NaN or infinite becomes NaN
float angle_between(float from, float to);             // the short way round, in (-pi, pi]
float angle_towards(float from, float to, float step); // moves by at most step

static inline struct vec2 vec2(float x, float y) { return (struct vec2){x, y}; }
static inline struct vec2 vec2_add(struct vec2 a, struct vec2 b) { return vec2(a.x + b.x, a.y + b.y); }
static inline struct vec2 vec2_sub(struct vec2 a, struct vec2 b) { return vec2(a.x - b.x, a.y - b.y); }
static inline struct vec2 vec2_scale(struct vec2 a, float by) { return vec2(a.x * by, a.y * by); }
static inline float vec2_dot(struct vec2 a, struct vec2 b) { return a.x * b.x + a.y * b.y; }
static inline float vec2_cross(struct vec2 a, struct vec2 b) { return a.x * b.y - a.y * b.x; }
static inline struct vec2 vec2_left(struct vec2 a) { return vec2(-a.y, a.x); } // rotated by 90°
float vec2_length(struct vec2 a);
struct vec2 vec2_unit(struct vec2 a); // zero stays zero
struct vec2 vec2_turn(struct vec2 a, float angle);

struct rot2 rot2_of(float angle);
struct vec2 rot2_apply(struct rot2 r, struct vec2 a);
struct vec2 rot2_undo(struct rot2 r, struct vec2 a);

static inline struct vec3 vec3(float x, float y, float z) { return (struct vec3){x, y, z}; }
static inline struct vec3 vec3_add(struct vec3 a, struct vec3 b) {
    return vec3(a.x + b.x, a.y + b.y, a.z + b.z);
}
static inline struct vec3 vec3_sub(struct vec3 a, struct vec3 b) {
    return vec3(a.x - b.x, a.y - b.y, a.z - b.z);
}
static inline struct vec3 vec3_scale(struct vec3 a, float by) { return vec3(a.x * by, a.y * by, a.z * by); }
static inline float vec3_dot(struct vec3 a, struct vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline struct vec3 vec3_cross(struct vec3 a, struct vec3 b) {
    return vec3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static inline float vec3_length(struct vec3 a) { // in double, where no square of a float overflows
    double x = (double)a.x, y = (double)a.y, z = (double)a.z;
    return (float)md_sqrt(x * x + y * y + z * z);
}
static inline struct vec3 vec3_unit(struct vec3 a) { // zero stays zero
    float length = vec3_length(a);
    return length > 0 ? vec3(a.x / length, a.y / length, a.z / length) : vec3(0, 0, 0);
}

// As messages carry them: x y z, and w x y z.
static inline struct vec3 vec3_of(const float v[3]) { return vec3(v[0], v[1], v[2]); }
static inline void vec3_into(float out[3], struct vec3 v) { out[0] = v.x, out[1] = v.y, out[2] = v.z; }
static inline struct quat quat_of(const float v[4]) { return (struct quat){v[0], v[1], v[2], v[3]}; }
static inline void quat_into(float out[4], struct quat q) {
    out[0] = q.w, out[1] = q.x, out[2] = q.y, out[3] = q.z;
}

struct quat quat_none(void);
struct quat quat_about(struct vec3 axis, float angle);
struct quat quat_yaw(float angle); // about the z axis
// Yaw, then pitch, then roll, each about the body's own axes.
struct quat quat_euler(float roll, float pitch, float yaw);
void quat_to_euler(struct quat q, float *roll, float *pitch, float *yaw);
struct quat quat_times(struct quat a, struct quat b); // applies b first, then a
struct quat quat_inverse(struct quat q);              // q must have unit length
struct quat quat_unit(struct quat q);                 // zero becomes the identity
// v + 2w (u x v) + 2 u x (u x v), u the vector part
static inline struct vec3 quat_apply(struct quat q, struct vec3 v) {
    struct vec3 u = {q.x, q.y, q.z}, t = vec3_scale(vec3_cross(u, v), 2);
    return vec3_add(vec3_add(v, vec3_scale(t, q.w)), vec3_cross(u, t));
}
struct quat quat_between(struct quat from, struct quat to);    // `to` as seen from `from`
struct quat quat_blend(struct quat a, struct quat b, float t); // the short way, constant speed
float quat_angle(struct quat q);                               // 0 … pi
float quat_heading(struct quat q);                             // heading of the x axis, in the plane

struct pose pose_none(void);
struct pose pose_times(struct pose a, struct pose b); // b is relative to a
struct pose pose_inverse(struct pose a);
struct pose pose_between(struct pose from, struct pose to); // `to` as seen from `from`
struct vec3 pose_apply(struct pose a, struct vec3 v);       // from a's frame to the outer frame
struct vec3 pose_undo(struct pose a, struct vec3 v);
struct pose2 pose2_times(struct pose2 a, struct pose2 b);
struct pose2 pose2_between(struct pose2 from, struct pose2 to);
struct vec2 pose2_apply(struct pose2 a, struct vec2 v);
struct vec2 pose2_undo(struct pose2 a, struct vec2 v);
struct pose pose_of_plane(struct pose2 flat, float z);
struct pose2 pose_on_plane(struct pose a);

// Coordinate frames with origins. Two poses can be compared only when they share an origin. A robot that was
// picked up starts a new origin. When it recognises something it knew, the two origins are joined, and poses
// of the old one can be expressed in the new one.
enum { ORIGIN_MAX = 64, ORIGIN_NONE = 0 };

struct placed {
    struct pose pose;
    uint32_t origin; // 0: unknown
};
struct origins {
    struct {
        uint32_t id, parent; // parent 0: not joined to another
        struct pose in_parent;
    } list[ORIGIN_MAX];
    uint32_t count, last_id;
};

uint32_t origin_new(struct origins *all); // when full it forgets the oldest joined origin; 0 when none can go
// False: unknown. What was joined to it stands by itself afterwards.
bool origin_drop(struct origins *all, uint32_t id);
// If the child was joined to others before, they come along. False: unknown origin, or already joined.
bool origin_join(struct origins *all, uint32_t child, uint32_t parent, struct pose child_in_parent);
// False: not joined.
bool origin_tell(const struct origins *all, struct placed from, uint32_t origin, struct pose *out);
