#include "nav/plan_internal.h"

#include <stdlib.h>
#include <string.h>

enum {
    TABLE = 1 << 15,
    HEAP = 4 * NAV_STEPS_MAX,
    NOWHERE = 0xffff,
    NEVER = 0xfffe,
    DIRECT_EVERY = 32,
    PARTS = 6,
    COARSE = 2,
    TRIED = 32
};
#define BACK_COST 3.0f
#define SOFT_M    0.03f // so much room more than it needs, and it does not mind
#define EAGER     1.5f // the search trusts its estimate more than is certain: what it finds is drawn straight
#define DIRECT_MM 400

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
enum { MOVES_COUNT = sizeof MOVES / sizeof *MOVES };

// A move from one of the lattice's headings, worked out once: where it is after each part.
struct way {
    uint8_t parts;
    struct vec2 by[PARTS];
    struct rot2 turn[PARTS];
};
struct node {
    float x, y, cost;
    uint32_t before; // node
    uint32_t key;    // its square and heading
    uint8_t move;
};
struct entry {
    float rank;
    uint32_t node;
};
struct search {
    struct planner p;
    struct rot2 tried[TRIED];
    uint32_t fitted;              // of these
    uint32_t start;               // the square of its middle
    struct vec2 middle[HEADINGS]; // of the robot, from its origin
    struct way ways[HEADINGS][MOVES_COUNT];
    struct node nodes[NAV_STEPS_MAX];
    uint32_t count, coarse; // places are told apart by so many squares to a side
    uint32_t table[TABLE];  // node + 1
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

// Two queues, one for each length of a step: both stay in order, and no square comes twice into one of them.
struct queue {
    uint32_t *list, from, to;
};

static uint32_t nearest(struct queue *queues, const uint16_t *far) {
    struct queue *a = &queues[0], *b = &queues[1];
    if (a->from < a->to && (b->from == b->to || far[a->list[a->from]] <= far[b->list[b->from]]))
        return a->list[a->from++];
    return b->from < b->to ? b->list[b->from++] : UINT32_MAX;
}

// Whether its middle may be in this square at all, whatever its heading. Between what is too narrow for its
// width and what is wide enough for all of it a smaller one is tried: it stands somewhere in the square.
static bool passes(struct search *s, uint32_t cell) {
    const struct nav_ground *g = &s->p.ground;
    float half = s->p.footprint.half_m / g->cell_m, clear = s->p.clear[cell];
    if (clear < m_max(half - 1.5f, 1)) return false;
    if (clear > half) return true;
    float off = 0.71f * g->cell_m, mid = (s->p.footprint.front_m - s->p.footprint.back_m) / 2;
    struct nav_footprint f = s->p.footprint;
    f.back_m -= off, f.front_m -= off, f.half_m -= off;
    uint32_t x = cell % g->width, y = cell / g->width;
    struct vec2 in = vec2_scale(vec2((float)x + 0.5f, (float)y + 0.5f), g->cell_m),
                at = vec2_add(g->corner, in);
    for (uint32_t i = 0; i < TRIED; i++) { // what fitted last is tried first
        struct rot2 turn = s->tried[(s->fitted + i) % TRIED];
        struct vec2 from = vec2_sub(at, rot2_apply(turn, vec2(mid, 0)));
        if (!ground_fits(g, s->p.cells, s->p.clear, &f, from, turn)) continue;
        s->fitted = (s->fitted + i) % TRIED;
        return true;
    }
    s->p.far[cell] = NEVER;
    return false;
}

// The shortest steps first: around a square, from the lower left on.
static void spread(struct search *s, uint32_t at, struct queue *queues) {
    struct planner *p = &s->p;
    const struct nav_ground *g = &p->ground;
    int w = g->width, x = (int)at % w, y = (int)at / w, step = (int)(g->cell_m * 1000);
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            if (x + dx < 0 || y + dy < 0 || x + dx >= w || y + dy >= g->height) continue;
            bool over = dx && dy;
            uint32_t to = (uint32_t)((int)at + dy * w + dx);
            int cost = p->far[at] + (over ? step * 14 / 10 : step);
            if (p->far[to] == NEVER || cost >= p->far[to] || cost >= NEVER) continue;
            if (p->far[to] == NOWHERE && to != s->start && !passes(s, to)) continue;
            p->far[to] = (uint16_t)cost;
            queues[over].list[queues[over].to++] = to;
        }
}

