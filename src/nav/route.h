// Ways as a body follows them: straight lines, arcs and turns on the spot, each with its speed.
//
//     struct nav_route route = route_start(pose);
//     route_line(&route, &speeds, to, mps);  // ahead, or back when `there` lies behind it
//     route_turn(&route, &speeds, heading);
//     command.path.append[i] = route.segments[i] …;  give up after route.seconds
//
//     struct nav_route route = route_straight(&speeds, pose, -0.1f, 0);  // ten centimetres back
//
// A segment begins where the one before it ended; lines that go on in one direction become one. What is
// nearer than a third of a millimetre or two degrees makes no segment. A route that
// is full says so (`full`) and ends where it is. Plain numbers, no memory.
#pragma once

#include "base/maths/geometry.h"
#include "schema/body.h"

struct nav_speeds { // m/s, m/s², rad/s, rad/s²
    float speed_mps, accel_mps2, decel_mps2;
    float turn_radps, turn_accel_radps2, turn_decel_radps2;
    float reverse_mps;
};

enum { ROUTE_SEGMENTS = 32 };
#define ROUTE_TURN_OFF (2 * M_PI_F / 180) // a turn on the spot ends so near to its heading

struct nav_route {
    struct body_segment segments[ROUTE_SEGMENTS];
    uint32_t count; // 0: it is there
    bool full;
    struct pose2 end;
    float seconds, length_m;
};

struct nav_route route_start(struct pose2 from);
void route_line(struct nav_route *route, const struct nav_speeds *speeds, struct vec2 to, float mps);
void route_turn(struct nav_route *route, const struct nav_speeds *speeds, float heading);
void route_face(struct nav_route *route, const struct nav_speeds *speeds, float heading); // to half a degree
// Ahead along a circle whose centre lies so far to the left (or, below 0, to the right), by so much heading.
void route_arc(struct nav_route *route, const struct nav_speeds *speeds, float radius_m, float turn_rad);
// mps 0: as the speeds say. Backwards below 0.
struct nav_route route_straight(const struct nav_speeds *speeds, struct pose2 from, float distance_m,
                                float mps);
float route_turn_seconds(const struct nav_speeds *speeds, float angle_rad, float radps);
// Whether a body takes it: finite numbers, known kinds, each segment where and as the one before ends. False:
// *wrong is the first that does not.
bool route_joins(const struct nav_route *route, uint32_t *wrong);
// Its poses, so many metres apart at most: calls back until told to stop (false). True: to its end.
bool route_walk(const struct nav_route *route, struct pose2 from, float step_m,
                bool (*visit)(void *user, struct pose2 at), void *user);
