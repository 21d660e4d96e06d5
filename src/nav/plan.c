#include "nav/plan_internal.h"

#include <stdlib.h>
#include <string.h>

enum { TABLE = 1 << 17, HEAP = 4 * NAV_STEPS_MAX, NOWHERE = 0xffff, DIRECT_EVERY = 32 };
#define BACK_COST 3.0f
#define SOFT_M    0.03f // so much room more than it needs, and it does not mind
#define EAGER     1.2f  // the search trusts its estimate a little more than is certain
#define DIRECT_MM 400

struct node {
    float x, y, cost;
    uint32_t before; // node
    uint8_t heading, move;
};
struct entry {
    float rank;
    uint32_t node;
};
struct search {
    struct planner p;
    struct node nodes[NAV_STEPS_MAX];
    uint32_t count;
    uint32_t table[TABLE]; // node + 1
    struct entry heap[HEAP];
    uint32_t heap_count;
    bool goal_fits[NAV_GOALS];
    struct waypoint way[WAYPOINTS];
};

// ---------------------------------------------------------------------------------------- does it fit

bool planner_fits(const struct planner *p, struct pose2 at) {
    return ground_fits(&p->ground, p->cells, p->clear, &p->footprint, at.at, rot2_of(at.angle));
}

bool planner_turns(const struct planner *p, struct vec2 at, float from, float to) {
    float turn = angle_between(from, to);
    int steps = (int)(m_abs(turn) / 0.15f) + 1;
    for (int i = 1; i <= steps; i++)
        if (!planner_fits(p, (struct pose2){at, from + turn * (float)i / (float)steps})) return false;
    return true;
}

bool planner_drives(const struct planner *p, struct vec2 from, struct vec2 to, float heading) {
    struct rot2 turn = rot2_of(heading);
    struct vec2 way = vec2_sub(to, from);
    int steps = (int)(vec2_length(way) / p->ground.cell_m) + 1;
    for (int i = 1; i <= steps; i++) {
        struct vec2 at = vec2_add(from, vec2_scale(way, (float)i / (float)steps));
        if (!ground_fits(&p->ground, p->cells, p->clear, &p->footprint, at, turn)) return false;
    }
    return true;
}

static struct vec2 middle_of(const struct planner *p, struct pose2 at) {
    float mid = (p->footprint.front_m - p->footprint.back_m) / 2;
    return vec2_add(at.at, vec2_turn(vec2(mid, 0), at.angle));
}

// ---------------------------------------------------------------------------------------- how far it is

// Each square's way to the nearest goal, for the middle of a robot that is as long as it is wide. Squares
// are looked at again while shorter ways turn up; those much farther than the start are left out.
static bool measure(struct search *s, uint32_t start) {
    struct planner *p = &s->p;
    const struct nav_ground *g = &p->ground;
    uint32_t count = (uint32_t)g->width * g->height, head = 0, waiting = 0;
    uint32_t *queue = malloc((size_t)count * sizeof *queue);
    uint8_t *queued = calloc(count, 1);
    if (queue && queued) {
        memset(p->far, 0xff, count * sizeof *p->far);
        int step = (int)(g->cell_m * 1000), over = step * 14 / 10;
        uint8_t need = (uint8_t)m_max(p->footprint.half_m / g->cell_m - 1.5f, 1);
        for (uint32_t i = 0; i < p->order->goal_count; i++) {
            uint32_t at;
            if (!s->goal_fits[i] || !ground_cell(g, middle_of(p, p->order->goals[i]), &at) || queued[at])
                continue;
            p->far[at] = 0, queued[at] = 1, queue[(head + waiting++) % count] = at;
        }
        while (waiting) {
            uint32_t at = queue[head];
            head = (head + 1) % count, waiting--, queued[at] = 0;
            if (p->far[start] != NOWHERE && p->far[at] > p->far[start] + 500) continue;
            int x = (int)(at % g->width), y = (int)(at / g->width);
            for (int k = 0; k < 9; k++) {
                int dx = k % 3 - 1, dy = k / 3 - 1;
                if (k == 4 || x + dx < 0 || y + dy < 0 || x + dx >= g->width || y + dy >= g->height) continue;
                uint32_t to = (uint32_t)((y + dy) * g->width + x + dx);
                int cost = p->far[at] + (dx && dy ? over : step);
                if (p->clear[to] < need || cost >= p->far[to] || cost >= NOWHERE) continue;
                p->far[to] = (uint16_t)cost;
                if (!queued[to]) queued[to] = 1, queue[(head + waiting++) % count] = to;
            }
        }
    }
    bool reached = queue && queued && p->far[start] != NOWHERE;
    free(queue), free(queued);
    return reached;
}