// Each square's way to the nearest goal, for the middle of a robot that is as long as it is wide. Those much
// farther than the start are left out.
static bool measure(struct search *s) {
    struct planner *p = &s->p;
    uint32_t start = s->start;
    const struct nav_ground *g = &p->ground;
    uint32_t count = (uint32_t)g->width * g->height, at;
    struct queue queues[2] = {{malloc(((size_t)count + NAV_GOALS) * sizeof(uint32_t)), 0, 0},
                              {malloc((size_t)count * sizeof(uint32_t)), 0, 0}};
    memset(p->far, 0xff, count * sizeof *p->far);
    if (queues[0].list && queues[1].list) {
        for (int i = 0; i < TRIED; i++) s->tried[i] = rot2_of((float)i * M_TAU_F / TRIED);
        for (uint32_t i = 0; i < p->order->goal_count; i++)
            if (s->goal_fits[i] && ground_cell(g, middle_of(p, p->order->goals[i]), &at))
                p->far[at] = 0, queues[0].list[queues[0].to++] = at;
        while ((at = nearest(queues, p->far)) != UINT32_MAX) {
            if (p->far[start] < NEVER && p->far[at] > p->far[start] + 500) break;
            spread(s, at, queues);
        }
    }
    free(queues[0].list), free(queues[1].list);
    return p->far[start] < NEVER;
}

// ------------------------------------------------------------------------------------------------ the search

