#include "run/sweep/report_internal.h"

#include <inttypes.h>
#include <stdlib.h>

static void put_variant(const struct sweep_table *t, uint32_t variant, struct json_writer *w) {
    struct buf text = {0};
    sweep_plan_variant(t->plan, variant, &text);
    json_key(w, "variant"), json_text(w, (struct text){(const char *)text.at, text.len});
    buf_free(&text);
}

static void put_figure(const struct sweep_table *t, uint32_t figure, uint32_t variant, double *room,
                       struct json_writer *w) {
    const struct sweep_figure *f = &t->plan->figures[figure];
    struct sweep_spread s;
    sweep_spread(t, figure, variant, room, &s);
    if (!s.count) return;
    json_open(w, '{');
    json_key(w, "name"), json_string(w, f->name);
    json_key(w, "about"), json_string(w, f->about);
    json_key(w, "unit"), json_string(w, f->unit);
    json_key(w, "lives"), json_uint(w, s.count);
    json_key(w, "outside"), json_uint(w, s.outside);
    json_key(w, "mean"), json_number(w, s.mean);
    json_key(w, "least"), json_number(w, s.least);
    json_key(w, "quarter"), json_number(w, s.quarter);
    json_key(w, "median"), json_number(w, s.median);
    json_key(w, "three_quarters"), json_number(w, s.three_quarters);
    json_key(w, "most"), json_number(w, s.most);
    json_key(w, "worst"), json_number(w, s.worst);
    json_key(w, "worst_seed"), json_uint(w, sweep_plan_seed(t->plan, t->row[s.worst_row].life));
    json_close(w, '}');
}

static void put_life(const struct sweep_table *t, uint32_t row, double at_s, struct json_writer *w) {
    struct buf command = {0};
    sweep_plan_command(t->plan, t->row[row].life, sweep_replay_from(at_s), &command);
    json_key(w, "life"), json_uint(w, t->row[row].life);
    json_key(w, "seed"), json_uint(w, sweep_plan_seed(t->plan, t->row[row].life));
    if (t->plan->over_count) put_variant(t, sweep_plan_variant_of(t->plan, t->row[row].life), w);
    json_key(w, "at_s"), json_number(w, at_s);
    json_key(w, "replay"), json_text(w, (struct text){(const char *)command.at, command.len});
    buf_free(&command);
}

static void put_group(const struct sweep_table *t, const struct sweep_group *g, struct json_writer *w) {
    json_open(w, '{');
    json_key(w, "kind"), json_string(w, sweep_failing_name(g->kind));
    json_key(w, "what"), json_string(w, g->what);
    json_key(w, "said"), json_string(w, g->said);
    json_key(w, "count"), json_uint(w, g->count);
    json_key(w, "lives"), json_open(w, '[');
    for (uint32_t i = 0; i < g->count; i++)
        json_open(w, '{'), put_life(t, g->cases[i].row, g->cases[i].at_s, w), json_close(w, '}');
    json_close(w, ']');
    json_close(w, '}');
}

static void put_worst(const struct sweep_table *t, struct json_writer *w) {
    uint32_t worst[SWEEP_EXAMPLES], count = sweep_worst(t, SWEEP_EXAMPLES, worst);
    json_open(w, '[');
    for (uint32_t i = 0; i < count; i++) {
        const struct sweep_row *r = &t->row[worst[i]];
        json_open(w, '{');
        put_life(t, worst[i], r->at_s, w);
        json_key(w, "failures"), json_uint(w, r->failures);
        json_key(w, "outside"), json_uint(w, r->outside);
        if (r->group != UINT32_MAX) {
            json_key(w, "kind"), json_string(w, sweep_failing_name(t->groups[r->group].kind));
            json_key(w, "what"), json_string(w, t->groups[r->group].what);
        }
        json_close(w, '}');
    }
    json_close(w, ']');
}

void sweep_report_json(const struct sweep_table *t, struct buf *out) {
    const struct sweep_plan *p = t->plan;
    struct json_writer w = json_writer_of(out, 2);
    double *room = malloc((t->rows + 1) * sizeof *room);
    uint32_t failed = 0;
    if (!room) out->err = ERR_MEMORY;
    for (uint32_t i = 0; i < t->rows; i++) failed += t->row[i].failures > 0;
    json_open(&w, '{');
    json_key(&w, "scenario"), json_string(&w, p->scenario);
    json_key(&w, "version"), json_string(&w, p->version);
    json_key(&w, "first_seed"), json_uint(&w, p->first_seed);
    json_key(&w, "last_seed"), json_uint(&w, p->last_seed);
    json_key(&w, "seconds"), json_number(&w, p->seconds);
    json_key(&w, "lives"), json_uint(&w, p->lives);
    json_key(&w, "lived"), json_uint(&w, t->rows);
    json_key(&w, "failed"), json_uint(&w, failed);
    json_key(&w, "variants"), json_open(&w, '[');
    for (uint32_t v = 0; room && v < p->variants; v++) {
        json_open(&w, '{');
        put_variant(t, v, &w);
        json_key(&w, "figures"), json_open(&w, '[');
        for (uint32_t i = 0; i < p->figure_count; i++) put_figure(t, i, v, room, &w);
        json_close(&w, ']');
        json_close(&w, '}');
    }
    json_close(&w, ']');
    json_key(&w, "failures"), json_open(&w, '[');
    for (uint32_t i = 0; i < t->group_count; i++) put_group(t, &t->groups[i], &w);
    json_close(&w, ']');
    json_key(&w, "worst"), put_worst(t, &w);
    json_close(&w, '}');
    buf_byte(out, '\n');
    free(room);
}
