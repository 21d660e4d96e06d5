#include "brainstem/path.h"

#include <string.h>

#define JOIN_M   0.001f
#define JOIN_RAD (M_PI_F / 180)
// Steering: curvature against a metre of distance and against a radian of heading error. Critically damped at
// half a decimetre.
#define KEEP_TRACK   400.0f
#define KEEP_HEADING 40.0f
#define CURVE_MAX    60.0f // 1/m
#define CREEP_MPS    0.004f
#define CREEP_RADPS  0.08f

void path_clear(struct path *path) { *path = (struct path){0}; }

static bool is_turn(const struct body_segment *s) { return s->kind == BODY_SEGMENT_KIND_POINT_TURN; }
static struct vec2 from_of(const struct body_segment *s) { return vec2(s->from_x_m, s->from_y_m); }
static struct vec2 to_of(const struct body_segment *s) { return vec2(s->to_x_m, s->to_y_m); }

// Of an arc, from_… is its centre.
static struct pose2 end_of(const struct body_segment *s, bool at_end) {
    if (is_turn(s)) return (struct pose2){from_of(s), s->angle_rad};
    if (s->kind == BODY_SEGMENT_KIND_LINE) {
        struct vec2 way = vec2_sub(to_of(s), from_of(s));
        float heading = m_atan2(way.y, way.x) + (s->speed < 0 ? M_PI_F : 0);
        return (struct pose2){at_end ? to_of(s) : from_of(s), angle_wrap(heading)};
    }
    float angle = s->start_rad + (at_end ? s->sweep_rad : 0);
    float heading = angle + (s->sweep_rad > 0 ? M_PI_F / 2 : -M_PI_F / 2) + (s->speed < 0 ? M_PI_F : 0);
    struct vec2 out = vec2(m_cos(angle) * s->radius_m, m_sin(angle) * s->radius_m);
    return (struct pose2){vec2_add(from_of(s), out), angle_wrap(heading)};
}

static bool makes_sense(const struct body_segment *s) {
    float all[] = {s->from_x_m,  s->from_y_m,  s->to_x_m,        s->to_y_m, s->radius_m, s->start_rad,
                   s->sweep_rad, s->angle_rad, s->tolerance_rad, s->speed,  s->accel,    s->decel};
    if (!m_all_finite(all, sizeof all / sizeof *all) || s->speed == 0 ||
        s->kind > BODY_SEGMENT_KIND_POINT_TURN)
        return false;
    return s->kind != BODY_SEGMENT_KIND_ARC || s->radius_m > 0;
}

enum err path_append(struct path *path, const struct body_segment *segment) {
    if (!makes_sense(segment)) return ERR_RANGE;
    if (path->count == PATH_MAX_SEGMENTS) return ERR_LIMIT;
    if (path->count) {
        struct pose2 before = end_of(&path->list[path->count - 1], true), after = end_of(segment, false);
        if (vec2_length(vec2_sub(before.at, after.at)) > JOIN_M) return ERR_STATE;
        bool turns = is_turn(segment) || is_turn(&path->list[path->count - 1]);
        if (!turns && m_abs(angle_between(before.angle, after.angle)) > JOIN_RAD) return ERR_STATE;
    }
    path->list[path->count++] = *segment;
    return ERR_NONE;
}

static void drop_front(struct path *path, uint32_t count) {
    memmove(path->list, path->list + count, (path->count - count) * sizeof *path->list);
    path->count -= count;
    path->begun = false;
}

void path_trim(struct path *path, uint32_t front, uint32_t back) {
    if (front > path->count) front = path->count;
    if (front) drop_front(path, front), path->passed += front;
    path->count -= back > path->count ? path->count : back;
}

bool path_run(struct path *path, uint16_t tag) {
    if (!path->count) return false;
    path->running = true;
    path->tag = tag;
    path->passed = 0;
    path->speed = 0;
    path->begun = false;
    return true;
}

void path_stop(struct path *path) {
    path->running = false;
    path->count = 0;
    path->speed = 0;
}

uint8_t path_segment(const struct path *path) {
    return path->running ? (uint8_t)(path->passed < PATH_NO_SEGMENT ? path->passed : PATH_NO_SEGMENT - 1)
                         : PATH_NO_SEGMENT;
}

// The speed that still allows to brake over what is left.
static float brake(float most, float decel, float left, float end_speed) {
    float v = m_sqrt(2 * decel * m_max(left, 0) + end_speed * end_speed);
    return m_min(most, v);
}

static float or_usual(float value, float usual) { return value > 0 ? value : usual; }