static uint32_t key_of(const struct search *s, uint32_t cell, uint32_t heading) {
    uint32_t width = s->p.ground.width, x = cell % width / s->coarse, y = cell / width / s->coarse;
    return (y * width + x) * HEADINGS + heading;
}
static float heading_of(const struct search *s, uint32_t heading) {
    return angle_wrap(s->p.order->start.angle + (float)heading * HEADING_RAD);
}
static struct pose2 pose_of(const struct search *s, const struct node *n) {
    return (struct pose2){{n->x, n->y}, heading_of(s, n->key % HEADINGS)};
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
static uint32_t *slot_of(struct search *s, uint32_t key) {
    uint32_t at = (key ^ key >> 11) * 0x2c1b3c6du;
    for (at = (at ^ at >> 15) * 0x297a2d39u >> 17;; at++) {
        uint32_t *slot = &s->table[at % TABLE];
        if (!*slot || s->nodes[*slot - 1].key == key) return slot;
    }
}

// What a metre costs here: more near things, and where one would rather not be.
static float dear(const struct planner *p, uint32_t cell) {
    float room = (float)p->clear[cell] * p->ground.cell_m - p->footprint.half_m;
    float soft = room < SOFT_M ? (SOFT_M - room) / SOFT_M : 0;
    uint8_t is = p->cells[cell];
    return 1 + soft + (is < p->ground.blocks ? (float)m_min(is, NAV_RATHER_NOT) / 25.0f : 0);
}

static struct pose2 part_of(float heading, float turn, float metres) {
    if (metres == 0) return (struct pose2){{0, 0}, heading + turn};
    if (turn == 0) return (struct pose2){vec2_turn(vec2(metres, 0), heading), heading};
    float radius = metres / turn; // its centre is so far to the left
    struct vec2 centre = vec2_turn(vec2(0, radius), heading);
    return (struct pose2){vec2_add(centre, vec2_turn(vec2(0, -radius), heading + turn)), heading + turn};
}

// A step leads to the next place.
static float metres_of(const struct search *s, int m) {
    bool step = MOVES[m].move == MOVE_STEP || MOVES[m].move == MOVE_BACK;
    return MOVES[m].metres * (step ? (float)s->coarse : 1);
}

static void prepare(struct search *s) {
    const struct nav_footprint *f = &s->p.footprint;
    for (uint32_t h = 0; h < HEADINGS; h++) {
        float heading = heading_of(s, h);
        s->middle[h] = vec2_turn(vec2((f->front_m - f->back_m) / 2, 0), heading);
        for (int m = 0; m < MOVES_COUNT; m++) {
            struct way *way = &s->ways[h][m];
            float metres = metres_of(s, m);
            way->parts = (uint8_t)((int)(m_abs(metres) / 0.012f) + (MOVES[m].turn ? 2 : 1));
            for (int i = 0; i < way->parts; i++) {
                float part = (float)(i + 1) / (float)way->parts;
                struct pose2 is = part_of(heading, (float)MOVES[m].turn * HEADING_RAD * part, metres * part);
                way->by[i] = is.at, way->turn[i] = rot2_of(is.angle);
            }
        }
    }
}

static bool moves(const struct planner *p, struct vec2 from, const struct way *way) {
    for (int i = 0; i < way->parts; i++)
        if (!ground_fits(&p->ground, p->cells, p->clear, &p->footprint, vec2_add(from, way->by[i]),
                         way->turn[i]))
            return false;
    return true;
}

// How far it is yet, and the square of its middle; below 0: from here no way leads there.
static float left_m(const struct search *s, struct vec2 at, uint32_t heading, uint32_t *cell) {
    if (!ground_cell(&s->p.ground, vec2_add(at, s->middle[heading]), cell) || s->p.far[*cell] >= NEVER)
        return -1;
    return (float)s->p.far[*cell] / 1000;
}

static void try_move(struct search *s, uint32_t from, const struct node *n, int m) {
    uint32_t is = n->key % HEADINGS, heading = (is + HEADINGS + (uint32_t)MOVES[m].turn) % HEADINGS, cell,
             mid;
    const struct way *way = &s->ways[is][m];
    struct vec2 to = vec2_add(vec2(n->x, n->y), way->by[way->parts - 1]);
    float left = left_m(s, to, heading, &mid);
    if (left < 0 || !ground_cell(&s->p.ground, to, &cell)) return;
    float metres = m_abs(metres_of(s, m)) * (MOVES[m].metres < 0 ? BACK_COST : 1) * dear(&s->p, mid);
    float cost =
        n->cost + metres + 0.001f +
        (MOVES[m].metres == 0 ? TURN_COST_M : TURN_COST_M / 8) * HEADING_RAD * (float)abs(MOVES[m].turn);
    uint32_t key = key_of(s, cell, heading), *slot = slot_of(s, key);
    if ((*slot && s->nodes[*slot - 1].cost <= cost) || !moves(&s->p, vec2(n->x, n->y), way)) return;
    if (!*slot && s->count == NAV_STEPS_MAX) return;
    if (!*slot) *slot = ++s->count;
    s->nodes[*slot - 1] = (struct node){to.x, to.y, cost, from, key, MOVES[m].move};
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

static bool search(struct search *s, uint32_t coarse, uint32_t *last, uint32_t *goal) {
    const struct pose2 start = s->p.order->start;
    s->count = s->heap_count = 0, s->coarse = coarse;
    memset(s->table, 0, sizeof s->table);
    prepare(s);
    uint32_t cell = 0, mid;
    ground_cell(&s->p.ground, start.at, &cell);
    s->nodes[s->count++] =
        (struct node){start.at.x, start.at.y, 0, UINT32_MAX, key_of(s, cell, 0), MOVE_START};
    *slot_of(s, key_of(s, cell, 0)) = 1;
    push(s, 0, EAGER * left_m(s, start.at, 0, &mid));
    for (uint32_t looked = 0; s->heap_count && s->count < NAV_STEPS_MAX; looked++) {
        struct entry top = pop(s);
        const struct node n = s->nodes[top.node];
        float left = left_m(s, vec2(n.x, n.y), n.key % HEADINGS, &mid);
        if (top.rank > n.cost + EAGER * left + 1e-4f) continue; // a shorter way to it was found since
        bool try_it = left * 1000 < DIRECT_MM || looked % DIRECT_EVERY == 0;
        if (try_it && direct(s, pose_of(s, &n), goal)) return *last = top.node, true;
        for (int m = 0; m < MOVES_COUNT; m++) try_move(s, top.node, &n, m);
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
    ground_measure(&p->ground, p->cells, p->clear);
    bool any = false;
    if (!fit_start(s)) return NAV_ENCLOSED;
    for (uint32_t i = 0; i < o->goal_count; i++) any |= s->goal_fits[i] = planner_fits(p, o->goals[i]);
    if (!any) return NAV_NO_GOAL;
    uint32_t last, goal;
    if (!ground_cell(&p->ground, middle_of(p, o->start), &s->start) || !measure(s)) return NAV_ENCLOSED;
    // Roughly first. What leads there through a gap that takes care is found square by square.
    bool found = search(s, COARSE, &last, &goal);
    out->looked += s->count;
    if (!found && s->count < NAV_STEPS_MAX) {
        found = search(s, 1, &last, &goal);
        out->looked += s->count;
    }
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
        s->p = (struct planner){order, order->ground, order->cells, clear, far, {0}};
        out->result = attempt(s, NAV_MAY_MOVE, out);
        // What is in the way may go by itself, or be carried off: then it is worth to try again later.
        struct nav_answer without = {0};
        if ((out->result == NAV_NO_GOAL || out->result == NAV_ENCLOSED) &&
            memchr(order->cells, NAV_MAY_MOVE, cells) && attempt(s, NAV_FIXED, &without) == NAV_FOUND)
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
