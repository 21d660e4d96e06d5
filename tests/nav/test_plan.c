// The planner: every route it tells is one that a body accepts and that touches nothing, and it finds one
// whenever there is one.
#include "support/support.h"

#include "base/maths/chance.h"
#include "brainstem/path.h"
#include "nav/plan.h"

#include <string.h>

static const struct nav_speeds SPEEDS = {0.1f, 0.2f, 0.5f, 2, 10, 10, 0.08f};
enum { SIDE = 200 };

static struct nav_order *ground_of(float metres) {
    struct nav_order *o = calloc(1, NAV_ORDER_BYTES);
    uint16_t side = (uint16_t)(metres * 100);
    o->ground = (struct nav_ground){{-metres / 2, -metres / 2}, 0.01f, side, side, NAV_MAY_MOVE};
    o->speeds = SPEEDS;
    o->goal_count = 1;
    return o;
}

static struct vec2 cell_middle(const struct nav_order *o, uint32_t i) {
    uint32_t row = i / o->ground.width, column = i % o->ground.width;
    return vec2(o->ground.corner.x + (float)column * 0.01f + 0.005f,
                o->ground.corner.y + (float)row * 0.01f + 0.005f);
}

static void put(struct nav_order *o, struct vec2 low, struct vec2 high, uint8_t what) {
    for (uint32_t i = 0; i < (uint32_t)o->ground.width * o->ground.height; i++) {
        struct vec2 at = cell_middle(o, i);
        if (at.x >= low.x && at.x <= high.x && at.y >= low.y && at.y <= high.y) o->cells[i] = what;
    }
}

static struct nav_answer plan(const struct nav_order *o) {
    struct nav_answer out;
    size_t len = 0;
    assert_int_equal(nav_plan(o, nav_order_size(o), &out, sizeof out, &len), ERR_NONE);
    assert_int_equal(len, sizeof out);
    return out;
}

// Square by square, without any of the planner's shortcuts: does the box touch what blocks?
static bool touches(const struct nav_order *o, struct pose2 at, struct nav_footprint f) {
    for (float x = -f.back_m; x <= f.front_m; x += 0.004f)
        for (float y = -f.half_m; y <= f.half_m; y += 0.004f) {
            struct vec2 p = pose2_apply(at, vec2(x, y));
            int cx = (int)((p.x - o->ground.corner.x) * 100), cy = (int)((p.y - o->ground.corner.y) * 100);
            if (cx >= 0 && cy >= 0 && cx < o->ground.width && cy < o->ground.height &&
                o->cells[cy * o->ground.width + cx] >= NAV_MAY_MOVE)
                return true;
        }
    return false;
}

struct drive {
    struct pose2 at;
    float fastest, metres;
};

// A body's own follower accepts it, and a cart that does what it is told comes to the goal without touching
// anything.
static void follows(const struct nav_order *o, const struct nav_answer *a) {
    struct path path;
    path_clear(&path);
    for (uint32_t i = 0; i < a->route.count; i++) {
        enum err err = path_append(&path, &a->route.segments[i]);
        if (err) print_message("# segment %u of %u is refused: %d\n", i, a->route.count, err);
        assert_int_equal(err, ERR_NONE);
    }
    struct pose2 at = o->start;
    if (a->route.count) assert_true(path_run(&path, 1));
    float v, w;
    struct nav_footprint body = nav_footprint(o->carrying, 0);
    for (int i = 0; a->route.count && i < 200 * 120 && path_step(&path, at, 0.005f, &v, &w); i++) {
        at.at = vec2_add(at.at, vec2_turn(vec2(v * 0.005f, 0), at.angle + w * 0.0025f));
        at.angle = angle_wrap(at.angle + w * 0.005f);
        if (i % 8 == 0) assert_false(touches(o, at, body));
    }
    struct pose2 goal = o->goals[a->goal];
    assert_true(vec2_length(vec2_sub(at.at, goal.at)) < 0.006f);
    assert_true(m_abs(angle_between(at.angle, goal.angle)) < 0.05f);
}