// ------------------------------------------------------------------------------------------------ the search

static struct pose2 pose_of(const struct search *s, const struct node *n) {
    return (struct pose2){{n->x, n->y}, angle_wrap(s->p.order->start.angle + n->heading * HEADING_RAD)};
}

static void push(struct search *s, uint32_t node, float rank) {
    if (s->heap_count == HEAP) return;
    uint32_t at = s->heap_count++;
    while (at && s->heap[(at - 1) / 2].rank > rank) s->heap[at] = s->heap[(at - 1) / 2], at = (at - 1) / 2;
    s->heap[at] = (struct entry){rank, node};
}

static struct entry pop(struct search *s) {
    struct entry top = s->heap[0], last = s->heap[--s->heap_count];
    uint32_t at = 0;
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= s->heap_count) break;
        if (child + 1 < s->heap_count && s->heap[child + 1].rank < s->heap[child].rank) child++;
        if (s->heap[child].rank >= last.rank) break;
        s->heap[at] = s->heap[child], at = child;
    }
    s->heap[at] = last;
    return top;
}

// The node of such a place and heading, or where it would go.
static uint32_t *slot_of(struct search *s, uint32_t cell, uint8_t heading) {
    uint32_t key = cell * HEADINGS + heading, at = (key * 2654435761u) >> 15;
    for (;; at++) {
        uint32_t *slot = &s->table[at % TABLE];
        if (!*slot) return slot;
        const struct node *n = &s->nodes[*slot - 1];
        uint32_t its = 0;
        ground_cell(&s->p.ground, vec2(n->x, n->y), &its);
        if (its * HEADINGS + n->heading == key) return slot;
    }
}

// What a metre costs here: more near things, and where one would rather not be.
static float dear(const struct search *s, struct pose2 at) {
    const struct planner *p = &s->p;
    uint32_t cell;
    if (!ground_cell(&p->ground, middle_of(p, at), &cell)) return 1;
    float room = (float)p->clear[cell] * p->ground.cell_m - p->footprint.half_m;
    float soft = room < SOFT_M ? (SOFT_M - room) / SOFT_M : 0;
    uint8_t is = p->cells[cell];
    return 1 + soft + (is < p->ground.blocks ? (float)m_min(is, NAV_RATHER_NOT) / 25.0f : 0);
}

static const struct {
    uint8_t move;
    int8_t turn;  // headings
    float metres; // along it; below 0: back
} MOVES[] = {{MOVE_STRIDE, 0, 0.05f},
             {MOVE_STEP, 0, 0.01f},
             {MOVE_LEFT, 1, ARC_M *HEADING_RAD},
             {MOVE_RIGHT, -1, ARC_M *HEADING_RAD},
             {MOVE_LEFT2, 2, 2 * ARC_M *HEADING_RAD},
             {MOVE_RIGHT2, -2, 2 * ARC_M *HEADING_RAD},
             {MOVE_TURN_LEFT, 1, 0},
             {MOVE_TURN_RIGHT, -1, 0},
             {MOVE_BACK, 0, -0.01f}};

static struct pose2 after(struct pose2 at, int turn, float metres) {
    float angle = (float)turn * HEADING_RAD;
    if (!turn || metres == 0)
        return (struct pose2){vec2_add(at.at, vec2_turn(vec2(metres, 0), at.angle)),
                              angle_wrap(at.angle + angle)};
    float radius = metres / angle; // its centre is so far to the left
    struct vec2 centre = vec2_add(at.at, vec2_turn(vec2(0, radius), at.angle));
    return (struct pose2){vec2_add(centre, vec2_turn(vec2(0, -radius), at.angle + angle)),
                          angle_wrap(at.angle + angle)};
}

static bool moves(const struct search *s, struct pose2 from, int turn, float metres) {
    int parts = (int)(m_abs(metres) / 0.012f) + (turn ? 2 : 1);
    for (int i = 1; i <= parts; i++) {
        float part = (float)i / (float)parts;
        struct pose2 to =
            metres == 0 ? (struct pose2){from.at, from.angle + (float)turn * HEADING_RAD * part} : from;
        if (metres != 0 && !turn) to = after(from, 0, metres * part);
        if (metres != 0 && turn) {
            float angle = (float)turn * HEADING_RAD, radius = metres / angle;
            struct vec2 centre = vec2_add(from.at, vec2_turn(vec2(0, radius), from.angle));
            to.angle = from.angle + angle * part;
            to.at = vec2_add(centre, vec2_turn(vec2(0, -radius), to.angle));
        }
        if (!planner_fits(&s->p, to)) return false;
    }
    return true;
}

