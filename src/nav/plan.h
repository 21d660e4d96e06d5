// How to get there: the way of a robot between what is in the way, as lines, arcs and turns.
//
//     struct nav_order *order = …;  // with room for its squares: NAV_ORDER_BYTES
//     *order = (struct nav_order){.ground = {…}, .speeds = …, .start = pose,
//                                 .goals = {goal}, .goal_count = 1};
//     order->cells[i] = …;
//     errand_post(crew, &(struct errand){.run = nav_plan, .input = order,
//                                        .input_size = nav_order_size(order),
//                                        .answer_size = sizeof(struct nav_answer), …}, &err);
//     if (answer.result == NAV_FOUND) …answer.route, answer.goal…
//
// A pure function of the order: an errand. It searches over squares and sixteen headings, counted from the
// heading it starts with (straight on one square and 50 mm, arcs of one and two headings, turns on the spot,
// a square back), led by how far each square is from the goals. Squares are taken four at a time first; one
// by one only where that comes to nothing. What is narrower than the robot is no way from the beginning.
// What it finds is drawn straight wherever the robot fits, and corners are rounded. It keeps 8 mm from
// everything that blocks, less only where it stands closer already, and goes round what it would rather not
// cross. Of several goals it takes whichever is reached first.
//
// Memory: about 1 MB while it runs, and 11 bytes a square, from malloc, on the worker's thread. Steps are
// bounded (NAV_STEPS_MAX each time it searches), and so is its time.
#pragma once

#include "base/err.h"
#include "nav/ground.h"
#include "nav/route.h"

#include <stddef.h>

enum { NAV_GOALS = 16, NAV_CELLS_MAX = 250000, NAV_STEPS_MAX = 10000 };
#define NAV_MARGIN_M 0.008f

struct nav_order {
    struct nav_ground ground;
    struct nav_speeds speeds;
    struct pose2 start, goals[NAV_GOALS];
    uint32_t goal_count;
    bool carrying;
    uint8_t cells[]; // row by row, width * height of them
};
#define NAV_ORDER_BYTES (sizeof(struct nav_order) + NAV_CELLS_MAX)

enum nav_result {
    NAV_FOUND,
    NAV_BAD,        // numbers that are none, no goal, no ground
    NAV_NO_GOAL,    // it does not fit where it should go, whatever moves
    NAV_ENCLOSED,   // nothing leads there, whatever moves
    NAV_IN_THE_WAY, // it would get there without something that may move
    NAV_GAVE_UP,    // the search was too long
};
struct nav_answer {
    enum nav_result result;
    uint32_t goal;          // which
    uint32_t looked;        // how many places the search looked at
    struct nav_route route; // `full`: only the first part of the way
};

static inline size_t nav_order_size(const struct nav_order *order) {
    return sizeof *order + (size_t)order->ground.width * order->ground.height;
}
enum err nav_plan(const void *input, size_t input_size, void *answer, size_t answer_size, size_t *len);
// Whether a route still fits over this ground, from where the robot is: asked when something new was seen.
// clear: as ground_measure tells it.
bool nav_route_fits(const struct nav_route *route, struct pose2 from, const struct nav_ground *ground,
                    const uint8_t *cells, const uint8_t *clear, const struct nav_footprint *footprint);
