// What a sweep found, for people and for programs: each figure's quartiles and its worst life, failures by
// kind with the command that replays each, and the worst lives.
//
//     struct sweep_table *table = sweep_gather("out", NULL, &fault);
//     sweep_report_text(table, &out);        // or _json, _csv (a row a life), _html
//
// The same lives give the same bytes, whoever lived them and in whatever order.
#pragma once

#include "run/sweep/gather.h"

// Of one figure in one variant.
struct sweep_spread {
    uint32_t count, outside;
    double least, quarter, median, three_quarters, most, mean;
    double worst; // farthest beyond its bounds, or nearest to them; without bounds farthest from the median
    uint32_t worst_row;
};
// `room` has a place for every row. count 0: no life has this figure.
void sweep_spread(const struct sweep_table *table, uint32_t figure, uint32_t variant, double *room,
                  struct sweep_spread *out);

// Where a replay begins that shows what happened at a moment: ten seconds before.
double sweep_replay_from(double at_s);

void sweep_report_text(const struct sweep_table *table, struct buf *out);
void sweep_report_json(const struct sweep_table *table, struct buf *out);
void sweep_report_csv(const struct sweep_table *table, struct buf *out);
void sweep_report_html(const struct sweep_table *table, struct buf *out);
// A figure as a picture. ERR_MISSING: no life has it.
enum err sweep_report_png(const struct sweep_table *table, uint32_t figure, struct buf *out,
                          struct fault *fault);
