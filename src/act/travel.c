#include "act/act.h"

#include "base/hash.h"

#include <string.h>

// Chosen. Due so many ticks after it was asked, which is longer than the planner takes; room around here and
// there; how far at once; how often in all, and how often because it did not come to its goal.
enum {
    DUE_TICKS = 2,
    PLANS_MOST = 48,
    OFFS_MOST = 3,
    LOOKS_BOLD = 2,
    LOOKS_MOST = 5,
    CHECK_TICKS = 4,
    FAN = 15
};
#define AROUND_M  0.7f
#define AT_ONCE_M 2.5f
#define STAGE_M   2.0f
#define FAN_RAD   0.12f
#define THERE_M   0.003f
#define SLID_M    0.02f // so far from where it was asked, and it is asked again
#define SLID_RAD  0.1f
#define CHECK_M   0.02f
#define NEAR_M    0.40f
#define LOOK_M    0.14f // it looks again from so far
#define LOOK_RAD  0.5f
#define BOLD_MPS  0.04f
#define LOOK_S    1.1f // what was felt longer ago than a second is cleared by a beam that passes

// ------------------------------------------------------------------------------------------------ the ground

static const uint8_t GROUND[MAP_CONTENTS] = { // the others are free
    [BELIEF_MAP_CONTENT_OBSTACLE_PROXIMITY] = NAV_FELT,
    [BELIEF_MAP_CONTENT_OBSTACLE_PROXIMITY_EXPLORED] = NAV_FELT,
    [BELIEF_MAP_CONTENT_OBSTACLE_CUBE] = NAV_MAY_MOVE,
    [BELIEF_MAP_CONTENT_OBSTACLE_UNRECOGNIZED] = NAV_FIXED,
    [BELIEF_MAP_CONTENT_OBSTACLE_CHARGER] = NAV_FIXED,
    [BELIEF_MAP_CONTENT_CLIFF] = NAV_FIXED};

static struct vec2 snapped(struct vec2 at) {
    return vec2(m_floor(at.x / MAP_CELL_M) * MAP_CELL_M, m_floor(at.y / MAP_CELL_M) * MAP_CELL_M);
}

static void fill(const struct nav_ground *g, uint8_t *cells, struct pose2 middle, struct vec2 half,
                 uint8_t is) {
    uint32_t cell;
    for (float x = -half.x; x <= half.x; x += MAP_CELL_M / 2)
        for (float y = -half.y; y <= half.y; y += MAP_CELL_M / 2)
            if (ground_cell(g, pose2_apply(middle, vec2(x, y)), &cell)) cells[cell] = is;
}

// What somebody told that it stands there does not go away by itself.
static void fill_fixed(const struct belief *belief, const struct nav_ground *g, uint8_t *cells) {
    for (uint32_t i = 0; i < belief->things.count; i++) {
        const struct thing *t = &belief->things.list[i];
        if (t->kind != BELIEF_THING_KIND_FIXED || t->at.origin != belief->origins.current) continue;
        fill(g, cells, pose_on_plane(t->at.pose), vec2(t->size_m.x / 2, t->size_m.y / 2), NAV_FIXED);
    }
}

// Squares of the map around a robot, as the planner has them. Where it stands nothing stands, whatever was
// felt there.
static void copy(const struct act *act, const struct nav_ground *g, uint8_t *cells, struct pose2 at,
                 bool doubts) {
    map_cut(act->config.belief->map, g->corner, g->width, g->height, GROUND, cells);
    ground_trim(g, cells, doubts ? NAV_RATHER_NOT : NAV_MAY_MOVE);
    fill_fixed(act->config.belief, g, cells);
    struct nav_footprint f = nav_footprint(act->now.status & BODY_STATUS_CARRYING, 0);
    struct pose2 middle = pose2_times(at, (struct pose2){{(f.front_m - f.back_m) / 2, 0}, 0});
    fill(g, cells, middle, vec2((f.front_m + f.back_m) / 2, f.half_m), NAV_FREE);
}

static void measure(struct nav_order *o) {
    struct vec2 low = o->start.at, high = o->start.at;
    for (uint32_t i = 0; i < o->goal_count; i++) {
        struct vec2 at = o->goals[i].at;
        low = vec2(m_min(low.x, at.x), m_min(low.y, at.y));
        high = vec2(m_max(high.x, at.x), m_max(high.y, at.y));
    }
    low = snapped(vec2_sub(low, vec2(AROUND_M, AROUND_M)));
    high = vec2_add(high, vec2(AROUND_M, AROUND_M));
    float most = TRAVEL_SIDE - 1;
    o->ground = (struct nav_ground){.corner = low, .cell_m = MAP_CELL_M, .blocks = NAV_MAY_MOVE};
    o->ground.width = (uint16_t)(m_min((high.x - low.x) / MAP_CELL_M, most) + 1);
    o->ground.height = (uint16_t)(m_min((high.y - low.y) / MAP_CELL_M, most) + 1);
}