static float left_m(const struct search *s, struct pose2 at) { // below 0: from here there is none
    uint32_t cell;
    if (!ground_cell(&s->p.ground, middle_of(&s->p, at), &cell) || s->p.far[cell] == NOWHERE) return -1;
    return (float)s->p.far[cell] / 1000;
}

static void try_move(struct search *s, uint32_t from, const struct node *n, int m) {
    struct pose2 is = pose_of(s, n), to = after(is, MOVES[m].turn, MOVES[m].metres);
    uint8_t heading = (uint8_t)((n->heading + HEADINGS + MOVES[m].turn) % HEADINGS);
    uint32_t cell;
    float left = left_m(s, to);
    if (left < 0 || !ground_cell(&s->p.ground, to.at, &cell)) return;
    float way = m_abs(MOVES[m].metres) * (MOVES[m].metres < 0 ? BACK_COST : 1) * dear(s, to);
    float cost =
        n->cost + way + 0.001f +
        (MOVES[m].metres == 0 ? TURN_COST_M : TURN_COST_M / 8) * HEADING_RAD * (float)abs(MOVES[m].turn);
    uint32_t *slot = slot_of(s, cell, heading);
    if ((*slot && s->nodes[*slot - 1].cost <= cost) || !moves(s, is, MOVES[m].turn, MOVES[m].metres)) return;
    if (!*slot) {
        if (s->count == NAV_STEPS_MAX) return;
        *slot = ++s->count;
    }
    s->nodes[*slot - 1] = (struct node){to.at.x, to.at.y, cost, from, heading, MOVES[m].move};
    push(s, *slot - 1, cost + EAGER * left);
}

// From here: a turn, a line and a turn to one of the goals.
static bool direct(const struct search *s, struct pose2 from, uint32_t *goal) {
    const struct nav_order *o = s->p.order;
    float best = 1e9f;
    for (uint32_t i = 0; i < o->goal_count; i++) {
        struct vec2 way = vec2_sub(o->goals[i].at, from.at);
        float metres = vec2_length(way), heading = metres > 0.003f ? m_atan2(way.y, way.x) : from.angle;
        float cost = metres + TURN_COST_M * (m_abs(angle_between(from.angle, heading)) +
                                             m_abs(angle_between(heading, o->goals[i].angle)));
        if (!s->goal_fits[i] || cost >= best || !planner_turns(&s->p, from.at, from.angle, heading) ||
            !planner_drives(&s->p, from.at, o->goals[i].at, heading) ||
            !planner_turns(&s->p, o->goals[i].at, heading, o->goals[i].angle))
            continue;
        best = cost, *goal = i;
    }
    return best < 1e9f;
}

static bool search(struct search *s, uint32_t *last, uint32_t *goal) {
    const struct pose2 start = s->p.order->start;
    uint32_t cell;
    ground_cell(&s->p.ground, start.at, &cell);
    s->nodes[s->count++] = (struct node){start.at.x, start.at.y, 0, UINT32_MAX, 0, MOVE_START};
    *slot_of(s, cell, 0) = 1;
    push(s, 0, EAGER * left_m(s, start));
    for (uint32_t looked = 0; s->heap_count; looked++) {
        struct entry top = pop(s);
        const struct node n = s->nodes[top.node];
        float left = left_m(s, pose_of(s, &n));
        if (top.rank > n.cost + EAGER * left + 1e-4f) continue; // a shorter way to it was found since
        bool try_it = left * 1000 < DIRECT_MM || looked % DIRECT_EVERY == 0;
        if (try_it && direct(s, pose_of(s, &n), goal)) return *last = top.node, true;
        for (int m = 0; m < (int)(sizeof MOVES / sizeof *MOVES); m++) try_move(s, top.node, &n, m);
    }
    return false;
}

// ------------------------------------------------------------------------------------------------ the whole

static bool walks(struct search *s, uint32_t last, uint32_t goal, struct nav_answer *out) {
    uint32_t steps = 0;
    for (uint32_t at = last; at != UINT32_MAX; at = s->nodes[at].before) steps++;
    if (steps + 1 > WAYPOINTS) return false;
    uint32_t count = steps;
    for (uint32_t at = last; at != UINT32_MAX; at = s->nodes[at].before)
        s->way[--steps] = (struct waypoint){pose_of(s, &s->nodes[at]), (enum nav_move)s->nodes[at].move};
    const struct pose2 *end = &s->p.order->goals[goal];
    struct vec2 way = vec2_sub(end->at, s->way[count - 1].pose.at);
    float heading = vec2_length(way) > 0.003f ? m_atan2(way.y, way.x) : s->way[count - 1].pose.angle;
    s->way[count++] = (struct waypoint){{end->at, heading}, MOVE_DIRECT};
    planner_smooth(&s->p, s->way, count, end->angle, &out->route);
    out->goal = goal;
    return true;
}

