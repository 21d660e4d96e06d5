#include "run/sweep/compare.h"

#include "base/maths/chance.h"
#include "base/plural.h"
#include "run/sweep/report_internal.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEALS = 2000 };
#define PAIRED_SHARE 0.75 // of the lives of the smaller sweep

// ------------------------------------------------------------------------------------------------ one figure

struct sample {
    double *list;
    uint32_t count;
};

static double mean_of(const struct sample *s) {
    double sum = 0;
    for (uint32_t i = 0; i < s->count; i++) sum += s->list[i];
    return s->count ? sum / s->count : 0;
}

static double dealt_mean(const struct sample *s, struct chance *dice) {
    double sum = 0;
    for (uint32_t i = 0; i < s->count; i++) sum += s->list[chance_below(dice, s->count)];
    return sum / s->count;
}

static int by_size(const void *a, const void *b) {
    double x, y;
    memcpy(&x, a, sizeof x), memcpy(&y, b, sizeof y);
    return x < y ? -1 : x > y;
}

static void gather_figure(const struct sweep_table *t, uint32_t figure, struct sample *out) {
    const double *column = sweep_table_column(t, figure);
    for (uint32_t i = 0; i < t->rows; i++)
        if (!isnan(column[i])) out->list[out->count++] = column[i];
}

// Rows are in the order of their numbers: a number is a seed and a variant.
static void gather_pairs(const struct sweep_table *a, uint32_t figure_a, const struct sweep_table *b,
                         uint32_t figure_b, struct sample *out) {
    const double *x = sweep_table_column(a, figure_a), *y = sweep_table_column(b, figure_b);
    for (uint32_t i = 0, k = 0; i < a->rows && k < b->rows;) {
        uint32_t variant_a = sweep_plan_variant_of(a->plan, a->row[i].life),
                 variant_b = sweep_plan_variant_of(b->plan, b->row[k].life);
        uint64_t seed_a = sweep_plan_seed(a->plan, a->row[i].life),
                 seed_b = sweep_plan_seed(b->plan, b->row[k].life);
        bool same = variant_a == variant_b && seed_a == seed_b;
        if (same && !isnan(x[i]) && !isnan(y[k])) out->list[out->count++] = y[k] - x[i];
        bool first = variant_a < variant_b || (variant_a == variant_b && seed_a < seed_b);
        i += same || first, k += same || !first;
    }
}

// a NULL: the pairs in b are differences already.
static void deal(const struct sample *a, const struct sample *b, double *means,
                 struct sweep_difference *out) {
    struct chance dice = chance_of(1, chance_stream("sweep compare"), 0);
    for (int i = 0; i < DEALS; i++) means[i] = dealt_mean(b, &dice) - (a ? dealt_mean(a, &dice) : 0);
    qsort(means, DEALS, sizeof *means, by_size);
    out->low = sweep_quantile(means, DEALS, 0.025), out->high = sweep_quantile(means, DEALS, 0.975);
    out->differs = out->low > 0 || out->high < 0;
}

bool sweep_difference(const struct sweep_table *a, uint32_t figure_a, const struct sweep_table *b,
                      uint32_t figure_b, struct sweep_difference *out) {
    size_t rooms[] = {a->rows, b->rows, a->rows < b->rows ? a->rows : b->rows, DEALS}, room = 0;
    for (int i = 0; i < 4; i++) room += rooms[i];
    double *list = malloc((room + 1) * sizeof *list);
    *out = (struct sweep_difference){0};
    if (!list) return false;
    struct sample of_a = {list, 0}, of_b = {list + rooms[0], 0}, pairs = {list + rooms[0] + rooms[1], 0};
    double *means = pairs.list + rooms[2];
    gather_figure(a, figure_a, &of_a), gather_figure(b, figure_b, &of_b);
    gather_pairs(a, figure_a, b, figure_b, &pairs);
    out->count_a = of_a.count, out->count_b = of_b.count;
    out->known = of_a.count > 1 && of_b.count > 1;
    uint32_t smaller = of_a.count < of_b.count ? of_a.count : of_b.count;
    bool paired = pairs.count > 1 && pairs.count >= PAIRED_SHARE * smaller;
    out->mean_a = mean_of(&of_a), out->mean_b = mean_of(&of_b);
    out->pairs = paired ? pairs.count : 0;
    out->by = paired ? mean_of(&pairs) : out->mean_b - out->mean_a;
    if (out->known) deal(paired ? NULL : &of_a, paired ? &pairs : &of_b, means, out);
    free(list);
    return true;
}

// ------------------------------------------------------------------------------------------------ all of
// them

static uint32_t figure_named(const struct sweep_plan *p, const char *name) {
    uint32_t i = 0;
    while (i < p->figure_count && strcmp(p->figures[i].name, name) != 0) i++;
    return i;
}

struct comparing {
    const struct sweep_table *a, *b;
    struct buf *out;
    struct json_writer *w; // NULL: as text
    uint32_t compared, differ;
    int wide;
};

