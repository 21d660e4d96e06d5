// What a mind shows of itself: what it does and why in human words, the stack with those that lost beside it,
// the conditions of what runs, moods as they are and were. Looking asks no condition: it tells how they were
// asked last, so a life that is looked at is the same.
#include "base/maths/maths.h"
#include "mind/mind_data.h"
#include "mind/tree/live.h"

#include <string.h>

enum { NODES = 64, CONDITIONS = 16, DEEDS = 5, STIRRED = 64 };
enum { ALL, ANY, NOT }; // how a Compound takes its parts

static struct text does(const struct mind *m, uint32_t node) { return m->data->words.does[node]; }

// Seconds of its life as a time; -1e9 and the like are never.
static uint64_t moment(double seconds) {
    return seconds > 0 && seconds < 1e12 ? (uint64_t)(seconds * 1e6) : 0;
}

// Who decided what runs now: whoever does what it was told, with all that this takes; else the topmost that
// waited for a condition.
static const struct node *decided(const struct mind *m) {
    const struct node *named = NULL;
    for (uint32_t i = 0; i < m->live.depth; i++) {
        const struct node *n = &m->tree->nodes[m->live.stack[i]];
        if (n->base.wants || n->base.intents.count) named = n;
        if (n->base.intents.count && !n->base.wants) return n;
    }
    return named;
}

// The part of a condition that turned last: it was waited for. opposite: it had to fail.
static const struct condition *turned(const struct mind *m, const struct condition *c, bool *opposite) {
    while (c && c->part_count) {
        const struct condition *latest = NULL;
        for (uint32_t i = 0; i < c->part_count; i++) {
            const struct condition_state *s = &m->conditions[c->parts[i]->number];
            if (c->how == ANY && !s->now) continue; // of several, one that held
            if (!latest || s->since > m->conditions[latest->number].since) latest = c->parts[i];
        }
        if (!latest) return c;
        if (c->how == NOT) *opposite = !*opposite;
        c = latest;
    }
    return c;
}

struct text mind_because(const struct mind *m) {
    const struct mind_words *w = &m->data->words;
    const struct node *n = decided(m);
    const struct node *top = mind_top(m);
    if (mind_lies(m->live.attitude) && (!n || (top && !strcmp(top->class->name, "Wait")))) return w->lies;
    if (top && !strcmp(top->class->name, "ReactToUnclaimedIntent")) return w->lost;
    if (!n) return w->free;
    if (n->base.intents.count && !n->base.wants) return w->told;
    bool opposite = false;
    const struct condition *c = turned(m, n->base.wants, &opposite);
    return opposite ? w->because[c->number].fails : w->because[c->number].holds;
}

// What whoever stands on top of this one beat when it was chosen; NODE_NONE: nobody.
static uint32_t beaten_by(const struct mind *m, uint32_t node) {
    uint32_t count = m->live.trace_count, first = count > MIND_TRACES ? count - MIND_TRACES : 0,
             beaten = NODE_NONE;
    for (uint32_t i = first; i < count; i++) {
        const struct mind_trace_row *row = &m->traces[i % MIND_TRACES];
        if (row->kind == MIND_TRACE_KIND_CHOSE && row->node == node) beaten = row->other;
    }
    return beaten;
}

static void add_node(const struct mind *m, const struct node *n, uint32_t depth, enum mind_standing stands,
                     struct mind_view *out) {
    if (out->nodes_count == NODES) return;
    struct mind_node_view *v = &out->nodes[out->nodes_count++];
    v->depth = (uint8_t)depth, v->stands = stands;
    text_copy(n->id, v->id, sizeof v->id);
    text_copy(does(m, n->number), v->does, sizeof v->does);
    if (stands == MIND_STANDING_RUNS) v->since_us = moment(m->nodes[n->number].began);
}

// A dispatcher's other children, in its order: those before the winner were asked in this beat.
static void add_children(const struct mind *m, uint32_t at, struct mind_view *out) {
    const struct node *n = &m->tree->nodes[m->live.stack[at]];
    uint32_t winner = at + 1 < m->live.depth ? m->live.stack[at + 1] : NODE_NONE,
             beaten = beaten_by(m, winner);
    bool passed = false;
    if (!n->class->dispatches) return;
    for (uint32_t i = 0; i < n->child_count; i++) {
        const struct node *child = &m->tree->nodes[n->children[i]];
        if (child->number == winner) passed = true;
        if (child->number == winner || child == n) continue;
        double until = dispatcher_rests_until(m, n, child);
        bool rests = !passed && until > m->live.now;
        add_node(m, child, at + 1,
                 child->number == beaten ? MIND_STANDING_BEATEN
                 : passed                ? MIND_STANDING_BEHIND
                 : rests                 ? MIND_STANDING_RESTS
                                         : MIND_STANDING_UNWILLING,
                 out);
        if (rests) out->nodes[out->nodes_count - 1].since_us = moment(until);
    }
}

static void add_conditions(const struct mind *m, const struct condition *c, uint32_t depth,
                           struct mind_view *out) {
    if (!c || out->conditions_count == CONDITIONS || depth > 8) return;
    struct mind_condition_view *v = &out->conditions[out->conditions_count++];
    const struct why *why = &m->data->words.because[c->number];
    v->depth = (uint8_t)depth;
    v->holds = m->conditions[c->number].now;
    static const char *const HOW[] = {"all of these", "one of these", "not this"};
    bool group = c->part_count && !strcmp(c->class->name, "Compound") && c->how <= NOT;
    text_copy(group ? text_of(HOW[c->how]) : why->holds, v->words, sizeof v->words);
    text_copy(text_of(c->class->name), v->condition, sizeof v->condition);
    for (uint32_t i = 0; i < c->part_count; i++) add_conditions(m, c->parts[i], depth + 1, out);
}