// The order is written where the planner reads it: too large to lie about with each robot.
struct writing {
    const struct act *act;
    const struct nav_order *order; // without its squares
};
static void write_order(const void *input, void *place, size_t size) {
    const struct writing *w = input;
    struct nav_order *o = place;
    memcpy(o, w->order, sizeof *o);
    copy(w->act, &o->ground, o->cells, o->start, w->act->travel.doubts);
}

// ------------------------------------------------------------------------------------------------ asking

static float away(struct pose2 a, struct pose2 b) { return vec2_length(vec2_sub(a.at, b.at)); }

// Goals that are too far for one map: a fan of places towards the nearest of them.
static void take_stage(struct travel *t, struct pose2 at, struct nav_order *o) {
    uint32_t nearest = 0;
    for (uint32_t i = 1; i < t->goal_count; i++)
        if (away(t->goals[i], at) < away(t->goals[nearest], at)) nearest = i;
    struct vec2 way = vec2_sub(t->goals[nearest].at, at.at);
    t->staged = vec2_length(way) > AT_ONCE_M;
    if (!t->staged) {
        memcpy(o->goals, t->goals, sizeof t->goals);
        o->goal_count = t->goal_count;
        return;
    }
    float towards = m_atan2(way.y, way.x);
    for (int i = 0; i < FAN; i++) { // the straight one first
        int aside = (i + 1) / 2;
        float angle = towards + FAN_RAD * (float)aside * (i % 2 ? 1.0f : -1.0f);
        o->goals[i] = (struct pose2){vec2_add(at.at, vec2_turn(vec2(STAGE_M, 0), angle)), towards};
    }
    o->goal_count = FAN;
}

static enum life_result ask(struct act *act, struct action *a) {
    struct travel *t = &act->travel;
    struct nav_order order = {0}, *o = &order;
    if (!act->config.crew || !act->config.belief) return LIFE_RESULT_PATH_PLANNING_FAILED_ABORT;
    if (t->plans++ == PLANS_MOST) return LIFE_RESULT_PATH_PLANNING_FAILED_RETRY;
    o->start = t->from = act->now.at;
    o->speeds = act->profile.speeds;
    if (t->bold) o->speeds.speed_mps = m_min(o->speeds.speed_mps, BOLD_MPS);
    o->carrying = act->now.status & BODY_STATUS_CARRYING;
    take_stage(t, act->now.at, o);
    measure(o);
    enum err err = ERR_NONE;
    t->ticket = errand_post(act->config.crew,
                            &(struct errand){.run = nav_plan,
                                             .input = &(struct writing){act, o},
                                             .write = write_order,
                                             .input_size = nav_order_size(o),
                                             .answer_size = sizeof(struct nav_answer),
                                             .due = act->now.tick + DUE_TICKS,
                                             .kind = TRAVEL_ERRAND,
                                             .asker = act->config.asker},
                            &err);
    a->own.tag = 0;
    t->state = TRAVEL_ASKS;
    if (!err) return LIFE_RESULT_RUNNING;
    t->state = TRAVEL_NONE;
    return a->said = "too much is being worked out already", LIFE_RESULT_PATH_PLANNING_FAILED_RETRY;
}

bool travel_hear(struct act *act, const struct errand_answer *answer) {
    struct travel *t = &act->travel;
    if (answer->kind != TRAVEL_ERRAND) return false;
    if (t->state != TRAVEL_ASKS) return true;
    struct nav_answer is = {.result = NAV_GAVE_UP};
    if (!answer->err && answer->answer_len == sizeof is) memcpy(&is, answer->answer, sizeof is);
    t->state = TRAVEL_KNOWS;
    t->result = (uint32_t)is.result;
    t->goal = is.goal;
    t->full = is.route.full;
    t->end = is.route.end;
    uint32_t count = is.result == NAV_FOUND ? is.route.count : 0;
    if (count > ROUTE_SEGMENTS) count = ROUTE_SEGMENTS;
    t->way = (struct body_path_order){.append_count = (uint8_t)count};
    memcpy(t->way.append, is.route.segments, count * sizeof *is.route.segments);
    return true;
}

// ------------------------------------------------------------------------------------------------ driving

static struct nav_route route_of(const struct travel *t, uint32_t from) {
    struct nav_route route = route_start(t->from);
    for (uint32_t i = from; i < t->way.append_count; i++) route.segments[route.count++] = t->way.append[i];
    route.end = t->end;
    return route;
}

