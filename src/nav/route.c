#include "nav/route.h"

#define SHORT_M 0.001f
#define KINK    (0.5f * M_PI_F / 180)

struct nav_route route_start(struct pose2 from) {
    return (struct nav_route){.end = from};
}

static struct body_segment *add(struct nav_route *route) {
    if (route->count == ROUTE_SEGMENTS) {
        route->full = true;
        return NULL;
    }
    return &route->segments[route->count++];
}

// A trapezoid, or a triangle where there is no room for one.
static float seconds_for(float way, float speed, float accel, float decel) {
    float ramps = speed * speed / (2 * accel) + speed * speed / (2 * decel);
    if (way >= ramps) return (way - ramps) / speed + speed / accel + speed / decel;
    float top = m_sqrt(2 * way * accel * decel / (accel + decel));
    return top / accel + top / decel;
}

float route_turn_seconds(const struct nav_speeds *s, float angle, float radps) {
    return seconds_for(m_abs(angle), m_max(m_abs(radps), 0.05f), s->turn_accel_radps2, s->turn_decel_radps2);
}

static float pace(const struct nav_speeds *s, float distance, float mps) {
    float usual = distance < 0 ? s->reverse_mps : s->speed_mps;
    return mps != 0 ? m_abs(mps) : usual;
}

static void drove(struct nav_route *route, const struct nav_speeds *s, float metres, float mps) {
    route->length_m += metres;
    route->seconds += seconds_for(metres, m_abs(mps), s->accel_mps2, s->decel_mps2);
}

static void turn_to(struct nav_route *route, const struct nav_speeds *s, float heading) {
    struct body_segment *out = add(route);
    if (!out) return;
    struct vec2 at = route->end.at;
    *out = (struct body_segment){.kind = BODY_SEGMENT_KIND_POINT_TURN,
                                 .from_x_m = at.x,
                                 .from_y_m = at.y,
                                 .to_x_m = at.x,
                                 .to_y_m = at.y,
                                 .angle_rad = heading,
                                 .tolerance_rad = ROUTE_TURN_OFF,
                                 .speed = s->turn_radps,
                                 .accel = s->turn_accel_radps2,
                                 .decel = s->turn_decel_radps2,
                                 .shortest = true};
    route->seconds += route_turn_seconds(s, angle_between(route->end.angle, heading), s->turn_radps);
    route->end.angle = heading;
}

static bool goes_on(const struct body_segment *line, float mps, float is, float heading) {
    return line && line->kind == BODY_SEGMENT_KIND_LINE && line->speed == mps &&
           m_abs(angle_between(is, heading)) < 1e-3f;
}

void route_line(struct nav_route *route, const struct nav_speeds *s, struct vec2 to, float mps) {
    struct vec2 from = route->end.at, there = vec2_sub(to, from);
    float metres = vec2_length(there);
    bool back = vec2_dot(there, vec2_turn(vec2(1, 0), route->end.angle)) < 0;
    if (metres < SHORT_M) return;
    float heading = angle_wrap(m_atan2(there.y, there.x) + (back ? M_PI_F : 0));
    const struct body_segment *before = route->count ? &route->segments[route->count - 1] : NULL;
    bool bends =
        before && before->kind != BODY_SEGMENT_KIND_POINT_TURN; // a body takes no kink between two lines
    float speed = pace(s, back ? -1 : 1, mps);
    if (bends && m_abs(angle_between(route->end.angle, heading)) > KINK)
        turn_to(route, s, heading);
    else if (goes_on(before, back ? -speed : speed, route->end.angle, heading)) {
        struct body_segment *line = &route->segments[--route->count];
        from = vec2(line->from_x_m, line->from_y_m);
    }
    struct body_segment *out = add(route);
    if (!out) return;
    *out = (struct body_segment){.kind = BODY_SEGMENT_KIND_LINE,
                                 .from_x_m = from.x,
                                 .from_y_m = from.y,
                                 .to_x_m = to.x,
                                 .to_y_m = to.y,
                                 .speed = back ? -speed : speed,
                                 .accel = s->accel_mps2,
                                 .decel = s->decel_mps2};
    drove(route, s, metres, speed);
    route->end = (struct pose2){to, heading};
}

void route_turn(struct nav_route *route, const struct nav_speeds *s, float heading) {
    if (m_abs(angle_between(route->end.angle, heading)) > ROUTE_TURN_OFF) turn_to(route, s, heading);
}

void route_face(struct nav_route *route, const struct nav_speeds *s, float heading) {
    if (m_abs(angle_between(route->end.angle, heading)) > KINK) turn_to(route, s, heading);
}

