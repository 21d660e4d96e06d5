// Things that the tests of the plane put on it.
#pragma once

#include "world/plane/plane.h"

static inline uint32_t put(struct plane *plane, const struct plane_part *parts, uint32_t count, float mass,
                           struct pose pose) {
    struct fault fault = {0};
    struct plane_body body = {.kind = mass > 0 ? PLANE_DYNAMIC : PLANE_STATIC,
                              .parts = parts,
                              .part_count = count,
                              .mass_kg = mass,
                              .pose = pose};
    uint32_t id = plane_add(plane, &body, &fault);
    if (!id) fault_print(&fault, stderr);
    return id;
}

static inline struct pose flat(float x, float y, float z, float yaw) {
    return pose_of_plane((struct pose2){{x, y}, yaw}, z);
}

// A slab whose upper side is at z.
static inline uint32_t put_slab(struct plane *plane, float x, float y, float z, float length, float width,
                                float friction) {
    struct plane_part slab = plane_box(length, width, 0.1f);
    slab.friction = friction;
    slab.pose.at.z = -0.1f;
    return put(plane, &slab, 1, 0, flat(x, y, z, 0));
}

static inline uint32_t put_box(struct plane *plane, float x, float y, float z, float length, float width,
                               float height, float mass, float friction) {
    struct plane_part box = plane_box(length, width, height);
    box.friction = friction;
    box.restitution = 0;
    return put(plane, &box, 1, mass, flat(x, y, z, 0));
}

static inline uint32_t put_cube(struct plane *plane, float x, float y, float z, float yaw) {
    struct plane_part cube = plane_box(0.044f, 0.044f, 0.044f);
    return put(plane, &cube, 1, 0.045f, flat(x, y, z, yaw));
}

// A small tracked robot: 160 g, tracks 46 mm apart, a lift on arms of 66 mm.
enum { LEFT, RIGHT, LIFT, LIFT_PART = 3 };

static inline uint32_t put_robot(struct plane *plane, struct pose pose) {
    struct plane_part parts[4] = {plane_box(0.086f, 0.040f, 0.055f), plane_tread(-0.045f, 0, 0.023f, 0.0145f),
                                  plane_tread(-0.045f, 0, -0.023f, 0.0145f),
                                  plane_box(0.006f, 0.05f, 0.010f)};
    parts[0].pose.at = vec3(-0.025f, 0, 0.012f);
    parts[0].friction = 0.3f;
    parts[1].tread = LEFT + 1, parts[2].tread = RIGHT + 1;
    parts[3].joint = LIFT + 1;
    parts[3].pose.at = vec3(0.027f, 0, 0.027f);
    struct fault fault = {0};
    uint32_t id = plane_add(plane,
                            &(struct plane_body){.pose = pose,
                                                 .parts = parts,
                                                 .part_count = 4,
                                                 .mass_kg = 0.16f,
                                                 .centre_given = true,
                                                 .centre = {-0.02f, 0, 0.022f},
                                                 .drive_mass_kg = {0.03f, 0.03f, 0.0001f}},
                            &fault);
    if (!id) fault_print(&fault, stderr);
    plane_drive_stops(plane, id, LIFT, 0, 1);
    return id;
}

static inline void drive_robot(struct plane *plane, uint32_t robot, float left, float right) {
    plane_drive(plane, robot, LEFT, left, 0.8f);
    plane_drive(plane, robot, RIGHT, right, 0.8f);
}

// The fork hangs upright on its arms: angle 0 is level, its drive counts radians from where it began (-0.2
// rad).
static inline float lift_angle(const struct plane *plane, uint32_t robot) {
    struct plane_drive state = {0};
    plane_drive_state(plane, robot, LIFT, &state);
    return -0.2f + state.travel;
}

static inline void link_lift(struct plane *plane, uint32_t robot) {
    float s, c;
    m_sincos(lift_angle(plane, robot), &s, &c);
    struct pose fork = pose_none();
    fork.at = vec3(-0.0377f + 0.066f * c, 0, 0.040f + 0.066f * s);
    plane_joint(plane, robot,
                &(struct plane_link){LIFT_PART, fork, vec3(-0.066f * s, 0, 0.066f * c), vec3(0, 0, 0)}, 1);
}

static inline float pitch_of(const struct plane *plane, uint32_t body) { // nose down is positive
    struct plane_motion m = {0};
    float roll, pitch, yaw;
    plane_motion(plane, body, &m);
    quat_to_euler(m.pose.turn, &roll, &pitch, &yaw);
    return pitch;
}

static inline struct plane_motion motion_of(const struct plane *plane, uint32_t body) {
    struct plane_motion m = {0};
    plane_motion(plane, body, &m);
    return m;
}

static inline const struct plane_event *find_event(const struct plane *plane, enum plane_event_kind kind,
                                                   uint32_t body) {
    for (uint32_t i = 0; i < plane_event_count(plane); i++) {
        const struct plane_event *e = plane_event(plane, i);
        if (e->kind == kind && (!body || e->a == body || e->b == body)) return e;
    }
    return NULL;
}
