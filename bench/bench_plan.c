// Planning a way: a metre and more between ten things, on a copy of the map as an errand gets it.
#include "bench.h"

#include "base/maths/chance.h"
#include "nav/plan.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 300, ROOMS = 16 };
static struct nav_order *orders[ROOMS];
static uint32_t next, found;

static void furnish(struct nav_order *o, uint64_t seed) {
    struct chance dice = chance_of(seed, chance_stream("rooms"), 0);
    o->ground = (struct nav_ground){{-1.5f, -1.5f}, 0.01f, SIDE, SIDE, NAV_MAY_MOVE};
    o->speeds = (struct nav_speeds){0.1f, 0.2f, 0.5f, 2, 10, 10, 0.08f};
    o->start = (struct pose2){{-0.6f, 0}, chance_range(&dice, -3, 3)};
    o->goals[0] = (struct pose2){{0.6f, chance_range(&dice, -0.3f, 0.3f)}, chance_range(&dice, -3, 3)};
    o->goal_count = 1;
    for (int i = 0; i < 10; i++) {
        int x = 100 + (int)chance_below(&dice, 100), y = 100 + (int)chance_below(&dice, 100);
        for (int k = 0; k < 8 * 8; k++) o->cells[(y + k / 8) * SIDE + x + k % 8] = NAV_FIXED;
    }
}

static void plan(void *user) {
    if (!orders[0])
        for (int i = 0; i < ROOMS; i++) {
            orders[i] = calloc(1, NAV_ORDER_BYTES);
            if (orders[i]) furnish(orders[i], (uint64_t)i + 1);
        }
    static struct nav_answer answer;
    size_t len;
    const struct nav_order *o = orders[next++ % ROOMS];
    if (!o || nav_plan(o, nav_order_size(o), &answer, sizeof answer, &len)) return;
    found += answer.result == NAV_FOUND;
    bench_sink(found);
}

// What it takes at the least: the same squares, measured.
static void measure(void *user) {
    static uint8_t clear[SIDE * SIDE];
    if (!orders[0]) plan(NULL);
    if (orders[0]) ground_measure(&orders[0]->ground, orders[0]->cells, clear);
    bench_sink(clear[next % sizeof clear]);
}

BENCHES({.name = "a way of 1.2 m between ten things",
         .a = plan,
         .a_name = "plan",
         .b = measure,
         .b_name = "measure"})
