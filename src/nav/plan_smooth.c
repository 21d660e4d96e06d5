// From places in a lattice to a way that a robot likes: straight wherever it fits, corners rounded.
#include "nav/plan_internal.h"

enum { LOOK_AHEAD = 40 };
#define ROUND_MOST_M  0.10f // a corner begins to be cut so far before it, at most
#define ROUND_LEAST_M 0.03f // radius
#define FAR_OFF       1e9f
#define ROUND_TURN    (100 * M_PI_F / 180)

// The cheapest way to each waypoint that was found, and the heading it comes there with.
struct best {
    float cost, heading;
    uint16_t before;
    bool straight; // a line from `before`; otherwise the lattice's own move from the one before
};

static float turn_cost(float from, float to) {
    float turn = m_abs(angle_between(from, to));
    return TURN_COST_M * turn + (turn > 0.02f ? 0.02f : 0); // it stops for it
}

static bool is_back(enum nav_move move) { return move == MOVE_BACK; }

static void try_straight(const struct planner *p, const struct waypoint *list, struct best *best,
                         uint32_t from, uint32_t to, const float *last) {
    struct vec2 way = vec2_sub(list[to].pose.at, list[from].pose.at);
    float metres = vec2_length(way);
    if (metres < 0.002f) return;
    float heading = m_atan2(way.y, way.x);
    float cost = best[from].cost + metres + turn_cost(best[from].heading, heading);
    if (cost >= best[to].cost || !planner_turns(p, list[from].pose.at, best[from].heading, heading) ||
        !planner_drives(p, list[from].pose.at, list[to].pose.at, heading) ||
        (last && !planner_turns(p, list[to].pose.at, heading, *last)))
        return;
    best[to] = (struct best){cost, heading, (uint16_t)from, true};
}

static void try_move(const struct planner *p, const struct waypoint *list, struct best *best, uint32_t to) {
    uint32_t from = to - 1;
    struct pose2 a = list[from].pose, b = list[to].pose;
    float metres = vec2_length(vec2_sub(b.at, a.at)), turn = m_abs(angle_between(a.angle, b.angle));
    float cost = best[from].cost + turn_cost(best[from].heading, a.angle) +
                 metres * (is_back(list[to].move) ? 3 : 1) + (metres < 0.001f ? TURN_COST_M * turn : 0);
    if (cost >= best[to].cost || !planner_turns(p, a.at, best[from].heading, a.angle)) return;
    best[to] = (struct best){cost, b.angle, (uint16_t)from, false};
}

// ------------------------------------------------------------------------------------------------ drawing it

struct drawing {
    const struct planner *p;
    struct nav_route *out;
};

// Cuts the corner between the line that is drawn last and the next one; false: the robot stops and turns
// there.
static bool round_corner(struct drawing *d, struct vec2 next) {
    struct nav_route *r = d->out;
    struct body_segment *line = r->count ? &r->segments[r->count - 1] : NULL;
    if (!line || line->kind != BODY_SEGMENT_KIND_LINE || line->speed < 0 || r->count + 2 >= ROUTE_SEGMENTS)
        return false;
    struct vec2 from = vec2(line->from_x_m, line->from_y_m), corner = r->end.at;
    struct vec2 in = vec2_sub(corner, from), on = vec2_sub(next, corner);
    float turn = angle_between(m_atan2(in.y, in.x), m_atan2(on.y, on.x)), half = m_abs(turn) / 2;
    if (m_abs(turn) > ROUND_TURN || half < 0.01f) return false;
    float tangent = m_sin(half) / m_cos(half);
    for (float cut = m_min(m_min(vec2_length(in), vec2_length(on)) * 0.45f, ROUND_MOST_M);
         cut / tangent > ROUND_LEAST_M; cut *= 0.6f) {
        float radius = m_min(cut / tangent, 1.0f) * (turn > 0 ? 1 : -1);
        float used = m_abs(radius) * tangent;
        struct vec2 begin = vec2_sub(corner, vec2_scale(vec2_unit(in), used));
        struct nav_route tried = route_start((struct pose2){begin, r->end.angle});
        route_arc(&tried, &d->p->order->speeds, radius, turn);
        if (!nav_route_fits(&tried, tried.end, &d->p->ground, d->p->cells, d->p->clear, &d->p->footprint))
            continue;
        float mps = line->speed;
        r->count--;
        r->length_m -= vec2_length(in);
        r->end = (struct pose2){from, r->end.angle};
        route_line(r, &d->p->order->speeds, begin, mps);
        route_arc(r, &d->p->order->speeds, radius, turn);
        return true;
    }
    return false;
}

static void draw_straight(struct drawing *d, struct vec2 to) {
    struct vec2 way = vec2_sub(to, d->out->end.at);
    if (vec2_length(way) < 0.002f) return;
    if (!round_corner(d, to)) route_face(d->out, &d->p->order->speeds, m_atan2(way.y, way.x));
    route_line(d->out, &d->p->order->speeds, to, 0);
}

static void draw_move(struct drawing *d, const struct waypoint *from, const struct waypoint *to) {
    const struct nav_speeds *speeds = &d->p->order->speeds;
    if (to->move == MOVE_DIRECT) return draw_straight(d, to->pose.at);
    float turn = angle_between(from->pose.angle, to->pose.angle);
    route_face(d->out, speeds, from->pose.angle);
    if (to->move >= MOVE_LEFT && to->move <= MOVE_RIGHT2)
        return route_arc(d->out, speeds, turn > 0 ? ARC_M : -ARC_M, turn);
    route_line(d->out, speeds, to->pose.at, 0);
    route_face(d->out, speeds, to->pose.angle);
}

// Where the cheapest way came to nothing, what the search found is drawn as it is: that fits.
static void draw_lattice(struct drawing *d, const struct waypoint *list, uint32_t count) {
    for (uint32_t i = 1; i < count && !d->out->full; i++) draw_move(d, &list[i - 1], &list[i]);
}

static void draw_best(struct drawing *d, const struct waypoint *list, const struct best *best,
                      uint32_t last) {
    uint16_t order[WAYPOINTS];
    uint32_t steps = 0;
    for (uint32_t at = last; at; at = best[at].before) order[steps++] = (uint16_t)at;
    while (steps && !d->out->full) {
        uint32_t at = order[--steps];
        if (best[at].straight)
            draw_straight(d, list[at].pose.at);
        else
            draw_move(d, &list[at - 1], &list[at]);
    }
}

void planner_smooth(const struct planner *p, const struct waypoint *list, uint32_t count, float last,
                    struct nav_route *out) {
    struct best best[WAYPOINTS];
    best[0] = (struct best){0, list[0].pose.angle, 0, false};
    for (uint32_t to = 1; to < count; to++) {
        best[to] = (struct best){.cost = FAR_OFF};
        if (list[to].move != MOVE_DIRECT && best[to - 1].cost < FAR_OFF) try_move(p, list, best, to);
        for (uint32_t from = to > LOOK_AHEAD ? to - LOOK_AHEAD : 0; from < to; from++)
            if (best[from].cost < FAR_OFF)
                try_straight(p, list, best, from, to, to + 1 == count ? &last : NULL);
    }
    *out = route_start(list[0].pose);
    struct drawing d = {p, out};
    bool there = vec2_length(vec2_sub(list[count - 1].pose.at, list[0].pose.at)) < 0.002f;
    if (!there && best[count - 1].cost < FAR_OFF)
        draw_best(&d, list, best, count - 1);
    else
        draw_lattice(&d, list, count);
    if (!out->full) route_turn(out, &p->order->speeds, last);
}
