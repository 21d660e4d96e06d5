#include "run/sweep/report_internal.h"

#include "base/plural.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------ figures

static int by_size(const void *a, const void *b) {
    double x, y;
    memcpy(&x, a, sizeof x), memcpy(&y, b, sizeof y);
    return x < y ? -1 : x > y;
}

// Between two values of a sorted list, as far as the share says.
double sweep_quantile(const double *sorted, size_t count, double share) {
    double at = share * (double)(count - 1);
    size_t low = (size_t)at;
    if (low + 1 >= count) return sorted[count - 1];
    return sorted[low] + (sorted[low + 1] - sorted[low]) * (at - (double)low);
}

uint32_t sweep_bars(const double *values, uint32_t count, double low, double high,
                    uint32_t bars[SWEEP_BARS]) {
    uint32_t most = 1;
    memset(bars, 0, SWEEP_BARS * sizeof *bars);
    for (uint32_t i = 0; i < count; i++) {
        int bar = high > low ? (int)((values[i] - low) / (high - low) * SWEEP_BARS) : SWEEP_BARS / 2;
        bar = bar < 0 ? 0 : bar >= SWEEP_BARS ? SWEEP_BARS - 1 : bar;
        if (++bars[bar] > most) most = bars[bar];
    }
    return most;
}

// How bad a value is: beyond its bounds, or near the bound that it could cross; else far from the middle.
static double badness(const struct sweep_figure *f, double is, double median) {
    bool low = f->least > -HUGE_VAL, high = f->most < HUGE_VAL;
    // 0 is where counts begin, and 1 where shares end: that side is no danger.
    if (low && high && f->least == 0) return is - f->most;
    if (low && high && f->most == 1) return f->least - is;
    if (low && high) return fmax(f->least - is, is - f->most);
    if (high) return is - f->most;
    if (low && f->least > 0) return f->least - is;
    return low ? is : fabs(is - median);
}

void sweep_spread(const struct sweep_table *t, uint32_t figure, uint32_t variant, double *room,
                  struct sweep_spread *out) {
    const struct sweep_figure *f = &t->plan->figures[figure];
    const double *column = sweep_table_column(t, figure);
    double sum = 0, worst = -HUGE_VAL;
    *out = (struct sweep_spread){0};
    for (uint32_t i = 0; i < t->rows; i++) {
        if (isnan(column[i]) || sweep_plan_variant_of(t->plan, t->row[i].life) != variant) continue;
        room[out->count++] = column[i], sum += column[i];
        out->outside += column[i] < f->least || column[i] > f->most;
    }
    if (!out->count) return;
    qsort(room, out->count, sizeof *room, by_size);
    out->least = room[0], out->most = room[out->count - 1], out->mean = sum / out->count;
    out->quarter = sweep_quantile(room, out->count, 0.25),
    out->median = sweep_quantile(room, out->count, 0.5);
    out->three_quarters = sweep_quantile(room, out->count, 0.75);
    for (uint32_t i = 0; i < t->rows; i++) {
        if (isnan(column[i]) || sweep_plan_variant_of(t->plan, t->row[i].life) != variant) continue;
        double bad = badness(f, column[i], out->median);
        if (bad > worst) worst = bad, out->worst = column[i], out->worst_row = i;
    }
}

// ------------------------------------------------------------------------------------------------ text

#define SWEEP_BEFORE_S 10
double sweep_replay_from(double at_s) { return at_s > SWEEP_BEFORE_S ? floor(at_s - SWEEP_BEFORE_S) : 0; }

static void put_lives(uint32_t count, struct buf *out) {
    buf_printf(out, "%" PRIu32 " %s", count, NOUN(count, "life", "lives"));
}

static void head(const struct sweep_table *t, struct buf *out) {
    const struct sweep_plan *p = t->plan;
    buf_printf(out, "%s, seeds %" PRIu64 " to %" PRIu64 ", %g s each%s", p->scenario, p->first_seed,
               p->last_seed, p->seconds, p->set_count || p->mind ? ", with" : "");
    for (uint32_t i = 0; i < p->set_count; i++) buf_printf(out, "%s %s", i ? "," : "", p->set[i]);
    if (p->mind) buf_printf(out, "%s the mind %s", p->set_count ? "," : "", p->mind);
    buf_printf(out, "; critter %s\n", p->version);
    uint32_t failed = 0;
    for (uint32_t i = 0; i < t->rows; i++) failed += t->row[i].failures > 0;
    if (t->rows < p->lives) buf_printf(out, "%" PRIu32 " of ", t->rows);
    put_lives(p->lives, out);
    if (t->rows < p->lives) buf_text(out, " so far");
    buf_printf(out, ", something failed in %" PRIu32 "\n", failed);
}

static void text_figures(const struct sweep_table *t, uint32_t variant, double *room, struct buf *out) {
    const struct sweep_plan *p = t->plan;
    size_t wide = 6;
    if (!p->figure_count) return; // nothing is counted of a Pleo but what fails
    for (uint32_t i = 0; i < p->figure_count; i++)
        if (strlen(p->figures[i].name) > wide) wide = strlen(p->figures[i].name);
    if (p->over_count) buf_text(out, "\n"), sweep_plan_variant(p, variant, out), buf_text(out, "\n");
    buf_printf(out, "\n%-*s %6s %10s %10s %10s %10s  %-12s %s\n", (int)wide, "figure", "lives", "quarter",
               "median", "quarter", "worst", "of seed", "outside");
    for (uint32_t i = 0; i < p->figure_count; i++) {
        struct sweep_spread s;
        sweep_spread(t, i, variant, room, &s);
        if (!s.count) continue;
        buf_printf(out, "%-*s %6" PRIu32 " %10.4g %10.4g %10.4g %10.4g  %-12" PRIu64, (int)wide,
                   p->figures[i].name, s.count, s.quarter, s.median, s.three_quarters, s.worst,
                   sweep_plan_seed(p, t->row[s.worst_row].life));
        if (s.outside) buf_printf(out, " %" PRIu32, s.outside);
        buf_byte(out, '\n');
    }
}