// Every pose of the route keeps its margin.
static bool keeps_off(void *user, struct pose2 at) {
    return !touches(user, at, nav_footprint(((struct nav_order *)user)->carrying, NAV_MARGIN_M - 0.002f));
}

static void an_open_floor_is_crossed_straight(void **state) {
    struct nav_order *o = ground_of(2);
    o->start = (struct pose2){{-0.5f, 0}, 0}, o->goals[0] = (struct pose2){{0.5f, 0.1f}, 1};
    struct nav_answer a = plan(o);
    assert_int_equal(a.result, NAV_FOUND);
    assert_int_equal(a.route.count, 3); // turn, line, turn
    assert_true(a.route.length_m < 1.006f);
    follows(o, &a);
    // Where it stands already there is nothing to do.
    o->goals[0] = o->start;
    a = plan(o);
    assert_true(a.result == NAV_FOUND && a.route.count == 0);
    free(o);
}

static void it_goes_round_a_wall(void **state) {
    struct nav_order *o = ground_of(2);
    put(o, vec2(-0.02f, -0.5f), vec2(0.02f, 0.6f), NAV_FIXED);
    o->start = (struct pose2){{-0.4f, 0}, 0}, o->goals[0] = (struct pose2){{0.4f, 0}, 0};
    struct nav_answer a = plan(o);
    assert_int_equal(a.result, NAV_FOUND);
    print_message("# round the wall: %.2f m in %u segments, %u places looked at\n", (double)a.route.length_m,
                  a.route.count, a.looked);
    assert_true(a.route.length_m < 1.65f && a.route.end.at.x == 0.4f);
    assert_true(route_walk(&a.route, o->start, 0.01f, keeps_off, o));
    follows(o, &a);
    bool round = false;
    for (uint32_t i = 0; i < a.route.count; i++) round |= a.route.segments[i].kind == BODY_SEGMENT_KIND_ARC;
    assert_true(round);
    free(o);
}

// The cut-out's truth by brute force: squares and 16 headings, flooded.
static bool reachable(const struct nav_order *o) {
    struct nav_footprint f = nav_footprint(o->carrying, NAV_MARGIN_M);
    uint32_t cells = (uint32_t)o->ground.width * o->ground.height;
    uint8_t *fits = calloc(cells, 16), *clear = malloc(cells);
    uint32_t *queue = malloc(cells * 16 * sizeof *queue), head = 0, tail = 0;
    ground_measure(&o->ground, o->cells, clear);
    for (uint32_t i = 0; i < cells; i++)
        for (int h = 0; h < 16; h++) {
            struct vec2 at = cell_middle(o, i);
            fits[i * 16 + (uint32_t)h] =
                ground_fits(&o->ground, o->cells, clear, &f, at, rot2_of((float)h * M_TAU_F / 16));
        }
    uint32_t from = 0, to = 0;
    ground_cell(&o->ground, o->start.at, &from), ground_cell(&o->ground, o->goals[0].at, &to);
    for (int h = 0; h < 16; h++)
        if (fits[from * 16 + (uint32_t)h])
            fits[from * 16 + (uint32_t)h] = 2, queue[tail++] = from * 16 + (uint32_t)h;
    bool found = false;
    while (head < tail) {
        uint32_t node = queue[head++], cell = node / 16, h = node % 16;
        found |= cell == to;
        struct vec2 way = vec2_turn(vec2(1, 0), (float)h * M_TAU_F / 16);
        int dx = way.x > 0.38f    ? 1
                 : way.x < -0.38f ? -1
                                  : 0,
            dy = way.y > 0.38f    ? 1
                 : way.y < -0.38f ? -1
                                  : 0;
        uint32_t nexts[] = {cell * 16 + (h + 1) % 16, cell * 16 + (h + 15) % 16,
                            (uint32_t)((int)cell + dx + dy * o->ground.width) * 16 + h,
                            (uint32_t)((int)cell - dx - dy * o->ground.width) * 16 + h};
        for (int k = 0; k < 4; k++)
            if (nexts[k] < cells * 16 && fits[nexts[k]] == 1) fits[nexts[k]] = 2, queue[tail++] = nexts[k];
    }
    free(fits), free(clear), free(queue);
    return found;
}