// Chosen: as far ahead as a range sensor tells something new.
enum { NEAR_SIDE = 100 };
#define BEYOND_M 0.14f // so far outside of where it may be lies what counts: its body, and ends of rows
struct looks {
    struct nav_ground ground;
    const uint8_t *cells;
    struct nav_footprint footprint;
    struct pose2 here;
    float within_m; // of where it is; farther away it does not matter
};
static bool is_free(void *user, struct pose2 at) {
    const struct looks *l = user;
    if (away(at, l->here) > l->within_m) return true;
    return ground_fits(&l->ground, l->cells, NULL, &l->footprint, at.at, rot2_of(at.angle));
}

static bool fits(const struct act *act, const struct nav_route *route, float within_m) {
    struct pose2 here = act->now.at;
    float half = m_min(NEAR_SIDE * MAP_CELL_M / 2, within_m + BEYOND_M);
    uint16_t side = (uint16_t)(2 * half / MAP_CELL_M + 0.5f);
    uint8_t cells[NEAR_SIDE * NEAR_SIDE];
    struct nav_ground g = {snapped(vec2_sub(here.at, vec2(half, half))), MAP_CELL_M, side, side,
                           NAV_MAY_MOVE};
    copy(act, &g, cells, here, act->travel.bold);
    struct looks looks = {g, cells, nav_footprint(act->now.status & BODY_STATUS_CARRYING, 0), here, within_m};
    return route_walk(route, here, CHECK_M, is_free, &looks);
}
static bool still_fits(const struct act *act, uint32_t segment, float within_m) {
    struct nav_route rest = route_of(&act->travel, segment);
    return fits(act, &rest, within_m);
}

// ---------------------------------------------------------------------------------------- looking again

static enum life_result wait_to_look(struct act *act, struct action *a) {
    act_stop_way(act);
    act->travel.state = TRAVEL_WAITS;
    a->own.tag = 0, a->own.since = act->now.tick;
    return LIFE_RESULT_RUNNING;
}

// To the left, to the right and back, as far as it has room.
static enum life_result sweep(struct act *act, struct action *a) {
    float here = act->now.at.angle;
    struct nav_route route = route_start(act->now.at);
    for (int side = 1; side >= -1; side -= 2) {
        struct nav_route longer = route;
        route_turn(&longer, &act->profile.speeds, angle_wrap(here + LOOK_RAD * (float)side));
        if (fits(act, &longer, NEAR_M)) route = longer;
    }
    route_turn(&route, &act->profile.speeds, here);
    act->travel.state = TRAVEL_SWEEPS;
    a->own.phase = WAY_UNDER_WAY;
    if (act_follow(act, a, &route) == LIFE_RESULT_SUCCESS) a->own.phase = WAY_ARRIVED, a->said = NULL;
    return LIFE_RESULT_RUNNING;
}

static enum life_result look_again(struct act *act, struct action *a) {
    struct travel *t = &act->travel;
    action_progress(&act->actions, a);
    if (t->state == TRAVEL_WAITS)
        return (float)(act->now.tick - a->own.since) < act_ticks(LOOK_S) ? LIFE_RESULT_RUNNING
                                                                         : sweep(act, a);
    enum life_result result = a->own.phase == WAY_ARRIVED ? LIFE_RESULT_SUCCESS : act_step_way(act, a);
    if (result != LIFE_RESULT_SUCCESS) return result;
    t->doubts = t->bold = false;
    return ask(act, a);
}

// Nothing leads there for what was felt: nearer, and look.
static enum life_result doubt(struct act *act, struct action *a, enum life_result result) {
    struct travel *t = &act->travel;
    if (t->doubts || t->looks++ == LOOKS_MOST) return result;
    t->doubts = true;
    t->bold = t->looks > LOOKS_BOLD;
    return ask(act, a);
}

static enum life_result set_out(struct act *act, struct action *a) {
    struct travel *t = &act->travel;
    struct nav_route route = route_of(t, 0);
    uint32_t wrong;
    if (!route_joins(&route, &wrong)) return LIFE_RESULT_PATH_PLANNING_FAILED_ABORT;
    t->state = TRAVEL_DRIVES;
    a->own.phase = 0;
    action_progress(&act->actions, a);
    t->checked = map_number(act->config.belief->map);
    act->segment = 0;
    if (t->doubts && !still_fits(act, 0, LOOK_M)) return wait_to_look(act, a);
    t->squeezed = !t->doubts && !still_fits(act, 0, NEAR_M);
    enum life_result result = act_follow(act, a, &route);
    if (result == LIFE_RESULT_SUCCESS)
        a->own.phase = WAY_ARRIVED, a->own.since = act->now.tick, a->said = NULL;
    return LIFE_RESULT_RUNNING;
}

