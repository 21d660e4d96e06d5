#include "run/sweep/gather.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct gathering {
    struct sweep_table *table;
    const struct sweep_look *look; // whom torn and foreign files are told
    bool no_memory;
};

void sweep_table_free(struct sweep_table *t) {
    if (!t) return;
    for (uint32_t i = 0; i < t->group_count; i++) free(t->groups[i].cases);
    sweep_plan_free(t->plan);
    free(t->row), free(t->columns), free(t->groups), free(t);
}

static struct sweep_group *group_of(struct sweep_table *t, const struct sweep_failure *f) {
    for (uint32_t i = 0; i < t->group_count; i++)
        if (t->groups[i].kind == f->kind && !strcmp(t->groups[i].what, f->what)) return &t->groups[i];
    if (t->group_count == t->group_room) {
        uint32_t room = t->group_room ? t->group_room * 2 : 16;
        struct sweep_group *more = realloc(t->groups, room * sizeof *more);
        if (!more) return NULL;
        t->groups = more, t->group_room = room;
    }
    struct sweep_group *g = &t->groups[t->group_count++];
    *g = (struct sweep_group){.kind = f->kind};
    memcpy(g->what, f->what, sizeof g->what);
    memcpy(g->said, f->said, sizeof g->said);
    return g;
}

static bool note(struct sweep_table *t, const struct sweep_failure *f, uint32_t row) {
    struct sweep_group *g = group_of(t, f);
    if (!g) return false;
    if (g->count && g->cases[g->count - 1].row == row) return true; // once a life
    if (g->count == g->room) {
        uint32_t room = g->room ? g->room * 2 : 4;
        struct sweep_case *more = realloc(g->cases, room * sizeof *more);
        if (!more) return false;
        g->cases = more, g->room = room;
    }
    g->cases[g->count++] = (struct sweep_case){row, f->at_s};
    return true;
}

static void found(void *user, enum sweep_found is, const struct sweep_life *life, const struct fault *said) {
    struct gathering *g = user;
    struct sweep_table *t = g->table;
    const struct sweep_plan *p = t->plan;
    if (is != SWEEP_WHOLE) {
        if (g->look) g->look->found(g->look->user, is, life, said);
        return;
    }
    if (t->rows == t->room) return; // more lives than there can be
    uint32_t row = t->rows++;
    t->row[row] = (struct sweep_row){.life = life->life,
                                     .failures = life->failure_count + life->failures_more,
                                     .group = UINT32_MAX,
                                     .seconds = life->seconds,
                                     .hash = life->hash,
                                     .ended = life->ended};
    for (uint32_t i = 0; i < p->figure_count; i++) {
        double is_now = life->figures[i];
        t->columns[(size_t)i * t->room + row] = is_now;
        t->row[row].outside += is_now < p->figures[i].least || is_now > p->figures[i].most;
    }
    for (uint32_t i = 0; i < life->failure_count; i++) g->no_memory |= !note(t, &life->failures[i], row);
}

static int worse_group(const void *a, const void *b) {
    const struct sweep_group *x = a, *y = b;
    if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
    if (x->count != y->count) return x->count < y->count ? -1 : 1;
    return strcmp(x->what, y->what);
}

// Groups are in their order then, so the first that has a row is its worst.
static void mark_worst(struct sweep_table *t) {
    for (uint32_t i = t->group_count; i-- > 0;)
        for (uint32_t k = 0; k < t->groups[i].count; k++) {
            struct sweep_row *row = &t->row[t->groups[i].cases[k].row];
            row->group = i, row->at_s = t->groups[i].cases[k].at_s;
        }
}

struct sweep_table *sweep_gather(const char *folder, const struct sweep_look *look, struct fault *fault) {
    struct gathering g = {.table = calloc(1, sizeof *g.table), .look = look};
    struct sweep_table *t = g.table;
    if (!t) return fault_set(fault, ERR_MEMORY, "no memory for a report"), NULL;
    t->plan = sweep_folder_plan(folder, fault);
    enum err err = t->plan ? ERR_NONE : ERR_STATE;
    if (!err) {
        size_t cells = (size_t)t->plan->lives * (t->plan->figure_count + 1);
        t->room = t->plan->lives;
        t->row = calloc(t->room, sizeof *t->row);
        t->columns = malloc(cells * sizeof *t->columns); // pages of lives that are not there yet cost nothing
        if (!t->row || !t->columns) err = fault_set(fault, ERR_MEMORY, "no memory for a report");
    }
    const struct sweep_look own = {found, &g};
    if (!err) err = sweep_folder_look(folder, t->plan, &own, fault);
    if (!err && g.no_memory) err = fault_set(fault, ERR_MEMORY, "no memory for a report");
    if (err) return sweep_table_free(t), NULL;
    if (t->group_count) qsort(t->groups, t->group_count, sizeof *t->groups, worse_group);
    mark_worst(t);
    return t;
}

static bool worse_row(const struct sweep_row *a, const struct sweep_row *b) {
    if (a->group != b->group) return a->group < b->group;
    if (a->failures != b->failures) return a->failures > b->failures;
    if (a->outside != b->outside) return a->outside > b->outside;
    return a->life < b->life;
}

uint32_t sweep_worst(const struct sweep_table *t, uint32_t most, uint32_t *out) {
    uint32_t count = 0;
    for (uint32_t i = 0; most && i < t->rows; i++) {
        if (count == most && !worse_row(&t->row[i], &t->row[out[count - 1]])) continue;
        uint32_t at = count < most ? count++ : count - 1;
        for (; at > 0 && worse_row(&t->row[i], &t->row[out[at - 1]]); at--) out[at] = out[at - 1];
        out[at] = i;
    }
    return count;
}