// What it did before, told by what began. Nodes that only choose are left out, and what is said alike is said
// once.
static void add_deeds(const struct mind *m, struct mind_view *out) {
    const char *last = out->does;
    uint32_t count = m->live.trace_count, kept = count > MIND_TRACES ? MIND_TRACES : count;
    for (uint32_t i = 1; i <= kept && out->before_count < DEEDS; i++) {
        const struct mind_trace_row *row = &m->traces[(count - i) % MIND_TRACES];
        if (row->kind != MIND_TRACE_KIND_BEGAN || m->tree->nodes[row->node].class->dispatches) continue;
        if (text_is(does(m, row->node), last)) continue;
        struct mind_deed *deed = &out->before[out->before_count++];
        deed->since_us = moment(row->at);
        text_copy(does(m, row->node), deed->does, sizeof deed->does);
        last = deed->does;
    }
}

bool mind_view(const struct mind *m, struct mind_view *out) {
    memset(out, 0, sizeof *out);
    out->asleep = m->live.asleep, out->controlled = m->live.controlled;
    out->debt_min = (uint16_t)(m->live.debt_s / 60);
    out->timer_us = moment(m->live.timer_at), out->timer_rings = out->timer_us && m->live.timer_rings;
    if (m->live.quiet_until > m->live.now) out->quiet_us = moment(m->live.quiet_until);
    const struct node *top = mind_top(m), *named = decided(m);
    if (!top) return false;
    text_copy(does(m, top->number), out->does, sizeof out->does);
    text_copy(mind_because(m), out->because, sizeof out->because);
    out->since_us = moment(m->nodes[top->number].began);
    uint32_t beaten = beaten_by(m, named ? named->number : top->number);
    if (beaten != NODE_NONE) text_copy(does(m, beaten), out->instead, sizeof out->instead);
    if (!strcmp(out->instead, out->does)) memset(out->instead, 0, sizeof out->instead);
    text_copy(mind_feature(m), out->feature, sizeof out->feature);
    add_node(m, &m->tree->nodes[m->live.stack[0]], 0, MIND_STANDING_RUNS, out);
    for (uint32_t i = 1; i < m->live.depth; i++)
        add_node(m, &m->tree->nodes[m->live.stack[i]], i, MIND_STANDING_RUNS, out);
    for (uint32_t i = m->live.depth; i-- > 0;)
        add_children(m, i, out); // the nearest first: there may be many
    add_conditions(m, named ? named->base.wants : NULL, 0, out);
    add_deeds(m, out);
    return true;
}

// ------------------------------------------------------------------------------------------------ moods

static uint32_t add_stirred(const struct mind *m, struct mind_stirred *out, uint32_t room) {
    uint32_t count = 0, kept = m->mood.posted < MOOD_HISTORY ? m->mood.posted : MOOD_HISTORY;
    for (uint32_t i = 1; i <= kept && count < room; i++) {
        const struct mood_posted *p = &m->mood.history[(m->mood.posted - i) % MOOD_HISTORY];
        struct mind_stirred *s = &out[count++];
        s->at_us = moment(m->live.now - (m->mood.clock - p->at));
        s->before = p->before, s->after = p->after;
        text_copy(m->mood.moods->events[p->event].name, s->event, sizeof s->event);
        text_copy(m->data->words.felt[p->event], s->words, sizeof s->words);
    }
    return count;
}

void mind_mood_view(const struct mind *m, struct mind_mood_view *out) {
    memset(out, 0, sizeof *out);
    text_copy(text_of(simple_mood_name((enum simple_mood)m->mood.simple)), out->mood, sizeof out->mood);
    for (uint32_t i = 0; i < m->mood.moods->type_count; i++) {
        const struct mood_type *type = &m->mood.moods->types[i];
        struct mind_emotion_view *e = &out->emotions[out->emotions_count++];
        text_copy(type->name, e->name, sizeof e->name);
        e->low = type->low, e->high = type->high;
        e->value = m_round((float)m->mood.feelings[i].value * 200) / 200; // what moves less is no change
    }
    out->stirred_count = (uint8_t)add_stirred(m, out->stirred, sizeof out->stirred / sizeof *out->stirred);
}

void mind_mood_past(const struct mind *m, struct mind_mood_past *out) {
    const struct mood *mood = &m->mood;
    uint32_t kept = mood->sample_count < MOOD_SAMPLES ? mood->sample_count : MOOD_SAMPLES,
             of = mood->moods->type_count;
    memset(out, 0, sizeof *out);
    out->until_us = moment(m->live.now - (mood->clock - mood->sampled));
    out->every_s = MOOD_SAMPLE_S, out->of = (uint8_t)of;
    for (uint32_t i = mood->sample_count - kept; i < mood->sample_count; i++)
        for (uint32_t k = 0; k < of; k++)
            out->values[out->values_count++] = m_round(mood->samples[i % MOOD_SAMPLES][k] * 1000) / 1000;
    out->stirred_count = (uint8_t)add_stirred(m, out->stirred, STIRRED);
}