static void cluttered_rooms_are_crossed(void **state) {
    uint32_t found = 0, missed = 0, most = 0;
    for (uint32_t seed = 1; seed <= 40; seed++) {
        struct nav_order *o = ground_of(1.6f);
        struct chance dice = chance_of(seed, chance_stream("rooms"), 1);
        put(o, vec2(-0.8f, -0.8f), vec2(0.8f, -0.78f), NAV_FIXED),
            put(o, vec2(-0.8f, 0.78f), vec2(0.8f, 0.8f), NAV_FIXED);
        put(o, vec2(-0.8f, -0.8f), vec2(-0.78f, 0.8f), NAV_FIXED),
            put(o, vec2(0.78f, -0.8f), vec2(0.8f, 0.8f), NAV_FIXED);
        for (int i = 0; i < 14; i++) {
            struct vec2 at = vec2(chance_unit(&dice) * 1.4f - 0.7f, chance_unit(&dice) * 1.4f - 0.7f);
            put(o, vec2_sub(at, vec2(0.03f, 0.03f)), vec2_add(at, vec2(0.03f, 0.03f)), NAV_FIXED);
        }
        o->carrying = seed % 3 == 0;
        struct nav_footprint f = nav_footprint(o->carrying, NAV_MARGIN_M);
        for (int tries = 0; tries < 1000; tries++) {
            o->start = (struct pose2){{chance_unit(&dice) * 1.4f - 0.7f, chance_unit(&dice) * 1.4f - 0.7f},
                                      chance_unit(&dice) * 6};
            if (!touches(o, o->start, f)) break;
        }
        for (int tries = 0; tries < 1000; tries++) {
            o->goals[0] = (struct pose2){{chance_unit(&dice) * 1.4f - 0.7f, chance_unit(&dice) * 1.4f - 0.7f},
                                         chance_unit(&dice) * 6};
            if (!touches(o, o->goals[0], f)) break;
        }
        struct nav_answer a = plan(o);
        if (a.result == NAV_FOUND && !a.route.full) {
            found++;
            if (!route_walk(&a.route, o->start, 0.01f, keeps_off, o))
                print_message("# room %u: too near\n", seed);
            assert_true(route_walk(&a.route, o->start, 0.01f, keeps_off, o));
            follows(o, &a);
        } else if (reachable(o)) {
            print_message("# room %u: result %d, full %d, %u looked at\n", seed, a.result, a.route.full,
                          a.looked);
            missed++;
        }
        if (a.looked > most) most = a.looked;
        free(o);
    }
    print_message("# %u of 40 rooms crossed, %u missed, at most %u places looked at\n", found, missed, most);
    assert_true(found >= 30 && missed <= 1);
}

static void why_there_is_no_way_is_told(void **state) {
    struct nav_order *o = ground_of(2);
    o->start = (struct pose2){{-0.4f, 0}, 0}, o->goals[0] = (struct pose2){{0.4f, 0}, 0};
    put(o, vec2(0.35f, -0.05f), vec2(0.45f, 0.05f), NAV_FIXED);
    assert_int_equal(plan(o).result, NAV_NO_GOAL);
    put(o, vec2(0.35f, -0.05f), vec2(0.45f, 0.05f), NAV_MAY_MOVE);
    assert_int_equal(plan(o).result, NAV_IN_THE_WAY);
    put(o, vec2(0.35f, -0.05f), vec2(0.45f, 0.05f), NAV_FREE);
    assert_int_equal(plan(o).result, NAV_FOUND);
    // A ring round the goal, of what stays and of what may go.
    put(o, vec2(0.2f, -0.2f), vec2(0.6f, 0.2f), NAV_FIXED),
        put(o, vec2(0.24f, -0.16f), vec2(0.56f, 0.16f), NAV_FREE);
    assert_int_equal(plan(o).result, NAV_ENCLOSED);
    put(o, vec2(0.2f, -0.05f), vec2(0.239f, 0.05f), NAV_MAY_MOVE);
    assert_int_equal(plan(o).result, NAV_IN_THE_WAY);
    // Of two goals the free one is taken.
    o->goals[1] = (struct pose2){{0, 0.5f}, 2}, o->goal_count = 2;
    struct nav_answer a = plan(o);
    assert_true(a.result == NAV_FOUND && a.goal == 1);
    follows(o, &a);
    free(o);
}