static void tell(struct comparing *c, const struct sweep_figure *f, const struct sweep_difference *d) {
    if (!c->w) {
        buf_printf(c->out, "%-*s %10.4g %10.4g %+10.4g  %+.4g to %+.4g%s  %s\n", c->wide, f->name, d->mean_a,
                   d->mean_b, d->by, d->low, d->high, d->pairs ? "" : " (not paired)",
                   d->differs ? "differs" : "no difference");
        return;
    }
    json_open(c->w, '{');
    json_key(c->w, "name"), json_string(c->w, f->name);
    json_key(c->w, "about"), json_string(c->w, f->about);
    json_key(c->w, "unit"), json_string(c->w, f->unit);
    json_key(c->w, "lives"), json_open(c->w, '['), json_uint(c->w, d->count_a), json_uint(c->w, d->count_b);
    json_close(c->w, ']');
    json_key(c->w, "pairs"), json_uint(c->w, d->pairs);
    json_key(c->w, "means"), json_open(c->w, '['), json_number(c->w, d->mean_a), json_number(c->w, d->mean_b);
    json_close(c->w, ']');
    json_key(c->w, "difference"), json_number(c->w, d->by);
    json_key(c->w, "interval"), json_open(c->w, '['), json_number(c->w, d->low), json_number(c->w, d->high);
    json_close(c->w, ']');
    json_key(c->w, "differs"), json_bool(c->w, d->differs);
    json_close(c->w, '}');
}

static enum err compare(struct comparing *c, const char *figure, struct fault *fault) {
    const struct sweep_plan *a = c->a->plan, *b = c->b->plan;
    if (figure && (figure_named(a, figure) == a->figure_count || figure_named(b, figure) == b->figure_count))
        return fault_set(fault, ERR_UNKNOWN,
                         "--figure: \"%.60s\" is no figure of both (critter sweep report lists them)",
                         figure);
    for (uint32_t i = 0; i < a->figure_count; i++) {
        struct sweep_difference d;
        uint32_t other = figure_named(b, a->figures[i].name);
        if (other == b->figure_count || (figure && strcmp(figure, a->figures[i].name) != 0)) continue;
        if (!sweep_difference(c->a, i, c->b, other, &d))
            return fault_set(fault, ERR_MEMORY, "no memory to compare");
        if (!d.known) continue;
        c->compared++, c->differ += d.differs;
        tell(c, &a->figures[i], &d);
    }
    if (!c->compared)
        return fault_set(fault, ERR_UNKNOWN, "they have no figure in common that two lives of each have");
    return ERR_NONE;
}

static void head(const struct sweep_table *t, struct buf *out) {
    buf_printf(out, "%s, seeds %" PRIu64 " to %" PRIu64 ", %g s each, %" PRIu32 " %s\n", t->plan->scenario,
               t->plan->first_seed, t->plan->last_seed, t->plan->seconds, t->rows,
               NOUN(t->rows, "life", "lives"));
}

enum err sweep_compare_text(const struct sweep_table *a, const struct sweep_table *b, const char *figure,
                            struct buf *out, struct fault *fault) {
    struct comparing c = {.a = a, .b = b, .out = out, .wide = 6};
    for (uint32_t i = 0; i < a->plan->figure_count; i++)
        if ((int)strlen(a->plan->figures[i].name) > c.wide) c.wide = (int)strlen(a->plan->figures[i].name);
    buf_text(out, "first:  "), head(a, out);
    buf_text(out, "second: "), head(b, out);
    buf_printf(out, "\n%-*s %10s %10s %10s  %s\n", c.wide, "figure", "first", "second", "by",
               "in 95 of 100 deals");
    enum err err = compare(&c, figure, fault);
    if (!err && !figure)
        buf_printf(out,
                   "\n%" PRIu32 " of %" PRIu32
                   " differ. Of figures that do not, chance alone makes one in twenty seem so: "
                   "name one beforehand with --figure.\n",
                   c.differ, c.compared);
    return err ? err : out->err ? fault_set(fault, out->err, "no memory to compare") : ERR_NONE;
}

enum err sweep_compare_json(const struct sweep_table *a, const struct sweep_table *b, const char *figure,
                            struct buf *out, struct fault *fault) {
    struct json_writer w = json_writer_of(out, 2);
    struct comparing c = {.a = a, .b = b, .out = out, .w = &w};
    json_open(&w, '{');
    json_key(&w, "figures"), json_open(&w, '[');
    enum err err = compare(&c, figure, fault);
    json_close(&w, ']');
    json_key(&w, "compared"), json_uint(&w, c.compared);
    json_key(&w, "differ"), json_uint(&w, c.differ);
    json_close(&w, '}');
    buf_byte(out, '\n');
    return err ? err : out->err ? fault_set(fault, out->err, "no memory to compare") : ERR_NONE;
}
