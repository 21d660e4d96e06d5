// What a mind says of itself to those who look.
#include "mind/mind_data.h"
#include "mind/tree/live.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void mind_text_add(struct mind_text *out, const char *format, ...) {
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

void mind_stack_text(const struct mind *m, struct mind_text *out) {
    for (uint32_t i = 0; i < m->live.depth; i++) {
        const struct node *n = &m->tree->nodes[m->live.stack[i]];
        mind_text_add(out, "%*s%.*s (%s), %.1f s\n", (int)(2 * i), "", (int)n->id.len, n->id.at,
                      n->class->name, m->live.now - m->nodes[n->number].began);
    }
    struct text feature = mind_feature(m);
    if (feature.len) mind_text_add(out, "feature %.*s\n", (int)feature.len, feature.at);
    struct mind_view view;
    if (!mind_view(m, &view)) return;
    if (view.asleep) mind_text_add(out, "%s", "asleep\n");
    if (view.debt_min) mind_text_add(out, "lacks %u min of sleep\n", (unsigned)view.debt_min);
    double left = (double)view.timer_us * 1e-6 - m->live.now;
    if (view.timer_us) mind_text_add(out, "a timer rings in %.0f s\n", left > 0 ? left : 0);
    if (view.quiet_us) mind_text_add(out, "quiet for %.0f s\n", (double)view.quiet_us * 1e-6 - m->live.now);
}

void mind_moods_text(const struct mind *m, struct mind_text *out) {
    for (uint32_t i = 0; i < m->mood.moods->type_count; i++)
        mind_text_add(out, "%-12.*s %6.3f\n", (int)m->mood.moods->types[i].name.len,
                      m->mood.moods->types[i].name.at, m->mood.feelings[i].value);
    mind_text_add(out, "%-12s %s\n", "mood", simple_mood_name((enum simple_mood)m->mood.simple));
    for (uint32_t i = m->mood.posted > 5 ? m->mood.posted - 5 : 0; i < m->mood.posted; i++) {
        const struct mood_posted *p = &m->mood.history[i % MOOD_HISTORY];
        const struct mood_event *e = &m->mood.moods->events[p->event];
        mind_text_add(out, "%.1f s ago   %.*s\n", m->mood.clock - p->at, (int)e->name.len, e->name.at);
    }
}

// Of the view, in which whoever looks is shown the same.
void mind_why(const struct mind *m, struct mind_text *out) {
    struct mind_view view;
    if (!mind_view(m, &view)) return mind_text_add(out, "%s", "It does nothing.");
    mind_text_add(out, "It %s, because %s", view.does, view.because);
    if (view.instead[0]) mind_text_add(out, "; it came before: it %s", view.instead);
    mind_text_add(out, "%s", ".");
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
