// Who stands on whom: nodes begin, step, end.
#include "base/system/log.h"
#include "mind/tree/live.h"

#include <string.h>

void mind_trace(struct mind *m, enum mind_trace_kind kind, uint32_t node, uint32_t other, float a, float b) {
    m->traces[m->live.trace_count++ % MIND_TRACES] = (struct mind_trace_row){
        m->live.now, (uint16_t)kind, (uint16_t)node, (uint16_t)other, NODE_NONE, a, b};
}

// ------------------------------------------------------------------------------------------------ conditions

bool condition_holds(struct mind *m, const struct condition *c) {
    if (!c) return true;
    struct condition_state *s = condition_state(m, c);
    if (s->beat == m->live.beat + 1) return s->now; // once a beat
    s->was = s->now;
    s->beat = m->live.beat + 1;
    bool now = c->class->holds(m, c);
    if (now && !s->was) s->since = m->live.now;
    s->now = now;
    return now;
}

void condition_watch(struct mind *m, const struct condition *c) {
    if (!c) return;
    struct condition_state *s = condition_state(m, c);
    *s = (struct condition_state){.armed = m->live.now, .since = NEVER, .told = NEVER};
    for (uint32_t i = 0; i < c->part_count; i++) condition_watch(m, c->parts[i]);
}

void condition_spent(struct mind *m, const struct condition *c) {
    if (!c) return;
    condition_state(m, c)->told = m->live.now;
    for (uint32_t i = 0; i < c->part_count; i++) condition_spent(m, c->parts[i]);
}

// ------------------------------------------------------------------------------------------------ asking

bool mind_active(const struct mind *m, const struct node *n) { return m->nodes[n->number].active; }

const struct node *mind_top(const struct mind *m) {
    return m->live.depth ? &m->tree->nodes[m->live.stack[m->live.depth - 1]] : NULL;
}

bool mind_above(const struct mind *m, const struct node *n) { return mind_active(m, n) && mind_top(m) != n; }

static bool gates_open(const struct mind *m, const struct node *n) {
    const struct node_modifiers *g = &n->base.modifiers;
    uint32_t status = m->live.status;
    if (!g->carrying && status & BODY_STATUS_CARRYING) return false;
    if (!g->off_treads && !mind_on_treads(m)) return false;
    return g->on_charger || !(status & BODY_STATUS_ON_CHARGER);
}

static bool cube_is_linked(const struct mind *m) {
    const double *at = m->live.felt_at;
    return at[LIFE_EVENT_KIND_CUBE_CONNECTED] > NEVER &&
           at[LIFE_EVENT_KIND_CUBE_CONNECTED] >= at[LIFE_EVENT_KIND_CUBE_LOST];
}

// Its cube is wanted as those on the stack say: asked for once, and let go when nobody there needs it.
static void want_cube(struct mind *m) {
    enum life_cube_level level = LIFE_CUBE_LEVEL_NONE;
    for (uint32_t i = 0; i < m->live.depth; i++) {
        const struct node_modifiers *g = &m->tree->nodes[m->live.stack[i]].base.modifiers;
        bool now = g->cube == CUBE_OPTIONAL_ACTIVE || g->cube == CUBE_REQUIRED_MANAGED || g->cube_now;
        if (now) level = LIFE_CUBE_LEVEL_INTERACTABLE;
        if (!level && g->cube_behind) level = LIFE_CUBE_LEVEL_BACKGROUND;
    }
    if (level == m->live.cube_wanted) return;
    struct life_message r = {.kind = LIFE_WANT_CUBE, .want_cube = {.level = level}};
    m->live.cube_wanted = level;
    mind_tell(m, &r);
}

// An active one counts as willing.
bool mind_wants(struct mind *m, const struct node *n) {
    if (mind_active(m, n)) return true;
    struct node_state *s = node_state(m, n);
    if (n->class->needs & m->lacks) return false;
    if (m->live.depth == TREE_DEPTH_MAX || m->live.now < s->quiet || !gates_open(m, n)) return false;
    if (n->base.intents.count && !mind_intent_pending(m, &n->base.intents)) return false;
    if (n->base.modifiers.cube >= CUBE_REQUIRED_LAZY && !cube_is_linked(m)) return false;
    if (!condition_holds(m, n->base.wants)) return false;
    return !n->class->wants || n->class->wants(m, n);
}

// ------------------------------------------------------------------------------------------ coming and going

// Those of a linked child are watched with it: what made it willing holds on when it begins.
static void watch_children(struct mind *m, const struct node *n) {
    for (uint32_t i = 0; i < n->child_count; i++) {
        const struct node *child = &m->tree->nodes[n->children[i]];
        if (mind_active(m, child)) continue;
        condition_watch(m, child->base.wants);
        if (dispatcher_linked(child)) watch_children(m, child);
    }
}