static void text_case(const struct sweep_table *t, const struct sweep_case *c, struct buf *out) {
    buf_printf(out, "  at %.3f s: ", c->at_s);
    sweep_plan_command(t->plan, t->row[c->row].life, sweep_replay_from(c->at_s), out);
    buf_byte(out, '\n');
}

static void text_failures(const struct sweep_table *t, struct buf *out) {
    if (!t->group_count) return;
    buf_text(out, "\nWhat failed\n");
    for (uint32_t i = 0; i < t->group_count; i++) {
        const struct sweep_group *g = &t->groups[i];
        buf_printf(out, "%s: %s, in %" PRIu32 " of ", g->what, sweep_failing_about(g->kind), g->count);
        put_lives(t->rows, out);
        buf_printf(out, "\n  %s\n", g->said);
        for (uint32_t k = 0; k < g->count && k < SWEEP_EXAMPLES; k++) text_case(t, &g->cases[k], out);
        if (g->count > SWEEP_EXAMPLES)
            buf_printf(out, "  and %" PRIu32 " more (--json or --csv lists all)\n",
                       g->count - SWEEP_EXAMPLES);
    }
}

static void text_worst(const struct sweep_table *t, struct buf *out) {
    uint32_t worst[SWEEP_EXAMPLES], count = sweep_worst(t, SWEEP_EXAMPLES, worst);
    buf_text(out, "\nThe worst lives\n");
    for (uint32_t i = 0; i < count; i++) {
        const struct sweep_row *r = &t->row[worst[i]];
        buf_printf(out, "  seed %" PRIu64, sweep_plan_seed(t->plan, r->life));
        if (t->plan->over_count)
            buf_text(out, " with "),
                sweep_plan_variant(t->plan, sweep_plan_variant_of(t->plan, r->life), out);
        if (r->group != UINT32_MAX)
            buf_printf(out, ": %s, %s at %.3f s", t->groups[r->group].what,
                       sweep_failing_about(t->groups[r->group].kind), r->at_s);
        else
            buf_printf(out, ": nothing failed, %s outside", PLURAL(r->outside, "figure"));
        buf_byte(out, '\n');
    }
}

void sweep_report_text(const struct sweep_table *t, struct buf *out) {
    double *room = malloc((t->rows + 1) * sizeof *room);
    if (!room) {
        out->err = ERR_MEMORY;
        return;
    }
    head(t, out);
    for (uint32_t v = 0; v < t->plan->variants && t->rows; v++) text_figures(t, v, room, out);
    text_failures(t, out);
    if (t->rows) text_worst(t, out);
    free(room);
}

// ------------------------------------------------------------------------------------------------ a row a
// life

static void csv_text(const char *text, struct buf *out) {
    buf_byte(out, '"');
    for (; *text; text++) buf_text(out, *text == '"' ? "\"\"" : (char[]){*text, 0});
    buf_byte(out, '"');
}

static void csv_number(double is, struct buf *out) {
    char text[NUMBER_ROOM];
    buf_byte(out, ',');
    if (!isnan(is)) buf_bytes(out, text, f64_to_text(is, text));
}

void sweep_report_csv(const struct sweep_table *t, struct buf *out) {
    const struct sweep_plan *p = t->plan;
    struct buf variant = {0};
    buf_text(out, "life,seed,variant,seconds,hash,failures,worst,worst_of,worst_at_s");
    for (uint32_t i = 0; i < p->figure_count; i++) buf_byte(out, ','), csv_text(p->figures[i].name, out);
    buf_byte(out, '\n');
    for (uint32_t row = 0; row < t->rows && !out->err; row++) {
        const struct sweep_row *r = &t->row[row];
        buf_clear(&variant);
        sweep_plan_variant(p, sweep_plan_variant_of(p, r->life), &variant);
        buf_printf(out, "%" PRIu32 ",%" PRIu64 ",", r->life, sweep_plan_seed(p, r->life));
        csv_text(variant.len ? (const char *)variant.at : "", out);
        csv_number(r->seconds, out);
        buf_byte(out, ',');
        if (r->ended) buf_printf(out, "%016" PRIx64, r->hash);
        buf_printf(out, ",%" PRIu32 ",", r->failures);
        const struct sweep_group *g = r->group != UINT32_MAX ? &t->groups[r->group] : NULL;
        if (g) buf_text(out, sweep_failing_name(g->kind));
        buf_byte(out, ',');
        if (g) csv_text(g->what, out);
        csv_number(g ? r->at_s : (double)NAN, out);
        for (uint32_t i = 0; i < p->figure_count; i++) csv_number(sweep_table_column(t, i)[row], out);
        buf_byte(out, '\n');
    }
    if (variant.err) out->err = variant.err;
    buf_free(&variant);
}