// With which speed the present segment may end: that of the next, if it goes on in the same sense.
static float speed_after(const struct path *path) {
    if (path->count < 2) return 0;
    const struct body_segment *now = &path->list[0], *next = &path->list[1];
    bool goes_on = !is_turn(next) && (next->speed > 0) == (now->speed > 0);
    return goes_on ? m_min(m_abs(next->speed), m_abs(now->speed)) : 0;
}

// How far it still is, how far we are left of the track, and which way the track points.
static void measure(const struct body_segment *s, struct vec2 at, float *left, float *aside, float *heading,
                    float *curve) {
    if (s->kind == BODY_SEGMENT_KIND_LINE) {
        struct vec2 way = vec2_sub(to_of(s), from_of(s)), u = vec2_unit(way);
        *left = vec2_dot(vec2_sub(to_of(s), at), u);
        *aside = vec2_cross(u, vec2_sub(at, from_of(s)));
        *heading = m_atan2(u.y, u.x);
        *curve = 0;
        return;
    }
    struct vec2 out = vec2_sub(at, from_of(s));
    float sense = s->sweep_rad > 0 ? 1.0f : -1.0f, angle = m_atan2(out.y, out.x);
    float swept = angle_wrap(angle - s->start_rad - s->sweep_rad / 2) +
                  s->sweep_rad / 2; // nearest to the middle of the arc
    *left = (s->sweep_rad - swept) * sense * s->radius_m;
    *aside = (s->radius_m - vec2_length(out)) * sense;
    *heading = angle + sense * M_PI_F / 2;
    *curve = sense / s->radius_m;
}

// True while the segment goes on.
static bool along(struct path *path, struct pose2 pose, float dt, float *speed, float *turn) {
    const struct body_segment *s = &path->list[0];
    float sense = s->speed < 0 ? -1.0f : 1.0f, left, aside, heading, curve;
    measure(s, pose.at, &left, &aside, &heading, &curve);
    float end_speed = speed_after(path);
    if (left <= m_max(path->speed * dt / 2, end_speed > 0 ? 0 : 0.0003f)) return false;
    float wanted = brake(m_abs(s->speed), or_usual(s->decel, 0.5f), left, end_speed);
    path->speed = m_towards(path->speed, wanted, or_usual(s->accel, 1.0f) * dt);
    if (path->speed > wanted) path->speed = wanted;
    path->speed = m_max(path->speed, CREEP_MPS);
    float off = angle_between(heading + (sense < 0 ? M_PI_F : 0), pose.angle);
    // Backwards the tail leads, and the same law holds: it is written in the direction of travel.
    float bend = curve - KEEP_TRACK * aside - KEEP_HEADING * m_sin(off);
    bend = m_clamp(bend, -CURVE_MAX, CURVE_MAX);
    *speed = path->speed * sense;
    *turn = path->speed * bend;
    return true;
}

static bool around(struct path *path, struct pose2 pose, float dt, float *speed, float *turn) {
    const struct body_segment *s = &path->list[0];
    if (!path->begun) {
        path->begun = true;
        path->turned = pose.angle;
        path->left = angle_between(pose.angle, s->angle_rad);
        if (!s->shortest && s->speed * path->left < 0 && m_abs(path->left) > s->tolerance_rad)
            path->left += s->speed > 0 ? M_TAU_F : -M_TAU_F; // the sign of the speed says which way round
        path->speed = 0;
    }
    path->left -= angle_between(path->turned, pose.angle);
    path->turned = pose.angle;
    float left = m_abs(path->left), tolerance = or_usual(s->tolerance_rad, 0.02f);
    if (left < tolerance && path->speed < 0.5f) return false;
    float wanted = brake(m_abs(s->speed), or_usual(s->decel, 10) * 0.7f, left, 0);
    path->speed =
        m_max(m_min(m_towards(path->speed, wanted, or_usual(s->accel, 10) * dt), wanted), CREEP_RADPS);
    *speed = 0;
    *turn = path->left < 0 ? -path->speed : path->speed;
    return true;
}

bool path_step(struct path *path, struct pose2 pose, float dt_s, float *speed_mps, float *turn_radps) {
    *speed_mps = *turn_radps = 0;
    while (path->running && path->count) {
        bool turn = is_turn(&path->list[0]);
        if (turn ? around(path, pose, dt_s, speed_mps, turn_radps)
                 : along(path, pose, dt_s, speed_mps, turn_radps))
            return true;
        float carried = turn ? 0 : speed_after(path) > 0 ? path->speed : 0;
        drop_front(path, 1);
        path->passed++;
        path->speed = carried;
    }
    path->running = false;
    return false;
}