bool mind_push(struct mind *m, const struct node *n) {
    if (mind_active(m, n) || m->live.depth == TREE_DEPTH_MAX) return false;
    struct node_state *s = node_state(m, n);
    *s = (struct node_state){.began = m->live.now,
                             .ended = s->ended,
                             .runs = s->runs + 1,
                             .drawn = s->drawn,
                             .active = true,
                             .child = -1};
    m->live.stack[m->live.depth++] = (uint16_t)n->number;
    mind_trace(m, MIND_TRACE_KIND_BEGAN, n->number, NODE_NONE, 0, 0);
    log_debug("mind", "%.2f s: %*s%.*s begins, %.0f %%", m->live.now, (int)(2 * m->live.depth), "",
              (int)n->id.len, n->id.at, (double)(m->live.charge * 100));
    condition_spent(m, n->base.wants);
    condition_watch(m, n->base.cancel);
    if (m->live.depth == 1 || !dispatcher_linked(n)) watch_children(m, n);
    if (n->base.intents.count && mind_intent_pending(m, &n->base.intents) &&
        mind_take_intent(m, intent_name(m->live.pending.number)))
        m->live.active_node = n->number + 1;
    if (n->base.feature.len) m->live.feature = n->number + 1;
    for (uint32_t i = 0; i < n->base.timers.count; i++) mind_timer_reset(m, n->base.timers.at[i]);
    if (n->base.event.len) mind_post(m, n->base.event);
    if (n->base.get_in.len) mind_play(m, n, n->base.get_in);
    if (n->class->begin) n->class->begin(m, n);
    return true;
}

static uint32_t feature_of_stack(const struct mind *m) {
    for (uint32_t i = m->live.depth; i-- > 0;)
        if (m->tree->nodes[m->live.stack[i]].base.feature.len) return m->live.stack[i] + 1u;
    return 0;
}

static void pop(struct mind *m, bool cut) {
    const struct node *n = mind_top(m);
    struct node_state *s = node_state(m, n);
    if (n->class->end) n->class->end(m, n);
    mind_let_go(m, n);
    s->active = false;
    s->ended = m->live.now;
    if (m->live.active_node == n->number + 1) m->live.active = (struct intent){0}, m->live.active_node = 0;
    if (!s->asked) s->quiet = m->live.now + 1; // it had nothing to do: not at once again
    if (n->base.suggestion.len) m->live.suggested = n->number + 1, m->live.suggested_beat = m->live.beat;
    m->live.depth--;
    m->live.feature = feature_of_stack(m);
    mind_trace(m, MIND_TRACE_KIND_ENDED, n->number, NODE_NONE, cut, 0);
    log_debug("mind", "%.2f s: %*s%.*s %s", m->live.now, (int)(2 * m->live.depth) + 2, "", (int)n->id.len,
              n->id.at, cut ? "is cut short" : "ends");
    struct text out = n->base.get_out;
    if (out.len && !cut) mind_play(m, NULL, out);
}

enum { SUGGESTION_BEATS = 5 };
const struct text *mind_suggestion(const struct mind *m) {
    bool fresh = m->live.suggested && m->live.beat - m->live.suggested_beat <= SUGGESTION_BEATS;
    return fresh ? &m->tree->nodes[m->live.suggested - 1].base.suggestion : NULL;
}

void mind_pop_to(struct mind *m, const struct node *n, bool cut) {
    while (m->live.depth && mind_top(m) != n) pop(m, cut);
}

bool mind_gentle(struct mind *m, const struct node *n) {
    for (uint32_t i = 0; i < m->live.depth; i++) {
        if (m->live.stack[i] != n->number) continue;
        const struct node *top = mind_top(m);
        if (m->live.status & BODY_STATUS_CARRYING) return false;
        return top->class->gentle ? top->class->gentle(m, top) : !mind_waits(m, top);
    }
    return true;
}

// ------------------------------------------------------------------------------------------------ a beat

static void end_from(struct mind *m, uint32_t depth, bool cut) {
    while (m->live.depth > depth) pop(m, cut || m->live.depth > depth + 1);
}

static void step_stack(struct mind *m) {
    if (!m->live.depth && m->root) mind_push(m, m->root);
    bool forced = m->forced && m->live.depth > 1 && m->live.stack[1] == m->forced - 1;
    if (!forced) m->forced = 0;
    for (uint32_t i = forced; i < m->live.depth; i++) {
        const struct node *n = &m->tree->nodes[m->live.stack[i]];
        struct node_state *s = node_state(m, n);
        if (n->base.cancel && condition_holds(m, n->base.cancel)) return end_from(m, i, true);
        if (n->base.get_in.len && !s->step && !n->class->dispatches && mind_waits(m, n) && s->own[7] == 0)
            continue; // its get-in plays
        s->own[7] = 1;
        if (mind_waits(m, n) && m->live.now - s->asked_at > MIND_PATIENCE_S)
            mind_let_go(m, n), s->failed = true;
        enum going going = n->class->step    ? n->class->step(m, n)
                           : n->class->steps ? mind_steps(m, n)
                                             : (mind_waits(m, n) ? GOES_ON : OVER);
        if (going == OVER) return end_from(m, i, mind_above(m, n));
    }
}

void mind_stack_beat(struct mind *m) {
    step_stack(m);
    want_cube(m);
}