static enum life_result hear_plan(struct act *act, struct action *a) {
    struct travel *t = &act->travel;
    switch ((enum nav_result)t->result) {
    case NAV_FOUND:
        break;
    case NAV_BAD:
        return LIFE_RESULT_BAD_POSE;
    case NAV_IN_THE_WAY:
        return doubt(act, a, LIFE_RESULT_PATH_PLANNING_FAILED_RETRY);
    case NAV_GAVE_UP:
        return doubt(act, a, LIFE_RESULT_PATH_PLANNING_FAILED_ABORT);
    default:
        return LIFE_RESULT_PATH_PLANNING_FAILED_ABORT;
    }
    bool slid = away(t->from, act->now.at) > SLID_M ||
                m_abs(angle_between(t->from.angle, act->now.at.angle)) > SLID_RAD;
    return slid ? ask(act, a) : set_out(act, a);
}

// It stops, and asks anew from where it stands.
static enum life_result plan_anew(struct act *act, struct action *a) {
    act_stop_way(act);
    return ask(act, a);
}

static bool at_goal(const struct act *act) {
    const struct travel *t = &act->travel;
    return act_near(act->now.at, t->goals[t->goal < t->goal_count ? t->goal : 0]);
}

static enum life_result arrived(struct act *act, struct action *a) {
    struct travel *t = &act->travel;
    if (!t->staged && !t->full) {
        if (at_goal(act)) return LIFE_RESULT_SUCCESS;
        if ((float)(act->now.tick - a->own.since) < act_ticks(WAY_SETTLE_S)) return LIFE_RESULT_RUNNING;
        if (t->offs++ == OFFS_MOST) return LIFE_RESULT_FAILED_TRAVERSING_PATH;
    }
    return ask(act, a);
}

enum life_result travel_step(struct act *act, struct action *a) {
    struct travel *t = &act->travel;
    if (t->owner != a->id) return LIFE_RESULT_ABORT;
    switch (t->state) {
    case TRAVEL_ASKS:
        action_progress(&act->actions, a);
        return LIFE_RESULT_RUNNING;
    case TRAVEL_KNOWS:
        return hear_plan(act, a);
    case TRAVEL_WAITS:
    case TRAVEL_SWEEPS:
        return look_again(act, a);
    case TRAVEL_DRIVES:
        break;
    default:
        return LIFE_RESULT_ABORT;
    }
    if (a->own.phase == WAY_ARRIVED) return arrived(act, a);
    const struct map *map = act->config.belief->map;
    bool looks = act->now.tick % CHECK_TICKS == 0;
    if (t->doubts && ((looks && !still_fits(act, act->segment, LOOK_M)) || (t->bold && act->nose)))
        return wait_to_look(act, a);
    if (!t->doubts && !t->squeezed && looks && map_number(map) != t->checked) {
        t->checked = map_number(map);
        if (!still_fits(act, act->segment, NEAR_M)) return plan_anew(act, a);
    }
    return act_step_way(act, a);
}

enum life_result travel_begin(struct act *act, struct action *a, const struct pose2 *goals, uint32_t count) {
    struct travel *t = &act->travel;
    *t = (struct travel){.owner = a->id, .goal_count = count < NAV_GOALS ? count : NAV_GOALS};
    memcpy(t->goals, goals, t->goal_count * sizeof *goals);
    if (!count) return LIFE_RESULT_NO_GOAL_SET;
    for (uint32_t i = 0; i < t->goal_count; i++) {
        bool there = away(goals[i], act->now.at) <= THERE_M &&
                     m_abs(angle_between(goals[i].angle, act->now.at.angle)) <= ROUTE_TURN_OFF;
        if (there) return t->goal = i, a->said = "it is there already", LIFE_RESULT_SUCCESS;
    }
    return ask(act, a);
}

void travel_end(struct act *act, struct action *a, enum life_result result) {
    struct travel *t = &act->travel;
    if (t->owner != a->id) return;
    if (t->state == TRAVEL_ASKS) errand_cancel(act->config.crew, t->ticket);
    if (t->state == TRAVEL_DRIVES || t->state == TRAVEL_SWEEPS) act_end_way(act, a, result);
    t->state = TRAVEL_NONE;
}

uint64_t travel_hash(const struct travel *t) {
    uint64_t h = hash64(0, t->goals, sizeof t->goals);
    h = hash64(h, &t->from, sizeof t->from);
    h = hash64(h, &t->end, sizeof t->end);
    uint32_t rest[] = {t->goal_count, t->state, t->owner,  t->goal,     t->plans,  t->offs,  t->result,
                       t->checked,    t->full,  t->staged, t->squeezed, t->doubts, t->looks, t->bold};
    return hash64(h, rest, sizeof rest);
}
