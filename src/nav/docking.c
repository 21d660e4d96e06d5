#include "nav/docking.h"

#define ALONG_LIGHTS 0.7f
#define STRAIGHT_M   0.030f // so long is the last piece, at least

uint32_t dock_places(const struct dock_cube *cube, float far_m, const float *heading,
                     struct pose2 places[DOCK_SIDES]) {
    uint32_t count = 0;
    for (int i = 0; i < DOCK_SIDES; i++) {
        float out = cube->at.angle + M_PI_F / 2 * (float)i;
        struct vec2 way = vec2_turn(vec2(1, 0), out);
        if (m_abs(vec2_dot(way, cube->lights)) > ALONG_LIGHTS) continue;
        struct pose2 place = {vec2_add(cube->at.at, vec2_scale(way, far_m)), angle_wrap(out + M_PI_F)};
        bool first = heading && count, nearer = false;
        if (first)
            nearer =
                m_abs(angle_between(place.angle, *heading)) < m_abs(angle_between(places[0].angle, *heading));
        if (first && nearer) places[0] = place;
        if (!first) places[count++] = place;
    }
    return count;
}

bool dock_nearest(const struct dock_cube *cube, struct pose2 robot, float far_m, struct pose2 *out) {
    struct pose2 places[DOCK_SIDES];
    uint32_t count = dock_places(cube, far_m, NULL, places), best = 0;
    for (uint32_t i = 1; i < count; i++) {
        float is = vec2_length(vec2_sub(places[i].at, robot.at)),
              was = vec2_length(vec2_sub(places[best].at, robot.at));
        if (is < was) best = i;
    }
    if (count) *out = places[best];
    return count > 0;
}

struct nav_route dock_way(const struct nav_speeds *speeds, struct pose2 from, struct pose2 stand) {
    struct nav_route route = route_start(from);
    struct pose2 in = pose2_between(stand, from);
    struct vec2 on = pose2_apply(stand, vec2(m_min(-STRAIGHT_M, in.at.x / 2), 0));
    struct vec2 way = vec2_sub(on, from.at);
    if (in.at.x < -STRAIGHT_M && vec2_length(way) > 0.01f) {
        route_face(&route, speeds, m_atan2(way.y, way.x));
        route_line(&route, speeds, on, 0);
    }
    route_face(&route, speeds, stand.angle);
    route_line(&route, speeds, stand.at, 0);
    return route;
}