// Less room to keep where it stands closer already: better a little too near than stuck.
static bool fit_start(struct search *s) {
    static const float MARGINS[] = {NAV_MARGIN_M, 0.003f, 0, -0.004f, -0.01f};
    for (size_t i = 0; i < sizeof MARGINS / sizeof *MARGINS; i++) {
        s->p.footprint = nav_footprint(s->p.order->carrying, MARGINS[i]);
        if (planner_fits(&s->p, s->p.order->start)) return true;
    }
    return false;
}

static enum nav_result attempt(struct search *s, uint8_t blocks, struct nav_answer *out) {
    struct planner *p = &s->p;
    const struct nav_order *o = p->order;
    p->ground.blocks = blocks;
    s->count = s->heap_count = 0;
    memset(s->table, 0, sizeof s->table);
    ground_measure(&p->ground, p->cells, p->clear);
    bool any = false;
    if (!fit_start(s)) return NAV_ENCLOSED;
    for (uint32_t i = 0; i < o->goal_count; i++) any |= s->goal_fits[i] = planner_fits(p, o->goals[i]);
    if (!any) return NAV_NO_GOAL;
    uint32_t start, last, goal;
    if (!ground_cell(&p->ground, middle_of(p, o->start), &start) || !measure(s, start)) return NAV_ENCLOSED;
    bool found = search(s, &last, &goal);
    out->looked += s->count;
    if (!found) return s->count == NAV_STEPS_MAX ? NAV_GAVE_UP : NAV_ENCLOSED;
    return walks(s, last, goal, out) ? NAV_FOUND : NAV_GAVE_UP;
}

static bool makes_sense(const struct nav_order *o, size_t size) {
    const struct nav_ground *g = &o->ground;
    if (size < sizeof *o || !g->width || !g->height || (uint32_t)g->width * g->height > NAV_CELLS_MAX ||
        size != nav_order_size(o) || !o->goal_count || o->goal_count > NAV_GOALS || !(g->cell_m > 0.001f) ||
        !(g->cell_m < 1) || !m_finite(g->corner.x) || !m_finite(g->corner.y))
        return false;
    const struct pose2 *all[NAV_GOALS + 1] = {&o->start};
    for (uint32_t i = 0; i < o->goal_count; i++) all[i + 1] = &o->goals[i];
    for (uint32_t i = 0; i <= o->goal_count; i++)
        if (!m_finite(all[i]->at.x) || !m_finite(all[i]->at.y) || !m_finite(all[i]->angle)) return false;
    return true;
}

enum err nav_plan(const void *input, size_t input_size, void *answer, size_t answer_size, size_t *len) {
    const struct nav_order *order = input;
    struct nav_answer *out = answer;
    if (answer_size < sizeof *out) return ERR_LIMIT;
    *out = (struct nav_answer){.result = NAV_BAD};
    *len = sizeof *out;
    if (!makes_sense(order, input_size)) return ERR_NONE;
    uint32_t cells = (uint32_t)order->ground.width * order->ground.height;
    struct search *s = calloc(1, sizeof *s);
    uint8_t *clear = malloc(cells);
    uint16_t *far = malloc(cells * sizeof *far);
    if (s && clear && far) {
        s->p = (struct planner){order, order->ground, order->cells, clear, far, {0}, {{0}}};
        out->result = attempt(s, NAV_MAY_MOVE, out);
        // What is in the way may go by itself, or be carried off: then it is worth to try again later.
        struct nav_answer without = {0};
        if ((out->result == NAV_NO_GOAL || out->result == NAV_ENCLOSED) &&
            attempt(s, NAV_FIXED, &without) == NAV_FOUND)
            out->result = NAV_IN_THE_WAY;
    }
    bool memory = s && clear && far;
    free(s), free(clear), free(far);
    return memory ? ERR_NONE : ERR_MEMORY;
}

// ---------------------------------------------------------------------------------------- is it still free

struct watch {
    const struct nav_ground *ground;
    const uint8_t *cells, *clear;
    struct nav_footprint footprint;
};
static bool still_fits(void *user, struct pose2 at) {
    const struct watch *w = user;
    return ground_fits(w->ground, w->cells, w->clear, &w->footprint, at.at, rot2_of(at.angle));
}
bool nav_route_fits(const struct nav_route *route, struct pose2 from, const struct nav_ground *ground,
                    const uint8_t *cells, const uint8_t *clear, const struct nav_footprint *footprint) {
    struct watch w = {ground, cells, clear, *footprint};
    return route_walk(route, from, 0.01f, still_fits, &w);
}
