// What the floor sensors see: the floor, a line on it, or its end.
//
//     struct edges edges = {0};
//     edges_step(&edges, &config, &senses, model);        // once a tick
//     edges.gone, edges.lines                             // sensors, bit for bit, in this tick
//     if (edges.told & EDGES_LINE) …                      // of this tick; EDGES_LINE_GONE when it is crossed
//
// Each sensor learns how the floor here looks. Far below that is an edge; a smaller change is a line. The
// stop at an edge is the brainstem's and waits for nobody here. In a hand, tilted, or with its sensors off,
// nothing is seen and nothing is learned. Plain data, without gaps.
#pragma once

#include "base/data/knob.h"
#include "border/body_model.h"

struct edges_config {
    float edge_share, line_low_share, line_high_share;
    uint32_t learn_ticks, line_slower, line_ms, line_end_ms, level_deg;
};
extern const struct knobs EDGES_KNOBS;

enum { EDGES_SENSORS = 4, EDGES_LINE = 1, EDGES_LINE_GONE = 2 };

struct edges {
    uint64_t line_us, clear_us;           // since when there has been a line, or none; 0: it is not so
    float usual[EDGES_SENSORS];           // how light the floor is under each sensor
    uint32_t readings, gone, lines, seen; // seen: readings of this tick count
    uint32_t on_line, told;
};

void edges_step(struct edges *edges, const struct edges_config *config, const struct body_senses *senses,
                const struct body_model *model);