// A wall across the whole ground with one gap. What a robot's width does not pass is known before the search,
// whatever it is made of; what it passes with a finger to spare is found.
static void gaps_are_ways_or_none(void **state) {
    for (int width = 4; width <= 10; width++) {
        if (width == 7 || width == 8) continue; // less than a square to spare: it may give up
        struct nav_order *o = ground_of(2);
        o->start = (struct pose2){{-0.5f, 0}, 0.3f}, o->goals[0] = (struct pose2){{0.5f, 0.1f}, 1};
        put(o, vec2(-0.02f, -1), vec2(0.02f, 0), NAV_FIXED);
        put(o, vec2(-0.02f, 0.01f * (float)width), vec2(0.02f, 1), NAV_FIXED);
        struct nav_answer a = plan(o);
        assert_int_equal(a.result, width < 7 ? NAV_ENCLOSED : NAV_FOUND);
        if (a.result == NAV_FOUND) follows(o, &a);
        if (width < 7) assert_int_equal(a.looked, 0);
        put(o, vec2(-0.02f, 0.01f * (float)width), vec2(0.02f, 1), NAV_MAY_MOVE);
        assert_int_equal(plan(o).result, width < 7 ? NAV_IN_THE_WAY : NAV_FOUND);
        free(o);
    }
}

static void nonsense_is_answered(void **state) {
    struct nav_order *o = ground_of(1);
    o->start.at.x = 0.0f / 0.0f;
    assert_int_equal(plan(o).result, NAV_BAD);
    o->start.at.x = 0, o->goals[0].angle = 1.0f / 0.0f;
    assert_int_equal(plan(o).result, NAV_BAD);
    o->goals[0].angle = 0, o->goal_count = 0;
    assert_int_equal(plan(o).result, NAV_BAD);
    o->goal_count = NAV_GOALS + 1;
    assert_int_equal(plan(o).result, NAV_BAD);
    o->goal_count = 1, o->goals[0].at.x = 50; // outside of the squares
    assert_int_equal(plan(o).result, NAV_NO_GOAL);
    struct nav_answer out;
    size_t len;
    assert_int_equal(nav_plan(o, 10, &out, sizeof out, &len), ERR_NONE);
    assert_int_equal(out.result, NAV_BAD);
    assert_int_equal(nav_plan(o, nav_order_size(o), &out, 3, &len), ERR_LIMIT);
    free(o);
}

// Who stands too near something drives away from it all the same.
static void it_gets_out_of_a_corner(void **state) {
    struct nav_order *o = ground_of(1);
    put(o, vec2(0.034f, -0.1f), vec2(0.06f, 0.1f), NAV_FIXED);
    o->goals[0] = (struct pose2){{-0.3f, 0.2f}, 3};
    struct nav_answer a = plan(o);
    assert_int_equal(a.result, NAV_FOUND);
    struct nav_footprint f = nav_footprint(false, -0.005f); // it stands against it
    uint8_t *clear = malloc(100 * 100);
    ground_measure(&o->ground, o->cells, clear);
    assert_true(nav_route_fits(&a.route, o->start, &o->ground, o->cells, clear, &f));
    // Something new lies on the way.
    put(o, vec2(-0.2f, 0.05f), vec2(-0.1f, 0.2f), NAV_MAY_MOVE);
    ground_measure(&o->ground, o->cells, clear);
    assert_false(nav_route_fits(&a.route, o->start, &o->ground, o->cells, clear, &f));
    free(clear), free(o);
}

TESTS(cmocka_unit_test(an_open_floor_is_crossed_straight), cmocka_unit_test(it_goes_round_a_wall),
      cmocka_unit_test(cluttered_rooms_are_crossed), cmocka_unit_test(why_there_is_no_way_is_told),
      cmocka_unit_test(gaps_are_ways_or_none), cmocka_unit_test(nonsense_is_answered),
      cmocka_unit_test(it_gets_out_of_a_corner))
