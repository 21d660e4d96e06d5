// All lives of a sweep's folder as a table: a column a figure, a row a life that was lived; and what failed
// in them.
//
//     struct sweep_table *table = sweep_gather("out", &look, &fault);
//     for (uint32_t i = 0; i < table->rows; i++) … sweep_table_column(table, figure)[i] …
//     sweep_table_free(table);
//
// Rows are in the order of the lives' numbers. Files that are torn or foreign are told through `look`, and
// counted by nobody.
#pragma once

#include "run/sweep/folder.h"

struct sweep_row {
    uint32_t life, failures, outside; // outside: figures that do not lie where they should
    uint32_t group;                   // of its worst failure; UINT32_MAX: nothing failed
    double at_s, seconds;             // at_s: of that failure
    uint64_t hash;
    bool ended;
};
struct sweep_case { // of a group
    uint32_t row;
    double at_s;
};
struct sweep_group { // failures of one kind and place
    enum sweep_failing kind;
    char what[80], said[160]; // said: of the first
    struct sweep_case *cases; // in the order of the rows
    uint32_t count, room;
};
struct sweep_table {
    struct sweep_plan *plan;
    uint32_t rows, room, group_count, group_room;
    struct sweep_row *row;
    double *columns;            // NAN: none
    struct sweep_group *groups; // the worst kinds first, then the rarest
};

struct sweep_table *sweep_gather(const char *folder, const struct sweep_look *look, struct fault *fault);
void sweep_table_free(struct sweep_table *table);
static inline const double *sweep_table_column(const struct sweep_table *table, uint32_t figure) {
    return table->columns + (size_t)figure * table->room;
}
// The worst lives first: those in which the worst and rarest things failed, then those with the most figures
// outside. Returns how many; `out` has room for `most`.
uint32_t sweep_worst(const struct sweep_table *table, uint32_t most, uint32_t *out);