void route_arc(struct nav_route *route, const struct nav_speeds *s, float radius, float turn) {
    struct body_segment *out = add(route);
    if (!out) return;
    struct pose2 from = route->end;
    struct vec2 centre = vec2_add(from.at, vec2_turn(vec2(0, radius), from.angle));
    struct vec2 to = vec2_add(centre, vec2_turn(vec2(0, -radius), from.angle + turn));
    *out = (struct body_segment){.kind = BODY_SEGMENT_KIND_ARC,
                                 .from_x_m = centre.x,
                                 .from_y_m = centre.y,
                                 .to_x_m = centre.x,
                                 .to_y_m = centre.y,
                                 .radius_m = m_abs(radius),
                                 .start_rad = angle_wrap(from.angle - (radius > 0 ? 1 : -1) * M_PI_F / 2),
                                 .sweep_rad = turn,
                                 .speed = s->speed_mps,
                                 .accel = s->accel_mps2,
                                 .decel = s->decel_mps2};
    drove(route, s, m_abs(radius * turn), s->speed_mps);
    route->end = (struct pose2){to, angle_wrap(from.angle + turn)};
}

struct nav_route route_straight(const struct nav_speeds *s, struct pose2 from, float distance, float mps) {
    struct nav_route route = route_start(from);
    route_line(&route, s, vec2_add(from.at, vec2_turn(vec2(distance, 0), from.angle)), mps);
    return route;
}

// ------------------------------------------------------------------------------------------------ along it

static struct pose2 on_arc(const struct body_segment *s, float swept) {
    float angle = s->start_rad + swept;
    return (struct pose2){vec2_add(vec2(s->from_x_m, s->from_y_m), vec2_turn(vec2(s->radius_m, 0), angle)),
                          angle_wrap(angle + (s->sweep_rad > 0 ? M_PI_F / 2 : -M_PI_F / 2))};
}

// How it stands after such a part of a segment.
static struct pose2 on_segment(const struct body_segment *s, struct pose2 from, float part) {
    if (s->kind == BODY_SEGMENT_KIND_ARC) return on_arc(s, s->sweep_rad * part);
    if (s->kind == BODY_SEGMENT_KIND_POINT_TURN)
        return (struct pose2){from.at,
                              angle_wrap(from.angle + angle_between(from.angle, s->angle_rad) * part)};
    struct vec2 way = vec2(s->to_x_m - s->from_x_m, s->to_y_m - s->from_y_m);
    float heading = m_atan2(way.y, way.x) + (s->speed < 0 ? M_PI_F : 0);
    return (struct pose2){vec2_add(vec2(s->from_x_m, s->from_y_m), vec2_scale(way, part)),
                          angle_wrap(heading)};
}

static float length_of(const struct body_segment *s, struct pose2 from) {
    if (s->kind == BODY_SEGMENT_KIND_ARC) return m_abs(s->sweep_rad) * m_max(s->radius_m, 0.06f);
    if (s->kind == BODY_SEGMENT_KIND_POINT_TURN) // its rear swings so far round
        return m_abs(angle_between(from.angle, s->angle_rad)) * 0.07f;
    return vec2_length(vec2(s->to_x_m - s->from_x_m, s->to_y_m - s->from_y_m));
}

bool route_walk(const struct nav_route *route, struct pose2 from, float step,
                bool (*visit)(void *user, struct pose2 at), void *user) {
    for (uint32_t i = 0; i < route->count; i++) {
        const struct body_segment *s = &route->segments[i];
        int steps = (int)(length_of(s, from) / step) + 1;
        for (int k = 1; k <= steps; k++)
            if (!visit(user, on_segment(s, from, (float)k / (float)steps))) return false;
        from = on_segment(s, from, 1);
    }
    return true;
}

// ------------------------------------------------------------------------------------------------ is it one

static bool is_number(const struct body_segment *s) {
    float all[] = {s->from_x_m,  s->from_y_m,  s->to_x_m,        s->to_y_m, s->radius_m, s->start_rad,
                   s->sweep_rad, s->angle_rad, s->tolerance_rad, s->speed,  s->accel,    s->decel};
    return s->kind <= BODY_SEGMENT_KIND_POINT_TURN && s->speed != 0 &&
           m_all_finite(all, sizeof all / sizeof *all) &&
           (s->kind != BODY_SEGMENT_KIND_ARC || s->radius_m > 0);
}

bool route_joins(const struct nav_route *route, uint32_t *wrong) {
    for (*wrong = 0; *wrong < route->count; ++*wrong) {
        const struct body_segment *s = &route->segments[*wrong], *before = s - 1;
        if (!is_number(s)) return false;
        if (!*wrong) continue;
        struct pose2 was = on_segment(before, (struct pose2){vec2(before->from_x_m, before->from_y_m), 0}, 1);
        struct pose2 is = on_segment(s, (struct pose2){vec2(s->from_x_m, s->from_y_m), 0}, 0);
        bool turns = s->kind == BODY_SEGMENT_KIND_POINT_TURN || before->kind == BODY_SEGMENT_KIND_POINT_TURN;
        if (vec2_length(vec2_sub(was.at, is.at)) > SHORT_M ||
            (!turns && m_abs(angle_between(was.angle, is.angle)) > M_PI_F / 180))
            return false;
    }
    return true;
}
