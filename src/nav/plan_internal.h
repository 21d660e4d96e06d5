// Between the files of the planner.
#pragma once

#include "nav/plan.h"

enum { HEADINGS = 16, WAYPOINTS = 512 };
enum nav_move {
    MOVE_START,
    MOVE_STEP,
    MOVE_STRIDE,
    MOVE_LEFT,
    MOVE_LEFT2,
    MOVE_RIGHT,
    MOVE_RIGHT2,
    MOVE_TURN_LEFT,
    MOVE_TURN_RIGHT,
    MOVE_BACK,
    MOVE_DIRECT
};
#define HEADING_RAD (M_TAU_F / HEADINGS)
#define ARC_M       0.06f // radius of the lattice's arcs
#define TURN_COST_M 0.05f // a radian on the spot costs as much as so many metres

struct planner {
    const struct nav_order *order;
    struct nav_ground ground; // the order's, with what blocks now
    const uint8_t *cells;
    uint8_t *clear;
    uint16_t *far; // from the goals, in millimetres
    struct nav_footprint footprint;
};
struct waypoint {
    struct pose2 pose;
    enum nav_move move; // that led there
};

bool planner_fits(const struct planner *p, struct pose2 at);
bool planner_turns(const struct planner *p, struct vec2 at, float from,
                   float to); // on the spot, the short way
bool planner_drives(const struct planner *p, struct vec2 from, struct vec2 to, float heading);
// What is found, as a route: straight where it fits, corners rounded. `last` is the heading it shall end
// with.
void planner_smooth(const struct planner *p, const struct waypoint *list, uint32_t count, float last,
                    struct nav_route *out);
