#include "run/sweep/report_internal.h"

#include "base/plural.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum { WIDE = 180, HIGH = 36, LISTED = 50 };

static const char HEAD[] =
    "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>A sweep</title>\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n<style>\n"
    ":root { color-scheme: light dark; --line: #8886; --bar: #0a7d5a; --bound: #c2410c; }\n"
    "body { font: 15px/1.45 system-ui, sans-serif; max-width: 70em; margin: 2em auto; padding: 0 1em; }\n"
    "table { border-collapse: collapse; width: 100%; } th { text-align: left; font-weight: 600; }\n"
    "td, th { padding: .2em .6em; border-bottom: 1px solid var(--line); vertical-align: middle; }\n"
    "td.n { text-align: right; font-variant-numeric: tabular-nums; } code { font-size: .9em; }\n"
    "svg rect { fill: var(--bar); } svg line { stroke: var(--bound); } .out { color: var(--bound); }\n"
    "</style></head><body>\n";

static void put_text(const char *text, struct buf *out) {
    for (; *text; text++) {
        const char *as = *text == '&'   ? "&amp;"
                         : *text == '<' ? "&lt;"
                         : *text == '>' ? "&gt;"
                         : *text == '"' ? "&quot;"
                                        : NULL;
        buf_text(out, as ? as : (char[]){*text, 0});
    }
}

static void put_buf(struct buf *text, struct buf *out) {
    buf_byte(text, 0);
    if (!text->err) put_text((const char *)text->at, out);
    buf_free(text);
}

static void put_command(const struct sweep_table *t, uint32_t row, double at_s, struct buf *out) {
    struct buf command = {0};
    sweep_plan_command(t->plan, t->row[row].life, sweep_replay_from(at_s), &command);
    buf_text(out, "<code>"), put_buf(&command, out), buf_text(out, "</code>");
}

// How often a figure had which value, and where its bounds lie.
static void put_bars(const struct sweep_figure *f, const struct sweep_spread *s, const double *values,
                     struct buf *out) {
    double low = s->least, wide = s->most - s->least;
    uint32_t bars[SWEEP_BARS], most = sweep_bars(values, s->count, low, s->most, bars);
    buf_printf(out, "<svg width=\"%d\" height=\"%d\" role=\"img\" aria-label=\"from %g to %g\">", WIDE, HIGH,
               s->least, s->most);
    for (int i = 0; i < SWEEP_BARS; i++)
        if (bars[i])
            buf_printf(out, "<rect x=\"%d\" y=\"%.1f\" width=\"%d\" height=\"%.1f\"/>", i * WIDE / SWEEP_BARS,
                       HIGH - (double)bars[i] / most * HIGH, WIDE / SWEEP_BARS - 1,
                       (double)bars[i] / most * HIGH);
    const double bounds[] = {f->least, f->most};
    for (int i = 0; i < 2; i++)
        if (wide > 0 && bounds[i] >= low && bounds[i] <= s->most)
            buf_printf(out, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"0\" y2=\"%d\"/>",
                       (bounds[i] - low) / wide * WIDE, (bounds[i] - low) / wide * WIDE, HIGH);
    buf_text(out, "</svg>");
}

static void put_figures(const struct sweep_table *t, uint32_t variant, double *room, struct buf *out) {
    const struct sweep_plan *p = t->plan;
    struct buf name = {0};
    sweep_plan_variant(p, variant, &name);
    buf_text(out, "<h2>Figures"), buf_text(out, p->over_count ? " with " : ""), put_buf(&name, out);
    buf_text(out, "</h2>\n<table><tr><th>figure<th>lives<th>quarter<th>median<th>quarter<th>how "
                  "often<th>worst<th>of seed"
                  "<th>outside</tr>\n");
    for (uint32_t i = 0; i < p->figure_count; i++) {
        struct sweep_spread s;
        sweep_spread(t, i, variant, room, &s);
        if (!s.count) continue;
        buf_text(out, "<tr><td title=\""), put_text(p->figures[i].name, out), buf_text(out, "\">");
        put_text(p->figures[i].about, out);
        if (*p->figures[i].unit) buf_text(out, ", "), put_text(p->figures[i].unit, out);
        buf_printf(out, "<td class=n>%" PRIu32 "<td class=n>%.4g<td class=n>%.4g<td class=n>%.4g<td>",
                   s.count, s.quarter, s.median, s.three_quarters);
        put_bars(&p->figures[i], &s, room, out);
        buf_printf(out, "<td class=n>%.4g<td class=n>%" PRIu64 "<td class=\"n%s\">%" PRIu32 "</tr>\n",
                   s.worst, sweep_plan_seed(p, t->row[s.worst_row].life), s.outside ? " out" : "", s.outside);
    }
    buf_text(out, "</table>\n");
}

static void put_failures(const struct sweep_table *t, struct buf *out) {
    if (!t->group_count) return;
    buf_text(out, "<h2>What failed</h2>\n");
    for (uint32_t i = 0; i < t->group_count; i++) {
        const struct sweep_group *g = &t->groups[i];
        buf_text(out, "<h3>"), put_text(g->what, out);
        buf_printf(out, ": %s, in %" PRIu32 " of %" PRIu32 " %s</h3>\n<p>", sweep_failing_about(g->kind),
                   g->count, t->rows, NOUN(t->rows, "life", "lives"));
        put_text(g->said, out), buf_text(out, "</p>\n<table><tr><th>seed<th>at<th>shows it</tr>\n");
        for (uint32_t k = 0; k < g->count && k < LISTED; k++) {
            const struct sweep_case *c = &g->cases[k];
            buf_printf(out, "<tr><td class=n>%" PRIu64 "<td class=n>%.3f s<td>",
                       sweep_plan_seed(t->plan, t->row[c->row].life), c->at_s);
            put_command(t, c->row, c->at_s, out);
            buf_text(out, "</tr>\n");
        }
        buf_text(out, "</table>\n");
        if (g->count > LISTED)
            buf_printf(out, "<p>and %" PRIu32 " more: --json and --csv list all</p>\n", g->count - LISTED);
    }
}

void sweep_report_html(const struct sweep_table *t, struct buf *out) {
    const struct sweep_plan *p = t->plan;
    double *room = malloc((t->rows + 1) * sizeof *room);
    uint32_t failed = 0;
    if (!room) {
        out->err = ERR_MEMORY;
        return;
    }
    for (uint32_t i = 0; i < t->rows; i++) failed += t->row[i].failures > 0;
    buf_text(out, HEAD), buf_text(out, "<h1>"), put_text(p->scenario, out);
    buf_printf(out,
               "</h1>\n<p>%" PRIu32 " of %" PRIu32 " %s, seeds %" PRIu64 " to %" PRIu64
               ", %g s each; something failed in %" PRIu32 ". critter %s</p>\n",
               t->rows, p->lives, NOUN(p->lives, "life", "lives"), p->first_seed, p->last_seed, p->seconds,
               failed, p->version);
    put_failures(t, out);
    for (uint32_t v = 0; v < p->variants && t->rows; v++) put_figures(t, v, room, out);
    buf_text(out, "</body></html>\n");
    free(room);
}
