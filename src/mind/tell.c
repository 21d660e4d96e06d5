// What a mind says of itself to those who look.
#include "mind/mind_data.h"
#include "mind/tree/live.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void say(struct mind_text *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(struct mind_text *out, const char *format, ...) {
    va_list list;
    if (out->len + 1 >= out->size) return;
    va_start(list, format);
    int more = vsnprintf(out->at + out->len, out->size - out->len, format, list);
    va_end(list);
    if (more > 0) out->len += (size_t)more;
    if (out->len >= out->size) out->len = out->size - 1; // the rest is left out
}

struct text mind_deed(const struct mind *m) {
    const struct node *top = mind_top(m);
    return top ? top->id : (struct text){0};
}

static struct text id_of(const struct mind *m, uint32_t node) {
    return node < m->tree->node_count ? m->tree->nodes[node].id : TEXT("nothing");
}

void mind_stack_text(const struct mind *m, struct mind_text *out) {
    for (uint32_t i = 0; i < m->live.depth; i++) {
        const struct node *n = &m->tree->nodes[m->live.stack[i]];
        say(out, "%*s%.*s (%s), %.1f s\n", (int)(2 * i), "", (int)n->id.len, n->id.at, n->class->name,
            m->live.now - m->nodes[n->number].began);
    }
    struct text feature = mind_feature(m);
    if (feature.len) say(out, "feature %.*s\n", (int)feature.len, feature.at);
}

void mind_moods_text(const struct mind *m, struct mind_text *out) {
    for (uint32_t i = 0; i < m->mood.moods->type_count; i++)
        say(out, "%-12.*s %6.3f\n", (int)m->mood.moods->types[i].name.len, m->mood.moods->types[i].name.at,
            m->mood.feelings[i].value);
    say(out, "%-12s %s\n", "mood", simple_mood_name((enum simple_mood)m->mood.simple));
    for (uint32_t i = m->mood.posted > 5 ? m->mood.posted - 5 : 0; i < m->mood.posted; i++) {
        const struct mood_posted *p = &m->mood.history[i % MOOD_HISTORY];
        const struct mood_event *e = &m->mood.moods->events[p->event];
        say(out, "%.1f s ago   %.*s\n", m->mood.clock - p->at, (int)e->name.len, e->name.at);
    }
}

// What made it begin, in the words of its condition.
static void reason(const struct mind *m, const struct condition *c, struct mind_text *out) {
    if (!c) return say(out, "%s", "nothing stood against it");
    if (!c->part_count) return say(out, "%s held", c->class->name);
    const struct condition *latest = c->parts[0];
    for (uint32_t i = 1; i < c->part_count; i++) {
        const struct condition_state *s = &m->conditions[c->parts[i]->number];
        if (s->since > m->conditions[latest->number].since) latest = c->parts[i];
    }
    if (latest->part_count)
        reason(m, latest, out); // parts are no deeper than trees allow
    else
        say(out, "%s %s", latest->class->name, c->how == 2 ? "no longer held" : "held");
}

void mind_why(const struct mind *m, struct mind_text *out) {
    const struct node *top = m->live.depth ? &m->tree->nodes[m->live.stack[m->live.depth - 1]] : NULL;
    if (!top) return say(out, "%s", "Nothing runs.");
    const struct node *named = top;
    for (uint32_t i = 0; i < m->live.depth; i++) // whoever answers a condition decided it
        if (m->tree->nodes[m->live.stack[i]].base.wants) named = &m->tree->nodes[m->live.stack[i]];
    uint32_t beaten = NODE_NONE;
    uint32_t first = m->live.trace_count > MIND_TRACES ? m->live.trace_count - MIND_TRACES : 0;
    for (uint32_t i = first; i < m->live.trace_count; i++) {
        const struct mind_trace_row *row = &m->traces[i % MIND_TRACES];
        if (row->kind == MIND_TRACE_KIND_CHOSE && row->node == named->number) beaten = row->other;
    }
    say(out, "%.*s has run for %.1f s", (int)top->id.len, top->id.at,
        m->live.now - m->nodes[top->number].began);
    if (named != top) say(out, " within %.*s", (int)named->id.len, named->id.at);
    say(out, "%s", ", because ");
    reason(m, named->base.wants, out);
    if (beaten != NODE_NONE) {
        struct text id = id_of(m, beaten);
        say(out, "; it came before %.*s", (int)id.len, id.at);
    }
    say(out, "%s", ".");
}

size_t mind_felt(const struct mind *m, uint32_t *since, struct mind_felt *out, size_t room) {
    uint32_t count = m->live.trace_count, kept = count > MIND_TRACES ? count - MIND_TRACES : 0;
    size_t felt = 0;
    if (*since < kept || *since > count) *since = kept;
    for (; *since < count && felt < room; ++*since) {
        const struct mind_trace_row *row = &m->traces[*since % MIND_TRACES];
        if (row->kind == MIND_TRACE_KIND_FELT)
            out[felt++] = (struct mind_felt){m->mood.moods->events[row->other].name, row->a, row->b};
    }
    return felt;
}
